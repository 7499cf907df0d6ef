#pragma once

#include "core/math/similarity.h"
#include "ui/widgets/canvas.h"

#include <vector>

namespace headlight {

/// cos θ and exp(cos θ) from 0 to 2π, with ticks at the angles of all keys and the current pair of query and
/// key marked on both curves. UI thread only.
class AngleCurves : public Canvas
{
    Q_OBJECT
public:
    explicit AngleCurves(QWidget* parent = nullptr);

    /// `current`: index of the marked angle; -1 = none.
    void setAngles(std::vector<VectorAngle> angles, int current);
    /// Position in the widget of a curve's value at an angle.
    QPointF placeOf(double angle, double value) const;
    /// "θ = 60.0°, cos θ = 0.5, exp(cos θ) = 1.649", or why there is no angle.
    QString words() const;

    QSize sizeHint() const override { return {320, 130}; }
    QSize minimumSizeHint() const override { return {160, 96}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF plotRect() const;
    /// Whether the words about the current key fit beside the names of the curves; otherwise below them.
    bool hasOneLine() const;
    void paintFrame(QPainter& painter, const QRectF& plot) const;
    void paintCurve(QPainter& painter, const QRectF& plot, bool exponential, const QColor& colour) const;

    std::vector<VectorAngle> m_angles;
    int m_current = -1;
};

} // namespace headlight
