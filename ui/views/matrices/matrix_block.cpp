#include "ui/views/matrices/matrix_block.h"

#include "core/base/text_list.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/state/translation.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QAbstractTableModel>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kMostSeen = 8; ///< rows and columns before the table scrolls

QString numberIn(double value)
{
    return std::isfinite(value) ? fourDigits(value) : localNumber(value, 0);
}

} // namespace

/// The cells of a block as a table.
class MatrixBlock::Cells : public QAbstractTableModel
{
public:
    explicit Cells(MatrixBlock& block)
        : QAbstractTableModel(&block)
        , m_block(block)
    { }

    void set(const SheetLine& line, bool shown)
    {
        beginResetModel();
        m_line = line;
        m_shown = shown;
        m_marked.reset();
        endResetModel();
    }
    void mark(std::optional<std::pair<Eigen::Index, Eigen::Index>> place)
    {
        if (place == m_marked)
            return;
        m_marked = place;
        if (rowCount() > 0 && columnCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
    }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_block.m_value.rows());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_block.m_value.cols());
    }
    QVariant headerData(int section, Qt::Orientation, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(section) : QVariant();
    }
    Qt::ItemFlags flags(const QModelIndex& index) const override
    {
        return QAbstractTableModel::flags(index) | (m_shown ? Qt::ItemIsEditable : Qt::NoItemFlags);
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        const double number = m_block.m_value(index.row(), index.column());
        const ChipColours colours = chipColours(m_block.palette());
        switch (role) {
        case Qt::DisplayRole:
            return m_shown ? numberIn(number) : QString();
        case Qt::EditRole:
            return QString::fromStdString(shortestNumber(number));
        case Qt::TextAlignmentRole:
            return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        case Qt::BackgroundRole:
            return isMarked(index) ? QVariant(mixed(colours.background, colours.rampEnd, 0.45)) : QVariant();
        case Qt::ForegroundRole:
            return isTyped(index) ? QVariant(colours.forced) : QVariant();
        case Qt::ToolTipRole:
            return isTyped(index) ? MatrixBlock::tr("Typed by you. Delete gives the computed number back.")
                                  : QVariant();
        default:
            return {};
        }
    }
    bool setData(const QModelIndex& index, const QVariant& value, int role) override
    {
        if (role != Qt::EditRole || value.toString() == data(index, role).toString())
            return false;
        emit m_block.edited(index.row(), index.column(), value.toString().trimmed());
        return true;
    }

private:
    bool isMarked(const QModelIndex& index) const
    {
        return m_marked && (m_marked->first < 0 || m_marked->first == index.row())
            && (m_marked->second < 0 || m_marked->second == index.column());
    }
    bool isTyped(const QModelIndex& index) const
    {
        return std::any_of(m_line.cells.begin(), m_line.cells.end(), [&](const SheetCell& cell) {
            return cell.row == index.row() && cell.column == index.column();
        });
    }

    MatrixBlock& m_block;
    SheetLine m_line;
    bool m_shown = true;
    std::optional<std::pair<Eigen::Index, Eigen::Index>> m_marked;
};

MatrixBlock::MatrixBlock()
    : m_cells(new Cells(*this))
    , m_line(new ElidedLabel)
    , m_shape(makePlainLabel())
    , m_table(new QTableView)
{
    auto* const column = makeColumn(this, {}, 2);
    m_line->setMostLines(2);
    column->addWidget(m_line);
    m_shape->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_shape);
    m_table->setModel(m_cells);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->installEventFilter(this);
    for (QHeaderView* const header : {m_table->horizontalHeader(), m_table->verticalHeader()}) {
        header->setHighlightSections(false);
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setMinimumSectionSize(0);
        header->setForegroundRole(QPalette::PlaceholderText);
    }
    column->addWidget(m_table);
    column->addStretch(1);
    setFocusProxy(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid())
                    emit pointed(index.row(), index.column());
            });
    onEvent(*this, {QEvent::FontChange}, *this, [this] { fit(); });
}

void MatrixBlock::show(const SheetLine& line, const SheetValue& value, bool shown)
{
    const QModelIndex current = m_table->currentIndex();
    const QSignalBlocker quiet(m_table->selectionModel());
    m_value = value.value;
    m_cells->set(line, shown);
    const QString name = QString::fromStdString(line.name);
    m_line->setText(line.isGiven() ? name
                                   : name + QStringLiteral(" = ") + QString::fromStdString(line.formula));
    m_shape->setText(value.error.empty() ? tr("%1 × %2").arg(value.value.rows()).arg(value.value.cols())
                                         : QString::fromStdString(value.error));
    m_shape->setWordWrap(!value.error.empty());
    m_table->setAccessibleName(m_line->text() + QLatin1Char(' ') + m_shape->text());
    m_table->setVisible(value.error.empty());
    if (current.row() >= 0 && current.row() < m_cells->rowCount()
        && current.column() < m_cells->columnCount())
        m_table->setCurrentIndex(m_cells->index(current.row(), current.column()));
    fit();
}

void MatrixBlock::mark(std::optional<std::pair<Eigen::Index, Eigen::Index>> place)
{
    m_cells->mark(place);
}

void MatrixBlock::fit()
{
    const QFontMetrics metrics = fontMetrics();
    int letters = metrics.horizontalAdvance(QStringLiteral("−0.00"));
    for (int row = 0; row < std::min(m_cells->rowCount(), kMostSeen); ++row)
        for (int column = 0; column < std::min(m_cells->columnCount(), 4 * kMostSeen); ++column)
            letters = std::max(
                letters,
                metrics.horizontalAdvance(numberIn(m_value(row, column)))); // as wide as what is shown
    m_table->horizontalHeader()->setDefaultSectionSize(letters + 12);
    m_table->verticalHeader()->setDefaultSectionSize(metrics.height() + 6);
    const int rows = std::min(m_cells->rowCount(), kMostSeen),
              columns = std::min(m_cells->columnCount(), kMostSeen);
    const QScrollBar& across = *m_table->horizontalScrollBar();
    const bool wide = m_cells->columnCount() > columns, high = m_cells->rowCount() > rows;
    m_table->setFixedSize(m_table->verticalHeader()->sizeHint().width() + columns * (letters + 12)
                              + (high ? m_table->verticalScrollBar()->sizeHint().width() : 0),
                          m_table->horizontalHeader()->sizeHint().height() + rows * (metrics.height() + 6)
                              + (wide ? across.sizeHint().height() : 0));
    const int words = metrics.horizontalAdvance(m_line->text()) + metrics.averageCharWidth();
    setFixedWidth(std::max({m_table->isHidden() ? 0 : m_table->width(), 12 * metrics.averageCharWidth(),
                            std::min(words, 34 * metrics.averageCharWidth())}));
}

bool MatrixBlock::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        auto* const key = static_cast<QKeyEvent*>(event); // NOLINT(*-static-cast-downcast)
        const QModelIndex current = m_table->currentIndex();
        if (key->matches(QKeySequence::Paste)) {
            emit pasted(QGuiApplication::clipboard()->text());
            return true;
        }
        if (key->matches(QKeySequence::Copy)) {
            QGuiApplication::clipboard()->setText(QString::fromStdString(formulaOf(m_value)));
            return true;
        }
        if (key->key() == Qt::Key_Delete && current.isValid()) {
            emit edited(current.row(), current.column(), {});
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
