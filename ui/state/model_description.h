#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <vector>

namespace headlight {

/// One fact about a model, and the lines below it.
struct Fact
{
    QString name;
    QString value;
    QString note = {}; ///< what it means, if that is not obvious; empty = no note
    std::vector<Fact> below = {};
};

/// Related lines under a heading.
struct FactSection
{
    QString title;
    std::vector<Fact> facts;
    bool open = true; ///< expanded at first
};

/// Gathers all facts about one model. Slow: not for the UI thread.
using ModelDescription = std::function<QList<FactSection>()>;

} // namespace headlight
