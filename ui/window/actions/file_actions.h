#pragma once

#include "ui/widgets/trace_view.h"

#include <QObject>

class QMimeData;
class QWidget;

namespace headlight {

class CommandActions;
class RunController;
struct ImportFound;

/// Opens what a path refers to (a model folder, a file in one, a trace file, a session, a lesson, a text),
/// whether it came from a dialog, a drop on the window, or the command line.
class FileActions : public QObject
{
    Q_OBJECT
public:
    FileActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                QWidget* window);

    /// A model folder, a file in one, the name of a built-in or cached model, a trace file, a session, a
    /// lesson, or a text file (UTF-8), which becomes the sentence.
    void open(const QString& path);
    void openFolder(const QString& folder) { emit modelWanted(folder); }
    void askForModel();
    void askForGguf();

    static bool isSession(const QString& path);
    /// Whether a drag carries something that open() accepts, and its drop; also for the window's own.
    static bool canDrop(const QMimeData& data);
    void drop(const QMimeData& data);

signals:
    void modelWanted(const QString& folder);
    void sessionWanted(const QString& path);
    void lessonWanted(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void askForFolder(const QString& title);
    void askForTrace();
    void askForLesson();
    void askAboutImport(const ImportFound& found);
    void openText(const QString& path);
    void useText(const QString& text, const QString& undoName);

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
};

} // namespace headlight
