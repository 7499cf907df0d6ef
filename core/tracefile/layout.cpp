#include "core/tracefile/layout.h"

#include "core/base/text_list.h"
#include "core/io/excerpt.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

// Far beyond any model: keeps the empty slots of absent layers cheap.
constexpr int kMaxLayers = 4096;
constexpr int kMaxHeads = 4096;
constexpr Index kMaxLength = Index{1} << 20;
constexpr Index kMaxLabels = Index{1} << 22; ///< total tokens of all sentences in a batch
constexpr Index kMaxSlots = Index{1} << 18; ///< layers × sentences

std::optional<int> smallNumber(std::string_view text)
{
    const auto value = parseNumber<int>(text);
    return value && *value >= 0 && *value < kMaxLayers ? value : std::nullopt;
}

/// "encoder.0.self_norm.mean", "decoder.final_norm.deviation".
std::optional<TensorPlace> normPlace(std::string_view name)
{
    const std::size_t dot = name.rfind('.');
    const std::string_view what = name.substr(dot == std::string_view::npos ? 0 : dot + 1);
    if (what != "mean" && what != "deviation")
        return std::nullopt;
    const auto norm = normFromName(name.substr(0, dot));
    if (!norm || (norm->site == NormSite::kCross && norm->stack == StackKind::kEncoder))
        return std::nullopt;
    return TensorPlace{.stack = norm->stack,
                       .site = Site::kNorms,
                       .layer = {norm->stack, norm->layer, AttentionKind::kSelf},
                       .norm = norm,
                       .deviation = what == "deviation"};
}

} // namespace

std::optional<TensorPlace> placeOf(std::string_view name)
{
    if (auto norm = normPlace(name))
        return norm;
    const auto parts = split(name, '.');
    if (parts.size() > 4)
        return std::nullopt;
    TensorPlace place;
    place.site = Site::kNorms; // their names are read above
    for (const std::string_view part : parts) {
        if (part == stackName(StackKind::kDecoder))
            place.stack = place.layer.stack = StackKind::kDecoder;
        else if (part == kindName(AttentionKind::kCross))
            place.layer.kind = AttentionKind::kCross;
        else if (const auto number = smallNumber(part))
            place.layer.layer = *number;
        else if (const auto site = siteFromName(part))
            place.site = *site;
    }
    const SiteOwner owner = factsOf(place.site).owner;
    const bool cross = place.layer.kind == AttentionKind::kCross;
    if (owner == SiteOwner::kModel || owner == SiteOwner::kNorm || tensorName(place.site, place.layer) != name
        || (cross && place.stack == StackKind::kEncoder))
        return std::nullopt;
    place.inAttention = owner == SiteOwner::kHeads;
    return place;
}

Result<TraceLayout> TraceLayout::of(const TraceTensors& file, const TraceConfig& config, const Job& job)
{
    TraceLayout layout(file, config);
    RETURN_IF_ERROR(layout.gather(job));
    RETURN_IF_ERROR(layout.findBatch());
    RETURN_IF_ERROR(layout.takeShapes());
    return layout;
}

bool TraceLayout::isBiasTable(std::string_view name) const
{
    for (const StackConfig* stack : {&m_config->encoder, &m_config->decoder})
        for (const AttentionRules* rules : {&stack->selfRules, &stack->crossRules})
            for (const BiasRule& rule : rules->bias)
                if (!rule.table.empty() && rule.table == name)
                    return true;
    return false;
}

Result<void> TraceLayout::gather(const Job& job)
{
    for (const auto& [name, tensor] : m_file->tensors) {
        const auto place = placeOf(name);
        if (place) {
            m_placed.push_back({*place, tensor});
            stackAt(place->stack).present = true;
            if (place->inAttention && place->layer.kind == AttentionKind::kCross)
                m_encoder.present = true; // its keys are the encoder's tokens
            continue;
        }
        const bool sink
            = name.ends_with(".self.sink") && placeOf(name.substr(0, name.size() - 4) + "weights");
        const bool known = sink || isBiasTable(name) || name == "logits" || name == "input_ids"
            || name == "target_ids" || name == "input_lengths" || name == "target_lengths";
        if (!known)
            job.warning(m_file->path.string() + ": " + excerpt(name) + ": not part of a trace, left out");
    }
    m_encoder.present |= m_config->encoder.present;
    m_decoder.present |= m_config->decoder.present;
    const bool attention = std::ranges::any_of(m_placed, [](const Placed& p) { return p.place.inAttention; });
    if (m_placed.empty() && m_file->find("logits") == nullptr)
        return fault({}, "no tensor of a trace was found, expected names such as encoder.0.self.weights");
    if (!attention)
        job.warning(m_file->path.string() + ": it holds no attention");
    return {};
}

