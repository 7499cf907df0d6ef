#include "ui/window/actions/palette_actions.h"

#include "core/options/decode_options.h"
#include "core/trace/trace.h"
#include "ui/dialogs/manual_window.h"
#include "ui/run/model_library.h"
#include "ui/state/focus.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/term.h"
#include "ui/widgets/term_guide.h"
#include "ui/window/actions/help_actions.h"
#include "ui/window/actions/window_menus.h"
#include "ui/window/lessons/learn_page.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"
#include "ui/words/head_name.h"
#include "ui/words/token_text.h"

#include <QAction>
#include <QComboBox>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QTabWidget>

#include <algorithm>
#include <set>
#include <utility>

namespace headlight {

namespace {

/// The text without its mnemonic, its ellipsis and what stands in a menu's column of shortcuts.
QString plain(const QString& whole)
{
    const QString text = whole.section(QLatin1Char('\t'), 0, 0);
    QString shown;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != QLatin1Char('&') || (i + 1 < text.size() && text[i + 1] == QLatin1Char('&')))
            shown += text[i];
    }
    if (shown.endsWith(QChar(0x2026)))
        shown.chop(1);
    return shown;
}

/// The view that an action belongs to; empty if it belongs to none.
QString viewOf(const QObject& action)
{
    if (action.objectName().startsWith(QLatin1String("map."))) { // a command of the window
        const auto views = viewRegistry();
        return viewTitle(*std::ranges::find(views, view_ids::kHeatmap, &ViewDescriptor::id));
    }
    for (const QObject* each = action.parent(); each != nullptr; each = each->parent())
        for (const ViewDescriptor& view : viewRegistry())
            if (each->objectName() == view.id.name() && qobject_cast<const TraceView*>(each) != nullptr)
                return viewTitle(view);
    return {};
}

/// Whether it is in the heatmap's list of stages. Each stage is a command, too, with a key.
bool isListedStage(const QObject& action)
{
    const QObject* const menu = action.parent();
    return menu != nullptr && menu->parent() != nullptr
        && menu->parent()->objectName() == QLatin1String("stages");
}

/// The view that shows what a term means: the one that people look for by most of the term's names.
const ViewDescriptor* viewFor(const TermWords& term)
{
    const auto names = [](const QStringList& texts) {
        std::set<QString> all;
        for (const QString& each : texts)
            all.insert(wordsOf(each));
        return all;
    };
    const std::set<QString> wanted = names(term.others);
    const ViewDescriptor* found = nullptr;
    std::size_t most = 0;
    for (const ViewDescriptor& view : viewRegistry()) {
        std::size_t shared = 0;
        for (const QString& name : names(namesIn("View", view.others) << namesIn("View", view.title)))
            shared += wanted.count(name);
        if (shared > std::exchange(most, std::max(most, shared)))
            found = &view;
    }
    return found;
}

/// An option by the names that files and the command line give it.
QStringList namesOf(const OptionEntry& entry)
{
    return {QString::fromLatin1(entry.name), QString::fromStdString(separated(entry.name, ' ')),
            QString::fromStdString(entry.arguments())};
}

} // namespace

PaletteActions::PaletteActions(const ViewContext& context, const CommandActions& commands,
                               const PaletteTargets& targets, QMainWindow& window)
    : QObject(&window)
    , m_context(context)
    , m_commands(commands)
    , m_targets(targets)
    , m_window(window)
{
    connect(&commands[CommandId::kPalette], &QAction::triggered, this, &PaletteActions::open);
    targets.terms.setLinks([&rooms = targets.rooms](Term term) -> std::optional<TermLink> {
        const ViewDescriptor* const view = viewFor(termWords(term));
        if (view == nullptr)
            return std::nullopt;
        return TermLink{viewTitle(*view), [&rooms, id = view->id] { rooms.showHome(id); }};
    });
}

void PaletteActions::open()
{
    addActions();
    addSettings();
    addTerms();
    addLessons();
    addModels();
    addManual();
    (new CommandPalette(std::exchange(m_entries, {}), headsAndTokens(), &m_window))->show();
}

void PaletteActions::add(PaletteEntry entry)
{
    const bool known = std::any_of(m_entries.begin(), m_entries.end(), [&entry](const PaletteEntry& each) {
        return each.text == entry.text && each.kind == entry.kind && each.detail == entry.detail;
    });
    if (!known)
        m_entries.push_back(std::move(entry));
}

