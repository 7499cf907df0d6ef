#include "app/bench/long_window.h"

#include "ui/dialogs/command_palette.h"
#include "ui/state/navigation.h"
#include "ui/state/window_settings.h"
#include "ui/views/compare/compare_canvas.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/lines/lines_canvas.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/tokens/token_strip.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPointF>
#include <QPointer>
#include <QRectF>
#include <QScrollBar>
#include <QString>
#include <QStringList>
#include <QWheelEvent>
#include <QWidget>

#include <chrono>
#include <utility>

namespace headlight {

namespace {

/// The widget that receives mouse events.
QWidget& surfaceOf(QWidget& widget)
{
    auto* const area = qobject_cast<QAbstractScrollArea*>(&widget);
    return area != nullptr ? *area->viewport() : widget;
}

void sendWheel(QWidget& widget, const QPointF& at, int steps)
{
    QWidget& surface = surfaceOf(widget);
    QWheelEvent event(at, surface.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&surface, &event);
}

void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton)
{
    QWidget& surface = surfaceOf(widget);
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease || button == Qt::NoButton
        ? Qt::MouseButtons()
        : Qt::MouseButtons(button);
    QMouseEvent event(type, at, surface.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                      held, Qt::NoModifier);
    QCoreApplication::sendEvent(&surface, &event);
}

/// Presses and releases a key.
void sendKey(QWidget& widget, int code, const QString& text = {})
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, code, Qt::NoModifier, text);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

/// A different place for every i.
QPointF placeWithin(const QRectF& area, int i)
{
    return {area.left() + area.width() * ((i * 61) % 199 + 0.5) / 200,
            area.top() + area.height() * ((i * 89) % 197 + 0.5) / 200};
}

using WindowClock = std::chrono::steady_clock;

} // namespace

LongWindow::LongWindow(std::int64_t tokens)
    : m_prepared((kTourSeen.set(m_settings, true), true))
    , m_tokenCount(tokens)
    , m_report{{"tokens", tokens}, {"actions", nlohmann::ordered_json::array()}}
{
    m_window.resize(1440, 900);
    m_window.views().makeAllViews(); // those behind a tab are measured, too
}

void LongWindow::note(const QString& what)
{
    nlohmann::ordered_json entry{{"what", what.toStdString()}};
    entry.update(m_meter.report());
    m_report["actions"].push_back(std::move(entry));
}

Result<void> LongWindow::open(const QString& path)
{
    m_window.show();
    m_meter.act([] {});
    m_meter.report();
    const WindowClock::time_point start = WindowClock::now();
    m_window.start(path);
    m_heatmap = m_window.findChild<HeatmapView*>();
    m_tokens = m_window.findChild<TokensView*>();
    m_lines = m_window.findChild<LinesView*>();
    if (m_heatmap == nullptr || m_tokens == nullptr || m_lines == nullptr)
        return Error{ErrorCode::kBadArgument, "Explore lacks a view that is measured"};
    if (!m_meter.until([this] { return m_heatmap->plot().map().keys() == m_tokenCount; }))
        return Error{ErrorCode::kBadArgument, "the trace was not shown within two minutes"};
    m_report["opened_ms"] = millisecondsSince(start);
    // Until the first picture appears: exact rows, evenly spaced.
    if (!m_meter.until([this] { return m_heatmap->plot().colours() != nullptr; }))
        return Error{ErrorCode::kBadArgument, "no row of the trace was shown within two minutes"};
    m_report["picture_ms"] = millisecondsSince(start);
    m_meter.settle();
    note(QStringLiteral("opening"));
    return {};
}

Result<void> LongWindow::type(const QString& model)
{
    m_window.show();
    m_window.start(model);
    m_runs.askAbove(1e9);
    if (!m_meter.until([this] { return m_workspace.model() != nullptr && m_runs.isSettled(); }))
        return Error{ErrorCode::kBadArgument, "the model was not opened within two minutes"};
    m_meter.settle();
    m_meter.report();
    SentenceEdit& sentence = *m_window.input().sentence();
    QStringList words;
    for (std::int64_t i = 0; i < m_tokenCount; ++i)
        words << QStringLiteral("the") << QStringLiteral("cat");
    words.resize(m_tokenCount);
    QGuiApplication::clipboard()->setText(words.join(QLatin1Char(' ')));
    sentence.setFocus();
    sentence.selectAll();
    m_meter.act([&] { sentence.paste(); });
    m_meter.settle();
    note(QStringLiteral("pasting the text"));
    const WindowClock::time_point start = WindowClock::now();
    if (!m_meter.until([this] { return m_runs.isSettled(); }, 600000))
        return Error{ErrorCode::kBadArgument, "the text was not run within ten minutes"};
    m_report["run_ms"] = millisecondsSince(start);
    m_report["read"] = m_workspace.shownTrace().tokens(StackKind::kDecoder).size();
    note(QStringLiteral("running it"));
    for (const QChar letter : QStringLiteral(" and on"))
        m_meter.act([&] { sendKey(sentence, 0, QString(letter)); });
    m_meter.settle();
    note(QStringLiteral("typing on"));
    return {};
}

