#include "ui/window/bars/tool_row.h"

#include "ui/state/commands.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/mask_switch.h"
#include "ui/widgets/term.h"

#include <QAction>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLayout>
#include <QMargins>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kLabelLeft = 8; ///< as the labels of the fields below
constexpr int kBesideLabel = 4;
constexpr int kBarLetters = 30; ///< of the bar at the end, at the least

} // namespace

ToolRow::ToolRow(QWidget& models, const CommandActions& commands, QWidget& usualBar, QWidget& rareBar,
                 QWidget* parent)
    : QToolBar(tr("Tools"), parent)
    , m_label(new QLabel(tr("Model"), this))
{
    setObjectName(QStringLiteral("tools"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    addWidget(m_label);
    addWidget(&models);
    addSeparator();
    const auto add = [&](CommandId id, MaskSign sign, const QString& words, Term term) {
        explainTerm(*MaskSwitch::addTo(*this, commands[id], sign, words), term);
    };
    add(CommandId::kCausalDecoder, MaskSign::kCausal, tr("Causal"), Term::kCausalMask);
    add(CommandId::kPadding, MaskSign::kPadding, tr("Padding"), Term::kPaddingMask);
    addAction(&commands[CommandId::kAdapter]); // visible only for a model that has one
    // The place of the bars always has the height of the usual one.
    auto* const rest = new QWidget(this);
    auto* const place = new QGridLayout(rest);
    place->setContentsMargins(8, 0, 0, 0);
    m_usual = new QWidget;
    makeColumn(m_usual)->addWidget(&usualBar);
    for (QWidget* const each : {&usualBar, m_usual}) {
        QSizePolicy reserved = each->sizePolicy();
        reserved.setRetainSizeWhenHidden(true);
        each->setSizePolicy(reserved);
    }
    place->addWidget(m_usual, 0, 0);
    place->addWidget(&rareBar, 0, 0);
    // The bars never lie over each other, whichever of them has something to say.
    onEvent(rareBar, {QEvent::ShowToParent}, *this, [this] { m_usual->hide(); });
    onEvent(rareBar, {QEvent::HideToParent}, *this, [this] { m_usual->show(); });
    m_usual->setVisible(rareBar.isHidden());
    rest->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(rest);
    m_bars = rest;
    // The choice of model grows with the names that are found.
    onEvent(*this, {QEvent::Resize, QEvent::FontChange, QEvent::LayoutRequest}, *this,
            [this] { fitWords(); });
}

void ToolRow::setEdge(int x)
{
    const int left = layout()->contentsMargins().left();
    const int before = std::max(0, kLabelLeft - left);
    const int words = m_label->fontMetrics().horizontalAdvance(m_label->text());
    m_label->setContentsMargins(before, 0, kBesideLabel, 0);
    // Not a least width: a label that has asked for one goes on asking for it.
    m_label->setFixedWidth(std::max(before + words + kBesideLabel, x - left - layout()->spacing()));
}

void ToolRow::fitWords()
{
    const int between = layout()->spacing();
    const QMargins around = layout()->contentsMargins();
    int needed = around.left() + around.right();
    // Those whose action is visible: what the tool bar hides itself, for lack of room, depends on the words.
    QList<MaskSwitch*> switches; // the last one first
    for (QAction* const action : actions()) {
        if (!action->isVisible())
            continue;
        QWidget* const item = widgetForAction(action);
        if (auto* const mask = qobject_cast<MaskSwitch*>(item)) {
            needed += mask->widthWithWords();
            switches.prepend(mask);
        } else if (item == m_bars) {
            needed
                += std::max(kBarLetters * fontMetrics().averageCharWidth(), item->minimumSizeHint().width());
        } else {
            needed += item->sizeHint().width();
        }
        needed += between;
    }
    for (MaskSwitch* const each : std::as_const(switches)) {
        const bool shown = needed <= width();
        if (!shown)
            needed -= each->widthWithWords() - MaskSwitch::widthWithoutWords();
        each->setWordsShown(shown);
    }
}

} // namespace headlight
