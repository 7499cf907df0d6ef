#pragma once

#include <QString>

namespace headlight {

class Settings;

/// What the view of all heads shows.
struct HeadsLook
{
    QString measure; ///< word of the number that shades the grid; empty: pictures
    bool table = false;
    int sortColumn = 0; ///< of the table
    bool descending = false;
    bool operator==(const HeadsLook&) const = default;
};

/// As it was kept last.
HeadsLook headsLook(const Settings& settings);
void keepHeadsLook(Settings& settings, const HeadsLook& look);

} // namespace headlight
