#pragma once

#include "core/analysis/head_behaviour.h"
#include "core/analysis/sweep_result.h"
#include "ui/views/heads/head_measure.h"

#include <QAbstractTableModel>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// The heads of a model with their statistics, one row each; numbers arrive as they are computed. The first
/// column names the head, the second says what it does on the text, the others are headMeasures() and, after
/// a sweep over heads, the effect of switching each of them off. UI thread only.
class HeadsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// Sorts by number; missing numbers are lowest.
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kBehaviourColumn = 1;
    static constexpr int kFirstMeasure = 2; ///< column

    using QAbstractTableModel::QAbstractTableModel;

    /// Drops all numbers.
    void setHeads(const std::vector<HeadRef>& heads);
    /// Adds statistics of some heads; unknown heads are ignored.
    void addStatistics(const std::vector<std::pair<HeadRef, HeadStatistics>>& statistics);
    /// Drops the numbers and keeps the heads.
    void forgetStatistics();

    const std::vector<HeadRef>& heads() const { return m_heads; }
    const HeadRef& head(int row) const { return m_heads[static_cast<std::size_t>(row)]; }
    int rowOf(const HeadRef& head) const; ///< −1 if there is none
    std::optional<HeadStatistics> statistics(const HeadRef& head) const;
    bool hasSinks() const; ///< whether some known statistics are of what a learned sink leaves
    /// What the head does on the text; nothing if that has no name or is not known yet.
    std::optional<HeadBehaviour> behaviour(const HeadRef& head) const;
    std::map<HeadRef, HeadBehaviour> behaviours() const;
    /// Smallest and largest number of a measure over all heads; nothing until one is known.
    std::optional<std::pair<double, double>> range(HeadMeasure measure) const;

    /// Null, or a sweep not over heads, removes the sweep's columns. Unknown points stay empty.
    void setSweep(const std::shared_ptr<const SweepResult>& result);
    bool hasSweep() const { return m_hasSweep; }
    std::optional<double> sweepValue(const HeadRef& head, SweepMeasure measure) const;
    /// The largest magnitude in the sweep; 1 if all numbers are 0.
    double sweepRange(SweepMeasure measure) const;
    QString sweepWords(const HeadRef& head) const; ///< for a tooltip; empty if unknown
    int columnOf(SweepMeasure measure) const;
    static QString sweepName(SweepMeasure measure);
    static QString sweepTip(SweepMeasure measure);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant behaviourData(const HeadRef& head, int role) const;
    QVariant number(const HeadRef& head, HeadMeasure measure, int role) const;
    QVariant sweepNumber(const HeadRef& head, SweepMeasure measure, int role) const;

    std::vector<HeadRef> m_heads;
    std::map<HeadRef, HeadStatistics> m_statistics;
    std::map<HeadRef, SweepPoint> m_sweep; ///< known points only
    bool m_hasSweep = false;
    mutable std::map<HeadMeasure, std::optional<std::pair<double, double>>> m_ranges;
};

} // namespace headlight
