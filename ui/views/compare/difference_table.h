#pragma once

#include "core/analysis/map_comparison.h"
#include "ui/state/focus.h"

#include <QTableWidget>

#include <vector>

namespace headlight {

/// The cells of two maps that differ most, largest difference first; on paper, as many as fit.
class DifferenceTable : public QTableWidget
{
    Q_OBJECT
public:
    DifferenceTable();

    /// `places`: of the comparison, whose tokens name them.
    void showPlaces(const MapComparison& comparison, std::vector<CellDifference> places);
    void showNothing();

    QSize minimumSizeHint() const override;

signals:
    /// The user chose a row; the cell is of B as compared.
    void chosen(const headlight::Cell& cell);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void choose(int row);
    void fitRows();

    std::vector<CellDifference> m_places;
    QWidget* m_rest; ///< has no size, and is hidden with all that a page does without: rows to scroll to
};

} // namespace headlight
