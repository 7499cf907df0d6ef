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

/// How far results may be from those of a reference: |found − expected| ≤ absolute + relative · |expected|.
struct ParityTolerance
{
    double absolute = 0.0;
    double relative = 0.0;
};
/// 2e-5 for attention weights and the shares of routers, 1e-4 + 1e-5 of its size for any other number.
ParityTolerance parityTolerance(Site site);

/// All tensors of a kind, with the place that is furthest from the reference.
struct ParityKind
{
    Site site = Site::kWeights;
    int tensors = 0;
    double largest = 0.0; ///< largest |found − expected|; NaN where one of the two is no number
    bool agrees = true; ///< all numbers are within the tolerance
    /// Of the worst number: the one that is furthest outside the tolerance, else the one of `largest`.
    std::string tensor; ///< "decoder.0.self.weights"
    int head = -1; ///< of tensors per head
    std::int64_t row = 0; ///< query, key or position, from 0
    std::int64_t column = 0; ///< key, dimension or token id
    double found = 0.0, expected = 0.0;
};

struct ParityReport
{
    std::string file; ///< path of the probe
    std::string reference; ///< what made it, as it says; may be empty
    std::vector<ParityKind> kinds; ///< in the order of Site
    std::vector<std::string> leftOut; ///< tensors of the probe that are not compared

    bool agrees() const;
    /// Largest difference of all kinds.
    double largest() const;
};

/// Parameters above which a check waits to be asked for.
inline constexpr std::int64_t kParityOnRequest = 1'000'000'000;

/// Feeds the model with the probe's input and compares every result. Without a LoRA adapter: the probe is the
/// base's. kBadFile where the probe does not fit the model, kCancelled when stopped.
Result<ParityReport> checkParity(const std::shared_ptr<const Model>& model, const Probe& probe,
                                 const Job& job);

/// The probe in the folder of the model, or of the base of one with an adapter; empty: there is none.
std::filesystem::path probeOf(const Model& model);

/// "encoder.0.self.weights: head 2, query 3, key 1: found 0.25, expected 0.5"
std::string worstInWords(const ParityKind& kind);
/// "3e-06": one significant digit, rounded up, so that it is never less than the difference.
std::string differenceInWords(double difference);

} // namespace headlight
