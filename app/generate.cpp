// headlight generate: decodes with greedy search, sampling or beam search.

#include "app/commands.h"
#include "app/decoding_input.h"
#include "app/origin.h"
#include "app/output.h"
#include "app/run_options.h"
#include "core/base/text_list.h"

#include <array>
#include <iostream>

namespace headlight {

namespace {

struct GenerateOptions
{
    ModelOptions model;
    InputOptions input;
    EditOptions edits;
    StrategyOptions strategy;
    std::optional<std::string> output;
    bool json = false, standardInput = false, tree = false;
};

// In the order of the enumerations.
constexpr std::array kStopNames{"eos", "length", "stopped", "nan"};
constexpr std::array kStateNames{"kept", "pruned", "finished"};
constexpr std::array kEndNames{"rule", "length", "nothing left"};

const Tokenizer* outputTokenizer(const Model& model)
{
    return (model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source).get();
}

Json textOf(const Model& model, const std::vector<TokenId>& ids)
{
    const Tokenizer* const tokenizer = outputTokenizer(model);
    return tokenizer != nullptr ? Json(tokenizer->decode(ids, true)) : Json();
}

/// Every continuation that a beam search considered; a node's parent comes before it, -1 is the prompt.
Json treeOf(const BeamTree& tree)
{
    Json nodes = Json::array();
    for (const BeamNode& node : tree.nodes)
        nodes.push_back({{"parent", node.parent},
                         {"step", node.step},
                         {"group", node.group},
                         {"rank", node.rank},
                         {"id", node.token},
                         {"token", node.label.text},
                         {"logprob", node.logProbability},
                         {"diversity", node.diversity},
                         {"sum", node.sum},
                         {"score", node.score},
                         {"state", nameIn(kStateNames, node.state)}});
    return {{"nodes", nodes}, {"results", tree.results}, {"end", nameIn(kEndNames, tree.end)}};
}

Json toObject(const Model& model, const DecodedLane& lane, bool tree)
{
    Json beams = Json::array();
    for (const BeamHypothesis& beam : lane.beams)
        beams.push_back({{"ids", beam.ids}, {"text", textOf(model, beam.ids)}, {"score", beam.score}});
    Json object = {{"ids", lane.ids},
                   {"text", textOf(model, lane.ids)},
                   {"logprobs", lane.logProbabilities},
                   {"stop", nameIn(kStopNames, lane.stop)},
                   {"beams", beams}};
    if (tree)
        object["tree"] = lane.tree ? treeOf(*lane.tree) : Json();
    return object;
}

/// The text, or the ids separated by spaces if there is no tokenizer.
std::string plainText(const Model& model, const DecodedLane& lane)
{
    if (outputTokenizer(model) != nullptr)
        return lane.text;
    return joined(lane.ids, " ");
}

/// One answer per input. `oneLine`: a text with line breaks must still be one line.
Result<void> answer(const GenerateOptions& options, DecodeRequest& request, const InputOptions& input,
                    bool oneLine, Output& output)
{
    ASSIGN_OR_RETURN(request.lanes, input.lanes(*request.model));
    ASSIGN_OR_RETURN(const auto decoded, decode(request, options.model.job(), {}));
    for (const DecodedLane& lane : decoded) {
        std::string text = options.json
            ? toText(withEdits(toObject(*request.model, lane, options.tree), toJson(request.interventions)))
            : plainText(*request.model, lane);
        if (oneLine)
            std::ranges::replace(text, '\n', ' ');
        RETURN_IF_ERROR(output.line(text));
    }
    return {};
}

Result<void> answerLines(const GenerateOptions& options, DecodeRequest& request, Output& output)
{
    std::string line;
    for (int number = 1; std::getline(std::cin, line); ++number) {
        InputOptions input;
        input.texts = {line};
        input.targetLanguage = options.input.targetLanguage;
        if (const auto done = answer(options, request, input, true, output); !done) {
            Error error = done.error();
            if (error.file.empty())
                error.file = concat("standard input, line ", number);
            return error;
        }
    }
    return {};
}

Result<void> generate(GenerateOptions& options)
{
    if (options.standardInput && !options.input.empty())
        return usageError({}, "--stdin excludes --text, --ids and --messages. Give one of them");
    if (!options.standardInput && options.input.empty())
        return usageError({}, "no input. Give --text, --ids, --messages or --stdin");
    RETURN_IF_ERROR(options.strategy.settle(options.model));
    if (options.tree && !options.json)
        return usageError("--tree", "needs --json");
    if (options.tree && options.strategy.decoding.strategy != Strategy::kBeam)
        options.model.job().warning("--tree has no effect without --strategy beam");
    ASSIGN_OR_RETURN(auto model, options.model.load());
    ASSIGN_OR_RETURN(
        auto interventions, options.edits.interventions(model, [&]() -> Result<std::vector<LaneInput>> {
            return options.standardInput ? std::vector<LaneInput>() : options.input.given(*model);
        }));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    DecodeRequest request{model, {}, {}, std::move(interventions), {}, options.strategy.decoding};
    request.options.targetLanguage = options.input.targetLanguage;
    const bool several = options.input.texts.size() + options.input.ids.size() > 1;
    RETURN_IF_ERROR(options.standardInput ? answerLines(options, request, output)
                                          : answer(options, request, options.input, several, output));
    return output.finish();
}

} // namespace

int runGenerate(int argc, char** argv)
{
    GenerateOptions options;
    CommandLine line("generate", "Generates text: translates or continues the input.");
    options.input.addSourceTo(line);
    options.input.addLanguageTo(line);
    line.flag("--stdin", options.standardInput, "one text per line, one answer per line");
    options.input.files.keepsBlankLines = true;
    options.model.addTo(line);
    line.option(newTokensEntry(options.strategy.decoding.maxNewTokens));
    options.strategy.addTo(line);
    options.edits.addTo(line);
    line.flag("--tree", options.tree, "with --json: every continuation that beam search considered");
    line.result(options.output, options.json, "ids, text, log-probabilities, stop reason and beams as JSON");
    return line.run(argc, argv, [&] { return generate(options); });
}

} // namespace headlight
