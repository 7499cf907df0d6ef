#include "core/analysis/word_order.h"

#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/model/forward.h"
#include "core/model/model.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace headlight {

namespace {

/// New position of each token: words in reverse order; special tokens and padding stay.
std::vector<int> reversedWords(const std::vector<TokenLabel>& tokens)
{
    std::vector<int> places(tokens.size());
    std::iota(places.begin(), places.end(), 0);
    std::vector<int> words;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (!tokens[i].special && !tokens[i].padding)
            words.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < words.size(); ++i)
        places[static_cast<std::size_t>(words[i])] = words[words.size() - 1 - i];
    return places;
}

/// The output of the stack that reads the ids, in this order, with or without positions.
std::optional<Matrix> orderedOutput(const Model& model, const std::vector<std::int32_t>& ids, Index real,
                                    const EditPlan& edits, const Job& job)
{
    Workers workers;
    TokenBatch batch;
    batch.ids.push_back(ids);
    const PassSettings settings{edits, nullptr, nullptr, 0, &workers, job.stop, nullptr};
    auto pass = model.isDecoderOnly() ? decodeRows(model, batch, {{0, real}}, nullptr, settings)
                                      : encode(model, batch, {{real, 0}}, settings);
    return pass ? std::optional(std::move(pass->output)) : std::nullopt;
}

/// The relative change of every token's output when its words move; empty when stopped.
std::optional<std::vector<double>> orderChanges(const Model& model, const std::vector<std::int32_t>& ids,
                                                const std::vector<int>& places, Index real,
                                                const EditPlan& edits, const Job& job)
{
    std::vector<std::int32_t> moved(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i)
        moved[static_cast<std::size_t>(places[i])] = ids[i];
    const auto here = orderedOutput(model, ids, real, edits, job);
    const auto there = orderedOutput(model, moved, real, edits, job);
    if (!here || !there)
        return std::nullopt;
    std::vector<double> changes;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto row = here->row(static_cast<Index>(i)).cast<double>();
        const auto other = there->row(places[i]).cast<double>();
        const double size = row.norm();
        changes.push_back(size > 0 ? (other - row).norm() / size : 0.0);
    }
    return changes;
}

} // namespace

double WordOrder::largestWith() const
{
    double largest = 0;
    for (const MovedToken& token : tokens)
        largest = std::max(largest, token.withPositions);
    return largest;
}

double WordOrder::largestWithout() const
{
    double largest = 0;
    for (const MovedToken& token : tokens)
        largest = std::max(largest, token.without);
    return largest;
}

Result<WordOrder> wordOrder(const std::shared_ptr<const Model>& model, const std::vector<TokenLabel>& tokens,
                            const Job& job)
{
    const StackKind stack = model->isDecoderOnly() ? StackKind::kDecoder : StackKind::kEncoder;
    const auto& weights = stack == StackKind::kDecoder ? model->weights().decoder : model->weights().encoder;
    std::vector<std::int32_t> ids;
    for (const TokenLabel& token : tokens) {
        if (token.id < 0 || token.id >= weights->embedding.rows())
            return badArgument("word order", "the sentence has tokens that the model does not know");
        ids.push_back(static_cast<std::int32_t>(token.id));
    }
    if (ids.empty())
        return badArgument("word order", "there are no tokens");
    const Index real
        = std::count_if(tokens.begin(), tokens.end(), [](const TokenLabel& each) { return !each.padding; });
    Interventions all;
    all.masks.encoderCausal = all.masks.decoderCausal = Toggle::kOff;
    Interventions none = all;
    none.list.emplace_back(PositionEdit{stack, PositionTable::kNone, 0, true});
    const SequenceLengths lengths{stack == StackKind::kEncoder ? std::ssize(ids) : 0,
                                  stack == StackKind::kDecoder ? std::ssize(ids) : -1};
    ASSIGN_OR_RETURN(const auto with, EditPlan::compile(all, model->traceInfo(), lengths));
    ASSIGN_OR_RETURN(const auto without, EditPlan::compile(none, model->traceInfo(), lengths));
    const std::vector<int> places = reversedWords(tokens);
    const auto first = orderChanges(*model, ids, places, real, with, job);
    const auto second = orderChanges(*model, ids, places, real, without, job);
    if (!first || !second)
        return Error{ErrorCode::kCancelled, "stopped", {}, {}, {}};
    WordOrder order;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        order.tokens.push_back({tokens[i], places[i], (*first)[i], (*second)[i]});
    return order;
}

} // namespace headlight
