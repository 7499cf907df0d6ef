#pragma once

#include <QPoint>
#include <QRect>
#include <QString>

#include <functional>
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

/// A term that stands in a part of a widget.
struct TermPlace
{
    Term term = Term::kToken;
    QString tip; ///< what is said before it, plain or rich; empty: nothing
    QRect rect; ///< the part, in the widget's coordinates; null: only the pointer's place
};

/// Finds the term at a point of the widget; without a point, where its keyboard's mark is.
using TermFinder = std::function<std::optional<TermPlace>(const std::optional<QPoint>&)>;

/// As explainTerm, for a widget that paints several words. `find` may live as long as the widget.
void explainTermsIn(QWidget& widget, TermFinder find);
std::optional<TermPlace> termPlace(const QWidget& widget, const std::optional<QPoint>& point);

/// A header's section explains a term that its model gives in this role, as a number.
inline constexpr int kTermRole = Qt::UserRole + 0x100;
inline int termNumber(Term term)
{
    return static_cast<int>(term);
}

/// The popover's content as rich text. `tip`: what is said before it, plain or rich.
QString termHtml(const TermWords& words, const QString& tip);

} // namespace headlight
