#include "ui/window/contrast_style.h"

#include "tests/support/catch.h"
#include "ui/window/theme.h"

#include <QImage>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

using namespace headlight;

namespace {

/// The strongest difference in lightness between the widget's edge and the window around it.
int edgeOf(QWidget& widget, const QPalette& palette)
{
    ContrastStyle style;
    widget.setStyle(&style);
    widget.setPalette(palette);
    widget.resize(120, 30);
    QImage image(widget.size(), QImage::Format_RGB32);
    image.fill(palette.color(QPalette::Window));
    widget.render(&image);
    widget.setStyle(nullptr);
    const int window = palette.color(QPalette::Window).lightness();
    int most = 0;
    for (int x = 10; x < 90; ++x) // the corners are round, the arrows stand at the end
        most = std::max(most, std::abs(image.pixelColor(x, 0).lightness() - window));
    return most;
}

} // namespace

TEST_CASE("contrast style: fields have outlines where the palette is black and white", "[window]")
{
    for (const bool dark : {false, true}) {
        QLineEdit line;
        CHECK(edgeOf(line, Theme::contrastPalette(dark)) > 200);
        QSpinBox number;
        CHECK(edgeOf(number, Theme::contrastPalette(dark)) > 200);
    }
    QLineEdit plain;
    CHECK(edgeOf(plain, Theme::lightPalette()) < 100); // Fusion's own, softer frame
}
