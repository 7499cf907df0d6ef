#include "ui/window/presenting/scene_list.h"

#include "ui/background/once_after.h"
#include "ui/widgets/layouts.h"
#include "ui/window/presenting/scenes.h"

#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTime>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kListLetters = 90, kListLines = 30; ///< size of the window at first
constexpr int kKeepDelay = 600; ///< milliseconds after the last key
constexpr int kTick = 1000;
constexpr int kSecondsPerMinute = 60;

} // namespace

SceneList::SceneList(Scenes& scenes, QWidget* window)
    : QDialog(window)
    , m_scenes(scenes)
    , m_time(makePlainLabel())
    , m_next(makeWrappedLabel())
    , m_list(new QListWidget)
    , m_name(new QLineEdit)
    , m_notes(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("sceneList"));
    setWindowTitle(tr("Scenes"));
    m_list->setAccessibleName(windowTitle());
    setPurpose(*m_name, tr("Name of the scene"));
    setPurpose(*m_notes, tr("Notes for the speaker"));
    m_notes->setTabChangesFocus(true);
    m_next->setObjectName(QStringLiteral("nextScene"));
    auto* const column = makeColumn(this, {12, 12, 12, 12}, 8);
    for (QWidget* each :
         std::initializer_list<QWidget*>{m_time, m_next, m_list, buildButtons(), m_name, m_notes})
        column->addWidget(each, each == m_list || each == m_notes ? 1 : 0);
    resize(roomForText(*this, kListLetters, kListLines));
    m_since.start();
    m_tick.start(kTick);
    onceAfter(m_soon, kKeepDelay, this, &SceneList::keep);
    const auto typing = [this] {
        if (!m_showing)
            m_soon.start();
    };
    connect(&m_tick, &QTimer::timeout, this, &SceneList::showTime);
    connect(m_name, &QLineEdit::textChanged, this, typing);
    connect(m_notes, &QPlainTextEdit::textChanged, this, typing);
    connect(&scenes, &Scenes::changed, this, &SceneList::showAll);
    connect(m_list, &QListWidget::itemActivated, this, [this] {
        keep();
        m_scenes.go(m_list->currentRow());
    });
    connect(m_list, &QListWidget::currentRowChanged, this, [this] {
        if (m_showing)
            return;
        keep();
        showScene();
    });
    showAll();
    showTime();
}

QWidget* SceneList::buildButtons()
{
    auto* const part = new QWidget;
    auto* const row = makeRow(part);
    const auto add = [&](QToolButton* button, auto slot) {
        connect(button, &QToolButton::clicked, this, slot);
        row->addWidget(button);
        return button;
    };
    const QString up = tr("Move the scene up"), down = tr("Move the scene down");
    add(makeFlatButton(QStringLiteral("↑"), up, up), [this] {
        move(-1);
    })->setObjectName(QStringLiteral("sceneUp"));
    add(makeFlatButton(QStringLiteral("↓"), down, down), [this] {
        move(1);
    })->setObjectName(QStringLiteral("sceneDown"));
    add(makeFlatButton(tr("Remove"), tr("Remove the scene; Undo brings it back")), [this] {
        keep();
        m_scenes.remove(m_list->currentRow());
    });
    row->addStretch(1);
    add(makeFlatButton(tr("Show"), tr("Show the scene in the window")),
        [this] { emit m_list->itemActivated(m_list->currentItem()); });
    return part;
}

void SceneList::done(int result)
{
    keep();
    QDialog::done(result);
}

void SceneList::showAll()
{
    const auto& all = m_scenes.all();
    const int count = static_cast<int>(all.size()), current = m_scenes.current();
    if (m_soon.isActive() && m_list->count() == count)
        keep();
    m_showing = true;
    const int row = m_list->currentRow();
    QStringList names;
    for (const Scene& each : all)
        names << tr("%1. %2").arg(names.size() + 1).arg(shortName(each.name));
    if (current >= 0 && current < count)
        names[current] = tr("▸ %1").arg(names[current]);
    setTexts(*m_list, names);
    const bool other = std::exchange(m_current, current) != current && current >= 0;
    // A scene that came or came back, or what is now in the place of one that went.
    const std::vector<Scene> before = std::exchange(m_known, all);
    const auto place = static_cast<int>(std::ranges::mismatch(before, all).in2 - all.begin());
    const bool moved = !before.empty() && before.size() != all.size();
    const int chosen = moved ? place : other ? current : row;
    m_list->setCurrentRow(std::clamp(chosen, std::min(0, count - 1), count - 1));
    m_showing = false;
    const bool more = current + 1 < count;
    m_next->setText(more ? tr("Next: %1").arg(shortName(all[static_cast<std::size_t>(current) + 1].name))
                         : tr("No scene follows."));
    showScene();
}

void SceneList::showScene()
{
    m_shown = m_list->currentRow();
    const bool any = m_shown >= 0;
    const Scene scene = any ? m_scenes.all()[static_cast<std::size_t>(m_shown)] : Scene();
    m_showing = true;
    if (m_name->text() != scene.name)
        m_name->setText(scene.name);
    if (m_notes->toPlainText() != scene.notes)
        m_notes->setPlainText(scene.notes);
    m_name->setEnabled(any);
    m_notes->setEnabled(any);
    m_showing = false;
}

void SceneList::showTime()
{
    const auto seconds = static_cast<int>(m_since.elapsed() / kTick);
    m_time->setText(tr("%1 · %2 min since this list was opened")
                        .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat))
                        .arg(seconds / kSecondsPerMinute));
}

void SceneList::keep()
{
    m_soon.stop();
    if (m_shown < 0 || m_shown >= static_cast<int>(m_scenes.all().size()))
        return;
    Scene scene = m_scenes.all()[static_cast<std::size_t>(m_shown)];
    scene.name = m_name->text();
    scene.notes = m_notes->toPlainText();
    m_scenes.replace(m_shown, scene);
}

void SceneList::move(int by)
{
    keep();
    const int to = m_list->currentRow() + by;
    m_scenes.move(m_list->currentRow(), by);
    if (to >= 0 && to < m_list->count())
        m_list->setCurrentRow(to);
}

} // namespace headlight
