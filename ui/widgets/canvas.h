#pragma once

#include "ui/widgets/term.h"

#include <QAbstractScrollArea>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QWidget>

#include <optional>

class QContextMenuEvent;
class QKeyEvent;
class QPainter;

namespace headlight {

/// What drawn pictures share that can be pointed at and walked through with the keyboard: tips, the mouse's
/// leaving, keys before the window's shortcuts, other fonts and colours, the context menu of the keyboard's
/// item. A picture is a Canvas, or a ScrolledCanvas where it scrolls itself. UI thread.
class CanvasPicture
{
public:
    CanvasPicture(const CanvasPicture&) = delete;
    CanvasPicture& operator=(const CanvasPicture&) = delete;
    CanvasPicture(CanvasPicture&&) = delete;
    CanvasPicture& operator=(CanvasPicture&&) = delete;

protected:
    struct Tip
    {
        QString text; ///< empty: there is nothing to say
        QRect rect = {}; ///< of the surface, for which it holds; null: until the mouse moves
        std::optional<Term> term = {}; ///< explained below it
    };
    virtual Tip tipAt(const QPoint& /*surfacePoint*/) const { return {}; }
    /// Places the picture anew: the surface has another size, or restyle() was called.
    virtual void relayout() { }
    /// font(), palette() or the language is another; relayout() follows.
    virtual void restyle() { }
    virtual void pointerLeft() { }
    /// Keys that belong to the picture, even where the window has a shortcut on them.
    virtual bool isOwnKey(const QKeyEvent& /*event*/) const { return false; }
    /// Where the keyboard's item stands on the surface: its context menu opens there. Null: none.
    virtual QRect currentRect() const { return {}; }

    /// What the keyboard's item explains on F1; no term: nothing.
    virtual Tip currentTip() const;

    /// A sentence in place of the picture.
    void paintMessage(QPainter& painter, const QString& message) const;

    /// Arrows, Home and End without modifiers.
    static bool isWalking(const QKeyEvent& event);
    /// Enter, Return or Space without modifiers.
    static bool isPinning(const QKeyEvent& event);
    /// Items to the right and down that an arrow key moves by; nothing for another key.
    static std::optional<QPoint> arrowStep(const QKeyEvent& event);

    CanvasPicture() = default;
    ~CanvasPicture() = default;
    /// canvas: what has the keyboard; surface: what is painted on. Without an accessible name the picture has
    /// no items that a screen reader could be on.
    void begin(QWidget& canvas, QWidget& surface, const QString& accessibleName);
    /// What comes before the widget's own handling of an event of the canvas or its surface; true: it is
    /// done.
    bool before(QEvent& event);
    void after(const QEvent& event);

private:
    bool openMenuAtItem(QContextMenuEvent& event);
    std::optional<TermPlace> termAt(const std::optional<QPoint>& surfacePoint) const;

    QWidget* m_canvas = nullptr;
    QWidget* m_surface = nullptr;
};

/// A drawn picture as large as its widget.
class Canvas : public QWidget, protected CanvasPicture
{
    Q_OBJECT
public:
    explicit Canvas(const QString& accessibleName, QWidget* parent);

protected:
    bool event(QEvent* event) override;
};

/// A drawn picture larger than its view, which scrolls up and down.
class ScrolledCanvas : public QAbstractScrollArea, protected CanvasPicture
{
    Q_OBJECT
public:
    explicit ScrolledCanvas(const QString& accessibleName, QWidget* parent);

protected:
    /// Height of the picture and of a step of its scroll bar, in logical pixels.
    void setContent(double height, double step);

    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
};

} // namespace headlight
