#include "ui/window/main_window.h"

#include "ui/dialogs/tour.h"
#include "ui/paint/colour_map.h"
#include "ui/run/run_controller.h"
#include "ui/state/settings.h"
#include "ui/window/dock_area.h"
#include "ui/window/edit_banner.h"
#include "ui/window/export_actions.h"
#include "ui/window/film_actions.h"
#include "ui/window/help_actions.h"
#include "ui/window/input_panel.h"
#include "ui/window/mask_actions.h"
#include "ui/window/model_choice.h"
#include "ui/window/navigation.h"
#include "ui/window/recipe.h"
#include "ui/window/sentence_edit.h"
#include "ui/window/status_line.h"
#include "ui/window/theme.h"
#include "ui/window/tour_steps.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QToolBar>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {
constexpr int kLayoutVersion = 1; ///< another one: saved layouts of older versions are not used
constexpr int kSaveDelay = 2000; ///< milliseconds after the last edit
const QSize kFirstSize{1360, 860};

/// The model folder or trace file that a path means; empty where it means neither.
QString openable(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir())
        return info.absoluteFilePath();
    // A file of a model folder, config.json for example, means its folder.
    if (info.isFile() && QFileInfo::exists(info.absolutePath() + QStringLiteral("/config.json")))
        return info.absolutePath();
    return info.isFile() ? info.absoluteFilePath() : QString();
}

QString droppedPath(const QMimeData& data)
{
    for (const QUrl& url : data.urls())
        if (const QString path = openable(url.toLocalFile()); !path.isEmpty())
            return path;
    return {};
}

} // namespace

MainWindow::MainWindow(const ViewContext& context, RunController& runs, Theme& theme)
    : m_context(context)
    , m_runs(runs)
    , m_theme(theme)
    , m_builtin(builtinModel())
    , m_navigation(new Navigation(context.workspace, context.focus, this))
    , m_masks(new MaskActions(context.workspace, context.focus, this))
    , m_exports(new ExportActions(context, runs, this))
    , m_help(new HelpActions(*this, context.settings))
    , m_models(new ModelChoice(context.settings, m_builtin, this))
    , m_input(new InputPanel(context.workspace, this))
    , m_views(new DockArea(context, this))
    , m_notice(new MessageBar(this))
    , m_welcome(new MessageBar(this))
    , m_banner(new EditBanner(context.workspace, *m_masks, this))
    , m_status(new StatusLine(context.workspace, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Headlight"));
    setAcceptDrops(true);
    setStatusBar(m_status);
    buildCentre();
    buildToolBar();
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildGoMenu();
    buildHelpMenu();
    connectParts();
    restore();
}

// The base class hides the docks as it goes; that must not reach the parts that are gone by then.
MainWindow::~MainWindow()
{
    m_views->disconnect(this);
}

void MainWindow::buildCentre()
{
    m_notice->setObjectName(QStringLiteral("noticeBar"));
    m_welcome->setObjectName(QStringLiteral("welcomeBar"));
    auto* centre = new QWidget(this);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_input);
    layout->addWidget(m_welcome);
    layout->addWidget(m_notice);
    layout->addWidget(m_banner);
    layout->addWidget(m_views, 1);
    setCentralWidget(centre);
}

void MainWindow::buildToolBar()
{
    auto* bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    const auto label = [bar](const QString& text) {
        auto* each = new QLabel(text, bar);
        each->setContentsMargins(6, 0, 4, 0);
        bar->addWidget(each);
    };
    label(tr("Model"));
    bar->addWidget(m_models);
    bar->addSeparator();
    bar->addAction(m_masks->causalDecoder());
    bar->addAction(m_masks->causalEncoder());
    bar->addAction(m_masks->padding());
}

