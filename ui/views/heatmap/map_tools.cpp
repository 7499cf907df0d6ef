#include "ui/views/heatmap/map_tools.h"

#include "ui/views/heatmap/heatmap_header.h"
#include "ui/views/heatmap/mask_painter.h"
#include "ui/widgets/formula_strip.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/version_switch.h"
#include "ui/words/map_words.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QResizeEvent>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr int kGap = 8;
constexpr int kSlack = 4; ///< text may be wider than its metrics say

QString optionsText(bool words)
{
    return words ? MapTools::tr("Map options") : QStringLiteral("⋯");
}

} // namespace

struct MapTools::Plan
{
    FormulaStrip::Spacing spacing = FormulaStrip::Spacing::kRoomy;
    bool formula = true; ///< else the list of its stages
    bool words = true; ///< of the options
    bool buttons = true; ///< for the runs before and after an edit; else a list
};

MapTools::MapTools(MaskPainter* painter, VersionSwitch* versions, QMenu& options)
    : m_formula(new FormulaStrip(this))
    , m_stages(new QToolButton(this))
    , m_painter(painter)
    , m_versions(versions)
    , m_options(new QToolButton(this))
    , m_paint(new QAction(tr("Paint the mask"), this))
{
    setObjectName(QStringLiteral("mapTools"));
    for (QWidget* const each : {static_cast<QWidget*>(painter), static_cast<QWidget*>(versions)}) {
        const bool hidden = each->isHidden();
        each->setParent(this);
        each->setVisible(!hidden);
        onEvent(*each, {QEvent::ShowToParent, QEvent::HideToParent, QEvent::EnabledChange}, *this,
                [this] { arrange(); });
    }
    for (QToolButton* const each : {m_stages, m_options}) {
        each->setAutoRaise(true);
        each->setPopupMode(QToolButton::InstantPopup);
        each->setFocusPolicy(Qt::TabFocus);
    }
    m_stages->setObjectName(QStringLiteral("stages"));
    m_stages->setToolTip(tr("Choose the stage of the computation that the map shows"));
    m_stages->setMenu(new QMenu(m_stages));
    connect(m_stages->menu(), &QMenu::aboutToShow, this, &MapTools::fillStages);
    m_options->setObjectName(QStringLiteral("mapOptions"));
    m_options->setToolTip(tr("Several heads, colour scale, tokens left out or merged into words, sums"));
    m_options->setAccessibleName(tr("Map options in use"));
    m_options->setMenu(&options);
    m_paint->setObjectName(QStringLiteral("mapOptions.paint"));
    m_paint->setCheckable(true);
    m_paint->setShortcut(Qt::CTRL | Qt::Key_B);
    m_paint->setToolTip(painter->button().toolTip());
    m_paint->setEnabled(painter->button().isEnabled());
    addAction(m_paint); // for its key
    QAction* const first = options.actions().isEmpty() ? nullptr : options.actions().front();
    options.insertAction(first, m_paint);
    connect(m_paint, &QAction::triggered, painter, &MaskPainter::setOn);
    for (const MapKind kind : {MapKind::kEffect, MapKind::kIfMasked}) {
        auto* const stage = new QAction(stageName(kind), this);
        stage->setObjectName(QLatin1String("mapOptions.") + QLatin1String(wordOf(kind).data()));
        stage->setCheckable(true);
        stage->setToolTip(stageTip(kind));
        options.insertAction(first, stage); // a choice of another map, which the reset below leaves
        connect(stage, &QAction::triggered, this,
                [this, kind](bool on) { emit stageChosen(on ? kind : MapKind::kWeights); });
        m_effects.emplace_back(kind, stage);
    }
    connect(&painter->button(), &QToolButton::toggled, this, [this](bool on) {
        m_paint->setChecked(on);
        arrange();
    });
    connect(m_formula, &FormulaStrip::stageChosen, this, &MapTools::stageChosen);
    setStage(m_shown);
    onEvent(*this, {QEvent::Resize}, *this, [this] { arrange(); });
    onEvent(*this, {QEvent::LayoutRequest, QEvent::FontChange}, *this, [this] {
        updateGeometry();
        arrange();
    });
}

void MapTools::setStage(MapKind shown)
{
    m_shown = shown;
    m_stages->setText(stageName(shown));
    for (const auto& [kind, stage] : m_effects)
        stage->setChecked(kind == shown);
    m_stages->setAccessibleName(tr("Stage of the computation: %1").arg(stageName(shown)));
    arrange();
}

