#pragma once

#include <QStackedWidget>

namespace headlight {

/// Shows a page of a stack. The others take no room: a stack is otherwise as large as its largest page.
inline void showPage(QStackedWidget& stack, int page)
{
    for (int i = 0; i < stack.count(); ++i) {
        const auto policy = i == page ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        stack.widget(i)->setSizePolicy(policy, policy);
    }
    stack.setCurrentIndex(page);
}

} // namespace headlight
