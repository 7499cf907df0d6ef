#include "ui/window/main_window.h"

#include "ui/background/once_after.h"
#include "ui/dialogs/models_page.h"
#include "ui/run/first_head.h"
#include "ui/run/model_facts.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/effects_keeper.h"
#include "ui/state/focus_keeper.h"
#include "ui/state/model_settings.h"
#include "ui/state/navigation.h"
#include "ui/state/option_settings.h"
#include "ui/state/step_keeper.h"
#include "ui/state/window_settings.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/heatmap_accessible.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term_guide.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/actions/file_actions.h"
#include "ui/window/actions/film_actions.h"
#include "ui/window/actions/help_actions.h"
#include "ui/window/actions/look_actions.h"
#include "ui/window/actions/mask_actions.h"
#include "ui/window/actions/palette_actions.h"
#include "ui/window/actions/session_actions.h"
#include "ui/window/actions/window_menus.h"
#include "ui/window/bars/edit_banner.h"
#include "ui/window/bars/find_bar.h"
#include "ui/window/bars/overlay.h"
#include "ui/window/bars/parity_badge.h"
#include "ui/window/bars/status_line.h"
#include "ui/window/bars/tool_row.h"
#include "ui/window/bars/veil.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/lessons/learn_page.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_panel.h"
#include "ui/window/lessons/lesson_player.h"
#include "ui/window/lessons/lesson_writer.h"
#include "ui/window/look/look_settings.h"
#include "ui/window/models/model_choice.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/present_bar.h"
#include "ui/window/presenting/presentation.h"
#include "ui/window/presenting/scene_export.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_rail.h"
#include "ui/window/rooms/room_table.h"
#include "ui/window/rooms/rooms.h"
#include "ui/window/sessions/crash_copy.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QMenu>
#include <QScreen>

#include <algorithm>
#include <utility>

