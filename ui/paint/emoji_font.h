#pragma once

#include <QFont>

namespace headlight {

/// The font with the colour emoji right behind it: else an outline font that has single signs of a joined
/// emoji (a family, a skin tone, a flag) is found first, and the parts fall apart.
inline QFont withEmoji(QFont font)
{
    const auto emoji = QStringLiteral("Noto Color Emoji");
    QStringList families = font.families();
    if (families.isEmpty())
        families << font.family();
    if (!families.contains(emoji))
        font.setFamilies(families << emoji);
    return font;
}

} // namespace headlight
