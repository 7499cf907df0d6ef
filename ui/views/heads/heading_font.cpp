#include "ui/views/heads/heading_font.h"

#include "ui/words/head_name.h"

#include <QFontInfo>
#include <QFontMetricsF>

#include <algorithm>

namespace headlight {

QFont headingFont(const std::vector<HeadGroup>& groups, QFont font)
{
    constexpr double kSmallest = 0.6;
    font.setWeight(QFont::DemiBold);
    const QFontMetricsF metrics(font);
    double part = 1;
    for (const HeadGroup& group : groups) {
        const double wide = metrics.horizontalAdvance(attentionName(group.stack, group.kind)) + 1;
        part = std::min(part, group.heading.width() / wide);
    }
    if (part < 1)
        font.setPixelSize(static_cast<int>(QFontInfo(font).pixelSize() * std::max(kSmallest, part)));
    return font;
}

} // namespace headlight
