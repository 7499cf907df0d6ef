#include "ui/window/tour_steps.h"

#include "ui/state/translation.h"
#include "ui/window/dock_area.h"
#include "ui/window/input_panel.h"
#include "ui/window/main_window.h"
#include "ui/window/model_choice.h"
#include "ui/window/sentence_edit.h"

#include <QToolBar>

namespace headlight {

namespace {

/// A step at a view, which is brought to the front if it is closed or behind a tab.
TourStep viewStep(const MainWindow& window, ViewId id, const QString& title, const QString& text)
{
    DockArea* const views = &window.views();
    return {views->holder(id), title, text, [views, id] { views->raise(id); }};
}

} // namespace

std::vector<TourStep> tourOf(MainWindow& window)
{
    std::vector<TourStep> steps;
    steps.push_back({window.input().sentence(),
                     tr("Type here"),
                     tr("The model runs again on every keystroke. Several lines make a batch: the line with "
                        "the cursor is shown, and shorter lines are padded to the longest."),
                     {}});
    if (window.input().outputWidget()->isVisible())
        steps.push_back(
            {window.input().outputWidget(),
             tr("What the decoder writes"),
             tr("Leave this line empty and the model translates by itself. Type your own translation and the "
                "decoder is made to write that instead: you see how likely each word was."),
             {}});
    steps.push_back(
        viewStep(window, view_ids::kTokens, tr("The tokens"),
                 tr("This is what the model really reads and writes: pieces of words, and special tokens "
                    "for start and end. Point at one to see what it looks at.")));
    steps.push_back(
        viewStep(window, view_ids::kHeads, tr("All heads at a glance"),
                 tr("Each thumbnail is one attention head, with one row per layer. Click one to open it in "
                    "the heatmap; [ and ] change the head, Page Up and Page Down the layer.")));
    steps.push_back(viewStep(window, view_ids::kHeatmap, tr("One head, exactly"),
                             tr("Each row is a token that looks (a query), each column a token it looks at "
                                "(a key); the colour shows how much. Point at a cell for its numbers, click "
                                "to pin it, use the wheel to zoom. Esc unpins.")));
    steps.push_back({&window.tools(),
                     tr("Masks"),
                     tr("Switch the causal and the padding mask on and off: the model runs again at once, "
                        "and a banner reminds you that it was not trained this way."),
                     {}});
    steps.push_back(
        viewStep(window, view_ids::kDecoding, tr("Word by word"),
                 tr("Step through the translation. At each step you see the ten best candidates and the "
                    "heatmap as it stood; take another candidate, and the model goes on from there.")));
    steps.push_back(
        viewStep(window, view_ids::kPositions, tr("Word order"),
                 tr("Attention alone knows no order. These patterns are added to the tokens so that the "
                    "model can tell the first word from the second.")));
    steps.push_back({&window.models(),
                     tr("Other models"),
                     tr("Choose another model here, or drop a model's folder anywhere on this window. The "
                        "tour can be started "
                        "again from the menu Help."),
                     {}});
    return steps;
}

} // namespace headlight
