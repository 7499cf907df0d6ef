#include "ui/widgets/plot_theme.h"

#include "tests/support/catch.h"

#include <QApplication>
#include <QFontMetrics>

using namespace headlight;

TEST_CASE("plot theme: a name of an axis is whole, cut with an ellipsis, or not there", "[plot]")
{
    const QString name = QStringLiteral("Added value");
    const QFont font = QApplication::font();
    const QFontMetrics metrics(font);
    const int wide = metrics.horizontalAdvance(name);
    CHECK(fittingName(name, wide + 2, font) == name);
    const QString cut = fittingName(name, wide * 3 / 4, font);
    CHECK(cut.endsWith(QChar(0x2026)));
    CHECK(metrics.horizontalAdvance(cut) <= wide * 3 / 4);
    CHECK(fittingName(name, wide / 3, font).isEmpty());
}
