#include "ui/state/commands.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <vector>

namespace headlight {

namespace {

using Id = CommandId;
using Place = CommandPlace;

/// The table, menu by menu.
class Commands
{
    Q_DECLARE_TR_FUNCTIONS(Command)

public:
    Commands()
    {
        addFile();
        addEdit();
        addMaps();
        addRuns();
        addView();
        addGo();
        addHelp();
        addHeatmap();
        addViewsOwn();
    }
    const std::vector<Command>& table() const { return m_table; }

private:
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
    Command& addCheckable(Id id, const char* name, const char* words, const QList<QKeySequence>& keys,
                          const char* tip = nullptr)
    {
        Command& command = add(id, name, words, keys, tip);
        command.checkable = true;
        return command;
    }

    void addFile()
    {
        begin(Place::kFileMenu);
        add(Id::kOpenModel, "file.open", QT_TR_NOOP("&Open model folder…"), {QKeySequence::Open}).others
            = QT_TR_NOOP("load a model, safetensors, checkpoint, Hugging Face, weights from disk");
        add(Id::kOpenGguf, "file.openGguf", QT_TR_NOOP("Open &GGUF file…"), {}).others
            = QT_TR_NOOP("llama.cpp, quantised model, Ollama, LM Studio");
        add(Id::kOpenAdapter, "file.openAdapter", QT_TR_NOOP("Open a&dapter…"), {},
            QT_TR_NOOP("Open a LoRA adapter over the model that it was trained on"))
            .others
            = QT_TR_NOOP("LoRA, PEFT, fine-tuned");
        add(Id::kOpenTrace, "file.openTrace", QT_TR_NOOP("Open &trace file…"),
            {Qt::CTRL | Qt::SHIFT | Qt::Key_O})
            .others
            = QT_TR_NOOP("PyTorch, Hugging Face attentions, recorded run, import");
        add(Id::kGallery, "file.examples", QT_TR_NOOP("E&xamples"), {Qt::CTRL | Qt::SHIFT | Qt::Key_X},
            QT_TR_NOOP("Choose among states worth seeing, with a line on what to look at"))
            .others
            = QT_TR_NOOP("gallery, worth seeing, first steps");
        add(Id::kOpenLesson, "lesson.open", QT_TR_NOOP("Open &lesson…"), {},
            QT_TR_NOOP("Open a lesson that somebody wrote; a file dropped on the window does the same"));
        add(Id::kNewLesson, "lesson.new", QT_TR_NOOP("Ne&w lesson…"), {},
            QT_TR_NOOP("Write a lesson: each step is what the window shows, with your words"))
            .others
            = QT_TR_NOOP("teach, write exercises, author, course of my own");
        line();
        add(Id::kOpenSession, "file.openSession", QT_TR_NOOP("Open &session…"),
            {Qt::CTRL | Qt::ALT | Qt::Key_O})
            .others
            = QT_TR_NOOP("restore, yesterday, continue work, project");
        add(Id::kSaveSession, "file.saveSession", QT_TR_NOOP("&Save session"), {QKeySequence::Save}).others
            = QT_TR_NOOP("keep my work, bookmark, project");
        add(Id::kSaveSessionAs, "file.saveSessionAs", QT_TR_NOOP("Save session &as…"),
            {Qt::CTRL | Qt::SHIFT | Qt::Key_S});
        line();
        add(Id::kExportPicture, "file.exportPicture", QT_TR_NOOP("Export &image…"),
            {Qt::CTRL | Qt::SHIFT | Qt::Key_E})
            .others
            = QT_TR_NOOP("figure, export figure, save picture, PDF, SVG, PNG, screenshot");
        add(Id::kExportNumbers, "file.exportNumbers", QT_TR_NOOP("Export &numbers…"),
            {Qt::CTRL | Qt::SHIFT | Qt::Key_N})
            .others
            = QT_TR_NOOP("CSV, JSON, table, save data");
        add(Id::kExportFilm, "file.exportFilm", QT_TR_NOOP("Export &film of the decoding…"),
            {Qt::CTRL | Qt::SHIFT | Qt::Key_F},
            QT_TR_NOOP("Export what the heatmap shows, growing row by row, as an animated WebP file or "
                       "one image per step"))
            .others
            = QT_TR_NOOP("animation, video, WebP, GIF");
        line();
        add(Id::kQuit, "file.quit", QT_TR_NOOP("&Quit"), {Qt::CTRL | Qt::Key_Q});
        begin(Place::kSceneMenu);
        add(Id::kAddScene, "scene.add", QT_TR_NOOP("&Add a scene"), {Qt::CTRL | Qt::Key_D},
            QT_TR_NOOP("Bookmark what the window shows now"))
            .others
            = QT_TR_NOOP("bookmark, remember this state");
        add(Id::kNextScene, "scene.next", QT_TR_NOOP("&Next scene"), {Qt::ALT | Qt::Key_PageDown});
        add(Id::kPreviousScene, "scene.previous", QT_TR_NOOP("&Previous scene"), {Qt::ALT | Qt::Key_PageUp});
        add(Id::kRemoveScene, "scene.remove", QT_TR_NOOP("&Remove the current scene"));
        add(Id::kExportScenes, "scene.export", QT_TR_NOOP("&Export scenes as PDF…"), {},
            QT_TR_NOOP("Write every scene to a page; a hand-out ends with the work sheet of Matrices"))
            .others
            = QT_TR_NOOP("hand-out, slides, work sheet");
    }