void MapTools::fillStages()
{
    QMenu& menu = *m_stages->menu();
    menu.clear();
    for (const MapKind kind : stageOrder()) {
        const QToolButton& part = m_formula->part(kind);
        if (part.isHidden())
            continue;
        QAction* const stage = menu.addAction(QStringLiteral("%1\t%2").arg(stageName(kind), part.text()));
        stage->setCheckable(true);
        stage->setChecked(kind == m_shown);
        stage->setEnabled(part.isEnabled());
        connect(stage, &QAction::triggered, this, [this, kind] { emit stageChosen(kind); });
    }
}

int MapTools::optionsWidth(bool words) const
{
    const int arrow = std::max(12, fontMetrics().height());
    return fontMetrics().horizontalAdvance(optionsText(words)) + (words ? arrow + 12 : 2 * kGap);
}

int MapTools::widthOf(const Plan& plan) const
{
    int width = plan.formula ? m_formula->widthWith(plan.spacing) + kSlack : m_stages->sizeHint().width();
    if (m_painter->isOn())
        width += kGap + m_painter->leastWidth();
    if (!m_versions->isHidden())
        width
            += kGap + (plan.buttons ? m_versions->widthWithButtons() : m_versions->minimumSizeHint().width());
    return width + kGap + optionsWidth(plan.words);
}

MapTools::Plan MapTools::planFor(int room) const
{
    using Spacing = FormulaStrip::Spacing;
    const std::array plans{
        Plan{Spacing::kRoomy, true, true, true},   Plan{Spacing::kClose, true, true, true},
        Plan{Spacing::kClose, true, false, true},  Plan{Spacing::kClose, true, false, false},
        Plan{Spacing::kTight, true, false, false}, Plan{Spacing::kTight, false, false, false}};
    const auto fits = [&](const Plan& plan) { return widthOf(plan) <= room; };
    const auto* const found = std::find_if(plans.begin(), plans.end(), fits);
    return found == plans.end() ? plans.back() : *found;
}

QSize MapTools::sizeHint() const
{
    int height = 0;
    for (const QWidget* const each : {static_cast<QWidget*>(m_formula), static_cast<QWidget*>(m_stages),
                                      static_cast<QWidget*>(m_options)})
        height = std::max(height, each->sizeHint().height());
    // Hidden tools may appear later and must not move the others.
    height = std::max({height, m_painter->fullHeight(), m_versions->minimumSizeHint().height()});
    return {widthOf({}) + 2 * kMapSide, height};
}

QSize MapTools::minimumSizeHint() const
{
    return {m_stages->sizeHint().width() + optionsWidth(false) + kGap + 2 * kMapSide, sizeHint().height()};
}

void MapTools::arrange()
{
    if (std::exchange(m_arranging, true))
        return;
    const Plan plan = planFor(width() - 2 * kMapSide);
    m_formula->setSpacing(plan.spacing);
    m_formula->setVisible(plan.formula);
    m_stages->setVisible(!plan.formula);
    m_painter->setVisible(m_painter->isOn());
    m_paint->setEnabled(m_painter->button().isEnabled());
    m_options->setText(optionsText(plan.words));
    const auto place = [this](QWidget& each, int left, int width, int least) {
        const int height = std::min(this->height(), std::max(least, each.sizeHint().height()));
        each.setGeometry(QStyle::visualRect(
            layoutDirection(), rect(), {left, (this->height() - height) / 2, std::max(0, width), height}));
    };
    const int end = width() - kMapSide - optionsWidth(plan.words);
    place(*m_options, end, optionsWidth(plan.words), 0);
    int left = kMapSide;
    if (plan.formula) {
        const int own = m_formula->widthWith(plan.spacing) + kSlack;
        place(*m_formula, left - m_formula->inset(), own, 0); // aligns the text with the rows above and below
        left += own + kGap - m_formula->inset();
    } else {
        place(*m_stages, left - kSlack, m_stages->sizeHint().width(), 0);
        left += m_stages->sizeHint().width() + kGap - kSlack;
    }
    const bool versions = !m_versions->isHidden();
    const int least = versions ? m_versions->minimumSizeHint().width() + kGap : 0;
    if (m_painter->isOn()) {
        const int own = end - kGap - left - least;
        place(*m_painter, left, own, m_painter->fullHeight());
        left += own + kGap;
    }
    if (versions)
        place(*m_versions, left, end - kGap - left, m_versions->minimumSizeHint().height());
    m_arranging = false;
}

} // namespace headlight
