#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/tracefile/import/array_names.h"
#include "core/tracefile/import/array_parts.h"
#include "core/tracefile/import/named_arrays.h"
#include "core/tracefile/tensors.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace headlight {

/// One array and its place.
struct Arrival
{
    ArrayName name;
    TensorView tensor; ///< without a batch axis of size 1

    bool isSquare() const { return tensor.shape.back() == tensor.shape[tensor.shape.size() - 2]; }
};

/// Where the words of each sentence are, and which words: from masks [batch, positions] of 0 and 1, from the
/// lists of tokens, or from the weights.
class SentencePlaces
{
public:
    SentencePlaces(const NamedArrays& arrays, const std::vector<Arrival>& masks, const Job& job);

    /// Warns about masks that say nothing about padding.
    void find(const std::vector<Arrival>& arrivals);
    /// Moves padding behind the words, with a warning.
    void move(std::vector<Arrival>& arrivals);
    /// Whether no word of a stack's self-attention looks at a later one; `stack` as in the arrays' names.
    /// After move().
    bool isCausal(const std::vector<Arrival>& arrivals, std::optional<StackKind> stack) const;
    /// Adds tokens, ids and lengths. Errors name a list that is too long or too short; ids that do not fit
    /// are left out with a warning. After move().
    Result<void> addTokens(const std::map<std::string, TensorView>& ids, TraceTensors& trace);

private:
    /// The sentences of a stack as the names call it.
    struct Stack
    {
        Index length = 0; ///< positions; 0 = there is no such stack
        std::vector<WordSpan> words; ///< one per sentence
        std::vector<const TensorView*> weights; ///< of self-attention
        Index shown = 0; ///< positions after move()

        bool isMoved() const;
    };

    Stack& stackOf(std::optional<StackKind> name);
    const Stack& stackOf(std::optional<StackKind> name) const;
    Stack& input();
    Stack& target();
    std::vector<std::vector<std::string>>* listsOf(const Stack& stack);
    static void takeShape(Stack& stack, const Arrival& arrival, std::size_t axis);
    static bool takeMask(const Arrival& mask, Stack& stack);
    static WordSpan wordsOf(const Stack& stack, std::size_t item, std::optional<Index> count);
    Result<void> addLists(const std::string& name, TraceTensors& trace);
    bool addIds(const std::string& name, const TensorView& ids, TraceTensors& trace);
    static void addSpecial(const std::string& name, std::span<const std::int64_t> marks, const Stack& stack,
                           TraceTensors& trace);
    void warn(const std::string& text) const { m_job.warning(m_arrays.path.string() + ": " + text); }

    const NamedArrays& m_arrays;
    const std::vector<Arrival>& m_masks;
    const Job& m_job;
    std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> m_tokens;
    std::array<Stack, 3> m_stacks; ///< without a name, encoder, decoder
};

} // namespace headlight
