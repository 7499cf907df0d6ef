#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// Trace files are safetensors files (CONTRACT §2). S = encoder or decoder, L = layer, K = self or cross; a
/// batch adds a leading axis to every tensor and is padded at the end to its longest sentence.
///
///   input_ids, target_ids          [seq] I64
///   input_lengths, target_lengths  [batch] I64, batches only
///   S.embeddings, S.positions, S.segments, S.final, S.residual.L    [seq, d_model]
///   S.L.K.q, S.L.K.head_output     [heads, q, d_head]
///   S.L.K.k, S.L.K.v               [kv_heads, k, d_head]
///   S.L.K.scores, S.L.K.weights    [heads, q, k]
///   S.L.K.bias, S.L.K.mask (U8)    [1 or heads, q, k]
///   S.L.self.sink                  [heads, q]: share of a row that goes to a learned sink
///   S.L.K.output, S.L.ff_output    [seq, d_model]: what a sub-layer adds to the stream
///   S.L.ff_hidden                  [seq, d_ff]: the feed-forward layer after its activation
///   N.mean, N.deviation            [seq]: what a norm subtracts and divides by (without ε); N is
///                                  S.L.self_norm, S.L.cross_norm, S.L.ff_norm, S.L.self_post_norm,
///                                  S.L.ff_post_norm, S.embedding_norm or S.final_norm
///   logits                         [seq, vocab], or [1, vocab] for the last position only
///
/// Beyond the contract, the metadata contain `special_tokens` and `target_special_tokens` (arrays of
/// booleans) and, for a conversation, `template_tokens` and `target_template_tokens` (which tokens its chat
/// template wrote).
struct TraceFileOptions
{
    /// The sites to write, as far as they are recorded or can be computed; unset = exactly the recorded ones.
    std::optional<SiteSet> sites;
    bool half = false; ///< whether to store floats as F16
    /// Writes masks and biases that are rules as such, in the metadata (core/tracefile/config.h): they
    /// then grow with the length of the text, not with its square.
    bool rules = false;
    bool batch = false; ///< adds a batch axis even to a single trace; several traces always have one
};

/// Writes the traces of one batch; the file is written completely or not at all.
Result<void> writeTraceFile(const std::filesystem::path& path, std::span<const Trace> traces,
                            const TraceFileOptions& options);

struct TraceFile
{
    std::vector<Trace> traces; ///< one per sentence; a batch keeps its padding, marked in the labels
    bool batch = false; ///< whether the file has a batch axis
};

/// Reads a trace file of this or another program. A file with only q and k, or only weights, is a trace with
/// fewer quantities. Warns about unknown tensors, rows of weights that are not sound (core/trace/row_check.h;
/// half precision has a larger tolerance) and non-finite numbers; the last two are also in
/// TraceInfo::warnings. Everything in the file is checked: the error names the tensor, what was found and
/// what was expected.
Result<TraceFile> readTraceFile(const std::filesystem::path& path, const Job& job);

struct OpenTraceOptions
{
    /// Files with the tokens of an import (core/tracefile/import/named_arrays.h). If unset: the tokens in the
    /// file, then NAME.tokens.json, NAME.tokens.txt, tokens.json and tokens.txt next to it (NAME is the
    /// file's name without its ending), otherwise positions.
    std::optional<std::filesystem::path> tokens, targetTokens;
    /// Whether to compare the checksums of a sharded trace or of an archive (.npz, .pt) with the contents.
    bool verify = false;
};

struct OpenedTrace : TraceFile
{
    bool imported = false; ///< made from another program's arrays: confirm before showing it
};

/// Opens a trace in any form: a trace file, a folder of shards (or its index), and arrays of other programs
/// as .npy, .npz, .pt, .safetensors or JSON.
Result<OpenedTrace> openTrace(const std::filesystem::path& path, const OpenTraceOptions& options,
                              const Job& job);

/// Describes what was read, one line per stack and kind of attention: "decoder.self: 12 layers × 12 heads ×
/// 34 queries × 34 keys, weights".
std::vector<std::string> traceInWords(const TraceFile& file);

} // namespace headlight
