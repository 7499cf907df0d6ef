#include "ui/window/rooms/arranging.h"

#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/view_dock.h"

#include <algorithm>

namespace headlight {

namespace {

// Large text needs more than the usual share: enough for so many letters, up to these shares of the width.
constexpr double kLeftMost = 0.23, kRightMost = 0.38;
constexpr int kLeftLetters = 24, kRightLetters = 44;
constexpr double kSideMost = 0.5; ///< of the room that there is
constexpr int kStripLetters = 19; ///< of a side that is no more than a strip in a small window
constexpr double kStripMost = 0.22; ///< a side with a larger share than this never becomes one
constexpr int kLayoutVersion = 1; ///< raise it to discard saved layouts
constexpr int kFewLines = 22; ///< of text; below that a side has room for one dock only
constexpr int kFewPixels = 1210; ///< across the window; likewise
constexpr int kFewLetters = 150; ///< and where the text is large
constexpr double kSmallRight = 0.27; ///< share of the right side in a small window

/// Width of the left or the right side.
int sideWidth(const QMainWindow& window, RoomSpot spot, const RoomShape& shape, bool small)
{
    const int letter = window.fontMetrics().averageCharWidth();
    const auto part = [&window](double share) { return static_cast<int>(window.width() * share); };
    // Lessons at the right edge leave the left side as it is.
    const auto whole = static_cast<int>(window.window()->width() * shape.left);
    if (spot == RoomSpot::kLeft)
        return small && shape.left < kStripMost
            ? letter * kStripLetters
            : std::max(std::min(whole, part(kSideMost)), std::min(part(kLeftMost), letter * kLeftLetters));
    const int words = std::min(part(small ? shape.right : kRightMost), letter * kRightLetters);
    return std::max(part(small ? kSmallRight : shape.right), words);
}

} // namespace

Qt::DockWidgetArea dockSide(RoomSpot spot)
{
    switch (spot) {
    case RoomSpot::kLeft:
        return Qt::LeftDockWidgetArea;
    case RoomSpot::kBottom:
        return Qt::BottomDockWidgetArea;
    case RoomSpot::kCentre:
    case RoomSpot::kAcross:
    case RoomSpot::kRight:
        break;
    }
    return Qt::RightDockWidgetArea;
}

RoomSpot spotIn(const Arrangement& arrangement, RoomSpot spot, bool small)
{
    // Under a part that goes across there is no room for a row of docks.
    const bool low = small && spot == RoomSpot::kBottom && !arrangement.across.isEmpty();
    return low ? RoomSpot::kRight : spot;
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
    for (const auto& [spot, docks] : spots) {
        QDockWidget* before = nullptr;
        for (QDockWidget* const dock : docks) {
            window.addDockWidget(dockSide(spot), dock);
            dock->show();
            if (before != nullptr)
                window.tabifyDockWidget(before, dock);
            before = dock;
        }
        if (!docks.isEmpty())
            docks.first()->raise();
    }
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
}

// Qt remembers the place of a dock that is taken out, and whether it was hidden; the saved state of a later
// arrangement restores it that way. So hide it first.
void takeOut(QMainWindow& window, const std::vector<ViewDock*>& docks)
{
    for (ViewDock* const dock : docks) {
        if (dock->isFloating())
            dock->setFloating(false);
        dock->hide();
        window.removeDockWidget(dock);
    }
}

QByteArray saveDocks(const QMainWindow& window)
{
    return window.saveState(kLayoutVersion);
}

// Qt 6.4 shows tab bars in a loop over a set, which an activated layout changes: a disabled one is not.
bool restoreDocks(QMainWindow& window, const QByteArray& state)
{
    bool done = false;
    layOutOnce(window, [&] { done = window.restoreState(state, kLayoutVersion); });
    return done;
}

// Lessons beside the docks take room from the centre only.
QSize wholeSize(const QMainWindow& window)
{
    return {window.window()->width(), window.height()};
}

std::vector<int> sizesIn(const QMainWindow& window, const QList<QDockWidget*>& docks)
{
    const QSize whole = wholeSize(window);
    std::vector<int> sizes{whole.width(), whole.height()};
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
    if (sizes.size() != 2 + 2 * count || sizes[0] <= 0 || sizes[1] <= 0)
        return;
    const QSize whole = wholeSize(window);
    QList<QDockWidget*> fitted;
    QList<int> widths, heights;
    for (std::size_t i = 0; i < count; ++i) {
        QDockWidget* const dock = docks[static_cast<qsizetype>(i)];
        const double across = static_cast<double>(sizes[2 * i + 2]) / sizes[0];
        const double down = static_cast<double>(sizes[2 * i + 3]) / sizes[1];
        // A view may have been taken out since.
        const bool isThere = dock != nullptr && window.dockWidgetArea(dock) != Qt::NoDockWidgetArea;
        if (!isThere || across <= 0 || down <= 0)
            continue;
        fitted << dock;
        widths << qRound(std::min(across, 1.0) * whole.width());
        heights << qRound(std::min(down, 1.0) * whole.height());
    }
    window.resizeDocks(fitted, widths, Qt::Horizontal);
    window.resizeDocks(fitted, heights, Qt::Vertical);
}

} // namespace headlight