    void addEdit()
    {
        begin(Place::kEditMenu);
        add(Id::kUndo, "edit.undo", QT_TR_NOOP("&Undo"), {QKeySequence::Undo});
        add(Id::kRedo, "edit.redo", QT_TR_NOOP("&Redo"), {QKeySequence::Redo});
        line();
        add(Id::kCopy, "edit.copy", QT_TR_NOOP("&Copy image and numbers"), {QKeySequence::Copy});
        line();
        add(Id::kFind, "edit.find", QT_TR_NOOP("&Find a token…"), {QKeySequence::Find});
        add(Id::kFindNext, "edit.findNext", QT_TR_NOOP("Find &next"), {Qt::Key_F3});
        add(Id::kFindPrevious, "edit.findPrevious", QT_TR_NOOP("Find pre&vious"), {Qt::SHIFT | Qt::Key_F3});
        line();
        add(Id::kAddLine, "edit.addLine", QT_TR_NOOP("Add a &line to the batch"),
            {Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter},
            QT_TR_NOOP("Several lines make a batch: the line with the cursor is shown, the shorter ones are "
                       "padded to the longest."))
            .others
            = QT_TR_NOOP("second sentence, several sentences, new line");
        addCheckable(Id::kTypeIds, "edit.typeIds", QT_TR_NOOP("Type token &ids"), {},
                     QT_TR_NOOP("The lines are read as token ids, such as 12 7 30, in place of text."))
            .others
            = QT_TR_NOOP("token ids, input ids");
        addCheckable(Id::kConversation, "edit.conversation", QT_TR_NOOP("C&onversation"), {},
                     QT_TR_NOOP("Write turns of a conversation in place of the sentence. The model’s "
                                "chat template makes the text that the model reads."))
            .others
            = QT_TR_NOOP("chat, chat template, messages, roles");
    }

