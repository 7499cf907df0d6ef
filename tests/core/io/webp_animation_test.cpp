#include "core/io/webp_animation.h"

#include "tests/support/catch.h"
#include "tests/support/webp_frames.h"

using namespace headlight;
using namespace headlight::testing;

TEST_CASE("webp: the library's decoder reads the added frames one by one", "[io]")
{
    constexpr int kWidth = 37;
    constexpr int kHeight = 23;
    auto animation = WebpAnimation::start(kWidth, kHeight, 0);
    REQUIRE(animation);
    std::vector<std::vector<std::uint32_t>> frames;
    for (std::uint32_t f = 0; f < 4; ++f) {
        std::vector<std::uint32_t> pixels;
        for (std::uint32_t i = 0; i < kWidth * kHeight; ++i)
            pixels.push_back(0xFF000000U | (i * 2654435761U >> (f + 4) & 0xFFFFFFU));
        REQUIRE(animation->add(pixels, 100 * static_cast<int>(f + 1)));
        frames.push_back(std::move(pixels));
    }
    const auto bytes = animation->finish();
    REQUIRE(bytes);
    const WebpFrames read = readWebp(*bytes);
    CHECK(read.width == kWidth);
    CHECK(read.height == kHeight);
    CHECK(read.frames == frames);
    CHECK(read.ends == std::vector<int>{100, 300, 600, 1000});
}

TEST_CASE("webp: a size or a frame that cannot be is an error", "[io]")
{
    CHECK_FALSE(WebpAnimation::start(0, 5, 0));
    CHECK_FALSE(WebpAnimation::start(20000, 5, 0));
    auto animation = WebpAnimation::start(4, 4, 0);
    REQUIRE(animation);
    CHECK_FALSE(animation->add(std::vector<std::uint32_t>(15), 10));
    CHECK_FALSE(animation->finish()); // no film without frames
}
