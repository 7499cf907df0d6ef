#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <vector>

namespace headlight {

/// One line of what is known of a model, and the lines below it.
struct Fact
{
    QString name;
    QString value;
    QString note = {}; ///< what it means, where that is not plain; empty: nothing to say
    std::vector<Fact> below = {};
};

/// Lines that belong together, under a heading.
struct FactSection
{
    QString title;
    std::vector<Fact> facts;
    bool open = true; ///< its lines are seen at first
};

/// Gathers all that is known of one model. Slow: not for the UI thread.
using ModelDescription = std::function<QList<FactSection>()>;

} // namespace headlight
