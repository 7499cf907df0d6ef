#include "ui/words/attention_sentence.h"

#include "core/analysis/largest_few.h"
#include "ui/state/translation.h"
#include "ui/words/local_number.h"
#include "ui/words/next_token.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>

namespace headlight {

namespace {

constexpr std::size_t kMostKeys = 3;
constexpr float kMostly = 0.5F; ///< a weight that makes clear by itself where the row looks
constexpr float kWorthNaming = 0.1F;
constexpr Index kMostScanned = 1 << 15; ///< cells read to find a row
constexpr Index kSinkFrom = 2; ///< earlier rows have the first token next to them

/// "0.98", "12.3": as many digits as fit a sentence.
QString readingText(float value)
{
    const float size = std::abs(value);
    if (size > 0 && size < 0.005F)
        return value > 0 ? localNumber(QStringLiteral("<0.01")) : localNumber(QStringLiteral(">−0.01"));
    return withMinus(localNumber(static_cast<double>(value), size >= 100 ? 0 : size >= 10 ? 1 : 2));
}

QString signedText(float value)
{
    return value > 0 ? QLatin1Char('+') + readingText(value) : readingText(value);
}

/// "“cat” (0.98)"
QString withValue(const KeyReading& key)
{
    return tr("%1 (%2)").arg(key.name, readingText(key.value));
}

QString listOf(const std::vector<KeyReading>& keys)
{
    QString list = withValue(keys.front());
    for (std::size_t i = 1; i < keys.size(); ++i)
        list = (i + 1 < keys.size() ? tr("%1, %2") : tr("%1 and %2")).arg(list, withValue(keys[i]));
    return list;
}

/// A token in a sentence, without the space mark: “cat”.
QString named(const TokenLabel& token)
{
    TokenLabel bare = token;
    bare.text = withoutSpaceMark(QString::fromStdString(token.text)).toStdString();
    return quotedToken(bare);
}

QString named(const std::vector<TokenLabel>& tokens, Index place)
{
    const auto at = static_cast<std::size_t>(place);
    return at < tokens.size() ? named(tokens[at]) : QString::number(place);
}

/// How each sentence begins: what the row has read, and what it leads to.
QString beginningOf(const RowReading& row)
{
    if (row.together)
        return tr("For %1, computed together with what follows").arg(row.read);
    if (row.next.isEmpty())
        return tr("For %1").arg(row.read);
    // Without the causal mask a row is not what led to the next token: that stood there already.
    if (row.seesLater)
        return (row.given ? tr("Having read %1 and all that follows, beginning with %2")
                          : tr("In the row of %1, computed again once %2 was written"))
            .arg(row.read, row.next);
    return (row.given ? tr("Having read %1, with %2 coming next") : tr("Having read %1, about to write %2"))
        .arg(row.read, row.next);
}

QString weightsSentence(const RowReading& row, const QString& begin)
{
    const KeyReading& most = row.keys.front();
    if (row.asked && row.asked->place != most.place && row.asked->value >= most.value)
        return tr("%1, this head gives %2 a weight of %3; no key has more.")
            .arg(begin, row.asked->name, readingText(row.asked->value));
    if (row.asked && row.asked->place != most.place)
        return tr("%1, this head gives %2 a weight of %3; most goes to %4.")
            .arg(begin, row.asked->name, readingText(row.asked->value), withValue(most));
    if (most.value >= kMostly && most.itself)
        return tr("%1, this head looks at that token itself (%2).").arg(begin, readingText(most.value));
    if (most.value >= kMostly && most.first)
        return tr("%1, this head rests on the first token, %2, as an attention sink.")
            .arg(begin, withValue(most));
    if (most.value >= kMostly)
        return tr("%1, this head looks at %2.").arg(begin, withValue(most));
    std::vector<KeyReading> large;
    std::copy_if(row.keys.begin(), row.keys.end(), std::back_inserter(large),
                 [](const KeyReading& key) { return key.value >= kWorthNaming; });
    if (large.size() > 1)
        return tr("%1, this head looks mostly at %2.").arg(begin, listOf(large));
    return tr("%1, this head spreads its weight over %2 keys; the most goes to %3.")
        .arg(begin, QString::number(row.allowed), withValue(most));
}

QString maskedSentence(const RowReading& row, const QString& begin)
{
    return row.whyMasked.isEmpty()
        ? tr("%1, this head cannot attend to %2: it is masked.").arg(begin, row.asked->name)
        : tr("%1, this head cannot attend to %2: it is masked, since %3.")
              .arg(begin, row.asked->name, row.whyMasked);
}

QString maskSentence(const RowReading& row, const QString& begin)
{
    if (row.asked)
        return row.askedMasked ? maskedSentence(row, begin)
                               : tr("%1, this head can attend to %2.").arg(begin, row.asked->name);
    return row.allowed == row.all ? tr("%1, this head can attend to every key.").arg(begin)
                                  : tr("%1, this head can attend to %2 of %3 keys.")
                                        .arg(begin, QString::number(row.allowed), QString::number(row.all));
}

/// The sentences of a stage whose numbers are not shares: about one key, and about the largest.
struct StageTexts
{
    const char* asked;
    const char* most;
};

StageTexts textsOf(MapKind kind)
{
    switch (kind) {
    case MapKind::kProducts:
        return {
            QT_TRANSLATE_NOOP("headlight", "%1, the dot product with %2 is %3; the largest is that with %4."),
            QT_TRANSLATE_NOOP("headlight",
                              "%1, the largest dot product is that with %2. Dot products are no shares.")};
    case MapKind::kBias:
        return {QT_TRANSLATE_NOOP("headlight", "%1, the bias of %2 is %3; the largest is that of %4."),
                QT_TRANSLATE_NOOP("headlight", "%1, the bias adds most to the score of %2.")};
    case MapKind::kContentToPosition:
    case MapKind::kPositionToContent:
        return {QT_TRANSLATE_NOOP("headlight", "%1, the position of %2 adds %3; the most is added for %4."),
                QT_TRANSLATE_NOOP("headlight", "%1, the position adds most to the score of %2.")};
    case MapKind::kMasked:
        return {
            QT_TRANSLATE_NOOP("headlight", "%1, the masked score of %2 is %3; the highest is that of %4."),
            QT_TRANSLATE_NOOP("headlight",
                              "%1, the highest masked score is that of %2. Scores are no shares: the softmax "
                              "turns them into weights.")};
    case MapKind::kNormWeighted:
        return {
            QT_TRANSLATE_NOOP("headlight", "%1, %2 contributes %3 (weight × ‖v‖); the most comes from %4."),
            QT_TRANSLATE_NOOP("headlight", "%1, the largest contribution (weight × ‖v‖) comes from %2.")};
    case MapKind::kEffect:
        return {QT_TRANSLATE_NOOP("headlight", "%1, %2 adds %3 to the logit directly; %4 adds most."),
                QT_TRANSLATE_NOOP("headlight", "%1, %2 adds most to the logit directly.")};
    case MapKind::kIfMasked:
        return {QT_TRANSLATE_NOOP("headlight",
                                  "%1, masking %2 would cost about %3 nats; masking %4 would cost most."),
                QT_TRANSLATE_NOOP("headlight", "%1, masking %2 would cost most, in nats.")};
    default:
        return {
            QT_TRANSLATE_NOOP("headlight", "%1, the score of %2 is %3; the highest is that of %4."),
            QT_TRANSLATE_NOOP("headlight",
                              "%1, the highest score is that of %2. Scores are no shares: the softmax turns "
                              "them into weights.")};
    }
}

QString stageSentence(const RowReading& row, const QString& begin)
{
    const StageTexts texts = textsOf(row.kind);
    if (row.asked)
        return tr(texts.asked)
            .arg(begin, row.asked->name, readingText(row.asked->value), withValue(row.keys.front()));
    return tr(texts.most).arg(begin, withValue(row.keys.front()));
}

QString differenceSentence(const RowReading& row, const QString& begin)
{
    const KeyReading& key = row.asked ? *row.asked : row.keys.front();
    if (row.asked)
        return tr("%1, the edits change %2 by %3.").arg(begin, key.name, signedText(key.value));
    if (key.value == 0)
        return tr("%1, the edits change nothing.").arg(begin);
    return tr("%1, the edits change %2 most: by %3.").arg(begin, key.name, signedText(key.value));
}

QString mainSentence(const RowReading& row)
{
    const QString begin = beginningOf(row);
    const bool isKnown = row.state != RowReading::State::kEmpty || row.allowed == 0;
    if (row.kind == MapKind::kMask && !row.difference && isKnown)
        return maskSentence(row, begin);
    if (row.state == RowReading::State::kBroken)
        return tr("%1, the weights of this head are not sound numbers: they say nothing.").arg(begin);
    if (row.state == RowReading::State::kEmpty || row.keys.empty())
        return row.difference  ? tr("%1, there is nothing to compare.").arg(begin)
            : row.allowed == 0 ? tr("%1, this head can attend to nothing: every key is masked.").arg(begin)
                               : tr("%1, nothing was recorded for this row.").arg(begin);
    if (row.difference)
        return differenceSentence(row, begin);
    if (row.allMaskedAlike && row.kind == MapKind::kWeights)
        return tr("%1, every key is masked, by a number instead of −∞: that leaves equal weights (%2 each).")
            .arg(begin, readingText(row.keys.front().value));
    if (row.askedMasked)
        return maskedSentence(row, begin);
    if (row.kind != MapKind::kWeights)
        return stageSentence(row, begin);
    if (row.state == RowReading::State::kWrongSum)
        return tr("%1, the weights of this head sum to %2, not 1; the largest is that of %3.")
            .arg(begin, readingText(static_cast<float>(row.sum)), withValue(row.keys.front()));
    return weightsSentence(row, begin);
}

/// Whether the rows of a head look at the first token, on average. Large maps, most of which are not
/// computed, are not asked.
bool restsOnFirst(const AttentionMap& map)
{
    constexpr Index kMostCells = Index{1} << 18;
    const Index rows = map.queries() - kSinkFrom;
    return rows > 0 && map.has(MapKind::kWeights) && map.queries() * map.keys() <= kMostCells
        && map.block(MapKind::kWeights, kSinkFrom, 0, rows, 1).mean() >= kMostly;
}

KeyReading keyOf(const AttentionMap& map, Index row, Index key, float value)
{
    const bool self = map.head().kind == AttentionKind::kSelf;
    return {named(map.keyTokens(), key), key, value, self && key == row,
            self && key == 0 && row >= kSinkFrom && map.isTrained() && restsOnFirst(map)};
}

/// One row of a map, and which of its keys have a number.
struct ReadRow
{
    using Numbers = std::shared_ptr<const RowVector>;
    Numbers mask; ///< 1 = may attend; null: no mask is known
    Numbers kept; ///< 1 where there is a number, 0 where it is left out on purpose; null: nothing is left out

