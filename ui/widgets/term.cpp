#include "ui/widgets/term.h"

#include "core/base/text_list.h"
#include "ui/state/translation.h"

#include <QCoreApplication>
#include <QTextDocument>
#include <QVariant>
#include <QWidget>

#include <array>
#include <vector>

namespace headlight {

namespace {

constexpr auto kTermProperty = "headlightTerm";
constexpr auto kFinderProperty = "headlightTermFinder";

/// The entry for a term, before translation. Formulas need none; "{a|b}" is a fraction.
struct TermEntry
{
    Term term;
    const char* name;
    const char* text;
    const char* formula;
    const char* source;
    const char* others = ""; ///< what else people call it, and what belongs to it, between commas
};

struct Terms
{
    Q_DECLARE_TR_FUNCTIONS(Term)

public:
    static constexpr auto kDotProductSource
        = QT_TR_NOOP("Vaswani et al. 2017, section 3.2.1: scaled dot-product attention");
    static constexpr auto kHeadsSource
        = QT_TR_NOOP("Vaswani et al. 2017, section 3.2.2: multi-head attention");
    static constexpr auto kUsesSource
        = QT_TR_NOOP("Vaswani et al. 2017, section 3.2.3: applications of attention");
    static constexpr auto kResidualSource
        = QT_TR_NOOP("Vaswani et al. 2017, section 3.1: encoder and decoder stacks");
    static constexpr auto kShannonSource = "C. Shannon, A Mathematical Theory of Communication, 1948";