void MainWindow::buildFileMenu()
{
    QMenu* const menu = menuBar()->addMenu(tr("&File"));
    QAction* const openModel
        = menu->addAction(tr("&Open model folder…"), QKeySequence::Open, this, &MainWindow::askForModel);
    openModel->setObjectName(QStringLiteral("file.open"));
    menu->addMenu(m_models->recentMenu());
    menu->addAction(tr("Open &trace file…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), this,
                    &MainWindow::askForTrace);
    menu->addSeparator();
    menu->addActions(
        {m_exports->picture(), m_exports->numbers(), (new FilmActions(m_context, this))->film()});
    menu->addSeparator();
    QAction* const quit
        = menu->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), this, &QWidget::close);
    quit->setMenuRole(QAction::QuitRole);
}

void MainWindow::buildEditMenu()
{
    QMenu* const menu = menuBar()->addMenu(tr("&Edit"));
    QUndoStack& stack = m_context.workspace.undoStack();
    QAction* const undo = stack.createUndoAction(this, tr("&Undo"));
    undo->setShortcut(QKeySequence::Undo);
    QAction* const redo = stack.createRedoAction(this, tr("&Redo"));
    redo->setShortcut(QKeySequence::Redo);
    menu->addActions({undo, redo});
    menu->addSeparator();
    menu->addAction(m_exports->copy());
    menu->addSeparator();
    for (QAction* map : m_masks->maps())
        menu->addAction(map);
    menu->addSeparator();
    menu->addActions({m_masks->causalDecoder(), m_masks->causalEncoder(), m_masks->padding()});
}

void MainWindow::buildViewMenu()
{
    QMenu* const menu = menuBar()->addMenu(tr("&View"));
    for (QAction* view : m_views->viewActions())
        menu->addAction(view);
    menu->addSeparator();
    menu->addMenu(themeMenu());
    menu->addMenu(colourMenu());
    menu->addSeparator();
    menu->addAction(tr("&First arrangement"), m_views, &DockArea::arrange);
    QAction* const full = menu->addAction(tr("F&ull screen"), QKeySequence(Qt::Key_F11), this,
                                          [this](bool on) { on ? showFullScreen() : showNormal(); });
    full->setCheckable(true);
}

QMenu* MainWindow::themeMenu()
{
    auto* menu = new QMenu(tr("&Theme"), this);
    auto* group = new QActionGroup(menu);
    const QList<std::pair<QString, QString>> themes{{QStringLiteral("system"), tr("As the &system")},
                                                    {QStringLiteral("light"), tr("&Light")},
                                                    {QStringLiteral("dark"), tr("&Dark")}};
    for (const auto& [name, text] : themes) {
        QAction* const action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(name == m_context.settings.theme());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name = name] { chooseTheme(name); });
    }
    return menu;
}

QMenu* MainWindow::colourMenu()
{
    auto* menu = new QMenu(tr("&Colours of the map"), this);
    auto* group = new QActionGroup(menu);
    for (const QString& name : colourMapNames()) {
        QAction* const action = menu->addAction(name);
        action->setCheckable(true);
        action->setChecked(name == m_context.settings.colourMap());
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name] {
            m_context.settings.setColourMap(name);
            m_context.focus.setColourMap(name);
        });
    }
    return menu;
}

void MainWindow::buildGoMenu()
{
    QMenu* const menu = menuBar()->addMenu(tr("&Go"));
    for (QAction* action : m_navigation->actions())
        menu->addAction(action);
    menu->addSeparator();
    const auto goTo = [&](const QString& text, const QKeySequence& key, QWidget* target) {
        menu->addAction(text, key, target, [target] { target->setFocus(Qt::ShortcutFocusReason); });
    };
    goTo(tr("To the &sentence"), Qt::CTRL | Qt::Key_L, m_input->sentence());
    goTo(tr("To the &target"), Qt::CTRL | Qt::SHIFT | Qt::Key_L, m_input->target());
    if (m_views->centre() != nullptr) {
        goTo(tr("To the &heatmap"), Qt::CTRL | Qt::Key_H, m_views->centre());
        m_navigation->moveCellsIn(m_views->centre());
    }
}

