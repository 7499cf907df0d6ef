#pragma once

#include "core/base/job.h"
#include "core/io/checkpoint.h"
#include "core/nn/weights.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

class Adapter;

/// Gives a family the tensors of a checkpoint by name and shape. Missing or misshapen ones are collected and
/// reported together; the family continues with empty weights. Nothing is stored twice: half precision that
/// is kept and aligned F32 are used in place, in the mapped file.
class Binder
{
public:
    struct Options
    {
        bool keepHalf = false; ///< whether F16 and BF16 matrices stay as they are
        bool expandPacked = false; ///< whether packed matrices are converted to F32 too
        bool roundInputs = false; ///< whether products with packed matrices round x to 8 bits
        /// Tried before every name, in order; include "" if tensors may come without a prefix.
        std::vector<std::string> prefixes = {""};
        Adapter* adapter = nullptr; ///< adds to the matrices; null = none
    };
    Binder(const Checkpoint& checkpoint, Options options, const Job& job);

    void setPrefixes(std::vector<std::string> prefixes) { m_options.prefixes = std::move(prefixes); }

    enum class Bias : unsigned char { kNone, kRequired, kOptional };
    static constexpr Bias biasIf(bool stored) { return stored ? Bias::kRequired : Bias::kNone; }

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Whether the checkpoint has this tensor, with or without a prefix.
    bool isStored(std::string_view name) const { return has(name) || m_checkpoint.find(name) != nullptr; }
    /// Whether two tensors hold the same bytes; true also if one of them is missing.
    bool sameNumbers(std::string_view a, std::string_view b) const;

    /// name [rows × columns], or [columns × rows] if stored transposed (GPT-2's Conv1D).
    WeightMatrix weight(std::string_view name, Index rows, Index columns, bool transposed = false);
    /// A matrix bound under another name, with what an adapter adds to the tensor of this name.
    WeightMatrix adapted(std::string_view name, WeightMatrix plain);
    Matrix matrix(std::string_view name, Index rows, Index columns);
    RowVector vector(std::string_view name, Index size);
    /// A tensor of any shape, row-major; empty after a fault.
    std::vector<float> numbers(std::string_view name, const std::vector<std::int64_t>& shape);
    /// prefix.weight [out × in] and prefix.bias [out].
    Linear linear(const std::string& prefix, Index out, Index in, Bias bias, bool transposed = false);
    /// prefix.weight and prefix.bias, or under their other names gamma and beta.
    NormWeights norm(const std::string& prefix, Index width, bool withBias);
    /// The matrices [rows × columns] of one tensor [count × rows × columns], or [count × columns × rows] if
    /// stored transposed; in MXFP4 if NAME_blocks and NAME_scales exist instead. Empty after a fault.
    std::vector<WeightMatrix> weights(const std::string& name, Index count, std::pair<Index, Index> shape,
                                      bool transposed);
    /// Output rows first … first + count of a fused projection.
    static Linear part(const Linear& fused, Index first, Index count);
    /// Output rows in the given order, for fused projections with interleaved parts. Copies them as stored.
    static Linear gather(const Linear& fused, const std::vector<Index>& rows);

    void fault(std::string text) { m_faults.push_back(std::move(text)); }
    const std::vector<std::string>& faults() const { return m_faults; }
    /// Marks a tensor as known but deliberately unused.
    void ignore(std::string_view name);
    /// The same for a tensor that should repeat the numbers of `used`, as tied ones do. If the numbers
    /// differ, it remains unknown.
    void ignoreCopy(std::string_view name, const WeightMatrix& used);
    void ignoreCopy(std::string_view name, const RowVector& used);
    /// The same for a stored table of what `row` computes, compared to within half precision.
    void ignoreComputed(std::string_view name, const std::function<Matrix(Index rows, Index columns)>& table);
    /// Tensors that were not used, without those known to be irrelevant (whyTensorIsHarmless()).
    std::vector<std::string> unknown() const;

    /// All tensors used, in the order of the requests, which is roughly the order of a pass.
    const std::vector<TensorView>& bound() const { return m_bound; }
    std::int64_t parameters() const { return m_parameters; }
    std::int64_t memoryBytes() const { return m_memory; }
    bool heldHalf() const { return m_heldHalf; }
    bool roundedInputs() const { return m_roundedInputs; }
    /// Whether a family should give up: the user stopped it, or there are more faults than anyone reads.
    bool stopped() const { return m_job.stopped() || m_faults.size() > kMostFaults; }

private:
    static constexpr std::size_t kMostFaults = 20000;

    const TensorView* find(std::string_view name) const;
    /// A tensor's name in its file, for messages.
    std::string storedName(const TensorView& tensor) const { return m_checkpoint.storedName(tensor.name); }
    /// Why find() returned nothing, in words.
    std::string absence(std::string_view name) const;
    /// Looks up a tensor, checks its shape, marks it as used and counts it. nullptr after a fault.
    const TensorView* take(std::string_view name, const std::vector<std::int64_t>& shape);
    /// A stored matrix as WeightMatrix, [rows × columns].
    WeightMatrix held(const TensorView& tensor, Index rows, Index columns, bool transposed);
    std::vector<WeightMatrix> packedWeights(const std::string& name, Index count,
                                            std::pair<Index, Index> shape);

    const Checkpoint& m_checkpoint;
    Options m_options;
    const Job& m_job;
    std::set<std::string, std::less<>> m_used;
    std::vector<TensorView> m_bound;
    std::vector<std::string> m_faults;
    std::int64_t m_parameters = 0;
    std::int64_t m_memory = 0;
    std::int64_t m_bytesDone = 0, m_bytesTotal = 0;
    bool m_heldHalf = false;
    bool m_roundedInputs = false;
};

} // namespace headlight
