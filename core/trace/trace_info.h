#pragma once

#include "core/math/score_rule.h"
#include "core/trace/site.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Everything about the model and the input that views need to label a trace.
struct TraceInfo
{
    std::string model; ///< name for titles
    std::string adapter; ///< name of the LoRA adapter opened with the model; empty = none
    int modelWidth = 0; ///< d_model
    std::int64_t vocabulary = 0;
    bool trained = true; ///< false: the weights are random, and what a head does has no name
    std::optional<StackShape> encoder, decoder;
    std::vector<ScoreRule> encoderSelf, decoderSelf, decoderCross; ///< per layer
    std::map<HeadRef, ScoreRule> editedRules; ///< rules of heads that edits changed
    std::vector<std::string> edits; ///< active edits in words; empty = the unedited model
    std::string editsJson = "[]"; ///< the same as JSON, in the form that --edit reads
    std::string ofRuns; ///< "mean of 3 runs", "standard deviation of 3 runs"; empty = a single run
    /// Problems with the numbers, one sentence each: rows of weights that are not sound, non-finite numbers.
    std::vector<std::string> warnings;

    const StackShape* stack(StackKind kind) const;
    /// The rule without edits.
    const ScoreRule& scoreRule(const LayerRef& layer) const;
    /// The rule under the edits.
    const ScoreRule& scoreRule(const HeadRef& head) const;
    /// Every attention sub-layer in order: encoder self, decoder self, decoder cross.
    std::vector<LayerRef> layers() const;
    int heads(StackKind kind) const;
    /// The heads that a pattern matches, in the order of the layers, and the sub-layers that have such heads.
    std::vector<HeadRef> headsOf(const HeadPattern& where) const;
    std::vector<LayerRef> layersOf(const HeadPattern& where) const;
    /// Whether there are the last layer and the last head that a pattern names, in any of the stacks that it
    /// matches; what it names beyond them would be left out without a word. patched: a site whose rows are
    /// patched there: streams are of no head, and kResidual has one more than there are layers. The error
    /// (kBadArgument, without a field) names the pattern.
    Result<void> checkRanges(const HeadPattern& where, std::optional<Site> patched = {}) const;
    /// The same for a pattern that must match a head. The error says which heads there are.
    Result<void> checkHeads(const HeadPattern& where) const;
    /// "encoder 2 layers × 4 heads, decoder 2 layers × 4 heads".
    std::string shapeInWords() const;
    /// The places of a site with isOfStream() in the layers that a pattern matches. Only kOutput has several
    /// in a layer, and only for it the kind matters. kResidual has one more than there are layers.
    std::vector<LayerRef> rowsOf(Site site, const HeadPattern& where) const;
};

} // namespace headlight
