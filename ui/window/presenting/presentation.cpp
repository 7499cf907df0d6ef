#include "ui/window/presenting/presentation.h"

#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/presenting/present_bar.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/rooms.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QShortcut>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr double kBarText = 0.7; ///< relative to the text of a presentation, which is large

/// A black screen. A key or a click ends it.
class BlankScreen : public QWidget
{
public:
    explicit BlankScreen(QWidget* window)
        : QWidget(window)
    {
        setObjectName(QStringLiteral("blank"));
        setAttribute(Qt::WA_DeleteOnClose);
        setAutoFillBackground(true);
        QPalette black;
        black.setColor(QPalette::Window, Qt::black);
        setPalette(black);
        setGeometry(window->rect());
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    bool event(QEvent* event) override
    {
        // It handles its keys before the window's shortcuts.
        if (event->type() == QEvent::ShortcutOverride) {
            event->accept();
            return true;
        }
        return QWidget::event(event);
    }
    void keyPressEvent(QKeyEvent*) override { close(); }
    void mousePressEvent(QMouseEvent*) override { close(); }
};

} // namespace

Presentation::Presentation(const ViewContext& context, const CommandActions& commands, DockArea& views,
                           Rooms& rooms, Scenes& scenes, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_commands(commands)
    , m_views(views)
    , m_scenes(scenes)
    , m_window(window)
    , m_head(new PresentHead(context.workspace, window))
    , m_bar(new PresentBar(context, commands, scenes, window))
    , m_rooms(rooms)
{
    m_head->hide();
    m_bar->hide();
    const auto onKey = [this, window](const QKeySequence& key, auto action) {
        auto* const shortcut = new QShortcut(key, window);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, action);
        m_keys.push_back(shortcut);
    };
    onKey(Qt::Key_PageDown, [this] { page(1); });
    onKey(Qt::Key_PageUp, [this] { page(-1); });
    onKey(Qt::Key_B, [this] { setBlank(true); });
    connect(m_bar, &PresentBar::blankClicked, this, [this] { setBlank(true); });
    connect(m_bar, &PresentBar::leaveClicked, this, &Presentation::leaveWanted);
    // A scene may be in another workspace and choose the view in its centre.
    connect(&scenes, &Scenes::placed, this, [this] {
        if (m_on)
            showAlone();
    });
}

void Presentation::setOn(bool on)
{
    if (on == std::exchange(m_on, on))
        return;
    on ? begin() : end();
    on ? qApp->installEventFilter(this) : qApp->removeEventFilter(this);
    // A clicker sends Page Down and Page Up, which otherwise change the layer.
    for (QShortcut* key : m_keys)
        key->setEnabled(on);
    for (const CommandId id : {CommandId::kLayerUp, CommandId::kLayerDown}) {
        const QList<QKeySequence>& keys = commandOf(id).keys;
        m_commands[id].setShortcuts(on ? keys.mid(1) : keys);
    }
}

bool Presentation::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && m_blank == nullptr) {
        const auto& pressed = static_cast<const QKeyEvent&>(*event);
        const QKeySequence key(pressed.keyCombination());
        if (std::ranges::any_of(m_keys, [&key](const QShortcut* each) { return each->key() == key; })) {
            event->ignore(); // the shortcut has it
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

void Presentation::begin()
{
    m_scenes.setPresenting(true);
    m_roomBefore = m_rooms.current();
    m_focusBefore = QApplication::focusWidget();
    const ViewId shown = m_views.viewInFocus();
    m_before = m_views.layout();
    m_known = m_views.known();
    m_across = m_views.across();
    m_views.putInCentre(shown.name());
    for (QWidget* part : m_parts)
        m_hidden.hide(*part);
    QFont slim = QApplication::font();
    slim.setPointSizeF(slim.pointSizeF() * kBarText);
    m_bar->setFont(slim);
    m_head->refresh();
    m_head->show();
    m_bar->show();
    if (const auto& notice = m_context.workspace.notice(); notice && !notice->error)
        m_context.workspace.setNotice(std::nullopt); // it would cover the view
    showAlone();
    m_window->activateWindow(); // from the list of scenes, too: the clicker is for the view
    m_scenes.go(m_scenes.start());
}

// Shows only the view; also hides the rows of controls that it marks as such.
void Presentation::showAlone()
{
    m_views.showAlone();
    TraceView* const view = m_views.centre();
    if (view == nullptr)
        return;
    m_hidden.hideIn(*view);
    view->setFocus();
}

void Presentation::end()
{
    setBlank(false);
    m_hidden.showAgain();
    m_head->hide();
    m_bar->hide();
    m_views.bringBack();
    m_scenes.setPresenting(false);
    if (m_rooms.current() != m_roomBefore)
        m_rooms.enter(m_roomBefore);
    m_views.restore(m_before, m_known, m_across);
    if (m_focusBefore != nullptr)
        m_focusBefore->setFocus();
}

void Presentation::page(int by)
{
    if (!m_scenes.all().empty())
        return m_scenes.step(by);
    Workspace& workspace = m_context.workspace;
    const int steps = static_cast<int>(workspace.snapshot()->steps.size());
    if (steps == 0)
        return;
    // The whole output has no step: from there, the first key goes to the first step.
    workspace.setStep(workspace.step() < 0 ? (by > 0 ? 0 : steps - 1)
                                           : std::clamp(workspace.step() + by, 0, steps - 1));
}

void Presentation::setBlank(bool blank)
{
    if (!blank) {
        if (m_blank != nullptr)
            m_blank->close();
        return;
    }
    if (m_blank != nullptr)
        return;
    m_blank = new BlankScreen(m_window);
    connect(m_blank, &QObject::destroyed, this, [this, before = QPointer(QApplication::focusWidget())] {
        if (before != nullptr && m_on)
            before->setFocus();
    });
    m_blank->show();
    m_blank->raise();
    m_blank->setFocus();
}

} // namespace headlight
