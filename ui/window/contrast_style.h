#pragma once

#include <QProxyStyle>

namespace headlight {

/// Qt's style Fusion, with outlines around fields, lists of choice, buttons and check boxes where the palette
/// is black on white or white on black: Fusion shades them from the background, which hides them there.
class ContrastStyle : public QProxyStyle
{
    Q_OBJECT
public:
    ContrastStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

} // namespace headlight