// Expects `plainRank` axes without a batch, and one more in a batch, of the same size everywhere.
Result<void> TraceLayout::checkRank(const TensorView& tensor, std::size_t plainRank)
{
    const std::size_t rank = plainRank + (m_batch ? 1 : 0);
    if (tensor.shape.size() != rank)
        return fault(tensor.name, "found the shape ", tensor.shapeText(), ", expected ", rank, " axes",
                     m_batch ? " in a batch" : "");
    if (!m_batch)
        return {};
    if (m_itemsKnown && tensor.shape[0] != m_items)
        return fault(tensor.name, "found the shape ", tensor.shapeText(), ", expected a batch of ", m_items);
    m_items = tensor.shape[0];
    m_itemsKnown = true;
    return {};
}

Result<void> TraceLayout::findBatch()
{
    m_batch = m_file->find("input_lengths") != nullptr || m_file->find("target_lengths") != nullptr;
    if (!m_placed.empty() && m_placed.front().tensor.shape.size() == m_placed.front().place.rank() + 1)
        m_batch = true;
    for (const Placed& placed : m_placed)
        RETURN_IF_ERROR(checkRank(placed.tensor, placed.place.rank()));
    for (const auto& [name, plain] :
         {std::pair<const char*, std::size_t>{"logits", 2}, {"input_ids", 1}, {"target_ids", 1}}) {
        if (const TensorView* tensor = m_file->find(name))
            RETURN_IF_ERROR(checkRank(*tensor, plain));
    }
    if (m_items < 1)
        return fault({}, "the batch is empty");
    return {};
}

Result<void> TraceLayout::agree(const std::string& tensor, const std::string& axis, Index found,
                                Index& known) const
{
    if (known < 0)
        known = found;
    if (known != found)
        return fault(tensor, "found ", found, " ", axis, ", expected ", known, " as elsewhere in the file");
    return {};
}

Result<void> TraceLayout::agree(const std::string& tensor, const std::string& axis, std::int64_t found,
                                int& known) const
{
    Index wide = known;
    if (found > std::int64_t{1} << 30U)
        return fault(tensor, "found ", found, " ", axis, ", which no model has");
    const auto done = agree(tensor, axis, static_cast<Index>(found), wide);
    known = static_cast<int>(wide);
    return done;
}

Result<void> TraceLayout::takeStreamShape(const Placed& placed)
{
    const TensorView& tensor = placed.tensor;
    Stack& stack = stackAt(placed.place.stack);
    const Site site = placed.place.site;
    const bool added
        = site == Site::kOutput || site == Site::kFeedForwardOutput || site == Site::kResidualMiddle;
    if (added || site == Site::kResidual || site == Site::kFinal) // embeddings may be narrower (ELECTRA)
        RETURN_IF_ERROR(agree(tensor.name, "columns", axis(tensor, 1), m_modelWidth));
    if (site == Site::kResidual)
        stack.layers = std::max(stack.layers, placed.place.layer.layer);
    const bool routing = site == Site::kRouter || site == Site::kExperts;
    if (const bool whole = tensor.dtype == DType::kI64 || tensor.dtype == DType::kI32;
        site == Site::kExperts && !whole)
        return fault(tensor.name, "found ", dtypeName(tensor.dtype), ", expected I64");
    if (routing && axis(tensor, 1) > kMaxHeads)
        return fault(tensor.name, "found ", axis(tensor, 1), " experts, expected at most ", kMaxHeads);
    if (const SiteOwner owner = factsOf(site).owner;
        owner == SiteOwner::kLayer || owner == SiteOwner::kSubLayer)
        stack.layers = std::max(stack.layers, placed.place.layer.layer + 1);
    stack.cross |= placed.place.layer.kind == AttentionKind::kCross;
    return agree(tensor.name, "rows", axis(tensor, 0), stack.length);
}

Result<void> TraceLayout::takeNormShape(const Placed& placed)
{
    Stack& stack = stackAt(placed.place.stack);
    const NormSite site = placed.place.norm->site;
    if (site != NormSite::kEmbedding && site != NormSite::kFinal && site != NormSite::kHead)
        stack.layers = std::max(stack.layers, placed.place.layer.layer + 1);
    if (isOfHeads(site) && (axis(placed.tensor, 1) < 1 || axis(placed.tensor, 1) > kMaxHeads))
        return fault(placed.tensor.name, "found ", axis(placed.tensor, 1), " heads, expected 1 to ",
                     kMaxHeads);
    stack.cross |= site == NormSite::kCross;
    return agree(placed.tensor.name, "rows", axis(placed.tensor, 0), stack.length);
}

