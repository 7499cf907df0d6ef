#include "ui/window/rooms/arranging.h"

#include "ui/window/rooms/room_table.h"

#include <QDockWidget>

#include <algorithm>

namespace headlight {

namespace {

// Large text needs more than a room's usual share: enough for this many letters, up to these shares of the
// width.
constexpr double kLeftMost = 0.23, kRightMost = 0.38;
constexpr int kLeftLetters = 24, kRightLetters = 40;
constexpr int kStripLetters = 19; ///< of a side that is no more than a strip in a small window
constexpr double kStripMost = 0.25; ///< a side with a larger share than this never becomes one
constexpr int kFewLines = 22; ///< of text; below that a side has room for one dock only
constexpr int kFewPixels = 1150; ///< across the window; likewise
constexpr int kFewLetters = 140; ///< and where the text is large
constexpr int kLargeText = 26; ///< pixels per line; from here on the first of two docks gets nearly half

/// The spot of a view in a small window, where none are side by side.
RoomSpot merged(RoomSpot spot)
{
    if (spot == RoomSpot::kRightBelow)
        return RoomSpot::kRight;
    return spot == RoomSpot::kBottomBeside ? RoomSpot::kBottom : spot;
}

/// Width of the left or the right side.
int sideWidth(const QMainWindow& window, RoomSpot spot, const RoomShape& shape, bool small)
{
    const int letter = window.fontMetrics().averageCharWidth();
    const auto part = [&window](double share) { return static_cast<int>(window.width() * share); };
    if (spot == RoomSpot::kLeft)
        return small && shape.left < kStripMost
            ? letter * kStripLetters
            : std::max(part(shape.left), std::min(part(kLeftMost), letter * kLeftLetters));
    return small ? part(shape.smallRight)
                 : std::max(part(shape.right), std::min(part(kRightMost), letter * kRightLetters));
}

} // namespace

Qt::DockWidgetArea dockSide(RoomSpot spot)
{
    switch (spot) {
    case RoomSpot::kLeft:
        return Qt::LeftDockWidgetArea;
    case RoomSpot::kBottom:
    case RoomSpot::kBottomBeside:
        return Qt::BottomDockWidgetArea;
    case RoomSpot::kCentre:
    case RoomSpot::kAcross:
    case RoomSpot::kRight:
    case RoomSpot::kRightBelow:
        break;
    }
    return Qt::RightDockWidgetArea;
}

RoomSpot spotIn(const Arrangement& arrangement, RoomSpot spot, bool small)
{
    if (!small)
        return spot;
    // Under a part that goes across there is no room for a row of docks.
    const bool below = spot == RoomSpot::kBottom || spot == RoomSpot::kBottomBeside;
    if (below && !arrangement.across.isEmpty())
        return RoomSpot::kRight;
    // Nor is there for the centre between two wide sides.
    const bool right
        = std::any_of(arrangement.docks.begin(), arrangement.docks.end(),
                      [](const Arrangement::Standing& each) { return each.spot == RoomSpot::kRight; });
    return spot == RoomSpot::kLeft && right && arrangement.shape.left >= kStripMost ? RoomSpot::kRight : spot;
}

bool isSmall(const QSize& window, const QFontMetrics& text)
{
    return window.height() < kFewLines * text.lineSpacing()
        || window.width() < std::max(kFewPixels, kFewLetters * text.averageCharWidth());
}

void placeDocks(QMainWindow& window, const DockSpots& spots, bool small)
{
    // In a small window, a side with a map needs the full height.
    window.setCorner(Qt::BottomLeftCorner, small ? Qt::LeftDockWidgetArea : Qt::BottomDockWidgetArea);
    std::map<RoomSpot, QDockWidget*> last;
    for (const auto& [spot, docks] : spots) {
        const RoomSpot own = small ? merged(spot) : spot;
        const Qt::DockWidgetArea side = dockSide(own);
        for (QDockWidget* const dock : docks) {
            window.addDockWidget(side, dock,
                                 side == Qt::BottomDockWidgetArea ? Qt::Horizontal : Qt::Vertical);
            dock->show();
            if (QDockWidget*& before = last[own])
                window.tabifyDockWidget(before, dock);
            last[own] = dock;
        }
    }
    for (const auto& [spot, docks] : spots)
        if (!docks.isEmpty() && (!small || spot == merged(spot)))
            docks.first()->raise();
}

void sizeDocks(QMainWindow& window, const DockSpots& spots, const RoomShape& shape, bool small)
{
    const auto first = [&spots](RoomSpot spot) {
        const auto found = spots.find(spot);
        return found == spots.end() || found->second.isEmpty() ? nullptr : found->second.first();
    };
    for (const RoomSpot side : {RoomSpot::kLeft, RoomSpot::kRight})
        if (QDockWidget* const dock = first(side))
            window.resizeDocks({dock}, {sideWidth(window, side, shape, small)}, Qt::Horizontal);
    if (QDockWidget* const dock = first(RoomSpot::kBottom))
        window.resizeDocks({dock}, {static_cast<int>(window.height() * shape.bottom)}, Qt::Vertical);
    if (QDockWidget* const beside = first(RoomSpot::kBottomBeside); beside != nullptr && !small)
        if (QDockWidget* const dock = first(RoomSpot::kBottom))
            window.resizeDocks({dock, beside}, {shape.bottomLeft, shape.bottomRight}, Qt::Horizontal);
    QDockWidget* const above = first(RoomSpot::kRight);
    QDockWidget* const below = first(RoomSpot::kRightBelow);
    if (small || above == nullptr || below == nullptr)
        return;
    // What a few lines of large text leave over must still be usable.
    const bool large = window.fontMetrics().height() > kLargeText;
    window.resizeDocks({above, below},
                       large ? QList<int>{shape.below, shape.below + 1}
                             : QList<int>{shape.above, shape.below},
                       Qt::Vertical);
}

std::vector<int> sizesIn(const QMainWindow& window, const QList<QDockWidget*>& docks)
{
    std::vector<int> sizes{window.width(), window.height()};
    for (const QDockWidget* const dock : docks) {
        const bool seen = dock != nullptr && dock->geometry().intersects(window.rect()); // not behind a tab
        const QSize size = seen ? dock->size() : QSize(0, 0);
        sizes.insert(sizes.end(), {size.width(), size.height()});
    }
    return sizes;
}

void refit(QMainWindow& window, const QList<QDockWidget*>& docks, const std::vector<int>& sizes)
{
    const auto count = static_cast<std::size_t>(docks.size());
    if (sizes.size() != 2 + 2 * count || sizes[0] <= 0 || sizes[1] <= 0
        || window.size() == QSize(sizes[0], sizes[1]))
        return;
    QList<QDockWidget*> fitted;
    QList<int> widths, heights;
    for (std::size_t i = 0; i < count; ++i) {
        QDockWidget* const dock = docks[static_cast<qsizetype>(i)];
        const double across = static_cast<double>(sizes[2 * i + 2]) / sizes[0];
        const double down = static_cast<double>(sizes[2 * i + 3]) / sizes[1];
        if (dock == nullptr || across <= 0 || down <= 0)
            continue;
        fitted << dock;
        widths << static_cast<int>(std::min(across, 1.0) * window.width());
        heights << static_cast<int>(std::min(down, 1.0) * window.height());
    }
    window.resizeDocks(fitted, widths, Qt::Horizontal);
    window.resizeDocks(fitted, heights, Qt::Vertical);
}

} // namespace headlight
