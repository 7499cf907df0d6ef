#pragma once

#include <QString>
#include <QStringList>

namespace headlight {

/// What of a line the model cannot know from its training, so that what it makes of it means little.
struct InputNote
{
    QStringList unknown; ///< texts that unknown tokens stand for, each once
    QStringList unseen; ///< pieces that no input had in training, each once
    bool fragment = false; ///< a word or two, for a model that was trained on whole sentences
    QStringList examples; ///< sentences like those of the training; empty where none are known
    bool empty() const { return unknown.isEmpty() && unseen.isEmpty() && !fragment; }
    bool operator==(const InputNote&) const = default;
};

} // namespace headlight
