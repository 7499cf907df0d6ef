#pragma once

#include "core/lesson/matrix_sheet.h"

#include <QWidget>

#include <optional>
#include <utility>

class QLabel;
class QTableView;

namespace headlight {

class ElidedLabel;

/// One line of a sheet of matrices: its name, formula and shape above a table of its cells, which can be
/// edited and pasted over. UI thread.
class MatrixBlock : public QWidget
{
    Q_OBJECT
public:
    MatrixBlock();

    /// `shown`: whether its numbers are seen; a reader who steps has not reached the others.
    void show(const SheetLine& line, const SheetValue& value, bool shown);
    /// Marks the cells from which a cell of another block is computed; -1 = all of a row or column.
    void mark(std::optional<std::pair<Eigen::Index, Eigen::Index>> place);
    QTableView& table() const { return *m_table; }
    const FormulaValue& value() const { return m_value; }

signals:
    /// The current cell changed by mouse or keyboard.
    void pointed(int row, int column);
    /// The user typed this into a cell; empty = the computed number again.
    void edited(int row, int column, const QString& text);
    /// The user pasted a matrix over the whole block.
    void pasted(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Cells;

    void fit();

    FormulaValue m_value;
    Cells* m_cells;
    ElidedLabel* m_line; ///< name and formula
    QLabel* m_shape; ///< or why there are no cells
    QTableView* m_table;
};

} // namespace headlight
