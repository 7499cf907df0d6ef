#pragma once

#include <QWidget>

namespace headlight {

/// A small bar that shows what the shading of tokens means, with the numbers of its two ends.
class RampLegend : public QWidget
{
    Q_OBJECT
public:
    explicit RampLegend(QWidget* parent = nullptr);

    /// logarithmic: the shading between the ends is weightRamp(), else it is even.
    void setEnds(const QString& low, const QString& high, bool logarithmic);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_low, m_high;
    bool m_logarithmic = false;
};

} // namespace headlight
