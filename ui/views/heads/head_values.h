#pragma once

#include "core/analysis/experiment_table.h"
#include "core/analysis/head_statistics.h"
#include "core/trace/site.h"
#include "core/trace/trace.h"
#include "ui/picture/cell_grid.h"
#include "ui/views/heads/head_measure.h"

#include <QString>

#include <functional>
#include <map>
#include <stop_token>
#include <utility>
#include <vector>

namespace headlight {

class HeadsModel;

/// A number for each head, painted in place of the thumbnails.
struct HeadValues
{
    std::map<HeadRef, double> values; ///< heads without a number stay empty
    double lower = 0, upper = 1; ///< ends of the colour scale
    bool diverging = false; ///< zero is neutral: lower = -upper
    bool operator==(const HeadValues&) const = default;
};

/// A statistic of every head, scaled from smallest to largest, so that the heads of this text can be told
/// apart.
HeadValues headValues(const HeadsModel& model, HeadMeasure measure);
/// The changes that replacing single heads made in an experiment; others are left out.
std::map<HeadRef, double> headChanges(const ExperimentTable& table);
/// KL has no sign; for other metrics zero is neutral.
HeadValues headValues(const ExperimentTable& table);

/// Tooltip of a head: its name, what it shares and can see, its largest weight, and how far its rows spread.
/// Reads the map unless it is very large.
QString headTip(const Trace& trace, const HeadRef& head);

class Settings;

/// Display options of the view of all heads.
struct HeadsLook
{
    QString measure; ///< word of the measure that shades the grid; empty = thumbnails
    bool table = false;
    int sortColumn = 0; ///< column of the table
    bool descending = false;
    bool operator==(const HeadsLook&) const = default;
};

/// As last stored.
HeadsLook headsLook(const Settings& settings);
void keepHeadsLook(Settings& settings, const HeadsLook& look);

// The numbers of all heads, read on any thread and delivered some heads at a time.

/// Whether reading all cells of some head's map takes seconds, so that some of its rows are shown first.
bool anySlow(const Trace& trace, const std::vector<HeadRef>& heads);

/// Tiles of each head's map. Of slow maps, first evenly spaced rows exactly, then all rows, one head after
/// the other. A head without numbers, whose layer was not run, has a null grid.
using HeadGrids = std::vector<std::pair<HeadRef, CellGrid>>;
void readThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                    const std::stop_token& stop, const std::function<void(HeadGrids)>& show);

/// Number of recorded numbers that would take about as long to read as the statistics of all heads.
Index statisticsEffort(const Trace& trace, const std::vector<HeadRef>& heads);
/// Heads without recorded weights are left out.
using StatisticsOfHeads = std::vector<std::pair<HeadRef, HeadStatistics>>;
void readStatistics(const Trace& trace, const std::vector<HeadRef>& heads, const std::stop_token& stop,
                    const std::function<void(StatisticsOfHeads)>& show);

} // namespace headlight
