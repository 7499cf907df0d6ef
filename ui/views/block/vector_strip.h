#pragma once

#include "ui/picture/signed_bars.h"
#include "ui/widgets/canvas.h"

#include <optional>

namespace headlight {

/// A vector as a row of bars, with its name on the left and its scale on the right. The hovered number is
/// marked in all connected strips. UI thread.
class VectorStrip : public Canvas
{
    Q_OBJECT
public:
    explicit VectorStrip(QWidget* parent = nullptr);

    /// parts: of equal size, separated by lines (heads).
    void setVector(const QString& name, RowVector values, int parts = 1);
    const RowVector& values() const { return m_values; }
    const QString& name() const { return m_name; }
    void mark(std::optional<Index> dimension);
    std::optional<Index> marked() const { return m_marked; }
    /// Position of a number's bar; for tests.
    QRectF placeOf(Index dimension) const { return m_bars.column(dimension); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pointedAt(std::optional<qint64> dimension);
    void partClicked(int part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    void relayout() override;
    void pointerLeft() override;

    QString m_name;
    RowVector m_values;
    int m_parts = 1;
    SignedBars m_bars;
    std::optional<Index> m_marked;
};

} // namespace headlight
