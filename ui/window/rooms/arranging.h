#pragma once

#include "ui/state/room.h"

#include <QList>
#include <QMainWindow>

#include <map>

class QDockWidget;

namespace headlight {

struct Arrangement;
struct RoomShape;

/// The docks of each spot; the first is to be in front.
using DockSpots = std::map<RoomSpot, QList<QDockWidget*>>;

Qt::DockWidgetArea dockSide(RoomSpot spot);

/// Whether docks have little room in a window of this size and text: those that would stand beside each other
/// share a place as tabs.
bool isSmallFor(const QWidget& window);

/// Where what stands at this spot of an arrangement has room.
RoomSpot spotIn(const Arrangement& arrangement, RoomSpot spot, bool small);

/// Shows docks that are in no layout yet at their spots.
void placeDocks(QMainWindow& window, const DockSpots& spots, bool small);

/// Gives the sides of the window the sizes of the shape.
void sizeDocks(QMainWindow& window, const DockSpots& spots, const RoomShape& shape, bool small);

} // namespace headlight
