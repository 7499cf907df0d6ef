#include "ui/widgets/candidate_table.h"

#include "core/sampling/decode_step.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/token_flow.h"
#include "ui/state/decoding_edit.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSet>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

// Widths in characters of average width.
constexpr int kRank = 4;
constexpr int kShortestToken = 12;
constexpr int kLongestToken = 22;
constexpr int kNumber = 11; ///< the probability without its bar

} // namespace

CandidateTable::CandidateTable(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CandidateDelegate(this));
    showAsRows(*this);
    keepRowHeight(*this, 3);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    horizontalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    fitColumns();
    // A reset model may lose its columns, and with them their widths.
    connect(model, &QAbstractItemModel::columnsInserted, this, &CandidateTable::fitColumns);
    connect(model, &QAbstractItemModel::modelReset, this, &CandidateTable::fitColumns);
    connect(model, &QAbstractItemModel::dataChanged, this, &CandidateTable::fitColumns);
    onEvent(*this, {QEvent::FontChange}, *this, [this] { fitColumns(); });
}

QSize CandidateTable::minimumSizeHint() const
{
    return {(kRank + kShortestToken + kNumber) * fontMetrics().averageCharWidth()
                + verticalScrollBar()->sizeHint().width(),
            4 * fontMetrics().height()};
}

void CandidateTable::fitColumns()
{
    const int em = fontMetrics().averageCharWidth();
    const int rest = viewport()->width() - (kRank + kNumber) * em;
    setColumnWidth(CandidatesModel::kRankColumn, kRank * em);
    // Bars and tokens share what is left; if that is too little, the bars give way, then tokens are cut,
    // numbers never.
    const int longest = std::min(sizeHintForColumn(CandidatesModel::kTokenColumn), kLongestToken * em);
    const int token = std::clamp(std::min(rest, std::max({rest / 2, kShortestToken * em, longest})), 1,
                                 kLongestToken * em);
    setColumnWidth(CandidatesModel::kTokenColumn, token);
    setColumnWidth(CandidatesModel::kProbabilityColumn, kNumber * em + std::max(0, rest - token));
}

void CandidateTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

namespace {

constexpr int kMark = 16; ///< room for the mark before a token
constexpr int kPadding = 6;

void paintMark(QPainter& painter, const QRectF& cell, const ChipColours& colours, bool own)
{
    const QPointF centre(cell.left() + kMark / 2.0, cell.center().y());
    painter.setPen(Qt::NoPen);
    painter.setBrush(own ? colours.forced : colours.rampEnd);
    if (own) {
        // A rhombus for the user's choice, a disc for the model's: distinguishable without colour.
        const QPolygonF rhombus({centre + QPointF(0, -5), centre + QPointF(5, 0), centre + QPointF(0, 5),
                                 centre + QPointF(-5, 0)});
        painter.drawPolygon(rhombus);
    } else {
        painter.drawEllipse(centre, 4, 4);
    }
}

/// Cuts the tokens of a list where they are alike: so that no two of them look the same, if that is possible.
Qt::TextElideMode cutOf(const QAbstractItemModel& model, const QFontMetricsF& metrics, double width)
{
    for (const Qt::TextElideMode cut : {Qt::ElideMiddle, Qt::ElideRight, Qt::ElideLeft}) {
        QSet<QString> seen;
        for (int row = 0; row < model.rowCount(); ++row)
            seen.insert(metrics.elidedText(model.index(row, CandidatesModel::kTokenColumn).data().toString(),
                                           cut, width));
        if (seen.size() == model.rowCount())
            return cut;
    }
    return Qt::ElideMiddle;
}

void paintProbability(QPainter& painter, const QRectF& cell, const ChipColours& colours,
                      const QModelIndex& index)
{
    const double probability = std::clamp(index.data(CandidatesModel::kProbability).toDouble(), 0.0, 1.0);
    const bool taken = index.data(CandidatesModel::kTaken).toBool();
    const bool own = index.data(CandidatesModel::kOwn).toBool();
    const qreal number = QFontMetricsF(painter.font()).horizontalAdvance(QStringLiteral("99.999 %"));
    const QRectF track(cell.left(), cell.center().y() - 5,
                       std::max(0.0, cell.width() - number - 2 * kPadding), 10);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(track, 3, 3);
    const QColor accent = own ? colours.forced : colours.rampEnd;
    painter.setBrush(taken ? accent : mixed(colours.surface, accent, 0.55));
    const QRectF bar(track.left(), track.top(), std::max(1.5, track.width() * probability), track.height());
    painter.drawRoundedRect(bar, std::min(3.0, bar.width() / 2), 3);
    painter.setPen(colours.text);
    painter.drawText(cell.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                     index.data().toString());
}

} // namespace

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFontMetrics metrics(option.font);
    const QFontMetrics bold(boldFont(option.font)); // a chosen token is
    const QString text = index.data().toString();
    return {std::max(metrics.horizontalAdvance(text), bold.horizontalAdvance(text)) + kMark + 2 * kPadding,
            metrics.height() + 2};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const
{
    const ChipColours colours = chipColours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(option.font);
    const QRectF cell(option.rect);
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(cell, mixed(colours.background, colours.rampEnd, 0.16));
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(cell, mixed(colours.background, colours.rampEnd, 0.07));

    switch (index.column()) {
    case CandidatesModel::kRankColumn:
        painter->setPen(colours.muted);
        painter->drawText(cell.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data().toString());
        break;
    case CandidatesModel::kTokenColumn: {
        const bool taken = index.data(CandidatesModel::kTaken).toBool();
        if (taken)
            paintMark(*painter, cell, colours, index.data(CandidatesModel::kOwn).toBool());
        const QFont font = taken ? boldFont(option.font) : option.font;
        painter->setFont(font);
        painter->setPen(colours.text);
        const QRectF text = cell.adjusted(kMark + 2, 0, -kPadding, 0);
        const Qt::TextElideMode cut = cutOf(*index.model(), QFontMetricsF(option.font), text.width());
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(index.data().toString(), cut, text.width()));
        break;
    }
    default:
        paintProbability(*painter, cell, colours, index);
    }
    painter->restore();
}

