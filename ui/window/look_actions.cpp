#include "ui/window/look_actions.h"

#include "ui/paint/colour_map.h"
#include "ui/state/settings.h"
#include "ui/window/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <utility>

namespace headlight {

LookActions::LookActions(const ViewContext& context, Theme& theme, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_theme(theme)
    , m_window(window)
    , m_themes(new QMenu(tr("&Theme"), window))
    , m_colours(new QMenu(tr("&Colours of the map"), window))
    , m_fullScreen(new QAction(tr("F&ull screen"), this))
{
    buildThemes();
    buildColours();
    m_fullScreen->setObjectName(QStringLiteral("look.fullScreen"));
    m_fullScreen->setShortcut(Qt::Key_F11);
    m_fullScreen->setCheckable(true);
    connect(m_fullScreen, &QAction::triggered, m_window,
            [this](bool on) { on ? m_window->showFullScreen() : m_window->showNormal(); });
}

void LookActions::buildThemes()
{
    auto* group = new QActionGroup(m_themes);
    const QList<std::pair<QString, QString>> themes{{QStringLiteral("system"), tr("As the &system")},
                                                    {QStringLiteral("light"), tr("&Light")},
                                                    {QStringLiteral("dark"), tr("&Dark")}};
    for (const auto& [name, text] : themes) {
        QAction* const action = m_themes->addAction(text);
        action->setObjectName(QLatin1String("look.theme.") + name);
        action->setCheckable(true);
        action->setChecked(name == m_context.settings.theme());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name = name] {
            m_context.settings.setTheme(name);
            m_theme.choose(name);
        });
    }
}

void LookActions::buildColours()
{
    auto* group = new QActionGroup(m_colours);
    for (const QString& name : colourMapNames()) {
        QAction* const action = m_colours->addAction(name);
        action->setObjectName(QLatin1String("look.colours.") + name);
        action->setCheckable(true);
        action->setChecked(name == m_context.settings.colourMap());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] {
            m_context.settings.setColourMap(name);
            m_context.focus.setColourMap(name);
        });
    }
}

} // namespace headlight