    /// Which of a head's matrices is shown: in the order of the formula, on Ctrl+Alt and a number.
    void addMaps()
    {
        line();
        int number = 0;
        const auto addMap = [&](Id id, const char* name, const char* words, const char* tip) -> Command& {
            return addCheckable(
                id, name, words,
                {QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number++))}, tip);
        };
        addMap(Id::kMapProducts, "map.products", QT_TR_NOOP("Dot products, Q·Kᵀ"),
               QT_TR_NOOP("Dot products of queries and keys, before they are scaled."))
            .others
            = QT_TR_NOOP("QK^T, raw scores");
        addMap(Id::kMapScores, "map.scores", QT_TR_NOOP("Scores, ÷√d"),
               QT_TR_NOOP("Scaled dot products of queries and keys, before bias and mask."))
            .others
            = QT_TR_NOOP("scaled scores, pre-softmax");
        const auto addTerm = [&](Id id, const char* name, const char* words, const char* tip) -> Command& {
            return addCheckable(id, name, words, {}, tip); // too rare for a key
        };
        addTerm(Id::kMapContentToPosition, "map.contentToPosition", QT_TR_NOOP("Content → position"),
                QT_TR_NOOP("Each query against the key’s relative position, in models with disentangled "
                           "attention."));
        addTerm(Id::kMapPositionToContent, "map.positionToContent", QT_TR_NOOP("Position → content"),
                QT_TR_NOOP("Each key against the query’s relative position, in models with disentangled "
                           "attention."));
        addMap(Id::kMapBias, "map.bias", QT_TR_NOOP("Bias"),
               QT_TR_NOOP("What is added to the scores besides the mask, for example by distance."));
        addMap(Id::kMapMasked, "map.masked", QT_TR_NOOP("Masked scores, + mask"),
               QT_TR_NOOP("Scores with bias and mask: the input of the softmax."));
        addMap(Id::kMapWeights, "map.weights", QT_TR_NOOP("Weights, softmax"),
               QT_TR_NOOP("The attention weights: each row sums to 1."))
            .others
            = QT_TR_NOOP("attention weights, attention map, softmax");
        addMap(Id::kMapNorm, "map.norm", QT_TR_NOOP("Weight × ‖v‖, × V"),
               QT_TR_NOOP("Each weight times the norm of its key’s value vector."));
        addTerm(Id::kMapEffect, "map.effect", QT_TR_NOOP("Effect on the explained token"),
                QT_TR_NOOP("What each key adds directly to the logit of the token that Why explains."))
            .others
            = QT_TR_NOOP("direct logit attribution, contribution of a key");
        addTerm(Id::kMapIfMasked, "map.ifMasked", QT_TR_NOOP("If masked: loss of the explained token"),
                QT_TR_NOOP("What the token that Why explains would lose, estimated from the gradient."))
            .others
            = QT_TR_NOOP("attribution, attention gradient, knock out a key");
        addMap(Id::kMapMask, "map.mask", QT_TR_NOOP("Mask"), QT_TR_NOOP("Which keys a query can attend to."))
            .others
            = QT_TR_NOOP("look-ahead mask, which keys are hidden");
    }

