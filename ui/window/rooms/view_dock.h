#pragma once

#include <QDockWidget>

class QScrollArea;

namespace headlight {

class DockTitle;

/// The view in a scroll area, which can be smaller than the view. Otherwise the
/// minimum sizes of several views could add up to more than the screen, and
/// large text would squeeze them.
QScrollArea* scrolling(QWidget* view, QWidget* parent);

/// The dock of one view: a title bar of the program's own while it stands in
/// the window, a frame of the system's while it floats.
class ViewDock : public QDockWidget
{
    Q_OBJECT
public:
    ViewDock(const QString& id, const QString& title, QWidget* parent);

    /// Neither closed nor floating.
    bool isInWindow() const { return !isHidden() && !isFloating(); }
    DockTitle& title() const { return *m_title; }
    /// Drops it where it is, if the mouse drags it.
    void endDrag();

signals:
    void centreWanted();
    void moved(); ///< by the user: closed, floated, or put elsewhere

private:
    DockTitle* m_title;
};

} // namespace headlight
