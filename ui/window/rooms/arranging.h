#pragma once

#include "ui/state/room.h"

#include <QFontMetrics>
#include <QList>
#include <QMainWindow>
#include <QSize>

#include <map>
#include <vector>

class QDockWidget;

namespace headlight {

struct Arrangement;
struct RoomShape;

/// The docks of each spot; the first one should be in front.
using DockSpots = std::map<RoomSpot, QList<QDockWidget*>>;

Qt::DockWidgetArea dockSide(RoomSpot spot);

/// Whether a window of this size, with this text, has little room for docks: docks that would be side by side
/// then share a place as tabs.
bool isSmall(const QSize& window, const QFontMetrics& text);

/// Where what stands at this spot of an arrangement has room.
RoomSpot spotIn(const Arrangement& arrangement, RoomSpot spot, bool small);

/// Shows docks that are in no layout yet at their spots.
void placeDocks(QMainWindow& window, const DockSpots& spots, bool small);

/// Sets the sizes of the window's sides according to the shape.
void sizeDocks(QMainWindow& window, const DockSpots& spots, const RoomShape& shape, bool small);

/// RoomLayout::sizes for these docks, of which some may be nullptr.
std::vector<int> sizesIn(const QMainWindow& window, const QList<QDockWidget*>& docks);

/// Docks that had these sizes in a window of another size keep their shares of it.
void refit(QMainWindow& window, const QList<QDockWidget*>& docks, const std::vector<int>& sizes);

} // namespace headlight
