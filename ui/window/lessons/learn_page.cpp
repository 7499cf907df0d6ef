#include "ui/window/lessons/learn_page.h"

#include "ui/picture/colour_map.h"
#include "ui/run/model_library.h"
#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/rooms/room_pictures.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeySequence>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

namespace headlight {

namespace {

constexpr int kCardLetters = 42; ///< width of a card, at least
constexpr double kWidestCard = 1.6; ///< of the least width
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

/// A card with a frame visible on light and dark backgrounds: the style's own is darker than both.
class Card : public QWidget
{
protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(mixed(palette().color(QPalette::Base), palette().color(QPalette::Text), 0.28));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
};

QLabel* heading(const QString& text, double size)
{
    QLabel* const label = makeWrappedLabel(text);
    label->setFont(boldFont(scaledFont(label->font(), size)));
    return label;
}

} // namespace

LearnPage::LearnPage(std::function<std::vector<LearnSection>()> sections)
    : m_make(std::move(sections))
    , m_lines(new WrapLayout(kSpace))
{
    setObjectName(QStringLiteral("learnPage"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* const column = makeColumn(this, {2 * kSpace, kSpace, 2 * kSpace, 2 * kSpace});
    column->addLayout(m_lines);
    column->addStretch(1);
}

void LearnPage::setSections(const std::vector<LearnSection>& sections)
{
    while (QLayoutItem* const item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_sections.clear();
    for (const LearnSection& section : sections) {
        auto* const part = new QWidget;
        auto* const inside = makeColumn(part, {}, kSpace / 2);
        inside->addWidget(heading(section.title, 1.15));
        auto* const cards = new WrapLayout(kSpace);
        Section& made = m_sections.emplace_back(Section{part, {}});
        for (const LearnCard& card : section.cards) {
            made.cards.push_back(makeCard(card));
            cards->addWidget(made.cards.back());
        }
        inside->addLayout(cards);
        m_lines->addWidget(part);
    }
    if (!m_sections.empty() && !m_sections.front().cards.empty())
        setFocusProxy(m_sections.front().cards.front()->findChild<QPushButton*>());
    fitCards();
}

void LearnPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_sections.empty())
        refresh();
}

void LearnPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitCards();
}

std::vector<int> LearnPage::linesFor(int columns) const
{
    std::vector<int> lines;
    int used = columns;
    for (const Section& section : m_sections) {
        const int own = section.columns(columns);
        if (used + own > columns) {
            lines.push_back(0);
            used = 0;
        }
        used += own;
        ++lines.back();
    }
    return lines;
}

// As many as leave the smallest part of the page empty, as long as the cards do not become too wide.
int LearnPage::columnsFor(int room, int least) const
{
    int cards = 0;
    for (const Section& section : m_sections)
        cards += static_cast<int>(section.cards.size());
    const int most = std::clamp((room + kSpace) / (least + kSpace), 1, std::max(1, cards));
    const int fewest = std::clamp(static_cast<int>(std::ceil(room / (kWidestCard * least))), 1, most);
    int best = most;
    double fullest = 0;
    for (int columns = most; columns >= fewest; --columns) {
        int places = 0;
        auto section = m_sections.begin();
        for (const int count : linesFor(columns)) {
            int rows = 0;
            for (const auto end = section + count; section != end; ++section)
                rows = std::max(rows, (static_cast<int>(section->cards.size()) + columns - 1) / columns);
            places += rows * columns;
        }
        const double full = places == 0 ? 0 : static_cast<double>(cards) / places;
        if (full > fullest + 0.02) { // a little emptier is better than a page that is longer
            best = columns;
            fullest = full;
        }
    }
    return best;
}

int LearnPage::leastCard() const
{
    return kCardLetters * fontMetrics().averageCharWidth();
}

QSize LearnPage::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    return {leastCard() + margins.left() + margins.right(), 0};
}

void LearnPage::fitCards()
{
    const int least = leastCard();
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const int columns = columnsFor(room, least);
    const int wide = std::max(least, (room - (columns - 1) * kSpace) / columns);
    auto first = m_sections.begin();
    for (const int count : linesFor(columns)) {
        const auto end = first + count;
        int highest = 0; // of all cards beside each other
        for (auto section = first; section != end; ++section)
            for (const QWidget* card : section->cards)
                highest = std::max(highest, card->heightForWidth(wide));
        for (; first != end; ++first) {
            for (QWidget* card : first->cards)
                card->setFixedSize(wide, highest);
            const int own = std::max(1, first->columns(columns));
            const int across = own * wide + (own - 1) * kSpace;
            first->whole->setFixedSize(across, first->whole->layout()->totalHeightForWidth(across));
        }
    }
}

