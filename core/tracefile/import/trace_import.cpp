#include "core/tracefile/import/named_arrays.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/tracefile/import/array_names.h"
#include "core/tracefile/import/array_parts.h"
#include "core/tracefile/import/sentence_places.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace headlight {

namespace {

using nlohmann::json;
using Meaning = ArrayName::Meaning;

constexpr const char* kWeightShapes
    = "[heads, queries, keys], with a leading axis of 1, of a batch or of the layers, or [queries, keys]";

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
        RETURN_IF_ERROR(gather());
        if (m_arrivals.empty() && m_wrongType)
            return fault(m_wrongType->name, "found numbers of the type ", dtypeName(m_wrongType->dtype),
                         ", expected F32, F16, BF16 or F64");
        if (m_arrivals.empty())
            return fault({},
                         "found no attention, expected arrays named attentions.0, encoder_attentions.0, "
                         "cross_attentions.0, blocks.0.attn.hook_pattern or arr_0");
        for (const std::string& name : m_arrays.leftOut)
            leaveOut(name, "not part of a trace");
        for (const std::string& text : m_leftOut)
            m_job.warning(m_arrays.path.string() + ": " + text);
        SentencePlaces places(m_arrays, m_masks, m_job);
        places.find(m_arrivals);
        places.move(m_arrivals);
        const StackKind only = stackOfOnly(places);
        for (const Arrival& arrival : m_arrivals)
            RETURN_IF_ERROR(place(arrival, only));
        RETURN_IF_ERROR(placeHeads());
        RETURN_IF_ERROR(places.addTokens(m_ids, m_result));
        setMetadata(places, only);
        return std::move(m_result);
    }

