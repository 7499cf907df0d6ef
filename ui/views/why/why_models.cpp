#include "ui/views/why/why_models.h"

#include "ui/picture/colour_map.h"
#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

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
    if (!share.isValid() || (option.state & QStyle::State_Selected) != 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    const bool dark = option.palette.color(QPalette::Base).lightness() < 128;
    const int level = std::clamp(static_cast<int>(std::lround(127.5 + 127.5 * share.toDouble())), 0, 255);
    const QRgb colour = colourMap(divergingMapName(), dark ? Backdrop::kDark : Backdrop::kLight).at(level);
    painter->fillRect(option.rect, QColor(colour));
    QStyleOptionViewItem onColour = option;
    onColour.palette.setColor(QPalette::Text, inkOn(colour));
    const QVariantList marks = index.data(kMarksRole).toList();
    if (!marks.isEmpty()) {
        const QRect strip(option.rect.left(), option.rect.bottom() - kMarksHeight, option.rect.width(),
                          kMarksHeight);
        onColour.rect.setBottom(strip.top());
        paintMarks(*painter, strip, marks, inkOn(colour));
    }
    QStyledItemDelegate::paint(painter, onColour, index);
}

QString partText(double part)
{
    if (std::isnan(part))
        return QStringLiteral("–");
    const double size = std::abs(part);
    const int decimals = size >= 100 ? 0
        : size >= 10                 ? 1
        : size >= 0.1 || size == 0   ? 2
        : size >= 0.01               ? 3
                                     : 4;
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
    case Kind::kHead:
        return writer.attention == AttentionKind::kCross
            ? tr("cross-attention %1.%2").arg(layer).arg(writer.index)
            : tr("head %1.%2").arg(layer).arg(writer.index);
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
    beginResetModel();
    const StackShape& shape = *info.stack(stack);
    m_stack = stack;
    m_layers = shape.layers;
    m_heads = shape.heads;
    m_cross = shape.cross;
    m_effects.clear();
    m_largest = 0;
    const int rows = m_heads * (m_cross ? 2 : 1) + 2;
    m_numbers.assign(static_cast<std::size_t>(rows),
                     std::vector<std::optional<double>>(static_cast<std::size_t>(m_layers) + 2));
    for (std::size_t i = 0; i < account.writers.size(); ++i) {
        const Writer& writer = account.writers[i];
        std::optional<double>& number
            = m_numbers[static_cast<std::size_t>(rowOf(writer))][static_cast<std::size_t>(columnOf(writer))];
        number = number.value_or(0) + account.parts[i];
    }
    for (const auto& row : m_numbers)
        for (const std::optional<double>& number : row)
            m_largest = std::max(m_largest, std::abs(number.value_or(0)));
    endResetModel();
}

void PartsModel::setEffects(HeadEffects effects)
{
    beginResetModel();
    m_effects = std::move(effects);
    m_largestMark = 0;
    for (const std::vector<double>& each : compared())
        for (const double number : each)
            m_largestMark = std::max(m_largestMark, std::abs(number));
    endResetModel();
}

std::array<std::vector<double>, 3> PartsModel::compared() const
{
    std::array<std::vector<double>, 3> found;
    for (const auto& [head, effect] : m_effects)
        if (const QModelIndex at = indexOf(head); at.isValid()) {
            found[0].push_back(number(at.row(), at.column()).value_or(0));
            found[1].push_back(effect.estimate);
            found[2].push_back(effect.run);
        }
    return found;
}

void PartsModel::clear()
{
    beginResetModel();
    m_numbers.clear();
    m_effects.clear();
    endResetModel();
}

int PartsModel::rowOf(const Writer& writer) const
{
    const int rest = m_heads * (m_cross ? 2 : 1) + 1;
    if (writer.kind == Kind::kHead)
        return writer.index + (writer.attention == AttentionKind::kCross ? m_heads : 0);
    return writer.kind == Kind::kFeedForward ? rest - 1 : rest;
}

int PartsModel::columnOf(const Writer& writer) const
{
    switch (writer.kind) {
    case Kind::kEmbeddings:
    case Kind::kPositions:
    case Kind::kSegments:
    case Kind::kEmbeddingBias:
        return 0;
    case Kind::kOutputProjection:
    case Kind::kLogitBias:
        return m_layers + 1;
    case Kind::kNorm:
        if (writer.norm == NormSite::kFinal)
            return m_layers + 1;
        return writer.norm == NormSite::kEmbedding ? 0 : writer.layer + 1;
    default:
        return std::clamp(writer.layer + 1, 1, m_layers);
    }
}

std::optional<HeadRef> PartsModel::headAt(const QModelIndex& index) const
{
    const int heads = m_heads * (m_cross ? 2 : 1);
    if (!index.isValid() || index.row() >= heads || index.column() == 0 || index.column() > m_layers)
        return std::nullopt;
    const bool cross = index.row() >= m_heads;
    return HeadRef{m_stack, index.column() - 1, cross ? AttentionKind::kCross : AttentionKind::kSelf,
                   index.row() - (cross ? m_heads : 0)};
}

QModelIndex PartsModel::indexOf(const HeadRef& head) const
{
    if (m_numbers.empty() || head.stack != m_stack || head.layer >= m_layers || head.head >= m_heads
        || (head.kind == AttentionKind::kCross && !m_cross))
        return {};
    return index(head.head + (head.kind == AttentionKind::kCross ? m_heads : 0), head.layer + 1);
}

