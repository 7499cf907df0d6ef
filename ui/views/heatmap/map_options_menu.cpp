#include "ui/views/heatmap/map_options_menu.h"

#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QWidgetAction>

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

/// Shares of a row on the slider: fine steps where small changes matter.
constexpr std::array kShares{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0};
constexpr int kAll = static_cast<int>(kShares.size()) - 1;

int placeOf(double share)
{
    int nearest = kAll;
    for (int i = kAll; i >= 0; --i)
        if (std::abs(kShares.at(static_cast<std::size_t>(i)) - share)
            < std::abs(kShares.at(static_cast<std::size_t>(nearest)) - share))
            nearest = i;
    return nearest;
}

OptionEntry entryOf(MapOptions& options, std::string_view name)
{
    const auto entries = entriesOf(options);
    return *std::ranges::find_if(entries, [&](const auto& entry) { return entry.name == name; });
}

} // namespace

MapOptionsMenu::MapOptionsMenu(Focus& focus, QWidget* parent)
    : QObject(parent)
    , m_focus(focus)
    , m_menu(new QMenu(parent))
{
    m_menu->setToolTipsVisible(true);
    addSection(tr("Several heads"), {"combine", "sharedScale"});
    addSection(tr("Colours"), {"scale", "range"});
    addSection(tr("Tokens"), {"hide", "renormalise", "words", "nextTokens"});
    addMass();
    addSection(tr("Details"), {"marginals", "values"});
    addReset();
    connect(&focus, &Focus::changed, this, &MapOptionsMenu::show);
    show();
}

void MapOptionsMenu::addSection(const QString& heading, std::initializer_list<std::string_view> names)
{
    m_menu->addSection(heading);
    MapOptions usual;
    for (const std::string_view name : names)
        addOption(entryOf(usual, name));
}

void MapOptionsMenu::addOption(const OptionEntry& entry)
{
    const auto* const choice = std::get_if<Choice>(&entry.value);
    if (choice == nullptr || entry.form.label != nullptr) {
        addAction(entry, choice == nullptr ? "on" : choice->words[1].word,
                  choice == nullptr ? "off" : choice->words[0].word, entry.form.label, entry.form.tip);
        return;
    }
    auto* const group = new QActionGroup(this);
    for (std::size_t i = 0; i < choice->words.size(); ++i) {
        const std::string_view word = choice->words[i].word;
        QAction* const action
            = addAction(entry, word, word, entry.form.choices.at(i), entry.form.choiceTips.at(i));
        QString suffix = QLatin1String(word.data());
        suffix[0] = suffix[0].toUpper();
        action->setObjectName(action->objectName() + suffix);
        group->addAction(action);
    }
}

QAction* MapOptionsMenu::addAction(const OptionEntry& entry, std::string_view on, std::string_view off,
                                   const char* text, const char* tip)
{
    auto* const action = new QAction(headlight::tr(text), this);
    action->setObjectName(QLatin1String("mapOptions.") + QLatin1String(entry.name));
    action->setToolTip(headlight::tr(tip));
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, name = entry.name, on, off](bool checked) {
        MapOptions options = m_focus.mapOptions();
        (void)entryOf(options, name).take(checked ? on : off);
        choose(options);
    });
    m_shown.push_back({action, entry.name, on});
    m_actions << action;
    m_menu->addAction(action);
    return action;
}

void MapOptionsMenu::addMass()
{
    m_menu->addSection(tr("Share of each row"));
    auto* box = new QWidget;
    auto* row = makeRow(box, {12, 2, 12, 4});
    m_mass = new QSlider(Qt::Horizontal);
    m_mass->setRange(0, kAll);
    m_mass->setPageStep(2);
    m_mass->setMinimumWidth(130);
    m_mass->setAccessibleName(tr("Share of each row shown"));
    m_mass->setToolTip(tr("Shows only the largest weights of each row that together make up this share. "
                          "Press < or > in the map to change it."));
    box->setToolTip(m_mass->toolTip());
    m_massText = new QLabel;
    m_massText->setMinimumWidth(m_massText->fontMetrics().horizontalAdvance(QStringLiteral("99.9 %")));
    row->addWidget(m_mass, 1);
    row->addWidget(m_massText);
    connect(m_mass, &QSlider::valueChanged, this, [this](int place) {
        MapOptions options = m_focus.mapOptions();
        options.transform.mass = kShares.at(static_cast<std::size_t>(place));
        choose(options);
    });
    auto* action = new QWidgetAction(m_menu);
    action->setDefaultWidget(box);
    m_menu->addAction(action);
}

void MapOptionsMenu::addReset()
{
    m_menu->addSeparator();
    auto* reset = new QAction(tr("Reset map options"), this);
    reset->setObjectName(QStringLiteral("mapOptions.reset"));
    reset->setToolTip(tr("Restores the defaults: nothing left out, linear colours."));
    connect(reset, &QAction::triggered, this, [this] { choose({}); });
    m_actions << reset;
    m_menu->addAction(reset);
}

void MapOptionsMenu::choose(const MapOptions& options)
{
    m_focus.setMapOptions(options);
    emit chosen(options);
}

void MapOptionsMenu::show()
{
    MapOptions options = m_focus.mapOptions();
    for (const auto& [action, name, on] : m_shown) {
        const OptionEntry entry = entryOf(options, name);
        action->setChecked(entry.text() == on);
        action->setEnabled(entry.needs.met);
    }
    const QSignalBlocker blocker(m_mass);
    m_mass->setValue(placeOf(options.transform.mass));
    m_massText->setText(options.transform.mass < 1 ? tr("%1%").arg(
                            localNumber(QString::number(options.transform.mass * 100, 'g', 4)))
                                                   : tr("all"));
}

} // namespace headlight