namespace headlight {

MainWindow::MainWindow(const ViewContext& context, RunController& runs, Theme& theme)
    : m_context(context)
    , m_runs(runs)
    , m_builtin(builtinModel())
    , m_commands(new CommandActions(this))
    , m_focusKeeper(new FocusKeeper(context.workspace, context.focus, this))
    , m_effectsKeeper(new EffectsKeeper(context.workspace, context.focus, this))
    , m_stepKeeper(new StepKeeper(context.workspace, this))
    , m_files(new FileActions(context, *m_commands, runs, this))
    , m_look(new LookActions(context, *m_commands, theme, this))
    , m_masks(new MaskActions(context.workspace, context.focus, *m_commands, this))
    , m_find(new FindBar(context, *m_commands, this))
    , m_opener(new ModelOpener(context.settings, runs, *this))
    , m_models(new ModelChoice(context.workspace, context.settings, m_opener->library(), this))
    , m_input(new InputPanel(context.workspace, *m_commands, runs.opener(), this))
    , m_views(new DockArea(context, this))
    , m_exports(new ExportActions(
          context, *m_commands, runs, m_views->figure(), // the menu of the heatmap has the same entry
          [this] { return m_views->viewInFocus() == view_ids::kHeatmap ? nullptr : m_views->centre(); },
          this))
    , m_help(new HelpActions(*m_commands, *m_views, *this))
    , m_rooms(new Rooms(context, *m_views, *m_commands, this))
    , m_scenes(new Scenes(context, runs, *m_rooms, *m_commands, this))
    , m_presentation(new Presentation(context, *m_commands, *m_views, *m_rooms, *m_scenes, this))
    , m_lessons(new LessonPlayer(context, *m_commands, *m_opener, *m_rooms, *m_scenes, this))
    , m_writer(new LessonWriter(context, *m_scenes, this))
    , m_sessions(new SessionActions(context, *m_commands, runs, *m_rooms, this))
    , m_notice(new MessageBar(this))
    , m_banner(new EditBanner(context.workspace, this))
    , m_status(new StatusLine(context.workspace, runs, this))
    , m_parity(new ParityBadge(context.workspace, this))
{
    makeHeatmapsAccessible();
    new FilmActions(context, *m_commands, m_views->figure(), this);
    new PaletteActions(context, *m_commands, {*m_rooms, *m_lessons, *m_opener, *m_help, *new TermGuide(this)},
                       *this);
    m_memory = new ModelMemory(context.workspace, context.focus, context.settings,
                               *new FirstHead(context.workspace, context.focus, this), this);
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Headlight"));
    setStatusBar(m_status);
    m_status->setBadge(m_parity);
    buildCentre();
    m_tools = new ToolRow(*m_models, *m_commands, *m_banner, *m_sessions->crashCopy().bar(), this);
    // Later: while the window lays out its parts, the tool bar would keep its old places.
    connect(m_input, &InputPanel::edgeMoved, m_tools, &ToolRow::setEdge, Qt::QueuedConnection);
    addToolBar(m_tools);
    buildMenuBar();
    connectCommands();
    connectParts();
    restoreDecoding(context.workspace, context.settings);
    resize(QSize(1360, 860).boundedTo(screen()->availableSize()));
    restoreGeometry(kWindowGeometry.of(context.settings));
    m_rooms->restore();
    context.focus.setColourMap(kColourMapName.of(context.settings));
    context.focus.setMapOptions(kKeptMapOptions.of(context.settings));
}

// The base class hides the docks as it is destroyed; that must not reach parts that are already gone.
MainWindow::~MainWindow()
{
    m_views->disconnect(this);
}

void MainWindow::buildCentre()
{
    m_notice->setObjectName(QStringLiteral("noticeBar"));
    auto* const centre = new QWidget(this);
    auto* const layout = makeColumn(centre, {}, 0);
    layout->addWidget(m_input);
    layout->addWidget(&m_presentation->head());
    auto* const row = makeRow(nullptr, {}, 0);
    row->addWidget(&m_rooms->rail());
    row->addWidget(m_views, 1);
    row->addWidget(&m_lessons->panel());
    row->addWidget(m_writer);
    layout->addLayout(row, 1);
    layout->addWidget(m_find);
    layout->addWidget(&m_presentation->bar());
    setCentralWidget(centre);
    connect(&m_runs, &RunController::outdatedChanged, new Veil(*m_views), &Veil::setOn);
    auto* const overlay
        = new Overlay(*m_views); // bars that come and go are above the views, which do not move
    for (QWidget* bar : std::initializer_list<QWidget*>{m_notice, &m_parity->banner()}) {
        bar->setParent(centre);
        bar->hide();
        overlay->add(bar);
    }
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_input, &m_rooms->rail(), &m_lessons->panel(), m_writer, m_status})
        m_presentation->hides(part);
    connect(new SceneExport(m_context, *m_scenes, *m_views, *m_commands, this), &SceneExport::writing, m_look,
            &LookActions::enlarge);
    auto* const learn = new LearnPage([this] { return learnSections(*m_lessons, *m_opener, *this); });
    m_views->addPage(QLatin1String(kLearnPage), learn);
    connect(m_lessons, &LessonPlayer::progressed, learn, &LearnPage::refresh);
    connect(m_writer, &LessonWriter::saved, learn, &LearnPage::refresh);
    connect(m_rooms, &Rooms::entered, m_find, [this, learn](const QString& room) {
        if (room != QLatin1String(kLearnPage))
            return;
        if (m_find->isVisible())
            m_find->close(); // there is no map to search
        if (m_input->isAncestorOf(QApplication::focusWidget()))
            learn->setFocus(); // nothing there is about the sentence
    });
}

