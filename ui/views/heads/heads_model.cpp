#include "ui/views/heads/heads_model.h"

#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/head_name.h"

#include <QApplication>
#include <QColor>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPalette>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

void HeadsModel::setHeads(const std::vector<HeadRef>& heads)
{
    if (heads == m_heads)
        return forgetStatistics();
    beginResetModel();
    m_heads = heads;
    m_statistics.clear();
    m_ranges.clear();
    endResetModel();
}

void HeadsModel::forgetStatistics()
{
    m_statistics.clear();
    m_ranges.clear();
    if (!m_heads.empty())
        emit dataChanged(index(0, 1), index(rowCount() - 1, columnCount() - 1));
}

void HeadsModel::addStatistics(const std::vector<std::pair<HeadRef, HeadStatistics>>& statistics)
{
    if (m_heads.empty())
        return;
    for (const auto& [head, numbers] : statistics)
        if (rowOf(head) >= 0)
            m_statistics[head] = numbers;
    m_ranges.clear(); // the shading of all rows depends on the range
    emit dataChanged(index(0, 1), index(rowCount() - 1, columnCount() - 1));
}

int HeadsModel::rowOf(const HeadRef& head) const
{
    const auto found = std::ranges::find(m_heads, head);
    return found == m_heads.end() ? -1 : static_cast<int>(found - m_heads.begin());
}

std::optional<HeadStatistics> HeadsModel::statistics(const HeadRef& head) const
{
    const auto found = m_statistics.find(head);
    if (found == m_statistics.end())
        return std::nullopt;
    return found->second;
}

bool HeadsModel::hasSinks() const
{
    return std::ranges::any_of(m_statistics, [](const auto& each) { return each.second.hasSink; });
}

std::optional<std::pair<double, double>> HeadsModel::range(HeadMeasure measure) const
{
    if (const auto known = m_ranges.find(measure); known != m_ranges.end())
        return known->second;
    std::optional<std::pair<double, double>> found;
    for (const auto& [head, statistics] : m_statistics) {
        const auto value = measureOf(statistics, measure);
        if (!value)
            continue;
        if (!found)
            found = {*value, *value};
        found->first = std::min(found->first, *value);
        found->second = std::max(found->second, *value);
    }
    m_ranges[measure] = found;
    return found;
}

void HeadsModel::setChanges(std::map<HeadRef, double> changes, const QString& name, const QString& tip)
{
    if (changes == m_changes && name == m_changesName && tip == m_changesTip)
        return;
    const int column = changesColumn();
    const bool there = !m_changes.empty(), remains = !changes.empty();
    if (!there && remains)
        beginInsertColumns({}, column, column);
    if (there && !remains)
        beginRemoveColumns({}, column, column);
    m_changes = std::move(changes);
    m_changesName = name;
    m_changesTip = tip;
    if (!there && remains)
        endInsertColumns();
    if (there && !remains)
        endRemoveColumns();
    if (there && remains && !m_heads.empty()) {
        emit dataChanged(index(0, column), index(rowCount() - 1, column));
        emit headerDataChanged(Qt::Horizontal, column, column);
    }
}

QVariant HeadsModel::change(const HeadRef& head, int role) const
{
    const auto found = m_changes.find(head);
    const auto value = found == m_changes.end() ? std::nullopt : std::optional(found->second);
    switch (role) {
    case Qt::DisplayRole:
        return value ? measureText(value) : QString();
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2").arg(m_changesName, measureText(value));
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case kSortRole: // by size; unknown numbers come last
        return value ? std::abs(*value) : -1.0;
    case Qt::BackgroundRole: {
        double largest = 0;
        for (const auto& [other, each] : m_changes)
            largest = std::max(largest, std::abs(each));
        if (!value || !(largest > 0))
            return {};
        QColor colour = QGuiApplication::palette().color(QPalette::Highlight);
        colour.setAlphaF(static_cast<float>(0.45 * std::abs(*value) / largest));
        return colour;
    }
    default:
        return {};
    }
}

int HeadsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_heads.size());
}

int HeadsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : changesColumn() + (m_changes.empty() ? 0 : 1);
}

QVariant HeadsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const HeadRef& head = this->head(index.row());
    if (index.column() == changesColumn())
        return change(head, role);
    if (index.column() == kBehaviourColumn)
        return behaviourData(head, role);
    if (index.column() >= kFirstMeasure)
        return number(head, headMeasures()[static_cast<std::size_t>(index.column() - kFirstMeasure)], role);
    switch (role) {
    case Qt::DisplayRole:
        return shortHeadName(head);
    case kAddressRole:
        return QString::fromStdString(toString(head));
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return headName(head);
    case kSortRole:
        return index.row(); // order of the model, not alphabetical
    default:
        return {};
    }
}

std::optional<HeadBehaviour> HeadsModel::behaviour(const HeadRef& head) const
{
    const auto known = m_statistics.find(head);
    return known == m_statistics.end() ? std::nullopt : headBehaviour(known->second);
}

std::map<HeadRef, HeadBehaviour> HeadsModel::behaviours() const
{
    std::map<HeadRef, HeadBehaviour> all;
    for (const HeadRef& head : m_heads)
        if (const auto found = behaviour(head))
            all.emplace(head, *found);
    return all;
}

