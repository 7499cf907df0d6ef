#pragma once

#include <QString>

#include <utility>

namespace headlight {

/// What the window shows in its error bar.
struct Notice
{
    QString text;
    QString advice; ///< what to do
    bool error = true;
    bool passing = false; ///< leaves by itself after a few seconds
};

/// Says that something asked for is done.
inline Notice confirmation(QString text, QString advice = {})
{
    return {std::move(text), std::move(advice), false, true};
}

} // namespace headlight
