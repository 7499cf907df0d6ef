#include "core/tracefile/import/trace_import.h"

#include "core/io/excerpt.h"
#include "core/tracefile/import/array_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using nlohmann::json;

constexpr const char* kWeightShapes
    = "[heads, queries, keys], with a leading axis of 1, of a batch or of the layers, or [queries, keys]";

bool isFloating(DType dtype)
{
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF64;
}

/// The same numbers with another shape of the same size.
TensorView reshaped(TensorView tensor, std::vector<std::int64_t> shape)
{
    tensor.shape = std::move(shape);
    return tensor;
}

/// Element `index` of the first axis.
TensorView slice(const TensorView& tensor, std::int64_t index)
{
    TensorView part = tensor;
    part.shape.erase(part.shape.begin());
    const std::size_t bytes = tensor.bytes.size() / static_cast<std::size_t>(tensor.shape.front());
    part.bytes = tensor.bytes.subspan(static_cast<std::size_t>(index) * bytes, bytes);
    part.name += "[" + std::to_string(index) + "]";
    return part;
}

/// [batch, positions, heads, width] → [batch, heads, positions, width], copied.
TensorView headsBeforePositions(const TensorView& tensor)
{
    const std::size_t element = byteSize(tensor.dtype);
    const auto axis = [&](std::size_t i) { return static_cast<std::size_t>(tensor.shape[i]); };
    const std::size_t run = axis(3) * element;
    const auto copy = std::make_shared<std::vector<std::byte>>(tensor.bytes.size());
    std::byte* out = copy->data();
    for (std::size_t item = 0; item < axis(0); ++item)
        for (std::size_t head = 0; head < axis(2); ++head)
            for (std::size_t position = 0; position < axis(1); ++position, out += run)
                std::memcpy(out, tensor.bytes.data() + ((item * axis(1) + position) * axis(2) + head) * run,
                            run);
    TensorView turned = tensor;
    turned.shape = {tensor.shape[0], tensor.shape[2], tensor.shape[1], tensor.shape[3]};
    turned.bytes = *copy;
    turned.owner = copy;
    return turned;
}

/// One array and its place.
struct Arrival
{
    ArrayName name;
    TensorView tensor; ///< without a batch axis of size 1
};

class ArrayImporter
{
public:
    ArrayImporter(const NamedArrays& arrays, const Job& job)
        : m_arrays(arrays)
        , m_job(job)
    { }

    Result<TraceTensors> import()
    {
        m_result.path = m_arrays.path;
        RETURN_IF_ERROR(gatherNamed());
        if (m_arrivals.empty() && m_wrongType)
            return fault(m_wrongType->name,
                         "found numbers of the type " + std::string(dtypeName(m_wrongType->dtype))
                             + ", expected F32, F16, BF16 or F64");
        if (m_arrivals.empty())
            return fault({},
                         "found no attention, expected arrays named attentions.0, encoder_attentions.0, "
                         "cross_attentions.0, blocks.0.attn.hook_pattern or arr_0");
        for (const std::string& name : m_leftOut)
            m_job.warning(m_arrays.path.string() + ": " + excerpt(name) + ": not part of a trace, left out");
        const StackKind only = causal() ? StackKind::kDecoder : StackKind::kEncoder;
        for (const Arrival& arrival : m_arrivals)
            place(arrival, only);
        RETURN_IF_ERROR(setTokens());
        setMetadata(only);
        return std::move(m_result);
    }

private:
    Error fault(const std::string& name, std::string message) const
    {
        return badFile(m_arrays.path.string(), name.empty() ? name : excerpt(name), std::move(message));
    }

    Result<void> gatherNamed()
    {
        bool known = false;
        for (const auto& [name, tensor] : m_arrays.arrays)
            if (const auto meant = arrayName(name))
                known = known || meant->known;
        int unnamed = 0;
        std::map<int, std::string> byNumber; // layers of arrays whose names consist of a number only
        for (const auto& [name, tensor] : m_arrays.arrays) {
            auto meant = arrayName(name);
            if (!meant || (known && !meant->known) || !isFloating(tensor.dtype)) {
                if (meant && (meant->known || !known) && m_wrongType == nullptr)
                    m_wrongType = &tensor;
                m_leftOut.push_back(name);
                continue;
            }
            if (!meant->known && meant->layer)
                byNumber.emplace(*meant->layer, name);
            else if (!meant->known && ++unnamed > 1)
                return fault(name,
                             "found several arrays whose names say nothing, expected names such as "
                             "attentions.0");
            if (meant->known || !meant->layer)
                if (const auto done = take(*meant, tensor); !done)
                    return done;
        }
        int layer = 0; // numbering may start at 1
        for (const auto& [number, name] : byNumber) {
            ArrayName meant = *arrayName(name);
            meant.layer = layer++;
            if (const auto done = take(meant, m_arrays.arrays.find(name)->second); !done)
                return done;
        }
        return {};
    }