QVariant HeadsModel::behaviourData(const HeadRef& head, int role) const
{
    const auto found = behaviour(head);
    switch (role) {
    case Qt::DisplayRole:
        return found ? behaviourText(*found) : QString();
    case Qt::ToolTipRole:
        return found ? behaviourTip(*found) : QString();
    case kSortRole: // equal names together, clearest first; heads without a name last
        return found ? QStringLiteral("%1 %2").arg(behaviourName(*found)).arg(1 - found->value, 0, 'f', 6)
                     : QString(QChar(0xFFFF));
    default:
        return {};
    }
}

QVariant HeadsModel::number(const HeadRef& head, HeadMeasure measure, int role) const
{
    const auto known = statistics(head);
    const auto value = known ? measureOf(*known, measure) : std::optional<double>();
    switch (role) {
    case Qt::DisplayRole:
        return known ? measureText(value) : QString();
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1 %2").arg(measureName(measure), measureText(value));
    case Qt::ToolTipRole:
        return !known        ? QString()
            : !value         ? measureMissing(measure, head)
            : known->hasSink ? sinkWords()
                             : QString();
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    case kSortRole:
        return value.value_or(-std::numeric_limits<double>::infinity());
    case Qt::BackgroundRole: {
        const auto limits = range(measure);
        if (!value || !limits || !(limits->second > limits->first))
            return {};
        QColor colour = QGuiApplication::palette().color(QPalette::Highlight);
        colour.setAlphaF(
            static_cast<float>(0.45 * (*value - limits->first) / (limits->second - limits->first)));
        return colour;
    }
    default:
        return {};
    }
}

QVariant HeadsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (section == 0)
        return role == Qt::DisplayRole ? QVariant(tr("Head"))
            : role == kTermRole        ? QVariant(termNumber(Term::kHead))
                                       : QVariant();
    if (section == changesColumn())
        return role == Qt::DisplayRole ? QVariant(m_changesName)
            : role == Qt::ToolTipRole  ? QVariant(m_changesTip)
            : role == kTermRole        ? QVariant(termNumber(Term::kAblation))
                                       : QVariant();
    if (section == kBehaviourColumn)
        return role == Qt::DisplayRole ? QVariant(tr("Behaviour"))
            : role == Qt::ToolTipRole  ? QVariant(
                   tr("What the head does on this text: its largest statistic, if that is 0.5 or more. The "
                       "heads of an untrained model have no name."))
                                      : QVariant();
    const HeadMeasure measure = headMeasures()[static_cast<std::size_t>(section - kFirstMeasure)];
    if (role == Qt::DisplayRole)
        return measureName(measure);
    if (role == kTermRole && measureTerm(measure) != Term::kHead)
        return termNumber(measureTerm(measure));
    return role == Qt::ToolTipRole ? QVariant(measureTip(measure)) : QVariant();
}

/// The rows that pass the filter.
class HeadsTable::Rows : public QSortFilterProxyModel
{
public:
    explicit Rows(HeadsTable& owner)
        : QSortFilterProxyModel(&owner)
        , m_owner(owner)
    {
        setSourceModel(&owner.m_heads);
        setSortRole(HeadsModel::kSortRole);
    }
    void filterChanged() { invalidateFilter(); }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_owner.accepts(m_owner.m_heads.head(row));
    }

private:
    const HeadsTable& m_owner;
};

HeadsTable::HeadsTable(HeadsModel& model)
    : m_heads(model)
    , m_rows(new Rows(*this))
{
    setModel(m_rows);
    setAccessibleName(tr("Statistics of all heads"));
    showAsRows(*this);
    setContextMenuPolicy(Qt::CustomContextMenu);
    keepRowHeight(*this, 6);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    setSortingEnabled(true);
    sortByColumn(0, Qt::AscendingOrder);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid() && hasFocus() && !m_showingRow)
                    emit chosen(headAt(index));
            });
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (QApplication::keyboardModifiers() & Qt::ShiftModifier)
            emit toggled(headAt(index));
        else
            emit chosen(headAt(index));
    });
    connect(this, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        if (const QModelIndex index = indexAt(at); index.isValid())
            emit menuRequested(headAt(index), viewport()->mapToGlobal(at));
    });
}

const HeadRef& HeadsTable::headAt(const QModelIndex& index) const
{
    return m_heads.head(m_rows->mapToSource(index).row());
}

void HeadsTable::setFilter(HeadFilter filter)
{
    m_filter = std::move(filter);
    m_rows->filterChanged();
}

bool HeadsTable::accepts(const HeadRef& head) const
{
    return m_filter.accepts(head, m_heads.statistics(head));
}

void HeadsTable::showRow(const HeadRef& head)
{
    const int row = m_heads.rowOf(head);
    const QModelIndex index = row < 0 ? QModelIndex() : m_rows->mapFromSource(m_heads.index(row, 0));
    if (!index.isValid() || index.row() == currentIndex().row())
        return;
    m_showingRow = true;
    selectRow(index.row());
    m_showingRow = false;
}

void HeadsTable::measureColumns(bool on)
{
    // If names were cut, they would all read "decoder.…".
    for (const int column : {0, HeadsModel::kBehaviourColumn})
        horizontalHeader()->setSectionResizeMode(
            column, on ? QHeaderView::ResizeToContents : QHeaderView::Interactive);
}

} // namespace headlight
