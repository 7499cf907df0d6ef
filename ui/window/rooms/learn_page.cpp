#include "ui/window/rooms/learn_page.h"

#include "ui/widgets/wrap_layout.h"
#include "ui/window/rooms/room_pictures.h"

#include <QFrame>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kCardLetters = 42; ///< width of a card
constexpr int kCardPicture = 32;
constexpr int kSpace = 12;

/// The picture of a card, in the colours of the palette.
class CardPicture : public QWidget
{
public:
    explicit CardPicture(QString name)
        : m_name(std::move(name))
    {
        setFixedSize(kCardPicture, kCardPicture);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        paintPicture(painter, rect(), m_name, palette().color(QPalette::WindowText),
                     palette().color(QPalette::Highlight));
    }

private:
    QString m_name;
};

QLabel* heading(const QString& text, double size)
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    QFont font = label->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * size);
    label->setFont(font);
    return label;
}

} // namespace

LearnPage::LearnPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("learnPage"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(2 * kSpace, kSpace, 2 * kSpace, 2 * kSpace);
    column->setSpacing(kSpace);
}

void LearnPage::setSections(const std::vector<LearnSection>& sections)
{
    auto* const column = qobject_cast<QVBoxLayout*>(layout());
    while (QLayoutItem* const item = column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const LearnSection& section : sections) {
        auto* const part = new QWidget;
        auto* const inside = new QVBoxLayout(part);
        inside->setContentsMargins(0, 0, 0, 0);
        inside->setSpacing(kSpace / 2);
        inside->addWidget(heading(section.title, 1.15));
        auto* const cards = new WrapLayout(kSpace);
        std::vector<QWidget*> made;
        int highest = 0;
        for (const LearnCard& card : section.cards) {
            made.push_back(makeCard(card));
            highest = std::max(highest, made.back()->heightForWidth(made.back()->width()));
        }
        for (QWidget* card : made) {
            card->setFixedHeight(highest);
            cards->addWidget(card);
        }
        inside->addLayout(cards);
        column->addWidget(part);
    }
    column->addStretch(1);
}

QWidget* LearnPage::makeCard(const LearnCard& card)
{
    auto* const frame = new QFrame;
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setFixedWidth(kCardLetters * frame->fontMetrics().averageCharWidth());
    auto* const column = new QVBoxLayout(frame);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    auto* const top = new QHBoxLayout;
    top->setSpacing(kSpace);
    top->addWidget(new CardPicture(card.picture), 0, Qt::AlignTop);
    top->addWidget(heading(card.title, 1), 1);
    column->addLayout(top);
    auto* const text = new QLabel(card.text);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    column->addWidget(text, 1, Qt::AlignTop);
    auto* const button = new QPushButton(card.button);
    button->setObjectName(QLatin1String("learn.") + card.name);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(card.button, card.title));
    column->addWidget(button, 0, Qt::AlignLeft);
    QObject::connect(button, &QPushButton::clicked, frame, card.start);
    return frame;
}

} // namespace headlight
