#include "ui/window/lessons/tour_steps.h"

#include "ui/state/translation.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/main_window.h"
#include "ui/window/models/model_choice.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/rooms.h"

#include <QToolBar>

namespace headlight {

namespace {

/// A step at a view of a workspace: enters the workspace and brings the view to the front.
TourStep viewStep(const MainWindow& window, RoomId room, ViewId id, const QString& title, const QString& text)
{
    Rooms* const rooms = &window.rooms();
    DockArea* const views = &window.views();
    return {nullptr, title, text,
            [rooms, views, room, id] {
                rooms->enter(room);
                views->raise(id);
            },
            [views, id] { return views->holder(id); }};
}

void addInput(std::vector<TourStep>& steps, const MainWindow& window)
{
    steps.push_back({window.input().sentence(),
                     tr("Type here"),
                     tr("The model runs again on every keystroke. Several lines make a batch: the line with "
                        "the cursor is shown, and shorter lines are padded to the longest."),
                     {}});
    if (window.input().outputWidget()->isVisible())
        steps.push_back(
            {window.input().outputWidget(),
             tr("What the decoder writes"),
             tr("The model’s output, and how it was decoded; a chip shows every setting that is not the "
                "default. The button at the end makes the decoder write your own text instead: you see how "
                "likely each word was."),
             {}});
}

void addExplore(std::vector<TourStep>& steps, const MainWindow& window)
{
    steps.push_back(
        viewStep(window, RoomId::kExplore, view_ids::kHeads, tr("All heads at a glance"),
                 tr("Each thumbnail is one attention head, with one row per layer. Click one to open it in "
                    "the heatmap; [ and ] change the head, Page Up and Page Down the layer.")));
    steps.push_back(viewStep(window, RoomId::kExplore, view_ids::kHeatmap, tr("One head, exactly"),
                             tr("Each row is a token that looks (a query), each column a token it looks at "
                                "(a key); the colour shows how much. Point at a cell for its numbers, click "
                                "to pin it, use the wheel to zoom. Esc unpins.")));
    steps.push_back(
        viewStep(window, RoomId::kExplore, view_ids::kTokens, tr("The tokens"),
                 tr("This is what the model really reads and writes: pieces of words, and special tokens "
                    "for start and end. Point at one to see what it looks at.")));
    steps.push_back({&window.tools(),
                     tr("Masks"),
                     tr("Switch the causal and the padding mask on and off: the model runs again at once, "
                        "and a banner reminds you that it was not trained this way."),
                     {}});
}

void addWorkspaces(std::vector<TourStep>& steps, const MainWindow& window)
{
    steps.push_back({&window.rooms().rail(),
                     tr("Workspaces"),
                     tr("Each workspace arranges the same views for one kind of work. The sentence, the head "
                        "and the cell stay the same in all of them, and each keeps your arrangement."),
                     {}});
    steps.push_back(
        viewStep(window, RoomId::kExplain, ViewId("cell"), tr("Where a number comes from"),
                 tr("In the workspace Explain, the Cell view breaks down one weight: query · key, scale, "
                    "mask, softmax, and what the weight does with the value.")));
    if (window.rooms().decodes())
        steps.push_back(
            viewStep(window, RoomId::kDecode, view_ids::kDecoding, tr("Word by word"),
                     tr("In the workspace Decode you step through the output. Each step shows the ten most "
                        "likely tokens; choose another one, and the model continues from there.")));
    steps.push_back(viewStep(window, RoomId::kWhatIf, view_ids::kWhatIf, tr("Change the model"),
                             tr("In the workspace What if you switch off heads, hide tokens or change masks "
                                "and positions, and compare the output before and after.")));
}

} // namespace

std::vector<TourStep> tourOf(MainWindow& window)
{
    std::vector<TourStep> steps;
    addInput(steps, window);
    addExplore(steps, window);
    addWorkspaces(steps, window);
    Rooms* const rooms = &window.rooms();
    steps.push_back({&rooms->rail().more(), tr("Every view, as large as you like"),
                     tr("This button lists all views. Double-click the title of a view, or press F12, to "
                        "give it the centre of the window; the same again brings it back."),
                     [rooms, room = rooms->current()] { rooms->enter(room); }});
    steps.push_back({&window.models(),
                     tr("Other models"),
                     tr("Choose another model here, or drop a model’s folder anywhere on this window. You "
                        "can start this tour again from the Help menu."),
                     {}});
    return steps;
}

} // namespace headlight
