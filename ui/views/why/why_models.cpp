#include "ui/views/why/why_models.h"

#include "ui/picture/colour_map.h"
#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QFont>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

using Kind = Writer::Kind;
constexpr std::size_t kShownWriters = 8;
constexpr int kMarksHeight = 10; ///< pixels

double shareOf(double value, double largest)
{
    return largest > 0 && std::isfinite(value) ? value / largest : 0;
}

/// Zero is in the middle: a bar from there, a circle and an upright line.
void paintMarks(QPainter& painter, const QRect& strip, const QVariantList& marks, const QColor& ink)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF room = QRectF(strip).adjusted(5, 1, -5, -2);
    const double zero = room.center().x(), middle = room.center().y(), half = room.width() / 2;
    const auto at = [&](int mark) { return zero + half * marks[mark].toDouble(); };
    painter.setPen(QPen(ink, 1));
    painter.drawLine(QPointF(zero, room.top()), QPointF(zero, room.bottom()));
    QColor pale = ink;
    pale.setAlphaF(0.45F);
    painter.fillRect(QRectF(QPointF(zero, middle - 1.5), QPointF(at(0), middle + 1.5)).normalized(), pale);
    painter.drawEllipse(QPointF(at(1), middle), 2.5, 2.5);
    painter.setPen(QPen(ink, 2));
    painter.drawLine(QPointF(at(2), room.top()), QPointF(at(2), room.bottom()));
    painter.restore();
}

} // namespace

void SignedDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const QVariant share = index.data(kSignedShareRole);
    if (!share.isValid())
        return QStyledItemDelegate::paint(painter, option, index);
    const bool dark = option.palette.color(QPalette::Base).lightness() < 128;
    const int level = std::clamp(static_cast<int>(std::lround(127.5 + 127.5 * share.toDouble())), 0, 255);
    const QRgb colour = colourMap(divergingMapName(), dark ? Backdrop::kDark : Backdrop::kLight).at(level);
    painter->fillRect(option.rect, QColor(colour));
    QStyleOptionViewItem onColour = option;
    onColour.state &= ~QStyle::State_Selected; // its colour and marks stay: a frame says that it is selected
    onColour.palette.setColor(QPalette::Text, inkOn(colour));
    const QVariantList marks = index.data(kMarksRole).toList();
    if (!marks.isEmpty()) {
        const QRect strip(option.rect.left(), option.rect.bottom() - kMarksHeight, option.rect.width(),
                          kMarksHeight);
        onColour.rect.setBottom(strip.top());
        paintMarks(*painter, strip, marks, inkOn(colour));
    }
    QStyledItemDelegate::paint(painter, onColour, index);
    if ((option.state & QStyle::State_Selected) == 0)
        return;
    painter->save();
    painter->setPen(QPen(option.palette.color(QPalette::Highlight), 3));
    painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

QString partText(double part)
{
    if (std::isnan(part))
        return QStringLiteral("–");
    const double size = std::abs(part);
    if (size < 0.5e-4)
        return QStringLiteral("0"); // not "−0.0000"
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4;
    const QString number = withMinus(localNumber(part, decimals));
    return part > 0 ? QLatin1Char('+') + number : number;
}

QString writerText(const Writer& writer)
{
    const QString layer = QString::number(writer.layer);
    switch (writer.kind) {
    case Kind::kEmbeddings:
        return tr("embedding");
    case Kind::kPositions:
        return tr("position");
    case Kind::kSegments:
        return tr("segment");
    case Kind::kHead: {
        const HeadRef head{writer.stack, writer.layer, writer.attention, writer.index};
        // All the others are of the stack whose stream is split.
        return head.kind == AttentionKind::kCross ? shortHeadName(head)
                                                  : tr("head %1").arg(headNumbers(head));
    }
    case Kind::kFeedForward:
        return tr("feed-forward %1").arg(layer);
    case Kind::kConvolution:
        return tr("convolution");
    case Kind::kDistance:
        return tr("distance");
    case Kind::kBias:
        return tr("biases");
    case Kind::kOutputBias:
        return tr("bias of attention %1").arg(layer);
    case Kind::kNorm:
        return writer.norm == NormSite::kFinal    ? tr("bias of the final norm")
            : writer.norm == NormSite::kEmbedding ? tr("bias of the embeddings’ norm")
                                                  : tr("bias of a norm %1").arg(layer);
    case Kind::kLogitBias:
        return tr("bias of the head");
    case Kind::kEmbeddingBias:
    case Kind::kOutputProjection:
        break;
    }
    return tr("bias of a projection");
}

