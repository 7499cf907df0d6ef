#include "ui/widgets/layouts.h"

#include <QAction>
#include <QLabel>
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

QLabel* makePlainLabel()
{
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    return label;
}

QString plainTip(const QString& text)
{
    return Qt::mightBeRichText(text)
        ? QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped())
        : text;
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

QToolButton* makeFlatButton(const QString& text, const QString& toolTip, const QString& name)
{
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(name.isEmpty() ? text : name);
    button->setAutoRaise(true);
    return button;
}

} // namespace headlight
