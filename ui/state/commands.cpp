#include "ui/state/commands.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <vector>

namespace headlight {

namespace {

using Id = CommandId;
using Place = CommandPlace;

/// Fills the table, menu by menu.
class TableBuilder
{
public:
    void begin(Place place)
    {
        m_place = place;
        m_group = 0;
    }
    void line() { ++m_group; }
    Command& add(Id id, const char* name, const char* words, const QList<QKeySequence>& keys = {},
                 const char* tip = nullptr)
    {
        return m_table.emplace_back(Command{id, m_place, m_group, name, words, tip, keys});
    }
    /// Adds a command that is switched on and off, or chosen among others.
    void addCheckable(Id id, const char* name, const char* words, const QList<QKeySequence>& keys,
                      const char* tip = nullptr)
    {
        add(id, name, words, keys, tip).checkable = true;
    }
    std::vector<Command> table() const { return m_table; }

private:
    std::vector<Command> m_table;
    Place m_place = Place::kFileMenu;
    int m_group = 0;
};

void addFile(TableBuilder& to)
{
    to.begin(Place::kFileMenu);
    to.add(Id::kOpenModel, "file.open", QT_TRANSLATE_NOOP("Command", "&Open model folder…"),
           {QKeySequence::Open});
    to.add(Id::kOpenGguf, "file.openGguf", QT_TRANSLATE_NOOP("Command", "Open &GGUF file…"), {});
    to.add(Id::kOpenAdapter, "file.openAdapter", QT_TRANSLATE_NOOP("Command", "Open a&dapter…"), {},
           QT_TRANSLATE_NOOP("Command", "Open a LoRA adapter over the model that it was trained on"));
    to.add(Id::kOpenTrace, "file.openTrace", QT_TRANSLATE_NOOP("Command", "Open &trace file…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_O});
    to.add(Id::kGallery, "file.examples", QT_TRANSLATE_NOOP("Command", "E&xamples…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_X},
           QT_TRANSLATE_NOOP("Command", "Choose among states worth seeing, with a line on what to look at"));
    to.line();
    to.add(Id::kOpenSession, "file.openSession", QT_TRANSLATE_NOOP("Command", "Open &session…"),
           {Qt::CTRL | Qt::ALT | Qt::Key_O});
    to.add(Id::kSaveSession, "file.saveSession", QT_TRANSLATE_NOOP("Command", "&Save session"),
           {QKeySequence::Save});
    to.add(Id::kSaveSessionAs, "file.saveSessionAs", QT_TRANSLATE_NOOP("Command", "Save session &as…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_S});
    to.line();
    to.add(Id::kExportPicture, "file.exportPicture", QT_TRANSLATE_NOOP("Command", "Export &image…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_E});
    to.add(Id::kExportNumbers, "file.exportNumbers", QT_TRANSLATE_NOOP("Command", "Export &numbers…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_N});
    to.add(Id::kExportFilm, "file.exportFilm", QT_TRANSLATE_NOOP("Command", "Export &film of the decoding…"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_F},
           QT_TRANSLATE_NOOP("Command",
                             "Export what the heatmap shows, growing row by row, as an animated WebP file or "
                             "one image per step"));
    to.line();
    to.add(Id::kQuit, "file.quit", QT_TRANSLATE_NOOP("Command", "&Quit"), {Qt::CTRL | Qt::Key_Q});
    to.begin(Place::kSceneMenu);
    to.add(Id::kAddScene, "scene.add", QT_TRANSLATE_NOOP("Command", "&Add a scene"), {Qt::CTRL | Qt::Key_D},
           QT_TRANSLATE_NOOP("Command", "Bookmark what the window shows now"));
    to.add(Id::kNextScene, "scene.next", QT_TRANSLATE_NOOP("Command", "&Next scene"),
           {Qt::ALT | Qt::Key_PageDown});
    to.add(Id::kPreviousScene, "scene.previous", QT_TRANSLATE_NOOP("Command", "&Previous scene"),
           {Qt::ALT | Qt::Key_PageUp});
    to.add(Id::kRemoveScene, "scene.remove", QT_TRANSLATE_NOOP("Command", "&Remove the current scene"));
    to.add(Id::kExportScenes, "scene.export", QT_TRANSLATE_NOOP("Command", "&Export scenes as PDF…"), {},
           QT_TRANSLATE_NOOP("Command", "Write every scene to a page"));
}

void addEdit(TableBuilder& to)
{
    to.begin(Place::kEditMenu);
    to.add(Id::kUndo, "edit.undo", QT_TRANSLATE_NOOP("Command", "&Undo"), {QKeySequence::Undo});
    to.add(Id::kRedo, "edit.redo", QT_TRANSLATE_NOOP("Command", "&Redo"), {QKeySequence::Redo});
    to.line();
    to.add(Id::kCopy, "edit.copy", QT_TRANSLATE_NOOP("Command", "&Copy image and numbers"),
           {QKeySequence::Copy});
    to.line();
    to.add(Id::kFind, "edit.find", QT_TRANSLATE_NOOP("Command", "&Find a token…"), {QKeySequence::Find});
    to.add(Id::kFindNext, "edit.findNext", QT_TRANSLATE_NOOP("Command", "Find &next"), {Qt::Key_F3});
    to.add(Id::kFindPrevious, "edit.findPrevious", QT_TRANSLATE_NOOP("Command", "Find pre&vious"),
           {Qt::SHIFT | Qt::Key_F3});
    to.line();
    to.addCheckable(
        Id::kTypeIds, "edit.typeIds", QT_TRANSLATE_NOOP("Command", "Type token &ids"), {},
        QT_TRANSLATE_NOOP("Command", "The lines are read as token ids, such as 12 7 30, in place of text."));
    to.addCheckable(Id::kConversation, "edit.conversation", QT_TRANSLATE_NOOP("Command", "C&onversation"), {},
                    QT_TRANSLATE_NOOP("Command",
                                      "Write turns of a conversation in place of the sentence. The model’s "
                                      "chat template makes the text that the model reads."));
}

/// Which of a head's matrices is shown: in the order of the formula, on Ctrl+Alt and a number.
void addMaps(TableBuilder& to)
{
    to.line();
    int number = 0;
    const auto add = [&](Id id, const char* name, const char* words, const char* tip) {
        to.addCheckable(id, name, words,
                        {QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number))}, tip);
        ++number;
    };
    add(Id::kMapProducts, "map.products", QT_TRANSLATE_NOOP("Command", "Dot products, Q·Kᵀ"),
        QT_TRANSLATE_NOOP("Command", "Dot products of queries and keys, before they are scaled."));
    add(Id::kMapScores, "map.scores", QT_TRANSLATE_NOOP("Command", "Scores, ÷√d"),
        QT_TRANSLATE_NOOP("Command", "Scaled dot products of queries and keys, before bias and mask."));
    const auto addTerm = [&](Id id, const char* name, const char* words, const char* tip) {
        to.addCheckable(id, name, words, {}, tip); // only one family of models has it, so it has no key
    };
    addTerm(Id::kMapContentToPosition, "map.contentToPosition",
            QT_TRANSLATE_NOOP("Command", "Content → position"),
            QT_TRANSLATE_NOOP("Command",
                              "Each query against the key’s relative position, in models with disentangled "
                              "attention."));
    addTerm(Id::kMapPositionToContent, "map.positionToContent",
            QT_TRANSLATE_NOOP("Command", "Position → content"),
            QT_TRANSLATE_NOOP("Command",
                              "Each key against the query’s relative position, in models with disentangled "
                              "attention."));
    add(Id::kMapBias, "map.bias", QT_TRANSLATE_NOOP("Command", "Bias"),
        QT_TRANSLATE_NOOP("Command",
                          "What is added to the scores besides the mask, for example by distance."));
    add(Id::kMapMasked, "map.masked", QT_TRANSLATE_NOOP("Command", "Masked scores, + mask"),
        QT_TRANSLATE_NOOP("Command", "Scores with bias and mask: the input of the softmax."));
    add(Id::kMapWeights, "map.weights", QT_TRANSLATE_NOOP("Command", "Weights, softmax"),
        QT_TRANSLATE_NOOP("Command", "The attention weights: each row sums to 1."));
    add(Id::kMapNorm, "map.norm", QT_TRANSLATE_NOOP("Command", "Weight × ‖v‖, × V"),
        QT_TRANSLATE_NOOP("Command", "Each weight times the norm of its key’s value vector."));
    add(Id::kMapMask, "map.mask", QT_TRANSLATE_NOOP("Command", "Mask"),
        QT_TRANSLATE_NOOP("Command", "Which keys a query can attend to."));
}

/// Which run is shown while edits are active, and which masks apply.
void addRuns(TableBuilder& to)
{
    to.line();
    to.addCheckable(Id::kRunBefore, "version.before",
                    QT_TRANSLATE_NOOP("Command", "Show the run before the edits"), {Qt::ALT | Qt::Key_8},
                    QT_TRANSLATE_NOOP("Command", "Show the run without edits in all views"));
    to.addCheckable(Id::kRunAfter, "version.after",
                    QT_TRANSLATE_NOOP("Command", "Show the run after the edits"), {Qt::ALT | Qt::Key_9},
                    QT_TRANSLATE_NOOP("Command", "Show the run with edits in all views"));
    to.addCheckable(
        Id::kRunDifference, "version.difference",
        QT_TRANSLATE_NOOP("Command", "Show the difference the edits make"), {Qt::ALT | Qt::Key_0},
        QT_TRANSLATE_NOOP("Command", "Show the run with edits minus the run without edits in the heatmap"));
    to.addCheckable(
        Id::kRunMean, "version.mean", QT_TRANSLATE_NOOP("Command", "Show the mean of the dropout runs"), {},
        QT_TRANSLATE_NOOP("Command", "Show the mean of every weight over the runs in the heatmap"));
    to.addCheckable(
        Id::kRunSpread, "version.spread", QT_TRANSLATE_NOOP("Command", "Show the spread of the dropout runs"),
        {},
        QT_TRANSLATE_NOOP("Command",
                          "Show the standard deviation of every weight over the runs in the heatmap"));
    to.add(Id::kCompareRuns, "version.beside", QT_TRANSLATE_NOOP("Command", "Before and after side by side"),
           {}, QT_TRANSLATE_NOOP("Command", "Compare the run without edits and the run with edits"));
    to.line();
    to.addCheckable(
        Id::kCausalDecoder, "mask.causalDecoder", QT_TRANSLATE_NOOP("Command", "Causal mask: decoder"),
        {Qt::CTRL | Qt::Key_M},
        QT_TRANSLATE_NOOP("Command", "A token of the decoder sees only itself and the tokens before it."));
    to.addCheckable(Id::kCausalEncoder, "mask.causalEncoder",
                    QT_TRANSLATE_NOOP("Command", "Causal mask: encoder"), {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
                    QT_TRANSLATE_NOOP("Command",
                                      "A token of the encoder sees only itself and the tokens before it. "
                                      "Encoders are trained without this mask."));
    to.addCheckable(
        Id::kPadding, "mask.padding", QT_TRANSLATE_NOOP("Command", "Padding mask"),
        {Qt::CTRL | Qt::ALT | Qt::Key_M},
        QT_TRANSLATE_NOOP("Command", "Hides the padding that fills up shorter lines of a batch."));
    to.addCheckable(Id::kAdapter, "edit.adapter", QT_TRANSLATE_NOOP("Command", "LoRA adapter"), {},
                    QT_TRANSLATE_NOOP(
                        "Command", "Runs the model with its LoRA adapter; without it, the base model runs."));
    to.line();
    to.add(Id::kPreferences, "edit.preferences", QT_TRANSLATE_NOOP("Command", "&Preferences…"),
           {Qt::CTRL | Qt::Key_Comma});
}

/// The workspaces, on Alt and a number.
void addRooms(TableBuilder& to)
{
    to.begin(Place::kRoomMenu);
    to.addCheckable(Id::kRoomExplore, "room.explore", QT_TRANSLATE_NOOP("Command", "Explore"),
                    {Qt::ALT | Qt::Key_1},
                    QT_TRANSLATE_NOOP("Command", "Look around: heads, the heatmap, tokens"));
    to.addCheckable(Id::kRoomExplain, "room.explain", QT_TRANSLATE_NOOP("Command", "Explain"),
                    {Qt::ALT | Qt::Key_2},
                    QT_TRANSLATE_NOOP("Command", "Follow the numbers behind one weight"));
    to.addCheckable(Id::kRoomDecode, "room.decode", QT_TRANSLATE_NOOP("Command", "Decode"),
                    {Qt::ALT | Qt::Key_3},
                    QT_TRANSLATE_NOOP("Command", "Step through the output, token by token"));
    to.addCheckable(Id::kRoomWhatIf, "room.whatIf", QT_TRANSLATE_NOOP("Command", "What if"),
                    {Qt::ALT | Qt::Key_4},
                    QT_TRANSLATE_NOOP("Command", "Edit the model, and see what changes"));
    to.addCheckable(Id::kRoomCompare, "room.compare", QT_TRANSLATE_NOOP("Command", "Compare"),
                    {Qt::ALT | Qt::Key_5},
                    QT_TRANSLATE_NOOP("Command", "Put two heads, sentences or models side by side"));
    to.addCheckable(Id::kRoomModel, "room.model", QT_TRANSLATE_NOOP("Command", "Model"),
                    {Qt::ALT | Qt::Key_6}, QT_TRANSLATE_NOOP("Command", "See how the model is built"));
    to.addCheckable(Id::kRoomLearn, "room.learn", QT_TRANSLATE_NOOP("Command", "Learn"),
                    {Qt::ALT | Qt::Key_7},
                    QT_TRANSLATE_NOOP("Command", "Start from a tour, an experiment or a model"));
    to.line();
    to.add(Id::kSaveRoom, "room.save", QT_TRANSLATE_NOOP("Command", "&Save as my own workspace…"), {},
           QT_TRANSLATE_NOOP("Command", "Keep this arrangement of views under a name"));
    to.add(Id::kRenameRoom, "room.rename", QT_TRANSLATE_NOOP("Command", "Re&name this workspace…"));
    to.add(Id::kDeleteRoom, "room.delete", QT_TRANSLATE_NOOP("Command", "&Delete this workspace"));
    to.add(Id::kResetRoom, "room.reset", QT_TRANSLATE_NOOP("Command", "&Reset this workspace"), {},
           QT_TRANSLATE_NOOP("Command", "Bring the views back to where they were at first"));
}

void addView(TableBuilder& to)
{
    to.begin(Place::kViewMenu);
    to.add(Id::kCentreView, "view.centre", QT_TRANSLATE_NOOP("Command", "View in the &centre"), {Qt::Key_F12},
           QT_TRANSLATE_NOOP("Command",
                             "Put the view that has the keyboard in the centre of the window, and back"));
    to.addCheckable(
        Id::kLinkZoom, "look.linkZoom", QT_TRANSLATE_NOOP("Command", "Lin&k the zoom of all maps"), {},
        QT_TRANSLATE_NOOP(
            "Command",
            "Maps side by side, here and in Compare, zoom to the same part of the tokens they share"));
    to.addCheckable(Id::kAnimateMaps, "look.animations", QT_TRANSLATE_NOOP("Command", "&Animations"), {},
                    QT_TRANSLATE_NOOP("Command", "Lets one stage of a map fade into the next"));
    to.addCheckable(Id::kFullScreen, "look.fullScreen", QT_TRANSLATE_NOOP("Command", "F&ull screen"),
                    {Qt::Key_F11});
    to.addCheckable(
        Id::kPresentation, "look.presentation", QT_TRANSLATE_NOOP("Command", "&Presentation"), {Qt::Key_F5},
        QT_TRANSLATE_NOOP("Command", "For a lecture room: the whole screen, large text, few controls"));
    addRooms(to);
    to.begin(Place::kSizeMenu);
    to.add(Id::kLargerText, "look.text.larger", QT_TRANSLATE_NOOP("Command", "&Larger text"),
           {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
    to.add(Id::kSmallerText, "look.text.smaller", QT_TRANSLATE_NOOP("Command", "&Smaller text"),
           {Qt::CTRL | Qt::Key_Minus});
    to.add(Id::kUsualText, "look.text.plain", QT_TRANSLATE_NOOP("Command", "&Normal text size"),
           {Qt::CTRL | Qt::ALT | Qt::Key_0});
}

void addGo(TableBuilder& to)
{
    to.begin(Place::kGoMenu);
    to.add(Id::kPalette, "go.palette", QT_TRANSLATE_NOOP("Command", "&Search everything…"),
           {Qt::CTRL | Qt::Key_K}, QT_TRANSLATE_NOOP("Command", "Search actions, heads and tokens"));
    to.line();
    to.add(Id::kLayerUp, "go.layerUp", QT_TRANSLATE_NOOP("Command", "Previous layer"),
           {Qt::Key_PageUp, Qt::CTRL | Qt::Key_PageUp});
    to.add(Id::kLayerDown, "go.layerDown", QT_TRANSLATE_NOOP("Command", "Next layer"),
           {Qt::Key_PageDown, Qt::CTRL | Qt::Key_PageDown});
    to.add(Id::kHeadBack, "go.headBack", QT_TRANSLATE_NOOP("Command", "Previous head"),
           {Qt::Key_BracketLeft, Qt::CTRL | Qt::Key_BracketLeft});
    to.add(Id::kHeadNext, "go.headNext", QT_TRANSLATE_NOOP("Command", "Next head"),
           {Qt::Key_BracketRight, Qt::CTRL | Qt::Key_BracketRight});
    to.add(Id::kUnpin, "go.unpin", QT_TRANSLATE_NOOP("Command", "Unpin"), {Qt::Key_Escape});
    to.line();
    to.add(Id::kToSentence, "go.sentence", QT_TRANSLATE_NOOP("Command", "To the &sentence"),
           {Qt::CTRL | Qt::Key_L});
    to.add(Id::kToTarget, "go.target", QT_TRANSLATE_NOOP("Command", "To the &target"),
           {Qt::CTRL | Qt::SHIFT | Qt::Key_L});
    to.add(Id::kToHeatmap, "go.heatmap", QT_TRANSLATE_NOOP("Command", "To the &heatmap"),
           {Qt::CTRL | Qt::Key_H});
}

void addHelp(TableBuilder& to)
{
    to.begin(Place::kHelpMenu);
    to.add(Id::kTour, "help.tour", QT_TRANSLATE_NOOP("Command", "Short &tour"), {QKeySequence::HelpContents});
    to.add(Id::kExperiments, "help.experiments", QT_TRANSLATE_NOOP("Command", "&Experiments…"),
           {Qt::SHIFT | Qt::Key_F1},
           QT_TRANSLATE_NOOP("Command", "Two experiments on the built-in model, step by step"));
    to.add(Id::kShortcuts, "help.shortcuts", QT_TRANSLATE_NOOP("Command", "&Shortcuts…"),
           {Qt::CTRL | Qt::Key_F1});
    to.line();
    to.add(Id::kAbout, "help.about", QT_TRANSLATE_NOOP("Command", "&About Headlight"));
}

void addHeatmap(TableBuilder& to)
{
    to.begin(Place::kHeatmap);
    to.add(Id::kCellUp, "go.cellUp", QT_TRANSLATE_NOOP("Command", "Cell above"), {Qt::Key_Up});
    to.add(Id::kCellDown, "go.cellDown", QT_TRANSLATE_NOOP("Command", "Cell below"), {Qt::Key_Down});
    to.add(Id::kCellLeft, "go.cellLeft", QT_TRANSLATE_NOOP("Command", "Cell to the left"), {Qt::Key_Left});
    to.add(Id::kCellRight, "go.cellRight", QT_TRANSLATE_NOOP("Command", "Cell to the right"),
           {Qt::Key_Right});
    to.add(Id::kRowBegin, "go.rowBegin", QT_TRANSLATE_NOOP("Command", "First cell of the row"),
           {Qt::Key_Home});
    to.add(Id::kRowEnd, "go.rowEnd", QT_TRANSLATE_NOOP("Command", "Last cell of the row"), {Qt::Key_End});
    to.add(Id::kFirstCell, "go.firstCell", QT_TRANSLATE_NOOP("Command", "First cell of the map"),
           {Qt::CTRL | Qt::Key_Home});
    to.add(Id::kLastCell, "go.lastCell", QT_TRANSLATE_NOOP("Command", "Last cell of the map"),
           {Qt::CTRL | Qt::Key_End});
    to.add(Id::kPinRow, "go.pin", QT_TRANSLATE_NOOP("Command", "Pin or unpin the row of the cell"),
           {Qt::Key_Space});
    to.add(Id::kPinCell, "go.pinCell", QT_TRANSLATE_NOOP("Command", "Pin or unpin the cell"),
           {Qt::Key_Return, Qt::Key_Enter});
    to.add(Id::kLessMass, "heatmap.lessMass",
           QT_TRANSLATE_NOOP("Command", "Show a smaller share of each row"), {Qt::Key_Less});
    to.add(Id::kMoreMass, "heatmap.moreMass", QT_TRANSLATE_NOOP("Command", "Show a larger share of each row"),
           {Qt::Key_Greater});
    to.add(Id::kZoomIn, "heatmap.zoomIn", QT_TRANSLATE_NOOP("Command", "Zoom in on the map"),
           {Qt::Key_Plus, Qt::Key_Equal});
    to.add(Id::kZoomOut, "heatmap.zoomOut", QT_TRANSLATE_NOOP("Command", "Zoom out of the map"),
           {Qt::Key_Minus});
    to.add(Id::kShowAll, "heatmap.showAll", QT_TRANSLATE_NOOP("Command", "Show the whole map"), {Qt::Key_0});
}

void addViewsOwn(TableBuilder& to)
{
    to.begin(Place::kView);
    to.add(Id::kRestart, "decoding.restart", QT_TRANSLATE_NOOP("Command", "Back to start"),
           {Qt::ALT | Qt::Key_Home});
    to.add(Id::kStepBack, "decoding.back", QT_TRANSLATE_NOOP("Command", "Step back"),
           {Qt::ALT | Qt::Key_Left});
    to.add(Id::kPlay, "decoding.play", QT_TRANSLATE_NOOP("Command", "Play"), {Qt::Key_F9});
    to.add(Id::kStepForward, "decoding.forward", QT_TRANSLATE_NOOP("Command", "Step forward"),
           {Qt::ALT | Qt::Key_Right});
    to.add(Id::kRunToEnd, "decoding.end", QT_TRANSLATE_NOOP("Command", "Run to end"),
           {Qt::ALT | Qt::Key_End});
    to.add(Id::kPutToken, "decoding.putToken", QT_TRANSLATE_NOOP("Command", "Replace this token"),
           {Qt::Key_F2});
    to.add(Id::kRenameBranch, "branch.rename", QT_TRANSLATE_NOOP("Command", "Rename the branch"),
           {Qt::Key_F2});
    to.add(Id::kDeleteBranch, "branch.delete", QT_TRANSLATE_NOOP("Command", "Delete the branch"),
           {QKeySequence::Delete});
    to.add(Id::kPlayStages, "cell.play", QT_TRANSLATE_NOOP("Command", "Play or stop the stages of the cell"),
           {Qt::Key_P});
    to.add(Id::kTurnShading, "tokens.turn",
           QT_TRANSLATE_NOOP("Command", "Shade the tokens by row or by column"), {Qt::Key_D});
    to.add(Id::kShowSpaces, "tokens.spaces",
           QT_TRANSLATE_NOOP("Command", "Show or hide the spaces of the tokens"), {Qt::Key_W});
}

/// A printable ASCII sign that is not a letter: some keyboards need Shift for it.
bool isSign(int key)
{
    return key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !(key >= Qt::Key_A && key <= Qt::Key_Z);
}

} // namespace

std::span<const Command> commandTable()
{
    static const std::vector<Command> kTable = [] {
        TableBuilder table;
        for (const auto add :
             {addFile, addEdit, addMaps, addRuns, addView, addGo, addHelp, addHeatmap, addViewsOwn})
            add(table);
        return table.table();
    }();
    return kTable;
}

const Command& commandOf(CommandId id)
{
    return commandTable()[static_cast<std::size_t>(id)];
}

QString commandWords(const Command& command)
{
    return QCoreApplication::translate("Command", command.words);
}

QString commandTip(const Command& command)
{
    return command.tip == nullptr ? QString() : QCoreApplication::translate("Command", command.tip);
}

std::optional<CommandId> commandFor(CommandPlace place, const QKeyEvent& press)
{
    Qt::KeyboardModifiers modifiers = press.modifiers() & ~Qt::KeypadModifier;
    if (isSign(press.key()))
        modifiers &= ~Qt::ShiftModifier;
    const QKeySequence pressed(QKeyCombination(modifiers, static_cast<Qt::Key>(press.key())));
    for (const Command& each : commandTable())
        if (each.place == place && each.keys.contains(pressed))
            return each.id;
    return std::nullopt;
}

} // namespace headlight
