#include "ui/window/lessons/experiments.h"

#include "ui/state/focus.h"
#include "ui/state/sweep_board.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/widgets/trace_view.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QLocale>

namespace headlight {

namespace {

const QString kBefore = QStringLiteral("Le chat noir dort sur la chaise.");

QString number(double value)
{
    return withMinus(QLocale().toString(value, 'f', 2));
}

QString quoted(const QString& text)
{
    return tr("“%1”").arg(text);
}

Interventions headsOff(const std::vector<HeadPattern>& heads)
{
    Interventions edits;
    for (const HeadPattern& head : heads)
        edits.list.emplace_back(HeadOff{head});
    return edits;
}

/// What the steps need from the window.
struct Stage
{
    const ViewContext& context;
    std::function<void(ViewId)> showView;

    std::function<void()> at(const HeadRef& head, ViewId view, const Cell& pin = {}) const
    {
        return [workspace = &context.workspace, focus = &context.focus, show = showView, head, view, pin] {
            workspace->setStep(-1);
            focus->setMap(MapKind::kWeights);
            focus->selectOnly(head);
            focus->setPin(pin);
            show(view);
        };
    }
};

std::function<void()> sweepOver(const ViewContext& context, const char* heads,
                                const std::function<void(ViewId)>& showView)
{
    return [workspace = &context.workspace, showView, heads] {
        showView(view_ids::kHeads);
        SweepOrder order;
        order.colourHeads = true;
        order.where = parseHeadPattern(heads).value();
        workspace->sweeps().order(order);
    };
}

/// The steps that switch off one aligning head, then two, then a whole layer.
void addAligningHeadsOff(Experiment& made, const Stage& stage)
{
    const ExperimentFacts facts;
    made.steps.push_back({tr("Switch it off"),
                          tr("The translation is still %1 The other heads suffice for it; the Effect "
                             "tab shows how much less likely the words have become.")
                              .arg(quoted(kBefore)),
                          kBefore, headsOff({patternOf(facts.aligning)}),
                          stage.at(facts.aligning, view_ids::kWhatIf)});
    const QString lost = QStringLiteral("Le chat noir est dans la chaise.");
    made.steps.push_back(
        {tr("Switch off the second one, too"),
         tr("Without both the model writes %1 It has lost the verb: the cat no longer sleeps. No "
            "single head carries the alignment, but these two together do.")
             .arg(quoted(lost)),
         lost, headsOff({patternOf(facts.aligning), patternOf(facts.second)}),
         stage.at(facts.second, view_ids::kHeatmap)});
    const QString invented = QStringLiteral("La fourmi des choses en train de se faire partie de la tête.");
    made.steps.push_back({tr("Switch off all heads of the last layer"),
                          tr("Without any cross-attention in layer 2 the output is made up: %1 The "
                             "decoder writes good French that has nothing to do with the sentence.")
                              .arg(quoted(invented)),
                          invented, headsOff({parseHeadPattern("decoder.2.cross.*").value()}),
                          stage.at(facts.second, view_ids::kWhatIf)});
}

Experiment alignment(const Stage& stage)
{
    const ExperimentFacts facts;
    Experiment made;
    made.title = tr("Which head carries the alignment?");
    made.question = tr("To translate, the decoder must keep track of which source word comes next. Which "
                       "cross-attention head does that, and what does the model write without it?");
    made.sentence = QStringLiteral("The black cat sleeps on the chair.");
    made.steps.push_back({tr("Translate a sentence"),
                          tr("The model translates %1 as %2").arg(quoted(made.sentence), quoted(kBefore)),
                          kBefore,
                          {},
                          stage.at(facts.aligning, view_ids::kHeatmap)});
    made.steps.push_back(
        {tr("Switch each head off in turn"),
         tr("A sweep runs the model with each cross-attention head switched off in turn; the Heads "
            "view shows by colour how far the log-probability of the translation drops. It drops most "
            "without %1 (%2 nats), then without %3 (%4 nats).")
             .arg(headName(facts.aligning), number(facts.aligningLoss), headName(facts.second),
                  number(facts.secondLoss)),
         kBefore,
         {},
         sweepOver(stage.context, "decoder.*.cross.*", stage.showView)});
    made.steps.push_back(
        {tr("Look at that head"),
         tr("Each French word looks at its English counterpart: “chat” at “cat” with a weight of %1, "
            "“noir” at “black”, “dort” at “sleep”, even though the word order differs. This head "
            "tracks what has been written. The runner-up looks at what comes next: “chat” at “black” "
            "with a weight of %2, because “noir” follows.")
             .arg(number(facts.alignedWeight), number(facts.nextWeight)),
         kBefore,
         {},
         stage.at(facts.aligning, view_ids::kHeatmap, {facts.writtenRow, facts.readKey})});
    addAligningHeadsOff(made, stage);
    made.steps.push_back({tr("Remove all edits"),
                          tr("All edits are removed: %1").arg(quoted(kBefore)),
                          kBefore,
                          {},
                          stage.at(facts.aligning, view_ids::kHeatmap)});
    return made;
}

Experiment withoutMask(const Stage& stage)
{
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const QString plain = QStringLiteral("Mon frère est médecin.");
    const QString unmasked = QStringLiteral("Mon est médecin.");
    Interventions off;
    off.masks.decoderCausal = Toggle::kOff;
    Experiment made;
    made.title = tr("What happens to the decoder without its causal mask?");
    made.question = tr("A decoder is trained with a mask that hides later tokens. Does it still need "
                       "the mask while decoding, when there are no later tokens yet?");
    made.sentence = QStringLiteral("My brother is a doctor.");
    made.steps.push_back({tr("Translate a sentence"),
                          tr("The model translates %1 as %2 In the decoder’s self-attention "
                             "everything above the diagonal is hatched: no token sees a later one.")
                              .arg(quoted(made.sentence), quoted(plain)),
                          plain,
                          {},
                          stage.at(head, view_ids::kHeatmap)});
    made.steps.push_back(
        {tr("Switch off the causal mask"),
         tr("The model writes %1 With each new token, all earlier tokens see more than they ever did "
            "in training: their rows change, and the brother is lost. Because earlier rows change, "
            "each step is a full pass; the Decoding view says so.")
             .arg(quoted(unmasked)),
         unmasked, off, stage.at(head, view_ids::kDecoding)});
    made.steps.push_back({tr("Before and after side by side"),
                          tr("There are now weights above the diagonal. Since each row sums to 1, "
                             "they are taken from the rest of the row."),
                          unmasked, off,
                          [look = stage.at(head, view_ids::kCompare), workspace = &stage.context.workspace] {
                              look();
                              workspace->compare({ComparisonChoice::Kind::kEdits, -1, -1});
                          }});
    made.steps.push_back({tr("Remove all edits"),
                          tr("The mask is on again: %1").arg(quoted(plain)),
                          plain,
                          {},
                          stage.at(head, view_ids::kHeatmap)});
    return made;
}

} // namespace

std::vector<Experiment> experimentsOf(const ViewContext& context,
                                      const std::function<void(ViewId view)>& showView)
{
    const Stage stage{context, showView};
    return {alignment(stage), withoutMask(stage)};
}

} // namespace headlight
