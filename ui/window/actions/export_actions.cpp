#include "ui/window/actions/export_actions.h"

#include "core/analysis/position_tables.h"
#include "core/tracefile/trace_file.h"
#include "ui/dialogs/picture_dialog.h"
#include "ui/figure/figure_choices.h"
#include "ui/figure/figure_dialog.h"
#include "ui/run/file_writer.h"
#include "ui/run/notices.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/save_target.h"
#include "ui/widgets/slow_copy.h"

#include <QAction>
#include <QFileInfo>
#include <QMessageBox>
#include <QStandardPaths>

#include <array>
#include <utility>

namespace headlight {

ExportActions::ExportActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                             std::function<FigureRequest()> figure, std::function<QWidget*()> front,
                             QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_window(window)
    , m_slowCopy(new SlowCopy(this))
    , m_figure(std::move(figure))
    , m_front(std::move(front))
    , m_folder(figureChoices(context.settings).folder)
{
    if (!QFileInfo(m_folder).isDir())
        m_folder = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
    const std::array actions{&commands[CommandId::kExportPicture], &commands[CommandId::kExportNumbers],
                             &commands[CommandId::kCopy]};
    connect(actions[0], &QAction::triggered, this, &ExportActions::askForPicture);
    connect(actions[1], &QAction::triggered, this, &ExportActions::askForNumbers);
    connect(actions[2], &QAction::triggered, this, &ExportActions::copyToClipboard);
    const auto adapt = [this, actions] {
        for (QAction* action : actions)
            action->setEnabled(!m_context.workspace.snapshot()->trace.isNull());
    };
    connect(&context.workspace, &Workspace::snapshotChanged, this, adapt);
    adapt();
}

FigureSource ExportActions::source() const
{
    return {openFacts(m_context.workspace), m_context.workspace.traceFile()};
}

QString ExportActions::baseName(const FigureRequest& drawn) const
{
    if (const auto* table = std::get_if<PositionPicture>(&drawn.subject))
        return QStringLiteral("positions.%1")
            .arg(QString::fromStdString(std::string(stackName(table->stack))));
    return QString::fromStdString(toString(m_context.focus.head()));
}

QString ExportActions::askForFile(const QString& title, const QStringList& filters, const QString& name,
                                  const QString& suffix)
{
    const QString path = askForTarget(m_window, title, filters,
                                      m_folder + QLatin1Char('/') + name + QLatin1Char('.') + suffix);
    if (!path.isEmpty())
        m_folder = QFileInfo(path).absolutePath();
    return path;
}

void ExportActions::askForPicture()
{
    if (QWidget* const front = m_front(); front != nullptr)
        if (QWidget* const picture = firstPicture(*front))
            return (new PictureDialog(*picture, front->objectName(), m_window))->open();
    const Trace trace = m_context.workspace.shownTrace();
    const FigureSource source = this->source();
    const QStringList run = sourceWords(m_context.workspace, source);
    // A figure of a run is reproduced by the same run; a table of the model needs no run.
    const auto from = [source, trace, run](const FigureRequest& drawn) {
        const auto* table = std::get_if<PositionPicture>(&drawn.subject);
        const bool own = table != nullptr && trace.stackMatrix(Site::kPositions, table->stack).size() == 0;
        return own ? modelWords(source) : run;
    };
    const FigureDialog::Command command
        = [this, from](const FigureRequest& drawn, const FigureSize& size, const QString& suffix) {
              return renderRecipe(from(drawn), drawn, size, baseName(drawn) + QLatin1Char('.') + suffix);
          };
    auto* const dialog = new FigureDialog(m_figure(), positions(trace), figureChoices(m_context.settings),
                                          command, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FigureDialog::saveWanted, this, [this, dialog, from] {
        const FigureFormat* format = formatOf(figureFormats(), QLatin1Char('.') + dialog->suffix());
        const QString path
            = askForFile(tr("Export image"), {format == nullptr ? QString() : format->file.filter()},
                         baseName(dialog->request()), dialog->suffix());
        if (path.isEmpty())
            return;
        if (const auto known = checkFormat(figureFormats(), path.toStdString()); !known) {
            QMessageBox::warning(dialog, dialog->windowTitle(),
                                 noticeFor(known.error(), Attempt::kExport).text);
            return; // the dialog stays, with all that was chosen
        }
        write(path, dialog->request(), dialog->size(), from(dialog->request()));
        dialog->accept();
    });
    connect(dialog, &QDialog::finished, this, [this, dialog] {
        FigureChoices choices = dialog->choices();
        choices.folder = m_folder;
        keepFigureChoices(m_context.settings, choices);
    });
    dialog->open();
}

std::vector<PositionPicture> ExportActions::positions(const Trace& trace) const
{
    std::vector<PositionPicture> all;
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        if (trace.isNull() || trace.info().stack(stack) == nullptr)
            continue;
        // They are recorded only while their view is visible.
        Matrix rows = trace.stackMatrix(Site::kPositions, stack);
        if (rows.size() == 0)
            rows = positionTables(m_context.workspace.model())
                       .stack(stack)
                       .rows(static_cast<Index>(trace.tokens(stack).size()));
        if (rows.size() > 0)
            all.push_back({std::move(rows), stack});
    }
    return all;
}

void ExportActions::askForNumbers()
{
    QStringList filters;
    QString first;
    for (const FigureFormat& format : figureFormats()) {
        if (format.content != FigureFormat::Content::kNumbers)
            continue;
        filters << format.file.filter();
        first = first.isEmpty() ? format.file.suffixText() : first;
    }
    filters << tr("Trace file with everything recorded (*.safetensors)");
    write(askForFile(tr("Export numbers"), filters, baseName(m_figure()), first));
}

void ExportActions::write(const QString& path)
{
    if (path.isEmpty())
        return;
    if (path.endsWith(QStringLiteral(".safetensors"), Qt::CaseInsensitive)) {
        m_runs.writer().write(path, [path, trace = m_context.workspace.snapshot()->trace] {
            return writeTraceFile(path.toStdString(), {&trace, 1}, {});
        });
        return;
    }
    FigureRequest all = m_figure();
    const FigureRequest visible = all;
    all.queries = all.keys = std::nullopt;
    // Of a map too large to write, the visible part.
    write(path, checkNumbers(all) ? all : visible, {}, sourceWords(m_context.workspace, source()));
}

void ExportActions::write(const QString& path, const FigureRequest& request, const FigureSize& size,
                          const QStringList& from)
{
    // Omit the folder, which is private and may not exist where the command is run again.
    const QString how = renderRecipe(from, request, size, QFileInfo(path).fileName());
    m_runs.writer().write(path,
                          [path, request, size, how] { return exportFigure(request, size, path, how); });
}

void ExportActions::copyToClipboard()
{
    const FigureRequest shown = m_figure();
    if (!checkFigure(shown))
        return;
    m_slowCopy->startFigure([shown](const std::stop_token& stop) {
        SlowCopy::Figure copied{figureImage(shown, {}), {}};
        if (fitsClipboard(shown))
            copied.text = QString::fromUtf8(figureNumbers(shown, '\t', stop));
        return copied;
    });
}

} // namespace headlight
