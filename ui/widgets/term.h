#pragma once

#include <QString>

#include <optional>
#include <span>

class QWidget;

namespace headlight {

/// A word of the trade that the window explains where it stands.
enum class Term : unsigned char {
    kToken,
    kEmbedding,
    kPositions,
    kQueryKeyValue,
    kDotProduct,
    kScale,
    kBias,
    kSoftmax,
    kWeight,
    kNormWeight,
    kHead,
    kCrossAttention,
    kCausalMask,
    kPaddingMask,
    kSink,
    kInduction,
    kAlignment,
    kEntropy,
    kSurprisal,
    kLogit,
    kTemperature,
    kTopK,
    kTopP,
    kMinP,
    kTypicalP,
    kBeamSearch,
    kResidualStream,
    kLogitLens,
    kFeedForward,
    kLayerNorm,
    kNats,
    kDivergence,
    kProjection,
    kAblation,
    kPatching,
};

/// What is said of a term.
struct TermWords
{
    QString name;
    QString text; ///< two sentences
    QString formula; ///< rich text; empty: none
    QString source; ///< where to read on: the section of "Attention Is All You Need", or another paper
};
TermWords termWords(Term term);
std::span<const Term> allTerms();

/// From now on the widget explains the term: a popover when the mouse rests on it, and on F1 while it has the
/// keyboard. Its tooltip stays as the first line.
void explainTerm(QWidget& widget, Term term);
/// The term of the widget, or of what holds it; nothing: none.
std::optional<Term> termOf(const QWidget* widget);

/// The popover's content as rich text. `tip`: the widget's own tooltip, plain.
QString termHtml(const TermWords& words, const QString& tip);

} // namespace headlight
