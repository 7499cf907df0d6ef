#pragma once

#include <QAbstractTableModel>

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace headlight {

/// A table as a list of columns, each of which says what it shows of a row. UI thread only.
template <typename Row>
class ColumnTable : public QAbstractTableModel
{
public:
    using Value = std::function<QVariant(const Row&)>;
    struct Column
    {
        QString header;
        Value text;
        std::map<int, Value> cells; ///< by other roles
        std::map<int, QVariant> about; ///< what the header says by other roles

        // Not an aggregate with defaults: GCC 12 ends with an internal error.
        Column(QString title, Value shown, std::map<int, Value> others = {},
               std::map<int, QVariant> more = {})
            : header(std::move(title))
            , text(std::move(shown))
            , cells(std::move(others))
            , about(std::move(more))
        { }
    };
    using QAbstractTableModel::QAbstractTableModel;

    const std::vector<Row>& rows() const { return m_rows; }
    const Row& row(const QModelIndex& index) const { return m_rows[static_cast<std::size_t>(index.row())]; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        const Column& column = m_columns[static_cast<std::size_t>(index.column())];
        if (role == Qt::DisplayRole)
            return column.text(row(index));
        const auto found = column.cells.find(role);
        return found == column.cells.end() ? QVariant() : found->second(row(index));
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override
    {
        if (orientation == Qt::Vertical)
            return m_name && role == Qt::DisplayRole ? m_name(m_rows[static_cast<std::size_t>(section)])
                                                     : QVariant();
        const Column& column = m_columns[static_cast<std::size_t>(section)];
        if (role == Qt::DisplayRole)
            return column.header;
        const auto found = column.about.find(role);
        return found == column.about.end() ? QVariant() : found->second;
    }

protected:
    /// Drops the rows. `name`: the header of a row; unset = none.
    void setColumns(std::vector<Column> columns, Value name = {})
    {
        beginResetModel();
        m_rows.clear();
        m_columns = std::move(columns);
        m_name = std::move(name);
        endResetModel();
    }
    /// Keeps the view's selection and position if the number of rows stays.
    void setRows(std::vector<Row> rows)
    {
        const bool same = rows.size() == m_rows.size();
        if (!same)
            beginResetModel();
        m_rows = std::move(rows);
        if (!same)
            endResetModel();
        else if (!m_rows.empty() && !m_columns.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    static Value always(const QVariant& value)
    {
        return [value](const Row&) { return value; };
    }

private:
    std::vector<Column> m_columns;
    Value m_name;
    std::vector<Row> m_rows;
};

} // namespace headlight
