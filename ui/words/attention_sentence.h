#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// A key of a row and its number in that row.
struct KeyReading
{
    QString name; ///< in quotation marks, without the space mark; bare if it is a special token
    Index place = 0; ///< column of the key
    float value = 0;
    bool itself = false; ///< self-attention: the row's own token
    bool first = false; ///< self-attention: the first token, unless it is the row's own
};

/// What one row of a head's map says, according to its numbers. A value.
struct RowReading
{
    enum class State : unsigned char {
        kSound,
        kEmpty, ///< every key is masked or has no number
        kBroken, ///< weights that are negative or not numbers
        kWrongSum, ///< weights that do not sum to the expected value
    };

    QString read; ///< the row's token, in the same form
    QString next; ///< token after it; empty = encoder, or not known
    bool given = false; ///< `next` is given whatever the model predicts: a prompt
    bool seesLater = false; ///< the row was computed with the tokens after it
    MapKind kind = MapKind::kWeights;
    State state = State::kSound;
    double sum = 1; ///< sum of the weights
    std::vector<KeyReading> keys; ///< keys with the largest numbers: at most three, largest first
    int allowed = 0, all = 0; ///< number of keys that the row can attend to; number of keys
    std::optional<KeyReading> asked; ///< key that was asked about
    bool askedMasked = false;
    QString whyMasked; ///< why that key is masked; empty = not known
    bool allMaskedAlike = false; ///< every key is masked, and the weights are equal: −10⁹ instead of −∞
    bool together = false; ///< may attend to later tokens: computed with them, not before they were written
    bool headOff = false; ///< an edit discards the head's output
    bool difference = false; ///< the numbers are after − before of `kind`; keys sorted by magnitude
};

/// What readRow() should read.
struct RowQuestion
{
    Index row = 0;
    std::optional<Index> key = {}; ///< key to ask about
    std::optional<TokenLabel> written = {}; ///< token after the last row
    bool given = false;
    bool headOff = false;
    bool difference = false; ///< the map holds differences, which `kind` reads as scores
    bool seesLater = false; ///< seesLaterTokens()
    QString whyMasked = {}; ///< maskReason() of the key
};

/// Reads one row, which must exist. A kind that the map lacks gives State::kEmpty.
RowReading readRow(const AttentionMap& map, MapKind kind, const RowQuestion& question);

/// One or two sentences: "Having read “chat”, about to write “noir”, this head looks at “cat” (0.98)."
QString rowSentence(const RowReading& row);

/// "This head looks at “cat” most from the row of “chat” (0.98)." The column must exist; empty if the map
/// lacks the kind.
QString columnSentence(const AttentionMap& map, MapKind kind, Index key);

/// The row that best explains the map when no cell is selected: that of `mask`, which the model fills in, or
/// the first row with most of its weight on one key that breaks the order of the keys, otherwise the row with
/// the largest weight. Avoids special tokens if possible and searches only the first rows of a large map.
/// Nothing without rows or weights.
std::optional<Index> tellingRow(const AttentionMap& map, std::optional<Index> mask = {});

} // namespace headlight
