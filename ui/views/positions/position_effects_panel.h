#pragma once

#include "core/analysis/position_effects.h"
#include "core/math/matrix.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <utility>

class QLabel;
class QSpinBox;
class QSplitter;

namespace headlight {

class CurvesPlot;
class ElidedLabel;
class Model;
class HeatmapPlot;

/// Positions that act inside the attention of one head: rotary angles per pair and their effect on q · k by
/// distance, or the bias that relative positions and ALiBi add by distance, for all heads. Part of
/// PositionsView. UI thread.
class PositionEffectsPanel : public QWidget
{
    Q_OBJECT
public:
    PositionEffectsPanel();

    void show(const std::shared_ptr<const Model>& model, const Trace& trace, const HeadRef& head,
              const Focus& focus);
    using QWidget::show;
    /// Whether the head's layer rotates or adds a bias.
    bool hasAny() const { return m_effects.method == PositionMethod::kRotary || m_effects.bias; }
    /// Lets go of the model and the trace.
    void forget();
    QString statement() const { return m_source; }

    const PositionEffects& effects() const { return m_effects; }
    const HeatmapPlot& angles() const { return *m_angles; }
    const CurvesPlot& byDistance() const { return *m_byDistance; }
    const CurvesPlot& score() const { return *m_score; }
    /// Query and key whose score is plotted over the distance.
    std::optional<std::pair<int, int>> pair() const { return m_pair; }

private:
    void choosePair(const Cell& cell);
    void showAll();
    void showRotation();
    void showAngles(const Matrix& cosines);
    void showScore();
    void showBias();
    /// Whether the curve agrees with the recorded score.
    bool agreesWithRecording() const;
    QString distanceInWords(int distance) const;

    std::shared_ptr<const Model> m_model;
    Trace m_trace;
    HeadRef m_head;
    PositionEffects m_effects;
    std::optional<std::pair<int, int>> m_pair;
    std::vector<float> m_scores;
    Matrix m_bias; ///< [heads × distances]
    QString m_source, m_colourMap;

    ElidedLabel* m_statement;
    QSpinBox* m_reach;
    QSplitter* m_splitter;
    HeatmapPlot* m_angles;
    QLabel* m_distanceTitle;
    CurvesPlot* m_byDistance;
    QWidget* m_scorePart;
    QLabel* m_scoreTitle;
    CurvesPlot* m_score;
};

} // namespace headlight
