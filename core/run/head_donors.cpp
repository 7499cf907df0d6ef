#include "core/run/experiment.h"

#include "core/base/workers.h"
#include "core/model/model.h"
#include "core/run/lanes.h"

#include <Eigen/Core>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::size_t kSentencesAtOnce = 64;

/// A trace that has nothing but head outputs.
Trace headOutputs(const std::shared_ptr<const TraceInfo>& info,
                  const std::function<Matrix(const HeadRef&)>& rows)
{
    auto chunk = std::make_shared<TraceChunk>();
    for (const HeadRef& head : info->headsOf(kEveryHead)) {
        const StackShape& shape = *info->stack(head.stack);
        auto& stack = head.stack == StackKind::kEncoder ? chunk->encoder : chunk->decoder;
        if (!stack)
            stack.emplace().resize(static_cast<std::size_t>(shape.layers), shape.cross);
        auto& layers = head.kind == AttentionKind::kSelf ? stack->self : stack->cross;
        AttentionChunk& record = layers[static_cast<std::size_t>(head.layer)];
        record.headOutput.resize(static_cast<std::size_t>(shape.heads));
        record.headOutput[static_cast<std::size_t>(head.head)] = rows(head);
    }
    return {info, std::move(chunk), TokenAxis(), TokenAxis()};
}

/// Sums of a head's rows, position by position.
struct PositionSums
{
    Eigen::MatrixXd sums; ///< [positions × d_value]
    std::vector<double> counts; ///< sentences that have the position

    void add(const Matrix& rows, Index real)
    {
        const Index count = std::min(rows.rows(), real);
        const Index known = sums.rows();
        if (count > known) {
            sums.conservativeResize(count, rows.cols());
            sums.bottomRows(count - known).setZero();
            counts.resize(static_cast<std::size_t>(count), 0);
        }
        sums.topRows(count) += rows.topRows(count).cast<double>();
        for (Index row = 0; row < count; ++row)
            ++counts[static_cast<std::size_t>(row)];
    }

    Matrix byPosition() const
    {
        const Eigen::VectorXd each
            = Eigen::Map<const Eigen::VectorXd>(counts.data(), static_cast<Index>(counts.size()));
        return (each.cwiseInverse().asDiagonal() * sums).cast<float>();
    }
    Matrix overall() const
    {
        double all = 0;
        for (const double count : counts)
            all += count;
        return Matrix((sums.colwise().sum() / all).cast<float>());
    }
};

} // namespace

Result<Trace> recordRun(const std::shared_ptr<const Model>& model, const LaneInput& lane,
                        const SiteSet& sites, const Job& job)
{
    RunRequest run{model, {lane}, {}, {}};
    run.plan.sites = sites;
    run.plan.storage = MatrixStorage::kMatrices;
    ASSIGN_OR_RETURN(auto result, execute(run, job));
    return std::move(result.traces.front());
}

Result<HeadMeans> headMeans(const std::shared_ptr<const Model>& model, const DonorSentences& sentences,
                            const Job& job)
{
    if (sentences.count == 0)
        return badArgument("reference", "is empty; expected at least one sentence");
    const auto info = std::make_shared<const TraceInfo>(model->traceInfo());
    const std::vector<HeadRef> heads = info->headsOf(kEveryHead);
    std::map<HeadRef, PositionSums> sums;
    for (std::size_t first = 0; first < sentences.count; first += kSentencesAtOnce) {
        const std::size_t count = std::min(kSentencesAtOnce, sentences.count - first);
        std::vector<std::optional<Result<Trace>>> runs(count);
        Workers().forEach(count, [&](std::size_t i) {
            const Job inner{job.stop, {}, {}};
            auto lane = sentences.lane(first + i, inner);
            runs[i]
                = lane ? recordRun(model, *lane, {Site::kHeadOutput}, inner) : Result<Trace>(lane.error());
        });
        for (const auto& run : runs) {
            if (!*run)
                return run->error();
            for (const HeadRef& head : heads)
                sums[head].add((*run)->headMatrix(Site::kHeadOutput, head),
                               realTokens((*run)->tokens(head.stack)));
        }
        job.report({"averaging the reference", static_cast<std::int64_t>(first + count),
                    static_cast<std::int64_t>(sentences.count)});
    }
    return HeadMeans{headOutputs(info, [&](const HeadRef& head) { return sums[head].overall(); }),
                     headOutputs(info, [&](const HeadRef& head) { return sums[head].byPosition(); })};
}

Trace stretched(const Trace& from, const SequenceLengths& lengths, const Trace* beyond)
{
    return headOutputs(from.sharedInfo(), [&](const HeadRef& head) {
        const Matrix rows = from.headMatrix(Site::kHeadOutput, head);
        const Index wanted = lengths.of(head.stack);
        const Index known = std::min(rows.rows(), wanted);
        Matrix all(wanted, rows.cols());
        all.topRows(known) = rows.topRows(known);
        if (known < wanted)
            all.bottomRows(wanted - known).rowwise() = beyond != nullptr
                ? RowVector(beyond->headMatrix(Site::kHeadOutput, head).row(0))
                : RowVector(rows.row(rows.rows() - 1));
        return all;
    });
}

} // namespace headlight