void LongWindow::pointAtMap()
{
    HeatmapPlot& plot = m_heatmap->plot();
    const QRectF area = plot.shownLayout().cells.area;
    for (int i = 0; i < 60; ++i)
        m_meter.act([&] { sendMouse(plot, QEvent::MouseMove, placeWithin(area, i)); });
    note(QStringLiteral("pointing at cells"));
    for (int i = 0; i < 30; ++i)
        m_meter.act([&] {
            sendMouse(plot, QEvent::MouseMove, {area.left() - 12, placeWithin(area, i).y()});
            sendMouse(plot, QEvent::MouseMove, {placeWithin(area, i).x(), area.top() - 12});
        });
    note(QStringLiteral("pointing at labels"));
    for (int i = 0; i < 40; ++i)
        m_meter.act([&] { sendWheel(plot, placeWithin(area, 7), i < 30 ? 1 : -1); });
    m_meter.settle();
    note(QStringLiteral("zooming the map"));
}

void LongWindow::dragMap()
{
    HeatmapPlot& plot = m_heatmap->plot();
    const QPointF middle = plot.shownLayout().cells.area.center();
    m_meter.act([&] { sendMouse(plot, QEvent::MouseButtonPress, middle, Qt::LeftButton); });
    for (int i = 0; i < 60; ++i)
        m_meter.act(
            [&] { sendMouse(plot, QEvent::MouseMove, middle - QPointF(3.0 * i, 2.0 * i), Qt::LeftButton); });
    m_meter.act(
        [&] { sendMouse(plot, QEvent::MouseButtonRelease, middle - QPointF(180, 120), Qt::LeftButton); });
    m_meter.settle();
    note(QStringLiteral("dragging the map"));
}

void LongWindow::useMap()
{
    pointAtMap();
    dragMap();
    for (const MapKind kind : {MapKind::kScores, MapKind::kMask, MapKind::kWeights}) {
        m_meter.act([&] { m_focus.setMap(kind); });
        m_meter.settle();
    }
    note(QStringLiteral("other stages"));
    for (int i = 0; i < 40; ++i) {
        m_meter.act([&] { m_focus.setPin({static_cast<int>(m_tokenCount) - 1 - 997 * i, 101 * i}); });
        m_meter.settle();
    }
    note(QStringLiteral("pinning cells"));
    m_focus.setPin({});
}

void LongWindow::useHeads()
{
    for (int i = 0; i < 6; ++i)
        for (const CommandId command : {CommandId::kHeadNext, CommandId::kHeadBack}) {
            m_meter.act([&] { navigate(command, m_workspace, m_focus); });
            m_meter.settle();
        }
    note(QStringLiteral("other heads"));
    const HeadRef main = m_focus.head();
    for (const int head : {0, 1, 0, 1}) {
        HeadRef more = main;
        more.head = head;
        if (more == main)
            continue;
        m_meter.act([&] { m_focus.toggleHead(more); });
        m_meter.settle();
    }
    note(QStringLiteral("another head beside it"));
}

void LongWindow::use(QAbstractScrollArea& picture, const QString& name)
{
    const QRectF area = picture.viewport()->rect();
    for (int i = 0; i < 100; ++i)
        m_meter.act([&] { sendWheel(picture, area.center(), i % 20 < 15 ? -3 : 3); });
    note(QStringLiteral("scrolling %1").arg(name));
    QScrollBar& bar = *picture.verticalScrollBar();
    for (int i = 0; i < 40; ++i)
        m_meter.act([&] { bar.setValue(bar.maximum() / 40 * ((i * 17) % 40)); });
    note(QStringLiteral("jumping in %1").arg(name));
    for (int i = 0; i < 60; ++i)
        m_meter.act([&] { sendMouse(picture, QEvent::MouseMove, placeWithin(area, i)); });
    m_meter.settle();
    note(QStringLiteral("pointing in %1").arg(name));
}

void LongWindow::walk(QAbstractScrollArea& picture, const QString& name)
{
    picture.setFocus();
    for (int i = 0; i < 40; ++i)
        m_meter.act([&] { sendKey(picture, i % 4 == 3 ? Qt::Key_Up : Qt::Key_Down); });
    m_meter.act([&] { sendKey(picture, Qt::Key_End); });
    m_meter.act([&] { sendKey(picture, Qt::Key_Space); });
    m_meter.act([&] { sendKey(picture, Qt::Key_Space); });
    m_meter.settle();
    note(QStringLiteral("walking in %1").arg(name));
    m_focus.setPin({});
    m_focus.setHover({});
}

