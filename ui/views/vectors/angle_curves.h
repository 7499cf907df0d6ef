#pragma once

#include "core/math/similarity.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace headlight {

class CurvesPlot;
class ElidedLabel;

/// cos θ and exp(cos θ) from 0 to 2π, with dots at the angles of all keys and a line at the current pair of
/// query and key. UI thread only.
class AngleCurves : public QWidget
{
    Q_OBJECT
public:
    AngleCurves();

    /// `current`: index of the marked angle; -1 = none.
    void setAngles(std::vector<VectorAngle> angles, int current);
    /// Position in the widget of a curve's value at an angle.
    QPointF placeOf(double angle, double value) const;
    /// "θ = 60.0°, cos θ = 0.5, exp(cos θ) = 1.649", or why there is no angle.
    QString words() const;

private:
    const VectorAngle* current() const; ///< null = none
    void refresh();

    std::vector<VectorAngle> m_angles;
    int m_current = -1;
    QLabel* m_names;
    ElidedLabel* m_words;
    CurvesPlot* m_plot;
};

} // namespace headlight