QWidget* LearnPage::makeCard(const LearnCard& card)
{
    auto* const frame = new Card;
    auto* const column = makeColumn(frame, {kSpace, kSpace, kSpace, kSpace});
    auto* const top = makeRow(nullptr, {}, kSpace);
    top->addWidget(new CardPicture(card.picture), 0, Qt::AlignTop);
    top->addWidget(heading(card.title, 1), 1);
    column->addLayout(top);
    column->addWidget(makeWrappedLabel(card.text), 1, Qt::AlignTop);
    auto* const button = new QPushButton(card.button);
    button->setObjectName(QLatin1String("learn.") + card.name);
    button->setAccessibleName(tr("%1: %2").arg(card.button, card.title));
    column->addWidget(button, 0, Qt::AlignLeft);
    QObject::connect(button, &QPushButton::clicked, frame, card.start);
    return frame;
}

/// What an entry opens, with the words that it has of its own.
static LearnCard opened(LessonPlayer& player, ModelOpener& opener, const QObject& actions,
                        const LearnEntry& entry)
{
    if (!entry.lesson.empty()) {
        const Lesson& lesson = *lessonNamed(QString::fromStdString(entry.lesson));
        return {QStringLiteral("lesson.") + QString::fromStdString(lesson.name),
                QString::fromStdString(lesson.picture),
                player.isDone(lesson) ? tr("%1 ✓").arg(lessonText(lesson.title)) : lessonText(lesson.title),
                lessonText(lesson.say),
                player.progress(lesson) > 0 && !player.isDone(lesson) ? tr("Continue") : tr("Begin"),
                [&player, &lesson] {
                    player.open(lesson);
                    if (lesson.kind
                        == LessonKind::kCourse) // the first page of others says more than the card
                        player.begin();
                }};
    }
    if (!entry.model.empty()) {
        const QString name = QString::fromStdString(entry.model), folder = modelMeant(name);
        return {name,
                {},
                modelTitle(folder),
                {},
                tr("Open model"),
                [&opener, folder] { opener.openModel(folder); }};
    }
    if (!entry.copied.empty()) {
        const QString line = QString::fromStdString(entry.copied);
        return {QLatin1String("recipe.") + line.section(QLatin1Char(' '), 1, 1),
                {},
                {},
                QLatin1Char('\n') + line,
                tr("Copy command"),
                [line] { QGuiApplication::clipboard()->setText(line); }};
    }
    auto* const action = actions.findChild<QAction*>(QString::fromStdString(entry.command));
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    return {action->objectName(),
            {},
            action->text(),
            action->toolTip(),
            key.isEmpty() ? tr("Open") : tr("Open (%1)").arg(key),
            [action] { action->trigger(); }};
}

/// The user's lessons, each as a card; a file that is no lesson has its fault as its text.
static void addOwn(LessonPlayer& player, LearnSection& section)
{
    std::vector<std::pair<QString, Result<Lesson>>> lessons; // by file
    std::map<std::string, int> titled;
    for (const QString& file : lessonFiles(player.settings())) {
        lessons.emplace_back(file, readLesson(std::filesystem::path(file.toStdString())));
        if (const auto& lesson = lessons.back().second)
            ++titled[lesson->title];
    }
    for (const auto& [file, lesson] : lessons) {
        const QString name = QFileInfo(file).completeBaseName();
        const int seen = lesson ? player.progress(*lesson) : 0;
        const bool done = lesson && player.isDone(*lesson);
        QString title = lesson ? QString::fromStdString(lesson->title) : name;
        if (lesson && titled[lesson->title] > 1)
            title = tr("%1 (%2)").arg(title, name);
        section.cards.push_back({QLatin1String("own.") + name,
                                 lesson && !lesson->picture.empty() ? QString::fromStdString(lesson->picture)
                                                                    : QStringLiteral("learn"),
                                 done ? tr("%1 ✓").arg(title) : title,
                                 QString::fromStdString(lesson ? lesson->say : lesson.error().describe()),
                                 seen > 0 && !done ? tr("Continue") : tr("Begin"), [&player, own = file] {
                                     if (player.openFile(own))
                                         player.begin();
                                 }});
    }
}

std::vector<LearnSection> learnSections(LessonPlayer& player, ModelOpener& opener, const QObject& actions)
{
    std::vector<LearnSection> sections;
    for (const LearnShelf& shelf : learnShelves()) {
        LearnSection& section = sections.emplace_back(LearnSection{lessonText(shelf.title), {}});
        for (const LearnEntry& entry : shelf.entries) {
            if (!entry.model.empty() && !QFileInfo::exists(modelMeant(QString::fromStdString(entry.model))))
                continue; // not part of this installation
            LearnCard card = opened(player, opener, actions, entry);
            if (!entry.picture.empty())
                card.picture = QString::fromStdString(entry.picture);
            if (!entry.title.empty())
                card.title = lessonText(entry.title);
            if (!entry.say.empty())
                card.text = lessonText(entry.say) + (entry.copied.empty() ? QString() : card.text);
            section.cards.push_back(card);
        }
        if (std::any_of(shelf.entries.begin(), shelf.entries.end(),
                        [](const LearnEntry& each) { return each.command == "lesson.new"; }))
            addOwn(player, section);
    }
    return sections;
}

} // namespace headlight
