#include "core/run/word_order.h"

#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/edit/edit_plan.h"
#include "core/model/forward.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/run/non_finite_report.h"
#include "core/run/pass_estimate.h"
#include "core/run/pass_progress.h"

#include <numeric>
#include <optional>

namespace headlight {

namespace {

constexpr int kPasses = 4; ///< in two orders, with and without positions

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

PassLengths lengthsOf(const Model& model, Index tokens)
{
    return model.isDecoderOnly() ? PassLengths{0, tokens} : PassLengths{tokens, 0};
}

/// The layers of all passes.
std::vector<double> workOf(const Model& model, Index tokens)
{
    std::vector<double> one = layerWork(model, lengthsOf(model, tokens));
    if (!model.isDecoderOnly())
        one.resize(model.spec().encoder->layers.size());
    std::vector<double> all;
    for (int pass = 0; pass < kPasses; ++pass)
        all.insert(all.end(), one.begin(), one.end());
    return all;
}

/// The passes of one sentence.
struct OrderRun
{
    const Model& model;
    const std::vector<TokenLabel>& tokens;
    const Job& job;
    const std::vector<std::int32_t> ids = tokenIds(tokens);
    PassProgress progress = PassProgress(job, workOf(model, std::ssize(tokens)));
    NonFiniteWatch watch = {};
    Workers workers = Workers();

    /// The relative change of every token's output when its words move; empty when stopped.
    std::optional<std::vector<double>> changes(const std::vector<int>& places, const EditPlan& edits)
    {
        std::vector<std::int32_t> moved(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            moved[static_cast<std::size_t>(places[i])] = ids[i];
        const auto here = output(ids, edits);
        const auto there = here ? output(moved, edits) : std::nullopt;
        if (!there)
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

    /// The output of the stack that reads the ids, in this order.
    std::optional<Matrix> output(const std::vector<std::int32_t>& order, const EditPlan& edits)
    {
        TokenBatch batch;
        batch.ids.push_back(order);
        const Index real = realTokens(tokens);
        PassSettings settings{edits, nullptr, nullptr, 0, &workers, job.stop, &watch};
        settings.layerDone = [this](std::vector<TraceChunk>&) { progress.partDone(); };
        auto pass = model.isDecoderOnly() ? decodeRows(model, batch, {{0, real}}, nullptr, settings)
                                          : encode(model, batch, {{real, 0}}, settings);
        return pass ? std::optional(std::move(pass->output)) : std::nullopt;
    }
};

} // namespace

Result<WordOrder> wordOrder(const std::shared_ptr<const Model>& model, const std::vector<TokenLabel>& tokens,
                            const Job& job)
{
    const StackKind stack = inputStack(*model);
    const Index known = model->weights().stack(stack)->embedding.rows();
    for (const TokenLabel& token : tokens)
        if (token.id < 0 || token.id >= known)
            return badArgument("word order", "the sentence has tokens that the model does not know");
    if (tokens.empty())
        return badArgument("word order", "there are no tokens");
    RETURN_IF_ERROR(model->checkFiles());
    Interventions all;
    all.masks.encoderCausal = all.masks.decoderCausal = Toggle::kOff;
    Interventions none = all;
    none.list.emplace_back(PositionEdit{stack, PositionTable::kNone, 0, true});
    const SequenceLengths lengths{stack == StackKind::kEncoder ? std::ssize(tokens) : 0,
                                  stack == StackKind::kDecoder ? std::ssize(tokens) : -1};
    ASSIGN_OR_RETURN(const auto with, EditPlan::compile(all, model->traceInfo(), lengths));
    ASSIGN_OR_RETURN(const auto without, EditPlan::compile(none, model->traceInfo(), lengths));
    const std::vector<int> places = reversedWords(tokens);
    OrderRun run{*model, tokens, job};
    const auto first = run.changes(places, with);
    const auto second = first ? run.changes(places, without) : std::nullopt;
    if (!second)
        return stoppedError();
    RETURN_IF_ERROR(model->checkFiles());
    if (run.watch.first)
        job.warning(nonFiniteWarning(*model, *run.watch.first));
    WordOrder order;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        order.tokens.push_back({tokens[i], places[i], (*first)[i], (*second)[i]});
    return order;
}

double wordOrderSeconds(const Model& model, Index tokens)
{
    const std::vector<double> work = workOf(model, tokens);
    return secondsFor(std::accumulate(work.begin(), work.end(), 0.0));
}

} // namespace headlight
