#include "ui/views/lines/growing_lines.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kDrawnAtOnce = 150; ///< lines: a millisecond or two, so that other views have time too

} // namespace

GrowingLines::GrowingLines(const LinesLayout& layout, QObject* parent)
    : QObject(parent)
    , m_layout(layout)
{
    m_drawOn.setSingleShot(true);
    m_drawOn.setInterval(0);
    connect(&m_drawOn, &QTimer::timeout, this, &GrowingLines::drawMore);
}

const QImage& GrowingLines::picture(std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                                    const LinesWindow& window)
{
    if (!m_image.isNull() && m_window == window)
        return m_image;
    const bool whole = !m_image.isNull() && !isGrowing() && m_window.size == window.size
        && m_window.pixelRatio == window.pixelRatio;
    std::optional<QImage> scrolled;
    if (whole)
        scrolled = scrolledLines(m_image, m_window.top, m_layout, lines, colours, window);
    m_window = window;
    if (scrolled) {
        m_image = *std::move(scrolled);
        return m_image;
    }
    m_lines = lines;
    m_colours = colours;
    m_image = linesImage(m_layout, lines.last(std::min(lines.size(), kDrawnAtOnce)), colours, window);
    m_drawOn.stop();
    if (lines.size() > kDrawnAtOnce) {
        m_next = linesImage(m_layout, {}, colours, window);
        m_drawn = 0;
        m_drawOn.start();
    }
    return m_image;
}

void GrowingLines::forget()
{
    m_drawOn.stop();
    m_image = m_next = {};
    m_lines = {};
}

void GrowingLines::drawMore()
{
    const std::span<const AttentionLine> rest = m_lines.subspan(m_drawn);
    const std::size_t count = std::min(rest.size(), kDrawnAtOnce);
    addLines(m_next, m_layout, rest.first(count), m_colours, m_window);
    m_drawn += count;
    if (count < rest.size()) {
        m_drawOn.start();
        return;
    }
    m_image = std::exchange(m_next, {});
    emit grown();
}

} // namespace headlight
