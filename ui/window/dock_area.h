#pragma once

#include "ui/state/room.h"
#include "ui/views/view_registry.h"

#include <QMainWindow>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <vector>

class QTabBar;

namespace headlight {

class AcrossStrip;
class CentreFrame;
class DockTabs;
class ViewDock;
struct Arrangement;

/// The views of the registry, each once: one in the centre, the others in docks around it or out of sight.
/// Any of them can take the centre. Knows which views are visible, and so what has to be recorded.
class DockArea : public QMainWindow
{
    Q_OBJECT
public:
    explicit DockArea(const ViewContext& context, QWidget* parent = nullptr);

    /// One action per view, in the registry's order: shows, raises or hides the view. Its key first brings
    /// the view to the front and gives it the keyboard focus; pressed again, it hides the view.
    const std::vector<QAction*>& viewActions() const { return m_actions; }
    /// nullptr if the registry has no such view.
    TraceView* view(ViewId id) const;
    /// Whether it is in front: in the centre, or in a dock that no other tab covers.
    bool isSeen(ViewId id) const;
    /// The dock of a view, or the view itself if it is in the centre; nullptr as above.
    QWidget* holder(ViewId id) const;
    /// The view in the centre; nullptr if a page is there.
    TraceView* centre() const;
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
    /// The figure of the first view that can be exported; empty if none can.
    const std::function<FigureRequest()>& figure() const { return m_figure; }

    /// Puts the views where the arrangement says and hides all others.
    void arrange(const Arrangement& arrangement);
    /// Sets the sizes of the sides as in the arrangement; does not move anything.
    void sizeSides(const Arrangement& arrangement);
    /// Whether there is little room: views that would be side by side share a place as tabs.
    bool isSmall() const;
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

    /// Puts a view in the centre and the view from there in its place; a second call undoes that. For the
    /// view that the centre belongs to, toggles giving it all the room.
    void toggleCentre(ViewId id);
    /// Whether a view has taken another's place in the centre, or the centre has all the room.
    bool isCentred() const { return m_alone || m_centre != m_home; }
    /// The same for a view or page that is not in the centre yet, as part of a larger operation.
    void putInCentre(const QString& id);
    /// Undoes putInCentre() and setAlone().
    void bringBack();
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
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The docks before a view was put in the centre.
    struct DocksBefore
    {
        QByteArray state;
        QStringList open; ///< views in open docks, once it was there
    };

    static constexpr int kLayoutVersion = 1; ///< raise it to discard saved layouts

    struct Place
    {
        QString id;
        const ViewDescriptor* descriptor = nullptr; ///< nullptr = a page, which has neither dock nor action
        TraceView* view = nullptr;
        QWidget* content = nullptr; ///< in the centre or in the dock
        ViewDock* dock = nullptr;
        std::function<QWidget*(bool away)> across; ///< hands out a part of the view; may be empty
        QAction* action = nullptr;
        bool inFront = false; ///< among the tabs that share its place
    };
    Place* find(const QString& id);
    const Place* find(const QString& id) const;
    const Place* find(ViewId id) const { return find(id.name()); }
    ViewDock* dockOf(const QString& id) const;
    bool isOpen(const Place& place) const;
    void makeDock(std::size_t number);
    void makeAction(std::size_t number);
    void toggle(const Place& place);
    void setCentre(const QString& id);
    void setLeastSizes();
    void showTitle();
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
    void changed();

    std::vector<Place> m_places;
    std::vector<QAction*> m_actions;
    std::map<QTabBar*, QPointer<DockTabs>> m_tabs;
    CentreFrame* m_frame;
    AcrossStrip* m_strip;
    QString m_across; ///< view whose part should be above all others
    QString m_lent; ///< view whose part is there now
    QString m_centre; ///< content of the centre
    QString m_home; ///< view that the centre belongs to
    QStringList m_known;
    QStringList m_hidden; ///< docks hidden by setAlone()
    std::optional<DocksBefore> m_beforeCentre; ///< set while a view has taken the centre
    QByteArray m_aloneState; ///< state of the docks before that
    std::function<FigureRequest()> m_figure;
    int m_changing = 0;
    bool m_pending = false; ///< needsChanged() is due
    bool m_alone = false;
    bool m_onBorder = false; ///< the mouse is moving a border between docks
    bool m_byKey = false; ///< the next action was triggered by its key
};

/// The title of a view, translated.
QString viewTitle(const ViewDescriptor& descriptor);
/// One line about what it shows.
QString viewLine(const ViewDescriptor& descriptor);

} // namespace headlight
