#include "ui/widgets/layouts.h"

#include <QScrollArea>

namespace headlight {

namespace {

template <typename Layout>
Layout* made(QWidget* parent, const QMargins& margins, int spacing)
{
    auto* const layout = new Layout(parent);
    layout->setContentsMargins(margins);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace

QVBoxLayout* makeColumn(QWidget* parent, const QMargins& margins, int spacing)
{
    return made<QVBoxLayout>(parent, margins, spacing);
}

QHBoxLayout* makeRow(QWidget* parent, const QMargins& margins, int spacing)
{
    return made<QHBoxLayout>(parent, margins, spacing);
}

QScrollArea* makeScrolling(QWidget* content)
{
    auto* const scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    return scroll;
}

} // namespace headlight
