#include "ui/window/actions/look_actions.h"

#include "ui/picture/colour_map.h"
#include "ui/state/focus.h"
#include "ui/state/option_settings.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/look_settings.h"
#include "ui/window/look/theme.h"
#include "ui/window/rooms/arranging.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include <algorithm>
#include <array>

namespace headlight {

namespace {
constexpr std::array kScales{100, 125, 150, 175, 200}; ///< percent
constexpr int kTextStep = 10;
constexpr int kPresentationText = 160; ///< percentage of the text size in the settings
} // namespace

LookActions::LookActions(const ViewContext& context, const CommandActions& commands, Theme& theme,
                         QMainWindow* window)
    : QObject(window)
    , m_context(context)
    , m_theme(theme)
    , m_window(window)
    , m_themes(new QMenu(tr("&Theme"), window))
    , m_colours(new QMenu(tr("&Colours of the map"), window))
    , m_sizes(new QMenu(tr("Text and display si&ze"), window))
    , m_languages(new QMenu(tr("&Language"), window))
    , m_fullScreen(&commands[CommandId::kFullScreen])
    , m_presentation(&commands[CommandId::kPresentation])
{
    buildMenus();
    buildSizes(commands);
    const auto keep = [&](CommandId id, const Setting<bool>& setting) {
        commands[id].setChecked(setting.of(context.settings));
        connect(&commands[id], &QAction::triggered, this,
                [this, &setting](bool on) { setting.set(m_context.settings, on); });
    };
    keep(CommandId::kAnimateMaps, kAnimations);
    keep(CommandId::kLinkZoom, kZoomLinked);
    context.focus.setZoomLinked(kZoomLinked.of(context.settings));
    connect(&commands[CommandId::kLinkZoom], &QAction::triggered, &context.focus, &Focus::setZoomLinked);
    connect(m_fullScreen, &QAction::triggered, this, &LookActions::showFull);
    connect(m_presentation, &QAction::triggered, this, &LookActions::present);
    m_theme.setTextSize(kTextSize.of(m_context.settings));
}

template <typename Value, typename Choose>
void LookActions::fill(QMenu* menu, const QString& name, const QList<std::pair<Value, QString>>& choices,
                       const Value& chosen, const Choose& choose)
{
    auto* const group = new QActionGroup(menu);
    for (const auto& [value, text] : choices) {
        QAction* const action = menu->addAction(text);
        action->setObjectName(name + QVariant(value).toString());
        action->setData(value);
        action->setCheckable(true);
        action->setChecked(value == chosen);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [choose, value = value] { choose(value); });
    }
}

QList<std::pair<QString, QString>> LookActions::themeNames()
{
    return {{QStringLiteral("system"), tr("Follow the &system")},
            {QStringLiteral("light"), tr("&Light")},
            {QStringLiteral("dark"), tr("&Dark")},
            {QStringLiteral("contrast-light"), tr("High &contrast, light")},
            {QStringLiteral("contrast-dark"), tr("&High contrast, dark")}};
}

void LookActions::buildMenus()
{
    const Settings& settings = m_context.settings;
    fill(m_themes, QStringLiteral("look.theme."), themeNames(), kThemeName.of(settings),
         [this](const QString& name) {
             kThemeName.set(m_context.settings, name);
             m_theme.choose(name);
         });
    QList<std::pair<QString, QString>> colours;
    for (const QString& name : colourMapNames())
        colours.append({name, name});
    fill(m_colours, QStringLiteral("look.colours."), colours, kColourMapName.of(settings),
         [this](const QString& name) {
             kColourMapName.set(m_context.settings, name);
             m_context.focus.setColourMap(name);
         });
    // A session may also choose the colours.
    connect(&m_context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (!what.testFlag(ViewChange::kColours))
            return;
        for (QAction* action : m_colours->actions())
            action->setChecked(action->text() == m_context.focus.colourMap());
    });
    fill(m_languages, QStringLiteral("look.language."), languageNames(), kLanguageCode.of(settings),
         [this](const QString& code) {
             if (code == kLanguageCode.of(m_context.settings))
                 return;
             kLanguageCode.set(m_context.settings, code);
             emit languageChosen();
         });
}

