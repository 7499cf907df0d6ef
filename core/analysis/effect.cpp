#include "core/analysis/effect.h"

#include "core/analysis/largest_few.h"
#include "core/base/text_list.h"
#include "core/grad/measure.h"
#include "core/math/softmax.h"
#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

constexpr double kPi = 3.14159265358979323846;

/// The derivative of an activation.
double slope(Activation activation, double x)
{
    switch (activation) {
    case Activation::kRelu:
        return x > 0 ? 1.0 : 0.0;
    case Activation::kGelu:
        return 0.5 * (1.0 + std::erf(x / std::sqrt(2.0))) + x * std::exp(-0.5 * x * x) / std::sqrt(2.0 * kPi);
    case Activation::kGeluTanh: {
        const double factor = std::sqrt(2.0 / kPi);
        const double tanh = std::tanh(factor * (x + 0.044715 * x * x * x));
        return 0.5 * (1.0 + tanh) + 0.5 * x * (1.0 - tanh * tanh) * factor * (1.0 + 3.0 * 0.044715 * x * x);
    }
    case Activation::kSilu:
    case Activation::kQuickGelu: {
        const double steep = activation == Activation::kSilu ? 1.0 : 1.702;
        const double sigmoid = 1.0 / (1.0 + std::exp(-steep * x));
        return sigmoid + steep * x * sigmoid * (1.0 - sigmoid);
    }
    case Activation::kTanh:
        return 1.0 - std::tanh(x) * std::tanh(x);
    }
    return 0;
}

/// The row of the stack's output that the head reads; empty if it is not recorded.
RowVector outputRow(const Model& model, const Trace& trace, Index row)
{
    const Matrix all = trace.stackMatrix(Site::kFinal, measuredStack(model));
    return row >= 0 && row < all.rows() ? RowVector(all.row(row)) : RowVector();
}

Result<RowVector> logitsAt(const Model& model, const Trace& trace, Index row)
{
    if (!isTraceOf(model, trace))
        return badArgument("trace", "is one of another model");
    if (!model.hasLogits())
        return badArgument("model", "has no language-model head, so there are no logits to explain");
    if (RowVector known = trace.logits(row); known.size() > 0)
        return known;
    const RowVector output = outputRow(model, trace, row);
    if (output.size() == 0)
        return badArgument("row", "found ", row, ", expected a row of the trace");
    return RowVector(logitsOf(model, Matrix(output), nullptr).row(0));
}

/// A measured number as a function of the logits before a soft-cap, to the first order.
struct Measured
{
    double value = 0;
    std::vector<std::pair<TokenId, double>> tokens; ///< with the number's derivative
};

Measured measured(const EffectQuestion& question, const RowVector& logits, float softcap)
{
    Measured found;
    const auto own = static_cast<double>(logits[question.token]);
    if (!question.logProbability) {
        found.value = own;
        found.tokens.emplace_back(question.token, 1.0);
        if (question.minus) {
            found.value -= static_cast<double>(logits[*question.minus]);
            found.tokens.emplace_back(*question.minus, -1.0);
        }
        return found;
    }
    const Eigen::RowVectorXd all = logits.cast<double>();
    const double normaliser = logSum(all);
    found.value = own - normaliser;
    for (Index token = 0; token < logits.size(); ++token) {
        double derivative = (token == question.token ? 1.0 : 0.0) - std::exp(all[token] - normaliser);
        if (softcap > 0)
            derivative *= 1.0 - std::pow(all[token] / static_cast<double>(softcap), 2);
        if (std::abs(derivative) > 1e-12)
            found.tokens.emplace_back(static_cast<TokenId>(token), derivative);
    }
    return found;
}

/// How the head reads its input: reading · input + constant.
struct Reading
{
    Eigen::RowVectorXd reading;
    double constant = 0;
};

/// Readings of the projection's input, from those of the logits.
Reading throughProjection(const HeadSpec& spec, const HeadWeights& weights, const Measured& of)
{
    Reading found;
    const WeightMatrix& rows = weights.projection.weight;
    found.reading = Eigen::RowVectorXd::Zero(rows.columns());
    RowVector row(rows.columns());
    for (const auto& [token, derivative] : of.tokens) {
        rows.copyRow(token, {row.data(), static_cast<std::size_t>(row.size())});
        found.reading += derivative * row.cast<double>();
        if (weights.projection.bias.size() > 0)
            found.constant += derivative * static_cast<double>(weights.projection.bias[token]);
    }
    found.reading *= static_cast<double>(spec.scale);
    return found;
}

