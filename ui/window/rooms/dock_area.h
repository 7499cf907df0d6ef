#pragma once

#include "ui/state/room.h"
#include "ui/window/rooms/dock_tabs.h"
#include "ui/window/rooms/view_places.h"

#include <QMainWindow>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

class AcrossStrip;
class CentreFrame;
class ViewActions;
struct Arrangement;

/// The views of the registry, each once: one in the centre, the others in docks around it or out of sight.
/// Any of them can take the centre. Knows which views are visible, and so what has to be recorded. A view is
/// made when it is first needed, and all others one by one, soon after the window is shown.
class DockArea : public QMainWindow
{
    Q_OBJECT
public:
    explicit DockArea(const ViewContext& context, QWidget* parent = nullptr);
    ~DockArea() override;

    /// One action per view, in the registry's order: shows, raises or hides the view. Its key first brings
    /// the view to the front and gives it the keyboard focus; pressed again, it hides the view.
    const std::vector<QAction*>& viewActions() const;
    /// Makes the view if it is the first to need it; nullptr if the registry has no such view.
    TraceView* view(ViewId id);
    /// For what looks through all views.
    void makeAllViews() { m_places->makeAll(); }
    /// Whether it has been made.
    bool isMade(ViewId id) const;
    /// Whether it is in front: in the centre, or in a dock that no other tab covers.
    bool isSeen(ViewId id) const;
    /// The dock of a view, or the view itself if it is in the centre; nullptr as above.
    QWidget* holder(ViewId id) const;
    /// The view in the centre; nullptr if a page is there.
    TraceView* centre() const;
    /// Its entry in the registry; nullptr likewise.
    const ViewDescriptor* centreEntry() const;
    /// The view or page in the centre.
    QWidget* centreWidget() const;
    /// The views that belong here, open or not.
    const QStringList& known() const { return m_known; }
    /// The view of which a part is above all others; empty = none.
    const QString& across() const { return m_across; }
    /// Adds another widget that can be in the centre. Takes ownership.
    void addPage(const QString& id, QWidget* page);
    /// What the visible views need.
    SiteSet needs() const;
    /// The figure of the heatmap, for export.
    std::function<FigureRequest()> figure() const;

    /// Puts the views where the arrangement says and hides all others.
    void arrange(const Arrangement& arrangement);
    /// Sets the sizes of the sides as in the arrangement; does not move anything.
    void sizeSides(const Arrangement& arrangement);
    /// Whether there is little room: views that would be side by side share a place as tabs.
    bool isSmall() const;
    /// Width that the views have only because a neighbour is narrow where there is little room. isSmall()
    /// does not count it: the two would otherwise change each other for ever.
    void setBorrowedWidth(int pixels) { m_borrowedWidth = pixels; }
    /// The current layout, without id and title.
    RoomLayout layout() const;
    /// Restores the result of layout(). `known`: views that belong here, open or not; `across`: the view
    /// whose part is above all others. If the docks were saved by another version of the program, returns
    /// false and changes nothing.
    bool restore(const RoomLayout& layout, const QStringList& known, const QString& across = {});
    /// The views in open docks, in the registry's order.
    QStringList openViews() const;
    /// Opens and closes docks so that exactly these are open.
    void showOnly(const QStringList& open);
    /// Whether a view is here, or would be if it were opened.
    bool knows(ViewId id) const;

    /// Opens a view, in front of those that share its place. If this room does not have the view, asks for
    /// another room; does nothing for an unknown id.
    void raise(ViewId id);
    /// Raises a view and gives it the keyboard focus.
    void showView(ViewId id);
    /// Opens a view here, wherever it belongs.
    void addView(ViewId id);

    /// Gives a view the whole area; a second call undoes that.
    void toggleCentre(ViewId id);
    /// Whether a view has taken another's place in the centre, or the centre has all the room.
    bool isCentred() const { return m_alone || m_centre != m_home; }
    /// Puts a view or page in the centre and the view from there in its place.
    void putInCentre(const QString& id);
    /// Undoes putInCentre() and setAlone().
    void bringBack();
    /// The parts with something to see: the one across all others, then the views from left to right.
    std::vector<QWidget*> parts() const;
    /// Undoes toggleCentre().
    void leaveCentre();
    /// The view with the keyboard focus, otherwise the one in the centre.
    ViewId viewInFocus() const;
    /// Gives the centre all the room, or brings the docks back.
    void setAlone(bool alone);

    /// While an object of this class exists, needsChanged() is delayed and nothing is painted.
    class Change
    {
    public:
        explicit Change(DockArea& area);
        ~Change();
        Change(const Change&) = delete;
        Change& operator=(const Change&) = delete;

    private:
        DockArea& m_area;
    };

signals:
    void needsChanged();
    /// A view that is not here should be shown.
    void viewElsewhere(headlight::ViewId id);
    /// The user moved, opened, closed or resized something.
    void rearranged();
    /// The user put a view in the centre, or back.
    void centreChanged();
    void resized();

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    /// The docks before a view was put in the centre.
    struct DocksBefore
    {
        QByteArray state;
        QStringList open; ///< views in open docks, once it was there
    };

    static constexpr int kLayoutVersion = 1; ///< raise it to discard saved layouts

    ViewPlace* find(ViewId id) { return m_places->find(id.name()); }
    const ViewPlace* find(ViewId id) const { return m_places->find(id.name()); }
    ViewDock* dockOf(const QString& id) const;
    bool isOpen(const ViewPlace& place) const;
    void makeSeenViews();
    void connectDock(std::size_t number);
    void toggle(ViewId id, bool byKey);
    void setCentre(const QString& id);
    void setLeastSizes();
    void showTitle();
    /// Gives the view in the centre all the room, under a title that leads back.
    void enlarge();
    void settleTabs();
    void showAcross();
    void clearDocks();
    void shareSide(Qt::DockWidgetArea side, ViewDock& dock);
    void takeOut(ViewDock& dock);
    void endDrags();
    /// Changes docks and lays them out at the end.
    template <typename Work>
    void layOutOnce(const Work& work);
    bool restoreDocks(const QByteArray& state);
    /// The docks of these views; nullptr for those outside the window.
    QList<QDockWidget*> docksOf(const QStringList& views) const;
    void changed();

    CentreFrame* m_frame;
    AcrossStrip* m_strip;
    ViewPlaces* m_places;
    ViewActions* m_actions;
    DockBars m_bars;
    QString m_across; ///< view whose part should be above all others
    QString m_lent; ///< view whose part is there now
    QString m_centre; ///< content of the centre
    QString m_home; ///< view that the centre belongs to
    QStringList m_known;
    std::optional<DocksBefore> m_beforeCentre; ///< set while a view has taken the centre
    RoomLayout m_beforeAlone; ///< while setAlone() hides the docks
    int m_changing = 0;
    bool m_pending = false; ///< needsChanged() is due
    bool m_alone = false;
    int m_borrowedWidth = 0;
    bool m_onBorder = false; ///< the mouse is moving a border between docks
};

} // namespace headlight
