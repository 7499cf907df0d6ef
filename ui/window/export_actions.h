#pragma once

#include "ui/run/model_facts.h"
#include "ui/views/trace_view.h"

#include <QObject>

#include <functional>

class QAction;

namespace headlight {

class RunController;
struct FigureRequest;

/// Pictures and numbers of what is shown, to files and to the clipboard. Owns these actions.
class ExportActions : public QObject
{
    Q_OBJECT
public:
    ExportActions(const ViewContext& context, RunController& runs, QWidget* window);

    QAction* picture() const { return m_picture; }
    QAction* numbers() const { return m_numbers; }
    QAction* copy() const { return m_copy; }

    /// The command line that makes the figure again, for its metadata.
    std::function<QString()> recipe;

    /// The head that is looked at, as PNG, SVG, PDF or CSV by the end of the name, or all that was
    /// recorded as a trace file (.safetensors). Written in the background; the end is a notice.
    void write(const QString& path);
    void copyToClipboard();

private:
    void askForPicture();
    void askForNumbers();
    QString suggestedName(const QString& suffix) const;
    QString askForFile(const QString& title, const QStringList& filters, const QString& suffix);
    FigureRequest request() const;
    void adapt();

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
    QAction* m_picture;
    QAction* m_numbers;
    QAction* m_copy;
    QString m_folder; ///< of the last export
};

} // namespace headlight
