#include "ui/widgets/canvas.h"

#include "ui/picture/marks.h"
#include "ui/picture/picture_palette.h"
#include "ui/widgets/layouts.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

bool isPlain(const QKeyEvent& event)
{
    return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

// A painter has the direction of the application, which would swap left and right, and not its widget's.
void placeTextAsAsked(QPainter& painter)
{
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
}

class Viewport : public QWidget
{
public:
    Viewport() { setAutoFillBackground(true); }

protected:
    void initPainter(QPainter* painter) const override
    {
        QWidget::initPainter(painter);
        placeTextAsAsked(*painter);
    }
};

} // namespace

void CanvasPicture::begin(QWidget& canvas, QWidget& surface, const QString& accessibleName)
{
    m_canvas = &canvas;
    m_surface = &surface;
    canvas.setLayoutDirection(Qt::LeftToRight); // pictures are the same in every language
    surface.setMouseTracking(true);
    const auto find = [this](const std::optional<QPoint>& point) {
        const Tip tip = point ? tipAt(*point) : currentTip();
        return tip.term ? std::optional(TermPlace{*tip.term, shown(tip), tip.rect}) : std::nullopt;
    };
    explainTermsIn(surface, find);
    if (&canvas != &surface)
        explainTermsIn(canvas, find);
    if (accessibleName.isEmpty())
        return;
    canvas.setFocusPolicy(Qt::StrongFocus);
    makeCanvasAccessible(canvas);
    canvas.setAccessibleName(accessibleName);
}

QString CanvasPicture::shown(const Tip& tip)
{
    return tip.rich ? tip.text : plainTip(tip.text);
}

bool CanvasPicture::before(QEvent& event)
{
    switch (event.type()) {
    case QEvent::ToolTip: {
        const auto& help = static_cast<const QHelpEvent&>(event);
        const Tip tip = tipAt(help.pos());
        if (tip.text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help.globalPos(), shown(tip), m_surface, tip.rect);
        return true;
    }
    case QEvent::ShortcutOverride:
        if (!isOwnKey(static_cast<const QKeyEvent&>(event)))
            return false;
        event.accept();
        return true;
    case QEvent::ContextMenu:
        return openMenuAtItem(static_cast<QContextMenuEvent&>(event));
    default:
        return false;
    }
}

CanvasPicture::Tip CanvasPicture::currentTip() const
{
    const QRect item = currentRect();
    return item.isNull() ? Tip() : tipAt(item.center());
}

bool CanvasPicture::openMenuAtItem(QContextMenuEvent& event)
{
    const QRect item = event.reason() == QContextMenuEvent::Keyboard ? currentRect() : QRect();
    if (item.isNull())
        return false;
    QContextMenuEvent there(QContextMenuEvent::Other, item.center(),
                            m_surface->mapToGlobal(item.bottomLeft()), event.modifiers());
    QCoreApplication::sendEvent(m_surface, &there);
    event.setAccepted(there.isAccepted());
    return true;
}

void CanvasPicture::after(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::Leave:
        pointerLeft();
        break;
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        m_surface->update(); // the keyboard's item has a frame while the canvas has the focus
        break;
    case QEvent::Paint:
        // Without an item, the whole picture has the ring.
        if (m_canvas->hasFocus() && m_canvas->window()->testAttribute(Qt::WA_KeyboardFocusChange)
            && currentRect().isNull()) {
            QPainter painter(m_surface);
            paintFocusRing(painter, m_surface->rect(), m_canvas->palette().color(QPalette::Highlight), 0);
        }
        break;
    case QEvent::Resize:
        relayout();
        break;
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::LanguageChange:
        restyle();
        relayout();
        m_surface->update();
        break;
    default:
        break;
    }
}

void CanvasPicture::paintMessage(QPainter& painter, const QString& message) const
{
    painter.setPen(PicturePalette::of(m_canvas->palette()).mutedText);
    painter.drawText(m_surface->rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                     message);
}

bool CanvasPicture::isWalking(const QKeyEvent& event)
{
    const bool edge = event.key() == Qt::Key_Home || event.key() == Qt::Key_End;
    return isPlain(event) && (edge || arrowStep(event));
}

bool CanvasPicture::isPinning(const QKeyEvent& event)
{
    const int key = event.key();
    return isPlain(event) && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space);
}

std::optional<QPoint> CanvasPicture::arrowStep(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
        return QPoint(-1, 0);
    case Qt::Key_Right:
        return QPoint(1, 0);
    case Qt::Key_Up:
        return QPoint(0, -1);
    case Qt::Key_Down:
        return QPoint(0, 1);
    default:
        return std::nullopt;
    }
}

std::optional<QPoint> CanvasPicture::tableStep(const QKeyEvent& event)
{
    constexpr int kFar = 1 << 20;
    return event.key() == Qt::Key_Home ? std::optional(QPoint(-kFar, 0))
        : event.key() == Qt::Key_End   ? std::optional(QPoint(kFar, 0))
                                       : arrowStep(event);
}

