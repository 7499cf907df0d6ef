#include "ui/state/focus.h"

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

void Focus::setHead(const HeadRef& head)
{
    if (m_head == head)
        return;
    m_head = head;
    emit changed(FocusChange::kHead);
}

void Focus::setMap(MapKind map)
{
    if (m_map == map)
        return;
    m_map = map;
    emit changed(FocusChange::kMap);
}

void Focus::setHover(const Cell& cell)
{
    if (m_hover == cell)
        return;
    m_hover = cell;
    emit changed(FocusChange::kHover);
}

void Focus::setPin(const Cell& cell)
{
    if (m_pin == cell)
        return;
    m_pin = cell;
    emit changed(FocusChange::kPin);
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
    emit changed(FocusChange::kColours);
}

} // namespace headlight
