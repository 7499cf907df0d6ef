#pragma once

#include "ui/views/view_registry.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

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
};

/// The views of the registry, each with a dock from the start, and pages. A view is made when it is first
/// needed: all of them together take as long as the rest of the window. UI thread only.
class ViewPlaces : public QObject
{
    Q_OBJECT
public:
    /// The area contains the docks and outlives this.
    ViewPlaces(const ViewContext& context, QMainWindow& area);

    std::vector<ViewPlace>& all() { return m_places; }
    const std::vector<ViewPlace>& all() const { return m_places; }
    ViewPlace* find(const QString& id);
    const ViewPlace* find(const QString& id) const;
    void addPage(const QString& id, QWidget* content);
    /// Makes the view unless it is made. The Tab key goes through the views in the registry's order, whatever
    /// was made first.
    void make(ViewPlace& place);
    void makeAll();
    /// Makes the views that nothing has needed yet, one at a time between other events.
    void makeRestSoon();

signals:
    void made(headlight::TraceView* view);

private:
    void makeNext();
    void putInOrder(TraceView& view, const ViewPlace& place);

    ViewContext m_context;
    QMainWindow& m_area;
    std::vector<ViewPlace> m_places; ///< in the registry's order, then the pages
    QTimer m_rest;
};

/// Gives the keyboard to the next of these parts (by = 1) or the previous one (−1), seen from the part that
/// has it, and round again. Parts without a visible widget that takes keys are left out.
void goToPart(const std::vector<QWidget*>& parts, int by);

/// The title of a view, translated.
QString viewTitle(const ViewDescriptor& descriptor);
/// One line about what it shows.
QString viewLine(const ViewDescriptor& descriptor);

} // namespace headlight