CandidatesModel::CandidatesModel(QObject* parent)
    : ColumnTable(parent)
{
    const Value rank = [](const Row& row) { return QString::number(row.rank + 1); };
    const Value token = [](const Row& row) { return row.text; };
    const Value probability
        = [](const Row& row) { return probabilityText(static_cast<double>(row.probability)); };
    const auto roles = [](const Value& spoken) -> std::map<int, Value> {
        return {{Qt::AccessibleTextRole, spoken},
                {Qt::ToolTipRole,
                 [](const Row& row) {
                     const QString taken = row.own ? tr("chosen by you")
                         : row.taken               ? tr("chosen")
                                                   : tr("press Enter to use it");
                     return tr("Rank %1: id %2, probability %3, %4")
                         .arg(row.rank + 1)
                         .arg(row.id)
                         .arg(localNumber(QString::number(static_cast<double>(row.probability), 'g', 6)),
                              taken);
                 }},
                {kProbability, [](const Row& row) { return static_cast<double>(row.probability); }},
                {kTaken, [](const Row& row) { return row.taken; }},
                {kOwn, [](const Row& row) { return row.own; }}};
    };
    setColumns({{tr("Rank"), rank, roles(rank)},
                {tr("Token"), token,
                 roles([](const Row& row) { return row.taken ? tr("%1, chosen").arg(row.text) : row.text; })},
                {tr("Probability"), probability, roles(probability)}});
}

void CandidatesModel::setStep(const DecodeStep* step)
{
    std::vector<Row> rows;
    bool found = step == nullptr;
    if (step != nullptr)
        for (const DecodeStep::Choice& choice : step->candidates) {
            const bool taken = choice.id == step->token.id;
            found = found || taken;
            rows.push_back({static_cast<int>(rows.size()), choice.id,
                            chipText({.text = choice.text}, true).text, choice.probability(), taken,
                            taken && isOwnChoice(*step)});
        }
    if (!found)
        rows.push_back({step->rank, step->id(), chipText(step->token, true).text, step->probability(), true,
                        isOwnChoice(*step)});
    setRows(std::move(rows));
}

} // namespace headlight
