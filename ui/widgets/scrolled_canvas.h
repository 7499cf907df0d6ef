#pragma once

#include <QAbstractScrollArea>
#include <QRect>
#include <QString>

class QKeyEvent;
class QPainter;

namespace headlight {

/// A drawn picture as wide as its view, which scrolls up and down, can be pointed at and walked through with
/// the keyboard: what such canvases share. UI thread.
class ScrolledCanvas : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit ScrolledCanvas(const QString& accessibleName, QWidget* parent);

protected:
    struct Tip
    {
        QString text; ///< empty: there is nothing to say
        QRect rect; ///< of the viewport, for which it holds; null: until the mouse moves
    };
    virtual Tip tipAt(const QPoint& viewportPoint) const = 0;
    /// Places the picture anew: for another width or font. Calls setContent.
    virtual void relayout() = 0;
    /// font() is another; relayout follows.
    virtual void takeFont() = 0;
    virtual void pointerLeft() = 0;
    /// Keys that belong to the picture, even where the window has a shortcut on them.
    virtual bool isOwnKey(const QKeyEvent& event) const = 0;

    /// Height of the picture and of a step of its scroll bar, in logical pixels.
    void setContent(double height, double step);
    /// A sentence in place of the picture.
    void paintMessage(QPainter& painter, const QString& message) const;

    /// Arrows, Home and End without modifiers.
    static bool isWalking(const QKeyEvent& event);
    /// Enter, Return or Space without modifiers.
    static bool isPinning(const QKeyEvent& event);

    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
};

} // namespace headlight