    Result<void> take(const ArrayName& name, const TensorView& tensor)
    {
        if (std::any_of(tensor.shape.begin(), tensor.shape.end(), [](std::int64_t n) { return n < 1; }))
            return fault(tensor.name, "found the shape " + tensor.shapeText() + ", expected no empty axis");
        switch (name.axes) {
        case ArrayName::Axes::kStream:
            return takeStream(name, tensor);
        case ArrayName::Axes::kPositionsFirst:
            return takePositionsFirst(name, tensor);
        case ArrayName::Axes::kHeadsFirst:
            break;
        }
        return name.layer ? takeLayer(name, tensor) : takeAll(name, tensor);
    }

    Result<void> takeStream(const ArrayName& name, const TensorView& tensor)
    {
        if (tensor.shape.size() != 2 && tensor.shape.size() != 3)
            return fault(tensor.name,
                         "found the shape " + tensor.shapeText()
                             + ", expected [positions, d_model] or [batch, positions, d_model]");
        const bool drop = tensor.shape.size() == 3 && tensor.shape.front() == 1;
        m_arrivals.push_back({name, drop ? slice(tensor, 0) : tensor});
        return {};
    }

    Result<void> takePositionsFirst(const ArrayName& name, const TensorView& tensor)
    {
        if (tensor.shape.size() != 3 && tensor.shape.size() != 4)
            return fault(tensor.name,
                         "found the shape " + tensor.shapeText()
                             + ", expected [positions, heads, d_head] or [batch, positions, heads, d_head]");
        std::vector<std::int64_t> shape = tensor.shape;
        if (shape.size() == 3)
            shape.insert(shape.begin(), 1);
        const TensorView turned = headsBeforePositions(reshaped(tensor, std::move(shape)));
        m_arrivals.push_back({name, turned.shape.front() == 1 ? slice(turned, 0) : turned});
        m_arrivals.back().tensor.name = tensor.name;
        return {};
    }

    Result<void> takeLayer(const ArrayName& name, const TensorView& tensor)
    {
        const std::size_t rank = tensor.shape.size();
        if (rank < 2 || rank > 4)
            return fault(tensor.name,
                         "found the shape " + tensor.shapeText()
                             + ", expected one layer as [heads, queries, keys], with a leading axis of 1 or "
                               "of a batch, or as [queries, keys]");
        TensorView layer = tensor;
        if (rank == 2)
            layer.shape.insert(layer.shape.begin(), 1);
        else if (rank == 4 && tensor.shape.front() == 1)
            layer.shape.erase(layer.shape.begin());
        m_arrivals.push_back({name, std::move(layer)});
        return {};
    }

    /// Without a number: one layer, or all layers along the first axis.
    Result<void> takeAll(ArrayName name, const TensorView& tensor)
    {
        const std::size_t rank = tensor.shape.size();
        if (rank < 2 || rank > 5)
            return fault(tensor.name,
                         "found the shape " + tensor.shapeText() + ", expected " + kWeightShapes);
        const bool layers = rank == 5 || (rank == 4 && tensor.shape.front() > 1);
        if (layers && tensor.shape.front() > 4096)
            return fault(tensor.name,
                         "found the shape " + tensor.shapeText() + ", expected " + kWeightShapes);
        for (std::int64_t i = 0; i < (layers ? tensor.shape.front() : 1); ++i) {
            name.layer = static_cast<int>(i);
            if (const auto done = takeLayer(name, layers ? slice(tensor, i) : tensor); !done)
                return done;
        }
        return {};
    }

    /// Whether no query attends to a later key in the arrays without a stated stack.
    bool causal()
    {
        bool weights = false;
        for (const Arrival& arrival : m_arrivals) {
            if (arrival.name.stack || arrival.name.site != Site::kWeights)
                continue;
            weights = true;
            const auto& shape = arrival.tensor.shape;
            if (shape.back() == shape[shape.size() - 2] && !isCausal(arrival.tensor))
                return false;
        }
        const bool operands = std::any_of(m_arrivals.begin(), m_arrivals.end(), [](const Arrival& arrival) {
            return !arrival.name.stack && arrival.name.site == Site::kQuery;
        });
        if (!weights && operands) {
            m_causalRule = true;
            m_job.warning(m_arrays.path.string()
                          + ": queries and keys without a pattern: treated as causal attention");
        }
        return true;
    }

    static bool isCausal(const TensorView& tensor)
    {
        const auto keys = static_cast<std::size_t>(tensor.shape.back());
        std::vector<float> row(keys);
        const std::int64_t rows = tensor.elementCount() / static_cast<std::int64_t>(keys);
        for (std::int64_t r = 0; r < rows; ++r) {
            convertToFloat(tensor, r * static_cast<std::int64_t>(keys), row);
            const auto own = static_cast<std::ptrdiff_t>(static_cast<std::size_t>(r) % keys);
            if (std::any_of(row.begin() + own + 1, row.end(), [](float w) { return w != 0.0F; }))
                return false;
        }
        return true;
    }