void PaletteActions::addActions()
{
    std::set<const QAction*> seen{&m_commands[CommandId::kPalette]};
    DockArea& views = m_targets.rooms.views();
    const std::vector<QAction*>& toViews = views.viewActions();
    for (const ActionGroupList& group : actionGroups(m_window, m_commands, views)) {
        // Menus inside menus give their entries a title of their own.
        std::vector<std::pair<QAction*, QString>> open;
        for (QAction* action : group.actions)
            open.emplace_back(action, group.title);
        for (std::size_t i = 0; i < open.size(); ++i) {
            const auto [action, title] = open[i];
            if (action->isSeparator() || action->text().isEmpty() || !action->isVisible()
                || isListedStage(*action) || !seen.insert(action).second)
                continue;
            if (const QMenu* const menu = action->menu(); menu != nullptr)
                for (QAction* inner : menu->actions())
                    open.emplace_back(inner, plain(action->text()));
            else if (std::find(toViews.begin(), toViews.end(), action) == toViews.end())
                addAction(*action, title);
        }
    }
    const auto registry = viewRegistry();
    for (std::size_t i = 0; i < registry.size(); ++i) {
        const QAction& action = *toViews[i];
        add({.text = plain(action.text()),
             .kind = tr("View"),
             .detail = groupOf(registry[i]),
             .keys = action.shortcut().toString(QKeySequence::NativeText),
             .others = {QString::fromUtf8(registry[i].title)},
             .related = namesIn("View", registry[i].others),
             .prose = action.toolTip(),
             .run = [&views, id = registry[i].id] { views.showView(id); }});
    }
}

void PaletteActions::addAction(QAction& action, const QString& group)
{
    const QString name = action.objectName();
    const QString view = viewOf(action);
    const bool ofMap = name.startsWith(QLatin1String("mapOptions."));
    const bool room = name.startsWith(QLatin1String("room.")) && action.isCheckable();
    QStringList others(action.text().section(QLatin1Char('\t'), 1)), related;
    for (const Command& command : commandTable())
        if (name == QLatin1String(command.name)) {
            others << plain(QString::fromUtf8(command.words));
            related = namesIn("Command", command.others);
        }
    MapOptions options;
    for (const OptionEntry& entry : entriesOf(options))
        if (ofMap && name.startsWith(QLatin1String("mapOptions.") + QLatin1String(entry.name)))
            others << namesOf(entry);
    add({.text = plain(action.text()),
         .kind = ofMap ? tr("Setting")
             : room    ? tr("Workspace")
                       : tr("Action"),
         .detail = room       ? QString()
             : view.isEmpty() ? group
                              : view,
         .keys = action.shortcut().toString(QKeySequence::NativeText),
         .enabled = action.isEnabled(),
         .others = others,
         .related = related,
         .prose = action.toolTip(),
         .run = [&action] { action.trigger(); }});
}

void PaletteActions::addSettings()
{
    if (!m_targets.rooms.decodes())
        return;
    DecodeOptions options;
    for (const OptionEntry& entry : formEntries(options)) {
        const QString name = QLatin1String(entry.name), label = plain(headlight::tr(entry.form.label));
        // "--strategy beam" stands for the strategy without which the field is not there.
        const QString strategy = QString::fromLatin1(entry.needs.argument).section(QLatin1Char(' '), 1);
        add({.text = label,
             .kind = tr("Setting"),
             .detail = tr("Decoding"),
             .others = QStringList(plain(QString::fromUtf8(entry.form.label))) + namesOf(entry),
             .prose = headlight::tr(entry.form.tip),
             .run = [this, name, strategy] { showSetting(name, strategy, -1); }});
        const auto* const choice = std::get_if<Choice>(&entry.value);
        for (std::size_t i = 0; choice != nullptr && i < choice->words.size(); ++i)
            add({.text = headlight::tr(entry.form.choices.at(i)),
                 .kind = tr("Setting"),
                 .detail = label,
                 .others = {QString::fromUtf8(entry.form.choices.at(i))},
                 .run = [this, name, strategy, i] { showSetting(name, strategy, static_cast<int>(i)); }});
    }
}

void PaletteActions::showSetting(const QString& name, const QString& strategy, int chosen) const
{
    m_targets.rooms.showHome(view_ids::kDecoding);
    TraceView* const view = m_targets.rooms.views().view(view_ids::kDecoding);
    auto* const field = view->findChild<QWidget*>(name);
    if (field == nullptr)
        return;
    auto* const strategies = view->findChild<QComboBox*>(QStringLiteral("strategy"));
    for (QWidget* each = field; each != view; each = each->parentWidget())
        if (auto* const tabs = qobject_cast<QTabWidget*>(each->parentWidget()->parentWidget()))
            tabs->setCurrentWidget(each);
    if (!strategy.isEmpty())
        for (std::size_t i = 0; i < kWordsOf<Strategy>.size(); ++i)
            if (strategy == QLatin1String(kWordsOf<Strategy>.at(i).word.data()))
                strategies->setCurrentIndex(static_cast<int>(i));
    if (auto* const list = qobject_cast<QComboBox*>(field); list != nullptr && chosen >= 0)
        list->setCurrentIndex(chosen);
    field->setFocus(Qt::ShortcutFocusReason);
}

