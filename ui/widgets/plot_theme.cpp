#include "ui/widgets/plot_theme.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/words/local_number.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Numbers as the rest of the window writes them.
class Ticker : public QCPAxisTicker
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar form, int precision) override
    {
        return withMinus(QCPAxisTicker::getTickLabel(tick, locale, form, precision));
    }
};

class WholeTicker : public Ticker
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range)));
    }
    int getSubTickCount(double) override { return 0; }
};

} // namespace

void countInNumbers(QCPAxis& axis)
{
    axis.setTicker(QSharedPointer<Ticker>::create());
}

void countInWholes(QCPAxis& axis)
{
    axis.setTicker(QSharedPointer<WholeTicker>::create());
}

void fitAxis(QCPAxis& axis, int pixels, const QString& name, bool named)
{
    constexpr int kPixelsPerTick = 45;
    const QFontMetrics metrics(axis.tickLabelFont());
    const int perTick = std::max(kPixelsPerTick, metrics.horizontalAdvance(QStringLiteral("00000")));
    axis.ticker()->setTickCount(std::clamp(pixels / perTick, 2, 8));
    axis.setLabel(named ? fittingName(name, pixels, axis.labelFont()) : QString());
}

QString fittingName(const QString& name, int pixels, const QFont& font)
{
    const QFontMetrics metrics(font);
    return pixels * 2 < metrics.horizontalAdvance(name) ? QString()
                                                        : metrics.elidedText(name, Qt::ElideRight, pixels);
}

void applyTheme(QCPAxis& axis, const QPalette& palette, const QFont& font)
{
    const ChipColours colours = chipColours(palette);
    const QPen line(colours.outline, 1);
    axis.setBasePen(line);
    axis.setTickPen(line);
    axis.setSubTickPen(Qt::NoPen);
    axis.setLabelColor(colours.muted);
    axis.setTickLabelColor(colours.muted);
    axis.setLabelFont(font);
    axis.setTickLabelFont(font);
    axis.grid()->setPen(QPen(mixed(colours.background, colours.text, 0.10), 1));
    axis.grid()->setZeroLinePen(QPen(mixed(colours.background, colours.text, 0.30), 1));
}

void applyTheme(QCustomPlot& plot, const QPalette& palette)
{
    plot.setBackground(palette.color(QPalette::Base));
    for (QCPAxisRect* rect : plot.axisRects()) {
        for (QCPAxis* axis : rect->axes())
            applyTheme(*axis, palette, plot.font());
    }
}

QList<QColor> lineColours(const QPalette& palette)
{
    const bool dark = relativeLuminance(palette.color(QPalette::Base)) < 0.2;
    if (dark)
        return {QColor(0x56, 0xb4, 0xe9), QColor(0xe6, 0x9f, 0x00), QColor(0x2f, 0xc5, 0x9a),
                QColor(0xf1, 0x9a, 0xc5), QColor(0xf0, 0xe4, 0x42), QColor(0xff, 0x8a, 0x50),
                QColor(0xe8, 0xea, 0xed), QColor(0x9f, 0xa8, 0xff)};
    return {QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x85, 0x61),
            QColor(0xb5, 0x4f, 0x87), QColor(0xb3, 0x7b, 0x00), QColor(0x2b, 0x8c, 0xc9),
            QColor(0x20, 0x20, 0x20), QColor(0x5b, 0x54, 0xc9)};
}

} // namespace headlight
