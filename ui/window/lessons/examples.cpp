#include "ui/window/lessons/examples.h"

#include "ui/state/translation.h"
#include "ui/window/lessons/cards.h"
#include "ui/window/lessons/worked_examples.h"

namespace headlight {

namespace {

constexpr ViewId kBeamsView{"beams"};
constexpr ViewId kMaskedView{"masks"};

const QString kCat = QStringLiteral("The black cat sleeps on the chair.");
const QString kDoctor = QStringLiteral("My brother is a doctor.");
const QString kRepeated = QStringLiteral("My sister has a dog. Your brother has a dog. My sister has");
const QString kCup = QStringLiteral("She drank a cup of [MASK].");

constexpr HeadRef decoderHead(int layer, int head)
{
    return {StackKind::kDecoder, layer, AttentionKind::kSelf, head};
}

constexpr HeadRef encoderHead(int layer, int head)
{
    return {StackKind::kEncoder, layer, AttentionKind::kSelf, head};
}

constexpr HeadRef crossHead(int layer, int head)
{
    return {StackKind::kDecoder, layer, AttentionKind::kCross, head};
}

void addAlignments(Cards& cards)
{
    cards
        .add(tr("An alignment that nobody taught"),
             tr("Follow the bright cells: each French word looks at the English word that it translates."),
             QStringLiteral("I do not know where the old man lives."), crossHead(0, 3))
        .output
        = QStringLiteral("Je ne sais pas où vit le vieil homme.");
    cards.add(tr("“noir” and “chat” change places"),
              tr("The bright line steps back: “chat” looks at “cat”, and “noir”, one row below, at “black”."),
              kCat, crossHead(0, 3), {3, 1});
    cards.add(tr("A head that is one word ahead"),
              tr("Having read “chat”, this head looks at “black” already: “noir” is what it is about to "
                 "write."),
              kCat, crossHead(2, 1), {2, 1});
    cards.add(tr("The pronoun finds its noun"),
              tr("“it” looks at “cat”: this head of the encoder knows who is tired."),
              QStringLiteral("The cat sleeps because it is tired."), encoderHead(1, 1), {5, 1});
    cards.add(tr("Whose dog is it?"), tr("“his” looks at “boy”, two words back; try “girl” and “her”."),
              QStringLiteral("The boy lost his dog."), encoderHead(1, 1), {3, 1});
}

void addMaskedTranslations(Cards& cards)
{
    Example& padding = cards.add(
        tr("Padding mask off"),
        tr("The second line is filled up with <pad>. Without its mask the last row looks at that."),
        QStringLiteral("The black cat sleeps on the chair.\nThank you."), crossHead(2, 1));
    padding.line = 1;
    padding.edits.masks.padding = false;
    Example& causal = cards.add(
        tr("Causal mask off"),
        tr("Above the diagonal there are weights now, and the brother is lost: “Mon est médecin.”"), kDoctor,
        decoderHead(0, 0));
    causal.edits.masks.decoderCausal = Toggle::kOff;
    causal.output = QStringLiteral("Mon est médecin.");
    Example& encoder
        = cards.add(tr("An encoder that cannot look ahead"),
                    tr("At “My” the encoder has not seen “brother” yet: it becomes “Ma” instead of “Mon”."),
                    kDoctor, encoderHead(0, 0));
    encoder.edits.masks.encoderCausal = Toggle::kOn;
    encoder.output = QStringLiteral("Ma frère est médecin.");
    Example& positions
        = cards.add(tr("Positions off"),
                    tr("Without positions the encoder reads a bag of words: who bites whom is lost."),
                    QStringLiteral("The dog bites the man."), crossHead(0, 3));
    positions.edits.list.emplace_back(PositionEdit{StackKind::kEncoder, PositionTable::kNone});
    positions.output = QStringLiteral("L'homme mord.");
}

void addDecodings(Cards& cards)
{
    Example& she = cards.add(
        tr("Another candidate taken"),
        tr("The model prefers “C'est”. Made to begin with “Elle”, it goes on as if that had been its idea."),
        QStringLiteral("She is a teacher."), crossHead(0, 3));
    she.forced = QStringLiteral("Elle");
    she.view = view_ids::kDecoding;
    Example& without = cards.add(
        tr("Without the heads that align"),
        tr("Two heads are off, and the verb is gone: the cat no longer sleeps. What if lists the edits."),
        kCat, crossHead(0, 3));
    for (const HeadRef& head : {crossHead(0, 3), crossHead(2, 1)})
        without.edits.list.emplace_back(HeadOff{patternOf(head)});
    without.output = QStringLiteral("Le chat noir est dans la chaise.");
    without.view = view_ids::kWhatIf;
    Example& beams = cards.add(tr("Four beams at once"),
                               tr("Beam search keeps four beginnings; the tree shows which were dropped, and "
                                  "where. Click one to see its maps."),
                               QStringLiteral("She gave her sister an old book."), crossHead(0, 3));
    beams.beams = 4;
    beams.view = kBeamsView;
}

std::vector<Example> translations()
{
    Cards cards;
    cards.of("en-fr");
    addAlignments(cards);
    addMaskedTranslations(cards);
    addDecodings(cards);
    return cards.all();
}

void addLanguageHeads(Cards& cards)
{
    cards.add(tr("Induction: it has read this before"),
              tr("At the second “has” this head looks at “a”, which followed the first “has”."), kRepeated,
              decoderHead(2, 0), {9, 3});
    cards.add(tr("One token back"),
              tr("A line below the diagonal: each token looks at the one before. Induction is built on it."),
              kRepeated, decoderHead(0, 2), {8, 7});
    cards.add(tr("An attention sink"),
              tr("Nearly every row rests on the first token: this head has nothing to do here."), kRepeated,
              decoderHead(2, 2), {11, 0});
    cards.add(tr("The token itself"),
              tr("The diagonal: this head mostly looks at the token that was just read."), kRepeated,
              decoderHead(1, 2), {11, 11});
    cards
        .add(tr("Dot products are no shares"),
             tr("The same head before the softmax: numbers of both signs. Click softmax in the formula."),
             kRepeated, decoderHead(2, 0))
        .map
        = MapKind::kScores;
    cards
        .add(tr("From layer to layer"),
             tr("The logit lens reads the stream after each layer: see when the model settles on a token."),
             kRepeated, decoderHead(3, 2))
        .view
        = view_ids::kStream;
}

void addLanguageEdits(Cards& cards)
{
    Example& off = cards.add(tr("Without induction"),
                             tr("The induction head is off, and the text goes on differently: compare the "
                                "outputs in What if."),
                             kRepeated, decoderHead(2, 0));
    off.edits.list.emplace_back(HeadOff{patternOf(decoderHead(2, 0))});
    off.view = view_ids::kWhatIf;
    Example& causal
        = cards.add(tr("Causal mask off"),
                    tr("Tokens see those after them, as they never did in training: it only repeats now."),
                    kRepeated, decoderHead(2, 0));
    causal.edits.masks.decoderCausal = Toggle::kOff;
    Example& positions
        = cards.add(tr("Positions off"),
                    tr("The line below the diagonal is gone: without positions no head can find “one back”."),
                    kRepeated, decoderHead(0, 2));
    positions.edits.list.emplace_back(PositionEdit{StackKind::kDecoder, PositionTable::kNone});
    Example& window = cards.add(
        tr("A window of four tokens"),
        tr("Each token sees itself and three others. The band is hatched; what is said falls apart."),
        kRepeated, decoderHead(2, 2));
    window.edits.list.emplace_back(
        MaskShape{parseHeadPattern("decoder.*.self.*").value(), MaskForm::kWindow, 4, {}});
    Example& cat = cards.add(tr("Another candidate taken"),
                             tr("Made to go on with “a cat”, the model continues from there. Step through it "
                                "in Decoding."),
                             QStringLiteral("My sister has"), decoderHead(2, 0));
    cat.forced = QStringLiteral(" a cat");
    cat.view = view_ids::kDecoding;
    Example& beams = cards.add(tr("Four beams at once"),
                               tr("Four beginnings are kept at each step; the tree shows which of them won."),
                               kRepeated, decoderHead(2, 0));
    beams.beams = 4;
    beams.view = kBeamsView;
}

std::vector<Example> continuations()
{
    Cards cards;
    cards.of("en-gpt");
    addLanguageHeads(cards);
    addLanguageEdits(cards);
    return cards.all();
}

void addFillings(Cards& cards)
{
    Example& cup = cards.add(tr("What is in the cup?"),
                             tr("[MASK] looks at “cup”: Masked words lists what the model would fill in."),
                             kCup, encoderHead(1, 2));
    cup.pin = {6, 4};
    cup.view = kMaskedView;
    cards
        .add(tr("Which verb?"),
             tr("The word is missing between dog and cat: Masked words lists the verbs that fit."),
             QStringLiteral("The dog [MASK] the cat."), encoderHead(1, 2))
        .view
        = kMaskedView;
    cards
        .add(tr("Two words are missing"),
             tr("Each [MASK] is filled by itself: choose a filling for the first and see the second change."),
             QStringLiteral("My [MASK] is a [MASK]."), encoderHead(0, 1))
        .view
        = kMaskedView;
    cards.add(tr("One token back"),
              tr("A line below the diagonal: in an encoder, too, heads find the token before."), kCup,
              encoderHead(1, 0), {4, 3});
    cards.add(tr("One token ahead"),
              tr("A line above the diagonal: nothing is masked here, so a token can look at the next one."),
              kCup, encoderHead(1, 3), {5, 6});
    cards.add(tr("The verb and its noun"), tr("“cup” looks at “drank”: what is done with it."), kCup,
              encoderHead(1, 2), {4, 2});
}

void addFillingEdits(Cards& cards)
{
    Example& hidden
        = cards.add(tr("The cup is hidden"),
                    tr("No token can look at “cup”: see in Masked words how the filling changes."), kCup,
                    encoderHead(1, 2));
    hidden.edits.list.emplace_back(TokenHidden{StackKind::kEncoder, 4});
    hidden.view = kMaskedView;
    Example& causal
        = cards.add(tr("An encoder that cannot look ahead"),
                    tr("With a causal mask the head of the next token has nowhere to look: the upper half is "
                       "hatched."),
                    kCup, encoderHead(1, 3));
    causal.edits.masks.encoderCausal = Toggle::kOn;
    Example& positions = cards.add(
        tr("Positions off"), tr("The line below the diagonal is gone: order is known by positions alone."),
        kCup, encoderHead(1, 0));
    positions.edits.list.emplace_back(PositionEdit{StackKind::kEncoder, PositionTable::kNone});
    Example& off = cards.add(tr("Without “one token back”"),
                             tr("The head that finds the token before is off: What if lists what is lost."),
                             kCup, encoderHead(1, 0));
    off.edits.list.emplace_back(HeadOff{patternOf(encoderHead(1, 0))});
    off.view = view_ids::kWhatIf;
    cards
        .add(tr("From layer to layer"),
             tr("The logit lens reads the stream after each layer: see where [MASK] becomes a word."), kCup,
             encoderHead(3, 1))
        .view
        = view_ids::kStream;
    cards
        .add(tr("Dot products are no shares"),
             tr("The same head before the softmax: numbers of both signs. Click softmax in the formula."),
             kCup, encoderHead(1, 2))
        .map
        = MapKind::kScores;
}

std::vector<Example> fillings()
{
    Cards cards;
    cards.of("en-bert");
    addFillings(cards);
    addFillingEdits(cards);
    return cards.all();
}

} // namespace

std::vector<const char*> exampleModels()
{
    return {"en-fr", "en-gpt", "en-bert", "texts"};
}

std::vector<Example> examplesOf(const QString& model)
{
    if (model == QLatin1String("en-fr"))
        return translations();
    if (model == QLatin1String("en-gpt"))
        return continuations();
    if (model == QLatin1String("texts"))
        return workedExamples();
    return model == QLatin1String("en-bert") ? fillings() : std::vector<Example>();
}

QString exampleModelName(const QString& model)
{
    if (model == QLatin1String("en-fr"))
        return tr("Translate");
    if (model == QLatin1String("en-gpt"))
        return tr("Continue");
    if (model == QLatin1String("texts"))
        return tr("Worked examples");
    return model == QLatin1String("en-bert") ? tr("Fill in") : QString();
}

QString firstSentence(const QString& model)
{
    return model == QLatin1String("en-fr")  ? kCat
        : model == QLatin1String("en-gpt")  ? kRepeated
        : model == QLatin1String("en-bert") ? kCup
                                            : workedSentence(model);
}

RoomId firstRoom(const QString& model)
{
    if (model == QLatin1String("en-bert"))
        return RoomId::kMasked;
    return workedSentence(model).isEmpty() ? RoomId::kExplore
                                           : RoomId::kExplain; // worked by hand, cell by cell
}

} // namespace headlight
