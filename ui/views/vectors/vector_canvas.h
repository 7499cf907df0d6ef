#pragma once

#include "ui/views/vectors/vector_dictionary.h"
#include "ui/views/vectors/vector_plane.h"
#include "ui/widgets/canvas.h"

namespace headlight {

/// The plane inside VectorsView: paints the dictionary and lets the user move its handles with mouse and
/// keys. UI thread only.
class VectorCanvas : public Canvas
{
    Q_OBJECT
public:
    VectorCanvas();

    void setDictionary(const VectorDictionary& dictionary);
    void setShaded(bool shaded);
    void setColourMap(const QString& name);
    void setCurrent(const PlaneHandle& handle);
    PlaneHandle current() const { return m_current; }
    /// Position of a handle in the widget.
    QPointF handlePosition(const PlaneHandle& handle) const;
    QPointF planePosition(const QPointF& point) const { return m_frame.toPlane(point); }

    QSize sizeHint() const override { return {320, 320}; }
    QSize minimumSizeHint() const override { return {160, 150}; }

    static constexpr int kShadeSide
        = 56; ///< resolution of the shade in each direction, half of that for many keys

signals:
    void moved(const headlight::PlaneHandle& handle, const QPointF& to);
    void currentChanged(const headlight::PlaneHandle& handle);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void relayout() override { rebuild(); }
    void pointerLeft() override;
    void rebuild();
    void rebuildShade();
    void stepHandle(int step);
    void nudge(double x, double y, bool far);
    std::vector<PlaneHandle> handles() const;

    VectorDictionary m_dictionary;
    PlanePicture m_picture;
    PlaneFrame m_frame;
    double m_extent = 0; ///< fixed during a drag, so that the plane does not move under it
    PlaneHandle m_current;
    bool m_dragging = false;
    bool m_shaded = true;
    QString m_map = QStringLiteral("viridis");
};

} // namespace headlight