// PartsModel

void PartsModel::setAccount(const EffectAccount& account, const TraceInfo& info, StackKind stack)
{
    const StackShape& shape = *info.stack(stack);
    m_layers = shape.layers;
    m_effects.clear();
    std::vector<Column> columns;
    columns.reserve(static_cast<std::size_t>(m_layers) + 2);
    for (int column = 0; column < m_layers + 2; ++column)
        columns.push_back(makeColumn(column));
    std::vector<PartsRow> rows;
    rows.reserve(2 * static_cast<std::size_t>(shape.heads) + 2);
    for (int head = 0; head < shape.heads; ++head)
        rows.push_back({tr("Head %1").arg(head), writerOf({stack, 0, AttentionKind::kSelf, head})});
    for (int head = 0; shape.cross && head < shape.heads; ++head)
        rows.push_back({tr("Cross, head %1").arg(head), writerOf({stack, 0, AttentionKind::kCross, head})});
    rows.push_back({tr("Feed-forward"), Writer{Kind::kFeedForward, stack}});
    rows.push_back({tr("Input, biases")});
    for (PartsRow& row : rows)
        row.numbers.resize(columns.size());
    setColumns(std::move(columns), [](const PartsRow& row) { return row.name; });
    for (std::size_t i = 0; i < account.writers.size(); ++i) {
        const Writer& writer = account.writers[i];
        // The heads come first, then the feed-forward and the rest.
        const std::size_t row = writer.kind == Kind::kHead
            ? static_cast<std::size_t>(writer.index
                                       + (writer.attention == AttentionKind::kCross ? shape.heads : 0))
            : rows.size() - (writer.kind == Kind::kFeedForward ? 2 : 1);
        std::optional<double>& number = rows[row].numbers[columnOf(writer)];
        number = number.value_or(0) + account.parts[i];
    }
    m_largest = 0;
    for (const PartsRow& row : rows)
        for (const std::optional<double>& number : row.numbers)
            m_largest = std::max(m_largest, std::abs(number.value_or(0)));
    setRows(std::move(rows));
}

// The numbers need the room more than the names.
QVariant PartsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical && role == Qt::ToolTipRole)
        if (const auto& writer = rows()[static_cast<std::size_t>(section)].writer;
            writer && writer->attention == AttentionKind::kCross)
            return tr("Cross-attention, head %1").arg(writer->index);
    return ColumnTable::headerData(section, orientation, role);
}

void PartsModel::setEffects(PartEffects effects)
{
    m_effects = std::move(effects);
    m_largestMark = 0;
    for (const std::vector<double>& each : compared())
        for (const double number : each)
            m_largestMark = std::max(m_largestMark, std::abs(number));
    setRows(rows());
}

std::array<std::vector<double>, 3> PartsModel::compared() const
{
    std::array<std::vector<double>, 3> found;
    for (const auto& [writer, effect] : m_effects)
        if (const QModelIndex at = indexOf(writer); at.isValid()) {
            found[0].push_back(number(at.row(), at.column()).value_or(0));
            found[1].push_back(effect.estimate);
            found[2].push_back(effect.run);
        }
    return found;
}

