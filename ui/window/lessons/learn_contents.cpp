#include "ui/window/lessons/learn_contents.h"

#include "ui/run/model_library.h"
#include "ui/state/commands.h"
#include "ui/state/translation.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/models/model_opener.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeySequence>

namespace headlight {

namespace {

/// What an entry opens, with the words that it has of its own.
LearnCard opened(LessonPlayer& player, ModelOpener& opener, const QObject& actions, const LearnEntry& entry)
{
    if (!entry.lesson.empty()) {
        const Lesson& lesson = *lessonNamed(QString::fromStdString(entry.lesson));
        return {QStringLiteral("lesson.") + QString::fromStdString(lesson.name),
                QString::fromStdString(lesson.picture),
                lessonText(lesson.title),
                lessonText(lesson.say),
                tr("Begin"),
                [&player, &lesson] { player.open(lesson); }};
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

} // namespace

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
    }
    return sections;
}

} // namespace headlight
