#include "ui/state/focus.h"

#include <algorithm>
#include <utility>

namespace headlight {

Focus::Focus(QObject* parent)
    : QObject(parent)
{ }

Cell Focus::cell() const
{
    Cell both = m_pin;
    if (!both.query)
        both.query = m_hover.query;
    if (!both.key)
        both.key = m_hover.key;
    return both;
}

std::optional<int> Focus::colourIndex(const HeadRef& head) const
{
    const auto found = std::find_if(m_heads.begin(), m_heads.end(),
                                    [&](const SelectedHead& each) { return each.head == head; });
    if (found == m_heads.end())
        return std::nullopt;
    return found->colour;
}

int Focus::freeColour() const
{
    int colour = 0;
    while (std::any_of(m_heads.begin(), m_heads.end(),
                       [colour](const SelectedHead& each) { return each.colour == colour; }))
        ++colour;
    return colour;
}

void Focus::setHead(const HeadRef& head)
{
    if (m_heads.front().head == head)
        return;
    ViewChanges what = ViewChange::kHead;
    const auto found = std::find_if(m_heads.begin(), m_heads.end(),
                                    [&](const SelectedHead& each) { return each.head == head; });
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
    // Keep the heads that were already selected first, so that they keep their colours; new ones take free
    // colours.
    std::vector<SelectedHead> order;
    for (const HeadRef& head : heads) {
        const auto old = std::find_if(before.begin(), before.end(),
                                      [&](const SelectedHead& each) { return each.head == head; });
        const bool repeated = std::any_of(order.begin(), order.end(),
                                          [&](const SelectedHead& each) { return each.head == head; });
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
    const auto found = std::find_if(m_heads.begin(), m_heads.end(),
                                    [&](const SelectedHead& each) { return each.head == head; });
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

void Focus::setMap(MapKind map)
{
    if (m_map == map)
        return;
    m_map = map;
    emit changed(ViewChange::kMap);
}

void Focus::setAsked(const AskedTokens& tokens)
{
    if (m_asked == tokens)
        return;
    m_asked = tokens;
    emit changed(ViewChange::kAsked);
}

void Focus::setCellAsked(bool asked)
{
    if (m_cellAsked == asked)
        return;
    m_cellAsked = asked;
    emit changed(ViewChange::kHover);
}

void Focus::setHover(const Cell& cell)
{
    if (m_hover == cell)
        return;
    m_hover = cell;
    emit changed(ViewChange::kHover);
}

void Focus::setPin(const Cell& cell)
{
    if (m_pin == cell)
        return;
    m_pin = cell;
    emit changed(ViewChange::kPin);
}

void Focus::togglePin(const Cell& cell)
{
    setPin(m_pin == cell ? Cell{} : cell);
}

void Focus::setColourMap(const QString& name)
{
    if (m_colourMap == name)
        return;
    m_colourMap = name;
    emit changed(ViewChange::kColours);
}

void Focus::setMapOptions(const MapOptions& options)
{
    if (m_mapOptions == options)
        return;
    m_mapOptions = options;
    emit changed(ViewChange::kMapOptions);
}

void Focus::setFound(FoundTokens found)
{
    if (m_found == found)
        return;
    m_found = std::move(found);
    emit changed(ViewChange::kFound);
}

void Focus::setZoom(const MapZoom& zoom)
{
    if (m_zoom == zoom)
        return;
    m_zoom = zoom;
    emit changed(ViewChange::kZoom);
}

void Focus::setZoomLinked(bool linked)
{
    if (m_zoomLinked == linked)
        return;
    m_zoomLinked = linked;
    emit changed(ViewChange::kZoom);
}

} // namespace headlight
