#include "ui/window/presenting/scene_export.h"

#include "core/lesson/matrix_sheet.h"
#include "ui/run/notices.h"
#include "ui/state/focus.h"
#include "ui/state/shown_decoding.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/sheet_page.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"
#include "ui/words/waiting_words.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QScrollBar>
#include <QTimer>
#include <QVariant>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {

namespace {

const QLatin1String kSheetView("matrices");
const QSizeF kPage{254, 142.9}; ///< millimetres: aspect ratio of most projectors
constexpr int kResolution = 144; ///< dots per inch at which the window's text has its usual size
constexpr int kShown = 250; ///< milliseconds for the views to draw the new state
constexpr int kPageMargin = 36;
constexpr double kTitleSize = 18; ///< points
constexpr double kSubjectSize = 11;
constexpr int kHeading = 130; ///< height of the usual lines above a view, about
constexpr double kMostGrowth = 3; ///< times that a view or its page becomes larger for its rows
constexpr double kGrowth = 1.125; ///< of each attempt
constexpr double kLegiblePoints = 8; ///< size of letters
constexpr double kPointsPerInch = 72;

} // namespace

// Gives a view the shape of a place and returns the size of its letters there: points. It is as large as it
// was, unless its letters were too small, or larger where that hides less behind scroll bars.
static double layOut(QWidget& view, const QSize& before, const QSizeF& place, double resolution)
{
    const auto areas = view.findChildren<QAbstractScrollArea*>();
    const auto resize = [&](double width) {
        view.resize(qRound(width), qRound(width * place.height() / place.width()));
        QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QApplication::sendPostedEvents(nullptr, QEvent::MetaCall); // scroll bars hide themselves late
        int hidden = 0; // how far the view could be scrolled
        for (const auto* const area : areas)
            if (area->isVisible())
                hidden += area->horizontalScrollBar()->maximum() + area->verticalScrollBar()->maximum();
        return hidden;
    };
    const double letters = QFontInfo(view.font()).pixelSize() * place.width() * kPointsPerInch / resolution;
    const double first
        = std::min(std::max<double>(before.width(), before.height() * place.width() / place.height()),
                   letters / kLegiblePoints);
    double best = first;
    int least = resize(best);
    for (double width = first; least > 0 && width < kMostGrowth * first; width *= kGrowth)
        if (const int hidden = resize(width); hidden < least)
            std::tie(best, least) = std::pair(width, hidden);
    resize(best);
    double zoom = 1; // of a picture with letters of its own
    for (const QWidget* const part : view.findChildren<QWidget*>())
        if (const QVariant own = part->property("zoom"); own.isValid())
            zoom = std::min(zoom, own.toDouble());
    return letters * zoom / best;
}

void paintWhole(QPainter& painter, const QRectF& place, QWidget& view)
{
    const QSize before = view.size();
    layOut(view, before, place.size(), painter.device()->logicalDpiY());
    painter.save();
    painter.translate(place.topLeft());
    painter.scale(place.width() / view.width(), place.height() / view.height());
    view.render(&painter);
    painter.restore();
    view.resize(before);
}

