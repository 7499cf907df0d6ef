#include "ui/views/positions/position_words.h"

#include <QCoreApplication>

namespace headlight {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("PositionWords", text);
}

} // namespace

QString methodInWords(PositionMethod method)
{
    switch (method) {
    case PositionMethod::kSinusoidalInterleaved:
        return words(QT_TRANSLATE_NOOP("PositionWords", "sinusoids, sine and cosine in turns"));
    case PositionMethod::kSinusoidalHalves:
        return words(QT_TRANSLATE_NOOP("PositionWords", "sinusoids, all sines first, then all cosines"));
    case PositionMethod::kLearned:
        return words(QT_TRANSLATE_NOOP("PositionWords", "a learned table"));
    default:
        return {};
    }
}

QString whyNothingIsAdded(PositionMethod method)
{
    switch (method) {
    case PositionMethod::kRotary:
        return words(QT_TRANSLATE_NOOP(
            "PositionWords",
            "This model adds nothing to its embeddings.\n\nIt rotates queries and keys by angles that grow "
            "with "
            "the position (rotary encoding), so that a score depends on how far apart two tokens are."));
    case PositionMethod::kRelativeBias:
        return words(QT_TRANSLATE_NOOP(
            "PositionWords",
            "This model adds nothing to its embeddings.\n\nEach head has a learned number for every distance "
            "between query and key, which is added to the score (relative position bias)."));
    case PositionMethod::kAlibi:
        return words(QT_TRANSLATE_NOOP(
            "PositionWords",
            "This model adds nothing to its embeddings.\n\nEach head lowers its scores in proportion to the "
            "distance between query and key (ALiBi)."));
    case PositionMethod::kNone:
        return words(QT_TRANSLATE_NOOP(
            "PositionWords",
            "This model is told nothing about positions.\n\nOnly a causal mask lets it tell one order of the "
            "words from another."));
    default:
        return words(QT_TRANSLATE_NOOP(
            "PositionWords",
            "Nothing that was added for the position is recorded here.\n\nModels with rotary or relative "
            "positions add nothing to their embeddings: they use the position inside the attention."));
    }
}

} // namespace headlight
