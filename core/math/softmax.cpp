#include "core/math/softmax.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {

namespace {

/// In place: exp(score − largest) for allowed keys, 0 for the others. `least` is a lower bound of the
/// maximum. Returns the maximum, or nothing if no key is allowed.
std::optional<float> maskedExponentials(std::span<float> row, std::span<const std::uint8_t> allowed,
                                        float least)
{
    const auto size = static_cast<Index>(row.size());
    Eigen::Map<Eigen::ArrayXf> values(row.data(), size);
    if (std::all_of(allowed.begin(), allowed.end(), [](std::uint8_t each) { return each == 0; })) {
        values.setZero();
        return std::nullopt;
    }
    // Without branches, so that it vectorises: half of a causal row is masked.
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = allowed[i] != 0 ? row[i] : -std::numeric_limits<float>::infinity();
    const float largest = std::max(values.maxCoeff(), least);
    values = (values - largest).exp();
    // Acts like an additive −∞: a masked key contributes nothing, whatever its score (or whatever a
    // vectorised exp makes of an infinity).
    for (std::size_t i = 0; i < row.size(); ++i)
        if (allowed[i] == 0)
            row[i] = 0.0F;
    return largest;
}

void fillEmptyRow(std::span<float> row, EmptyRow form)
{
    float value = 0.0F;
    if (form == EmptyRow::kUniform)
        value = 1.0F / static_cast<float>(row.size());
    else if (form == EmptyRow::kNotANumber)
        value = std::numeric_limits<float>::quiet_NaN();
    std::fill(row.begin(), row.end(), value);
}

/// Scores may cancel in the sum, so the sum is a double.
void shareOfRow(std::span<float> row, std::span<const std::uint8_t> allowed)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < row.size(); ++i)
        sum += allowed[i] != 0 ? static_cast<double>(row[i]) : 0.0;
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = allowed[i] != 0 && sum != 0.0 ? static_cast<float>(static_cast<double>(row[i]) / sum) : 0.0F;
}

/// Returns the sink's share of the row, or 0 without a sink.
float weightsOfRow(std::span<float> row, std::span<const std::uint8_t> allowed, const ScoreContext& context)
{
    const bool empty
        = std::none_of(allowed.begin(), allowed.end(), [](std::uint8_t each) { return each != 0; });
    if (empty && (!context.sink || context.emptyRow != EmptyRow::kZero)) {
        fillEmptyRow(row, context.emptyRow);
        return 0.0F;
    }
    if (context.rows == RowForm::kShare) {
        shareOfRow(row, allowed);
        return 0.0F;
    }
    std::vector<std::uint8_t> all;
    if (std::isfinite(context.maskValue)) {
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = allowed[i] != 0 ? row[i] : context.maskValue;
        all.assign(row.size(), 1);
        allowed = all;
    }
    if (context.sink)
        return maskedSoftmax(row, allowed, *context.sink);
    maskedSoftmax(row, allowed);
    return 0.0F;
}

/// Softmax over the keys [begin, end) of a row, all of them allowed; the others become 0. Returns the sink's
/// share, or 0 without a sink.
float softmaxOfRange(std::span<float> row, Index begin, Index end, std::optional<float> sink)
{
    const auto size = static_cast<Index>(row.size());
    begin = std::clamp<Index>(begin, 0, size);
    end = std::clamp<Index>(end, begin, size);
    std::fill(row.begin(), row.begin() + begin, 0.0F);
    std::fill(row.begin() + end, row.end(), 0.0F);
    if (begin == end)
        return sink ? 1.0F : 0.0F;
    Eigen::Map<Eigen::ArrayXf> values(row.data() + begin, end - begin);
    const float largest = std::max(values.maxCoeff(), sink.value_or(-std::numeric_limits<float>::infinity()));
    values = (values - largest).exp();
    const float own = sink ? std::exp(*sink - largest) : 0.0F;
    const float factor = 1.0F / (values.sum() + own);
    values *= factor;
    return own * factor;
}

} // namespace

