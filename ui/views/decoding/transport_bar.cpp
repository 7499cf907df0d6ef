#include "ui/views/decoding/transport_bar.h"

#include "ui/state/decoding_edit.h"
#include "ui/state/setting.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"

#include <QAction>
#include <QIcon>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int kSide = 16; ///< of the square the signs are drawn in

QPainterPath triangle(qreal base, qreal tip)
{
    QPainterPath path;
    path.moveTo(base, 3);
    path.lineTo(tip, 8);
    path.lineTo(base, 13);
    path.closeSubpath();
    return path;
}

QPainterPath bar(qreal x)
{
    QPainterPath path;
    path.addRect(QRectF(x, 3, 2.2, 10));
    return path;
}

/// Playback icons, drawn in the palette's text colour so that they are visible in any theme.
QIcon transportIcon(const QPainterPath& sign, const QPalette& palette)
{
    QIcon result;
    for (const QIcon::Mode mode : {QIcon::Normal, QIcon::Disabled}) {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        for (const int scale : {1, 2, 3}) {
            QPixmap pixmap(kSide * scale, kSide * scale);
            pixmap.setDevicePixelRatio(scale);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.fillPath(sign, palette.color(group, QPalette::ButtonText));
            painter.end();
            result.addPixmap(pixmap, mode);
        }
    }
    return result;
}

constexpr double kSlowest = 0.5; ///< steps per second
constexpr int kPaceTicks = 10; ///< slider positions; the pace doubles every two ticks
/// Tick of the slider; the default is two steps per second.
const Setting<int> kDecodingPace{"decoding/pace", 4, between(0, kPaceTicks)};

} // namespace

TransportBar::TransportBar(StepPlayer& player, Settings& settings, QWidget* view)
    : QWidget(view)
    , m_player(player)
    , m_view(view)
{
    auto* layout = new WrapLayout(2, this);
    m_restart = addStepAction(CommandId::kRestart, &StepPlayer::restart);
    m_back = addStepAction(CommandId::kStepBack, &StepPlayer::back);
    m_play = addStepAction(CommandId::kPlay, &StepPlayer::togglePlay);
    m_forward = addStepAction(CommandId::kStepForward, &StepPlayer::forward);
    m_end = addStepAction(CommandId::kRunToEnd, &StepPlayer::toEnd);
    auto* buttons = new QWidget; // keeps the playback buttons together
    auto* inside = makeRow(buttons, {0, 0, 8, 0}, 2);
    for (QAction* action : {m_restart, m_back, m_play, m_forward, m_end}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->installEventFilter(this);
        button->setAccessibleName(action->text());
        inside->addWidget(button);
    }
    layout->addWidget(buttons);
    buildPace(*layout, settings);
    layout->addStretch();
    m_speed = new QLabel;
    m_speed->setObjectName(QStringLiteral("speed"));
    m_speed->setAccessibleName(tr("Decoding speed"));
    m_speed->setForegroundRole(QPalette::PlaceholderText);
    m_speed->setContentsMargins(0, 0, 12, 0);
    layout->addWidget(m_speed);
    m_place = makePlainLabel();
    m_place->setAccessibleName(tr("Position in the decoding"));
    layout->addWidget(m_place);
    connect(&m_player, &StepPlayer::playingChanged, this, [this] { adapt(m_any); });
}

QAction* TransportBar::addStepAction(CommandId command, void (StepPlayer::*slot)())
{
    QAction* const action = makeCommandAction(command, this);
    action->setToolTip(tipWithKey(action->text(), action->shortcut()));
    m_view->addAction(action);
    connect(action, &QAction::triggered, &m_player, slot);
    return action;
}