void MainWindow::buildHelpMenu()
{
    QMenu* const menu = menuBar()->addMenu(tr("&Help"));
    menu->addActions({m_help->tour(), m_help->shortcuts()});
    menu->addSeparator();
    menu->addAction(m_help->about());
    m_help->tourSteps = [this] { return tourOf(*this); };
    m_help->shortcutGroups = [this] {
        QList<ActionGroupList> groups;
        for (const QAction* title : menuBar()->actions()) {
            ActionGroupList group{title->text().remove(QLatin1Char('&')), {}};
            for (QAction* action : title->menu()->actions())
                group.actions << action;
            groups << group;
        }
        ActionGroupList cells{tr("In the heatmap"), {}};
        for (QAction* action : m_navigation->cellActions())
            cells.actions << action;
        groups << cells;
        ActionGroupList own{tr("In the views"), {}};
        for (QAction* action : m_views->findChildren<QAction*>())
            if (std::find(m_views->viewActions().begin(), m_views->viewActions().end(), action)
                == m_views->viewActions().end())
                own.actions << action;
        groups << own;
        return groups;
    };
}

void MainWindow::connectParts()
{
    m_exports->recipe = [this] {
        return renderRecipe(m_context.workspace.document(), m_context.focus, m_facts,
                            m_facts.folder == m_builtin);
    };
    Workspace& workspace = m_context.workspace;
    connect(m_models, &ModelChoice::chosen, this, &MainWindow::openModel);
    connect(m_models, &ModelChoice::folderWanted, this, &MainWindow::askForModel);
    connect(&m_runs, &RunController::openingChanged, this,
            [this] { m_status->setOpening(m_runs.isOpening()); });
    connect(&m_runs, &RunController::traceOpened, this, &MainWindow::traceOpened);
    connect(&m_runs, &RunController::progressed, m_status, &StatusLine::showProgress);
    connect(m_status, &StatusLine::cancelClicked, &m_runs, &RunController::cancel);
    connect(m_views, &DockArea::needsChanged, this, [this] { m_runs.setNeeds(m_views->needs()); });
    connect(&workspace, &Workspace::modelChanged, this, &MainWindow::modelChanged);
    connect(&workspace, &Workspace::noticeChanged, this, &MainWindow::showNotice);
    connect(m_notice, &MessageBar::closed, &workspace, [&workspace] { workspace.setNotice(std::nullopt); });
    m_welcome->setAction(tr("Start the tour"));
    connect(m_welcome, &MessageBar::actionClicked, m_help, &HelpActions::startTour);
    const auto leaveWelcome = [this] {
        m_context.settings.setTourSeen(true);
        m_welcome->say(MessageBar::Kind::kInfo, {});
    };
    connect(m_help->tour(), &QAction::triggered, m_welcome, leaveWelcome);
    connect(m_welcome, &MessageBar::actionClicked, m_welcome, leaveWelcome);
    connect(m_welcome, &MessageBar::closed, m_welcome, leaveWelcome);
    m_saveSoon.setSingleShot(true);
    m_saveSoon.setInterval(kSaveDelay);
    connect(&workspace, &Workspace::documentChanged, &m_saveSoon, [this] { m_saveSoon.start(); });
    connect(&m_saveSoon, &QTimer::timeout, this, &MainWindow::save);
}

void MainWindow::restore()
{
    resize(kFirstSize.boundedTo(screen()->availableSize()));
    restoreGeometry(m_context.settings.windowGeometry());
    m_views->restoreState(m_context.settings.windowLayout(), kLayoutVersion);
    m_context.focus.setColourMap(m_context.settings.colourMap());
    if (!m_context.settings.tourSeen())
        m_welcome->say(MessageBar::Kind::kInfo,
                       tr("New here? A short tour shows in a minute what stands where."));
}

void MainWindow::save()
{
    Settings& settings = m_context.settings;
    settings.setLastText(m_context.workspace.document().text);
    settings.setLastTarget(m_context.workspace.document().target);
    settings.setWindowGeometry(saveGeometry());
    settings.setWindowLayout(m_views->saveState(kLayoutVersion));
}

