#include "ui/views/heads/measure_choice.h"

#include "ui/views/heads/head_values.h"

namespace headlight {

namespace {

// Data of the entries after the statistics: the place among the results.
constexpr int kExperimentRole = Qt::UserRole + 1;

/// Index of the first of them.
int firstResult()
{
    return 1 + static_cast<int>(headMeasures().size());
}

} // namespace

MeasureChoice::MeasureChoice()
{
    addItem(tr("Thumbnails"));
    setItemData(0, tr("A thumbnail of each head’s map"), Qt::ToolTipRole);
    for (const HeadMeasure measure : headMeasures()) {
        addItem(measureName(measure), static_cast<int>(measure));
        setItemData(count() - 1, measureTip(measure), Qt::ToolTipRole);
    }
    setAccessibleName(tr("What the grid of heads shows"));
    setToolTip(tr("Thumbnails of the maps, or one statistic per head, shaded from smallest to largest"));
}

std::optional<HeadMeasure> MeasureChoice::statistic() const
{
    return currentIndex() > 0 && currentIndex() < firstResult()
        ? std::optional(static_cast<HeadMeasure>(currentData().toInt()))
        : std::nullopt;
}

std::optional<std::size_t> MeasureChoice::experiment() const
{
    const QVariant place = currentData(kExperimentRole);
    return place.isValid() ? std::optional(place.value<std::size_t>()) : std::nullopt;
}

void MeasureChoice::offer(const ExperimentBoard& board, Wanted wanted)
{
    const std::optional<std::size_t> before = experiment();
    int shown = currentIndex() < firstResult() ? currentIndex() : 0;
    int place = firstResult();
    const auto& results = board.results();
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!board.isOfModel(*results[i]) || headChanges(results[i]->table).size() < 2)
            continue;
        if (place == count())
            addItem(QString());
        setItemText(place, tr("Experiment %1").arg(i + 1));
        setItemData(place, results[i]->name, Qt::ToolTipRole);
        setItemData(place, QVariant::fromValue(i), kExperimentRole);
        if (wanted == Wanted::kShown ? before == i : wanted == Wanted::kLatest || results[i]->inHeads)
            shown = place;
        ++place;
    }
    setCurrentIndex(shown);
    while (count() > place)
        removeItem(count() - 1);
}

} // namespace headlight