    void place(const Arrival& arrival, StackKind only)
    {
        const auto& shape = arrival.tensor.shape;
        AttentionKind kind = arrival.name.kind;
        StackKind stack = arrival.name.stack.value_or(only);
        const bool square = arrival.name.site != Site::kWeights || shape.back() == shape[shape.size() - 2];
        if (!arrival.name.stack && !square) {
            stack = StackKind::kDecoder;
            kind = AttentionKind::kCross;
        }
        const std::string prefix(stackName(stack));
        const std::string layer = std::to_string(arrival.name.layer.value_or(0));
        const std::string site(siteName(arrival.name.site));
        std::string name = prefix + "." + layer + "." + std::string(kindName(kind)) + "." + site;
        if (arrival.name.site == Site::kResidual)
            name = prefix + "." + site + "." + layer;
        else if (arrival.name.site == Site::kEmbeddings || arrival.name.site == Site::kPositions)
            name = prefix + "." + site;
        else if (arrival.name.site == Site::kFeedForwardOutput)
            name = prefix + "." + layer + "." + site;
        if (arrival.name.preferred)
            m_result.tensors.insert_or_assign(name, arrival.tensor);
        else
            m_result.tensors.emplace(name, arrival.tensor);
    }

    /// Length of a stack's sentences; 0 = not stated.
    std::size_t lengthOf(StackKind stack) const
    {
        const std::string own(stackName(stack));
        for (const auto& [name, tensor] : m_result.tensors) {
            const bool cross = name.find(".cross.") != std::string::npos;
            const bool weights = name.ends_with(".weights");
            if (name.starts_with(own + ".") && weights)
                return static_cast<std::size_t>(tensor.shape[tensor.shape.size() - 2]);
            if (cross && weights && stack == StackKind::kEncoder)
                return static_cast<std::size_t>(tensor.shape.back());
            if (name.starts_with(own + ".") && name.ends_with(".q"))
                return static_cast<std::size_t>(tensor.shape[tensor.shape.size() - 2]);
        }
        return 0;
    }

    bool isBatch() const
    {
        return std::any_of(m_result.tensors.begin(), m_result.tensors.end(), [](const auto& t) {
            return (t.first.ends_with(".weights") || t.first.ends_with(".q")) && t.second.shape.size() == 4;
        });
    }

    /// Expects as many words as positions; in a batch, one list per item, at most that long.
    Result<void> checkTokens(const std::string& name, const std::vector<std::vector<std::string>>& lists,
                             std::size_t length, bool batch) const
    {
        for (const auto& words : lists) {
            const bool fits = batch ? words.size() <= length : words.size() == length && lists.size() == 1;
            if (fits)
                continue;
            const bool several = lists.size() > 1 && !batch;
            return fault(name,
                         "found " + std::to_string(words.size()) + " tokens"
                             + (several ? " in each of " + std::to_string(lists.size()) + " lists" : "")
                             + ", expected " + std::to_string(length) + " as the attention has positions");
        }
        return {};
    }

    Result<void> setTokens()
    {
        const bool batch = isBatch();
        const StackKind input = lengthOf(StackKind::kEncoder) > 0 ? StackKind::kEncoder : StackKind::kDecoder;
        for (const auto& [name, lists] : m_arrays.tokens) {
            if (lists.empty())
                continue;
            const std::size_t length = lengthOf(name == "tokens" ? input : StackKind::kDecoder);
            if (const auto done = checkTokens(name, lists, length, batch); !done)
                return done;
            if (batch)
                setLengths(name == "tokens" ? "input_lengths" : "target_lengths", lists);
            m_result.metadata[name] = (batch ? json(lists) : json(lists.front()))
                                          .dump(-1, ' ', false, json::error_handler_t::replace);
        }
        return {};
    }

    void setLengths(const std::string& name, const std::vector<std::vector<std::string>>& lists)
    {
        const auto lengths = std::make_shared<std::vector<std::int64_t>>();
        for (const auto& words : lists)
            lengths->push_back(static_cast<std::int64_t>(words.size()));
        m_result.tensors.emplace(name,
                                 TensorView{name,
                                            DType::kI64,
                                            {static_cast<std::int64_t>(lengths->size())},
                                            std::as_bytes(std::span<const std::int64_t>(*lengths)),
                                            lengths});
    }

    void setMetadata(StackKind only)
    {
        json config = json::object();
        if (only == StackKind::kDecoder) {
            config["decoder"] = {{"causal", true}};
            if (m_causalRule)
                config["decoder"]["self"] = {{"mask", {{"causal", true}}}};
        }
        const bool decoder = lengthOf(StackKind::kDecoder) > 0;
        if (decoder)
            m_result.metadata["config"] = config.dump();
        m_result.metadata["model"] = m_arrays.path.stem().string();
    }

    const NamedArrays& m_arrays;
    const Job& m_job;
    std::vector<Arrival> m_arrivals;
    const TensorView* m_wrongType = nullptr; ///< the first array that would be attention but is not floating
    std::vector<std::string> m_leftOut; ///< names of arrays that are not part of a trace
    TraceTensors m_result;
    bool m_causalRule = false;
};

} // namespace

Result<TraceTensors> importArrays(const NamedArrays& arrays, const Job& job)
{
    return ArrayImporter(arrays, job).import();
}

} // namespace headlight
