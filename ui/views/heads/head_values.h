#pragma once

#include "core/analysis/experiment_table.h"
#include "core/trace/site.h"
#include "core/trace/trace.h"
#include "ui/views/heads/head_measure.h"

#include <QString>

#include <map>

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

} // namespace headlight
