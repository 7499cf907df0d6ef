// headlight trace: one forward pass, recorded into a trace file.

#include "app/commands.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/tracefile/shards.h"
#include "core/tracefile/trace_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace headlight {

namespace {

struct TraceOptions
{
    PassOptions pass;
    std::optional<std::string> output;
    std::optional<std::string> record;
    std::string logits = "all";
    bool half = false;
    int shardMegabytes = 1024;

    /// Whether to write a sharded trace: the path is an existing folder or ends with a slash.
    bool sharded() const
    {
        std::error_code ignored;
        return output && (output->ends_with('/') || std::filesystem::is_directory(*output, ignored));
    }
    std::string sites() const
    {
        return record.value_or(sharded() ? "q,k,mask,bias" : "weights,mask,positions,logits");
    }
};

Result<SiteSet> parseSites(const std::string& list)
{
    SiteSet sites;
    for (const std::string_view name : split(list, ',')) {
        const auto site = siteFromName(name);
        if (!site)
            return usageError("--record", site.error().describe());
        sites.add(*site);
    }
    return sites;
}

/// Adds the mask and the bias to queries and keys, since weights computed without them would be those of
/// another model. Masks that were not asked for as such are written as rules.
TraceFileOptions fileOptions(SiteSet& sites)
{
    TraceFileOptions file;
    if (sites.has(Site::kQuery) && sites.has(Site::kKey) && !sites.has(Site::kWeights)) {
        file.rules = !sites.has(Site::kMask);
        sites.add(Site::kMask);
        sites.add(Site::kBias);
    }
    file.sites = sites;
    return file;
}

/// Whether a pass kept weights that were not requested: weights replaced by an edit cannot be recomputed from
/// queries and keys.
bool keptWeights(const Trace& trace)
{
    const auto any = [](const std::optional<StackChunk>& stack) {
        const auto kept = [](const AttentionChunk& layer) { return !layer.weights.empty(); };
        return stack && (std::ranges::any_of(stack->self, kept) || std::ranges::any_of(stack->cross, kept));
    };
    return any(trace.leaf()->encoder) || any(trace.leaf()->decoder);
}

std::uint64_t shardBytes(const TraceOptions& options)
{
    return static_cast<std::uint64_t>(options.shardMegabytes) << 20U;
}

/// Writes what each layer recorded when it is through, and gives it up. Not under edits: what they put in the
/// place of the model's weights is written for all layers or none, which is known at the end.
Result<void> stream(const TraceOptions& options, const RecordPlan& plan, const TraceFileOptions& file)
{
    std::optional<TraceShardStream>
        shards; // begun with the first layer: input that is refused touches no folder
    const auto begin = [&]() -> Result<void> {
        if (shards)
            return {};
        ASSIGN_OR_RETURN(
            auto begun,
            TraceShardStream::begin(*options.output, file, shardBytes(options), options.pass.model.job()));
        shards = std::move(begun);
        return {};
    };
    LayerSink layers;
    layers.take = [&](std::vector<Trace> traces) -> Result<void> {
        RETURN_IF_ERROR(begin());
        return shards->add(std::move(traces));
    };
    ASSIGN_OR_RETURN(const auto rest, options.pass.run(plan, layers));
    RETURN_IF_ERROR(begin());
    return shards->finish(rest);
}

Result<void> trace(const TraceOptions& options)
{
    if (!options.output)
        return usageError("-o", "missing. Give the file to write: -o FILE.safetensors");
    ASSIGN_OR_RETURN(auto sites, parseSites(options.sites()));
    // Edits may put other weights in the place of those that the scores give.
    if (!options.pass.edits.none() && sites.has(Site::kScores))
        sites.add(Site::kWeights);
    TraceFileOptions file = fileOptions(sites);
    const Job job = options.pass.model.job();
    const TraceOptions usual;
    warnOfIdle(job, {{!options.sharded() && options.shardMegabytes != usual.shardMegabytes, "--shard-size"}},
               "without -o FOLDER/");
    warnOfIdle(job, {{!sites.has(Site::kLogits) && options.logits != usual.logits, "--logits"}},
               "without logits in --record");
    RecordPlan plan;
    plan.sites = sites;
    const bool matrices = sites.has(Site::kWeights) || sites.has(Site::kScores) || !options.sharded();
    plan.storage = matrices ? MatrixStorage::kMatrices : MatrixStorage::kOperands;
    if (sites.has(Site::kLogits))
        plan.logits = options.logits == "last" ? LogitRows::kLast : LogitRows::kAll;
    file.half = options.half;
    if (options.sharded() && options.pass.edits.none() && options.pass.repeats == 1)
        return stream(options, plan, file);
    ASSIGN_OR_RETURN(const auto traces, options.pass.run(plan));
    if (keptWeights(traces.front()))
        file.sites->add(Site::kWeights);
    if (options.sharded())
        return writeTraceShards(*options.output, traces, file, shardBytes(options), job);
    return writeTraceFile(*options.output, traces, file);
}

} // namespace

int runTrace(int argc, char** argv)
{
    TraceOptions options;
    CommandLine line("trace",
                     "Runs one forward pass and writes what was recorded to a trace file (safetensors).");
    line.resultFile(options.output, ResultFormats::only(".safetensors"),
                    "trace file to write, or FOLDER/ for a sharded trace", "FILE.safetensors");
    options.pass.addTo(line);
    line.text(
        "--record", options.record,
        "what to record, from weights,scores,mask,bias,q,k,v,head_output,output,ff_hidden,ff_output,residual,"
        "norms,final,positions,embeddings,segments,router,experts,logits (default "
        "weights,mask,positions,logits; for a folder q,k,mask,bias); norms: mean and deviation of every "
        "norm; router, experts: of mixtures of experts",
        "LIST");
    line.choice("--logits", options.logits, {"all", "last"}, "positions whose logits to keep (default all)");
    line.number("--shard-size", options.shardMegabytes, 1, 1 << 20,
                "megabytes of one file of a sharded trace (default 1024)");
    line.flag("--f16", options.half, "store numbers in half precision");
    return line.run(argc, argv, [&] { return trace(options); });
}

} // namespace headlight
