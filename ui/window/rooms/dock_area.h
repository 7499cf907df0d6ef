#pragma once

#include "ui/state/room.h"
#include "ui/window/rooms/arranging.h"
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
struct Arrangement;

/// The views of the registry, each once: one in the centre, the others in docks around it or out of sight.
/// Any of them can take the whole area. Knows which views are visible, and so what has to be recorded. A view
/// is made when it is first needed, and all others one by one, soon after the window is shown.
class DockArea : public QMainWindow
{
    Q_OBJECT
public:
    explicit DockArea(const ViewContext& context, QWidget* parent = nullptr);
    ~DockArea() override;

    /// One action per view, in the registry's order: shows, raises or hides the view. Its key first brings
    /// the view to the front and gives it the keyboard focus; pressed again, it hides the view.
    const std::vector<QAction*>& viewActions() const { return m_places->actions(); }
    /// Makes the view if it is the first to need it; nullptr if the registry has no such view.
    TraceView* view(ViewId id);
    /// For what looks through all views.
    void makeAllViews() { m_places->makeAll(); }
    /// Whether it has been made.
    bool isMade(ViewId id) const { return find(id) != nullptr && find(id)->view != nullptr; }
    /// Whether it is in front: in the centre, or in a dock that no other tab covers.
    bool isSeen(ViewId id) const { return find(id) != nullptr && find(id)->isSeen(); }
    /// The views in docks that are in front.
    std::vector<ViewId> frontViews() const { return m_places->frontViews(); }
    /// The dock of a view, or the view itself if it is in the centre; nullptr as above.
    QWidget* holder(ViewId id) const;
    /// The view in the centre; nullptr if a page is there.
    TraceView* centre() const { return m_centre->view; }
    /// Its entry in the registry; nullptr likewise.
    const ViewDescriptor* centreEntry() const { return m_centre->descriptor; }
    /// The view or page in the centre.
    QWidget* centreWidget() const { return m_centre->content; }
    /// The parts with something to see: the one across all others, then the views from left to right.
    std::vector<QWidget*> parts() const;
    /// The views that belong here, open or not.
    const QStringList& known() const { return m_known; }
    /// The view of which a part is above all others; empty = none.
    const QString& across() const { return m_across; }
    /// Adds another widget that can be in the centre. Takes ownership.
    void addPage(const QString& id, QWidget* page) { m_places->addPage(id, page); }
    /// What the visible views need.
    SiteSet needs() const { return m_places->needs(); }
    /// The figure of the heatmap, for export.
    std::function<FigureRequest()> figure() const { return find(view_ids::kHeatmap)->figure; }

    /// Puts the views where the arrangement says and hides all others.
    void arrange(const Arrangement& arrangement);
    /// Sets the sizes of the sides as in the arrangement; does not move anything.
    void sizeSides(const Arrangement& arrangement);
    /// Whether there is little room.
    bool isSmall() const
    {
        return isVisible() && headlight::isSmall({window()->width(), height()}, fontMetrics());
    }
    /// The current layout, without id and title.
    RoomLayout layout() const;
    /// Restores the result of layout(). `known`: views that belong here, open or not; `across`: the view
    /// whose part is above all others. If the layout was saved by another version of the program, returns
    /// false and changes nothing.
    bool restore(const RoomLayout& layout, const QStringList& known, const QString& across = {});
    /// Gives docks that restore() placed their shares of the size that the window has now. Nothing happens
    /// once the user has moved something, or they have the sizes with which they were kept.
    void fitRestored();
    /// The views in open docks, in the registry's order.
    QStringList openViews() const { return m_places->openViews(); }
    /// Opens and closes docks so that exactly these are open.
    void showOnly(const QStringList& open);
    /// Whether a view is here, or would be if it were opened.
    bool knows(ViewId id) const
    {
        const ViewPlace* const place = find(id);
        return place != nullptr && (place->isOpen() || m_known.contains(place->id));
    }

    /// Opens a view in front of those that share its place, or asks for another room that has it.
    void raise(ViewId id);
    /// Raises a view and gives it the keyboard focus.
    void showView(ViewId id);
    /// Opens a view here, wherever it belongs.
    void addView(ViewId id);

    /// Gives a view the whole area, under a title that leads back; a second call undoes that.
    void toggleCentre(ViewId id);
    /// Whether a view has the whole area.
    bool isCentred() const { return m_before.has_value(); }
    /// Gives a view or page the whole area unless the centre is its own place.
    void putInCentre(const QString& id);
    /// Gives whatever is in the centre the whole area, without a title; only a part across all stays.
    void showAlone();
    /// Undoes all of these.
    void bringBack();
    /// Undoes toggleCentre().
    void leaveCentre()
    {
        bringBack();
        emit centreChanged();
    }
    /// The view with the keyboard focus, otherwise the one in the centre.
    ViewId viewInFocus() const;

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
    /// The user gave a view the whole area, or took it back.
    void centreChanged();
    void resized();

protected:
    bool event(QEvent* event) override;

private:
    /// The place of a view; nullptr if the registry has no such view.
    ViewPlace* find(ViewId id) const
    {
        ViewPlace* const place = m_places->find(id.name());
        return place == nullptr || place->descriptor == nullptr ? nullptr : place;
    }
    /// The docks that count, at the spots of an arrangement.
    DockSpots spotsOf(const Arrangement& arrangement,
                      const std::function<bool(const ViewPlace&)>& counts) const;
    void toggle(ViewId id, bool byKey);
    void enlarge(ViewPlace& place, bool titled);
    void setCentre(ViewPlace& place);
    void setLeastSizes();
    void showAcross();
    void clearDocks();
    void endDrags();
    void changed();

    CentreFrame* m_frame;
    AcrossStrip* m_strip;
    ViewPlaces* m_places;
    DockBars m_bars;
    QString m_across; ///< view whose part should be above all others
    bool m_keepsAcross = false; ///< by showAlone(), though the view itself is hidden
    QString m_lent; ///< view whose part is there now
    ViewPlace* m_centre = nullptr;
    ViewPlace* m_home = nullptr; ///< what the centre belongs to
    QStringList m_known;
    std::optional<RoomLayout> m_restored; ///< until it has its sizes, or the user changes it
    std::optional<RoomLayout> m_before; ///< set while a view has the whole area
    int m_changing = 0;
    bool m_pending = false; ///< needsChanged() is due
    bool m_onBorder = false; ///< the mouse is moving a border between docks
};

} // namespace headlight
