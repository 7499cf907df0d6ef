#include "core/options/decode_options.h"

// The form's texts are translated, although this folder knows no Qt: its tools only look for the name.
#define QT_TR_NOOP(text) text

namespace headlight {

namespace {

// The bounds allow every number that has a meaning, in the window as well as on the command line.
constexpr double kTiny = 1e-6, kLarge = 1e9;
constexpr double kMostBeams = 1024;

} // namespace

OptionEntry newTokensEntry(int& most)
{
    return entry("maxNewTokens", &most, "longest output; 0 = the model only reads", {0, kMostNewTokens});
}

OptionEntry languageEntry(std::string& language)
{
    return entry(
        "targetLanguage", &language,
        "language that the output begins with, for models with language tokens (fra_Latn, fr_XX, fr)", {}, {},
        {}, {.symbol = "CODE"});
}

std::vector<OptionEntry> entriesOf(DecodeOptions& options) // NOLINT(readability-function-size): one table
{
    auto& [strategy, maxNewTokens, beams, lengthPenalty, beamGroups, diversityPenalty, earlyStopping, nBest,
           temperature, topK, topP, minP, typicalP, repetitionPenalty, seed, useCache, targetLanguage]
        = options;
    const OptionNeed sampling{"--strategy sample", strategy == Strategy::kSample};
    const OptionNeed search{"--strategy beam", strategy == Strategy::kBeam};
    // Name, value, help, bounds, need, {label, tip, step, number for "off", its text}
    return {
        entry("strategy", Choice(strategy), "how tokens are chosen", {}, {},
              {.label = QT_TR_NOOP("&Strategy"),
               .tip
               = QT_TR_NOOP("Greedy always chooses the most likely token. Sampling picks one at random. Beam "
                            "search follows several continuations at once and keeps the best."),
               .choices = {QT_TR_NOOP("Greedy"), QT_TR_NOOP("Sampling"), QT_TR_NOOP("Beam search")}}),
        entry("repetitionPenalty", &repetitionPenalty, "penalty on tokens already in the text",
              {kTiny, kLarge}, {},
              {QT_TR_NOOP("Repetition &penalty"),
               QT_TR_NOOP("For tokens already in the text, positive logits are divided by this number and "
                          "negative ones multiplied. 1 = off."),
               0.05}),
        entry(
            "temperature", &temperature, "divide logits by F (default 1)", {kTiny, kLarge}, sampling,
            {QT_TR_NOOP("Tem&perature"),
             QT_TR_NOOP("Logits are divided by this number: below 1 favours likely tokens, above 1 unlikely "
                        "ones. 1 = off."),
             0.1, 1}),
        entry("topK", &topK, "sample from the N most likely tokens", {1, 1 << 30}, sampling,
              {QT_TR_NOOP("Top-&k"), QT_TR_NOOP("Keeps only the k most likely tokens."), 1, 0,
               QT_TR_NOOP("off")}),
        entry("topP", &topP, "sample from the most likely tokens whose probabilities add up to F", {0, 1},
              sampling,
              {QT_TR_NOOP("T&op-p"),
               QT_TR_NOOP("Keeps the most likely tokens whose probabilities add up to this share. 1 = off."),
               0.05, 1}),
        entry(
            "minP", &minP, "leave out tokens below this fraction of the top probability", {0, 1}, sampling,
            {QT_TR_NOOP("&Min-p"),
             QT_TR_NOOP("Keeps tokens with at least this fraction of the top token’s probability. 0 = off."),
             0.01, 0, QT_TR_NOOP("off")}),
        entry("typicalP", &typicalP,
              "sample from the tokens whose surprisal is closest to the entropy, up to this share",
              {kTiny, 1}, sampling,
              {QT_TR_NOOP("T&ypical"),
               QT_TR_NOOP(
                   "Keeps the tokens whose surprisal is closest to the entropy, up to this share (Meister "
                   "et al. 2022). 1 = off."),
               0.05, 1}),
        entry("seed", &seed, "seed for sampling", {}, sampling,
              {QT_TR_NOOP("See&d"), QT_TR_NOOP("The same seed samples the same tokens on every computer.")}),
        entry("beams", &beams, "number of beams in beam search", {1, kMostBeams}, search,
              {QT_TR_NOOP("&Beams"), QT_TR_NOOP("Number of continuations followed at once.")}),
        entry(
            "lengthPenalty", &lengthPenalty, "beam score = sum of log-probabilities / length^F",
            {-kLarge, kLarge}, search,
            {QT_TR_NOOP("&Length penalty"),
             QT_TR_NOOP("Score = sum of log-probabilities ÷ length^penalty. Above 0 favours longer outputs, "
                        "below 0 shorter ones."),
             0.1}),
        entry("beamGroups", &beamGroups, "diverse beam search: number of groups, a divisor of --beams",
              {1, kMostBeams}, search,
              {QT_TR_NOOP("&Groups"),
               QT_TR_NOOP(
                   "Diverse beam search: splits the beams into groups that choose in turn (Vijayakumar et "
                   "al. 2016). The number of beams must be a multiple of this. 1 = off.")}),
        entry(
            "diversityPenalty", &diversityPenalty,
            "penalty on a token for each beam of an earlier group that chose it at this step", {0, kLarge},
            search,
            {QT_TR_NOOP("Di&versity penalty"),
             QT_TR_NOOP("Subtracted from a token’s score for each beam of an earlier group that chose it at "
                        "this step."),
             0.1}),
        entry("earlyStopping", Choice(earlyStopping),
              "when to stop once N hypotheses are finished: false = none is likely to be better, true = at "
              "once, never = none can be better",
              {}, search,
              {.label = QT_TR_NOOP("St&op"),
               .tip = QT_TR_NOOP("When to stop, once there are as many finished hypotheses as beams "
                                 "(early_stopping=False, True, \"never\" in Hugging Face Transformers)."),
               .choices = {QT_TR_NOOP("When none is likely to win"), QT_TR_NOOP("At once"),
                           QT_TR_NOOP("When none can win")}}),
        entry("nBest", &nBest, "hypotheses listed in \"beams\"; 0 = as many as beams", {0, kMostBeams},
              search,
              {QT_TR_NOOP("&n best"), QT_TR_NOOP("Number of hypotheses listed."), 1, 0, QT_TR_NOOP("all")}),
        entry("useCache", &useCache, "", {}, {}, {}, {.argument = ""}),
        newTokensEntry(maxNewTokens),
        languageEntry(targetLanguage),
    };
}

std::vector<OptionEntry> formEntries(DecodeOptions& options)
{
    std::vector<OptionEntry> entries = entriesOf(options);
    std::erase_if(entries, [](const OptionEntry& entry) { return entry.form.label == nullptr; });
    return entries;
}

std::vector<std::string> argumentsOf(DecodeOptions options)
{
    DecodeOptions usual;
    usual.maxNewTokens = options.maxNewTokens;
    return argumentsOf(entriesOf(options), entriesOf(usual));
}

} // namespace headlight

#undef QT_TR_NOOP
