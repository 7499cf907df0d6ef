#include "core/analysis/cell_account.h"

#include "core/analysis/largest_few.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr double kAgreement = 1e-5;
constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

/// The recorded operands of one query's row.
struct RowParts
{
    const AttentionChunk* chunk = nullptr; ///< chunk of the call that computed the query
    Index row = 0; ///< row of the query in that chunk
    std::vector<const Matrix*> keys, values; ///< [keys × width], stacked
};

RowParts partsOf(const Trace& trace, const HeadRef& head, Index query)
{
    const auto group = static_cast<std::size_t>(trace.info().stack(head.stack)->kvHeadOf(head.head));
    RowParts parts;
    for (const TraceChunk* chunk : trace.chunks()) {
        const AttentionChunk* found = chunk->attention(head.layerRef());
        if (!found)
            continue;
        if (query >= found->firstQuery && query < found->firstQuery + found->queries) {
            parts.chunk = found;
            parts.row = query - found->firstQuery;
        }
        if (group < found->key.size())
            parts.keys.push_back(&found->key[group]);
        if (group < found->value.size())
            parts.values.push_back(&found->value[group]);
    }
    return parts;
}

RowVector rowOf(const std::vector<const Matrix*>& parts, Index row)
{
    for (const Matrix* part : parts) {
        if (row < part->rows())
            return part->row(row);
        row -= part->rows();
    }
    return {};
}

RowVector headRow(const std::vector<Matrix>& perHead, int head, Index row)
{
    const auto index = static_cast<std::size_t>(head);
    return index < perHead.size() && row < perHead[index].rows() ? RowVector(perHead[index].row(row))
                                                                 : RowVector();
}

bool holds(const std::vector<Matrix>& perHead, int head)
{
    return static_cast<std::size_t>(head) < perHead.size();
}

void fillProducts(CellAccount& account, const RowParts& parts)
{
    account.queryVector = headRow(parts.chunk->query, account.head.head, parts.row);
    account.keyVector = rowOf(parts.keys, account.key);
    if (account.queryVector.size() == 0 || account.queryVector.size() != account.keyVector.size())
        return;
    account.products = account.queryVector.cwiseProduct(account.keyVector);
    account.dot = account.queryVector.cast<double>().dot(account.keyVector.cast<double>());
    account.angle = angleBetween(account.queryVector, account.keyVector);
}

/// The whole row of the query.
RowVector rowOf(const AttentionMap& map, MapKind kind, const CellAccount& account)
{
    return map.block(kind, account.query, 0, 1, account.keys).row(0);
}

double capped(double score, const ScoreRule& rule)
{
    const auto cap = static_cast<double>(rule.softcap);
    return cap == 0 ? score : std::tanh(score / cap) * cap;
}

/// The softmax input for every key: capped score plus bias; −infinity where masked.
RowVector logitsOf(const AttentionMap& map, const CellAccount& account, const RowParts& parts)
{
    if (!map.has(MapKind::kScores))
        return {};
    RowVector row = rowOf(map, MapKind::kScores, account);
    const ScoreBias* const bias = entryOf(parts.chunk->bias, account.head.head);
    const RowVector added
        = bias ? RowVector(bias->block(parts.row, 0, 1, row.size()).row(0)) : RowVector::Zero(row.size());
    const bool masked = map.has(MapKind::kMask);
    const RowVector mask = masked ? rowOf(map, MapKind::kMask, account) : RowVector();
    for (Index key = 0; key < row.size(); ++key) {
        const double logit
            = capped(static_cast<double>(row[key]), account.rule) + static_cast<double>(added[key]);
        row[key] = masked && mask[key] == 0 ? account.rule.maskValue : static_cast<float>(logit);
    }
    return row;
}

/// Recomputes the score from the recorded query and key with the head's own rule.
void compareAgain(const CellAccount& account, StageNumber& score)
{
    const auto scale = static_cast<double>(account.rule.scale);
    const Eigen::RowVectorXd query = account.queryVector.cast<double>();
    const Eigen::RowVectorXd key = account.keyVector.cast<double>();
    double again = *account.dot;
    double size = account.products.cast<double>().cwiseAbs().sum();
    if (account.rule.form == ScoreForm::kAdditive) {
        again = query.sum() + key.sum();
        size = query.cwiseAbs().sum() + key.cwiseAbs().sum();
    } else if (account.rule.form == ScoreForm::kCosine) {
        const double lengths = query.norm() * key.norm();
        again = lengths > 0 ? again / lengths : 0;
        size = 1;
    }
    score.again = again * scale;
    score.size = size * std::abs(scale);
}

