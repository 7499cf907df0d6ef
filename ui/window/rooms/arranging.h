#pragma once

#include "ui/state/room.h"

#include <QFontMetrics>
#include <QLayout>
#include <QList>
#include <QMainWindow>
#include <QSize>

#include <map>
#include <vector>

class QDockWidget;

namespace headlight {

class ViewDock;
struct Arrangement;
struct RoomShape;

/// The docks of each spot; the first one should be in front.
using DockSpots = std::map<RoomSpot, QList<QDockWidget*>>;

Qt::DockWidgetArea dockSide(RoomSpot spot);

/// Whether a window of this size and text has little room: docks side by side then share a place.
bool isSmall(const QSize& window, const QFontMetrics& text);

/// Where what stands at this spot of an arrangement has room.
RoomSpot spotIn(const Arrangement& arrangement, RoomSpot spot, bool small);

/// Shows docks that are in no layout yet at their spots.
void placeDocks(QMainWindow& window, const DockSpots& spots, bool small);

/// Sets the sizes of the window's sides according to the shape.
void sizeDocks(QMainWindow& window, const DockSpots& spots, const RoomShape& shape, bool small);

/// Changes docks and lays them out once, at the end, with all that is in them.
void layOutOnce(QMainWindow& window, const auto& work)
{
    QLayout& docks = *window.QMainWindow::layout();
    docks.setEnabled(false);
    work();
    docks.setEnabled(true);
    docks.activate();
}

/// Takes docks out of the layout, so that nothing remains of an earlier arrangement.
void takeOut(QMainWindow& window, const std::vector<ViewDock*>& docks);

/// The places and sizes of all docks.
QByteArray saveDocks(const QMainWindow& window);
/// Returns false, and changes nothing, if they were saved by another version of the program.
bool restoreDocks(QMainWindow& window, const QByteArray& state);

/// The size that docks have shares of: as wide as the whole window, as high as the part with the docks.
QSize wholeSize(const QMainWindow& window);

/// RoomLayout::sizes for these docks, of which some may be nullptr.
std::vector<int> sizesIn(const QMainWindow& window, const QList<QDockWidget*>& docks);

/// Docks that had these sizes in a window of another size keep their shares of it.
void refit(QMainWindow& window, const QList<QDockWidget*>& docks, const std::vector<int>& sizes);

} // namespace headlight
