#include "app/strategy_options.h"

namespace headlight {

void StrategyOptions::addTo(CommandLine& line)
{
    constexpr double kLarge = 1e9;
    line.choice("--strategy", m_strategy, {"greedy", "sample", "beam"}, "how tokens are chosen (greedy)");
    line.number("--beams", decoding.beams, 1, 1024, "beams of beam search (4)");
    line.number("--length-penalty", decoding.lengthPenalty, -kLarge, kLarge,
                "score = sum of log-probabilities / length^F (1.0)");
    line.number("--beam-groups", decoding.beamGroups, 1, 1024,
                "diverse beam search: groups that the beams are shared out among (1)");
    line.number("--diversity-penalty", decoding.diversityPenalty, 0.0, kLarge,
                "on a token for each beam of an earlier group that took it at the same step (0)");
    line.choice("--early-stopping", m_earlyStopping, {"false", "true", "never"},
                "with as many hypotheses as beams, stop when none is likely to be better (false), at once "
                "(true), or when none can be (never)");
    line.number("--n-best", decoding.nBest, 1, 1024, "hypotheses in \"beams\" (as many as beams)");
    line.number("--temperature", decoding.temperature, 1e-6, kLarge, "logits are divided by it");
    line.number("--top-k", decoding.topK, 1, 1 << 30, "sample among the N most likely");
    line.number("--top-p", decoding.topP, 0.0, 1.0, "sample among the most likely that hold this share");
    line.number("--min-p", decoding.minP, 0.0, 1.0, "leave out what is below this share of the most likely");
    line.number("--typical-p", decoding.typicalP, 1e-6, 1.0,
                "sample among those whose surprise is nearest to the entropy, until they hold this share");
    line.number("--repetition-penalty", decoding.repetitionPenalty, 1e-6, kLarge,
                "on tokens already there (1.0)");
    line.number("--seed", decoding.seed, "of sampling (0)");
}

Result<void> StrategyOptions::settle(const ModelOptions& model)
{
    decoding.strategy = m_strategy == "beam" ? Strategy::kBeam
        : m_strategy == "sample"             ? Strategy::kSample
                                             : Strategy::kGreedy;
    decoding.earlyStopping = m_earlyStopping == "true" ? EarlyStopping::kFirst
        : m_earlyStopping == "never"                   ? EarlyStopping::kNever
                                                       : EarlyStopping::kHeuristic;
    const bool sampling
        = decoding.temperature || decoding.topK || decoding.topP || decoding.minP || decoding.typicalP;
    if (sampling && decoding.strategy != Strategy::kSample)
        model.job().warning("--temperature, --top-k, --top-p, --min-p and --typical-p act with "
                            "--strategy sample only");
    if (decoding.beams % decoding.beamGroups != 0)
        return usageError("--beam-groups",
                          "found " + std::to_string(decoding.beamGroups) + ", expected a number that divides "
                              + std::to_string(decoding.beams) + ", the number of beams");
    if (decoding.nBest > decoding.beams)
        return usageError("--n-best",
                          "found " + std::to_string(decoding.nBest) + ", expected at most "
                              + std::to_string(decoding.beams) + ", the number of beams");
    const DecodeOptions plain;
    const bool beamsOnly = decoding.beamGroups != plain.beamGroups || decoding.nBest != plain.nBest
        || decoding.diversityPenalty != plain.diversityPenalty
        || decoding.earlyStopping != plain.earlyStopping;
    if (beamsOnly && decoding.strategy != Strategy::kBeam)
        model.job().warning("--beam-groups, --diversity-penalty, --early-stopping and --n-best act with "
                            "--strategy beam only");
    return {};
}

bool StrategyOptions::plain() const
{
    return m_strategy == "greedy" && m_earlyStopping == "false" && decoding == DecodeOptions{};
}

} // namespace headlight