/// Readings of the input of the dense layer, by its derivative at this input.
void throughTransform(const HeadSpec& spec, const HeadWeights& weights, const StackSpec& stack,
                      const RowVector& input, Reading& reading)
{
    const Matrix dense = weights.transform.apply(Matrix(input), nullptr);
    Matrix active = dense;
    activate(active, spec.activation);
    const NormWeights& norm = weights.transformNorm;
    Eigen::RowVectorXd& of = reading.reading;
    if (norm.present()) {
        const Matrix statistics = normalize(active, stack.norm, norm.gain, norm.bias, stack.epsilon);
        if (norm.bias.size() > 0)
            reading.constant += of.dot(norm.bias.cast<double>());
        if (norm.gain.size() > 0)
            of.array()
                *= norm.gain.cast<double>().array() + (stack.norm == NormKind::kRmsNormPlusOne ? 1.0 : 0.0);
        const auto deviation = static_cast<double>(statistics(0, 1));
        of /= std::sqrt(deviation * deviation + static_cast<double>(stack.epsilon));
        if (stack.norm == NormKind::kLayerNorm)
            of.array() -= of.mean();
    }
    for (Index i = 0; i < of.size(); ++i)
        of[i] *= slope(spec.activation, static_cast<double>(dense(0, i)));
    of = pulledThrough(of, weights.transform.weight).row(0);
}

Result<void> check(const EffectQuestion& question, const RowVector& logits)
{
    for (const TokenId token : {question.token, question.minus.value_or(0)})
        if (token < 0 || token >= logits.size())
            return badArgument("token", "found ", token, ", expected an id from 0 to ", logits.size() - 1);
    if (question.minus && question.logProbability)
        return badArgument("minus", "has no meaning for a log-probability");
    if (question.minus == question.token)
        return badArgument("minus", kComparedWithItself);
    return {};
}

/// One head's row of weights, and its values with it.
struct WeightedValues
{
    Eigen::RowVectorXd weights; ///< [keys]
    Eigen::VectorXd read; ///< value · reading [keys]
};

WeightedValues weightedValues(const Trace& trace, const HeadRef& head, Index row, const RowVector& reading)
{
    const AttentionMap map = trace.attention(head);
    const Matrix values = trace.headMatrix(Site::kValue, head);
    const Index keys = std::min(map.keys(), values.rows());
    if (!map.has(MapKind::kWeights) || row < 0 || row >= map.queries() || keys == 0
        || values.cols() != reading.size())
        return {};
    WeightedValues found;
    found.weights = map.block(MapKind::kWeights, row, 0, 1, keys).row(0).cast<double>();
    // An edit may have scaled the head's output, or put another one in its place.
    const Eigen::VectorXd own = values.topRows(keys).cast<double>().transpose() * found.weights.transpose();
    const Matrix outputs = trace.headMatrix(Site::kHeadOutput, head);
    if (row >= outputs.rows() || outputs.cols() != own.size())
        return {};
    const Eigen::VectorXd output = outputs.row(row).cast<double>().transpose();
    const double factor = own.squaredNorm() > 0 ? output.dot(own) / own.squaredNorm() : 1;
    if ((output - factor * own).norm() > 1e-3 * (own.norm() + output.norm()))
        return {};
    const double scale = std::abs(factor - 1) > 1e-3 ? factor : 1;
    found.read = scale * (values.topRows(keys).cast<double>() * reading.cast<double>().transpose());
    return found;
}

} // namespace

StackKind measuredStack(const Model& model)
{
    return model.isEncoderOnly() ? StackKind::kEncoder : StackKind::kDecoder;
}

bool readsIds(const Model& model)
{
    return model.tokenizers().source == nullptr;
}

Index usualRow(const Model& model, const std::vector<TokenLabel>& tokens)
{
    const auto& tokenizer = model.tokenizers().source;
    const auto mask = model.isEncoderOnly() && tokenizer ? tokenizer->maskToken() : std::nullopt;
    const auto masked = std::ranges::find(tokens, mask, &TokenLabel::id);
    if (masked != tokens.end())
        return masked - tokens.begin();
    const auto real = std::find_if(tokens.rbegin(), tokens.rend(),
                                   [](const TokenLabel& token) { return !token.padding; });
    return std::max<Index>(0, std::distance(real, tokens.rend()) - 1);
}

