#pragma once

#include "ui/views/view_registry.h"

#include <QMainWindow>
#include <QStringList>

#include <functional>
#include <vector>

class QDockWidget;

namespace headlight {

struct TraceInfo;

/// The views of the registry: those without a dock area in the centre, the others in docks around it.
/// Knows which are visible, and so what has to be recorded.
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
    /// The dock of a view, or the view itself where that stands in the centre; nullptr as above.
    QWidget* holder(ViewId id) const;
    /// The first view of the centre; nullptr without one.
    TraceView* centre() const { return m_centre; }
    /// What the visible views need.
    SiteSet needs() const;
    /// The arrangement of the first start.
    void arrange();
    /// Opens a view, in front of those that share its place; nothing for an id that the registry lacks.
    void raise(ViewId id);
    /// Raises a view and gives it the keyboard.
    void showView(ViewId id);
    /// What the first view that can be exported shows; empty where none can.
    const std::function<FigureRequest()>& figure() const { return m_figure; }

    /// The docks that are open, by the ids of their views, in the registry's order.
    QStringList openViews() const;
    /// The arrangement of the docks; only the same version of the program can read it.
    QByteArray layoutState() const { return saveState(kLayoutVersion); }
    /// False if another version saved it.
    bool restoreLayout(const QByteArray& layout) { return restoreState(layout, kLayoutVersion); }
    /// Restores a layoutState(), or the first arrangement if this version cannot read it, and shows exactly
    /// the docks of `open`.
    void showViews(const QStringList& open, const QByteArray& layout);

signals:
    void needsChanged();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr int kLayoutVersion = 1; ///< raise it to discard saved layouts

    struct Place
    {
        const ViewDescriptor* descriptor = nullptr;
        TraceView* view = nullptr;
        QDockWidget* dock = nullptr; ///< nullptr: in the centre
        QAction* action = nullptr;
    };
    const Place* find(ViewId id) const;
    void addDock(Place& place);
    void addAction(Place& place);
    void toggle(const Place& place);
    /// The docks of one side at the first start.
    void sizeColumn(Qt::DockWidgetArea area, const QList<QDockWidget*>& column, bool cramped);

    std::vector<Place> m_places;
    std::vector<QAction*> m_actions;
    TraceView* m_centre = nullptr;
    std::function<FigureRequest()> m_figure;
    bool m_byKey = false; ///< the next action was triggered by its key
};

/// The title of a view, translated.
QString viewTitle(const ViewDescriptor& descriptor);

} // namespace headlight
