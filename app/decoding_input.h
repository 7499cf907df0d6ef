#pragma once

#include "app/run_options.h"
#include "core/options/decode_options.h"
#include "core/run/execute.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// How tokens are chosen; shared by generate and render, which define the maximum output length themselves.
struct StrategyOptions
{
    DecodeOptions decoding;

    void addTo(CommandLine& line);
    /// Options that contradict each other are usage errors; those without effect cause warnings.
    Result<void> settle(const ModelOptions& model);
    /// Whether none was given.
    bool plain() const { return decoding == DecodeOptions{}; }
};

/// A step of a decoding: the recording up to it, and the text so far.
struct DecodingFrame
{
    Trace trace;
    TokenLabel written; ///< the token that the step chose, or that the beam proposed
    std::string text; ///< empty if only one frame was requested
};

/// A trace of a decoding instead of a single pass: what render needs to draw the window's views of a model
/// that writes. As in the window, the sentence is run alone, padded as in its batch, and a target text forces
/// the decoder's output.
struct DecodingInput
{
    std::optional<std::string> step; ///< "all", or the number of a step
    std::optional<int> beamNode;
    std::optional<std::string> force; ///< ids given in advance, before the strategy chooses
    StrategyOptions strategy;
    bool film = false; ///< whether --film was given

    void addTo(CommandLine& line);
    bool wanted() const { return step || beamNode; }
    /// Checks what can be checked without a model; --force and the strategy have no effect without --step.
    Result<void> settle(const PassOptions& pass);
    /// The frame of sentence `item` of the batch, up to the step or the node.
    Result<DecodingFrame> frame(const PassOptions& pass, int item, const RecordPlan& plan) const;
    /// One frame for each step, or for each step on the way to the node.
    Result<std::vector<DecodingFrame>> frames(const PassOptions& pass, int item,
                                              const RecordPlan& plan) const;

private:
    Result<DecodeRequest> request(const std::shared_ptr<const Model>& model, const PassOptions& pass,
                                  int item, const RecordPlan& plan) const;
    /// The request and its output.
    struct Decoded
    {
        DecodeRequest asked;
        DecodedLane lane;
    };
    Result<Decoded> decodeItem(const PassOptions& pass, int item, const RecordPlan& plan) const;
    Result<const BeamNode*> pickNode(const DecodedLane& lane) const;
    Result<DecodingFrame> pick(const DecodedLane& lane) const;

    std::optional<int> m_step; ///< unset = all steps
};

} // namespace headlight