std::optional<double> PartsModel::number(int row, int column) const
{
    return m_numbers[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

QString PartsModel::words(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const std::optional<double> value = number(index.row(), index.column());
    if (!value)
        return {};
    const std::optional<HeadRef> head = headAt(index);
    const QString name = head ? headName(*head)
                              : headerData(index.row(), Qt::Vertical, Qt::DisplayRole).toString()
            + QStringLiteral(", ") + headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString();
    const auto effect = head ? m_effects.find(*head) : m_effects.end();
    if (effect == m_effects.end())
        return tr("%1 adds %2 directly").arg(name, partText(*value));
    return tr("%1 adds %2 directly; by the gradient %3, measured %4")
        .arg(name, partText(*value), partText(effect->second.estimate), partText(effect->second.run));
}

int PartsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_numbers.size());
}

int PartsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_numbers.empty() ? 0 : m_layers + 2;
}

QVariant PartsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::optional<double> value = number(index.row(), index.column());
    if (!value)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return partText(*value);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignCenter);
    case Qt::ToolTipRole:
        return plainTip(words(index));
    case kSignedShareRole:
        return shareOf(*value, m_largest);
    case kMarksRole:
        if (const std::optional<HeadRef> head = headAt(index); head && m_effects.contains(*head)) {
            const HeadEffect& effect = m_effects.at(*head);
            return QVariantList{shareOf(*value, m_largestMark), shareOf(effect.estimate, m_largestMark),
                                shareOf(effect.run, m_largestMark)};
        }
        return {};
    default:
        return {};
    }
}

QVariant PartsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return section == 0 ? tr("Input") : section > m_layers ? tr("End") : tr("Layer %1").arg(section - 1);
    const int heads = m_heads * (m_cross ? 2 : 1);
    if (section < m_heads)
        return tr("Head %1").arg(section);
    if (section < heads)
        return tr("Cross-attention, head %1").arg(section - m_heads);
    return section == heads ? tr("Feed-forward") : tr("Input, biases");
}

// KeysModel

void KeysModel::setRows(std::vector<Row> rows, double largest)
{
    beginResetModel();
    m_rows = std::move(rows);
    std::stable_sort(m_rows.begin(), m_rows.end(),
                     [](const Row& a, const Row& b) { return std::abs(a.effect) > std::abs(b.effect); });
    m_largest = largest;
    endResetModel();
}

int KeysModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int KeysModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant KeysModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::FontRole)
        return index.column() == kKey ? tokenFont(row.token) : QVariant();
    if (role == kSignedShareRole)
        return index.column() == kEffect ? QVariant(shareOf(row.effect, m_largest)) : QVariant();
    if (role == Qt::TextAlignmentRole && index.column() != kKey)
        return static_cast<int>(Qt::AlignCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case kKey:
        return QStringLiteral("%1 %2").arg(row.key).arg(tokenText(row.token));
    case kWeight:
        return probabilityText(row.weight);
    case kEffect:
        return partText(row.effect);
    default:
        return partText(-row.masked);
    }
}

QVariant KeysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return {};
    if (role == Qt::ToolTipRole && section == kMasked)
        return tr("How the head’s part would change without this key, if the others took its weight. What "
                  "later layers would make of it is not counted");
    if (role == kTermRole && section == kWeight)
        return termNumber(Term::kWeight);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kKey:
        return tr("Key");
    case kWeight:
        return tr("Weight");
    case kEffect:
        return tr("Effect");
    default:
        return tr("If masked (direct)");
    }
}

// WritersModel

WritersModel::Side WritersModel::largest(const std::vector<Writer>& writers, const Eigen::VectorXd& parts)
{
    std::vector<std::size_t> order(writers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto part = [&](std::size_t i) { return parts[static_cast<Index>(i)]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return std::abs(part(a)) > std::abs(part(b)); });
    Side side;
    double rest = 0;
    for (std::size_t place = 0; place < order.size(); ++place)
        if (place < kShownWriters)
            side.emplace_back(writers[order[place]], part(order[place]));
        else
            rest += part(order[place]);
    if (order.size() > kShownWriters)
        side.emplace_back(std::nullopt, rest);
    return side;
}

void WritersModel::setParts(const std::vector<Writer>& query, const std::vector<Writer>& key,
                            const DoubleMatrix& parts)
{
    beginResetModel();
    m_query = largest(query, parts.rowwise().sum());
    m_key = largest(key, parts.colwise().sum().transpose());
    m_largest = 0;
    for (const Side* const side : {&m_query, &m_key})
        for (const auto& [writer, part] : *side)
            m_largest = std::max(m_largest, std::abs(part));
    endResetModel();
}

void WritersModel::clear()
{
    beginResetModel();
    m_query.clear();
    m_key.clear();
    endResetModel();
}

std::optional<Writer> WritersModel::writerAt(const QModelIndex& index) const
{
    const Side& side = index.column() < kKeyWriter ? m_query : m_key;
    return index.isValid() && index.row() < std::ssize(side)
        ? side[static_cast<std::size_t>(index.row())].first
        : std::nullopt;
}

int WritersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(std::max(m_query.size(), m_key.size()));
}

int WritersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QVariant WritersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Side& side = index.column() < kKeyWriter ? m_query : m_key;
    if (index.row() >= std::ssize(side))
        return {};
    const auto& [writer, part] = side[static_cast<std::size_t>(index.row())];
    const bool isNumber = index.column() == kQueryPart || index.column() == kKeyPart;
    if (role == kSignedShareRole)
        return isNumber ? QVariant(shareOf(part, m_largest)) : QVariant();
    if (role == Qt::TextAlignmentRole && isNumber)
        return static_cast<int>(Qt::AlignCenter);
    if (role != Qt::DisplayRole)
        return {};
    return isNumber ? partText(part) : writer ? writerText(*writer) : tr("the rest");
}

QVariant WritersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kQueryWriter:
        return tr("Query from");
    case kKeyWriter:
        return tr("Key from");
    default:
        return tr("Part");
    }
}

} // namespace headlight
