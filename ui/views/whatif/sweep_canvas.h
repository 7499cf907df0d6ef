#pragma once

#include "ui/views/whatif/sweep_picture.h"
#include "ui/widgets/canvas.h"

#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Shows a sweep as coloured cells; a click or Return selects a point. Knows no workspace. UI thread only.
class SweepCanvas : public Canvas
{
    Q_OBJECT
public:
    explicit SweepCanvas(QWidget* parent = nullptr);

    /// A null result shows nothing. tip: tooltip of a point.
    void showResult(std::shared_ptr<const SweepResult> result, const Trace& trace, SweepMeasure measure);
    void setTip(std::function<QString(const SweepPoint&)> tip) { m_tip = std::move(tip); }
    const SweepPicture& picture() const { return m_picture; }
    QSize sizeHint() const override;

signals:
    void chosen(int point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void relayout() override;
    Tip tipAt(const QPoint& point) const override;
    void moveTo(int point);

    std::shared_ptr<const SweepResult> m_result;
    std::vector<SweepGrid> m_grids;
    SweepMeasure m_measure = SweepMeasure::kLogProbability;
    SweepPicture m_picture;
    std::function<QString(const SweepPoint&)> m_tip;
    std::optional<int> m_current;
};

} // namespace headlight
