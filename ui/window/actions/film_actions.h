#pragma once

#include "ui/figure/figure.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QAction;
class QProgressDialog;

namespace headlight {

class CommandActions;
class LatestTask;
struct FilmRequest;

/// The film of a decoding to a file, drawn in the background with its progress and a way to stop it. UI
/// thread.
class FilmActions : public QObject
{
    Q_OBJECT
public:
    FilmActions(const ViewContext& context, const CommandActions& commands, QWidget* window);
    ~FilmActions() override;

    /// What of each step the heatmap would show; unset: what the focus says.
    std::function<FigureRequest()> figure;
    /// The film as it would be written now.
    FilmRequest request() const;
    /// Writes the film of what the heatmap shows, as .webp or a sequence of .png. The end is a notice.
    void write(const QString& path);
    void write(const QString& path, const FilmRequest& film);
    bool isWriting() const;
    void cancel();

private:
    /// The dialog, and after it the file.
    void ask();
    QString askForFile(); ///< empty: the user thought better of it
    void adapt();
    void finished(const QString& path, const QString& fault);

    ViewContext m_context;
    QWidget* m_window;
    QAction* m_film;
    LatestTask* m_task;
    QPointer<QProgressDialog> m_progress;
};

} // namespace headlight