void fillScore(CellAccount& account, const AttentionMap& map, const RowParts& parts)
{
    if (map.has(MapKind::kScores)) {
        StageNumber score;
        score.value = static_cast<double>(map.at(MapKind::kScores, account.query, account.key));
        score.recorded = holds(parts.chunk->scores, account.head.head);
        if (account.dot)
            compareAgain(account, score);
        account.score = score;
        if (account.rule.softcap != 0)
            account.capped = capped(score.value, account.rule);
    }
    if (const ScoreBias* const bias = entryOf(parts.chunk->bias, account.head.head))
        account.bias = (*bias)(parts.row, account.key);
    for (const auto& [kind, term] : {std::pair{MapKind::kContentToPosition, &account.contentToPosition},
                                     std::pair{MapKind::kPositionToContent, &account.positionToContent}})
        if (map.has(kind))
            *term = map.at(kind, account.query, account.key);
    if (map.has(MapKind::kMask))
        account.allowed = map.at(MapKind::kMask, account.query, account.key) > 0;
    account.rowLogits = logitsOf(map, account, parts);
    if (!account.allowed.value_or(true)) {
        if (std::isfinite(account.rule.maskValue))
            account.logit = static_cast<double>(account.rule.maskValue);
    } else if (account.score)
        account.logit = account.capped.value_or(account.score->value)
            + static_cast<double>(account.bias.value_or(0.0F));
}

/// softmax(logits)[key] in double precision; as in the pass, a row without an allowed key gives zeros.
std::optional<double> softmaxAt(const RowVector& logits, Index key)
{
    if (logits.size() == 0)
        return std::nullopt;
    const auto largest = static_cast<double>(logits.maxCoeff());
    if (!std::isfinite(largest))
        return std::isnan(largest) ? std::nullopt : std::optional(0.0);
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(static_cast<double>(logit) - largest);
    return std::exp(static_cast<double>(logits[key]) - largest) / sum;
}

/// Recomputes the cell's weight from the row of scores with the head's own rule.
std::optional<double> weightAgain(const CellAccount& account, const AttentionMap& map)
{
    const RowVector mask = rowOf(map, MapKind::kMask, account);
    if ((mask.array() == 0.0F).all()) {
        switch (account.rule.emptyRow) {
        case EmptyRow::kZero:
            return 0.0;
        case EmptyRow::kUniform:
            return 1.0 / static_cast<double>(account.keys);
        case EmptyRow::kNotANumber:
            return std::nullopt;
        }
    }
    if (account.rule.rows == RowForm::kSoftmax)
        return softmaxAt(account.rowLogits, account.key);
    double sum = 0;
    for (Index key = 0; key < account.rowLogits.size(); ++key)
        sum += mask[key] != 0 ? static_cast<double>(account.rowLogits[key]) : 0.0;
    if (account.rowLogits.size() == 0)
        return std::nullopt;
    return sum == 0 || mask[account.key] == 0 ? 0.0
                                              : static_cast<double>(account.rowLogits[account.key]) / sum;
}

void fillWeight(CellAccount& account, const AttentionMap& map, const RowParts& parts)
{
    if (!map.has(MapKind::kWeights))
        return;
    account.rowWeights = rowOf(map, MapKind::kWeights, account);
    if (map.has(MapKind::kMask))
        account.rowMask = rowOf(map, MapKind::kMask, account);
    StageNumber weight;
    weight.value = static_cast<double>(account.rowWeights[account.key]);
    weight.recorded = holds(parts.chunk->weights, account.head.head);
    // Without a recorded mask it is unknown which keys took part; which weights dropout removed is never
    // known.
    if (map.has(MapKind::kMask) && account.rule.dropout == 0.0F)
        weight.again = weightAgain(account, map);
    const Matrix& sinks = parts.chunk->sink;
    if (account.head.head < sinks.rows() && parts.row < sinks.cols())
        account.sink = sinks(account.head.head, parts.row);
    if (weight.again && account.sink)
        *weight.again *= 1.0 - static_cast<double>(*account.sink);
    weight.size = 1;
    account.weight = weight;
}