void PaletteActions::addTerms()
{
    for (const Term term : allTerms()) {
        const TermWords words = termWords(term);
        add({.text = words.name,
             .kind = tr("Term"),
             .others = words.others,
             .prose = words.text,
             .run = [this, term] { m_targets.terms.explain(term, m_window); }});
    }
}

void PaletteActions::addLessons()
{
    LessonPlayer& player = m_targets.lessons;
    for (const Lesson& lesson : allLessons()) {
        const QString title = lessonText(lesson.title), english = QString::fromStdString(lesson.title);
        add({.text = title,
             .kind = tr("Lesson"),
             .others = {english, english.section(QLatin1Char(':'), 0, 0)}, // "Text 0" means this lesson
             .related = namesIn("lessons", lesson.others.c_str()),
             .prose = lessonText(lesson.say),
             .run = [&player, &lesson] { player.open(lesson); }});
        // A tour leaves out what the window does not have, so its steps have no fixed number.
        for (std::size_t i = 0; i < lesson.steps.size() && lesson.kind != LessonKind::kTour; ++i) {
            const LessonStep& step = lesson.steps[i];
            add({.text = lessonText(step.title, &step),
                 .kind = tr("Lesson"),
                 .detail = title,
                 .prose = lessonText(step.say, &step),
                 .run = [&player, &lesson, i] {
                     player.open(lesson);
                     player.go(static_cast<int>(i));
                 }});
        }
    }
    // The other cards of the page Learn are lessons, models and actions.
    for (const LearnSection& section : learnSections(player, m_targets.models, m_window))
        for (const LearnCard& card : section.cards)
            if (const bool own = card.name.startsWith(QLatin1String("own."));
                own || card.name.startsWith(QLatin1String("recipe.")))
                add({.text = card.title,
                     .kind = own ? tr("Lesson") : tr("Card"),
                     .detail = card.button,
                     .prose = card.text,
                     .run = card.start});
}

void PaletteActions::addModels()
{
    for (const LibraryModel& model : m_targets.models.library().models())
        add({.text = model.name,
             .kind = tr("Model"),
             .detail = model.obstacle,
             .enabled = model.obstacle.isEmpty(),
             .others = {QFileInfo(model.folder).fileName(), model.folder},
             .run = [this, folder = model.folder] { m_targets.models.openModel(folder); }});
}

void PaletteActions::addManual()
{
    for (const ManualSection& section : manualSections(QLocale()))
        add({.text = section.begins ? section.pageTitle : section.title,
             .kind = tr("Manual"),
             .detail
             = section.begins ? QString() : section.pageTitle.section(QLatin1Char(':'), 0, 0).trimmed(),
             .prose = section.text,
             .run = [this, section] { m_targets.help.manual().showSection(section.title, section.page); }});
}

PaletteSource PaletteActions::headsAndTokens() const
{
    const Trace trace = m_context.workspace.shownTrace();
    if (trace.isNull())
        return {};
    const std::vector<HeadRef> heads = trace.info().headsOf(kEveryHead);
    const AttentionMap map = trace.attention(m_context.focus.head());
    const std::size_t rows = map.queryTokens().size(), before = heads.size();
    return {before + rows + map.keyTokens().size(),
            [heads, map, rows, before, focus = &m_context.focus](std::size_t i) {
                if (i < before)
                    return PaletteEntry{.text = QString::fromStdString(toString(heads[i])),
                                        .kind = tr("Head"),
                                        .detail = headName(heads[i]),
                                        .run = [focus, head = heads[i]] { focus->setHead(head); }};
                const bool row = i < before + rows;
                const auto place = static_cast<int>(i - before - (row ? 0 : rows));
                const Cell cell = row ? Cell{place, std::nullopt} : Cell{std::nullopt, place};
                const auto& tokens = row ? map.queryTokens() : map.keyTokens();
                return PaletteEntry{.text = tokenText(tokens[static_cast<std::size_t>(place)]),
                                    .kind = tr("Token"),
                                    .detail = (row ? tr("Row %1") : tr("Column %1")).arg(place),
                                    .run = [focus, cell] { focus->setPin(cell); }};
            }};
}

} // namespace headlight