PartsModel::Column PartsModel::makeColumn(int column) const
{
    const auto shown = [column](auto make) -> Value {
        return [column, make](const PartsRow& row) -> QVariant {
            const std::optional<double>& number = row.numbers[static_cast<std::size_t>(column)];
            return number ? QVariant(make(row, *number)) : QVariant();
        };
    };
    return {column == 0             ? tr("Input")
                : column > m_layers ? tr("End")
                                    : tr("Layer %1").arg(column - 1),
            shown([](const PartsRow&, double number) { return partText(number); }),
            {{Qt::TextAlignmentRole, always(static_cast<int>(Qt::AlignCenter))},
             {Qt::ToolTipRole, shown([this, column](const PartsRow& row, double) {
                  return plainTip(words(index(static_cast<int>(&row - rows().data()), column)));
              })},
             {kSignedShareRole,
              shown([this](const PartsRow&, double number) { return shareOf(number, m_largest); })},
             {kMarksRole, shown([this, column](const PartsRow& row, double number) -> QVariant {
                  const PartEffect* const effect = effectIn(row, column);
                  if (effect == nullptr)
                      return {};
                  return QVariantList{shareOf(number, m_largestMark),
                                      shareOf(effect->estimate, m_largestMark),
                                      shareOf(effect->run, m_largestMark)};
              })}}};
}

std::size_t PartsModel::columnOf(const Writer& writer) const
{
    const auto layer = static_cast<std::size_t>(std::clamp(writer.layer + 1, 1, m_layers));
    switch (writer.kind) {
    case Kind::kEmbeddings:
    case Kind::kPositions:
    case Kind::kSegments:
    case Kind::kEmbeddingBias:
        return 0;
    case Kind::kOutputProjection:
    case Kind::kLogitBias:
        return static_cast<std::size_t>(m_layers) + 1;
    case Kind::kNorm:
        return writer.norm == NormSite::kFinal    ? static_cast<std::size_t>(m_layers) + 1
            : writer.norm == NormSite::kEmbedding ? 0
                                                  : layer;
    default:
        return layer;
    }
}

std::optional<Writer> PartsModel::writerIn(const PartsRow& row, int column) const
{
    if (!row.writer || column == 0 || column > m_layers)
        return std::nullopt;
    Writer writer = *row.writer;
    writer.layer = column - 1;
    return writer;
}

const PartEffect* PartsModel::effectIn(const PartsRow& row, int column) const
{
    const std::optional<Writer> writer = writerIn(row, column);
    const auto effect = writer ? m_effects.find(*writer) : m_effects.end();
    return effect != m_effects.end() ? &effect->second : nullptr;
}

std::optional<HeadRef> PartsModel::headAt(const QModelIndex& index) const
{
    const std::optional<Writer> writer
        = index.isValid() ? writerIn(row(index), index.column()) : std::nullopt;
    if (!writer || writer->kind != Kind::kHead)
        return std::nullopt;
    return HeadRef{writer->stack, writer->layer, writer->attention, writer->index};
}

QModelIndex PartsModel::indexOf(const Writer& writer) const
{
    Writer first = writer;
    first.layer = 0;
    for (std::size_t row = 0; writer.layer < m_layers && row < rows().size(); ++row)
        if (rows()[row].writer == first)
            return index(static_cast<int>(row), writer.layer + 1);
    return {};
}

std::optional<double> PartsModel::number(int row, int column) const
{
    return rows()[static_cast<std::size_t>(row)].numbers[static_cast<std::size_t>(column)];
}

QString PartsModel::words(const QModelIndex& index) const
{
    const std::optional<double> value
        = index.isValid() ? number(index.row(), index.column()) : std::optional<double>();
    if (!value)
        return {};
    const std::optional<HeadRef> head = headAt(index);
    const QString name = head ? headName(*head)
                              : row(index).name + QStringLiteral(", ")
            + headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
    if (const PartEffect* const effect = effectIn(row(index), index.column()))
        return tr("%1 adds %2 directly; by the gradient %3, measured %4")
            .arg(name, partText(*value), partText(effect->estimate), partText(effect->run));
    return (m_effects.empty() ? tr("%1 adds %2 directly")
                              : tr("%1 adds %2 directly; only heads and feed-forward layers can be replaced"))
        .arg(name, partText(*value));
}

// KeysModel

