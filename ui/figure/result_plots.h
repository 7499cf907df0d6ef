#pragma once

#include "core/analysis/experiment_table.h"
#include "core/analysis/weighed_cell.h"
#include "core/trace/trace.h"
#include "ui/picture/plot.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace headlight {

/// The kinds of plots in the command line, in the order of Plot::Kind.
QStringList plotKinds();

/// A mean with its error: "−2.71 ± 0.07"; "–" without a mean.
QString meanText(const InputMean& mean);
/// A name above or beside numbers of this metric, with their unit if they have one: "Loss (nats)".
QString axisText(const std::string& metric, const QString& name);
/// A number of what an experiment measures, with the unit if it has one: "−2.71 nats".
QString withUnit(const ExperimentTable& table, const QString& number);
/// The head that an edit replaces, or one of the layer that it patches, so that other views can show it.
std::optional<HeadRef> headOf(const ExperimentTable::Row& row);
/// The edit in the window's words; several together have their name in the table. whole: otherwise as where
/// there is little room.
QString editName(const ExperimentTable::Row& row, bool whole = true);
/// The position that an edit patches or hides.
std::optional<int> positionOf(const ExperimentTable::Row& row);
/// The row that changes the measure most; nothing if there are none.
std::optional<std::size_t> strongestRow(const ExperimentTable& table);
/// Whether changes were estimated, and run besides.
bool isChecked(const ExperimentTable& table);

/// The mean change by each edit with its error. bySize: largest first.
Plot changesPlot(const ExperimentTable& table, bool bySize);
/// The mean change by each edit at its layer and head, or at its layer and position; what has no such place
/// is left out.
Plot gridPlot(const ExperimentTable& table);
/// The mean change by each edit as estimated, against the one by runs.
Plot estimatesPlot(const ExperimentTable& table);
/// The mean changes by the edits that both results have, one against the other.
Plot comparisonPlot(const ExperimentTable& across, const ExperimentTable& up);
/// What one row changes for each input: dots, or a histogram with the mean.
Plot inputsPlot(const ExperimentTable& table, std::size_t row, Plot::Kind kind);
/// The measure of each input without any edit.
Plot basePlot(const ExperimentTable& table, Plot::Kind kind);

/// A cell with the texts of its query and its key.
struct NamedCell
{
    WeighedCell cell;
    QString query, key;
};
/// "decoder head 2.0: chat → cat".
QString cellName(const NamedCell& cell);
/// What an axis shows: the name of a number of cells.
QString cellNumberName(const CellNumber& number);
/// Two numbers of each cell; cells without one of them are left out. measured: what m is, a word of Metric.
Plot cellsPlot(const std::vector<NamedCell>& cells, const CellNumber& across, const CellNumber& up,
               const QString& measured);

} // namespace headlight
