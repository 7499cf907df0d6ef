#include "ui/window/lessons/learn_contents.h"

#include "ui/run/model_library.h"
#include "ui/state/commands.h"
#include "ui/state/translation.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/lessons/experiment_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeySequence>

#include <utility>

namespace headlight {

namespace {

LearnCard commandCard(const MainWindow& window, CommandId id, const char* picture, const QString& title,
                      const QString& text)
{
    QAction* const action = &window.commands()[id];
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    return {action->objectName(),
            QLatin1String(picture),
            title,
            text,
            key.isEmpty() ? tr("Open") : tr("Open (%1)").arg(key),
            [action] { action->trigger(); }};
}

LearnSection starts(const MainWindow& window)
{
    return {tr("Start here"),
            {commandCard(window, CommandId::kTour, "learn", tr("Short tour"),
                         tr("A minute through the window: what you type, what the model writes, and what "
                            "each head looks at.")),
             commandCard(window, CommandId::kGallery, "explore", tr("Examples"),
                         tr("A dozen states worth seeing for each kind of model: one click each, with a line "
                            "on what to look at.")),
             commandCard(window, CommandId::kPalette, "tokens", tr("Find anything"),
                         tr("Type the name of a view, a head, a token or a command, and press Enter.")),
             commandCard(window, CommandId::kShortcuts, "facts", tr("Shortcuts"),
                         tr("Every key of the window and of its views, to search and to print."))}};
}

LearnSection experiments(const MainWindow& window)
{
    LearnSection section{tr("Experiments on the built-in translation model"), {}};
    ExperimentActions* const actions = &window.experiments();
    int number = 0;
    for (const Experiment& each : actions->all()) {
        section.cards.push_back({QStringLiteral("experiment.%1").arg(number), QStringLiteral("whatIf"),
                                 each.title, each.question, tr("Begin"),
                                 [actions, number] { actions->open(number); }});
        ++number;
    }
    return section;
}

LearnSection rooms(const MainWindow& window)
{
    LearnSection section{tr("Workspaces"), {}};
    for (const Room& room : roomTable()) {
        if (room.id == RoomId::kLearn || room.id == RoomId::kMasked)
            continue;
        section.cards.push_back(
            commandCard(window, room.command, room.name, roomTitle(room.id), roomTip(room.id)));
    }
    return section;
}

LearnSection models(MainWindow& window)
{
    LearnSection section{tr("Models that come with Headlight"), {}};
    const std::vector<std::pair<QString, QString>> known{
        {QStringLiteral("en-fr"),
         tr("Translates English into French. An encoder reads the sentence, a decoder writes its "
            "translation, and cross-attention ties the two together.")},
        {QStringLiteral("en-gpt"),
         tr("Continues English text. A decoder alone, which reads what it writes; some of its heads "
            "look for earlier copies of a word.")},
        {QStringLiteral("en-bert"),
         tr("Fills in masked words. An encoder alone, which sees the whole sentence at once: type "
            "[MASK] for a word.")}};
    for (const auto& [name, text] : known) {
        const QString folder = modelMeant(name);
        if (!QFileInfo::exists(folder))
            continue; // not part of this installation
        section.cards.push_back({name, QStringLiteral("model"), modelTitle(folder), text, tr("Open model"),
                                 [&window, folder] { window.openModel(folder); }});
    }
    return section;
}

LearnSection recipes()
{
    LearnSection section{tr("On the command line"), {}};
    const auto add = [&section](const char* command, const QString& title, const QString& text) {
        const QString line = QLatin1String(command);
        section.cards.push_back({QLatin1String("recipe.") + line.section(QLatin1Char(' '), 1, 1),
                                 QStringLiteral("facts"), title, text + QLatin1Char('\n') + line,
                                 tr("Copy command"),
                                 [line] { QGuiApplication::clipboard()->setText(line); }});
    };
    add("headlight render --head decoder.0.cross.3 -o head.pdf --text \"The black cat sleeps.\"",
        tr("A figure for a paper"), tr("Draws one head to PDF, SVG, PNG or CSV, without a window."));
    add("headlight metrics --text \"The black cat sleeps on the chair.\"", tr("Statistics of all heads"),
        tr("Prints where each head looks, in numbers."));
    add("headlight generate --text \"The black cat sleeps.\"", tr("The output, step by step"),
        tr("Decodes a text, and prints what was chosen."));
    return section;
}

} // namespace

std::vector<LearnSection> learnSections(MainWindow& window)
{
    return {starts(window), experiments(window), rooms(window), models(window), recipes()};
}

} // namespace headlight
