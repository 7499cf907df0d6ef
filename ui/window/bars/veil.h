#pragma once

#include <QWidget>

namespace headlight {

/// Dims an area, but no sibling that is made later; mouse and keys go through. Hidden at first.
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
