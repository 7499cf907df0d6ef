#include "ui/widgets/canvas_accessible.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>

namespace headlight {

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
