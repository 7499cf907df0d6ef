#pragma once

#include <QPoint>
#include <QRect>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <span>

class QWidget;

namespace headlight {

/// A technical term that the window explains on the spot.
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
    kTeacherForcing,
    kShiftedRight,
    kGreedy,
    kLabelSmoothing,
    kBleu,
};

/// The explanation of a term.
struct TermWords
{
    QString name;
    QString text; ///< two sentences
    QString formula; ///< rich text; empty = none
    QString source; ///< further reading: the section of "Attention Is All You Need", or another paper
    QStringList others; ///< other words for it, in the window's language and in English
};
TermWords termWords(Term term);
std::span<const Term> allTerms();

/// From now on the widget explains the term: in a popover when the mouse rests on it, and on F1 while it has
/// the keyboard focus. Its tooltip remains as the first line.
void explainTerm(QWidget& widget, Term term);
/// The term of the widget or of an ancestor; nothing if there is none.
std::optional<Term> termOf(const QWidget* widget);

/// A term in a part of a widget.
struct TermPlace
{
    Term term = Term::kToken;
    QString tip; ///< text shown before the explanation, plain or rich; empty = none
    QRect rect; ///< the part in the widget's coordinates; null = only the pointer's position
};

/// Finds the term at a point of the widget, or, without a point, at its keyboard cursor.
using TermFinder = std::function<std::optional<TermPlace>(const std::optional<QPoint>&)>;

/// Like explainTerm, for a widget that paints several words. `find` is kept as long as the widget.
void explainTermsIn(QWidget& widget, const TermFinder& find);
std::optional<TermPlace> termPlace(const QWidget& widget, const std::optional<QPoint>& point);

/// A header section explains the term that its model returns for this role, as a number.
inline constexpr int kTermRole = Qt::UserRole + 0x100;
inline int termNumber(Term term)
{
    return static_cast<int>(term);
}

/// The popover's content as rich text. `tip`: text before the explanation, plain or rich.
QString termHtml(const TermWords& words, const QString& tip);

} // namespace headlight
