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

/// Hands a family the tensors of a checkpoint by name and shape. Missing or misshapen ones are gathered
/// and reported together; the family goes on with empty weights. Nothing is held twice: half precision
/// that is kept and aligned F32 are used in place, in the mapped file.
class Binder
{
public:
    struct Options
    {
        bool keepHalf = false; ///< F16 and BF16 matrices stay as they are
        bool expandPacked = false; ///< packed matrices become F32 too
        /// Tried before every name, in order; "" among them where tensors may come without a prefix.
        std::vector<std::string> prefixes = {""};
        Adapter* adapter = nullptr; ///< what is added to the matrices; null: nothing
    };
    Binder(const Checkpoint& checkpoint, Options options, const Job& job);

    void setPrefixes(std::vector<std::string> prefixes) { m_options.prefixes = std::move(prefixes); }

    enum class Bias : unsigned char { kNone, kRequired, kOptional };

    bool has(std::string_view name) const { return find(name) != nullptr; }
    /// Whether the checkpoint has this tensor, by its whole name or without a prefix.
    bool isStored(std::string_view name) const { return has(name) || m_checkpoint.find(name) != nullptr; }
    /// Whether two tensors hold the same bytes; also where one of them is not there.
    bool sameNumbers(std::string_view a, std::string_view b) const;

    /// name [rows × columns], or [columns × rows] where stored transposed (GPT-2's Conv1D).
    WeightMatrix weight(std::string_view name, Index rows, Index columns, bool transposed = false);
    /// A matrix that was bound under another name, as the tensor of this name would be: with what an adapter
    /// adds to it.
    WeightMatrix adapted(std::string_view name, WeightMatrix plain);
    Matrix matrix(std::string_view name, Index rows, Index columns);
    RowVector vector(std::string_view name, Index size);
    /// A tensor of any shape, row-major; empty after noting a fault.
    std::vector<float> numbers(std::string_view name, const std::vector<std::int64_t>& shape);
    /// prefix.weight [out × in] and prefix.bias [out].
    Linear linear(const std::string& prefix, Index out, Index in, Bias bias, bool transposed = false);
    /// prefix.weight and prefix.bias, also spelled gamma and beta.
    NormWeights norm(const std::string& prefix, Index width, bool withBias);
    /// The matrices [rows × columns] of one tensor [count × rows × columns], or [count × columns × rows]
    /// where stored transposed; in MXFP4 from NAME_blocks and NAME_scales where those are there instead.
    /// Empty after noting a fault.
    std::vector<WeightMatrix> weights(const std::string& name, Index count, std::pair<Index, Index> shape,
                                      bool transposed);
    /// Output rows first … first + count of a fused projection.
    static Linear part(const Linear& fused, Index first, Index count);
    /// Output rows in the given order: for fused projections whose parts are interleaved. Copies, in
    /// the precision that they are held in.
    static Linear gather(const Linear& fused, const std::vector<Index>& rows);

    void fault(std::string text) { m_faults.push_back(std::move(text)); }
    const std::vector<std::string>& faults() const { return m_faults; }
    /// Says that a tensor is known and deliberately not used.
    void ignore(std::string_view name);
    /// The same of a tensor that should hold the numbers of `used` once more, as tied ones do. Where it
    /// holds others it stays unknown.
    void ignoreCopy(std::string_view name, const WeightMatrix& used);
    void ignoreCopy(std::string_view name, const RowVector& used);
    /// The same of a stored table of what `row` computes, as exact as half precision is.
    void ignoreComputed(std::string_view name, const std::function<Matrix(Index rows, Index columns)>& table);
    /// Tensors that nobody asked for, without those that are known to be of no use here
    /// (core/model/known_fields.h).
    std::vector<std::string> unknown() const;

    /// Every tensor that was used, in the order in which it was asked for: about that of the pass.
    const std::vector<TensorView>& bound() const { return m_bound; }
    std::int64_t parameters() const { return m_parameters; }
    std::int64_t memoryBytes() const { return m_memory; }
    bool heldHalf() const { return m_heldHalf; }
    /// Whether a family need not go on: the user has stopped it, or there are more faults than anybody reads.
    bool stopped() const { return m_job.stopped() || m_faults.size() > kMostFaults; }

private:
    static constexpr std::size_t kMostFaults = 20000;

    const TensorView* find(std::string_view name) const;
    /// The name that a tensor has in its file, for messages.
    std::string storedName(const TensorView& tensor) const { return m_checkpoint.storedName(tensor.name); }
    /// Why find() gave nothing, in words.
    std::string absence(std::string_view name) const;
    /// Looks up, checks the shape, marks as used, counts. nullptr after noting a fault.
    const TensorView* take(std::string_view name, const std::vector<std::int64_t>& shape);
    /// A stored matrix as it is held, [rows × columns].
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
};

} // namespace headlight