    ReadRow(const AttentionMap& map, Index row)
        : mask(map.has(MapKind::kMask) ? sharedRow(map, MapKind::kMask, row) : nullptr)
        , kept(map.has(MapKind::kKept) ? sharedRow(map, MapKind::kKept, row) : nullptr)
    { }
    bool isMasked(Index key) const { return mask && (*mask)[key] == 0; }
    bool isKept(Index key) const { return !kept || (*kept)[key] != 0; }
};

void readState(const AttentionMap& map, Index row, const ReadRow& known, RowReading& out)
{
    if (!map.has(MapKind::kWeights))
        return;
    ReadRow::Numbers weights = sharedRow(map, MapKind::kWeights, row);
    bool leftOut = false;
    if (known.kept && (known.kept->array() == 0.0F).any()) {
        weights = std::make_shared<const RowVector>(
            (known.kept->array() == 0.0F).select(RowVector::Zero(weights->size()), *weights));
        leftOut = true;
    }
    out.sum = static_cast<double>(weights->sum());
    switch (rowState({weights->data(), static_cast<std::size_t>(weights->size())}, map.expectedRow(row))) {
    case RowState::kSound:
        break;
    case RowState::kZero:
        out.state = RowReading::State::kEmpty;
        out.allowed = leftOut ? out.allowed : 0;
        break;
    case RowState::kNotANumber:
    case RowState::kNegative:
        out.state = RowReading::State::kBroken;
        break;
    case RowState::kWrongSum: // expected if keys are left out of the sum
        out.state = leftOut ? RowReading::State::kSound : RowReading::State::kWrongSum;
        break;
    }
}

/// The largest numbers of the row, in a sentence's length.
void readLargest(const AttentionMap& map, Index row, const ReadRow& known, RowReading& out)
{
    const ReadRow::Numbers values = sharedRow(map, out.kind, row);
    const auto size = [&values, signless = out.difference](Index key) {
        const float value = (*values)[key];
        return signless ? std::abs(value) : value;
    };
    const auto isNumber = [&](Index key) {
        return std::isfinite((*values)[key]) && (out.allMaskedAlike || !known.isMasked(key))
            && known.isKept(key);
    };
    for (const Index key : largestFew(values->size(), kMostKeys, size, isNumber))
        out.keys.push_back(keyOf(map, row, key, (*values)[key]));
    if (out.keys.empty() && out.state == RowReading::State::kSound)
        out.state = RowReading::State::kEmpty;
}

} // namespace

RowReading readRow(const AttentionMap& map, MapKind kind, const RowQuestion& question)
{
    RowReading out;
    out.read = named(map.queryTokens(), question.row);
    if (const TokenLabel* const next = nextToken(map, question.row, question.written))
        out.next = named(*next);
    out.given = question.given;
    out.seesLater = question.seesLater;
    out.headOff = question.headOff;
    out.whyMasked = question.whyMasked;
    out.difference = question.difference;
    out.kind = kind;
    out.all = static_cast<int>(map.keys());
    const ReadRow known(map, question.row);
    out.allowed = known.mask ? static_cast<int>(known.mask->sum()) : out.all;
    out.together = !out.next.isEmpty() && known.mask && map.head().kind == AttentionKind::kSelf
        && known.isKept(question.row)
        && known.mask->tail(std::max<Index>(0, map.keys() - question.row - 1)).sum() > 0;
    out.allMaskedAlike = out.allowed == 0 && kind == MapKind::kWeights && !question.difference
        && map.has(kind) && sharedRow(map, kind, question.row)->minCoeff() > 0;
    if (question.key && known.isKept(*question.key)) {
        const float value
            = map.has(kind) ? sharedNumber(map, kind, question.row, *question.key) : std::nanf("");
        out.asked = keyOf(map, question.row, *question.key, value);
        out.askedMasked = known.isMasked(*question.key);
    }
    if (kind == MapKind::kWeights)
        readState(map, question.row, known, out);
    if (map.has(kind))
        readLargest(map, question.row, known, out);
    else
        out.state = RowReading::State::kEmpty;
    return out;
}

QString rowSentence(const RowReading& row)
{
    const QString sentence = mainSentence(row);
    return row.headOff ? tr("%1 The head is switched off: its output is not used.").arg(sentence) : sentence;
}

QString columnSentence(const AttentionMap& map, MapKind kind, Index key)
{
    if (!map.has(kind) || isColumnSlow(map, kind))
        return {};
    const QString name = named(map.keyTokens(), key);
    Matrix column = map.block(kind, 0, key, map.queries(), 1);
    if (map.has(MapKind::kKept)) // a row that is not computed yet attends to nothing
        column.array() *= map.block(MapKind::kKept, 0, key, map.queries(), 1).array();
    if (kind == MapKind::kMask)
        return tr("%1 can be attended to from %2 of %3 rows.")
            .arg(name, QString::number(static_cast<int>(column.sum())), QString::number(map.queries()));
    Index most = -1;
    for (Index row = 0; row < column.rows(); ++row)
        if (std::isfinite(column(row, 0)) && (most < 0 || column(row, 0) > column(most, 0)))
            most = row;
    if (most < 0)
        return {};
    if (kind == MapKind::kWeights && !(column(most, 0) > 0))
        return tr("No row of this head looks at %1.").arg(name);
    const QString row = named(map.queryTokens(), most);
    return (kind == MapKind::kWeights ? tr("This head looks at %1 most from the row of %2 (%3).")
                                      : tr("The largest number of %1 is in the row of %2 (%3)."))
        .arg(name, row, readingText(column(most, 0)));
}

std::optional<Index> tellingRow(const AttentionMap& map, std::optional<Index> mask)
{
    if (!map.has(MapKind::kWeights) || map.queries() == 0 || map.keys() == 0)
        return std::nullopt;
    if (mask && *mask < map.queries())
        return mask;
    const Index rows = std::clamp<Index>(kMostScanned / map.keys(), 1, map.queries());
    const Matrix weights = map.block(MapKind::kWeights, 0, 0, rows, map.keys());
    const Matrix allowed
        = map.has(MapKind::kMask) ? map.block(MapKind::kMask, 0, 0, rows, map.keys()) : Matrix();
    const auto& tokens = map.queryTokens();
    std::optional<Index> strongest, before;
    float most = -1;
    for (Index row = 0; row < rows; ++row) {
        const auto token = static_cast<std::size_t>(row);
        if (token < tokens.size() && (tokens[token].special || tokens[token].padding))
            continue;
        if (allowed.size() > 0 && allowed.row(row).sum() <= 1.0F)
            continue; // a row with one key to attend to says nothing about the head
        Index key = 0;
        const float largest = weights.row(row).maxCoeff(&key);
        if (!std::isfinite(largest) || largest <= 0)
            continue;
        if (largest >= kMostly && before && key != *before + 1 && key != *before)
            return row;
        if (largest >= kMostly)
            before = key;
        if (largest > most) {
            most = largest;
            strongest = row;
        }
    }
    return strongest ? strongest : std::optional<Index>(0);
}

} // namespace headlight
