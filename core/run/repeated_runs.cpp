#include "core/run/repeated_runs.h"

#include "core/base/concat.h"
#include "core/base/text_list.h"

#include <Eigen/Core>

#include <algorithm>
#include <memory>
#include <variant>

namespace headlight {

namespace {

/// Calls `act` with every matrix to average.
void eachAveraged(auto& chunk, const auto& act)
{
    for (auto* const stack : {&chunk.encoder, &chunk.decoder})
        if (*stack)
            eachMatrix(**stack, act);
    act(chunk.logits);
}

using RunningMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Chosen experts have neither mean nor spread: their layers are left without a record.
void forgetExperts(TraceChunk& chunk)
{
    for (auto* stack : {&chunk.encoder, &chunk.decoder})
        if (*stack)
            for (IndexMatrix& layer : (*stack)->experts)
                layer.resize(0, 0);
}

/// Running mean and sum of squared differences (Welford 1962).
struct RunningMoments
{
    RunningMatrix mean, squares;

    void add(const Matrix& values, int count)
    {
        const RunningMatrix now = values.cast<double>();
        if (count == 1) {
            mean = now;
            squares = RunningMatrix::Zero(now.rows(), now.cols());
            return;
        }
        const RunningMatrix before = now - mean;
        mean += before / count;
        squares.array() += before.array() * (now - mean).array();
    }
};

} // namespace

LaneInput continuedLane(const Model& model, LaneInput lane, const Trace& decoded)
{
    if (model.isEncoderDecoder())
        lane.target = decoded.tokens(StackKind::kDecoder);
    else if (model.isDecoderOnly())
        lane.source = decoded.tokens(StackKind::kDecoder);
    return lane;
}

Result<void> eachRun(const RunRequest& request, int times, const Job& job,
                     const std::function<void(const std::vector<Trace>&)>& take)
{
    RunRequest one = request;
    one.layers = {}; // published layers would split the chunk that is averaged
    for (int run = 0; run < times; ++run) {
        for (Intervention& edit : one.interventions.list)
            if (auto* const dropout = std::get_if<Dropout>(&edit))
                dropout->seed += run > 0 ? 1 : 0;
        ASSIGN_OR_RETURN(const auto result,
                         execute(one, run == 0 ? Job{job.stop, {}, job.warn} : Job{job.stop, {}, {}}));
        job.report({concat("run ", run + 1, " of ", times), run + 1, times});
        take(result.traces);
    }
    return {};
}

Result<RepeatedRuns> repeatedRuns(const RunRequest& request, int times, const Job& job,
                                  const std::function<void(const std::vector<Trace>&)>& take)
{
    RunRequest matrices = request;
    matrices.plan.storage = MatrixStorage::kMatrices;
    std::vector<std::vector<RunningMoments>> moments;
    std::vector<Trace> last;
    std::vector<TraceInfo> infos; // of the first run, with its seeds
    int run = 0;
    RETURN_IF_ERROR(eachRun(matrices, times, job, [&](const std::vector<Trace>& traces) {
        ++run;
        if (take)
            take(traces);
        if (run == 1)
            infos = listFrom(traces, [](const Trace& trace) { return trace.info(); });
        last = traces;
        moments.resize(traces.size());
        for (std::size_t lane = 0; lane < traces.size(); ++lane) {
            std::size_t place = 0;
            eachAveraged(*traces[lane].leaf(), [&](const Matrix& values) {
                if (place == moments[lane].size())
                    moments[lane].emplace_back();
                moments[lane][place++].add(values, run);
            });
        }
    }));
    RepeatedRuns runs;
    for (std::size_t lane = 0; lane < last.size(); ++lane) {
        const Trace& trace = last[lane];
        const auto filled = [&](const char* what, const auto& valuesOf) {
            TraceInfo info = infos[lane];
            info.ofRuns = concat(what, " of ", times, times == 1 ? " run" : " runs");
            auto chunk = std::make_shared<TraceChunk>(*trace.leaf());
            std::size_t place = 0;
            eachAveraged(*chunk, [&](Matrix& values) { values = valuesOf(moments[lane][place++]); });
            forgetExperts(*chunk);
            return Trace(std::make_shared<const TraceInfo>(std::move(info)), chunk,
                         trace.axis(StackKind::kEncoder), trace.axis(StackKind::kDecoder));
        };
        const double degrees = std::max(times - 1, 1);
        runs.mean.push_back(
            filled("mean", [](const RunningMoments& m) { return Matrix(m.mean.cast<float>()); }));
        runs.spread.push_back(filled("standard deviation", [degrees](const RunningMoments& m) {
            return Matrix((m.squares.array() / degrees).sqrt().matrix().cast<float>());
        }));
    }
    return runs;
}

} // namespace headlight
