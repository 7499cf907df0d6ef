#pragma once

#include "ui/background/latest_task.h"
#include "ui/figure/film.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QProgressDialog;

namespace headlight {

class CommandActions;

/// Writes the film of a decoding to a file, in the background with progress and a way to stop it. UI thread.
class FilmActions : public QObject
{
    Q_OBJECT
public:
    /// `figure`: what the heatmap would show of each step.
    FilmActions(const ViewContext& context, const CommandActions& commands,
                std::function<FigureRequest()> figure, QWidget* window);

    /// The film as it would be written now.
    FilmRequest request() const;
    /// Writes the film of what the heatmap shows, as .webp or as .png files, and publishes a notice.
    void write(const QString& path) { write(path, request()); }
    void write(const QString& path, const FilmRequest& film);
    bool isWriting() const { return m_task.isRunning(); }
    void cancel();

private:
    /// Shows the dialog, then asks for the file.
    void ask();
    QString askForFile(); ///< empty = the user cancelled
    void finished(const QString& path, const QString& fault);

    ViewContext m_context;
    std::function<FigureRequest()> m_figure;
    QWidget* m_window;
    QAction* m_film;
    QPointer<QProgressDialog> m_progress;
    LatestTask m_task;
};

} // namespace headlight
