#pragma once

#include "ui/views/why/why_models.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What is to be explained.
struct WhyQuestion
{
    Trace trace;
    std::shared_ptr<const Model> model;
    Index row = 0;
    std::string token, minus; ///< empty = the most likely; nothing
    HeadRef head;
    Index query = 0;
    std::optional<Index> key, rather;
};

/// The numbers that explain it.
struct WhyAnswer
{
    QString failure; ///< empty = none
    StackKind stack = StackKind::kDecoder; ///< of the row
    Index row = 0;
    TokenLabel token;
    std::optional<TokenLabel> minus;
    std::vector<TokenLabel> likely; ///< best first
    EffectAccount account;
    std::vector<KeysModel::Row> keys; ///< of the head's query
    std::optional<WhoAsked> who; ///< its key, and the other one if there is one
    TraceInfo info;

    /// Takes about as long as a pass over a few tokens. Any thread.
    static WhyAnswer to(const WhyQuestion& asked);
    /// The options of the commands that print the parts with the head's keys, and the writers; or none.
    QStringList partsOptions() const;
    QStringList writersOptions() const;

private:
    Result<void> explain(const WhyQuestion& asked);
    void askWho(const WhyQuestion& asked);
};

} // namespace headlight