private:
    Error fault(const std::string& name, const auto&... message) const
    {
        return badFile(m_arrays.path.string(), name.empty() ? name : excerpt(name), message...);
    }

    void leaveOut(const std::string& name, const std::string& why)
    {
        m_leftOut.push_back(excerpt(name) + ": " + why + ", left out");
    }

    Result<void> gather()
    {
        const auto names
            = arrayNames(listFrom(m_arrays.arrays, [](const auto& array) { return array.first; }));
        const bool known = std::ranges::any_of(names, [](const auto& each) {
            return each.second.meaning == Meaning::kAttention || each.second.meaning == Meaning::kExact;
        });
        std::vector<Arrival> found;
        for (const auto& [name, tensor] : m_arrays.arrays) {
            const ArrayName& meant = names.at(name);
            const bool attention
                = meant.meaning < Meaning::kMask && !(known && meant.meaning == Meaning::kUnknown);
            if (meant.meaning == Meaning::kIds)
                m_ids.emplace(name, tensor);
            else if (meant.meaning == Meaning::kMask)
                m_masks.push_back({meant, tensor});
            else if (attention && isFloating(tensor.dtype)) {
                if (std::ranges::any_of(tensor.shape, [](std::int64_t n) { return n < 1; }))
                    return fault(name, "found the shape ", tensor.shapeText(), ", expected no empty axis");
                found.push_back({meant, tensor});
            } else {
                if (attention && m_wrongType == nullptr)
                    m_wrongType = &tensor;
                leaveOut(name, "not part of a trace");
            }
        }
        keepWeights(found);
        return takeFound(found);
    }

    /// Leaves out what only may be weights and is none, if something else is.
    void keepWeights(std::vector<Arrival>& found)
    {
        const auto isSure
            = [](const Arrival& each) { return each.name.meaning == Meaning::kExact && !each.name.outer; };
        const std::vector<bool> good = listFrom(
            found, [&](const Arrival& each) { return isSure(each) || looksLikeWeights(each.tensor); });
        if (std::ranges::find(good, true) == good.end())
            return;
        std::vector<Arrival> kept;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (good[i])
                kept.push_back(std::move(found[i]));
            else
                leaveOut(found[i].tensor.name, "its rows are no weights (numbers from 0 on with the sum 1)");
        }
        found = std::move(kept);
    }

    Result<void> takeFound(const std::vector<Arrival>& found)
    {
        int unnamed = 0;
        std::map<std::string, std::vector<Arrival>> families;
        for (const Arrival& each : found) {
            if (each.name.meaning == Meaning::kUnknown && !each.name.layer && ++unnamed > 1)
                return fault(each.tensor.name,
                             "found several arrays whose names say nothing, expected names such as "
                             "attentions.0");
            if (each.name.isWeights() && (each.name.head || each.name.outer))
                families[each.name.family].push_back(each);
            else
                RETURN_IF_ERROR(take(each.name, each.tensor));
        }
        for (auto& [family, arrays] : families)
            RETURN_IF_ERROR(takeFamily(std::move(arrays)));
        return {};
    }

    /// Arrays with two numbers: layers and heads, or steps and layers.
    Result<void> takeFamily(std::vector<Arrival> arrays)
    {
        const bool matrices = std::ranges::all_of(
            arrays, [](const Arrival& each) { return each.tensor.shape.size() == 2 && each.name.layer; });
        const bool heads
            = std::ranges::any_of(arrays, [](const Arrival& each) { return each.name.head.has_value(); });
        std::set<int> outer, inner;
        for (Arrival& each : arrays) {
            if (matrices && !heads) {
                each.name.head = each.name.layer;
                each.name.layer = each.name.outer;
            }
            outer.insert(each.name.outer.value_or(0));
            inner.insert(each.name.layer.value_or(0));
        }
        if (heads && !matrices)
            return fault(arrays.front().tensor.name, "found the shape ", arrays.front().tensor.shapeText(),
                         ", expected one head [queries, keys] of a layer");
        if (m_arrays.arrays.contains("beam_indices") && outer.size() > 1 && !matrices)
            return fault(
                "beam_indices",
                "the rows of a search with beams change places from step to step, expected generate() "
                "with num_beams=1");
        std::map<int, std::map<int, TensorView>> parts; // of each layer
        for (const Arrival& each : arrays) {
            const int layer = each.name.layer.value_or(0);
            const int part = matrices ? *each.name.head : each.name.outer.value_or(0);
            if (!parts[layer].emplace(part, each.tensor).second)
                return fault(each.tensor.name, "found a second array for the same place, expected one");
        }
        const bool layers = !matrices && inner.size() == 1; // 5.1, 6.1: the outputs 1 of layers 5 and 6
        for (const auto& [layer, own] : parts) {
            ArrayName name = arrays.front().name;
            name.layer = layer;
            const auto whole = matrices
                ? joinedHeads(own, m_arrays.path.string())
                : joinedSteps(own, name.kind == AttentionKind::kCross, m_arrays.path.string());
            if (!whole && layers) {
                for (const Arrival& each : arrays) {
                    name.layer = each.name.outer;
                    RETURN_IF_ERROR(take(name, each.tensor));
                }
                return {};
            }
            RETURN_IF_ERROR(whole);
            RETURN_IF_ERROR(take(name, *whole));
        }
        return {};
    }

    Result<void> take(const ArrayName& name, const TensorView& tensor)
    {
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
            return fault(tensor.name, "found the shape ", tensor.shapeText(),
                         ", expected [positions, d_model] or [batch, positions, d_model]");
        const bool drop = tensor.shape.size() == 3 && tensor.shape.front() == 1;
        m_arrivals.push_back({name, drop ? slice(tensor, 0) : tensor});
        m_arrivals.back().tensor.name = tensor.name;
        return {};
    }

    Result<void> takePositionsFirst(const ArrayName& name, const TensorView& tensor)
    {
        if (tensor.shape.size() != 3 && tensor.shape.size() != 4)
            return fault(tensor.name, "found the shape ", tensor.shapeText(),
                         ", expected [positions, heads, d_head] or [batch, positions, heads, d_head]");
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
            return fault(tensor.name, "found the shape ", tensor.shapeText(),
                         ", expected one layer as [heads, queries, keys], with a leading axis of 1 or "
                         "of a batch, or as [queries, keys]");
        TensorView layer = tensor;
        if (rank == 2)
            layer.shape.insert(layer.shape.begin(), 1);
        else if (rank == 4 && tensor.shape.front() == 1)
            layer.shape.erase(layer.shape.begin());
        m_arrivals.push_back({name, std::move(layer)});
        Arrival& arrival = m_arrivals.back();
        if (!name.stack && !arrival.isSquare()) {
            arrival.name.stack = StackKind::kDecoder;
            arrival.name.kind = AttentionKind::kCross;
        }
        return {};
    }

    /// Whether ids or a mask [batch, positions] show that the first axis is the batch. A mask may also be
    /// [queries, keys].
    bool isBatch(const TensorView& tensor) const
    {
        const std::vector<std::int64_t> beside{tensor.shape.front(), tensor.shape.back()};
        return std::ranges::any_of(m_ids, [&](const auto& each) { return each.second.shape == beside; })
            || (beside[0] != tensor.shape[2] && std::ranges::any_of(m_masks, [&](const Arrival& each) {
                    return each.tensor.shape == beside;
                }));
    }

    /// Without a number: one layer, or all layers along the first axis.
    Result<void> takeAll(ArrayName name, const TensorView& tensor)
    {
        const std::size_t rank = tensor.shape.size();
        const bool layers = rank == 5 || (rank == 4 && tensor.shape.front() > 1 && !isBatch(tensor));
        if (rank < 2 || rank > 5 || (layers && tensor.shape.front() > 4096))
            return fault(tensor.name, "found the shape ", tensor.shapeText(), ", expected ", kWeightShapes);
        for (std::int64_t i = 0; i < (layers ? tensor.shape.front() : 1); ++i) {
            name.layer = static_cast<int>(i);
            RETURN_IF_ERROR(takeLayer(name, layers ? slice(tensor, i) : tensor));
        }
        return {};
    }

    /// The stack of attention whose name states none: the decoder beside cross-attention, or if it is causal.
    StackKind stackOfOnly(const SentencePlaces& places)
    {
        const auto has = [&](const auto& holds) { return std::ranges::any_of(m_arrivals, holds); };
        const bool cross = has([](const Arrival& each) { return each.name.kind == AttentionKind::kCross; });
        const bool weights
            = has([](const Arrival& each) { return !each.name.stack && each.name.site == Site::kWeights; });
        if (!weights
            && has([](const Arrival& each) { return !each.name.stack && each.name.site == Site::kQuery; })) {
            m_causalRule = true;
            m_job.warning(m_arrays.path.string()
                          + ": queries and keys without a pattern: treated as causal attention");
        }
        return cross || places.isCausal(m_arrivals, std::nullopt) ? StackKind::kDecoder : StackKind::kEncoder;
    }

    Result<void> place(const Arrival& arrival, StackKind only)
    {
        const std::string name = tensorName(
            arrival.name.site,
            {arrival.name.stack.value_or(only), arrival.name.layer.value_or(0), arrival.name.kind});
        const auto [at, isNew] = m_placed.emplace(name, &arrival);
        if (!isNew) {
            if (at->second->name.preferred == arrival.name.preferred)
                return fault(arrival.tensor.name, "is ", name, " of a trace, and so is ",
                             excerpt(at->second->tensor.name),
                             ", expected one of them. Rename one, or leave it out");
            if (at->second->name.preferred)
                return {};
            at->second = &arrival;
        }
        m_result.tensors.insert_or_assign(name, arrival.tensor);
        return {};
    }

    /// Moves the heads that the file names to their numbers. All layers of a stack have as many.
    Result<void> placeHeads()
    {
        constexpr std::int64_t kMostHeads = 4096, kMostBytes = std::int64_t{1} << 30;
        std::map<LayerRef, std::vector<int>> layers;
        std::map<StackKind, int> widths;
        for (const HeadRef& head : m_arrays.heads) {
            if (head.head >= kMostHeads)
                return fault("heads", "found ", toString(head), ", expected heads below ", kMostHeads);
            layers[head.layerRef()].push_back(head.head);
            widths[head.stack] = std::max(widths[head.stack], head.head + 1);
        }
        std::int64_t bytes = 0;
        std::vector<std::string> partly;
        for (const auto& [layer, numbers] : layers) {
            const auto at = m_result.tensors.find(tensorName(Site::kWeights, layer));
            const auto own = static_cast<std::int64_t>(numbers.size());
            const bool has = at != m_result.tensors.end() && at->second.shape.size() == 3;
            if (!has || at->second.shape.front() != own)
                return fault("heads", "found ", own, " of ", toString(layer), ", expected ",
                             has ? at->second.shape.front() : 0, ", as many as the file has maps of it");
            const int width = widths.at(layer.stack);
            bytes += static_cast<std::int64_t>(at->second.bytes.size()) / own * width;
            if (bytes > kMostBytes)
                return fault("heads", "found ", toString(layer), " with head ", width - 1,
                             ", expected heads that take at most ", kMostBytes, " bytes");
            if (std::set<int>(numbers.begin(), numbers.end()).size() < static_cast<std::size_t>(width))
                partly.push_back(concat(toString(layer), " (", joined(numbers), ")"));
            at->second = spreadHeads(at->second, numbers, width);
        }
        if (!m_arrays.combined.empty())
            m_job.warning(concat(m_arrays.path.string(), ": found one map, the ", excerpt(m_arrays.combined),
                                 ". It is shown as head 0 of layer 0"));
        if (!partly.empty())
            m_job.warning(concat(m_arrays.path.string(), ": found only some heads of ",
                                 excerpt(joined(partly)), ". The others are shown as zeros"));
        return {};
    }

    void setMetadata(const SentencePlaces& places, StackKind only)
    {
        const bool decoder = std::ranges::any_of(
            m_result.tensors, [](const auto& each) { return each.first.starts_with("decoder."); });
        if (decoder) {
            const bool causal = places.isCausal(m_arrivals, StackKind::kDecoder)
                && (only == StackKind::kEncoder || places.isCausal(m_arrivals, std::nullopt));
            json config = {{"decoder", {{"causal", causal}}}};
            if (m_causalRule)
                config["decoder"]["self"] = {{"mask", {{"causal", true}}}};
            m_result.metadata["config"] = config.dump();
        }
        m_result.metadata["model"] = m_arrays.path.stem().string();
    }

    const NamedArrays& m_arrays;
    const Job& m_job;
    std::vector<Arrival> m_arrivals;
    std::vector<Arrival> m_masks;
    std::map<std::string, TensorView> m_ids;
    std::map<std::string, const Arrival*> m_placed;
    const TensorView* m_wrongType = nullptr; ///< the first array that would be attention but is not floating
    std::vector<std::string> m_leftOut; ///< warnings about arrays that are not part of a trace
    TraceTensors m_result;
    bool m_causalRule = false;
};

} // namespace

Result<TraceTensors> importArrays(const NamedArrays& arrays, const Job& job)
{
    return ArrayImporter(arrays, job).import();
}

} // namespace headlight
