#include "ui/views/heads/measure_choice.h"

#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_model.h"

#include <vector>

namespace headlight {

namespace {

// Data of the entries after the statistics.
constexpr int kSweepRole = Qt::UserRole + 1, kExperimentRole = Qt::UserRole + 2;

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

std::optional<Metric> MeasureChoice::sweep() const
{
    const QVariant metric = currentData(kSweepRole);
    return metric.isValid() ? std::optional(static_cast<Metric>(metric.toInt())) : std::nullopt;
}

std::optional<std::size_t> MeasureChoice::experiment() const
{
    const QVariant place = currentData(kExperimentRole);
    return place.isValid() ? std::optional(place.value<std::size_t>()) : std::nullopt;
}

void MeasureChoice::offer(bool hasSweep, std::optional<Metric> wanted, const ExperimentBoard& board)
{
    struct Entry
    {
        QString text, tip;
        int role;
        QVariant value;
        bool shown;
    };
    std::vector<Entry> entries;
    const std::optional<Metric> metric = wanted ? wanted : sweep();
    if (hasSweep)
        for (const Metric each : HeadsModel::kSweepMetrics)
            entries.push_back({HeadsModel::sweepName(each), HeadsModel::sweepTip(each), kSweepRole,
                               static_cast<int>(each), metric == each});
    const auto& results = board.results();
    for (std::size_t i = 0; i < results.size(); ++i)
        if (board.isOfModel(*results[i]) && headChanges(results[i]->table).size() > 1)
            entries.push_back({tr("Experiment %1").arg(i + 1), results[i]->name, kExperimentRole,
                               QVariant::fromValue(i), !metric && experiment() == i});
    const int first = firstResult();
    const bool same = count() - first == static_cast<int>(entries.size())
        && itemData(first, kSweepRole).isValid() == hasSweep;
    const int statistic = currentIndex() < first ? currentIndex() : 0;
    while (!same && count() > first)
        removeItem(first);
    if (!same)
        setCurrentIndex(statistic);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const int place = first + static_cast<int>(i);
        if (!same)
            addItem(entries[i].text);
        setItemData(place, entries[i].tip, Qt::ToolTipRole);
        setItemData(place, entries[i].value, entries[i].role);
        if (entries[i].shown)
            setCurrentIndex(place);
    }
}

} // namespace headlight
