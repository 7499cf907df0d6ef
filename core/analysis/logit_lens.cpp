#include "core/analysis/logit_lens.h"

#include "core/analysis/effect.h"
#include "core/analysis/largest_few.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/model/adapter/adapter.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace headlight {

namespace {

/// Positions whose logits exist at the same time: a vocabulary of 256,000 then takes 32 MB.
constexpr Index kBlock = 32;

bool sameShape(const std::optional<StackShape>& one, const std::optional<StackShape>& other)
{
    if (!one || !other)
        return one.has_value() == other.has_value();
    return one->layers == other->layers && one->heads == other->heads && one->headWidth == other->headWidth;
}

bool isOf(const Trace& trace, const Model& model)
{
    const TraceInfo& one = trace.info();
    const TraceInfo& other = model.traceInfo();
    return one.model == other.model && one.adapter == other.adapter && one.modelWidth == other.modelWidth
        && one.vocabulary == other.vocabulary && sameShape(one.encoder, other.encoder)
        && sameShape(one.decoder, other.decoder);
}

/// A score of logits that are not numbers.
LensScore brokenScore()
{
    return {std::numeric_limits<float>::quiet_NaN(), 0};
}

LensScore scoreOf(std::span<const float> logits, Index token, double logSum)
{
    const float own = logits[static_cast<std::size_t>(token)];
    LensScore score;
    score.probability = static_cast<float>(std::exp(static_cast<double>(own) - logSum));
    score.rank = static_cast<int>(std::ranges::count_if(logits, [own](float v) { return v > own; }));
    return score;
}

double logSumOf(std::span<const float> logits)
{
    const auto largest = static_cast<double>(*std::ranges::max_element(logits));
    const double sum = std::accumulate(logits.begin(), logits.end(), 0.0, [largest](double all, float v) {
        return all + std::exp(static_cast<double>(v) - largest);
    });
    return largest + std::log(sum);
}

/// Applies the lens to one stack of one trace.
struct Lens
{
    const Model& model;
    const Trace& trace;
    StackKind stack;
    const std::vector<TokenLabel>& tokens = trace.tokens(stack);
    static constexpr Index kUnread = -1, kBroken = -2;
    /// Per position: the most likely token after the last layer, or one of these.
    std::vector<Index> lastTokens = {};
    Workers workers = Workers();

    /// Empty when stopped. Call it for the last layer first: the other rows need its tokens.
    std::optional<LensRow> row(int layer, const Job& job)
    {
        const Matrix stream = trace.residual(stack, layer);
        LensRow row;
        row.layer = layer;
        row.cells.resize(static_cast<std::size_t>(stream.rows()));
        lastTokens.resize(row.cells.size(), kUnread);
        const StackSpec& spec = *model.spec().stack(stack);
        const bool whole = spec.normScope == NormScope::kMatrix; // needs all rows at once
        const Index length = realTokens(tokens);
        const Matrix finished = whole ? outputOf(model, stack, stream, length, &workers) : Matrix();
        for (Index first = 0; first < stream.rows(); first += kBlock) {
            if (job.stopped())
                return std::nullopt;
            const Index count = std::min(kBlock, stream.rows() - first);
            const Matrix read = whole
                ? Matrix(finished.middleRows(first, count))
                : outputOf(model, stack, stream.middleRows(first, count), count, &workers);
            readBlock(logitsOf(model, read, &workers), first, row);
        }
        label(row);
        return row;
    }

    void readBlock(const Matrix& logits, Index first, LensRow& row)
    {
        workers.forEach(static_cast<std::size_t>(logits.rows()), [&](std::size_t i) {
            const std::span<const float> one(logits.row(static_cast<Index>(i)).data(),
                                             static_cast<std::size_t>(logits.cols()));
            const Index position = first + static_cast<Index>(i);
            row.cells[static_cast<std::size_t>(position)] = readCell(one, position);
        });
    }

    LensCell readCell(std::span<const float> logits, Index position)
    {
        const auto place = static_cast<std::size_t>(position);
        const double logSum = logSumOf(logits);
        LensCell cell;
        if (std::isnan(logSum)) {
            cell.broken = true;
            cell.final = brokenScore();
            if (lastTokens[place] == kUnread)
                lastTokens[place] = kBroken;
            return cell;
        }
        const auto number = [logits](Index token) { return logits[static_cast<std::size_t>(token)]; };
        for (const Index token :
             largestFew(std::ssize(logits), kLensTokens, number, [](Index) { return true; }))
            cell.best.push_back({token, scoreOf(logits, token, logSum).probability});
        if (lastTokens[place] == kUnread)
            lastTokens[place] = static_cast<Index>(cell.best.front().id);
        cell.final
            = lastTokens[place] == kBroken ? brokenScore() : scoreOf(logits, lastTokens[place], logSum);
        const std::size_t following = place + 1;
        const bool follows = following < tokens.size() && !tokens[following].padding
            && tokens[following].id >= 0 && tokens[following].id < static_cast<std::int64_t>(logits.size());
        // Only a decoder predicts the next token; a masked-LM head predicts the current one.
        if (stack == StackKind::kDecoder && follows)
            cell.next = scoreOf(logits, static_cast<Index>(tokens[following].id), logSum);
        return cell;
    }

