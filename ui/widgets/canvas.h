#pragma once

#include "ui/widgets/term.h"

#include <QAbstractScrollArea>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>
#include <type_traits>
#include <utility>

class QContextMenuEvent;
class QKeyEvent;
class QPainter;

namespace headlight {

/// What drawn pictures share if the user can point at them and walk through them with the keyboard: tips,
/// leaving with the mouse, keys that come before the window's shortcuts, changes of font and colours, the
/// context menu of the keyboard's item. A picture is a Canvas, or a ScrolledCanvas if it scrolls by itself.
/// UI thread.
class CanvasPicture
{
public:
    Q_DISABLE_COPY_MOVE(CanvasPicture)

protected:
    struct Tip
    {
        QString text; ///< empty = no tip
        QRect rect = {}; ///< area of the surface that it applies to; null = until the mouse moves
        std::optional<Term> term = {}; ///< explained below the text
        bool rich = false; ///< the text is HTML; otherwise a token such as "<s>" is no markup
    };
    virtual Tip tipAt(const QPoint& /*surfacePoint*/) const { return {}; }
    /// Lays the picture out again: the surface was resized, or restyle() was called.
    virtual void relayout() { }
    /// font(), palette() or the language has changed; relayout() follows.
    virtual void restyle() { }
    virtual void pointerLeft() { }
    /// Keys that the picture handles itself, even if the window has a shortcut on them.
    virtual bool isOwnKey(const QKeyEvent& /*event*/) const { return false; }
    /// Where the keyboard's item is on the surface: its context menu opens there. Null = none.
    virtual QRect currentRect() const { return {}; }

    /// What F1 explains for the keyboard's item; no term = nothing.
    virtual Tip currentTip() const;

    /// Gives a part of the picture this value, and paints the picture if that is another one.
    template <typename Part>
    void setPart(Part& part, std::type_identity_t<Part> value)
    {
        if (part == value)
            return;
        part = std::move(value);
        m_surface->update();
    }

    /// A sentence in place of the picture.
    void paintMessage(QPainter& painter, const QString& message) const;

    /// Arrows, Home and End without modifiers.
    static bool isWalking(const QKeyEvent& event);
    /// Enter, Return or Space without modifiers.
    static bool isPinning(const QKeyEvent& event);
    /// Number of items to the right and down that an arrow key moves by; nothing for other keys.
    static std::optional<QPoint> arrowStep(const QKeyEvent& event);
    /// The same in a table: Home and End go far to the left and right.
    static std::optional<QPoint> tableStep(const QKeyEvent& event);

    CanvasPicture() = default;
    ~CanvasPicture() = default;
    /// canvas: the widget with the keyboard focus; surface: the one that is painted on. Without an accessible
    /// name, screen readers find no items in the picture.
    void begin(QWidget& canvas, QWidget& surface, const QString& accessibleName);
    /// Call before the widget's own handling of an event of the canvas or its surface; true = handled.
    bool before(QEvent& event);
    void after(const QEvent& event);

private:
    static QString shown(const Tip& tip);
    bool openMenuAtItem(QContextMenuEvent& event);

    QWidget* m_canvas = nullptr;
    QWidget* m_surface = nullptr;
};

/// A drawn picture as large as its widget.
class Canvas : public QWidget, protected CanvasPicture
{
    Q_OBJECT
public:
    explicit Canvas(const QString& accessibleName, QWidget* parent = nullptr);

protected:
    void initPainter(QPainter* painter) const override;
    bool event(QEvent* event) override;
};

/// A drawn picture larger than its view, which scrolls up and down.
class ScrolledCanvas : public QAbstractScrollArea, protected CanvasPicture
{
    Q_OBJECT
public:
    explicit ScrolledCanvas(const QString& accessibleName);

protected:
    /// Height of the picture and of a step of its scroll bar, in logical pixels.
    void setContent(double height, double step);

    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
};

/// Makes a drawn canvas readable for screen readers: a list with one item, which describes what the keyboard
/// is on (its query, key and value, its block, its beam …).
void makeCanvasAccessible(QWidget& canvas);

/// Sets the description of what the canvas's cursor is on. If the canvas has the keyboard focus, notifies the
/// screen reader that the item has the focus and a new name.
void sayCurrent(QWidget& canvas, const QString& words);

} // namespace headlight
