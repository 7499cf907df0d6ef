#pragma once

#include "core/analysis/measure.h"
#include "ui/state/experiment_board.h"
#include "ui/views/heads/head_measure.h"

#include <QComboBox>

#include <memory>
#include <optional>

namespace headlight {

/// What the grid of heads shows: thumbnails, a statistic, or what a sweep or an experiment has found. UI
/// thread only.
class MeasureChoice : public QComboBox
{
    Q_OBJECT
public:
    MeasureChoice();

    std::optional<HeadMeasure> statistic() const;
    std::optional<Metric> sweep() const;
    /// The place of an experiment among the results.
    std::optional<std::size_t> experiment() const;
    /// Offers the metrics of a sweep, if there is one, and the experiments of the current model on single
    /// heads. wanted: the metric to show; otherwise what is shown stays, as far as there is such an entry.
    void offer(bool hasSweep, std::optional<Metric> wanted, const ExperimentBoard& board);
};

} // namespace headlight