void MainWindow::start(const QString& folder)
{
    Document document = m_context.workspace.document();
    document.text = m_context.settings.lastText();
    document.target = m_context.settings.lastTarget();
    m_context.workspace.apply(document, {});
    QString model = folder;
    if (model.isEmpty()) {
        model = m_context.settings.lastModel();
        if (model.isEmpty() || !QFileInfo::exists(model))
            model = m_builtin;
    }
    m_fallBack = model != m_builtin;
    if (model.isEmpty())
        m_context.workspace.setNotice(Notice{
            tr("The built-in model was not found."),
            tr("Open a model folder with File → Open model folder, or drop one on this window."), true});
    else
        open(model);
    m_input->sentence()->setFocus();
}

void MainWindow::openModel(const QString& folder)
{
    m_runs.openModel(std::filesystem::path(folder.toStdString()));
}

void MainWindow::open(const QString& path)
{
    const QString found = openable(path);
    if (!found.isEmpty() && QFileInfo(found).isFile())
        m_runs.openTrace(std::filesystem::path(found.toStdString()));
    else
        openModel(path);
}

void MainWindow::askForTrace()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open trace file"), QString(),
                                                      tr("Trace files (*.safetensors)"));
    if (!file.isEmpty())
        m_runs.openTrace(std::filesystem::path(file.toStdString()));
}

void MainWindow::traceOpened(const QString& file)
{
    m_facts = {};
    m_facts.info = m_context.workspace.snapshot()->trace.info();
    m_facts.name = QFileInfo(file).fileName();
    m_models->setCurrent({});
    m_masks->adaptTo(m_facts.info);
    m_masks->setRunnable(false); // nothing can be run again, so there is nothing to toggle
    m_views->adaptTo(m_facts.info);
    m_input->setTargetVisible(false);
    m_status->setModelText(m_facts.name, {});
    setWindowTitle(tr("%1 — Headlight").arg(m_facts.name));
}

void MainWindow::askForModel()
{
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open model folder"), QFileInfo(m_context.settings.lastModel()).absolutePath());
    if (!folder.isEmpty())
        openModel(folder);
}

void MainWindow::modelChanged()
{
    m_fallBack = false;
    if (m_context.workspace.model() == nullptr)
        return; // a trace file is shown: traceOpened() follows
    m_facts = factsOf(*m_context.workspace.model());
    m_context.settings.setLastModel(m_facts.folder == m_builtin ? QString() : m_facts.folder);
    m_models->setCurrent(m_facts.folder);
    m_masks->adaptTo(m_facts.info);
    m_masks->setRunnable(true);
    m_views->adaptTo(m_facts.info);
    m_input->setTargetVisible(m_facts.takesTarget);
    m_input->setIdsExpected(!m_facts.hasTokenizer);
    m_status->setModelText(m_facts.name, shapeInWords(m_facts));
    setWindowTitle(tr("%1 — Headlight").arg(m_facts.name));
}

void MainWindow::showNotice()
{
    const std::optional<Notice>& notice = m_context.workspace.notice();
    if (!notice) {
        m_notice->say(MessageBar::Kind::kInfo, {});
        return;
    }
    m_notice->say(notice->error ? MessageBar::Kind::kError : MessageBar::Kind::kInfo, notice->text,
                  notice->advice);
    // The model of the last session may be damaged by now: never leave the window without any.
    if (m_fallBack && notice->error && m_context.workspace.model() == nullptr && !m_builtin.isEmpty()) {
        m_fallBack = false;
        openModel(m_builtin);
    }
}

void MainWindow::chooseTheme(const QString& name)
{
    m_context.settings.setTheme(name);
    m_theme.choose(name);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    save();
    QMainWindow::closeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    // Docks take the sizes that they are given only once the window has its own.
    if (!std::exchange(m_shown, true)) {
        QTimer::singleShot(0, this, [this] {
            if (!m_views->restoreState(m_context.settings.windowLayout(), kLayoutVersion))
                m_views->arrange();
        });
    }
    m_runs.setNeeds(m_views->needs());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPath(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QString path = droppedPath(*event->mimeData());
    if (path.isEmpty())
        return;
    event->acceptProposedAction();
    open(path);
}

} // namespace headlight
