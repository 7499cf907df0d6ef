#pragma once

#include "ui/state/room.h"
#include "ui/views/view_registry.h"

#include <QMainWindow>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <map>
#include <vector>

class QTabBar;

namespace headlight {

class AcrossStrip;
class CentreFrame;
class DockTabs;
class ViewDock;
struct Arrangement;

/// The views of the registry, each once: one in the centre, the others in docks around it or out of sight.
/// Any of them can take the centre. Knows which are seen, and so what has to be recorded.
class DockArea : public QMainWindow
{
    Q_OBJECT
public:
    explicit DockArea(const ViewContext& context, QWidget* parent = nullptr);

    /// One action per view, in the registry's order: shows, raises or hides it. Its key first brings the view
    /// to the front and gives it the keyboard; pressed again, it hides the view.
    const std::vector<QAction*>& viewActions() const { return m_actions; }
    /// nullptr where the registry has no such view.
    TraceView* view(ViewId id) const;
    /// Whether it is in front: in the centre, or in a dock that no other tab covers.
    bool isSeen(ViewId id) const;
    /// The dock of a view, or the view itself where that stands in the centre; nullptr as above.
    QWidget* holder(ViewId id) const;
    /// The view in the centre; nullptr where a page stands there.
    TraceView* centre() const;
    /// What stands there, view or page.
    QWidget* centreWidget() const;
    /// The views that belong here, open or not.
    const QStringList& known() const { return m_known; }
    /// Something else that can stand in the centre. Takes it over.
    void addPage(const QString& id, QWidget* page);
    /// What the views that are seen need.
    SiteSet needs() const;
    /// What the first view that can be exported shows; empty where none can.
    const std::function<FigureRequest()>& figure() const { return m_figure; }

    /// Puts the views where the arrangement says, all others out of sight.
    void arrange(const Arrangement& arrangement);
    /// Gives the sides the sizes of the arrangement; nothing moves.
    void sizeSides(const Arrangement& arrangement);
    /// Whether there is little room: views that would stand beside each other share a place as tabs.
    bool isSmall() const;
    /// Where all stands, without id and title.
    RoomLayout layout() const;
    /// Puts all as layout() said. `known`: views that belong here, open or not; `across`: the one of which a
    /// part stands above all. False if the docks are of another version of the program; nothing has changed
    /// then.
    bool restore(const RoomLayout& layout, const QStringList& known, const QString& across = {});
    /// The views in open docks, in the registry's order.
    QStringList openViews() const;
    /// Opens and closes docks so that exactly these are open.
    void showOnly(const QStringList& open);
    /// Whether a view stands here, or would if it were opened.
    bool knows(ViewId id) const;

    /// Opens a view, in front of those that share its place. Another room is asked for where this one does
    /// not know it; nothing for an id that the registry lacks.
    void raise(ViewId id);
    /// Raises a view and gives it the keyboard.
    void showView(ViewId id);
    /// Opens a view here, wherever it belongs.
    void addView(ViewId id);

    /// Puts a view in the centre; its place is taken by the one that was there. Again: brings it back. The
    /// view whose place the centre is gets all the room instead.
    void toggleCentre(ViewId id);
    /// Whether a view has taken another one's place in the centre, or the centre has all the room.
    bool isCentred() const { return m_alone || m_centre != m_home; }
    /// The same for a view or page that is not in the centre yet, as a part of something else.
    void putInCentre(const QString& id);
    /// Undoes putInCentre() and setAlone().
    void bringBack();
    /// Undoes toggleCentre().
    void leaveCentre();
    /// The view that has the keyboard, else the one in the centre.
    ViewId viewInFocus() const;
    /// The centre gets all the room, or the docks come back.
    void setAlone(bool alone);

    /// While one exists, needsChanged() waits, and nothing is painted.
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
    /// A view that does not stand here is to be shown.
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
    static constexpr int kLayoutVersion = 1; ///< raise it to discard saved layouts

    struct Place
    {
        QString id;
        const ViewDescriptor* descriptor = nullptr; ///< nullptr: a page, which has no dock and no action
        TraceView* view = nullptr;
        QWidget* content = nullptr; ///< in the centre or in the dock
        ViewDock* dock = nullptr;
        std::function<QWidget*(bool away)> across; ///< gives a part away; may be empty
        QAction* action = nullptr;
        bool inFront = false; ///< of the tabs that share its place
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
    bool restoreDocks(const QByteArray& state);
    void changed();

    std::vector<Place> m_places;
    std::vector<QAction*> m_actions;
    std::map<QTabBar*, QPointer<DockTabs>> m_tabs;
    CentreFrame* m_frame;
    AcrossStrip* m_strip;
    QString m_across; ///< the view of which a part is to stand above all
    QString m_lent; ///< the view of which one does
    QString m_centre; ///< what stands in the centre
    QString m_home; ///< whose place the centre is
    QStringList m_known;
    QStringList m_hidden; ///< docks that setAlone() hid
    QByteArray m_aloneState; ///< of the docks, before that
    std::function<FigureRequest()> m_figure;
    int m_changing = 0;
    bool m_pending = false; ///< needsChanged() is due
    bool m_alone = false;
    bool m_onBorder = false; ///< the mouse moves a border between docks
    bool m_byKey = false; ///< the next action was triggered by its key
};

/// The title of a view, translated.
QString viewTitle(const ViewDescriptor& descriptor);
/// What it shows, in a line.
QString viewLine(const ViewDescriptor& descriptor);

} // namespace headlight
