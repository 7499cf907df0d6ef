#pragma once

#include "app/run_options.h"
#include "app/strategy_options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A step of a decoding: what was recorded up to it, and the text so far.
struct DecodingFrame
{
    Trace trace;
    TokenLabel written; ///< what the step chose, or the beam proposed
    std::string text; ///< empty if one frame alone was asked for
};

/// A trace of a decoding instead of one of a single pass: what render needs to draw what the window shows of
/// a model that writes. As in the window, the sentence is fed alone, padded as its batch would pad it, and a
/// target text is what the decoder is made to say.
struct DecodingInput
{
    std::optional<std::string> step; ///< "all", or the number of a step
    std::optional<int> beamNode;
    std::optional<std::string> force; ///< ids that are taken before the strategy chooses
    StrategyOptions strategy;
    bool film = false; ///< it was asked for by --film

    void addTo(CommandLine& line);
    bool wanted() const { return step || beamNode; }
    /// Faults that can be told without a model; --force and the strategy say nothing without --step.
    Result<void> settle(const PassOptions& pass);
    /// Of the sentence `item` of the batch, up to the step or the node.
    Result<DecodingFrame> frame(const PassOptions& pass, int item, const RecordPlan& plan) const;
    /// Every step of it, or those on the way to the node.
    Result<std::vector<DecodingFrame>> frames(const PassOptions& pass, int item,
                                              const RecordPlan& plan) const;

private:
    Result<DecodeRequest> request(const std::shared_ptr<const Model>& model, const PassOptions& pass,
                                  int item, const RecordPlan& plan) const;
    /// --repeats: mean or spread of passes over what was decoded.
    static Result<Trace> repeated(const DecodeRequest& decoded, const Trace& trace, const PassOptions& pass);
    Result<DecodedLane> decodeLane(const std::shared_ptr<const Model>& model, const PassOptions& pass,
                                   int item, const RecordPlan& plan) const;
    Result<const BeamNode*> pickNode(const DecodedLane& lane) const;
    Result<DecodingFrame> pick(const DecodedLane& lane) const;

    std::optional<int> m_step; ///< unset: all of it
};

} // namespace headlight
