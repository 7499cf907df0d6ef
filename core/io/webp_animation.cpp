#include "core/io/webp_animation.h"

#include <webp/encode.h>
#include <webp/mux.h>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

Error refused(const std::string& what)
{
    return {ErrorCode::kUnsupported, "the animated WebP image cannot be made: " + what};
}

} // namespace

struct WebpAnimation::State
{
    int width = 0, height = 0;
    int time = 0; ///< start of the next frame, in milliseconds
    int frames = 0;
    std::unique_ptr<WebPAnimEncoder, void (*)(WebPAnimEncoder*)> encoder{nullptr, &WebPAnimEncoderDelete};
};

WebpAnimation::WebpAnimation(std::unique_ptr<State> state)
    : m_state(std::move(state))
{ }
WebpAnimation::~WebpAnimation() = default;
WebpAnimation::WebpAnimation(WebpAnimation&&) noexcept = default;
WebpAnimation& WebpAnimation::operator=(WebpAnimation&&) noexcept = default;

Result<WebpAnimation> WebpAnimation::start(int width, int height, int loops)
{
    if (width < 1 || height < 1 || width > WEBP_MAX_DIMENSION || height > WEBP_MAX_DIMENSION)
        return refused(concat("found ", width, " × ", height, " pixels, expected at most ",
                              WEBP_MAX_DIMENSION, " in each direction"));
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0)
        return refused("the library has another version than the program was built for");
    options.anim_params.loop_count = loops;
    options.allow_mixed = 0;
    auto state = std::make_unique<State>();
    state->width = width;
    state->height = height;
    state->encoder.reset(WebPAnimEncoderNew(width, height, &options));
    if (!state->encoder)
        return refused("there is not enough memory");
    return WebpAnimation(std::move(state));
}

Result<void> WebpAnimation::add(std::span<const std::uint32_t> pixels, int milliseconds)
{
    const auto count = static_cast<std::size_t>(m_state->width) * static_cast<std::size_t>(m_state->height);
    if (pixels.size() != count)
        return refused(concat("a frame has ", pixels.size(), " pixels, expected ", count));
    WebPConfig config;
    WebPPicture picture;
    constexpr int kEffort = 2; // of 9: more takes much longer and saves little on images like these
    if (WebPConfigInit(&config) == 0 || WebPConfigLosslessPreset(&config, kEffort) == 0
        || WebPPictureInit(&picture) == 0)
        return refused("the library has another version than the program was built for");
    picture.use_argb = 1;
    picture.width = m_state->width;
    picture.height = m_state->height;
    if (WebPPictureAlloc(&picture) == 0)
        return refused("there is not enough memory");
    for (int row = 0; row < m_state->height; ++row)
        std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(row) * m_state->width, m_state->width,
                    picture.argb + static_cast<std::ptrdiff_t>(row) * picture.argb_stride);
    const bool added = WebPAnimEncoderAdd(m_state->encoder.get(), &picture, m_state->time, &config) != 0;
    WebPPictureFree(&picture);
    if (!added)
        return refused(WebPAnimEncoderGetError(m_state->encoder.get()));
    m_state->time += std::max(1, milliseconds);
    ++m_state->frames;
    return {};
}

Result<std::string> WebpAnimation::finish()
{
    if (m_state->frames == 0)
        return refused("it has no frame");
    // Ends the last frame: an empty image at that time.
    if (WebPAnimEncoderAdd(m_state->encoder.get(), nullptr, m_state->time, nullptr) == 0)
        return refused(WebPAnimEncoderGetError(m_state->encoder.get()));
    WebPData data;
    WebPDataInit(&data);
    if (WebPAnimEncoderAssemble(m_state->encoder.get(), &data) == 0)
        return refused(WebPAnimEncoderGetError(m_state->encoder.get()));
    std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    return bytes;
}

} // namespace headlight
