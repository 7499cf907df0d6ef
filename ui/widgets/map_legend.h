#pragma once

#include "ui/picture/colour_map.h"

#include <QWidget>

namespace headlight {

/// A small bar of a colour map with the numbers of its two ends.
class MapLegend : public QWidget
{
    Q_OBJECT
public:
    explicit MapLegend(QWidget* parent = nullptr);

    void setMap(const QString& name);
    void setEnds(const QString& low, const QString& high);
    QString low() const { return m_low; }
    QString high() const { return m_high; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_map = QStringLiteral("viridis");
    QString m_low, m_high;
};

} // namespace headlight
