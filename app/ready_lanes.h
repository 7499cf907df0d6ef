#pragma once

#include "app/run_options.h"

#include "core/run/experiment_inputs.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace headlight {

/// The inputs of a command, ready to run. Thread-safe.
class ReadyLanes
{
public:
    /// The options and the source must outlive this.
    ReadyLanes(const PassOptions& pass, std::shared_ptr<const Model> model, const ExperimentSource& source)
        : m_pass(pass)
        , m_model(std::move(model))
        , m_source(source)
    { }

    /// Whether outputs are still to be written, which costs less for several sentences together.
    bool writes() const
    {
        return m_source.pairs.empty() && m_model->isEncoderDecoder() && !m_source.hasTargets;
    }
    /// Writes the outputs of several sentences. A fault is left to of().
    void write(std::size_t first, std::size_t count, const Job& job);
    /// The sentence, or the two of a pair.
    Result<std::vector<LaneInput>> of(std::size_t input, const Job& job);

private:
    const PassOptions& m_pass;
    const std::shared_ptr<const Model> m_model;
    const ExperimentSource& m_source;
    std::mutex m_mutex;
    std::map<std::size_t, LaneInput> m_written; ///< sentences with their outputs, until they are run
};

} // namespace headlight
