#pragma once

#include "core/base/job.h"
#include "core/trace/site.h"
#include "core/tracefile/config.h"
#include "core/tracefile/tensors.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A tensor's name, parsed.
struct TensorPlace
{
    StackKind stack = StackKind::kEncoder;
    Site site = Site::kWeights;
    bool inAttention = false;
    /// For attention tensors; for the residual stream and ff_output the kind has no meaning.
    LayerRef layer;
    std::optional<NormRef> norm; ///< for Site::kNorms
    bool deviation = false; ///< for a norm: whether it is the deviation, not the mean

    /// Number of axes without a batch.
    std::size_t rank() const { return norm && !isOfHeads(norm->site) ? 1 : inAttention ? 3 : 2; }
};

/// Parses "decoder.2.cross.weights", "encoder.residual.0", "encoder.1.ff_output", "encoder.final"; empty for
/// other names. `inAttention`: the tensor has an axis of heads, unlike "encoder.0.self.output".
std::optional<TensorPlace> placeOf(std::string_view name);

/// The tensors of a trace file, and the shapes on which they and the config agree: the first of two steps of
/// reading. It examines names and shapes, and of the numbers only the lengths.
class TraceLayout
{
public:
    struct Placed
    {
        TensorPlace place;
        TensorView tensor;
    };
    /// A stack according to tensors and config; -1 = unknown.
    struct Stack
    {
        bool present = false;
        Index length = -1;
        int heads = -1, kvHeads = -1, headWidth = -1, layers = 0;
        bool cross = false;
    };

    /// The file and the config must outlive the layout.
    static Result<TraceLayout> of(const TraceTensors& file, const TraceConfig& config, const Job& job);

    const std::vector<Placed>& placed() const { return m_placed; }
    bool batch() const { return m_batch; }
    std::int64_t items() const { return m_items; }
    int modelWidth() const { return m_modelWidth; }
    const Stack& stack(StackKind kind) const { return kind == StackKind::kEncoder ? m_encoder : m_decoder; }
    /// The stack to which the names input_… refer.
    StackKind inputStack() const { return m_encoder.present ? StackKind::kEncoder : StackKind::kDecoder; }
    /// The axis `i` of a tensor, not counting the batch axis.
    std::int64_t axis(const TensorView& tensor, std::size_t i) const
    {
        return tensor.shape[i + (m_batch ? 1 : 0)];
    }

private:
    TraceLayout(const TraceTensors& file, const TraceConfig& config)
        : m_file(&file)
        , m_config(&config)
    { }

    bool isBiasTable(std::string_view name) const;
    Result<void> gather(const Job& job);
    Result<void> findBatch();
    Result<void> checkRank(const TensorView& tensor, std::size_t plainRank);
    Result<void> takeShapes();
    Result<void> takeShape(const Placed& placed);
    Result<void> takeStreamShape(const Placed& placed);
    Result<void> takeNormShape(const Placed& placed);
    Result<void> takeIds(StackKind stack, const std::string& prefix);
    Result<void> checkSizes();
    Result<void> checkLogits() const;
    Result<void> agree(const std::string& tensor, const std::string& axis, Index found, Index& known) const;
    Result<void> agree(const std::string& tensor, const std::string& axis, std::int64_t found,
                       int& known) const;
    Error fault(const std::string& field, const auto&... message) const
    {
        return badFile(m_file->path.string(), field, message...);
    }
    Stack& stackAt(StackKind kind) { return kind == StackKind::kEncoder ? m_encoder : m_decoder; }

    const TraceTensors* m_file;
    const TraceConfig* m_config;
    std::vector<Placed> m_placed;
    bool m_batch = false;
    std::int64_t m_items = 1;
    bool m_itemsKnown = false;
    int m_modelWidth = -1;
    Stack m_encoder, m_decoder;
};

} // namespace headlight
