#include "ui/window/export_actions.h"

#include "core/trace/trace_file.h"
#include "ui/plot/figure.h"
#include "ui/plot/figure_export.h"
#include "ui/run/run_controller.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QStandardPaths>

namespace headlight {

ExportActions::ExportActions(const ViewContext& context, RunController& runs, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_window(window)
    , m_picture(new QAction(tr("Export &picture…"), this))
    , m_numbers(new QAction(tr("Export &numbers…"), this))
    , m_copy(new QAction(tr("&Copy picture and numbers"), this))
    , m_folder(QStandardPaths::writableLocation(QStandardPaths::HomeLocation))
{
    m_picture->setObjectName(QStringLiteral("file.exportPicture"));
    m_picture->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    m_numbers->setObjectName(QStringLiteral("file.exportNumbers"));
    m_numbers->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_N);
    m_copy->setObjectName(QStringLiteral("edit.copy"));
    m_copy->setShortcut(QKeySequence::Copy);
    connect(m_picture, &QAction::triggered, this, &ExportActions::askForPicture);
    connect(m_numbers, &QAction::triggered, this, &ExportActions::askForNumbers);
    connect(m_copy, &QAction::triggered, this, &ExportActions::copyToClipboard);
    connect(&context.workspace, &Workspace::snapshotChanged, this, &ExportActions::adapt);
    adapt();
}

void ExportActions::adapt()
{
    const bool something = !m_context.workspace.snapshot()->trace.isNull();
    for (QAction* action : {m_picture, m_numbers, m_copy})
        action->setEnabled(something);
}

FigureRequest ExportActions::request() const
{
    return figureOf(m_context.workspace.shownTrace(), m_context.focus);
}

QString ExportActions::suggestedName(const QString& suffix) const
{
    const QString head = QString::fromStdString(toString(m_context.focus.head()));
    return m_folder + QLatin1Char('/') + head + QLatin1Char('.') + suffix;
}

QString ExportActions::askForFile(const QString& title, const QStringList& filters, const QString& suffix)
{
    QString chosen;
    QString path = QFileDialog::getSaveFileName(m_window, title, suggestedName(suffix),
                                                filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty())
        return {};
    if (QFileInfo(path).suffix().isEmpty()) {
        // "Picture (*.png)" → ".png"
        const auto begin = chosen.indexOf(QStringLiteral("*.")) + 1;
        path += chosen.mid(begin, chosen.indexOf(QLatin1Char(')')) - begin);
    }
    m_folder = QFileInfo(path).absolutePath();
    return path;
}

void ExportActions::askForPicture()
{
    write(askForFile(tr("Export picture"),
                     {tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)")},
                     QStringLiteral("png")));
}

void ExportActions::askForNumbers()
{
    write(askForFile(
        tr("Export numbers"),
        {tr("Table of this head (*.csv)"), tr("Trace file with all that was recorded (*.safetensors)")},
        QStringLiteral("csv")));
}

void ExportActions::write(const QString& path)
{
    if (path.isEmpty())
        return;
    if (path.endsWith(QStringLiteral(".safetensors"), Qt::CaseInsensitive)) {
        m_runs.writeFile(path, [path, trace = m_context.workspace.snapshot()->trace] {
            return writeTraceFile(path.toStdString(), {&trace, 1}, {});
        });
        return;
    }
    m_runs.writeFile(path, [path, figure = request(), how = recipe ? recipe() : QString()] {
        return exportFigure(figure, {}, path, how);
    });
}

void ExportActions::copyToClipboard()
{
    const FigureRequest figure = request();
    if (!checkFigure(figure))
        return;
    auto* data = new QMimeData;
    data->setImageData(figureImage(figure, {}));
    data->setText(QString::fromUtf8(figureNumbers(figure, '\t')));
    QGuiApplication::clipboard()->setMimeData(data);
}

} // namespace headlight
