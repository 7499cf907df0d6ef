#pragma once

#include "ui/state/experiment_board.h"
#include "ui/views/heads/head_measure.h"

#include <QComboBox>

#include <optional>

namespace headlight {

/// What the grid of heads shows: thumbnails, a statistic, or what an experiment has found. UI thread only.
class MeasureChoice : public QComboBox
{
    Q_OBJECT
public:
    MeasureChoice();

    std::optional<HeadMeasure> statistic() const;
    /// The place of an experiment among the results.
    std::optional<std::size_t> experiment() const;
    enum class Wanted : unsigned char {
        kShown, ///< what is shown, as far as it is still there
        kLatest,
        kOrdered, ///< the latest one that was ordered for this view
    };
    /// Offers the experiments of the current model on single heads, and shows what is wanted.
    void offer(const ExperimentBoard& board, Wanted wanted);
};

} // namespace headlight
