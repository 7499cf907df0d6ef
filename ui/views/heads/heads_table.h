#pragma once

#include "core/trace/site.h"
#include "ui/views/heads/head_measure.h"

#include <QTableView>

namespace headlight {

class HeadsModel;

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
