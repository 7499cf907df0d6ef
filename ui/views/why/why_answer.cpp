#include "ui/views/why/why_answer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace headlight {

namespace {
constexpr std::size_t kOfferedTokens = 20;
} // namespace

WhyAnswer WhyAnswer::to(const WhyQuestion& asked)
{
    WhyAnswer answer;
    answer.row = asked.row;
    answer.stack = measuredStack(*asked.model);
    answer.info = asked.trace.info();
    if (const auto done = answer.explain(asked); !done)
        answer.failure = QString::fromStdString(done.error().describe());
    else
        answer.askWho(asked);
    return answer;
}

Result<void> WhyAnswer::explain(const WhyQuestion& asked)
{
    ASSIGN_OR_RETURN(likely, likeliestTokens(*asked.model, asked.trace, asked.row, kOfferedTokens));
    EffectQuestion question;
    question.row = asked.row;
    token = likely.front();
    if (!asked.token.empty()) {
        ASSIGN_OR_RETURN(token, tokenMeant(*asked.model, stack, asked.token));
    }
    question.token = static_cast<TokenId>(token.id);
    if (!asked.minus.empty()) {
        ASSIGN_OR_RETURN(minus, tokenMeant(*asked.model, stack, asked.minus));
        question.minus = static_cast<TokenId>(minus->id);
    }
    ASSIGN_OR_RETURN(account, effectOf(*asked.model, asked.trace, question));
    return {};
}

void WhyAnswer::askWho(const WhyQuestion& asked)
{
    const AttentionMap map = asked.trace.attention(asked.head);
    if (map.isNull() || !map.has(MapKind::kWeights) || asked.query >= map.queries())
        return;
    const auto reading = account.heads.find(asked.head);
    const bool measured = reading != account.heads.end() && asked.query == asked.row;
    const std::vector<double> effects
        = measured ? keyEffects(asked.trace, asked.head, asked.row, reading->second) : std::vector<double>();
    const std::vector<double> masked
        = measured ? maskingEffects(asked.trace, asked.head, asked.row, reading->second) : effects;
    const auto at = [](const std::vector<double>& all, std::size_t key) {
        return key < all.size() ? all[key] : std::numeric_limits<double>::quiet_NaN();
    };
    const RowVector weights = map.block(MapKind::kWeights, asked.query, 0, 1, map.keys()).row(0);
    for (std::size_t key = 0; key < map.keyTokens().size(); ++key)
        if (const float weight = weights[static_cast<Index>(key)]; weight > 0)
            keys.push_back({static_cast<int>(key), map.keyTokens()[key], static_cast<double>(weight),
                            at(effects, key), at(masked, key)});
    std::vector<KeysModel::Row> byWeight = keys;
    std::ranges::stable_sort(byWeight, [](const auto& a, const auto& b) { return a.weight > b.weight; });
    if (byWeight.empty())
        return;
    const auto isAsked = [&asked](const KeysModel::Row& each) { return Index{each.key} == asked.key; };
    const bool seen = std::ranges::any_of(keys, isAsked); // a masked key has no ratio
    std::vector<Index> compared{seen ? *asked.key : byWeight.front().key};
    for (const KeysModel::Row& other : byWeight)
        if (compared.size() == 1 && asked.rather.value_or(other.key) != compared.front()
            && other.key != compared.front())
            compared.push_back(asked.rather.value_or(other.key));
    if (auto found = whoAsked(*asked.model, asked.trace, asked.head, asked.query, compared))
        who = std::move(*found);
}

QStringList WhyAnswer::partsOptions() const
{
    if (!failure.isEmpty())
        return {};
    QStringList words{QStringLiteral("--row"), QString::number(row), QStringLiteral("--token"),
                      QString::number(token.id)};
    if (minus)
        words << QStringLiteral("--minus") << QString::number(minus->id);
    if (who && who->query == row && account.heads.contains(who->head))
        words << QStringLiteral("--keys") << QString::fromStdString(toString(who->head));
    return words;
}

QStringList WhyAnswer::writersOptions() const
{
    if (!who)
        return {};
    QStringList words{QStringLiteral("--head"),  QString::fromStdString(toString(who->head)),
                      QStringLiteral("--query"), QString::number(who->query),
                      QStringLiteral("--key"),   QString::number(who->keys.front().key)};
    if (who->keys.size() > 1)
        words << QStringLiteral("--rather-than") << QString::number(who->keys[1].key);
    return words;
}

} // namespace headlight
