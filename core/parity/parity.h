#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/site.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

class Model;
struct Probe;

/// How far results may differ from those of a reference: |found − expected| ≤ absolute + relative ·
/// |expected|.
struct ParityTolerance
{
    double absolute = 0.0;
    double relative = 0.0;
};
/// 2e-5 for attention weights and router probabilities; 1e-4 + 1e-5 of its size for any other number.
ParityTolerance parityTolerance(Site site);

/// All tensors of a kind, and the place of the largest difference.
struct ParityKind
{
    Site site = Site::kWeights;
    int tensors = 0;
    double largest = 0.0; ///< largest |found − expected|; NaN if either is NaN
    bool agrees = true; ///< whether all numbers are within the tolerance
    /// Place of `largest`.
    std::string tensor; ///< "decoder.0.self.weights"
    int head = -1; ///< for tensors per head
    std::int64_t row = 0; ///< query, key or position, from 0
    std::int64_t column = 0; ///< key, dimension or token id
    double found = 0.0, expected = 0.0;
};

struct ParityReport
{
    std::string file; ///< path of the probe
    std::string reference; ///< what created the probe, as stated in it; may be empty
    std::vector<ParityKind> kinds; ///< in the order of Site
    std::vector<std::string> leftOut; ///< tensors of the probe that were not compared

    bool agrees() const;
    /// Largest difference over all kinds.
    double largest() const;
};

/// Larger models are checked only on request.
inline constexpr std::int64_t kParityOnRequest = 1'000'000'000;

/// Runs the model on the probe's input and compares every result. Runs without a LoRA adapter: the probe
/// belongs to the base model. Returns kBadFile if the probe does not fit the model, kCancelled when stopped.
Result<ParityReport> checkParity(const std::shared_ptr<const Model>& model, const Probe& probe,
                                 const Job& job);

/// The probe in the folder of the model, or of its base if there is an adapter; empty if there is none.
std::filesystem::path probeOf(const Model& model);

/// "encoder.0.self.weights: head 2, query 3, key 1: found 0.25, expected 0.5"
std::string worstInWords(const ParityKind& kind);
/// "3e-06": one significant digit, rounded up, so that it is never less than the difference.
std::string differenceInWords(double difference);

} // namespace headlight