void maskedSoftmax(std::span<float> row, std::span<const std::uint8_t> allowed)
{
    if (!maskedExponentials(row, allowed, -std::numeric_limits<float>::infinity()))
        return;
    Eigen::Map<Eigen::ArrayXf> values(row.data(), static_cast<Index>(row.size()));
    values *= 1.0F / values.sum();
}

float maskedSoftmax(std::span<float> row, std::span<const std::uint8_t> allowed, float sink)
{
    const auto largest = maskedExponentials(row, allowed, sink);
    if (!largest)
        return 1.0F;
    Eigen::Map<Eigen::ArrayXf> values(row.data(), static_cast<Index>(row.size()));
    const float own = std::exp(sink - *largest);
    const float factor = 1.0F / (values.sum() + own);
    values *= factor;
    return own * factor;
}

void softCap(MatrixSpan scores, float cap)
{
    if (cap != 0.0F)
        // + 0 · x keeps NaN: Eigen's tanh may turn it into a number.
        scores.array() = (scores.array() / cap).tanh() * cap + scores.array() * 0.0F;
}

ScoreContext scoreContext(const ScoreRule& rule, const ScoreBias* bias, const Mask* mask, Index firstRow)
{
    return {rule.softcap, bias, mask, firstRow, std::nullopt, {}, rule.rows, rule.maskValue, rule.emptyRow};
}

bool leavesMaskedKeysOut(const ScoreContext& context)
{
    return context.maskValue == -std::numeric_limits<float>::infinity()
        && context.emptyRow == EmptyRow::kZero;
}

void scoresToWeights(MatrixSpan scores, const ScoreContext& context)
{
    softCap(scores, context.softcap);
    if (context.bias)
        context.bias->addTo(scores, context.firstRow, context.firstKey);
    const auto keys = static_cast<std::size_t>(scores.cols());
    std::vector<std::uint8_t> allowed(keys, 1);
    const bool all = !context.mask || context.mask->allowsAll();
    const bool byRange = !all && context.rows == RowForm::kSoftmax && leavesMaskedKeysOut(context);
    for (Index row = 0; row < scores.rows(); ++row) {
        const Index at = context.firstRow + row;
        const std::span<float> values(scores.row(row).data(), keys);
        float share = 0.0F;
        if (const auto range = byRange ? context.mask->range(at) : std::nullopt) {
            share = softmaxOfRange(values, range->begin - context.firstKey, range->end - context.firstKey,
                                   context.sink);
        } else {
            if (!all)
                context.mask->fillRow(at, context.firstKey, allowed);
            share = weightsOfRow(values, {allowed.data(), allowed.size()}, context);
        }
        if (context.sink && !context.sinkShares.empty())
            context.sinkShares[static_cast<std::size_t>(at)] = share;
    }
}

bool hasSoftmax(std::span<const float> logits)
{
    float largest = -std::numeric_limits<float>::infinity();
    for (const float value : logits) {
        if (std::isnan(value))
            return false;
        largest = std::max(largest, value);
    }
    return std::isfinite(largest);
}

double logSum(const Eigen::RowVectorXd& logits)
{
    const double largest = logits.maxCoeff();
    return largest + std::log((logits.array() - largest).exp().sum());
}

void logSoftmax(std::span<const float> logits, std::span<float> out)
{
    if (logits.empty())
        return;
    const float largest = *std::max_element(logits.begin(), logits.end());
    double sum = 0.0;
    for (const float value : logits)
        sum += std::exp(static_cast<double>(value) - static_cast<double>(largest));
    const double logSum = std::log(sum) + static_cast<double>(largest);
    for (std::size_t i = 0; i < logits.size(); ++i)
        out[i] = static_cast<float>(static_cast<double>(logits[i]) - logSum);
}

} // namespace headlight