void fillNorms(CellAccount& account, const RowParts& parts)
{
    account.valueNorms = RowVector::Constant(account.keys, kNotANumber);
    Index key = 0;
    for (const Matrix* part : parts.values)
        for (Index row = 0; row < part->rows() && key < account.keys; ++row, ++key)
            account.valueNorms[key] = part->row(row).norm();
    if (account.rowWeights.size() == 0)
        return;
    const Eigen::ArrayXd all
        = account.rowWeights.cast<double>().array() * account.valueNorms.cast<double>().array();
    account.normWeighted = all[account.key];
    if (const double sum = all.sum(); sum > 0)
        account.normShare = all[account.key] / sum;
}

/// Compares the recorded output with weights × values, dimension by dimension.
void checkOutput(CellAccount& account, const RowParts& parts)
{
    Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(account.output.size());
    Eigen::RowVectorXd size = sum;
    Index key = 0;
    for (const Matrix* part : parts.values) {
        if (part->cols() != sum.size())
            return;
        for (Index row = 0; row < part->rows() && key < account.keys; ++row, ++key) {
            const auto weight = static_cast<double>(account.rowWeights[key]);
            if (weight == 0)
                continue;
            sum += weight * part->row(row).cast<double>();
            size += weight * part->row(row).cast<double>().cwiseAbs();
        }
    }
    if (key < account.keys)
        return;
    account.outputOff = (account.output.cast<double>() - sum).cwiseAbs().maxCoeff();
    account.outputSize = size.maxCoeff();
}

void fillOutput(CellAccount& account, const RowParts& parts)
{
    account.value = rowOf(parts.values, account.key);
    account.output = headRow(parts.chunk->headOutput, account.head.head, parts.row);
    if (account.value.size() > 0) {
        fillNorms(account, parts);
        if (account.weight)
            account.weighted = account.value * static_cast<float>(account.weight->value);
    }
    if (account.output.size() > 0 && account.value.size() > 0 && account.rowWeights.size() > 0)
        checkOutput(account, parts);
}

} // namespace

double StageNumber::off() const
{
    return again ? std::abs(value - *again) : 0;
}

bool StageNumber::agrees() const
{
    return off() <= kAgreement * size;
}

std::vector<Index> CellAccount::strongest(std::size_t count) const
{
    std::vector<Index> few = largestFew(
        rowWeights.size(), count, [this](Index i) { return rowWeights[i]; },
        [this](Index i) { return takesPart(i); });
    if (!few.empty() && std::ranges::find(few, key) == few.end())
        few.back() = key;
    return few;
}

Index CellAccount::rowKeys() const
{
    Index number = 0;
    for (Index i = 0; i < keys; ++i)
        number += takesPart(i) ? 1 : 0;
    return number;
}

Index CellAccount::normRank() const
{
    if (rowWeights.size() == 0 || valueNorms.size() == 0)
        return 0;
    const Eigen::ArrayXd all = rowWeights.cast<double>().array() * valueNorms.cast<double>().array();
    return (all > all[key]).count();
}

bool CellAccount::outputAgrees() const
{
    return !outputOff || *outputOff <= kAgreement * outputSize;
}

std::optional<CellAccount> cellAccount(const Trace& trace, const HeadRef& head, Index query, Index key)
{
    const AttentionMap map = trace.attention(head);
    if (map.isNull() || query < 0 || query >= map.queries() || key < 0 || key >= map.keys())
        return std::nullopt;
    const RowParts parts = partsOf(trace, head, query);
    // A decoding adds keys step by step: the row of an earlier query had fewer of them.
    if (parts.chunk == nullptr || key >= parts.chunk->keys)
        return std::nullopt;
    CellAccount account;
    account.head = head;
    account.query = query;
    account.key = key;
    account.keys = parts.chunk->keys;
    account.headWidth = trace.info().stack(head.stack)->headWidth;
    account.modelWidth = trace.info().modelWidth;
    account.rule = trace.info().scoreRule(head);
    account.ownScale = trace.info().scoreRule(head.layerRef()).scale;
    fillProducts(account, parts);
    fillScore(account, map, parts);
    fillWeight(account, map, parts);
    fillOutput(account, parts);
    return account;
}

} // namespace headlight
