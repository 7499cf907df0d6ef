#include "ui/widgets/heatmap_accessible.h"

#include "ui/picture/value_scale.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/words/token_text.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QHash>
#include <QPointer>

#include <cmath>
#include <limits>

namespace headlight {

namespace {

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(HeatmapAccessible)
};

/// One cell. Created on demand; knows only its position, so that it follows a change of map.
class CellAccessible : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    CellAccessible(HeatmapPlot* plot, int query, int key)
        : m_plot(plot)
        , m_query(query)
        , m_key(key)
    { }

    bool isValid() const override
    {
        return m_plot != nullptr && m_query < m_plot->map().queries() && m_key < m_plot->map().keys();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override
    {
        return m_plot == nullptr ? nullptr : m_plot->window()->windowHandle();
    }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_plot); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    void setText(QAccessible::Text, const QString&) override { }

    QString text(QAccessible::Text which) const override
    {
        if (!isValid())
            return {};
        if (which == QAccessible::Name)
            return cellInWords(*m_plot, m_query, m_key);
        if (which == QAccessible::Value)
            return fullText(m_plot->map().at(m_plot->kind(), m_query, m_key));
        return {};
    }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRectF place = m_plot->shownLayout().cells.cell(m_query, m_key);
        const QRect inside = place.toAlignedRect().intersected(m_plot->rect());
        return {m_plot->mapToGlobal(inside.topLeft()), inside.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const HeatmapMarks& marks = m_plot->marks();
        state.focused = marks.hover == Cell{m_query, m_key};
        state.selected = marks.pin.query == m_query || marks.pin.key == m_key;
        state.offscreen = rect().isEmpty();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this)
                                                       : nullptr;
    }

    bool isSelected() const override { return state().selected; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_key; }
    int rowIndex() const override { return m_query; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    QPointer<HeatmapPlot> m_plot;
    int m_query, m_key;
};

/// The plot as a table of queries and keys.
class HeatmapAccessible : public QAccessibleWidget, public QAccessibleTableInterface
{
    Q_DISABLE_COPY_MOVE(HeatmapAccessible)

public:
    explicit HeatmapAccessible(HeatmapPlot* plot)
        : QAccessibleWidget(plot, QAccessible::Table)
    { }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }

    // The table's children are its cells, row by row, and not Qt's painting widgets.
    int childCount() const override
    {
        const Index cells = plot().map().queries() * plot().map().keys();
        return static_cast<int>(std::min<Index>(cells, std::numeric_limits<int>::max()));
    }
    QAccessibleInterface* child(int index) const override
    {
        const int keys = columnCount();
        return index < 0 || keys == 0 ? nullptr : cellAt(index / keys, index % keys);
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        auto* const known
            = const_cast<QAccessibleInterface*>(child); // NOLINT(*-const-cast): Qt does the same
        auto* const cell = known == nullptr ? nullptr : known->tableCellInterface();
        return cell == nullptr ? -1 : cell->rowIndex() * columnCount() + cell->columnIndex();
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const Cell cell = plot().cellAt(plot().mapFromGlobal(QPoint(x, y)));
        return cell.query && cell.key ? cellAt(*cell.query, *cell.key) : nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        const Cell& cell = plot().marks().hover;
        return cell.query && cell.key ? cellAt(*cell.query, *cell.key) : nullptr;
    }

    int rowCount() const override { return static_cast<int>(plot().map().queries()); }
    int columnCount() const override { return static_cast<int>(plot().map().keys()); }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        if (row < 0 || row >= rowCount() || column < 0 || column >= columnCount())
            return nullptr;
        const quint64 place = static_cast<quint64>(row) << 32U | static_cast<quint64>(column);
        if (const auto known = m_cells.constFind(place); known != m_cells.constEnd())
            return QAccessible::accessibleInterface(*known);
        auto* const cell = new CellAccessible(&plot(), row, column);
        m_cells.insert(place, QAccessible::registerAccessibleInterface(cell));
        return cell;
    }
    QString rowDescription(int row) const override
    {
        const QString token = quotedToken(plot().map().queryTokens(), row);
        return plot().marks().newest == row ? Texts::tr("%1, just computed").arg(token) : token;
    }
    QString columnDescription(int column) const override
    {
        return quotedToken(plot().map().keyTokens(), column);
    }
    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }

    // A pinned row or column counts as selected.
    int selectedRowCount() const override { return plot().marks().pin.query ? 1 : 0; }
    int selectedColumnCount() const override { return plot().marks().pin.key ? 1 : 0; }
    int selectedCellCount() const override
    {
        return selectedRowCount() * columnCount() + selectedColumnCount() * rowCount();
    }
    QList<int> selectedRows() const override { return listOf(plot().marks().pin.query); }
    QList<int> selectedColumns() const override { return listOf(plot().marks().pin.key); }
    QList<QAccessibleInterface*> selectedCells() const override { return {}; }
    bool isRowSelected(int row) const override { return plot().marks().pin.query == row; }
    bool isColumnSelected(int column) const override { return plot().marks().pin.key == column; }
    bool selectRow(int row) override { return click({row, std::nullopt}); }
    bool selectColumn(int column) override { return click({std::nullopt, column}); }
    bool unselectRow(int row) override { return isRowSelected(row) && click(plot().marks().pin); }
    bool unselectColumn(int column) override { return isColumnSelected(column) && click(plot().marks().pin); }
    void modelChange(QAccessibleTableModelChangeEvent*) override { }

protected:
    ~HeatmapAccessible() override
    {
        for (const QAccessible::Id id : std::as_const(m_cells))
            QAccessible::deleteAccessibleInterface(id);
    }

private:
    HeatmapPlot& plot() const { return *qobject_cast<HeatmapPlot*>(object()); }
    static QList<int> listOf(std::optional<int> one) { return one ? QList<int>{*one} : QList<int>{}; }
    bool click(const Cell& cell) const
    {
        emit plot().clicked(cell);
        return true;
    }

    mutable QHash<quint64, QAccessible::Id> m_cells;
};

QAccessibleInterface* heatmapFactory(const QString&, QObject* object)
{
    auto* const plot = qobject_cast<HeatmapPlot*>(object);
    return plot == nullptr ? nullptr : new HeatmapAccessible(plot);
}

} // namespace

void makeHeatmapsAccessible()
{
    static bool done = false;
    if (done)
        return;
    done = true;
    QAccessible::installFactory(&heatmapFactory);
}

QString cellInWords(const HeatmapPlot& plot, int query, int key)
{
    const AttentionMap& map = plot.map();
    if (const auto& table = plot.options().table; table && map.queryTokens().empty())
        return Texts::tr("%1 %2, %3 %4: %5")
            .arg(table->rows)
            .arg(query)
            .arg(table->columns)
            .arg(key)
            .arg(fullText(map.at(plot.kind(), query, key)));
    const QString place = Texts::tr("query %1, key %2")
                              .arg(quotedToken(map.queryTokens(), query), quotedToken(map.keyTokens(), key));
    if (map.has(MapKind::kMask) && map.at(MapKind::kMask, query, key) <= 0)
        return Texts::tr("%1: masked").arg(place);
    if (plot.kind() == MapKind::kMask && !plot.options().differenceOf)
        return Texts::tr("%1: allowed").arg(place);
    const float value = map.at(plot.kind(), query, key);
    if (plot.options().differenceOf)
        return std::isnan(value) ? Texts::tr("%1: not in both runs").arg(place)
                                 : Texts::tr("%1: difference %2").arg(place, fullText(value));
    return Texts::tr("%1: %2").arg(place, fullText(value));
}

} // namespace headlight