Result<std::vector<TokenLabel>> likeliestTokens(const Model& model, const Trace& trace, Index row,
                                                std::size_t count)
{
    ASSIGN_OR_RETURN(const auto logits, logitsAt(modelOf(model, trace.info()), trace, row));
    const auto number = [&](Index token) { return logits[token]; };
    std::vector<TokenLabel> best;
    for (const Index token : largestFew(logits.size(), count, number, [](Index) { return true; }))
        best.push_back(labelOf(model, measuredStack(model), static_cast<TokenId>(token)));
    return best;
}

Result<TokenLabel> tokenMeant(const Model& model, StackKind stack, const std::string& text)
{
    if (const auto id = parseNumber<TokenId>(text); id && *id >= 0)
        return labelOf(model, stack, *id);
    return tokenSpelled(model, stack, text);
}

Result<TokenLabel> tokenSpelled(const Model& model, StackKind stack, const std::string& text)
{
    const Tokenizer* const tokenizer = tokenizerOf(model, stack);
    if (tokenizer == nullptr)
        return badArgument("token", "found '", text,
                           "', but the model has no tokenizer. Give the token's id");
    ASSIGN_OR_RETURN(const auto tokens, tokenizer->encode(text, std::nullopt, {false}));
    if (tokens.size() == 1)
        return labelOf(model, stack, tokens.front().id);
    std::string found;
    for (const Token& token : tokens)
        found.append(" ").append(std::to_string(token.id)).append(" (").append(token.piece).append(")");
    return badArgument("token", "'", text, "' is ", tokens.size(), " tokens:", found,
                       ". Give one token, or its id");
}

Result<EffectAccount> effectOf(const Model& model, const Trace& trace, const EffectQuestion& question)
{
    const Model& run = modelOf(model, trace.info());
    ASSIGN_OR_RETURN(const auto logits, logitsAt(run, trace, question.row));
    RETURN_IF_ERROR(check(question, logits));
    const HeadSpec& spec = run.spec().head;
    const HeadWeights& weights = run.weights().head;
    const StackKind stack = measuredStack(run);
    const Measured of = measured(question, logits, spec.softcap);
    Reading reading = throughProjection(spec, weights, of);
    if (spec.transform) {
        const RowVector input = outputRow(run, trace, question.row);
        if (input.size() == 0)
            return badArgument("trace", "lacks final, expected a trace with it");
        throughTransform(spec, weights, *run.spec().stack(stack), input, reading);
    }
    const int layers = trace.info().stack(stack)->layers;
    ASSIGN_OR_RETURN(auto parts, streamParts(run, trace, {stack, question.row, layers}, reading.reading));
    if (weights.projection.bias.size() > 0 || (spec.transform && weights.transformNorm.bias.size() > 0))
        parts.add({Writer::Kind::kLogitBias, stack}, Eigen::VectorXd::Constant(1, reading.constant));
    EffectAccount account;
    account.value = of.value;
    account.writers = std::move(parts.writers);
    account.parts.assign(parts.parts.data(), parts.parts.data() + parts.parts.size());
    account.remainder = of.value - parts.parts.sum();
    for (const auto& [head, own] : parts.heads)
        account.heads.emplace(head, own.row(0).cast<float>());
    return account;
}

std::vector<double> keyEffects(const Trace& trace, const HeadRef& head, Index row, const RowVector& reading)
{
    const WeightedValues found = weightedValues(trace, head, row, reading);
    const Eigen::ArrayXd effects = found.weights.transpose().array() * found.read.array();
    return {effects.begin(), effects.end()};
}

std::vector<double> maskingEffects(const Trace& trace, const HeadRef& head, Index row,
                                   const RowVector& reading)
{
    const WeightedValues found = weightedValues(trace, head, row, reading);
    const Eigen::ArrayXd weights = found.weights.transpose().array();
    const double all = weights.size() > 0 ? found.weights.dot(found.read) : 0;
    const Eigen::ArrayXd effects = (weights < 1)
                                       .select(weights / (1 - weights) * (found.read.array() - all),
                                               std::numeric_limits<double>::quiet_NaN());
    return {effects.begin(), effects.end()};
}

} // namespace headlight
