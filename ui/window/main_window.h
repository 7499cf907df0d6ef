#pragma once

#include "core/options/map_options.h"
#include "ui/run/session_files.h"
#include "ui/state/workspace.h"
#include "ui/widgets/trace_view.h"
#include "ui/window/lessons/lesson_writer.h"
#include "ui/window/sessions/model_memory.h"

#include <QMainWindow>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class CommandActions;
class DockArea;
class EditBanner;
class EffectsKeeper;
class ExportActions;
class FileActions;
class FindBar;
class FocusKeeper;
class HelpActions;
class InputPanel;
class LessonPlayer;
class LookActions;
class MaskActions;
class MessageBar;
class ModelChoice;
class ModelOpener;
class ParityBadge;
class Presentation;
class Rooms;
class Scenes;
class RunController;
class SessionActions;
class StatusLine;
class StepKeeper;
class ToolRow;
class Theme;
struct KeptLesson;

/// What a window hands to its successor.
struct WindowState
{
    KnownFile session;
    QString colourMap;
    int beamNode = -1;
    MapOptions mapOptions; ///< may come from a session instead of the user's settings
    ModelMemory::Open memory;
    std::shared_ptr<const KeptLesson> lesson;
    std::map<QString, std::vector<ViewId>> fronts; ///< see Rooms::fronts()
    ViewId keyboard; ///< the view that had it; none = another part
    bool inLesson = false; ///< the lesson had it
    LessonWriter::Draft draft; ///< of a lesson
};

/// Assembles the window, and restores and saves its state. The parts do the work; it only connects them.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// The objects must outlive the window.
    MainWindow(const ViewContext& context, RunController& runs, Theme& theme);
    ~MainWindow() override;

    /// Restores the last sentence and opens a model: the one for `path` (a model folder, a trace or a
    /// session), otherwise the last one, otherwise the built-in one.
    void start(const QString& path = {});
    /// Instead of start(): goes on in another language from what an earlier window left.
    void resume(const WindowState& state);
    /// Closes this window so that another one can resume.
    WindowState leave();
    /// The system ends the program: keeps everything without asking, for an offer at the next start.
    void endNow();
    void openModel(const QString& folder);
    /// Opens a model folder, a file in one, a trace file, a session or a text.
    void open(const QString& path);

    DockArea& views() const { return *m_views; }
    Rooms& rooms() const { return *m_rooms; }
    Scenes& scenes() const { return *m_scenes; }
    Presentation& presentation() const { return *m_presentation; }
    LookActions& look() const { return *m_look; }
    LessonPlayer& lessons() const { return *m_lessons; }
    LessonWriter& lessonWriter() const { return *m_writer; }
    InputPanel& input() const { return *m_input; }
    ToolRow& tools() const { return *m_tools; }
    ModelChoice& models() const { return *m_models; }
    const CommandActions& commands() const { return *m_commands; }
    ExportActions& exports() const { return *m_exports; }
    SessionActions& sessions() const { return *m_sessions; }

signals:
    /// The user chose another language: this window should leave() and a new one resume().
    void languageChosen();

protected:
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildCentre();
    void escape();
    void buildMenuBar();
    void connectCommands();
    void connectParts();
    /// The parts that F6 and Tab go through.
    std::vector<QWidget*> parts() const;
    void save();
    bool fallBack();
    void sourceChanged();
    void showNotice();
    void showTitle();

    ViewContext m_context;
    RunController& m_runs;
    QString m_builtin;
    CommandActions* m_commands;
    FocusKeeper* m_focusKeeper; ///< must exist before the views
    EffectsKeeper* m_effectsKeeper;
    StepKeeper* m_stepKeeper; ///< likewise
    FileActions* m_files;
    LookActions* m_look;
    MaskActions* m_masks;
    FindBar* m_find;
    ModelMemory* m_memory;
    ModelOpener* m_opener;
    ModelChoice* m_models;
    InputPanel* m_input;
    DockArea* m_views;
    ExportActions* m_exports;
    HelpActions* m_help;
    Rooms* m_rooms;
    Scenes* m_scenes;
    Presentation* m_presentation;
    LessonPlayer* m_lessons;
    LessonWriter* m_writer;
    SessionActions* m_sessions;
    ToolRow* m_tools = nullptr;
    MessageBar* m_notice;
    EditBanner* m_banner;
    StatusLine* m_status;
    ParityBadge* m_parity;
    QTimer m_saveSoon;
    bool m_shown = false; ///< the docks have been arranged
    bool m_fallBack = false; ///< open the built-in model if the first one fails
    std::optional<Notice> m_sayAgain; ///< once a model is open
};

} // namespace headlight