    static constexpr auto all() // NOLINT(readability-function-size): one table
    {
        return std::array{
            TermEntry{
                Term::kToken, QT_TR_NOOP("Token"),
                QT_TR_NOOP("A word or a piece of one: the unit in which a model reads and writes. Each token "
                           "of the vocabulary has a number, its id."),
                "", QT_TR_NOOP("Vaswani et al. 2017, section 5.1: training data and batching"),
                QT_TR_NOOP("word piece, subword, BPE, vocabulary, token id")},
            TermEntry{
                Term::kEmbedding, QT_TR_NOOP("Embedding"),
                QT_TR_NOOP("The vector that stands for a token: a learned row of a table. Everything that "
                           "the layers do begins with it."),
                "x = E[id] · √d<sub>model</sub>",
                QT_TR_NOOP("Vaswani et al. 2017, section 3.4: embeddings and softmax"),
                QT_TR_NOOP(
                    "word embedding, embedding layer, input embedding, lookup table, vector of a word")},
            TermEntry{
                Term::kPositions, QT_TR_NOOP("Positional encoding"),
                QT_TR_NOOP("Tells the model where each token stands, as attention itself ignores order. It "
                           "is added to the embeddings, or turns queries and keys (RoPE)."),
                "PE(p, 2i) = sin(p ∕ 10000<sup>2i ∕ d</sup>)",
                QT_TR_NOOP("Vaswani et al. 2017, section 3.5: positional encoding"),
                QT_TR_NOOP(
                    "position embedding, sinusoids, sine and cosine, rotary embedding, RoPE, word order")},
            TermEntry{
                Term::kQueryKeyValue, QT_TR_NOOP("Query, key, value"),
                QT_TR_NOOP("Three vectors that a head makes of each token: what it looks for, what it can "
                           "be found by, and what it passes on. A query is compared with all keys; the "
                           "result says how much of each value it takes."),
                "q = x W<sup>Q</sup>, k = x W<sup>K</sup>, v = x W<sup>V</sup>", kHeadsSource,
                QT_TR_NOOP("Q K V, query, key, value, soft dictionary, dictionary lookup, projections, W_Q, "
                           "W_K, W_V")},
            TermEntry{
                Term::kDotProduct, QT_TR_NOOP("Dot product"),
                QT_TR_NOOP("How well a query and a key match: their numbers multiplied pairwise and added "
                           "up. Vectors that point the same way have a large one."),
                "q · k = Σ<sub>i</sub> q<sub>i</sub> k<sub>i</sub>", kDotProductSource,
                QT_TR_NOOP(
                    "scaled dot product, scaled dot-product attention, inner product, similarity, QK^T")},
            TermEntry{Term::kScale, QT_TR_NOOP("Scale"),
                      QT_TR_NOOP("Dot products of long vectors are large and would make the softmax all or "
                                 "nothing. Dividing them by the root of the width keeps them in bounds; the "
                                 "result is the score."),
                      "score = {q · k|√d<sub>k</sub>}", kDotProductSource,
                      QT_TR_NOOP("scaling, temperature of attention, square root of d_k, divide by root d")},
            TermEntry{
                Term::kBias, QT_TR_NOOP("Bias of the score"),
                QT_TR_NOOP("A number that some models add to each score, mostly for the distance between "
                           "query and key. It takes the place of a positional encoding."),
                "score + b(i − j)", QT_TR_NOOP("Raffel et al. 2020 (T5); Press et al. 2022 (ALiBi)"),
                QT_TR_NOOP("relative position bias, ALiBi, T5 bias")},
            TermEntry{
                Term::kSoftmax, QT_TR_NOOP("Softmax"),
                QT_TR_NOOP("Turns numbers into shares: all positive, together 1. A number that is larger by "
                           "1 gets 2.7 times as much."),
                "w<sub>i</sub> = {e<sup>s<sub>i</sub></sup>|Σ<sub>j</sub> e<sup>s<sub>j</sub></sup>}",
                kDotProductSource, QT_TR_NOOP("normalisation of a row, exponential, shares")},
            TermEntry{
                Term::kWeight, QT_TR_NOOP("Attention weight"),
                QT_TR_NOOP("How much a query takes from a key: its share of the row. What the head gives is "
                           "the sum of all values, each times its weight."),
                "output = Σ<sub>j</sub> w<sub>j</sub> v<sub>j</sub>", kDotProductSource,
                QT_TR_NOOP("attention map, attention matrix, attention score, attention pattern, alpha")},
            TermEntry{
                Term::kNormWeight, QT_TR_NOOP("Weight × ‖v‖"),
                QT_TR_NOOP("A large weight on a value that is almost zero moves almost nothing. The weight "
                           "times the norm of the value says how much really arrives."),
                "w<sub>j</sub> · ‖v<sub>j</sub>‖",
                QT_TR_NOOP("Kobayashi et al. 2020: Attention is Not Only a Weight"),
                QT_TR_NOOP("norm of the value, value norm, effective attention")},
            TermEntry{
                Term::kHead, QT_TR_NOOP("Attention head"),
                QT_TR_NOOP("One of several attentions that a layer computes side by side, each with weights "
                           "of its own. Heads learn different things to look for."),
                "head = softmax(Q K<sup>T</sup> ∕ √d<sub>k</sub>) V", kHeadsSource,
                QT_TR_NOOP("multi-head, multi-head attention, MHA, self-attention, concat, concatenation, "
                           "output projection, W_O")},
            TermEntry{
                Term::kCrossAttention, QT_TR_NOOP("Cross-attention"),
                QT_TR_NOOP("Queries come from the decoder, keys and values from the encoder. Through it the "
                           "output knows the input."),
                "", kUsesSource, QT_TR_NOOP("encoder-decoder attention, source attention")},
            TermEntry{
                Term::kCausalMask, QT_TR_NOOP("Causal mask"),
                QT_TR_NOOP("Hides from each token all that come after it, so that a decoder cannot copy what "
                           "it is to predict. Masked scores are −∞, so that their weights are 0."),
                "M<sub>ij</sub> = 0 (j ≤ i), −∞ (j > i)", kUsesSource,
                QT_TR_NOOP("look-ahead mask, subsequent mask, autoregressive mask, triangular mask, masked "
                           "attention, future tokens")},
            TermEntry{
                Term::kPaddingMask, QT_TR_NOOP("Padding mask"),
                QT_TR_NOOP("The lines of a batch are filled up to one length with padding tokens. The mask "
                           "hides these, since they mean nothing."),
                "M<sub>ij</sub> = −∞ (j: &lt;pad&gt;)", kUsesSource,
                QT_TR_NOOP("pad token, attention mask, batch padding")},
            TermEntry{
                Term::kSink, QT_TR_NOOP("Attention sink"),
                QT_TR_NOOP("A row must sum to 1 even if there is nothing to look at. Many heads then put "
                           "their weight on the first token, whose value they keep small."),
                "w<sub>0</sub>", QT_TR_NOOP("Xiao et al. 2023: Attention Sinks"),
                QT_TR_NOOP("first token, BOS, massive activation")},
            TermEntry{
                Term::kInduction, QT_TR_NOOP("Induction head"),
                QT_TR_NOOP("Finds an earlier occurrence of the current token and looks at what followed it "
                           "then. So a model continues what it has read once."),
                "Σ w<sub>k+1</sub>, k: x<sub>k</sub> = x<sub>q</sub>",
                QT_TR_NOOP("Olsson et al. 2022: In-context Learning and Induction Heads"),
                QT_TR_NOOP("copying, in-context learning, previous token head")},
            TermEntry{
                Term::kAlignment, QT_TR_NOOP("Alignment"),
                QT_TR_NOOP("Which word of the input belongs to which word of the output. A cross-attention "
                           "head that pairs them one to one shows it without having been told."),
                "", QT_TR_NOOP("Bahdanau et al. 2015, section 5.2.1: alignment"),
                QT_TR_NOOP("word alignment, translation of a word")},
            TermEntry{
                Term::kEntropy, QT_TR_NOOP("Entropy"),
                QT_TR_NOOP("How undecided a distribution is, in bits. 0 bits: all on one; 1 bit: as open as "
                           "a fair coin; 3 bits: as eight equal choices."),
                "H = −Σ<sub>i</sub> p<sub>i</sub> log<sub>2</sub> p<sub>i</sub>", kShannonSource,
                QT_TR_NOOP("uncertainty, Shannon, bits")},
            TermEntry{
                Term::kSurprisal, QT_TR_NOOP("Surprisal"),
                QT_TR_NOOP("How unexpected a token was for the model, in bits: the less likely, the more. A "
                           "token of probability 1/2 has 1 bit, one of 1/8 has 3."),
                "s = −log<sub>2</sub> p", kShannonSource,
                QT_TR_NOOP("information content, negative log-likelihood, NLL, perplexity")},
            TermEntry{
                Term::kLogit, QT_TR_NOOP("Logit"),
                QT_TR_NOOP("The number that the model gives each token of the vocabulary before the softmax "
                           "makes probabilities of them. Only differences between logits matter."),
                "z = x W<sup>T</sup> + b",
                QT_TR_NOOP("Vaswani et al. 2017, section 3.4: embeddings and softmax"),
                QT_TR_NOOP("unembedding, output layer, language-model head, raw score")},
            TermEntry{Term::kTemperature, QT_TR_NOOP("Temperature"),
                      QT_TR_NOOP("Logits are divided by it before the softmax. Below 1 likely tokens become "
                                 "likelier, above 1 all become more alike."),
                      "p = softmax(z ∕ T)", QT_TR_NOOP("Holtzman et al. 2020, section 4.2"),
                      QT_TR_NOOP("randomness, creativity")},
            TermEntry{Term::kTopK, "Top-k",
                      QT_TR_NOOP("Keeps only the k most likely tokens and samples among them. How many are "
                                 "sensible depends on the step, which k ignores."),
                      "", QT_TR_NOOP("Fan et al. 2018, section 5.4"), QT_TR_NOOP("truncated sampling")},
            TermEntry{
                Term::kTopP, "Top-p",
                QT_TR_NOOP("Keeps the most likely tokens that together have the probability p, and samples "
                           "among them. Also called nucleus sampling."),
                "Σ p<sub>i</sub> ≥ p", QT_TR_NOOP("Holtzman et al. 2020, section 3.1"),
                QT_TR_NOOP("nucleus sampling")},
            TermEntry{
                Term::kMinP, "Min-p",
                QT_TR_NOOP("Keeps the tokens that are at least so likely, as a share of the most likely one. "
                           "Where the model is sure, little is left to chance."),
                "p<sub>i</sub> ≥ m · max p", QT_TR_NOOP("Nguyen et al. 2024: min-p sampling"),
                QT_TR_NOOP("sampling threshold")},
            TermEntry{
                Term::kTypicalP, QT_TR_NOOP("Typical-p"),
                QT_TR_NOOP("Keeps the tokens whose surprisal is nearest to the entropy, until they have the "
                           "probability p. Leaves out what is too likely as well as what is too unlikely."),
                "|−log p<sub>i</sub> − H|", QT_TR_NOOP("Meister et al. 2023: typical sampling"),
                QT_TR_NOOP("typical sampling, locally typical")},
            TermEntry{
                Term::kBeamSearch, QT_TR_NOOP("Beam search"),
                QT_TR_NOOP("Keeps the best few beginnings at each step instead of one, and returns the best "
                           "whole text. The length penalty keeps short texts from winning by being short."),
                "score = {Σ log p|length<sup>α</sup>}",
                QT_TR_NOOP("Vaswani et al. 2017, section 6.1: machine translation"),
                QT_TR_NOOP("beams, beam width, hypotheses, length penalty")},
            TermEntry{
                Term::kResidualStream, QT_TR_NOOP("Residual stream"),
                QT_TR_NOOP("The vector of each token on its way through the model. Every sub-layer reads it "
                           "and adds an update to it; nothing else passes from layer to layer."),
                "x ← x + sub-layer(x)", kResidualSource,
                QT_TR_NOOP("skip connection, residual connection, add and norm, shortcut")},
            TermEntry{
                Term::kLogitLens, QT_TR_NOOP("Logit lens"),
                QT_TR_NOOP("Reads the residual stream after each layer as if it were the last one: final "
                           "norm, then language-model head. It shows when the model settles on a token."),
                "p = softmax(norm(x<sub>layer</sub>) W<sup>T</sup>)",
                QT_TR_NOOP("nostalgebraist 2020: interpreting GPT, the logit lens"),
                QT_TR_NOOP("early exit, tuned lens, intermediate predictions")},
            TermEntry{
                Term::kFeedForward, QT_TR_NOOP("Feed-forward"),
                QT_TR_NOOP("Two linear maps with a bend between them, for each token by itself. It follows "
                           "the attention in every layer and holds most of the parameters."),
                "f(x W<sub>1</sub> + b<sub>1</sub>) W<sub>2</sub> + b<sub>2</sub>",
                QT_TR_NOOP("Vaswani et al. 2017, section 3.3: feed-forward networks"),
                QT_TR_NOOP("feed-forward network, FFN, MLP, hidden layer, ReLU, GELU")},
            TermEntry{
                Term::kLayerNorm, QT_TR_NOOP("Layer norm"),
                QT_TR_NOOP("Brings each vector to mean 0 and size 1, then scales it by learned numbers. It "
                           "stands after each sub-layer (post-norm) or before it (pre-norm)."),
                "{x − mean|σ} · γ + β", kResidualSource,
                QT_TR_NOOP(
                    "layer normalisation, layer normalization, RMSNorm, pre-norm, post-norm, add and norm")},
            TermEntry{Term::kNats, QT_TR_NOOP("Nat"),
                      QT_TR_NOOP(
                          "The unit of natural logarithms; 1 nat is 1.44 bits. If a log-probability falls by "
                          "1 nat, the token becomes 2.7 times less likely."),
                      "1 nat = 1 ∕ ln 2 bits", kShannonSource, QT_TR_NOOP("natural logarithm")},
            TermEntry{
                Term::kDivergence, QT_TR_NOOP("KL divergence"),
                QT_TR_NOOP("How far one distribution is from another, such as the next token’s after an edit "
                           "from the one before. 0 only if they are the same."),
                "KL = Σ<sub>i</sub> p<sub>i</sub> ln {p<sub>i</sub>|q<sub>i</sub>}",
                "S. Kullback, R. Leibler 1951", QT_TR_NOOP("Kullback–Leibler, relative entropy")},
            TermEntry{
                Term::kProjection, QT_TR_NOOP("Projection to a plane"),
                QT_TR_NOOP("Vectors of many numbers drawn as points, in the two directions in which they "
                           "differ most. Near points are mostly alike; how much is lost stands beside it."),
                "X ≈ U S V<sup>T</sup>", QT_TR_NOOP("Principal component analysis (Pearson 1901)"),
                QT_TR_NOOP("PCA, principal components, t-SNE, scatter plot")},
            TermEntry{
                Term::kAblation, QT_TR_NOOP("Switching a head off"),
                QT_TR_NOOP("The head’s output is set to zero and the model runs without it (an ablation). "
                           "What changes is what the head was needed for."),
                "head = 0", QT_TR_NOOP("Michel et al. 2019: Are Sixteen Heads Really Better than One?"),
                QT_TR_NOOP("ablation, head off, remove a head, pruning, knock out")},
            TermEntry{
                Term::kPatching, QT_TR_NOOP("Patching"),
                QT_TR_NOOP("Numbers inside the run are replaced by those of another input. If the output "
                           "changes with them, they carried what the inputs differ in."),
                "", QT_TR_NOOP("Wang et al. 2023: Interpretability in the Wild, section 3"),
                QT_TR_NOOP("activation patching, causal tracing, interchange intervention")},
            TermEntry{
                Term::kTeacherForcing, QT_TR_NOOP("Teacher forcing"),
                QT_TR_NOOP(
                    "The decoder reads the right output instead of its own, as in training. Type a target: "
                    "each row then says how likely its next token was."),
                "", QT_TR_NOOP("Williams and Zipser 1989: a learning algorithm for recurrent networks"),
                QT_TR_NOOP("forced decoding, given output, target, training step, prefix")},
            TermEntry{
                Term::kShiftedRight, QT_TR_NOOP("Shifted right"),
                QT_TR_NOOP(
                    "The decoder reads its output one place later, behind a start token, so that each row "
                    "predicts the token that follows it. The mask hides the rest."),
                "", kResidualSource,
                QT_TR_NOOP("outputs (shifted right), start token, BOS, decoder input, next token")},
            TermEntry{
                Term::kGreedy, QT_TR_NOOP("Greedy decoding"),
                QT_TR_NOOP(
                    "Takes the most likely token at each step. The text as a whole need not be the most "
                    "likely one: beam search follows several beginnings at once."),
                "token = argmax p", QT_TR_NOOP("Holtzman et al. 2020, section 3"),
                QT_TR_NOOP("greedy, greedy search, argmax, most likely token")},
            TermEntry{
                Term::kLabelSmoothing, QT_TR_NOOP("Label smoothing"),
                QT_TR_NOOP(
                    "In training, a small share of the right token’s probability is given to all others. The "
                    "model becomes less sure, and mostly better. Headlight does not train."),
                "(1 − ε) y + {ε|n}", QT_TR_NOOP("Vaswani et al. 2017, section 5.4: regularization"),
                QT_TR_NOOP("regularisation, regularization, training, cross-entropy")},
            TermEntry{
                Term::kBleu, "BLEU",
                QT_TR_NOOP("How many runs of one to four words a translation shares with its references, "
                           "from 0 to 100. "
                           "The page about the built-in translation model, linked from the manual, states "
                           "that model’s."),
                "", QT_TR_NOOP("Papineni et al. 2002: BLEU"),
                QT_TR_NOOP(
                    "translation quality, bilingual evaluation understudy, score of a translation, metric")},
        };
    }
};

/// Fractions become tables with two rows and a line between them, side by side with the rest.
QString formulaHtml(const QString& formula)
{
    if (!formula.contains(QLatin1Char('{')))
        return formula;
    const auto cell = [](const QString& inside) {
        return QStringLiteral("<td style='vertical-align:middle'>%1</td>").arg(inside);
    };
    QString cells;
    for (const QString& part : formula.split(QLatin1Char('{'))) {
        const QStringList halves = part.split(QLatin1Char('}'));
        if (halves.size() < 2) {
            cells += cell(part);
            continue;
        }
        const QStringList fraction = halves.front().split(QLatin1Char('|'));
        cells += cell(QStringLiteral("<table cellspacing='0' cellpadding='1'><tr><td align='center' "
                                     "style='border-bottom:1px solid'>%1</td></tr><tr><td "
                                     "align='center'>%2</td></tr></table>")
                          .arg(fraction.value(0), fraction.value(1)))
            + cell(halves.back());
    }
    return QStringLiteral("<table cellspacing='2'><tr>%1</tr></table>").arg(cells);
}

} // namespace

TermWords termWords(Term term)
{
    for (const TermEntry& entry : Terms::all()) {
        if (entry.term != term)
            continue;
        return {Terms::tr(entry.name), Terms::tr(entry.text), formulaHtml(QString::fromUtf8(entry.formula)),
                Terms::tr(entry.source),
                QStringList(QString::fromUtf8(entry.name)) + namesIn("Term", entry.others)};
    }
    return {};
}

std::span<const Term> allTerms()
{
    static const std::vector<Term> all = listFrom(Terms::all(), &TermEntry::term);
    return all;
}

void explainTerm(QWidget& widget, Term term)
{
    widget.setProperty(kTermProperty, static_cast<int>(term));
    if (widget.toolTip().isEmpty()) // without one Qt requests no tooltip
        widget.setToolTip(termWords(term).name);
}

std::optional<Term> termOf(const QWidget* widget)
{
    // A viewport has no explanation itself: use its parent's.
    const QWidget* const holder = widget != nullptr ? widget->parentWidget() : nullptr;
    for (const QWidget* each : {widget, holder}) {
        if (each == nullptr)
            break;
        if (const QVariant term = each->property(kTermProperty); term.isValid())
            return static_cast<Term>(term.toInt());
        if (!each->toolTip().isEmpty())
            break;
    }
    return std::nullopt;
}

void explainTermsIn(QWidget& widget, const TermFinder& find)
{
    widget.setProperty(kFinderProperty, QVariant::fromValue(find));
}

std::optional<TermPlace> termPlace(const QWidget& widget, const std::optional<QPoint>& point)
{
    const auto find = widget.property(kFinderProperty).value<TermFinder>();
    return find ? find(point) : std::nullopt;
}

QString termHtml(const TermWords& words, const QString& tip)
{
    QStringList parts;
    if (!tip.isEmpty() && tip != words.name)
        parts << (Qt::mightBeRichText(tip) ? tip : QStringLiteral("<p>%1</p>").arg(tip.toHtmlEscaped()));
    parts << QStringLiteral("<p><b>%1</b></p><p>%2</p>")
                 .arg(words.name.toHtmlEscaped(), words.text.toHtmlEscaped());
    if (!words.formula.isEmpty())
        parts << QStringLiteral("<div style='font-family:serif; font-style:italic; font-size:large'>%1</div>")
                     .arg(words.formula);
    parts << QStringLiteral("<p style='font-size:small'>%1</p>").arg(words.source.toHtmlEscaped());
    return parts.join(QString());
}

} // namespace headlight