Canvas::Canvas(const QString& accessibleName, QWidget* parent)
    : QWidget(parent)
{
    begin(*this, *this, accessibleName);
}

void Canvas::initPainter(QPainter* painter) const
{
    QWidget::initPainter(painter);
    placeTextAsAsked(*painter);
}

bool Canvas::event(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QWidget::event(event);
    after(*event);
    return done;
}

ScrolledCanvas::ScrolledCanvas(const QString& accessibleName)
{
    setViewport(new Viewport);
    begin(*this, *viewport(), accessibleName);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setBackgroundRole(QPalette::Base);
}

void ScrolledCanvas::setContent(double height, double step)
{
    QScrollBar* bar = verticalScrollBar();
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(static_cast<int>(step));
    bar->setRange(0, std::max(0, static_cast<int>(std::ceil(height)) - viewport()->height()));
    viewport()->update();
}

static bool isOfViewport(const QEvent& event)
{
    return event.type() == QEvent::Resize || event.type() == QEvent::Leave || event.type() == QEvent::Paint;
}

bool ScrolledCanvas::event(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QAbstractScrollArea::event(event);
    // The viewport reports leaving, resizing and painting (see viewportEvent).
    if (!isOfViewport(*event))
        after(*event);
    return done;
}

bool ScrolledCanvas::viewportEvent(QEvent* event)
{
    if (before(*event))
        return true;
    const bool done = QAbstractScrollArea::viewportEvent(event);
    if (isOfViewport(*event))
        after(*event);
    return done;
}

namespace {

constexpr const char* kReadable = "headlightReadableCanvas";

/// The item under a canvas's cursor: its name is the canvas's description.
class CurrentItem : public QAccessibleInterface
{
public:
    explicit CurrentItem(QWidget* canvas)
        : m_canvas(canvas)
    { }

    bool isValid() const override { return m_canvas != nullptr; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return isValid() ? m_canvas->window()->windowHandle() : nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override
    {
        return isValid() ? QAccessible::queryAccessibleInterface(m_canvas) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    void setText(QAccessible::Text, const QString&) override { }
    QString text(QAccessible::Text which) const override
    {
        return isValid() && which == QAccessible::Name ? m_canvas->accessibleDescription() : QString();
    }
    QRect rect() const override
    {
        return isValid() ? QRect(m_canvas->mapToGlobal(QPoint()), m_canvas->size()) : QRect();
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        state.selectable = true;
        state.invalid = !isValid();
        state.focused = state.selected = isValid() && m_canvas->hasFocus();
        return state;
    }

private:
    QPointer<QWidget> m_canvas;
};

/// A canvas: its only child for a screen reader is the current item, not Qt's scrolling and painting widgets.
class CanvasAccessible : public QAccessibleWidget
{
    Q_DISABLE_COPY_MOVE(CanvasAccessible)

public:
    explicit CanvasAccessible(QWidget* canvas)
        : QAccessibleWidget(canvas, QAccessible::List)
        , m_item(QAccessible::registerAccessibleInterface(new CurrentItem(canvas)))
    { }

    int childCount() const override { return widget()->accessibleDescription().isEmpty() ? 0 : 1; }
    QAccessibleInterface* child(int index) const override
    {
        return index == 0 && childCount() > 0 ? QAccessible::accessibleInterface(m_item) : nullptr;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        return child != nullptr && child == QAccessible::accessibleInterface(m_item) ? 0 : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        return rect().contains(x, y) ? child(0) : nullptr;
    }
    QAccessibleInterface* focusChild() const override { return widget()->hasFocus() ? child(0) : nullptr; }

protected:
    ~CanvasAccessible() override { QAccessible::deleteAccessibleInterface(m_item); }

private:
    QAccessible::Id m_item;
};

QAccessibleInterface* canvasFactory(const QString&, QObject* object)
{
    auto* const widget = qobject_cast<QWidget*>(object);
    return widget != nullptr && widget->property(kReadable).toBool() ? new CanvasAccessible(widget) : nullptr;
}

} // namespace

void makeCanvasAccessible(QWidget& canvas)
{
    [[maybe_unused]] static const bool installed = [] {
        QAccessible::installFactory(&canvasFactory);
        return true;
    }();
    canvas.setProperty(kReadable, true);
}

void sayCurrent(QWidget& canvas, const QString& words)
{
    if (words == canvas.accessibleDescription())
        return;
    canvas.setAccessibleDescription(words);
    if (words.isEmpty() || !canvas.hasFocus() || !QAccessible::isActive())
        return;
    for (const QAccessible::Event type : {QAccessible::NameChanged, QAccessible::Focus}) {
        QAccessibleEvent event(&canvas, type);
        event.setChild(0);
        QAccessible::updateAccessibility(&event);
    }
}

} // namespace headlight
