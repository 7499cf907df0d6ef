#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace headlight {

/// An animated WebP image, built frame by frame. Lossless, so frames look exactly as drawn, and images with
/// few colours stay small. Frames that mostly repeat the previous one cost little.
class WebpAnimation
{
public:
    /// Sizes in pixels, at most 16383 each; loops: 0 = for ever.
    static Result<WebpAnimation> start(int width, int height, int loops);
    ~WebpAnimation();
    WebpAnimation(WebpAnimation&&) noexcept;
    WebpAnimation& operator=(WebpAnimation&&) noexcept;
    WebpAnimation(const WebpAnimation&) = delete;
    WebpAnimation& operator=(const WebpAnimation&) = delete;

    /// pixels: width·height of 0xAARRGGBB, row by row. The frame is shown for this duration.
    Result<void> add(std::span<const std::uint32_t> pixels, int milliseconds);
    /// The file's bytes. Needs at least one frame; no frame can be added afterwards.
    Result<std::string> finish();

private:
    struct State;
    explicit WebpAnimation(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace headlight
