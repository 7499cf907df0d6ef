#pragma once

#include "core/text/tokenizer.h"
#include "ui/views/decoding/cumulative_bar.h"
#include "ui/widgets/canvas.h"

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// The cumulative distribution in id order with the sampled interval; a tooltip names the token under the
/// mouse.
class CumulativeBar : public Canvas
{
    Q_OBJECT
public:
    explicit CumulativeBar(QWidget* parent = nullptr);

    /// draw: unset if nothing is sampled (greedy decoding).
    void setDistribution(const std::vector<double>& probabilities, const std::optional<BarDraw>& draw);
    void clear();
    std::function<QString(TokenId)> label; ///< label of a token
    const std::vector<BarSegment>& segments() const { return m_segments; }
    const std::optional<BarDraw>& shownDraw() const { return m_draw; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    QString describe(const BarSegment& segment) const;

    std::vector<BarSegment> m_segments;
    std::optional<BarDraw> m_draw;
};

} // namespace headlight