    void label(LensRow& row) const
    {
        for (const LensCell& cell : row.cells)
            for (const LensCell::Token& token : cell.best)
                if (const auto [found, added] = row.labels.try_emplace(token.id); added)
                    found->second = labelOf(model, stack, static_cast<TokenId>(token.id));
    }
};

using ReadLayer = std::function<Matrix(int layer)>;

/// One row of norms per layer; no rows if a layer is missing.
Matrix normsOf(int layers, Index positions, const ReadLayer& read)
{
    Matrix norms(layers, positions);
    for (int layer = 0; layer < layers; ++layer) {
        const Matrix vectors = read(layer);
        if (vectors.rows() != positions)
            return {};
        norms.row(layer) = vectors.rowwise().norm().transpose();
    }
    return norms;
}

Matrix cosinesOf(int layers, Index positions, const ReadLayer& one, const ReadLayer& other)
{
    Matrix cosines(layers, positions);
    for (int layer = 0; layer < layers; ++layer) {
        const Matrix a = one(layer);
        const Matrix b = other(layer);
        if (a.rows() != positions || b.rows() != positions || a.cols() != b.cols())
            return {};
        for (Index row = 0; row < positions; ++row) {
            const float sizes = a.row(row).norm() * b.row(row).norm();
            cosines(layer, row) = sizes > 0 ? a.row(row).dot(b.row(row)) / sizes : 0.0F;
        }
    }
    return cosines;
}

} // namespace

LensFacts lensFacts(const Model* model, const Trace& trace, StackKind stack)
{
    using Obstacle = LensFacts::Obstacle;
    LensFacts facts;
    const auto withObstacle = [&facts](Obstacle obstacle) {
        facts.obstacle = obstacle;
        return facts;
    };
    if (model == nullptr)
        return withObstacle(Obstacle::kNoModel);
    if (trace.isNull() || trace.info().stack(stack) == nullptr)
        return withObstacle(Obstacle::kNotRecorded);
    if (!isOf(trace, *model))
        return withObstacle(Obstacle::kOtherModel);
    if (stack != measuredStack(*model))
        return withObstacle(Obstacle::kOtherStack);
    if (!model->hasLogits())
        return withObstacle(Obstacle::kNoHead);
    const StackSpec& spec = *model->spec().stack(stack);
    facts.finalNorm = model->weights().stack(stack)->finalNorm.present();
    facts.postNorm = spec.placement == NormPlacement::kPost && !spec.parallelResidual;
    facts.transform = model->spec().head.transform;
    for (int layer = 0; layer <= trace.info().stack(stack)->layers; ++layer)
        if (trace.residual(stack, layer).rows() != static_cast<Index>(trace.tokens(stack).size()))
            return withObstacle(Obstacle::kNotRecorded);
    return facts;
}

Result<void> logitLens(const std::shared_ptr<const Model>& model, const Trace& trace, StackKind stack,
                       const Job& job, const std::function<void(LensRow)>& published)
{
    if (lensFacts(model.get(), trace, stack).obstacle != LensFacts::Obstacle::kNone)
        return badArgument("lens", "this stack has no stream that the language-model head can read");
    Lens lens{modelOf(*model, trace.info()), trace, stack};
    const int layers = trace.info().stack(stack)->layers;
    for (int layer = layers; layer >= 0; --layer) {
        std::optional<LensRow> row = lens.row(layer, job);
        if (!row)
            return stoppedError();
        published(std::move(*row));
        job.report({"reading the stream", layers - layer + 1, layers + 1});
    }
    return {};
}

StreamNorms streamNorms(const Trace& trace, StackKind stack)
{
    StreamNorms norms;
    const StackShape* shape = trace.isNull() ? nullptr : trace.info().stack(stack);
    if (shape == nullptr)
        return norms;
    const auto positions = static_cast<Index>(trace.tokens(stack).size());
    const ReadLayer stream = [&](int layer) { return trace.residual(stack, layer); };
    const ReadLayer attention = [&](int layer) { return trace.output({stack, layer, AttentionKind::kSelf}); };
    const ReadLayer cross = [&](int layer) { return trace.output({stack, layer, AttentionKind::kCross}); };
    const ReadLayer feedForward = [&](int layer) { return trace.feedForwardOutput(stack, layer); };
    norms.stream = normsOf(shape->layers + 1, positions, stream);
    norms.attention = normsOf(shape->layers, positions, attention);
    norms.feedForward = normsOf(shape->layers, positions, feedForward);
    norms.attentionCosine = cosinesOf(shape->layers, positions, attention, stream);
    norms.feedForwardCosine = cosinesOf(shape->layers, positions, feedForward, stream);
    if (shape->cross) {
        norms.cross = normsOf(shape->layers, positions, cross);
        norms.crossCosine = cosinesOf(shape->layers, positions, cross, stream);
    }
    return norms;
}

} // namespace headlight
