#pragma once

#include <QDockWidget>

class QScrollArea;

namespace headlight {

class DockTitle;

/// Puts the view in a scroll area that can be smaller than the view. Otherwise the minimum sizes of several
/// views could add up to more than the screen, and large text would squeeze them.
QScrollArea* scrolling(QWidget* view, QWidget* parent);

/// The dock of one view, with a title bar of its own, or the system's frame as a floating window.
class ViewDock : public QDockWidget
{
    Q_OBJECT
public:
    ViewDock(const QString& id, const QString& title, QWidget* parent);

    /// Neither closed nor floating.
    bool isInWindow() const { return !isHidden() && !isFloating(); }
    /// Whether another tab of its place is in front; known once the docks are laid out.
    bool isBehindTab() const;
    DockTitle& title() const { return *m_title; }
    /// Drops it where it is, if the mouse drags it.
    void endDrag();

signals:
    void centreWanted();
    void moved(); ///< closed, floated or moved by the user

protected:
    void changeEvent(QEvent* event) override;

private:
    DockTitle* m_title;
};

/// Where a window of this size is completely visible and covers as little of `window` as possible: to its
/// right, to its left, below it, otherwise in the lower right corner of the screen, away from the window's
/// own corner.
QRect placeBeside(const QRect& window, const QSize& size, const QRect& screen);

} // namespace headlight