Result<void> TraceLayout::takeShape(const Placed& placed)
{
    const TensorView& tensor = placed.tensor;
    const std::string& name = tensor.name;
    if (std::ranges::any_of(tensor.shape, [](std::int64_t size) { return size < 1; }))
        return fault(name, "found the shape " + tensor.shapeText() + ", expected no empty axis");
    Stack& stack = stackAt(placed.place.stack);
    const Site site = placed.place.site;
    if (placed.place.norm)
        return takeNormShape(placed);
    if (!placed.place.inAttention)
        return takeStreamShape(placed);
    stack.layers = std::max(stack.layers, placed.place.layer.layer + 1);
    const bool cross = placed.place.layer.kind == AttentionKind::kCross;
    stack.cross |= cross;
    Index& keys = cross ? m_encoder.length : stack.length;
    const bool perKey = factsOf(site).perKey;
    const bool maySpread = site == Site::kBias || site == Site::kMask;
    if (!maySpread || axis(tensor, 0) != 1)
        RETURN_IF_ERROR(agree(name, "heads", axis(tensor, 0), perKey ? stack.kvHeads : stack.heads));
    RETURN_IF_ERROR(agree(name, perKey ? "keys" : "queries", axis(tensor, 1), perKey ? keys : stack.length));
    if (factsOf(site).square)
        return agree(name, "keys", axis(tensor, 2), keys);
    if (site == Site::kQuery || site == Site::kKey)
        return agree(name, "columns", axis(tensor, 2), stack.headWidth);
    return {};
}

Result<void> TraceLayout::takeShapes()
{
    const auto known = [](int value) { return value > 0 ? value : -1; };
    m_modelWidth = known(m_config->modelWidth);
    for (const auto& [facts, config] :
         {std::pair{&m_encoder, &m_config->encoder}, {&m_decoder, &m_config->decoder}}) {
        facts->heads = known(config->shape.heads);
        facts->kvHeads = known(config->shape.kvHeads);
        facts->headWidth = known(config->shape.headWidth);
    }
    for (const Placed& placed : m_placed)
        RETURN_IF_ERROR(takeShape(placed));
    RETURN_IF_ERROR(takeIds(inputStack(), "input"));
    if (m_encoder.present)
        RETURN_IF_ERROR(takeIds(StackKind::kDecoder, "target"));
    return checkSizes();
}

Result<void> TraceLayout::checkSizes()
{
    for (Stack* stack : {&m_encoder, &m_decoder}) {
        stack->present = stack->present && stack->length > 0;
        if (stack->length > kMaxLength || stack->heads > kMaxHeads || stack->kvHeads > kMaxHeads)
            return fault({}, "the file is too large: ", stack->length, " tokens, ", stack->heads, " heads");
        if (stack->length * m_items > kMaxLabels || stack->layers * m_items > kMaxSlots)
            return fault({}, "the batch of ", m_items, " is too large");
    }
    if (!m_encoder.present && !m_decoder.present)
        return fault({}, "the file does not say how many tokens there are");
    return checkLogits();
}

Result<void> TraceLayout::checkLogits() const
{
    const TensorView* const logits = m_file->find("logits");
    if (logits == nullptr)
        return {};
    const Index length = m_decoder.present ? m_decoder.length : m_encoder.length;
    const std::int64_t rows = axis(*logits, 0);
    if (rows != 1 && rows != length)
        return fault("logits", "found ", rows, " rows, expected 1 or ", length);
    if (axis(*logits, 1) < 1)
        return fault("logits", "found the shape " + logits->shapeText() + ", expected no empty axis");
    if (m_config->vocabulary > 0 && axis(*logits, 1) != m_config->vocabulary)
        return fault("logits", "found ", axis(*logits, 1), " columns, expected ", m_config->vocabulary,
                     " as config.vocab_size says");
    return {};
}

// Turns ids and lengths into labels; takeLabels handles sentences without ids.
Result<void> TraceLayout::takeIds(StackKind stack, const std::string& prefix)
{
    const TensorView* const ids = m_file->find(prefix + "_ids");
    const TensorView* const lengths = m_file->find(prefix + "_lengths");
    const auto isInteger = [](const TensorView& t) {
        return t.dtype == DType::kI64 || t.dtype == DType::kI32 || t.dtype == DType::kI16
            || t.dtype == DType::kI8 || t.dtype == DType::kU8;
    };
    for (const TensorView* tensor : {ids, lengths})
        if (tensor != nullptr && !isInteger(*tensor))
            return fault(tensor->name, "found ", dtypeName(tensor->dtype), ", expected I64");
    if (ids != nullptr) {
        stackAt(stack).present = true;
        RETURN_IF_ERROR(agree(ids->name, "tokens", axis(*ids, 0), stackAt(stack).length));
    }
    if (lengths == nullptr)
        return {};
    if (lengths->shape != std::vector<std::int64_t>{m_items})
        return fault(lengths->name, "found the shape ", lengths->shapeText(), ", expected [", m_items, "]");
    for (const std::int64_t length : toIntegers(*lengths))
        if (length < 0 || length > stackAt(stack).length)
            return fault(lengths->name, "found a length of ", length, ", expected at most ",
                         stackAt(stack).length);
    return {};
}

} // namespace headlight