void LongWindow::useTokens()
{
    auto& strip = *m_tokens->findChild<TokenStrip*>();
    use(strip, QStringLiteral("Tokens"));
    walk(strip, QStringLiteral("Tokens"));
    for (const auto direction : {ReadingDirection::kLookedAtBy, ReadingDirection::kLooksAt})
        m_meter.act([&] { m_tokens->setDirection(direction); });
    for (const bool spaces : {true, false})
        m_meter.act([&] { m_tokens->setShowSpaces(spaces); });
    m_meter.settle();
    note(QStringLiteral("the switches of Tokens"));
}

void LongWindow::useLines()
{
    auto& canvas = *m_lines->findChild<LinesCanvas*>();
    use(canvas, QStringLiteral("Lines"));
    walk(canvas, QStringLiteral("Lines"));
}

void LongWindow::search()
{
    auto* const bar = m_window.findChild<FindBar*>();
    bar->show();
    for (const QChar letter : QStringLiteral("w120"))
        m_meter.act([&] { sendKey(*bar->line(), 0, QString(letter)); });
    m_meter.settle();
    m_meter.settle();
    m_report["found"] = bar->places().size();
    note(QStringLiteral("typing a search"));
    for (int i = 0; i < 20; ++i) {
        m_meter.act([&] { sendKey(*bar->line(), Qt::Key_Return); });
        m_meter.settle();
    }
    note(QStringLiteral("going to the next"));
    m_meter.act([bar] { bar->close(); });
    m_focus.setPin({});
    m_focus.setHover({});
    m_meter.settle();
}

void LongWindow::searchEverything()
{
    QPointer<CommandPalette> palette;
    m_meter.act([&] {
        m_window.commands()[CommandId::kPalette].trigger();
        palette = m_window.findChild<CommandPalette*>();
    });
    note(QStringLiteral("opening the palette"));
    for (const QChar letter : QStringLiteral("w120"))
        m_meter.act([&] { sendKey(*palette->line(), 0, QString(letter)); });
    m_meter.settle();
    m_meter.settle();
    note(QStringLiteral("typing in the palette"));
    palette->close();
    m_meter.settle();
}

void LongWindow::resize()
{
    for (int i = 0; i < 20; ++i)
        m_meter.act([&] { m_window.resize(1440 - 23 * (i % 5), 900 - 17 * (i % 4)); });
    m_window.resize(1440, 900);
    m_meter.settle();
    note(QStringLiteral("resizing the window"));
}

void LongWindow::visitRooms()
{
    for (const char* const again : {"entering %1", "%1 again"})
        for (const Room& room : roomTable()) {
            if (room.id == RoomId::kMasked)
                continue;
            m_meter.act([&] { m_window.rooms().enter(room.id); });
            m_meter.settle();
            note(QString::fromLatin1(again).arg(roomTitle(room.id)));
        }
    m_window.rooms().enter(RoomId::kExplore);
    m_meter.settle();
    m_meter.report();
}

void LongWindow::compareHeads()
{
    m_window.rooms().enter(RoomId::kCompare);
    m_meter.settle();
    m_meter.report();
    HeadRef other = m_focus.head();
    other.head = 1 - other.head;
    m_meter.act([&] { m_focus.toggleHead(other); });
    const auto& canvas = *m_window.findChild<CompareCanvas*>();
    HeatmapPlot& plot = canvas.plot(CompareCanvas::kB);
    m_meter.until([&] { return canvas.content() != nullptr && plot.colours() != nullptr; });
    m_meter.settle();
    note(QStringLiteral("comparing two heads"));
    const QRectF area = plot.shownLayout().cells.area;
    for (int i = 0; i < 40; ++i)
        m_meter.act([&] { sendMouse(plot, QEvent::MouseMove, placeWithin(area, i)); });
    m_meter.settle();
    note(QStringLiteral("pointing at the comparison"));
    m_focus.toggleHead(other);
    m_window.rooms().enter(RoomId::kExplore);
    m_meter.settle();
    m_meter.report();
}

void LongWindow::visitViews()
{
    m_focus.setPin({static_cast<int>(m_tokenCount) - 9, 77});
    m_meter.settle();
    m_meter.report();
    for (const ViewDescriptor& view : viewRegistry()) {
        m_meter.act([&] { m_window.views().showView(view.id); });
        m_meter.settle();
        m_meter.settle();
        note(QStringLiteral("opening %1").arg(QString::fromLatin1(view.title)));
    }
    m_focus.setPin({});
    m_window.rooms().enter(RoomId::kExplore);
    m_meter.settle();
    m_meter.report();
}

void LongWindow::waitForOverview()
{
    const WindowClock::time_point start = WindowClock::now();
    constexpr double kLimit = 300000;
    m_meter.act([&] { m_heatmap->plot().showAll(); });
    const bool whole = m_meter.until([this] { return !m_heatmap->plot().isReading(); }, kLimit);
    m_report["overview_ms"]
        = whole ? nlohmann::ordered_json(millisecondsSince(start)) : nlohmann::ordered_json();
    note(QStringLiteral("waiting for the whole map"));
}

} // namespace headlight
