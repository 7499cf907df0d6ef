#pragma once

#include "core/analysis/head_behaviour.h"
#include "core/trace/site.h"
#include "ui/views/heads/head_measure.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// The heads of a model with their statistics, one row each; numbers arrive as they are computed. The first
/// column names the head, the second says what it does on the text, the others are headMeasures() and what an
/// experiment has found that replacing each of them changes. UI thread only.
class HeadsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    /// Sorts by number; missing numbers are lowest.
    static constexpr int kSortRole = Qt::UserRole;
    static constexpr int kAddressRole = Qt::UserRole + 1; ///< of the first column: as on the command line
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

    /// What replacing each head changes, in a column of its own; none = no such column.
    void setChanges(std::map<HeadRef, double> changes, const QString& name, const QString& tip);
    int changesColumn() const { return kFirstMeasure + static_cast<int>(headMeasures().size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant behaviourData(const HeadRef& head, int role) const;
    QVariant number(const HeadRef& head, HeadMeasure measure, int role) const;
    QVariant change(const HeadRef& head, int role) const;

    std::vector<HeadRef> m_heads;
    std::map<HeadRef, HeadStatistics> m_statistics;
    std::map<HeadRef, double> m_changes;
    QString m_changesName, m_changesTip;
    mutable std::map<HeadMeasure, std::optional<std::pair<double, double>>> m_ranges;
};

/// The statistics of all heads, or of those that a filter accepts, as a table that sorts by any column. UI
/// thread only.
class HeadsTable : public QTableView
{
    Q_OBJECT
public:
    /// The model must outlive it.
    explicit HeadsTable(HeadsModel& model);

    const HeadFilter& filter() const { return m_filter; }
    void setFilter(HeadFilter filter);
    bool accepts(const HeadRef& head) const;
    /// Selects the row of a head; nothing if it is not in the table.
    void showRow(const HeadRef& head);
    /// Whether columns of words become as wide as their longest text. Out of sight, nothing needs to be
    /// measured.
    void measureColumns(bool on);

signals:
    void chosen(const headlight::HeadRef& head);
    /// Add the head to those shown together, or remove it.
    void toggled(const headlight::HeadRef& head);
    void menuRequested(const headlight::HeadRef& head, const QPoint& globalPosition);

private:
    class Rows;

    const HeadRef& headAt(const QModelIndex& index) const;

    HeadsModel& m_heads;
    Rows* m_rows;
    HeadFilter m_filter;
    bool m_showingRow = false; ///< the row follows the current head, not the other way round
};

} // namespace headlight
