#include "app/run_options.h"

#include "core/edit/recorded_edits.h"
#include "core/tracefile/trace_file.h"

#include <iostream>
#include <utility>

namespace headlight {

void TraceInput::addTo(CommandLine& line)
{
    line.text("--trace", file,
              "trace to use instead of a text and a model: a trace file, the folder of a sharded trace, or "
              "attention from another program as .npy, .npz, .pt, .safetensors or JSON",
              "FILE");
    line.text("--tokens", tokens, "tokens of attention from another program: JSON, or text with one per line",
              "FILE");
    line.text("--target-tokens", targetTokens, "the decoder's tokens, in the same form", "FILE");
    line.flag("--verify", verify, "compare a sharded trace, .npz or .pt with its checksums");
    pass.addTo(line);
}

Result<void> TraceInput::settle() const
{
    if (!file) {
        if (tokens || targetTokens || verify)
            return usageError(verify ? "--verify" : tokens ? "--tokens" : "--target-tokens", "needs --trace");
        return {};
    }
    if (!pass.input.empty() || pass.input.hasTargets() || pass.model.folder)
        return usageError("--trace",
                          "excludes texts, ids and --model. Give a trace, or a model with its input");
    const EditOptions& edits = pass.edits;
    if (!edits.ablations.empty() || !edits.masks.empty() || !edits.causal.empty() || edits.file)
        return usageError("--trace", "excludes edits, which need a model to run");
    if (pass.repeats > 1 || pass.spread)
        return usageError("--trace", "excludes --repeats and --spread, which need a model to run");
    return {};
}

Result<std::vector<Trace>> TraceInput::traces(const RecordPlan& plan) const
{
    RETURN_IF_ERROR(settle());
    if (!file)
        return pass.run(plan);
    const PassOptions usual;
    warnOfIdle(pass.model.job(),
               {{!pass.input.pairs.empty(), "--pair"},
                {!pass.input.segmentIds.empty(), "--segment-ids"},
                {!pass.input.targetLanguage.empty(), "--target-language"},
                {pass.model.adapter.has_value(), "--adapter"},
                {pass.model.tokenizer.has_value(), "--tokenizer"},
                {pass.model.precision != usual.model.precision, "--precision"},
                {pass.edits.padding != usual.edits.padding, "--padding-mask"},
                {pass.maxNewTokens != usual.maxNewTokens, "--max-new-tokens"},
                {pass.freezeTarget, "--freeze-target"}},
               "with --trace");
    OpenTraceOptions options;
    if (tokens)
        options.tokens = *tokens;
    if (targetTokens)
        options.targetTokens = *targetTokens;
    options.verify = verify;
    ASSIGN_OR_RETURN(auto read, openTrace(*file, options, pass.model.job()));
    if (!read.imported && (tokens || targetTokens))
        pass.model.job().warning(*file + ": --tokens is not used, because a trace file includes its tokens");
    if (read.imported && !pass.model.quiet)
        for (const std::string& understood : traceInWords(read))
            std::cerr << "headlight: " << *file << ": " << understood << '\n';
    if (const std::string made = editsInWords(read.traces.front().info()); !made.empty())
        pass.model.job().warning(*file + ": recorded with edits: " + made);
    return std::move(read.traces);
}

} // namespace headlight
