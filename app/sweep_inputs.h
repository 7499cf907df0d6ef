#pragma once

#include "app/pairs.h"
#include "app/sweep_options.h"

#include "core/run/experiment.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The inputs of a sweep, prepared one at a time, with the rows and tokens that are measured.
class SweepInputs
{
public:
    /// options must outlive it.
    static Result<std::shared_ptr<SweepInputs>> read(const SweepOptions& options,
                                                     const std::shared_ptr<const Model>& model);

    std::size_t count() const { return m_count; }
    bool paired() const { return !m_pairs.empty(); }
    Metric metric() const { return m_metric; }
    const Interventions& interventions() const { return m_interventions; }
    /// Of all texts, ids and tokens.
    const std::string& digest() const { return m_digest; }
    /// Pairs that belong together; empty = every input by itself.
    std::vector<std::size_t> clusters(const Shard& shard) const;
    /// The second input of all that have none of their own.
    void setOther(LaneInput other) { m_other = std::move(other); }

    /// Thread-safe.
    Result<ExperimentInput> at(std::size_t place, const Job& job);
    /// The longest sequences that an input and its second one have in common. Prepares all inputs.
    Result<SequenceLengths> longest(const Job& job);

private:
    SweepInputs(const SweepOptions& options, std::shared_ptr<const Model> model)
        : m_options(options)
        , m_model(std::move(model))
    { }
    Result<void> readInputs();
    Result<void> readMeasure();
    Result<ExperimentInput> prepare(std::size_t place, const Job& job) const;
    Result<void> takeTokens(ExperimentInput& input, const InputPair* pair) const;
    Result<void> checkRows(const std::string& option, const ExperimentInput& input) const;

    const SweepOptions& m_options;
    std::shared_ptr<const Model> m_model;
    Interventions m_interventions;
    std::vector<InputPair> m_pairs;
    std::size_t m_count = 0;
    std::string m_digest;
    Metric m_metric = Metric::kLogProbability;
    std::optional<LaneInput> m_other;
    std::optional<SequenceLengths> m_longest;
    std::mutex m_mutex;
    std::optional<ExperimentInput> m_only; ///< an only input is used several times
};

} // namespace headlight