void LookActions::buildSizes(const CommandActions& commands)
{
    const auto add = [&](CommandId id, int by) {
        QAction* const action = &commands[id];
        m_sizes->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, by] { setTextSize(by == 0 ? 100 : kTextSize.of(m_context.settings) + by); });
    };
    add(CommandId::kLargerText, kTextStep);
    add(CommandId::kSmallerText, -kTextStep);
    add(CommandId::kUsualText, 0);
    m_sizes->addSection(tr("Display scale (after restart)"));
    QList<std::pair<int, QString>> scales;
    for (const int percent : kScales)
        scales.append({percent, tr("%1%").arg(percent)});
    fill(m_sizes, QStringLiteral("look.scale."), scales, kDisplayScale.of(m_context.settings),
         [this](int percent) {
             kDisplayScale.set(m_context.settings, percent);
             m_context.workspace.setNotice(confirmation(tr("Takes effect the next time Headlight starts.")));
         });
}

QList<std::pair<QString, QString>> LookActions::languageNames()
{
    QList<std::pair<QString, QString>> names{{QString(), tr("Follow the &system")}};
    for (const Language& language : headlight::languages())
        names.append({language.code, language.name});
    return names;
}

Appearance LookActions::appearance() const
{
    const Settings& settings = m_context.settings;
    return {kThemeName.of(settings), kTextSize.of(settings), kDisplayScale.of(settings),
            m_context.focus.colourMap(), kLanguageCode.of(settings)};
}

PreferencesPage* LookActions::makePage()
{
    AppearancePage::Choices choices{themeNames(), languageNames(), {kScales.begin(), kScales.end()}};
    for (auto* names : {&choices.themes, &choices.languages})
        for (auto& [word, text] : *names)
            text.remove(QLatin1Char('&'));
    auto* const page = new AppearancePage(appearance(), choices);
    page->changed = [this](const Appearance& before, const Appearance& chosen) { take(before, chosen); };
    return page;
}

// Triggers the menu's own actions, so that the menu shows the correct check marks.
void LookActions::take(const Appearance& before, const Appearance& chosen)
{
    const auto trigger = [](const QMenu* menu, const QVariant& choice) {
        for (QAction* action : menu->actions())
            if (action->data() == choice)
                action->trigger();
    };
    if (chosen.theme != before.theme)
        trigger(m_themes, chosen.theme);
    if (chosen.colourMap != before.colourMap)
        trigger(m_colours, chosen.colourMap);
    if (chosen.textSize != before.textSize)
        setTextSize(chosen.textSize);
    if (chosen.displayScale != before.displayScale)
        trigger(m_sizes, chosen.displayScale);
    if (chosen.language != before.language) // last, since it replaces the window
        trigger(m_languages, chosen.language);
}

void LookActions::setTextSize(int percent)
{
    const int text = std::clamp(percent, kPlainPercent, kLargestPercent);
    kTextSize.set(m_context.settings, text);
    m_theme.setTextSize(m_large ? text * kPresentationText / 100 : text);
}

void LookActions::enlarge(bool on)
{
    m_large = on || m_presenting;
    setTextSize(kTextSize.of(m_context.settings));
}

void LookActions::showFull(bool on)
{
    if (on && !m_window->isFullScreen()) {
        m_wasMaximised = m_window->isMaximized();
        m_window->showFullScreen();
    } else if (!on && m_window->isFullScreen()) {
        m_wasMaximised ? m_window->showMaximized() : m_window->showNormal();
    }
    m_fullScreen->setChecked(on);
}

void LookActions::present(bool on)
{
    if (on == m_presenting)
        return;
    m_presenting = on;
    if (on)
        m_wasFull = m_window->isFullScreen();
    m_presentation->setChecked(on);
    enlarge(on);
    m_window->menuBar()->setVisible(!on);
    for (QToolBar* bar : m_window->findChildren<QToolBar*>(QString(), Qt::FindDirectChildrenOnly))
        bar->setVisible(!on);
    showFull(on || m_wasFull);
    // The parts, one by one, need more height than a screen may have: a window that grows is not maximised.
    layOutOnce(*m_window, [&] { emit presenting(on); });
}

} // namespace headlight
