#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"

#include <map>
#include <string>
#include <vector>

namespace headlight {

/// A mask that is a rule: `"mask": {"causal": true, "window": 4096, "lengths": [7, 9]}` next to the scale.
struct LayerMaskRule
{
    bool causal = false;
    Index window = 0; ///< keys that a query sees, including its own; 0 = all
    std::vector<Index> lengths; ///< number of keys per sentence; empty = all
    bool given = false;
};

/// A bias by distance: `"bias": {"slopes": […]}`, one slope per head, or `{"buckets": 32, "max_distance":
/// 128, "bidirectional": true, "table": "NAME"}`, where the tensor NAME is [buckets, heads].
struct BiasRule
{
    std::vector<float> slopes;
    RelativeSpec spec;
    std::string table; ///< empty = slopes
    bool given() const { return !slopes.empty() || !table.empty(); }
};

/// The `config` entry of a trace file's metadata: shapes of the stacks and rules of the scores, as
///   {"d_model":32, "vocab_size":96, "heads":4, …, "encoder":{"heads":4, "kv_heads":4, "layers":2,
///    "d_head":8, "causal":false, "self":{"scale":0.35, "softcap":0}}, "decoder":{…, "cross":{…}}}
///
/// "trained" is false if the model has random weights. On the top level, heads, kv_heads, layers, d_head and
/// causal are those of the decoder, or of the only stack. scale and softcap are arrays if the layers differ.
/// "mask" and "bias" next to a scale are rules that replace matrices: one object, or, if the layers differ, a
/// list with null for layers without one. A rule may also have "mask_value", which replaces masked scores,
/// and "empty_row". "edited_heads" has an object of the same kind for each head whose rule was edited, plus
/// "form", "rows" and "dropout" if they are not the usual ones:
///   "edited_heads": {"encoder.0.self.1": {"scale":1, "softcap":0, "form":"cosine", "rows":"share"}}
std::string traceConfigToJson(const TraceInfo& info);

/// The rules of one kind of attention: one per layer, or one for all; empty = none.
struct AttentionRules
{
    std::vector<LayerMaskRule> mask;
    std::vector<BiasRule> bias;
};

/// One stack according to the config. Absent numbers are 0 and are taken from the shapes of the tensors.
struct StackConfig
{
    StackShape shape;
    bool present = false; ///< whether the config has an entry for the stack
    std::vector<ScoreRule> self, cross; ///< per layer, or one for all; empty = not stated
    AttentionRules selfRules, crossRules;
};

struct TraceConfig
{
    int modelWidth = 0;
    std::int64_t vocabulary = 0;
    bool trained = true;
    StackConfig encoder, decoder;
    std::map<HeadRef, ScoreRule> editedRules; ///< as in TraceInfo
};

/// Reads the entry; `file` is the name in messages. An empty text is an empty configuration.
Result<TraceConfig> traceConfigFromJson(const std::string& text, const std::string& file);

} // namespace headlight
