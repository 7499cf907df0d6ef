#include "core/tracefile/import/sentence_places.h"

#include "core/io/excerpt.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <utility>

namespace headlight {

namespace {

using nlohmann::json;

/// Axes counted from the last one: rows of any array, keys of weights.
constexpr std::size_t kRows = 2;
constexpr std::size_t kKeys = 1;

std::vector<double> numbersOf(const TensorView& tensor)
{
    const auto count = static_cast<std::size_t>(tensor.elementCount());
    if (tensor.dtype != DType::kF32 && tensor.dtype != DType::kF16 && tensor.dtype != DType::kBF16
        && tensor.dtype != DType::kF64) {
        const auto whole = toIntegers(tensor);
        return {whole.begin(), whole.end()};
    }
    std::vector<float> floats(count);
    convertToFloat(tensor, 0, floats);
    return {floats.begin(), floats.end()};
}

TensorView integers(const std::string& name, std::vector<std::int64_t> shape,
                    std::vector<std::int64_t> numbers)
{
    const auto owner = std::make_shared<std::vector<std::int64_t>>(std::move(numbers));
    return {name, DType::kI64, std::move(shape), std::as_bytes(std::span<const std::int64_t>(*owner)), owner};
}

bool isCross(const Arrival& arrival)
{
    return arrival.name.kind == AttentionKind::kCross;
}

/// Turns a mask into 1 for words and 0 for padding: additive masks hold 0 and negative numbers,
/// PyTorch's key_padding_mask holds 1 for padding.
void toOnes(std::span<float> mask, bool onesArePadding)
{
    const bool additive = std::ranges::any_of(mask, [](float n) { return n < 0; });
    for (float& n : mask)
        if (additive)
            n = n == 0 ? 1.0F : n < 0 ? 0.0F : n;
        else if (onesArePadding)
            n = 1 - n;
}

/// The ones of one sentence; empty if there is a gap, none, or another number. What is behind was generated.
std::optional<WordSpan> onesOf(std::span<const float> mask, Index length)
{
    const auto one = std::ranges::find(mask, 1.0F);
    const auto behind = std::find_if(one, mask.end(), [](float n) { return n != 1.0F; });
    const auto isZero = [](float n) { return n == 0.0F; };
    if (one == mask.end() || !std::all_of(mask.begin(), one, isZero)
        || !std::all_of(behind, mask.end(), isZero))
        return std::nullopt;
    const Index first = one - mask.begin();
    const Index end = behind == mask.end() ? length : behind - mask.begin();
    return WordSpan{first, end - first};
}

} // namespace

SentencePlaces::SentencePlaces(const NamedArrays& arrays, const std::vector<Arrival>& masks, const Job& job)
    : m_arrays(arrays)
    , m_masks(masks)
    , m_job(job)
    , m_tokens(arrays.tokens)
{ }

bool SentencePlaces::Stack::isMoved() const
{
    return std::ranges::any_of(words, [&](const WordSpan& own) {
        return own.first > 0 || (words.size() == 1 && own.count < length);
    });
}

const SentencePlaces::Stack& SentencePlaces::stackOf(std::optional<StackKind> name) const
{
    return m_stacks[!name ? 0 : *name == StackKind::kEncoder ? 1 : 2];
}

SentencePlaces::Stack& SentencePlaces::stackOf(std::optional<StackKind> name)
{
    return const_cast<Stack&>(std::as_const(*this).stackOf(name));
}

SentencePlaces::Stack& SentencePlaces::input()
{
    Stack& encoder = stackOf(StackKind::kEncoder);
    return encoder.length > 0 ? encoder : m_stacks[0].length > 0 ? m_stacks[0] : stackOf(StackKind::kDecoder);
}

SentencePlaces::Stack& SentencePlaces::target()
{
    Stack& decoder = stackOf(StackKind::kDecoder);
    return decoder.length > 0 ? decoder : m_stacks[0];
}

std::vector<std::vector<std::string>>* SentencePlaces::listsOf(const Stack& stack)
{
    const auto at = m_tokens.find(&stack == &input() ? "tokens" : "target_tokens");
    return at == m_tokens.end() ? nullptr : &at->second;
}

void SentencePlaces::takeShape(Stack& stack, const Arrival& arrival, std::size_t axis)
{
    const auto& shape = arrival.tensor.shape;
    if (stack.length > 0)
        return;
    stack.length = stack.shown = shape[shape.size() - axis];
    const bool batch = shape.size() == 4;
    stack.words.assign(batch ? static_cast<std::size_t>(shape.front()) : 1, {0, stack.length});
}

bool SentencePlaces::takeMask(const Arrival& mask, Stack& stack)
{
    const auto& shape = mask.tensor.shape;
    if (stack.length == 0 || shape.empty() || isCross(mask))
        return false;
    const bool matrices = shape.size() > 2; // what their last queries may see is what all may see
    const auto items = static_cast<std::size_t>(shape.size() == 1 ? 1 : shape.front());
    const auto width = static_cast<std::size_t>(shape.back());
    const auto count = static_cast<std::size_t>(mask.tensor.elementCount());
    if (items != stack.words.size() || static_cast<Index>(width) > stack.length || count < items * width
        || (matrices ? shape[shape.size() - kRows] != shape.back() : count != items * width))
        return false;
    std::vector<float> rows(items * width);
    for (std::size_t item = 0; item < items; ++item)
        convertToFloat(mask.tensor, static_cast<std::int64_t>((item + 1) * (count / items) - width),
                       std::span(rows).subspan(item * width, width));
    toOnes(rows, mask.tensor.name.find("key_padding") != std::string::npos);
    std::vector<WordSpan> words;
    for (std::size_t item = 0; item < items; ++item)
        if (const auto own = onesOf(std::span(rows).subspan(item * width, width), stack.length))
            words.push_back(*own);
    const auto isWhole = [&](const WordSpan& own) { return own.count == stack.length; };
    if (words.size() != items || (matrices && std::ranges::all_of(words, isWhole)))
        return false;
    stack.words = std::move(words);
    return true;
}

WordSpan SentencePlaces::wordsOf(const Stack& stack, std::size_t item, std::optional<Index> count)
{
    const auto at = static_cast<std::int64_t>(item);
    const auto hold = [&](const WordSpan& words) {
        return std::ranges::all_of(stack.weights,
                                   [&](const TensorView* each) { return holdsWords(*each, at, words); });
    };
    const WordSpan whole{0, stack.length};
    if (stack.weights.empty() || count.value_or(1) < 1 || count.value_or(1) > stack.length)
        return whole;
    if (!count || *count == stack.length) {
        const Index padding = paddingBefore(*stack.weights.front(), at);
        const WordSpan words{padding, stack.length - padding};
        return padding > 0 && hold(words) ? words : whole;
    }
    const WordSpan atStart{0, *count};
    const WordSpan atEnd{stack.length - *count, *count};
    // If each end holds for itself, a text longer than half has told by its own words: those of a text at the
    // start look at its first word.
    return hold(atEnd) && (!hold(atStart) || 2 * *count > stack.length) ? atEnd : atStart;
}

void SentencePlaces::find(const std::vector<Arrival>& arrivals)
{
    for (const Arrival& arrival : arrivals) {
        if (arrival.name.axes == ArrayName::Axes::kStream || isCross(arrival))
            continue;
        Stack& own = stackOf(arrival.name.stack);
        takeShape(own, arrival, kRows);
        const auto& shape = arrival.tensor.shape; // the trace's reader tells of other shapes
        if (arrival.name.site == Site::kWeights && arrival.isSquare() && shape.back() == own.length
            && (shape.size() == 4 ? shape.front() : 1) == static_cast<std::int64_t>(own.words.size()))
            own.weights.push_back(&arrival.tensor);
    }
    for (const Arrival& arrival : arrivals) {
        if (!isCross(arrival) || !arrival.name.isWeights())
            continue;
        takeShape(stackOf(StackKind::kEncoder), arrival, kKeys);
        if (target().length == 0)
            takeShape(stackOf(StackKind::kDecoder), arrival, kRows);
    }
    std::array<bool, 3> told{};
    for (const Arrival& mask : m_masks) {
        Stack& first = mask.name.stack ? stackOf(mask.name.stack) : input();
        Stack& other = mask.name.stack ? first : target();
        Stack* const stack = takeMask(mask, first) ? &first : takeMask(mask, other) ? &other : nullptr;
        if (stack != nullptr)
            told[static_cast<std::size_t>(stack - m_stacks.data())] = true;
        else
            warn(excerpt(mask.tensor.name) + ": a mask, not attention, left out");
    }
    for (std::size_t i = 0; i < m_stacks.size(); ++i) {
        Stack& stack = m_stacks[i];
        const auto* const lists = listsOf(stack);
        for (std::size_t item = 0; item < stack.words.size() && !told[i]; ++item) {
            const bool counted = lists != nullptr && lists->size() == stack.words.size() && lists->size() > 1;
            stack.words[item]
                = wordsOf(stack, item,
                          counted ? std::optional(static_cast<Index>((*lists)[item].size())) : std::nullopt);
        }
    }
    for (Stack& stack : m_stacks)
        stack.weights.clear(); // they may be moved
}

void SentencePlaces::move(std::vector<Arrival>& arrivals)
{
    const auto moveAxis = [](Arrival& arrival, std::size_t axis, const Stack& stack) {
        const auto& shape = arrival.tensor.shape;
        const std::size_t rank = arrival.name.axes == ArrayName::Axes::kStream ? 2 : 3;
        const bool fits = shape.size() == rank + (stack.words.size() > 1 ? 1 : 0)
            && shape[shape.size() - axis] == stack.length
            && (stack.words.size() == 1 || shape.front() == static_cast<std::int64_t>(stack.words.size()));
        if (fits && stack.isMoved())
            arrival.tensor = wordsFirst(arrival.tensor, axis, stack.words);
    };
    for (Arrival& arrival : arrivals) {
        const Stack& own = isCross(arrival) ? target() : stackOf(arrival.name.stack);
        const Stack& keys = isCross(arrival) ? stackOf(StackKind::kEncoder) : own;
        moveAxis(arrival, kRows, factsOf(arrival.name.site).perKey ? keys : own);
        if (arrival.name.isWeights())
            moveAxis(arrival, kKeys, keys);
    }
    for (Stack& stack : m_stacks) {
        if (!stack.isMoved())
            continue;
        const bool batch = stack.words.size() > 1;
        const auto first
            = std::ranges::find_if(stack.words, [&](const WordSpan& own) { return own.first > 0 || !batch; });
        warn(concat(batch ? concat("sentence ", first - stack.words.begin(), ": ") : std::string(),
                    "its words are at the positions ", first->first, " to ", first->end() - 1, " of ",
                    stack.length, ", with padding around them",
                    batch ? ": the padding on the left is shown behind the words" : ", which is left out"));
        if (!batch)
            stack.shown = stack.words.front().count;
    }
}

bool SentencePlaces::isCausal(const std::vector<Arrival>& arrivals, std::optional<StackKind> stack) const
{
    const Stack& own = stackOf(stack);
    return std::ranges::all_of(arrivals, [&](const Arrival& each) {
        if (each.name.stack != stack || isCross(each) || each.name.site != Site::kWeights || !each.isSquare())
            return true;
        const std::size_t items
            = each.tensor.shape.size() == 4 ? static_cast<std::size_t>(each.tensor.shape[0]) : 1;
        for (std::size_t item = 0; item < items; ++item) {
            const Index words = item < own.words.size() ? own.words[item].count : own.length;
            if (!headlight::isCausal(each.tensor, static_cast<std::int64_t>(item), words))
                return false;
        }
        return true;
    });
}

Result<void> SentencePlaces::addLists(const std::string& name, TraceTensors& trace)
{
    const auto at = m_tokens.find(name);
    if (at == m_tokens.end() || at->second.empty())
        return {};
    const Stack& stack = name == "tokens" ? input() : target();
    const bool batch = stack.words.size() > 1;
    auto& lists = at->second;
    if (batch && lists.size() != stack.words.size())
        return badFile(m_arrays.path.string(), name, "found ", lists.size(), " lists, expected ",
                       stack.words.size(), " as the batch has sentences");
    for (std::size_t item = 0; item < lists.size(); ++item) {
        std::vector<std::string>& words = lists[item];
        if (item < stack.words.size() && static_cast<Index>(words.size()) == stack.length) {
            const WordSpan& own = stack.words[item]; // padding has tokens of its own
            words = {words.begin() + own.first, words.begin() + own.end()};
        }
        const auto found = static_cast<Index>(words.size());
        if (batch ? found <= stack.shown : found == stack.shown && lists.size() == 1)
            continue;
        const bool several = lists.size() > 1 && !batch;
        return badFile(m_arrays.path.string(), name, "found ", found, " tokens",
                       several ? concat(" in each of ", lists.size(), " lists") : "", ", expected ",
                       stack.shown, " as the attention has positions");
    }
    trace.metadata[name] = toText(batch ? json(lists) : json(lists.front()));
    return {};
}

void SentencePlaces::addSpecial(const std::string& name, std::span<const std::int64_t> marks,
                                const Stack& stack, TraceTensors& trace)
{
    json lists = json::array();
    auto mark = marks.begin();
    for (const WordSpan& words : stack.words) {
        json& list = lists.emplace_back(json::array());
        for (Index i = words.first; i < words.end(); ++i)
            list.push_back(mark[i] != 0);
        mark += stack.length;
    }
    trace.metadata[name] = (stack.words.size() > 1 ? lists : lists.front()).dump();
}

bool SentencePlaces::addIds(const std::string& name, const TensorView& ids, TraceTensors& trace)
{
    const bool sequences = name.ends_with("sequences");
    const bool encoder = stackOf(StackKind::kEncoder).length > 0;
    const bool ofTarget = encoder
        && (sequences || name.find("target") != std::string::npos
            || name.find("decoder") != std::string::npos);
    const Stack& stack = ofTarget ? target() : input();
    const auto& shape = ids.shape;
    const auto items = static_cast<std::int64_t>(stack.words.size());
    const bool fits = stack.length > 0 && (shape.size() == 1 || shape.size() == 2)
        && (shape.size() == 1 ? 1 : shape.front()) == items
        && (sequences ? shape.back() >= stack.length : shape.back() == stack.length);
    if (!fits)
        return false;
    const auto numbers = numbersOf(ids);
    std::vector<std::int64_t> own;
    for (std::int64_t item = 0; item < items; ++item)
        for (Index i = 0; i < stack.length; ++i) {
            const double id = numbers[static_cast<std::size_t>(item * shape.back() + i)];
            if (!(id >= -9e15 && id <= 9e15)) // exact in a double
                return false;
            own.push_back(static_cast<std::int64_t>(id));
        }
    if (name.find(kSpecialMask) != std::string::npos) {
        addSpecial(ofTarget ? "target_special_tokens" : "special_tokens", own, stack, trace);
        return true;
    }
    const std::string place = ofTarget ? "target_ids" : "input_ids";
    std::vector<std::int64_t> ownShape{items, static_cast<std::int64_t>(stack.length)};
    if (items == 1)
        ownShape.erase(ownShape.begin());
    TensorView tensor = integers(place, std::move(ownShape), std::move(own));
    if (stack.isMoved())
        tensor = wordsFirst(tensor, 1, stack.words);
    trace.tensors.emplace(place, std::move(tensor));
    return true;
}

Result<void> SentencePlaces::addTokens(const std::map<std::string, TensorView>& ids, TraceTensors& trace)
{
    for (const char* const name : {"tokens", "target_tokens"}) {
        RETURN_IF_ERROR(addLists(name, trace));
        const Stack& stack = name == std::string_view("tokens") ? input() : target();
        const bool both = &input() != &target() || name == std::string_view("tokens");
        auto* const lists = listsOf(stack);
        std::vector<std::int64_t> lengths;
        bool padded = lists != nullptr;
        for (std::size_t item = 0; item < stack.words.size(); ++item) {
            const bool listed = lists != nullptr && item < lists->size();
            lengths.push_back(listed ? static_cast<std::int64_t>((*lists)[item].size())
                                     : stack.words[item].count);
            padded = padded || stack.words[item].count < stack.length;
        }
        const std::string place = name == std::string_view("tokens") ? "input_lengths" : "target_lengths";
        if (lengths.size() > 1 && padded && both) {
            const auto count = static_cast<std::int64_t>(lengths.size());
            trace.tensors.emplace(place, integers(place, {count}, std::move(lengths)));
        }
    }
    for (const bool sequences : {false, true}) // what was given counts more than what came out
        for (const auto& [name, tensor] : ids)
            if (name.ends_with("sequences") == sequences && !addIds(name, tensor, trace))
                warn(excerpt(name) + ": found the shape " + tensor.shapeText()
                     + ", which is not that of the attention's positions, left out");
    return {};
}

} // namespace headlight