    /// Which run is shown while edits are active, and which masks apply.
    void addRuns()
    {
        line();
        addCheckable(Id::kRunBefore, "version.before", QT_TR_NOOP("Show the run before the edits"),
                     {Qt::ALT | Qt::Key_8}, QT_TR_NOOP("Show the run without edits in all views"));
        addCheckable(Id::kRunAfter, "version.after", QT_TR_NOOP("Show the run after the edits"),
                     {Qt::ALT | Qt::Key_9}, QT_TR_NOOP("Show the run with edits in all views"));
        addCheckable(Id::kRunDifference, "version.difference",
                     QT_TR_NOOP("Show the difference the edits make"), {Qt::ALT | Qt::Key_0},
                     QT_TR_NOOP("Show the run with edits minus the run without edits in the heatmap"));
        addCheckable(Id::kRunMean, "version.mean", QT_TR_NOOP("Show the mean of the dropout runs"), {},
                     QT_TR_NOOP("Show the mean of every weight over the runs in the heatmap"));
        addCheckable(Id::kRunSpread, "version.spread", QT_TR_NOOP("Show the spread of the dropout runs"), {},
                     QT_TR_NOOP("Show the standard deviation of every weight over the runs in the heatmap"));
        add(Id::kCompareRuns, "version.beside", QT_TR_NOOP("Before and after side by side"), {},
            QT_TR_NOOP("Compare the run without edits and the run with edits"))
            .others
            = QT_TR_NOOP("ablation, effect of the edits");
        line();
        addCheckable(Id::kCausalDecoder, "mask.causalDecoder", QT_TR_NOOP("Causal mask: decoder"),
                     {Qt::CTRL | Qt::Key_M},
                     QT_TR_NOOP("A token of the decoder sees only itself and the tokens before it."))
            .others
            = QT_TR_NOOP("look-ahead mask, remove the mask, mask off");
        addCheckable(Id::kCausalEncoder, "mask.causalEncoder", QT_TR_NOOP("Causal mask: encoder"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
                     QT_TR_NOOP("A token of the encoder sees only itself and the tokens before it. "
                                "Encoders are trained without this mask."));
        addCheckable(Id::kPadding, "mask.padding", QT_TR_NOOP("Padding mask"),
                     {Qt::CTRL | Qt::ALT | Qt::Key_M},
                     QT_TR_NOOP("Hides the padding that fills up shorter lines of a batch."));
        addCheckable(Id::kAdapter, "edit.adapter", QT_TR_NOOP("LoRA adapter"), {},
                     QT_TR_NOOP("Runs the model with its LoRA adapter; without it, the base model runs."));
        line();
        add(Id::kPreferences, "edit.preferences", QT_TR_NOOP("&Preferences…"), {Qt::CTRL | Qt::Key_Comma})
            .others
            = QT_TR_NOOP("settings, options, model folders, font size, precision, memory");
    }

    /// The workspaces, on Alt and a number.
    void addRooms()
    {
        begin(Place::kRoomMenu);
        addCheckable(Id::kRoomExplore, "room.explore", QT_TR_NOOP("Explore"), {Qt::ALT | Qt::Key_1},
                     QT_TR_NOOP("Look around: heads, the heatmap, tokens"));
        addCheckable(Id::kRoomExplain, "room.explain", QT_TR_NOOP("Explain"), {Qt::ALT | Qt::Key_2},
                     QT_TR_NOOP("Follow the numbers behind one weight"))
            .others
            = QT_TR_NOOP("worked out, where a number comes from");
        addCheckable(Id::kRoomDecode, "room.decode", QT_TR_NOOP("Decode"), {Qt::ALT | Qt::Key_3},
                     QT_TR_NOOP("Step through the output, token by token"))
            .others
            = QT_TR_NOOP("generate, step through, inference, autoregressive");
        addCheckable(Id::kRoomWhatIf, "room.whatIf", QT_TR_NOOP("What if"), {Qt::ALT | Qt::Key_4},
                     QT_TR_NOOP("Edit the model, and see what changes"))
            .others
            = QT_TR_NOOP("intervention, ablation, switch a head off, edit the model");
        addCheckable(Id::kRoomCompare, "room.compare", QT_TR_NOOP("Compare"), {Qt::ALT | Qt::Key_5},
                     QT_TR_NOOP("Put two heads, sentences or models side by side"))
            .others
            = QT_TR_NOOP("two sentences, two models, side by side, difference");
        addCheckable(Id::kRoomModel, "room.model", QT_TR_NOOP("Model"), {Qt::ALT | Qt::Key_6},
                     QT_TR_NOOP("See how the model is built"))
            .others
            = QT_TR_NOOP("architecture, diagram, parameters");
        addCheckable(Id::kRoomLearn, "room.learn", QT_TR_NOOP("Learn"), {Qt::ALT | Qt::Key_7},
                     QT_TR_NOOP("Start from a tour, an experiment or a model"))
            .others
            = QT_TR_NOOP("course, lessons, tutorial, teaching");
        line();
        add(Id::kSaveRoom, "room.save", QT_TR_NOOP("&Save as my own workspace…"), {},
            QT_TR_NOOP("Keep this arrangement of views under a name"));
        add(Id::kRenameRoom, "room.rename", QT_TR_NOOP("Re&name this workspace…"));
        add(Id::kDeleteRoom, "room.delete", QT_TR_NOOP("&Delete this workspace"));
        add(Id::kResetRoom, "room.reset", QT_TR_NOOP("&Reset this workspace"), {},
            QT_TR_NOOP("Bring the views back to where they were at first"));
    }

    void addView()
    {
        begin(Place::kViewMenu);
        add(Id::kCentreView, "view.centre", QT_TR_NOOP("All the &room for this view"), {Qt::Key_F12},
            QT_TR_NOOP("Give the view that has the keyboard the whole area, and take it back"));
        addCheckable(
            Id::kLinkZoom, "look.linkZoom", QT_TR_NOOP("Lin&k the zoom of all maps"), {},
            QT_TR_NOOP(
                "Maps side by side, here and in Compare, zoom to the same part of the tokens they share"));
        addCheckable(Id::kAnimateMaps, "look.animations", QT_TR_NOOP("&Animations"), {},
                     QT_TR_NOOP("Lets one stage of a map fade into the next"));
        addCheckable(Id::kFullScreen, "look.fullScreen", QT_TR_NOOP("F&ull screen"), {Qt::Key_F11}).others
            = QT_TR_NOOP("whole screen");
        addCheckable(Id::kPresentation, "look.presentation", QT_TR_NOOP("&Presentation"), {Qt::Key_F5},
                     QT_TR_NOOP("For a lecture room: the whole screen, large text, few controls"))
            .others
            = QT_TR_NOOP("lecture, beamer, projector, slides, teaching");
        addRooms();
        begin(Place::kSizeMenu);
        add(Id::kLargerText, "look.text.larger", QT_TR_NOOP("&Larger text"),
            {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal});
        add(Id::kSmallerText, "look.text.smaller", QT_TR_NOOP("&Smaller text"), {Qt::CTRL | Qt::Key_Minus});
        add(Id::kUsualText, "look.text.plain", QT_TR_NOOP("&Normal text size"),
            {Qt::CTRL | Qt::ALT | Qt::Key_0});
    }

    void addGo()
    {
        begin(Place::kGoMenu);
        add(Id::kPalette, "go.palette", QT_TR_NOOP("&Search everything…"), {Qt::CTRL | Qt::Key_K},
            QT_TR_NOOP(
                "Search actions, settings, views, terms, lessons, models, the manual, heads and tokens"));
        line();
        add(Id::kLayerUp, "go.layerUp", QT_TR_NOOP("Previous layer"),
            {Qt::Key_PageUp, Qt::CTRL | Qt::Key_PageUp});
        add(Id::kLayerDown, "go.layerDown", QT_TR_NOOP("Next layer"),
            {Qt::Key_PageDown, Qt::CTRL | Qt::Key_PageDown});
        add(Id::kHeadBack, "go.headBack", QT_TR_NOOP("Previous head"),
            {Qt::Key_BracketLeft, Qt::CTRL | Qt::Key_BracketLeft});
        add(Id::kHeadNext, "go.headNext", QT_TR_NOOP("Next head"),
            {Qt::Key_BracketRight, Qt::CTRL | Qt::Key_BracketRight});
        add(Id::kUnpin, "go.unpin", QT_TR_NOOP("Unpin"), {Qt::Key_Escape});
        line();
        add(Id::kToSentence, "go.sentence", QT_TR_NOOP("To the &sentence"), {Qt::CTRL | Qt::Key_L});
        add(Id::kToTarget, "go.target", QT_TR_NOOP("To the &target"), {Qt::CTRL | Qt::SHIFT | Qt::Key_L})
            .others
            = QT_TR_NOOP("teacher forcing, forced decoding, type a translation, force the output");
        add(Id::kToHeatmap, "go.heatmap", QT_TR_NOOP("To the &heatmap"), {Qt::CTRL | Qt::Key_H});
        line();
        add(Id::kNextPart, "go.nextPart", QT_TR_NOOP("Next part of the &window"), {Qt::Key_F6},
            QT_TR_NOOP("From the sentence to the workspaces, to each view, and round again"));
        add(Id::kPreviousPart, "go.previousPart", QT_TR_NOOP("Previous part of the window"),
            {Qt::SHIFT | Qt::Key_F6});
    }

    void addHelp()
    {
        begin(Place::kHelpMenu);
        add(Id::kManual, "help.manual", QT_TR_NOOP("&Manual"), {QKeySequence::HelpContents},
            QT_TR_NOOP("The page about the view that has the keyboard, and all others"));
        add(Id::kTour, "help.tour", QT_TR_NOOP("Short &tour")).others
            = QT_TR_NOOP("introduction, getting started, tutorial");
        add(Id::kExperiments, "help.experiments", QT_TR_NOOP("&Experiments"), {Qt::SHIFT | Qt::Key_F1},
            QT_TR_NOOP("Two experiments on the built-in model, step by step"))
            .others
            = QT_TR_NOOP("exercises, guided, tutorial");
        add(Id::kShortcuts, "help.shortcuts", QT_TR_NOOP("&Shortcuts…"), {Qt::CTRL | Qt::Key_F1}).others
            = QT_TR_NOOP("keys, keyboard, hotkeys");
        line();
        add(Id::kAbout, "help.about", QT_TR_NOOP("&About Headlight"));
    }

    void addHeatmap()
    {
        begin(Place::kHeatmap);
        add(Id::kCellUp, "go.cellUp", QT_TR_NOOP("Cell above"), {Qt::Key_Up});
        add(Id::kCellDown, "go.cellDown", QT_TR_NOOP("Cell below"), {Qt::Key_Down});
        add(Id::kCellLeft, "go.cellLeft", QT_TR_NOOP("Cell to the left"), {Qt::Key_Left});
        add(Id::kCellRight, "go.cellRight", QT_TR_NOOP("Cell to the right"), {Qt::Key_Right});
        add(Id::kRowBegin, "go.rowBegin", QT_TR_NOOP("First cell of the row"), {Qt::Key_Home});
        add(Id::kRowEnd, "go.rowEnd", QT_TR_NOOP("Last cell of the row"), {Qt::Key_End});
        add(Id::kFirstCell, "go.firstCell", QT_TR_NOOP("First cell of the map"), {Qt::CTRL | Qt::Key_Home});
        add(Id::kLastCell, "go.lastCell", QT_TR_NOOP("Last cell of the map"), {Qt::CTRL | Qt::Key_End});
        add(Id::kPinRow, "go.pin", QT_TR_NOOP("Pin or unpin the row of the cell"), {Qt::Key_Space});
        add(Id::kPinCell, "go.pinCell", QT_TR_NOOP("Pin or unpin the cell"), {Qt::Key_Return, Qt::Key_Enter});
        add(Id::kLessMass, "heatmap.lessMass", QT_TR_NOOP("Show a smaller share of each row"),
            {Qt::Key_Less});
        add(Id::kMoreMass, "heatmap.moreMass", QT_TR_NOOP("Show a larger share of each row"),
            {Qt::Key_Greater});
        add(Id::kZoomIn, "heatmap.zoomIn", QT_TR_NOOP("Zoom in on the map"), {Qt::Key_Plus, Qt::Key_Equal});
        add(Id::kZoomOut, "heatmap.zoomOut", QT_TR_NOOP("Zoom out of the map"), {Qt::Key_Minus});
        add(Id::kShowAll, "heatmap.showAll", QT_TR_NOOP("Show the whole map"), {Qt::Key_0});
    }

    void addViewsOwn()
    {
        begin(Place::kView);
        add(Id::kRestart, "decoding.restart", QT_TR_NOOP("Back to start"), {Qt::ALT | Qt::Key_Home});
        add(Id::kStepBack, "decoding.back", QT_TR_NOOP("Step back"), {Qt::ALT | Qt::Key_Left});
        add(Id::kPlay, "decoding.play", QT_TR_NOOP("Play"), {Qt::Key_F9});
        add(Id::kStepForward, "decoding.forward", QT_TR_NOOP("Step forward"), {Qt::ALT | Qt::Key_Right});
        add(Id::kRunToEnd, "decoding.end", QT_TR_NOOP("Run to end"), {Qt::ALT | Qt::Key_End});
        add(Id::kPutToken, "decoding.putToken", QT_TR_NOOP("Replace this token"), {Qt::Key_F2});
        add(Id::kRenameBranch, "branch.rename", QT_TR_NOOP("Rename the branch"), {Qt::Key_F2});
        add(Id::kDeleteBranch, "branch.delete", QT_TR_NOOP("Delete the branch"), {QKeySequence::Delete});
        add(Id::kPlayStages, "cell.play", QT_TR_NOOP("Play or stop the stages of the cell"), {Qt::Key_P});
        add(Id::kTurnShading, "tokens.turn", QT_TR_NOOP("Shade the tokens by row or by column"), {Qt::Key_D});
        add(Id::kShowSpaces, "tokens.spaces", QT_TR_NOOP("Show or hide the spaces of the tokens"),
            {Qt::Key_W});
    }

    std::vector<Command> m_table;
    Place m_place = Place::kFileMenu;
    int m_group = 0;
};

/// A printable ASCII sign that is not a letter: some keyboards need Shift for it.
bool isSign(int key)
{
    return key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !(key >= Qt::Key_A && key <= Qt::Key_Z);
}

} // namespace

std::span<const Command> commandTable()
{
    static const Commands kCommands;
    return kCommands.table();
}

const Command& commandOf(CommandId id)
{
    return commandTable()[static_cast<std::size_t>(id)];
}

QString commandWords(const Command& command)
{
    return Commands::tr(command.words);
}

QString commandTip(const Command& command)
{
    return command.tip == nullptr ? QString() : Commands::tr(command.tip);
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
