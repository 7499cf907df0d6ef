#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <functional>

class QPalette;

namespace headlight {

/// A small colour bar with the numbers at its two ends.
class MapLegend : public QWidget
{
    Q_OBJECT
public:
    /// The colour at a position of the bar, 0 … 1.
    using Ramp = std::function<QColor(double)>;

    MapLegend();

    /// Uses the colours of a colour map.
    void setMap(const QString& name);
    /// Uses colours derived from the widget's palette.
    void setRamp(std::function<Ramp(const QPalette&)> rampFor);
    void setEnds(const QString& low, const QString& high);
    QString low() const { return m_low; }
    QString high() const { return m_high; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::function<Ramp(const QPalette&)> m_rampFor;
    QString m_low, m_high;
};

} // namespace headlight
