#include "ui/picture/picture_palette.h"

#include <QPalette>

#include <array>
#include <cmath>

namespace headlight {

namespace {

PicturePalette derived(const QColor& background, const QColor& text, const QColor& accent,
                       const QColor& onAccent)
{
    PicturePalette p;
    p.backdrop = toOklab(background.rgb()).L < toOklab(text.rgb()).L ? Backdrop::kDark : Backdrop::kLight;
    const bool dark = p.backdrop == Backdrop::kDark;
    // Black on white or white on black: the user needs maximum contrast.
    const bool strong = std::abs(toOklab(background.rgb()).L - toOklab(text.rgb()).L) > 0.99;
    p.background = background;
    p.text = text;
    p.mutedText = mixed(background, text, strong ? 0.85 : dark ? 0.66 : 0.62);
    p.faintText = mixed(background, text, strong ? 0.70 : 0.40);
    p.masked = mixed(background, text, dark ? 0.11 : 0.055);
    p.hatch = mixed(background, text, strong ? 0.42 : dark ? 0.26 : 0.20);
    p.line = mixed(background, text, strong ? 0.7 : 0.24);
    p.hover = mixed(background, accent, dark ? 0.36 : 0.22);
    p.pin = accent;
    p.pinText = onAccent;
    // Red and amber also differ in lightness, from each other and the accent; their marks in shape.
    p.newest = dark ? QColor(0xFF, 0x7F, 0xB0) : QColor(0xB3, 0x14, 0x5B);
    p.found = dark ? QColor(0xE6, 0xB0, 0x3C) : QColor(0xC9, 0x86, 0x00);
    p.foundFill = mixed(background, p.found, dark ? 0.34 : 0.38);
    p.smallNumbers = strong ? 0.85F : 0.45F;
    return p;
}

} // namespace

// Each part of a picture asks for it while it is painted, nearly always of the same palette.
PicturePalette PicturePalette::of(const QPalette& palette)
{
    thread_local std::array<QColor, 4> from;
    thread_local PicturePalette made;
    const std::array now{palette.color(QPalette::Base), palette.color(QPalette::Text),
                         palette.color(QPalette::Highlight), palette.color(QPalette::HighlightedText)};
    if (now != from) {
        from = now;
        made = derived(from[0], from[1], from[2], from[3]);
    }
    return made;
}

PicturePalette PicturePalette::figure(Backdrop backdrop)
{
    if (backdrop == Backdrop::kDark)
        return derived(QColor(0x17, 0x19, 0x1D), QColor(0xE8, 0xEA, 0xED), QColor(0x5B, 0x9B, 0xD8),
                       Qt::black);
    return derived(Qt::white, QColor(0x1B, 0x1D, 0x20), QColor(0x1F, 0x5F, 0xA8), Qt::white);
}

} // namespace headlight
