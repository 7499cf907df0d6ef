#pragma once

#include <QString>

namespace headlight {

/// What the window shows in its error bar.
struct Notice
{
    QString text;
    QString advice; ///< what to do
    bool error = true;
};

} // namespace headlight
