#include "ui/views/flow/flow_levels.h"

#include "ui/widgets/wrap_layout.h"

#include <QToolButton>

#include <cstddef>
#include <utility>

namespace headlight {

FlowLevels::FlowLevels()
    : m_row(new WrapLayout(0, this))
{ }

void FlowLevels::setLevels(std::vector<Level> levels)
{
    m_levels = std::move(levels);
    while (m_buttons.size() < m_levels.size()) {
        auto* const made = new QToolButton;
        made->setAutoRaise(true);
        made->setFocusPolicy(Qt::TabFocus);
        made->setToolTip(tr("Zoom to this part"));
        connect(made, &QToolButton::clicked, this,
                [this, i = m_buttons.size()] { emit chosen(m_levels[i].rect); });
        m_row->addWidget(made);
        m_buttons.push_back(made);
    }
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        m_buttons[i]->setVisible(i < m_levels.size());
        if (i < m_levels.size())
            m_buttons[i]->setText((i == 0 ? QString() : QStringLiteral("▸ ")) + m_levels[i].name);
    }
}

int FlowLevels::wholeWidth() const
{
    const QMargins around = m_row->contentsMargins();
    return m_buttons.empty() ? 0 : m_buttons.front()->sizeHint().width() + around.left() + around.right();
}

} // namespace headlight
