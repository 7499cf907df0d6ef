#pragma once

#include "ui/window/lessons/examples.h"

#include <vector>

namespace headlight {

/// Collects the examples of a group.
class Cards
{
public:
    /// The model of the examples that follow.
    Cards& of(const char* model)
    {
        m_model = model;
        return *this;
    }
    Example& add(const QString& title, const QString& look, const QString& text, const HeadRef& head,
                 const Cell& pin = {})
    {
        Example& card = m_all.emplace_back();
        card.title = title;
        card.look = look;
        card.model = m_model;
        card.text = text;
        card.head = head;
        card.pin = pin;
        return card;
    }
    const std::vector<Example>& all() const { return m_all; }

private:
    const char* m_model = nullptr;
    std::vector<Example> m_all;
};

} // namespace headlight