KeysModel::KeysModel(QObject* parent)
    : ColumnTable(parent)
{
    const Value centred = always(static_cast<int>(Qt::AlignCenter));
    setColumns(
        {{tr("Key"),
          [](const Row& row) { return QStringLiteral("%1 %2").arg(row.key).arg(tokenText(row.token)); },
          {{Qt::FontRole, [](const Row& row) { return tokenFont(row.token); }}}},
         {tr("Weight"),
          [](const Row& row) { return columnNumber(row.weight); },
          {{Qt::TextAlignmentRole, centred}},
          {{kTermRole, termNumber(Term::kWeight)}}},
         {tr("Effect"),
          [](const Row& row) { return partText(row.effect); },
          {{Qt::TextAlignmentRole, centred},
           {kSignedShareRole, [this](const Row& row) { return shareOf(row.effect, m_largest); }}}},
         {tr("If masked"),
          [](const Row& row) { return partText(row.masked); },
          {{Qt::TextAlignmentRole, centred}},
          {{Qt::ToolTipRole,
            tr("How much the head’s part would fall without this key, if the others took its weight. What "
               "later layers would make of it is not counted")}}}});
}

void KeysModel::setKeys(std::vector<Row> keys, double largest)
{
    std::stable_sort(keys.begin(), keys.end(),
                     [](const Row& a, const Row& b) { return std::abs(a.effect) > std::abs(b.effect); });
    m_largest = largest;
    setRows(std::move(keys));
}

// WritersModel

WritersModel::WritersModel(QObject* parent)
    : ColumnTable(parent)
{
    std::vector<ColumnTable::Column> columns;
    const auto add = [&](const QString& header, std::optional<WritersRow::Part> WritersRow::*side) {
        const auto shown = [side](auto make) -> Value {
            return [side, make](const WritersRow& row) -> QVariant {
                return row.*side ? QVariant(make(*(row.*side))) : QVariant();
            };
        };
        QFont link;
        link.setUnderline(true);
        const auto ofHead = [side](const QVariant& value) -> Value {
            return [side, value](const WritersRow& row) {
                const auto& part = row.*side;
                return part && part->writer && part->writer->kind == Writer::Kind::kHead ? value : QVariant();
            };
        };
        columns.push_back({header,
                           shown([](const WritersRow::Part& part) {
                               return part.writer ? writerText(*part.writer) : tr("the rest");
                           }),
                           {{Qt::FontRole, ofHead(link)},
                            {Qt::ToolTipRole, ofHead(tr("Goes on to this head, where it wrote"))}}});
        columns.push_back({tr("Part"),
                           shown([](const WritersRow::Part& part) { return partText(part.part); }),
                           {{Qt::TextAlignmentRole, always(static_cast<int>(Qt::AlignCenter))},
                            {kSignedShareRole, shown([this](const WritersRow::Part& part) {
                                 return shareOf(part.part, m_largest);
                             })}}});
    };
    add(tr("Query from"), &WritersRow::query);
    add(tr("Key from"), &WritersRow::key);
    setColumns(std::move(columns));
}

void WritersModel::setParts(const std::vector<Writer>& query, const std::vector<Writer>& key,
                            const DoubleMatrix& parts)
{
    std::vector<WritersRow> rows;
    m_largest = 0;
    const auto take = [&](auto side, const std::vector<Writer>& writers, const Eigen::VectorXd& sums) {
        std::vector<WritersRow::Part> all;
        for (std::size_t i = 0; i < writers.size(); ++i)
            all.push_back({writers[i], sums[static_cast<Index>(i)]});
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return std::abs(a.part) > std::abs(b.part); });
        for (std::size_t i = kShownWriters; i < all.size(); ++i)
            all[kShownWriters] = {{}, (i > kShownWriters ? all[kShownWriters].part : 0) + all[i].part};
        all.resize(std::min(all.size(), kShownWriters + 1));
        rows.resize(std::max(rows.size(), all.size()));
        for (std::size_t i = 0; i < all.size(); ++i) {
            rows[i].*side = all[i];
            m_largest = std::max(m_largest, std::abs(all[i].part));
        }
    };
    take(&WritersRow::query, query, parts.rowwise().sum());
    take(&WritersRow::key, key, parts.colwise().sum().transpose());
    setRows(std::move(rows));
}

std::optional<Writer> WritersModel::writerAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return std::nullopt;
    const auto& part = index.column() < kKeyWriter ? row(index).query : row(index).key;
    return part ? part->writer : std::nullopt;
}

} // namespace headlight
