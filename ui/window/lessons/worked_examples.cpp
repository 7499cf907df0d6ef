#include "ui/window/lessons/worked_examples.h"

#include "ui/state/translation.h"
#include "ui/window/lessons/cards.h"

namespace headlight {

namespace {

const QString kThreeWords = QStringLiteral("our input sentence");
const QString kDictionaries = QStringLiteral("Soft dictionaries are fun and exciting, never boring.");
const QString kFun = QStringLiteral("Soft dictionaries are fun.");
constexpr Index kTokensOfFun = 6;
const QString kPrince = QStringLiteral("The prince answered nothing, but she looked at him.");
const QString kFreezer = QStringLiteral("I keep ice cream in my freezer");

constexpr HeadRef workedHead(StackKind stack, int head)
{
    return {stack, 0, AttentionKind::kSelf, head};
}

HeadPattern everyHead()
{
    HeadPattern all;
    all.anyStack = all.anyKind = true;
    all.layers = all.heads = {0, -1};
    return all;
}

/// Three words whose weights can be computed by hand, then the same with other conventions.
void addThreeWords(Cards& cards)
{
    const HeadRef head = workedHead(StackKind::kEncoder, 0);
    cards.of("text-1").add(
        tr("Self-attention by hand"),
        tr("The words are [0, 0], [0, 1] and [.1, .5], scaled by √2. Expected: .3333 .3333 .3333, "
           ".2246 .4555 .3199, .2758 .3928 .3315."),
        kThreeWords, head);
    Example& plain = cards.of("text-1").add(
        tr("The same without the scale"),
        tr("Dot products as they are, not divided by √2: rows become sharper. Expected in the "
           "second row: .1863 .5065 .3072."),
        kThreeWords, head);
    plain.edits.list.emplace_back(ScoreScale{everyHead(), ScaleForm::kNone, 1.0F});
    Example& share = cards.of("text-1").add(
        tr("Shares instead of softmax"),
        tr("Each score divided by the sum of its row. Expected in the second row: 0, .6667, .3333; "
           "“our” has only scores of 0 and attends to nothing."),
        kThreeWords, head);
    share.edits.list.emplace_back(RowNormalisation{everyHead(), RowForm::kShare});
}

void addConventions(Cards& cards)
{
    Example& steep = cards.of("text-0").add(
        tr("Positions whose exponent counts dimensions"),
        tr("Only the first columns turn: the exponent is 2i/d with i counting dimensions, not "
           "pairs. Compare with the paper’s under Run with positions."),
        kDictionaries, workedHead(StackKind::kEncoder, 0));
    steep.view = view_ids::kPositions;
    cards.of("text-0").add(tr("Heads that read a slice each"),
                           tr("Three heads, each of width 64, read three of the nine features each."),
                           kDictionaries, workedHead(StackKind::kEncoder, 1));
    cards.of("text-2").add(
        tr("Two vocabularies, no norm at the end"),
        tr("Norms come before each sub-layer, and a stack ends without one. The model is not "
           "trained: its output means nothing."),
        kPrince, workedHead(StackKind::kEncoder, 0));
    cards.of("text-4").add(
        tr("Four heads at two dimensions"),
        tr("Ten words, two features, one matrix as feed-forward layer, and one mean and deviation "
           "for the whole matrix."),
        kFreezer, workedHead(StackKind::kEncoder, 2));
}

void addSlips(Cards& cards)
{
    Example& scale = cards.of("text-0").add(
        tr("Find the error: the scale"),
        tr("Scores are divided by √d_model = 3 here, not by √d_k = 8. See Before, After and "
           "Difference above the map."),
        kDictionaries, workedHead(StackKind::kEncoder, 0));
    scale.edits.list.emplace_back(ScoreScale{everyHead(), ScaleForm::kModelWidth, 1.0F});
    const HeadRef head = workedHead(StackKind::kEncoder, 0);
    Example& hidden = cards.of("text-0").add(
        tr("Find the error: the mask"),
        tr("One introduction hides the past instead of the future: each token sees only what follows, "
           "and the last one sees nothing. −10⁹ in its whole row makes the weights equal, 1/6 each. A "
           "causal mask leaves the diagonal and what is before it."),
        kFun, head);
    for (Index position = 0; position < kTokensOfFun; ++position)
        hidden.edits.list.emplace_back(
            MaskEdit{patternOf(head), position, position + 1, 0, position + 1, false});
    Example& exponent = cards.of("text-0").add(
        tr("Find the error: the exponent"),
        tr("Before: 2i/d with i counting dimensions, so only the first columns turn with the "
           "position. After: pairs are counted, as in the paper. See Difference above the map."),
        kDictionaries, workedHead(StackKind::kEncoder, 0));
    exponent.edits.list.emplace_back(
        PositionEdit{StackKind::kEncoder, PositionTable::kSinusoidalInterleaved, 0});
    Example& whole = cards.of("text-4").add(
        tr("Find the error: the norm"),
        tr("One mean and one deviation for the whole matrix: every token has the same μ and σ "
           "here, so a word changes the others even without attention. The paper’s layer norm "
           "takes each token by itself."),
        kFreezer, workedHead(StackKind::kEncoder, 2));
    whole.view = ViewId("block");
    Example& sum = cards.of("text-0").add(
        tr("Find the error: 5.65"),
        tr("Look up 0.45 of “fun”, 0.45 of “exciting” and 0.1 of “boring” (Examples, “look up a "
           "mixture”): the answer is 8.25. One introduction prints 5.65."),
        kDictionaries, workedHead(StackKind::kEncoder, 0));
    sum.view = ViewId("vectors");
}

/// Slips in how sub-layers are connected.
void addWirings(Cards& cards)
{
    const HeadRef cross{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    Example& last = cards.of("text-2").add(
        tr("Find the error: the encoder’s output"),
        tr("The encoder returns the input of its last layer, not the output, so the decoder "
           "reads what one layer made of the sentence. See Difference above the map."),
        kPrince, cross);
    last.edits.list.emplace_back(Wiring{WiringForm::kSkippedLayer, StackKind::kEncoder, 1});
    Example& stale = cards.of("text-2").add(
        tr("Find the error: the residual"),
        tr("Behind the feed-forward layer, the sum takes the stream from before "
           "cross-attention: what cross-attention added is lost on the direct way. The last two "
           "sums no longer fit."),
        kPrince, cross);
    stale.edits.list.emplace_back(Wiring{WiringForm::kStaleResidual, StackKind::kDecoder, 0});
    stale.view = ViewId("block");
    Example& same = cards.of("text-4").add(
        tr("Find the error: the heads"),
        tr("Every head reads the queries, keys and values of the first one, as in a loop that "
           "uses the same variable each time: four heads, one map. Before shows them apart."),
        kFreezer, workedHead(StackKind::kEncoder, 2));
    same.edits.list.emplace_back(Wiring{WiringForm::kOneHead, StackKind::kEncoder, 0});
    Example& dropped = cards.of("text-0").add(
        tr("Find the error: dropout"),
        tr("One introduction calls its dropout by a name that it never defined: Python stops "
           "there. This is what the line is for: a tenth of the numbers becomes zero at random. "
           "Mean and Spread above the map are those of 20 runs."),
        kDictionaries, workedHead(StackKind::kEncoder, 0));
    Dropout dropout;
    dropout.runs = 20;
    dropped.edits.list.emplace_back(dropout);
}

} // namespace

std::vector<Example> workedExamples()
{
    Cards cards;
    addThreeWords(cards);
    addConventions(cards);
    addSlips(cards);
    addWirings(cards);
    return cards.all();
}

QString workedSentence(const QString& model)
{
    return model == QLatin1String("text-0") ? kDictionaries
        : model == QLatin1String("text-1")  ? kThreeWords
        : model == QLatin1String("text-2")  ? kPrince
        : model == QLatin1String("text-4")  ? kFreezer
                                            : QString();
}

} // namespace headlight
