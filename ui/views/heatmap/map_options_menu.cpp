#include "ui/views/heatmap/map_options_menu.h"

#include "ui/widgets/layouts.h"
#include "ui/words/local_number.h"

#include <QAction>
#include <QActionGroup>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QWidgetAction>

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

} // namespace

MapOptionsMenu::MapOptionsMenu(Focus& focus, QWidget* parent)
    : QObject(parent)
    , m_focus(focus)
    , m_menu(new QMenu(parent))
{
    m_menu->setToolTipsVisible(true);
    addHeads();
    addScale();
    addTokens();
    addMass();
    addDetails();
    connect(&focus, &Focus::changed, this, &MapOptionsMenu::show);
    show();
}

QActionGroup* MapOptionsMenu::addHeading(const QString& text)
{
    m_menu->addSection(text);
    return new QActionGroup(this);
}

template <typename Set, typename Get>
QAction* MapOptionsMenu::addAction(const char* name, const QString& text, const QString& tip, const Set& set,
                                   const Get& get)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String("mapOptions.") + QLatin1String(name));
    action->setToolTip(tip);
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, set](bool on) {
        MapOptions options = m_focus.mapOptions();
        set(options, on);
        choose(options);
    });
    m_checked.emplace_back(action, get);
    m_actions << action;
    m_menu->addAction(action);
    return action;
}

template <typename Value>
QAction* MapOptionsMenu::addChoice(QActionGroup* group, const char* name, const QString& text,
                                   const QString& tip, Value MapOptions::*member, Value value)
{
    QAction* action = addAction(
        name, text, tip, [member, value](MapOptions& options, bool) { options.*member = value; },
        [member, value](const MapOptions& options) { return options.*member == value; });
    group->addAction(action);
    return action;
}

void MapOptionsMenu::addHeads()
{
    QActionGroup* group = addHeading(tr("Several heads"));
    addChoice(group, "headsBeside", tr("Side by side"), tr("Shows one map per selected head."),
              &MapOptions::heads, HeadsTogether::kBeside);
    addChoice(group, "headsMean", tr("Mean of the heads"),
              tr("Shows one map: the mean of the selected heads."), &MapOptions::heads, HeadsTogether::kMean);
    addChoice(group, "headsMaximum", tr("Maximum of the heads"),
              tr("Shows one map: the largest weight among the selected heads in each cell. Rows no longer "
                 "sum to 1."),
              &MapOptions::heads, HeadsTogether::kMaximum);
    m_sharedScale = addAction(
        "sharedScale", tr("Shared colour scale"),
        tr("Maps side by side share one colour scale; otherwise each has its own."),
        [](MapOptions& options, bool on) { options.sharedScale = on; },
        [](const MapOptions& options) { return options.sharedScale; });
}

void MapOptionsMenu::addScale()
{
    QActionGroup* group = addHeading(tr("Colours"));
    addChoice(group, "scaleLinear", tr("Linear scale"), tr("Colour is proportional to weight."),
              &MapOptions::scale, ColourScale::kLinear);
    addChoice(group, "scaleLog", tr("Logarithmic scale"),
              tr("Colour follows the logarithm of the weight, so that small weights become visible."),
              &MapOptions::scale, ColourScale::kLog);
    addChoice(group, "scaleRow", tr("Scale per row"),
              tr("Gives the largest weight of each row the top colour."), &MapOptions::scale,
              ColourScale::kRow);
    addAction(
        "rangeMaximum", tr("Scale to largest weight"),
        tr("The top colour is the largest weight shown; otherwise it is 1."),
        [](MapOptions& options, bool on) { options.range = on ? WeightRange::kMaximum : WeightRange::kOne; },
        [](const MapOptions& options) { return options.range == WeightRange::kMaximum; });
}

void MapOptionsMenu::addTokens()
{
    QActionGroup* group = addHeading(tr("Tokens"));
    const auto hide = [&](const char* name, const QString& text, const QString& tip, HiddenTokens hidden) {
        group->addAction(addAction(
            name, text, tip, [hidden](MapOptions& options, bool) { options.transform.hidden = hidden; },
            [hidden](const MapOptions& options) { return options.transform.hidden == hidden; }));
    };
    hide("hideNone", tr("All tokens"), tr("Leaves out no token."), HiddenTokens::kNone);
    hide("hideFirst", tr("Without the first token"),
         tr("Leaves out the first key, where many heads park weight they do not need (attention sink)."),
         HiddenTokens::kFirst);
    hide("hideSpecial", tr("Without special tokens"),
         tr("Leaves out tokens such as [CLS] and [SEP], both as keys and as queries."),
         HiddenTokens::kSpecial);
    m_renormalise = addAction(
        "renormalise", tr("Renormalise rows"),
        tr("Divides what is left of each row by its sum, so that it sums to 1 again."),
        [](MapOptions& options, bool on) { options.transform.renormalise = on; },
        [](const MapOptions& options) { return options.transform.renormalise; });
    addAction(
        "words", tr("Merge tokens into words"),
        tr("Sums weights over a word’s key tokens and averages them over its query tokens."),
        [](MapOptions& options, bool on) { options.transform.words = on; },
        [](const MapOptions& options) { return options.transform.words; });
    addAction(
        "nextTokens", tr("Next token beside each row"),
        tr("Labels each row of a decoder with the token it has read and the one that comes next: the one it "
           "is about to write."),
        [](MapOptions& options, bool on) { options.nextTokens = on; },
        [](const MapOptions& options) { return options.nextTokens; });
}

void MapOptionsMenu::addMass()
{
    addHeading(tr("Share of each row"));
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

void MapOptionsMenu::addDetails()
{
    addHeading(tr("Details"));
    addAction(
        "marginals", tr("Sums of rows and columns"),
        tr("Draws bars beside the rows and below the columns: how much each query gives and each key "
           "receives."),
        [](MapOptions& options, bool on) { options.marginals = on; },
        [](const MapOptions& options) { return options.marginals; });
    addAction(
        "values", tr("Numbers in the cells"), tr("Shows numbers in cells that are large enough."),
        [](MapOptions& options, bool on) { options.values = on; },
        [](const MapOptions& options) { return options.values; });
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

void MapOptionsMenu::stepMass(int steps)
{
    m_mass->setValue(m_mass->value() + steps);
}

void MapOptionsMenu::show()
{
    const MapOptions& options = m_focus.mapOptions();
    for (const auto& [action, isOn] : m_checked)
        action->setChecked(isOn(options));
    m_renormalise->setEnabled(options.transform.hidden != HiddenTokens::kNone);
    m_sharedScale->setEnabled(options.heads == HeadsTogether::kBeside);
    const QSignalBlocker blocker(m_mass);
    m_mass->setValue(placeOf(options.transform.mass));
    m_massText->setText(options.transform.mass < 1 ? tr("%1%").arg(
                            localNumber(QString::number(options.transform.mass * 100, 'g', 4)))
                                                   : tr("all"));
}

} // namespace headlight
