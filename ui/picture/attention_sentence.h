#pragma once

#include "core/trace/attention_map.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// A key of a row, and the number that the row has for it.
struct KeyReading
{
    QString name; ///< in quotation marks, without the mark of a space; bare where it is special
    Index place = 0; ///< its column
    float value = 0;
    bool itself = false; ///< self-attention: the token of the row
    bool first = false; ///< self-attention: the first token, and not the row's own
};

/// What one row of a head's map says, read from its numbers. A value.
struct RowReading
{
    enum class State : unsigned char {
        kSound,
        kEmpty, ///< every key is masked, or has no number
        kBroken, ///< weights that are not numbers, or negative
        kWrongSum, ///< weights that do not sum to what they should
    };

    QString read; ///< the row's token, likewise
    QString next; ///< the token after it; empty: an encoder's, or not known
    bool given = false; ///< the text goes on with `next` whatever the model says: a prompt
    MapKind kind = MapKind::kWeights;
    State state = State::kSound;
    double sum = 1; ///< of the weights
    std::vector<KeyReading> keys; ///< with the largest numbers: at most three, the largest first
    int allowed = 0, all = 0; ///< keys that the row can attend to; keys
    std::optional<KeyReading> asked; ///< the key that is asked about
    bool askedMasked = false;
    bool headOff = false; ///< an edit drops what the head gives
    bool difference = false; ///< the numbers are after − before of `kind`; keys by their size
};

/// What readRow() is to look at.
struct RowQuestion
{
    Index row = 0;
    std::optional<Index> key = {}; ///< asked about
    std::optional<TokenLabel> written = {}; ///< the token after the last row
    bool given = false;
    bool headOff = false;
    bool difference = false; ///< the map holds differences, which `kind` reads as scores
};

/// Reads one row, which must be there. A kind that the map lacks gives State::kEmpty.
RowReading readRow(const AttentionMap& map, MapKind kind, const RowQuestion& question);

/// One or two sentences: "Having read “chat”, about to write “noir”, this head looks at “cat” (0.98)."
QString rowSentence(const RowReading& row);

/// "This head looks at “cat” most from the row of “chat” (0.98)." Of a column that is there; empty where the
/// map lacks the kind.
QString columnSentence(const AttentionMap& map, MapKind kind, Index key);

/// The row that explains the map best to somebody who points at none: of the rows with most of their weight
/// on one key the first that leaves the order of the keys, otherwise the one with the largest weight; no
/// special tokens, if possible. Looks at the first rows of a large map. Nothing without rows or weights.
std::optional<Index> tellingRow(const AttentionMap& map);

} // namespace headlight
