#pragma once

#include <QProxyStyle>

namespace headlight {

/// Qt's style Fusion, with outlines around fields, combo boxes, buttons and check boxes if the palette is
/// black on white or white on black. Fusion itself only shades them, which is invisible there. In a dark
/// window check boxes, fields and texts to write in get a quiet outline, and tool bars no edge of light.
/// Buttons that are switched on have the colour of selections everywhere. A button whose text opens a menu
/// has its arrow beside the text, not under it. Combo boxes, buttons and headers of tables cut with "…". Tabs
/// are no wider than their words need, and tool tips no wider than can be read. Buttons of dialogs have no
/// icons: a red cross beside "Cancel" warns of nothing.
class ContrastStyle : public QProxyStyle
{
    Q_OBJECT
public:
    ContrastStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    bool eventFilter(QObject* watched, QEvent* event) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

} // namespace headlight
