#include "app/strategy_options.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace headlight {

namespace {

/// Warns about each option that was given but belongs to another strategy.
void warnOfIdle(const Job& job, const std::string& strategy,
                std::initializer_list<std::pair<const char*, bool>> options)
{
    for (const auto& [name, given] : options)
        if (given)
            job.warning(std::string(name) + " has no effect without --strategy " + strategy);
}

} // namespace

void StrategyOptions::addTo(CommandLine& line)
{
    constexpr double kLarge = 1e9;
    line.choice("--strategy", m_strategy, {"greedy", "sample", "beam"},
                "how tokens are chosen (default greedy)");
    line.number("--beams", decoding.beams, 1, 1024, "number of beams in beam search (default 4)");
    line.number("--length-penalty", decoding.lengthPenalty, -kLarge, kLarge,
                "beam score = sum of log-probabilities / length^F (default 1.0)");
    line.number("--beam-groups", decoding.beamGroups, 1, 1024,
                "diverse beam search: number of groups, a divisor of --beams (default 1)");
    line.number(
        "--diversity-penalty", decoding.diversityPenalty, 0.0, kLarge,
        "penalty on a token for each beam of an earlier group that chose it at this step (default 0)");
    line.choice("--early-stopping", m_earlyStopping, {"false", "true", "never"},
                "when to stop once N hypotheses are finished: false = none is likely to be better, true = at "
                "once, never = none can be better (default false)");
    line.number("--n-best", decoding.nBest, 1, 1024,
                "hypotheses listed in \"beams\" (default: as many as beams)");
    line.number("--temperature", decoding.temperature, 1e-6, kLarge, "divide logits by F (default 1)");
    line.number("--top-k", decoding.topK, 1, 1 << 30, "sample from the N most likely tokens");
    line.number("--top-p", decoding.topP, 0.0, 1.0,
                "sample from the most likely tokens whose probabilities add up to F");
    line.number("--min-p", decoding.minP, 0.0, 1.0,
                "leave out tokens below this fraction of the top probability");
    line.number("--typical-p", decoding.typicalP, 1e-6, 1.0,
                "sample from the tokens whose surprisal is closest to the entropy, up to this share");
    line.number("--repetition-penalty", decoding.repetitionPenalty, 1e-6, kLarge,
                "penalty on tokens already in the text (default 1.0)");
    line.number("--seed", decoding.seed, "seed for sampling (default 0)");
}

Result<void> StrategyOptions::settle(const ModelOptions& model)
{
    decoding.strategy = m_strategy == "beam" ? Strategy::kBeam
        : m_strategy == "sample"             ? Strategy::kSample
                                             : Strategy::kGreedy;
    decoding.earlyStopping = m_earlyStopping == "true" ? EarlyStopping::kFirst
        : m_earlyStopping == "never"                   ? EarlyStopping::kNever
                                                       : EarlyStopping::kHeuristic;
    if (decoding.strategy != Strategy::kSample)
        warnOfIdle(model.job(), "sample",
                   {{"--temperature", decoding.temperature.has_value()},
                    {"--top-k", decoding.topK.has_value()},
                    {"--top-p", decoding.topP.has_value()},
                    {"--min-p", decoding.minP.has_value()},
                    {"--typical-p", decoding.typicalP.has_value()}});
    if (decoding.beams % decoding.beamGroups != 0)
        return usageError("--beam-groups",
                          "found " + std::to_string(decoding.beamGroups) + ", expected a number that divides "
                              + std::to_string(decoding.beams) + ", the number of beams");
    if (decoding.nBest > decoding.beams)
        return usageError("--n-best",
                          "found " + std::to_string(decoding.nBest) + ", expected at most "
                              + std::to_string(decoding.beams) + ", the number of beams");
    const DecodeOptions plain;
    if (decoding.strategy != Strategy::kBeam)
        warnOfIdle(model.job(), "beam",
                   {{"--beam-groups", decoding.beamGroups != plain.beamGroups},
                    {"--diversity-penalty", decoding.diversityPenalty != plain.diversityPenalty},
                    {"--early-stopping", decoding.earlyStopping != plain.earlyStopping},
                    {"--n-best", decoding.nBest != plain.nBest}});
    return {};
}

bool StrategyOptions::plain() const
{
    return m_strategy == "greedy" && m_earlyStopping == "false" && decoding == DecodeOptions{};
}

} // namespace headlight