SceneExport::SceneExport(const ViewContext& context, Scenes& scenes, DockArea& views,
                         const CommandActions& commands, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_scenes(scenes)
    , m_views(views)
    , m_window(window)
{
    connect(&commands[CommandId::kExportScenes], &QAction::triggered, this, &SceneExport::ask);
    connect(&scenes, &Scenes::arrived, this, [this] {
        if (m_pdf == nullptr)
            return;
        m_focused = QApplication::focusWidget();
        if (const QWidget* const view = m_views.centreWidget())
            m_hidden.hideAllIn(*view);
        QTimer::singleShot(kShown, this, &SceneExport::drawPage);
    });
}

SceneExport::~SceneExport() = default;

void SceneExport::ask()
{
    const QString scenes = tr("Scenes (*.pdf)"), handOut = tr("Hand-out: scenes and work sheet (*.pdf)");
    const QStringList names{tr("scenes.pdf"), tr("hand-out.pdf")};
    QFileDialog dialog(m_window, tr("Export scenes"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters({scenes, handOut});
    dialog.setDefaultSuffix(QStringLiteral("pdf"));
    dialog.selectFile(names[0]);
    // Scenes exported just before would be written over.
    connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& kind) {
        if (names.contains(QFileInfo(dialog.selectedFiles().value(0)).fileName()))
            dialog.selectFile(names[kind == handOut ? 1 : 0]);
    });
    if (dialog.exec() == QDialog::Accepted && !dialog.selectedFiles().isEmpty())
        write(dialog.selectedFiles().front(), dialog.selectedNameFilter() == handOut);
}

void SceneExport::write(const QString& path, bool handOut)
{
    if (isWriting() || m_scenes.all().empty())
        return;
    m_path = path;
    m_handOut = handOut;
    m_page = pageFrom(0);
    m_sheet = m_context.workspace.sheet();
    auto file = AtomicFile::create(path.toStdString()); // a folder that cannot be written is known at once
    if (!file)
        return m_context.workspace.setNotice(noticeFor(file.error(), Attempt::kExport));
    m_file.emplace(std::move(*file));
    m_bytes.setData({});
    m_bytes.open(QIODevice::WriteOnly);
    m_pdf = std::make_unique<QPdfWriter>(&m_bytes);
    m_pdf->setPageMargins({});
    m_pdf->setResolution(kResolution);
    m_pdf->setTitle(QFileInfo(path).completeBaseName());
    emit writing(true);
    m_scenes.setPresenting(true);
    m_scenes.go(m_scenes.all()[static_cast<std::size_t>(m_page)]);
}

// The work sheet is to be calculated: no other page has its results.
int SceneExport::pageFrom(int scene) const
{
    const std::vector<Scene>& scenes = m_scenes.all();
    const auto count = static_cast<int>(scenes.size());
    int page = scene;
    while (m_handOut && page < count && scenes[static_cast<std::size_t>(page)].view == kSheetView)
        ++page;
    return page < count || scene > 0 ? page : 0;
}

// Millimetres: as for all scenes, unless a tall view needs more so that its letters can be read.
static double pageHeight(QWidget& view)
{
    const QSize before = view.size();
    double height = kPage.height(), letters = 0;
    for (double tried = height; letters < kLegiblePoints - 0.5 && tried < kMostGrowth * kPage.height();
         tried *= kGrowth) {
        const QSize page = QPageSize({kPage.width(), tried}, QPageSize::Millimeter).sizePixels(kResolution);
        const QSize place = page - QSize(2 * kPageMargin, 2 * kPageMargin + kHeading);
        if (const double now = layOut(view, before, place, kResolution); now > 1.05 * letters)
            std::tie(height, letters) = std::pair(tried, now);
    }
    view.resize(before);
    return height;
}

void SceneExport::drawPage()
{
    if (m_pdf == nullptr)
        return;
    QWidget* const view = m_views.centreWidget();
    if (view != nullptr) {
        m_hidden.hideAllIn(*view); // also what the new state has shown meanwhile
        QApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }
    const double height = view == nullptr ? kPage.height() : pageHeight(*view);
    m_pdf->setPageSize(QPageSize({kPage.width(), height}, QPageSize::Millimeter));
    if (m_painter == nullptr)
        m_painter = std::make_unique<QPainter>(m_pdf.get());
    else
        m_pdf->newPage();
    const QRect page(0, 0, m_pdf->width(), m_pdf->height());
    const QRect inside = page.adjusted(kPageMargin, kPageMargin, -kPageMargin, -kPageMargin);
    m_painter->fillRect(page, Qt::white);
    m_painter->setPen(Qt::black);
    QFont font = m_painter->font();
    font.setPointSizeF(kTitleSize);
    m_painter->setFont(font);
    const Workspace& workspace = m_context.workspace;
    const QString text = workspace.showsOpenedTrace() ? shownText(workspace) : workspace.document().text;
    const QString& name = m_scenes.all()[static_cast<std::size_t>(m_page)].name;
    const QString output = outputSoFar(workspace);
    QString words = output.isEmpty() ? text : tr("%1 → %2").arg(text, output);
    if (!name.isEmpty())
        words.prepend(name + QLatin1Char('\n'));
    QRect title;
    m_painter->drawText(inside, Qt::TextWordWrap | Qt::AlignTop | Qt::AlignLeft, words, &title);
    if (view != nullptr) {
        const QRect below = inside.adjusted(
            0, title.height() + drawSubject(inside.adjusted(0, title.height(), 0, 0)) + kPageMargin / 2, 0,
            0);
        paintWhole(*m_painter, below, *view);
    }
    m_hidden.showAgain();
    if (m_focused != nullptr)
        m_focused->setFocus();
    m_page = pageFrom(m_page + 1);
    if (m_page < static_cast<int>(m_scenes.all().size()))
        return m_scenes.go(m_scenes.all()[static_cast<std::size_t>(m_page)]);
    finish();
}

// Which view it is, of which head and step: the controls that say so in the window are not on the page.
int SceneExport::drawSubject(const QRect& room)
{
    const ViewDescriptor* const shown = m_views.centreEntry();
    const Snapshot& run = *m_context.workspace.snapshot();
    const Trace& trace = run.trace;
    if (shown == nullptr || trace.isNull())
        return 0;
    QFont font = m_painter->font();
    font.setPointSizeF(kSubjectSize);
    m_painter->setFont(font);
    m_painter->setPen(Qt::darkGray);
    QString words = tr("%1 · %2").arg(viewTitle(*shown), headName(m_context.focus.head()));
    if (const int step = m_context.workspace.step(); step >= 0 && !run.steps.empty())
        words = tr("%1 · step %2 of %3")
                    .arg(words, QString::number(step + 1), QString::number(run.steps.size()));
    if (const QStringList edits = recordedEditLines(trace); !edits.isEmpty())
        words = tr("%1 · edited: %2").arg(words, edits.join(QStringLiteral(", ")));
    QRect drawn;
    m_painter->drawText(room, Qt::TextWordWrap | Qt::AlignTop | Qt::AlignLeft, words, &drawn);
    return drawn.height();
}

Result<void> SceneExport::drawWorkSheet()
{
    ASSIGN_OR_RETURN(const MatrixSheet sheet, MatrixSheet::parse(m_sheet.toStdString(), {}));
    m_pdf->setPageSize(QPageSize(QPageSize::A4)); // from the next page on
    m_pdf->newPage();
    m_painter->resetTransform();
    drawSheet(workSheetParts(sheet, compute(sheet), false), false, *m_pdf, *m_painter);
    return {};
}

void SceneExport::finish()
{
    const Result<void> drawn = m_handOut ? drawWorkSheet() : Result<void>();
    m_painter.reset();
    m_pdf.reset();
    m_bytes.close();
    const QByteArray& bytes = m_bytes.data();
    Result<void> written
        = m_file->write(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (written)
        written = m_file->commit();
    m_file.reset();
    m_bytes.setData({});
    m_scenes.setPresenting(false);
    emit writing(false);
    if (!written)
        return m_context.workspace.setNotice(noticeFor(written.error(), Attempt::kExport));
    m_context.workspace.setNotice(
        drawn
            ? confirmation(tr("Saved: %1").arg(m_path))
            : Notice{
                tr("%1 has no work sheet: %2").arg(m_path, QString::fromStdString(drawn.error().describe())),
                tr("Correct the sheet in Matrices, and export again."), false});
}

} // namespace headlight
