#pragma once
// Reads an animated WebP file with the library's own decoder.

#include <webp/demux.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace headlight::testing {

struct WebpFrames
{
    int width = 0, height = 0;
    std::vector<std::vector<std::uint32_t>> frames; ///< 0xAARRGGBB, row by row
    std::vector<int> ends; ///< milliseconds: when each frame ends
};

inline WebpFrames readWebp(const std::string& bytes)
{
    WebpFrames read;
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPAnimDecoderOptions options;
    WebPAnimDecoderOptionsInit(&options);
    options.color_mode = MODE_BGRA;
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(
        WebPAnimDecoderNew(&data, &options), &WebPAnimDecoderDelete);
    if (!decoder)
        return read;
    WebPAnimInfo info;
    WebPAnimDecoderGetInfo(decoder.get(), &info);
    read.width = static_cast<int>(info.canvas_width);
    read.height = static_cast<int>(info.canvas_height);
    const std::size_t count = std::size_t{info.canvas_width} * info.canvas_height;
    std::uint8_t* pixels = nullptr;
    int end = 0;
    while (WebPAnimDecoderHasMoreFrames(decoder.get()) != 0
           && WebPAnimDecoderGetNext(decoder.get(), &pixels, &end) != 0) {
        std::vector<std::uint32_t> frame;
        frame.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint8_t* one = pixels + 4 * i;
            frame.push_back(static_cast<std::uint32_t>(one[3]) << 24U
                            | static_cast<std::uint32_t>(one[2]) << 16U
                            | static_cast<std::uint32_t>(one[1]) << 8U | one[0]);
        }
        read.frames.push_back(std::move(frame));
        read.ends.push_back(end);
    }
    return read;
}

} // namespace headlight::testing
