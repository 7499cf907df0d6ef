#pragma once

#include <QStringList>

namespace headlight {

/// Parts of a line that the model cannot know from its training, which make its output for them unreliable.
struct InputNote
{
    QStringList unknown; ///< texts replaced by unknown tokens, each once
    QStringList unseen; ///< pieces that never occurred in training, each once
    bool fragment = false; ///< a word or two, for a model that was trained on whole sentences
    QStringList examples; ///< typical training sentences; empty if none are known
    bool empty() const { return unknown.isEmpty() && unseen.isEmpty() && !fragment; }
    bool operator==(const InputNote&) const = default;
};

} // namespace headlight
