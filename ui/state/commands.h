#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

#include <optional>
#include <span>

class QKeyEvent;

namespace headlight {

/// Everything that a menu, a key or the command palette can do, except showing a view (see its registry).
enum class CommandId : unsigned char {
    kOpenModel,
    kOpenGguf,
    kOpenAdapter,
    kOpenTrace,
    kGallery,
    kOpenLesson,
    kNewLesson,
    kOpenSession,
    kSaveSession,
    kSaveSessionAs,
    kExportPicture,
    kExportNumbers,
    kExportFilm,
    kQuit,
    kAddScene,
    kNextScene,
    kPreviousScene,
    kRemoveScene,
    kExportScenes,
    kUndo,
    kRedo,
    kCopy,
    kFind,
    kFindNext,
    kFindPrevious,
    kAddLine,
    kTypeIds,
    kConversation,
    kMapProducts,
    kMapScores,
    kMapContentToPosition,
    kMapPositionToContent,
    kMapBias,
    kMapMasked,
    kMapWeights,
    kMapNorm,
    kMapEffect,
    kMapIfMasked,
    kMapMask,
    kRunBefore,
    kRunAfter,
    kRunDifference,
    kRunMean,
    kRunSpread,
    kCompareRuns,
    kCausalDecoder,
    kCausalEncoder,
    kPadding,
    kAdapter,
    kPreferences,
    kCentreView,
    kLinkZoom,
    kAnimateMaps,
    kFullScreen,
    kPresentation,
    kRoomExplore,
    kRoomExplain,
    kRoomDecode,
    kRoomWhatIf,
    kRoomCompare,
    kRoomModel,
    kRoomLearn,
    kSaveRoom,
    kRenameRoom,
    kDeleteRoom,
    kResetRoom,
    kLargerText,
    kSmallerText,
    kUsualText,
    kPalette,
    kLayerUp,
    kLayerDown,
    kHeadBack,
    kHeadNext,
    kUnpin,
    kToSentence,
    kToTarget,
    kToHeatmap,
    kNextPart,
    kPreviousPart,
    kManual,
    kTour,
    kExperiments,
    kShortcuts,
    kAbout,
    kCellUp,
    kCellDown,
    kCellLeft,
    kCellRight,
    kRowBegin,
    kRowEnd,
    kFirstCell,
    kLastCell,
    kPinRow,
    kPinCell,
    kLessMass,
    kMoreMass,
    kZoomIn,
    kZoomOut,
    kShowAll,
    kRestart,
    kStepBack,
    kPlay,
    kStepForward,
    kRunToEnd,
    kPutToken,
    kRenameBranch,
    kDeleteBranch,
    kPlayStages,
    kTurnShading,
    kShowSpaces,
};

/// Where a command appears, which also decides where its keys work: menu commands in the whole window, those
/// of the heatmap only while the heatmap has the keyboard focus, those of other views where the view says.
enum class CommandPlace : unsigned char {
    kFileMenu,
    kSceneMenu, ///< "Scenes", inside the File menu
    kEditMenu,
    kViewMenu,
    kRoomMenu, ///< "Workspace", inside the View menu
    kSizeMenu, ///< "Text and display size", inside the View menu
    kGoMenu,
    kHelpMenu,
    kHeatmap, ///< in no menu
    kView, ///< in no menu; the view makes the action
};

/// One line of the table of commands. The part of the window that owns a command defines what it does.
struct Command
{
    CommandId id;
    CommandPlace place;
    int group; ///< menus draw a line where the group changes
    const char* name; ///< stable name of the action
    const char* words; ///< source text, translated in the context "Command"
    const char* tip; ///< likewise; nullptr = none
    QList<QKeySequence> keys; ///< default keys; the first one is shown in the menu
    bool checkable = false;
    const char* others = ""; ///< other words by which people look for it, between commas; likewise
};

/// All commands, in the order of CommandId, which is also the order in the menus.
std::span<const Command> commandTable();
const Command& commandOf(CommandId id);
QString commandWords(const Command& command);
QString commandTip(const Command& command);

/// The command in this place for a key press. For signs that may need Shift to be typed, Shift is ignored.
std::optional<CommandId> commandFor(CommandPlace place, const QKeyEvent& press);

} // namespace headlight