void TransportBar::buildPace(WrapLayout& layout, Settings& settings)
{
    auto* pace = new QSlider(Qt::Horizontal);
    pace->setObjectName(QStringLiteral("pace"));
    pace->setRange(0, kPaceTicks);
    pace->setPageStep(2);
    pace->setFixedWidth(80);
    pace->setAccessibleName(tr("Playback speed"));
    auto* label = new QLabel;
    const auto show = [this, pace, label] {
        m_player.setPace(kSlowest * std::exp2(pace->value() / 2.0));
        const QString text = tr("%1 steps/s").arg(locale().toString(m_player.pace(), 'g', 2));
        label->setText(text);
        pace->setToolTip(tr("Playback speed: %1").arg(text));
    };
    pace->setValue(kDecodingPace.of(settings));
    show();
    connect(pace, &QSlider::valueChanged, this, show);
    connect(pace, &QSlider::valueChanged, this, [&settings](int tick) { kDecodingPace.set(settings, tick); });
    label->setMinimumWidth(
        label->fontMetrics().horizontalAdvance(tr("%1 steps/s").arg(QStringLiteral("0.71"))));
    layout.addTogether({pace, label});
}

void TransportBar::updateIcons()
{
    m_restart->setIcon(transportIcon(bar(2.5) + triangle(13, 5.5), palette()));
    // The bar tells one step from playing on.
    m_back->setIcon(transportIcon(triangle(9.5, 2) + bar(11.3), palette()));
    m_forward->setIcon(transportIcon(bar(2.5) + triangle(6.5, 14), palette()));
    m_end->setIcon(transportIcon(triangle(3, 10.5) + bar(11.3), palette()));
    adapt(m_any);
}

/// On the buttons, the arrow keys step, as people expect after a click on one.
bool TransportBar::eventFilter(QObject* watched, QEvent* event)
{
    const auto* const key = dynamic_cast<const QKeyEvent*>(event);
    const bool steps = key != nullptr && event->type() == QEvent::KeyPress
        && key->modifiers() == Qt::NoModifier && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right);
    if (steps)
        (key->key() == Qt::Key_Left ? m_back : m_forward)->trigger();
    return steps || QWidget::eventFilter(watched, event);
}

void TransportBar::adapt(bool any)
{
    m_any = any;
    const bool playing = m_player.isPlaying();
    m_play->setText(playing ? tr("Pause") : commandWords(commandOf(CommandId::kPlay)));
    m_play->setToolTip(tipWithKey(m_play->text(), m_play->shortcut()));
    m_play->setIcon(transportIcon(playing ? bar(4) + bar(9.8) : triangle(4, 13), palette()));
    m_play->setEnabled(any);
    m_restart->setEnabled(m_player.canGoBack());
    m_back->setEnabled(m_player.canGoBack());
    m_forward->setEnabled(m_player.canGoForward());
    m_end->setEnabled(m_player.canGoForward());
}

void TransportBar::setSpeed(const QString& text, const QString& note)
{
    m_speed->setText(note.isEmpty() ? text : QStringLiteral("⚠ ") + text);
    m_speed->setToolTip(
        note.isEmpty() ? tr("Tokens generated per second, while recording everything the open views need.")
                       : note);
    m_speed->setAccessibleDescription(note);
}

StepPlayer::StepPlayer(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    setPace(m_pace);
    connect(&m_timer, &QTimer::timeout, this, &StepPlayer::tick);
}

int StepPlayer::last() const
{
    return static_cast<int>(m_workspace.snapshot()->steps.size()) - 1;
}

int StepPlayer::shown() const
{
    return shownStep(m_workspace);
}

bool StepPlayer::canGoForward() const
{
    return m_workspace.step() >= 0 && m_workspace.step() < last();
}

void StepPlayer::setPace(double stepsPerSecond)
{
    m_pace = std::clamp(stepsPerSecond, 0.1, 60.0);
    m_timer.setInterval(static_cast<int>(std::lround(1000.0 / m_pace)));
}

void StepPlayer::place(int step)
{
    m_workspace.setStep(step >= last() ? -1 : std::max(step, 0));
}

void StepPlayer::goTo(int step)
{
    pause();
    place(step);
}

void StepPlayer::togglePlay()
{
    if (isPlaying())
        return pause();
    if (last() < 0)
        return;
    if (!canGoForward())
        place(0);
    m_timer.start();
    emit playingChanged();
}

void StepPlayer::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    emit playingChanged();
}

void StepPlayer::tick()
{
    if (canGoForward())
        place(shown() + 1);
    // A running decoding may produce more steps; the end of a finished one ends playback.
    if (!canGoForward() && m_workspace.snapshot()->finished)
        pause();
}

} // namespace headlight
