#pragma once

#include "ui/views/view_registry.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <functional>
#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;
class QWidget;

namespace headlight {

class ViewDock;

/// A view of the registry and its dock, or a page.
struct ViewPlace
{
    QString id;
    const ViewDescriptor* descriptor = nullptr; ///< nullptr = a page, which has no dock
    ViewDock* dock = nullptr;
    TraceView* view = nullptr; ///< nullptr = not made yet, or a page
    QWidget* content = nullptr; ///< in the centre or in the dock; of a view, once that is made
    std::function<FigureRequest()> figure; ///< may be empty
    std::function<QWidget*(bool away)> across; ///< hands out a part of the view; may be empty
    bool inFront = false; ///< among the tabs that share its place
    bool inCentre = false;

    /// Whether it is a dock that is not closed, maybe behind another tab.
    bool isOpenDock() const;
    /// Whether it is also not floating.
    bool isInWindow() const;
    bool isOpen() const { return inCentre || isOpenDock(); }
    /// Whether it is in the centre, or in a dock that no other tab covers.
    bool isSeen() const;
};

/// The views of the registry, each with a dock and an action from the start, and pages. A view is made when
/// it is first needed: all of them together take as long as the rest of the window. UI thread only.
class ViewPlaces : public QObject
{
    Q_OBJECT
public:
    /// The area contains the docks and outlives this.
    ViewPlaces(const ViewContext& context, QMainWindow& area);

    std::deque<ViewPlace>& all() { return m_places; }
    const std::deque<ViewPlace>& all() const { return m_places; }
    /// An action for each view, in the registry's order, with its key and its words.
    const std::vector<QAction*>& actions() const { return m_actions; }
    /// The views in open docks, in the registry's order.
    QStringList openViews() const;
    /// The views in docks that are in front.
    std::vector<ViewId> frontViews() const;
    /// What the visible views need.
    SiteSet needs() const;
    /// The docks of these views; nullptr for those outside the window.
    QList<QDockWidget*> docksOf(const QStringList& views) const;
    /// The docks of all views.
    const std::vector<ViewDock*>& docks() const { return m_docks; }
    ViewPlace* find(const QString& id);
    const ViewPlace* find(const QString& id) const;
    void addPage(const QString& id, QWidget* page);
    /// Makes the view unless it is made.
    void make(ViewPlace& place);
    void makeAll();
    /// Makes the views that are in front in their docks.
    void makeSeen();
    /// Makes the views that nothing has needed yet, one at a time between other events.
    void makeRestSoon();

signals:
    void made(headlight::TraceView* view);
    /// A dock came, went, or changed places with its tabs.
    void changed();
    /// The user moved a dock.
    void moved();
    void centreWanted(headlight::ViewId view);
    /// Its action was triggered; `byKey`: with its key, not from a menu.
    void triggered(headlight::ViewId view, bool byKey);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addAction(const ViewDescriptor& view);
    void connectDock(ViewPlace& place);
    void makeNext();

    ViewContext m_context;
    QMainWindow& m_area;
    std::deque<ViewPlace> m_places; ///< in the registry's order, then the pages; they keep their addresses
    std::vector<ViewDock*> m_docks;
    std::vector<QAction*> m_actions;
    bool m_byKey = false; ///< the next action was triggered by its key
    QTimer m_rest;
};

/// Gives the keyboard to the next of these parts (by = 1) or the previous one (−1), seen from the part that
/// has it, and round again. Parts without a visible widget that takes keys are left out.
void goToPart(const std::vector<QWidget*>& parts, int by);
/// The same for all widgets in these parts. Qt's own order is that in which widgets were made, and it
/// includes docks behind other tabs. False = nothing was done: none of them has the keyboard.
bool goToStop(const std::vector<QWidget*>& parts, int by);

/// The title of a view, translated.
QString viewTitle(const ViewDescriptor& descriptor);
/// One line about what it shows.
QString viewLine(const ViewDescriptor& descriptor);

} // namespace headlight
