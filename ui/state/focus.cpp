#include "ui/state/focus.h"

#include <algorithm>
#include <utility>

namespace headlight {

Cell Cell::within(Index queries, Index keys) const
{
    const auto kept = [](const std::optional<int>& at, Index count) {
        return at && *at >= 0 && *at < count ? at : std::nullopt;
    };
    return {kept(query, queries), kept(key, keys)};
}

Cell Focus::cell() const
{
    Cell both = m_pin;
    if (!both.query)
        both.query = m_hover.query;
    if (!both.key)
        both.key = m_hover.key;
    return both;
}

void Focus::setAsked(const AskedTokens& tokens, std::optional<int> row)
{
    if (m_asked == tokens && m_askedRow == row)
        return;
    m_asked = tokens;
    m_askedRow = row;
    emit changed(ViewChange::kAsked);
}

void Focus::setPin(const Cell& cell)
{
    if (m_pin.query != cell.query)
        m_askedRow.reset(); // until Why explains another one
    assign(m_pin, cell, ViewChange::kPin);
}

std::optional<int> Focus::colourIndex(const HeadRef& head) const
{
    const auto found = std::ranges::find(m_heads, head, &SelectedHead::head);
    if (found == m_heads.end())
        return std::nullopt;
    return found->colour;
}

int Focus::freeColour() const
{
    int colour = 0;
    while (std::ranges::find(m_heads, colour, &SelectedHead::colour) != m_heads.end())
        ++colour;
    return colour;
}

void Focus::setHead(const HeadRef& head)
{
    if (m_heads.front().head == head)
        return;
    ViewChanges what = ViewChange::kHead;
    const auto found = std::ranges::find(m_heads, head, &SelectedHead::head);
    if (found != m_heads.end()) {
        std::iter_swap(m_heads.begin(), found);
        what |= ViewChange::kMoreHeads;
    } else {
        m_heads.front().head = head;
    }
    emit changed(what);
}

void Focus::selectOnly(const HeadRef& head)
{
    const bool others = m_heads.size() > 1;
    const bool another = m_heads.front().head != head;
    if (!others && !another)
        return;
    m_heads = {{head, 0}};
    emit changed((another ? ViewChanges(ViewChange::kHead) : ViewChanges())
                 | (others ? ViewChanges(ViewChange::kMoreHeads) : ViewChanges()));
}

void Focus::setMoreHeads(const std::vector<HeadRef>& heads)
{
    const std::vector<SelectedHead> before = std::move(m_heads);
    m_heads = {before.front()};
    // Those already selected come first, so that they keep their colours; new ones take free colours.
    std::vector<SelectedHead> order;
    for (const HeadRef& head : heads) {
        const auto old = std::ranges::find(before, head, &SelectedHead::head);
        const bool repeated = std::ranges::find(order, head, &SelectedHead::head) != order.end();
        if (head == m_heads.front().head || repeated)
            continue;
        order.push_back({head, old != before.end() ? old->colour : -1});
    }
    m_heads.insert(m_heads.end(), order.begin(), order.end());
    for (SelectedHead& each : m_heads)
        if (each.colour < 0)
            each.colour = freeColour();
    if (m_heads != before)
        emit changed(ViewChange::kMoreHeads);
}

void Focus::toggleHead(const HeadRef& head)
{
    const auto found = std::ranges::find(m_heads, head, &SelectedHead::head);
    if (found == m_heads.end()) {
        m_heads.push_back({head, freeColour()});
        emit changed(ViewChange::kMoreHeads);
        return;
    }
    if (m_heads.size() == 1)
        return;
    const bool main = found == m_heads.begin();
    m_heads.erase(found);
    emit changed(ViewChange::kMoreHeads | (main ? ViewChanges(ViewChange::kHead) : ViewChanges()));
}

} // namespace headlight
