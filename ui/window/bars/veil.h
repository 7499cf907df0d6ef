#pragma once

#include <QWidget>

namespace headlight {

/// Dims an area of the window, but no sibling of the area that is made later; the mouse and the keys go
/// through. Hidden at first. UI thread only.
class Veil : public QWidget
{
    Q_OBJECT
public:
    explicit Veil(QWidget& area);

    void setOn(bool on);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget& m_area;
};

} // namespace headlight
