#pragma once

#include <QString>

namespace headlight {

class Settings;

/// Display options of the view of all heads.
struct HeadsLook
{
    QString measure; ///< word of the measure that shades the grid; empty = thumbnails
    bool table = false;
    int sortColumn = 0; ///< column of the table
    bool descending = false;
    bool operator==(const HeadsLook&) const = default;
};

/// As last stored.
HeadsLook headsLook(const Settings& settings);
void keepHeadsLook(Settings& settings, const HeadsLook& look);

} // namespace headlight