void MainWindow::buildMenuBar()
{
    QList<QAction*> views{m_rooms->menu().menuAction(), viewsMenu(*m_views).menuAction(), nullptr};
    for (const QMenu* menu : {m_look->themes(), m_look->colours(), m_look->sizes(), m_look->languages()})
        views << menu->menuAction();
    views << nullptr;
    buildMenus(*this, *m_commands,
               {{CommandId::kOpenTrace, {m_models->recentMenu()->menuAction()}},
                {CommandId::kExportPicture, {m_scenes->menu().menuAction(), nullptr}},
                {CommandId::kSaveSession, {m_sessions->recentMenu()->menuAction()}},
                {CommandId::kLinkZoom, views}});
}

// Commands that belong to no part with its own actions: focus, keyboard, docks, undo, lessons.
void MainWindow::connectCommands()
{
    const auto on
        = [this](CommandId id, auto slot) { connect(&(*m_commands)[id], &QAction::triggered, this, slot); };
    for (const Command& command : commandTable())
        if (command.place == CommandPlace::kHeatmap)
            on(command.id, [this, id = command.id] { m_views->view(view_ids::kHeatmap)->perform(id); });
    for (const CommandId id :
         {CommandId::kLayerUp, CommandId::kLayerDown, CommandId::kHeadBack, CommandId::kHeadNext})
        on(id, [this, id] { navigate(id, m_context.workspace, m_context.focus); });
    on(CommandId::kUnpin, &MainWindow::escape);
    on(CommandId::kToHeatmap, [this] { m_views->showView(view_ids::kHeatmap); });
    on(CommandId::kNextPart, [this] { goToPart(parts(), 1); });
    on(CommandId::kPreviousPart, [this] { goToPart(parts(), -1); });
    on(CommandId::kCentreView, [this] { m_views->toggleCentre(m_views->viewInFocus()); });
    on(CommandId::kNewLesson, [this] { m_writer->askForNew(); });
    (*m_commands)[CommandId::kPreferences].setMenuRole(QAction::PreferencesRole);
    on(CommandId::kPreferences, [this] {
        auto* const dialog
            = new PreferencesDialog({m_look->makePage(), new ModelsPage(m_context.settings)}, this);
        connect(dialog, &PreferencesDialog::applied, m_opener, &ModelOpener::searchModels);
        dialog->open();
    });
    connectUndo(m_context.workspace.undoStack(), *m_commands);
    connectVersions(m_context.workspace, *m_commands, this);
}

