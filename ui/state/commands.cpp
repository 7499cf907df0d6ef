#include "ui/state/commands.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>
#include <vector>

namespace headlight {

namespace {

using Id = CommandId;
using Place = CommandPlace;

std::vector<Command> fileCommands()
{
    constexpr Place kPlace = Place::kFileMenu;
    return {{Id::kOpenModel,
             kPlace,
             0,
             "file.open",
             QT_TRANSLATE_NOOP("Command", "&Open model folder…"),
             nullptr,
             {QKeySequence::Open}},
            {Id::kOpenTrace,
             kPlace,
             0,
             "file.openTrace",
             QT_TRANSLATE_NOOP("Command", "Open &trace file…"),
             nullptr,
             {Qt::CTRL | Qt::SHIFT | Qt::Key_O}},
            {Id::kOpenSession,
             kPlace,
             1,
             "file.openSession",
             QT_TRANSLATE_NOOP("Command", "Open &session…"),
             nullptr,
             {Qt::CTRL | Qt::ALT | Qt::Key_O}},
            {Id::kSaveSession,
             kPlace,
             1,
             "file.saveSession",
             QT_TRANSLATE_NOOP("Command", "&Save session"),
             nullptr,
             {QKeySequence::Save}},
            {Id::kSaveSessionAs,
             kPlace,
             1,
             "file.saveSessionAs",
             QT_TRANSLATE_NOOP("Command", "Save session &as…"),
             nullptr,
             {Qt::CTRL | Qt::SHIFT | Qt::Key_S}},
            {Id::kExportPicture,
             kPlace,
             2,
             "file.exportPicture",
             QT_TRANSLATE_NOOP("Command", "Export &picture…"),
             nullptr,
             {Qt::CTRL | Qt::SHIFT | Qt::Key_E}},
            {Id::kExportNumbers,
             kPlace,
             2,
             "file.exportNumbers",
             QT_TRANSLATE_NOOP("Command", "Export &numbers…"),
             nullptr,
             {Qt::CTRL | Qt::SHIFT | Qt::Key_N}},
            {Id::kExportFilm,
             kPlace,
             2,
             "file.exportFilm",
             QT_TRANSLATE_NOOP("Command", "Export &film of the decoding…"),
             QT_TRANSLATE_NOOP("Command",
                               "What the heatmap shows, growing row by row: an animated WebP file, "
                               "or a picture per step."),
             {Qt::CTRL | Qt::SHIFT | Qt::Key_F}},
            {Id::kQuit,
             kPlace,
             3,
             "file.quit",
             QT_TRANSLATE_NOOP("Command", "&Quit"),
             nullptr,
             {Qt::CTRL | Qt::Key_Q}}};
}

std::vector<Command> editCommands()
{
    constexpr Place kPlace = Place::kEditMenu;
    return {{Id::kUndo,
             kPlace,
             0,
             "edit.undo",
             QT_TRANSLATE_NOOP("Command", "&Undo"),
             nullptr,
             {QKeySequence::Undo}},
            {Id::kRedo,
             kPlace,
             0,
             "edit.redo",
             QT_TRANSLATE_NOOP("Command", "&Redo"),
             nullptr,
             {QKeySequence::Redo}},
            {Id::kCopy,
             kPlace,
             1,
             "edit.copy",
             QT_TRANSLATE_NOOP("Command", "&Copy picture and numbers"),
             nullptr,
             {QKeySequence::Copy}},
            {Id::kFind,
             kPlace,
             2,
             "edit.find",
             QT_TRANSLATE_NOOP("Command", "&Find a token…"),
             nullptr,
             {QKeySequence::Find}},
            {Id::kFindNext,
             kPlace,
             2,
             "edit.findNext",
             QT_TRANSLATE_NOOP("Command", "Find &next"),
             nullptr,
             {Qt::Key_F3}},
            {Id::kFindPrevious,
             kPlace,
             2,
             "edit.findPrevious",
             QT_TRANSLATE_NOOP("Command", "Find pre&vious"),
             nullptr,
             {Qt::SHIFT | Qt::Key_F3}}};
}

/// Which of a head's matrices is shown; on Alt and the number of its MapKind.
std::vector<Command> mapCommands()
{
    constexpr Place kPlace = Place::kEditMenu;
    return {{Id::kMapWeights,
             kPlace,
             3,
             "map.weights",
             QT_TRANSLATE_NOOP("Command", "Weights"),
             QT_TRANSLATE_NOOP("Command", "The attention weights: each row sums to 1."),
             {Qt::ALT | Qt::Key_1},
             true},
            {Id::kMapScores,
             kPlace,
             3,
             "map.scores",
             QT_TRANSLATE_NOOP("Command", "Scores"),
             QT_TRANSLATE_NOOP("Command",
                               "The scaled dot products of queries and keys, before the mask and the "
                               "softmax."),
             {Qt::ALT | Qt::Key_2},
             true},
            {Id::kMapMask,
             kPlace,
             3,
             "map.mask",
             QT_TRANSLATE_NOOP("Command", "Mask"),
             QT_TRANSLATE_NOOP("Command", "Which keys a query may attend to."),
             {Qt::ALT | Qt::Key_3},
             true},
            {Id::kMapProducts,
             kPlace,
             3,
             "map.products",
             QT_TRANSLATE_NOOP("Command", "Dot products"),
             QT_TRANSLATE_NOOP("Command", "The dot products of queries and keys, before they are scaled."),
             {Qt::ALT | Qt::Key_4},
             true},
            {Id::kMapMasked,
             kPlace,
             3,
             "map.masked",
             QT_TRANSLATE_NOOP("Command", "Masked scores"),
             QT_TRANSLATE_NOOP("Command", "What the softmax reads: the scores with the bias and the mask."),
             {Qt::ALT | Qt::Key_5},
             true},
            {Id::kMapBias,
             kPlace,
             3,
             "map.bias",
             QT_TRANSLATE_NOOP("Command", "Bias"),
             QT_TRANSLATE_NOOP("Command",
                               "What is added to the scores besides the mask, for example for the "
                               "distance."),
             {Qt::ALT | Qt::Key_6},
             true},
            {Id::kMapNorm,
             kPlace,
             3,
             "map.norm",
             QT_TRANSLATE_NOOP("Command", "Norm-weighted weights"),
             QT_TRANSLATE_NOOP("Command", "Each weight times the length of its key's value vector."),
             {Qt::ALT | Qt::Key_7},
             true}};
}

/// Which run is shown while edits are in force, and which masks apply.
std::vector<Command> runCommands()
{
    constexpr Place kPlace = Place::kEditMenu;
    return {
        {Id::kRunBefore,
         kPlace,
         4,
         "version.before",
         QT_TRANSLATE_NOOP("Command", "Show the run before the edits"),
         QT_TRANSLATE_NOOP("Command", "All views show the run of the plain model, without the edits."),
         {Qt::ALT | Qt::Key_8},
         true},
        {Id::kRunAfter,
         kPlace,
         4,
         "version.after",
         QT_TRANSLATE_NOOP("Command", "Show the run after the edits"),
         QT_TRANSLATE_NOOP("Command", "All views show the run with the edits."),
         {Qt::ALT | Qt::Key_9},
         true},
        {Id::kRunDifference,
         kPlace,
         4,
         "version.difference",
         QT_TRANSLATE_NOOP("Command", "Show the difference that the edits make"),
         QT_TRANSLATE_NOOP("Command",
                           "The heatmap shows the run with the edits minus the run without "
                           "them."),
         {Qt::ALT | Qt::Key_0},
         true},
        {Id::kCompareRuns,
         kPlace,
         4,
         "version.beside",
         QT_TRANSLATE_NOOP("Command", "Before and after side by side"),
         QT_TRANSLATE_NOOP("Command", "Compare the run without the edits and the run with them."),
         {}},
        {Id::kCausalDecoder,
         kPlace,
         5,
         "mask.causalDecoder",
         QT_TRANSLATE_NOOP("Command", "Causal mask: decoder"),
         QT_TRANSLATE_NOOP("Command", "A token of the decoder sees only itself and the tokens before it."),
         {Qt::CTRL | Qt::Key_M},
         true},
        {Id::kCausalEncoder,
         kPlace,
         5,
         "mask.causalEncoder",
         QT_TRANSLATE_NOOP("Command", "Causal mask: encoder"),
         QT_TRANSLATE_NOOP("Command",
                           "A token of the encoder sees only itself and the tokens before it. "
                           "Encoders are trained without this."),
         {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
         true},
        {Id::kPadding,
         kPlace,
         5,
         "mask.padding",
         QT_TRANSLATE_NOOP("Command", "Padding mask"),
         QT_TRANSLATE_NOOP("Command",
                           "Tokens that only fill a shorter line of a batch may not be attended "
                           "to."),
         {Qt::CTRL | Qt::ALT | Qt::Key_M},
         true},
        {Id::kPreferences,
         kPlace,
         6,
         "edit.preferences",
         QT_TRANSLATE_NOOP("Command", "&Preferences…"),
         nullptr,
         {Qt::CTRL | Qt::Key_Comma}}};
}

std::vector<Command> viewCommands()
{
    constexpr Place kView = Place::kViewMenu, kSize = Place::kSizeMenu;
    return {{Id::kLinkZoom,
             kView,
             0,
             "look.linkZoom",
             QT_TRANSLATE_NOOP("Command", "Lin&k the zoom of all maps"),
             QT_TRANSLATE_NOOP("Command",
                               "Maps side by side, and those of the comparison, show the same part "
                               "of the tokens that they share"),
             {},
             true},
            {Id::kFirstArrangement,
             kView,
             0,
             "look.firstArrangement",
             QT_TRANSLATE_NOOP("Command", "&First arrangement"),
             nullptr,
             {}},
            {Id::kFullScreen,
             kView,
             0,
             "look.fullScreen",
             QT_TRANSLATE_NOOP("Command", "F&ull screen"),
             nullptr,
             {Qt::Key_F11},
             true},
            {Id::kPresentation,
             kView,
             0,
             "look.presentation",
             QT_TRANSLATE_NOOP("Command", "&Presentation"),
             QT_TRANSLATE_NOOP("Command", "For a lecture room: the whole screen, large text, few controls"),
             {Qt::Key_F5},
             true},
            {Id::kLargerText,
             kSize,
             0,
             "look.text.larger",
             QT_TRANSLATE_NOOP("Command", "&Larger text"),
             nullptr,
             {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal}},
            {Id::kSmallerText,
             kSize,
             0,
             "look.text.smaller",
             QT_TRANSLATE_NOOP("Command", "&Smaller text"),
             nullptr,
             {Qt::CTRL | Qt::Key_Minus}},
            {Id::kUsualText,
             kSize,
             0,
             "look.text.plain",
             QT_TRANSLATE_NOOP("Command", "Text as &usual"),
             nullptr,
             {Qt::CTRL | Qt::ALT | Qt::Key_0}}};
}

std::vector<Command> goCommands()
{
    constexpr Place kPlace = Place::kGoMenu;
    return {
        {Id::kPalette,
         kPlace,
         0,
         "go.palette",
         QT_TRANSLATE_NOOP("Command", "&Everything…"),
         QT_TRANSLATE_NOOP("Command", "Search all actions, heads and tokens by typing"),
         {Qt::CTRL | Qt::Key_K}},
        {Id::kLayerUp,
         kPlace,
         1,
         "go.layerUp",
         QT_TRANSLATE_NOOP("Command", "Previous layer"),
         nullptr,
         {Qt::Key_PageUp, Qt::CTRL | Qt::Key_PageUp}},
        {Id::kLayerDown,
         kPlace,
         1,
         "go.layerDown",
         QT_TRANSLATE_NOOP("Command", "Next layer"),
         nullptr,
         {Qt::Key_PageDown, Qt::CTRL | Qt::Key_PageDown}},
        {Id::kHeadBack,
         kPlace,
         1,
         "go.headBack",
         QT_TRANSLATE_NOOP("Command", "Previous head"),
         nullptr,
         {Qt::Key_BracketLeft, Qt::CTRL | Qt::Key_BracketLeft}},
        {Id::kHeadNext,
         kPlace,
         1,
         "go.headNext",
         QT_TRANSLATE_NOOP("Command", "Next head"),
         nullptr,
         {Qt::Key_BracketRight, Qt::CTRL | Qt::Key_BracketRight}},
        {Id::kUnpin, kPlace, 1, "go.unpin", QT_TRANSLATE_NOOP("Command", "Unpin"), nullptr, {Qt::Key_Escape}},
        {Id::kToSentence,
         kPlace,
         2,
         "go.sentence",
         QT_TRANSLATE_NOOP("Command", "To the &sentence"),
         nullptr,
         {Qt::CTRL | Qt::Key_L}},
        {Id::kToTarget,
         kPlace,
         2,
         "go.target",
         QT_TRANSLATE_NOOP("Command", "To the &target"),
         nullptr,
         {Qt::CTRL | Qt::SHIFT | Qt::Key_L}},
        {Id::kToHeatmap,
         kPlace,
         2,
         "go.heatmap",
         QT_TRANSLATE_NOOP("Command", "To the &heatmap"),
         nullptr,
         {Qt::CTRL | Qt::Key_H}}};
}

std::vector<Command> helpCommands()
{
    constexpr Place kPlace = Place::kHelpMenu;
    return {
        {Id::kTour,
         kPlace,
         0,
         "help.tour",
         QT_TRANSLATE_NOOP("Command", "Short &tour"),
         nullptr,
         {QKeySequence::HelpContents}},
        {Id::kExperiments,
         kPlace,
         0,
         "help.experiments",
         QT_TRANSLATE_NOOP("Command", "&Experiments…"),
         QT_TRANSLATE_NOOP("Command", "Two experiments on the built-in model, step by step"),
         {Qt::SHIFT | Qt::Key_F1}},
        {Id::kShortcuts,
         kPlace,
         0,
         "help.shortcuts",
         QT_TRANSLATE_NOOP("Command", "&Shortcuts…"),
         nullptr,
         {Qt::CTRL | Qt::Key_F1}},
        {Id::kAbout, kPlace, 1, "help.about", QT_TRANSLATE_NOOP("Command", "&About Headlight"), nullptr, {}}};
}

std::vector<Command> heatmapCommands()
{
    constexpr Place kPlace = Place::kHeatmap;
    return {{Id::kCellUp,
             kPlace,
             0,
             "go.cellUp",
             QT_TRANSLATE_NOOP("Command", "Cell above"),
             nullptr,
             {Qt::Key_Up}},
            {Id::kCellDown,
             kPlace,
             0,
             "go.cellDown",
             QT_TRANSLATE_NOOP("Command", "Cell below"),
             nullptr,
             {Qt::Key_Down}},
            {Id::kCellLeft,
             kPlace,
             0,
             "go.cellLeft",
             QT_TRANSLATE_NOOP("Command", "Cell to the left"),
             nullptr,
             {Qt::Key_Left}},
            {Id::kCellRight,
             kPlace,
             0,
             "go.cellRight",
             QT_TRANSLATE_NOOP("Command", "Cell to the right"),
             nullptr,
             {Qt::Key_Right}},
            {Id::kRowBegin,
             kPlace,
             0,
             "go.rowBegin",
             QT_TRANSLATE_NOOP("Command", "First cell of the row"),
             nullptr,
             {Qt::Key_Home}},
            {Id::kRowEnd,
             kPlace,
             0,
             "go.rowEnd",
             QT_TRANSLATE_NOOP("Command", "Last cell of the row"),
             nullptr,
             {Qt::Key_End}},
            {Id::kFirstCell,
             kPlace,
             0,
             "go.firstCell",
             QT_TRANSLATE_NOOP("Command", "First cell of the map"),
             nullptr,
             {Qt::CTRL | Qt::Key_Home}},
            {Id::kLastCell,
             kPlace,
             0,
             "go.lastCell",
             QT_TRANSLATE_NOOP("Command", "Last cell of the map"),
             nullptr,
             {Qt::CTRL | Qt::Key_End}},
            {Id::kPinRow,
             kPlace,
             0,
             "go.pin",
             QT_TRANSLATE_NOOP("Command", "Pin or unpin the row of the cell"),
             nullptr,
             {Qt::Key_Space}},
            {Id::kPinCell,
             kPlace,
             0,
             "go.pinCell",
             QT_TRANSLATE_NOOP("Command", "Pin or unpin the cell"),
             nullptr,
             {Qt::Key_Return, Qt::Key_Enter}},
            {Id::kLessMass,
             kPlace,
             0,
             "heatmap.lessMass",
             QT_TRANSLATE_NOOP("Command", "Show a smaller share of each row"),
             nullptr,
             {Qt::Key_Less}},
            {Id::kMoreMass,
             kPlace,
             0,
             "heatmap.moreMass",
             QT_TRANSLATE_NOOP("Command", "Show a larger share of each row"),
             nullptr,
             {Qt::Key_Greater}},
            {Id::kZoomIn,
             kPlace,
             0,
             "heatmap.zoomIn",
             QT_TRANSLATE_NOOP("Command", "Zoom in on the map"),
             nullptr,
             {Qt::Key_Plus, Qt::Key_Equal}},
            {Id::kZoomOut,
             kPlace,
             0,
             "heatmap.zoomOut",
             QT_TRANSLATE_NOOP("Command", "Zoom out of the map"),
             nullptr,
             {Qt::Key_Minus}},
            {Id::kShowAll,
             kPlace,
             0,
             "heatmap.showAll",
             QT_TRANSLATE_NOOP("Command", "Show the whole map"),
             nullptr,
             {Qt::Key_0}}};
}

/// A sign between space and tilde that is no letter: some keyboards have it on Shift.
bool isSign(int key)
{
    return key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !(key >= Qt::Key_A && key <= Qt::Key_Z);
}

} // namespace

std::span<const Command> commandTable()
{
    static const std::vector<Command> kTable = [] {
        std::vector<Command> all;
        for (const auto& part : {fileCommands(), editCommands(), mapCommands(), runCommands(), viewCommands(),
                                 goCommands(), helpCommands(), heatmapCommands()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
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