std::vector<QWidget*> MainWindow::parts() const
{
    std::vector<QWidget*> parts = m_views->parts();
    parts.insert(parts.begin(), {m_tools, m_input, &m_rooms->rail()});
    parts.insert(parts.end(), {&m_lessons->panel(), m_writer, m_status});
    // Bars over the views, and those of a presentation.
    for (QWidget* const bar : centralWidget()->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (bar != m_views && std::find(parts.begin(), parts.end(), bar) == parts.end())
            parts.push_back(bar);
    return parts;
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return goToStop(parts(), next ? 1 : -1) || QMainWindow::focusNextPrevChild(next);
}

// Ends the innermost thing that can be ended. Menus and popups take the key first.
void MainWindow::escape()
{
    TraceView* const heatmap = m_views->view(view_ids::kHeatmap);
    if (m_find->isVisible())
        m_find->close();
    else if (heatmap->isVisible() && heatmap->perform(CommandId::kUnpin))
        return;
    else if (m_presentation->isOn())
        m_look->present(false);
    else if (m_views->isCentred())
        m_views->leaveCentre();
    else
        navigate(CommandId::kUnpin, m_context.workspace, m_context.focus);
}

void MainWindow::connectParts()
{
    Workspace& workspace = m_context.workspace;
    connect(m_look, &LookActions::presenting, m_presentation, &Presentation::setOn);
    connect(m_presentation, &Presentation::leaveWanted, m_look, [this] { m_look->present(false); });
    connect(m_look, &LookActions::languageChosen, this, &MainWindow::languageChosen);
    onceAfter(m_saveSoon, 2000, this, &MainWindow::save); // milliseconds after the first unsaved edit
    connect(&workspace, &Workspace::documentChanged, &m_saveSoon, [this] {
        if (!m_saveSoon.isActive()) // steady typing must not postpone it
            m_saveSoon.start();
    });
    // A narrow window has no room for both panels.
    connect(m_writer, &LessonWriter::begun, m_lessons, &LessonPlayer::leave);
    connect(m_writer, &LessonWriter::tryWanted, this, [this](const QString& file) {
        m_writer->hide();
        m_lessons->openFile(file, true);
    });
    connect(m_lessons, &LessonPlayer::editWanted, m_writer, &LessonWriter::open);
    connect(m_files, &FileActions::lessonWanted, m_lessons,
            [this](const QString& file) { m_lessons->openFile(file); });
    connect(m_files, &FileActions::sessionWanted, m_sessions, &SessionActions::open);
    connect(m_files, &FileActions::modelWanted, m_opener, &ModelOpener::openModel);
    connect(m_sessions, &SessionActions::modelWanted, m_files, &FileActions::openFolder);
    connect(m_sessions, &SessionActions::traceWanted, m_files, &FileActions::open);
    connect(m_sessions, &SessionActions::nameChanged, this, &MainWindow::showTitle);
    connect(m_models, &ModelChoice::chosen, this, &MainWindow::openModel);
    connect(m_models, &ModelChoice::folderWanted, m_files, &FileActions::askForModel);
    connect(m_models, &ModelChoice::fileWanted, m_files, &FileActions::askForGguf);
    connect(m_opener, &ModelOpener::declined, this, &MainWindow::fallBack);
    // Beside the notice that says what the model is needed for.
    connect(m_scenes, &Scenes::modelWanted, this, [this](const QString& name) {
        if (const QString folder = m_opener->folderOf(name); QFileInfo::exists(folder))
            m_notice->offer(tr("Open it"), {}, [this, folder] { openModel(folder); });
    });
    connect(m_views, &DockArea::needsChanged, this, [this] { m_runs.setNeeds(m_views->needs()); });
    connect(&workspace, &Workspace::sourceChanged, this, &MainWindow::sourceChanged);
    connect(&workspace, &Workspace::comparisonWanted, this,
            [this] { m_views->showView(view_ids::kCompare); });
    connect(&workspace, &Workspace::noticeChanged, this, &MainWindow::showNotice);
    connect(m_notice, &MessageBar::closed, &workspace, [&workspace] { workspace.setNotice(std::nullopt); });
    connect(&m_runs, &RunController::leaveWanted, this, [this] {
        m_notice->offer(tr("Run it"), tr("Run the model on this text. You can stop it at any time."),
                        [this] { m_runs.runAnyway(); });
    });
}

void MainWindow::save()
{
    Settings& settings = m_context.settings;
    kWindowGeometry.set(settings, saveGeometry());
    m_rooms->save();
    m_memory->keep();
    if (const auto own = m_lessons->readersOwn()) { // the next start does not show a lesson's sentence
        m_memory->keepForStart(own->second);
        kLastModel.set(settings, own->first == m_builtin ? QString() : own->first);
    }
}

void MainWindow::start(const QString& path)
{
    m_memory->restore();
    m_opener->searchModels();
    // A session and a lesson name their own models; until those are open, use the last one.
    const bool session = FileActions::isSession(path), lesson = isLessonFile(path);
    QString model = session || lesson ? QString() : path;
    if (model.isEmpty()) {
        model = kLastModel.of(m_context.settings);
        if (!QFileInfo::exists(model))
            model = m_builtin;
    }
    m_fallBack = model != m_builtin;
    if (model.isEmpty())
        m_context.workspace.setNotice(Notice{
            tr("The built-in model was not found."),
            tr("Open a model folder with File → Open model folder, or drop one on this window."), true});
    else
        open(model);
    if (path.isEmpty())
        m_lessons->offerAtFirstStart();
    m_input->goToText(); // the user may type at once
    session ? m_sessions->open(path) : m_sessions->offerRecovery();
    if (lesson)
        m_lessons->openFile(path);
}

WindowState MainWindow::leave()
{
    save();
    ViewId keyboard;
    for (const ViewDescriptor& each : viewRegistry())
        if (m_views->isMade(each.id) && m_views->view(each.id)->isAncestorOf(focusWidget()))
            keyboard = each.id;
    return {m_sessions->finish(false),
            m_context.focus.colourMap(),
            m_context.workspace.beamNode(),
            m_context.focus.mapOptions(),
            m_memory->open(),
            std::make_shared<const KeptLesson>(m_lessons->kept()),
            m_rooms->fronts(),
            keyboard,
            m_lessons->panel().isAncestorOf(focusWidget()),
            m_writer->finish()};
}

void MainWindow::resume(const WindowState& state)
{
    Workspace& workspace = m_context.workspace;
    m_opener->searchModels();
    m_memory->goOn(state.memory);
    m_rooms->setFronts(state.fronts);
    sourceChanged();
    m_sessions->resume(state.session);
    m_context.focus.setColourMap(state.colourMap);
    m_context.focus.setMapOptions(state.mapOptions);
    workspace.publish(workspace.snapshot()); // so that every part shows it
    workspace.setBeamNode(state.beamNode);
    showNotice();
    m_lessons->goOn(*state.lesson);
    m_writer->goOn(state.draft);
    state.inLesson ? m_lessons->panel().takeFocus() : m_input->goToText();
    // Later: the views are put into their places after the window is shown.
    QTimer::singleShot(0, this, [this, view = state.keyboard] {
        if (m_views->isSeen(view))
            m_views->view(view)->setFocus();
    });
}

void MainWindow::openModel(const QString& folder)
{
    m_opener->openModel(folder);
}

void MainWindow::open(const QString& path)
{
    m_files->open(path);
}

void MainWindow::sourceChanged()
{
    showTitle();
    m_fallBack = false;
    if (const auto why = std::exchange(m_sayAgain, std::nullopt))
        m_context.workspace.setNotice(why); // loading the next model has removed it
    if (m_context.workspace.model() == nullptr)
        return;
    // Who has gone to another workspace stays there.
    if (const QString shown = m_memory->opened(openFacts(m_context.workspace).folder); !shown.isEmpty()
        && !m_sessions->isRestoring() && m_rooms->current() == QLatin1String(roomOf(RoomId::kExplore).name))
        m_rooms->enter(firstRoom(shown));
}

void MainWindow::showTitle()
{
    QStringList parts{titleOf(openFacts(m_context.workspace)), tr("Headlight")};
    if (!m_sessions->path().isEmpty())
        parts.prepend(QFileInfo(m_sessions->path()).completeBaseName() + QStringLiteral("[*]"));
    setWindowTitle(parts.join(QStringLiteral(" — ")));
    setWindowModified(m_sessions->isModified());
}

void MainWindow::showNotice()
{
    const std::optional<Notice> notice = m_context.workspace.notice();
    m_notice->say(notice);
    // Of a lesson or session, if the first model is still being opened; else of that model.
    if (notice && notice->error
        && (m_runs.opener().isOpening() ? m_context.workspace.model() == nullptr : fallBack()))
        m_sayAgain = notice;
}

// The model of the last session may be damaged by now: never leave the window without a model.
bool MainWindow::fallBack()
{
    const bool due
        = std::exchange(m_fallBack, false) && m_context.workspace.model() == nullptr && !m_builtin.isEmpty();
    if (due)
        openModel(m_builtin);
    return due;
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_writer->mayClose() || !m_sessions->mayClose())
        return event->ignore();
    m_look->present(false);
    save();
    m_sessions->finish(true);
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    // Docks accept sizes only once the window has its own.
    if (!std::exchange(m_shown, true))
        QTimer::singleShot(0, m_rooms, qOverload<>(&Rooms::restore));
    m_runs.setNeeds(m_views->needs());
}

void MainWindow::endNow()
{
    m_look->present(false);
    save();
    m_sessions->endNow();
}

} // namespace headlight
