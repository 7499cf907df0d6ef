#include "ui/window/lessons/experiment_actions.h"

#include "ui/dialogs/experiments_dialog.h"
#include "ui/run/run_controller.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"

#include <QAction>
#include <QScreen>

#include <array>
#include <limits>

namespace headlight {

namespace {
constexpr int kFromEdge = 12; ///< pixels between the dialog and the window's edge
} // namespace

QPoint freePlace(const QSize& size, const QRect& window, const QRect& screen,
                 const std::vector<QRect>& covered)
{
    const int left = window.left() + kFromEdge, right = window.right() - size.width() - kFromEdge;
    const int top = window.top() + kFromEdge, bottom = window.bottom() - size.height() - kFromEdge;
    const std::array places{QPoint(window.right() + kFromEdge, top),
                            QPoint(window.left() - size.width() - kFromEdge, top),
                            QPoint(right, bottom),
                            QPoint(right, top),
                            QPoint(left, bottom),
                            QPoint(left, top)};
    QPoint best = places[2];
    qint64 least = std::numeric_limits<qint64>::max();
    for (const QPoint& place : places) {
        const QRect dialog(place, size);
        if (!screen.contains(dialog))
            continue;
        qint64 hidden = 0;
        for (const QRect& each : covered) {
            const QRect both = dialog.intersected(each);
            hidden += both.isEmpty() ? 0 : qint64{both.width()} * both.height();
        }
        if (hidden < least) {
            least = hidden;
            best = place;
        }
    }
    return best;
}

ExperimentActions::ExperimentActions(const ViewContext& context, const CommandActions& commands,
                                     RunController& runs, QWidget* window)
    : QObject(window)
    , m_context(context)
    , m_runs(runs)
    , m_window(window)
{
    connect(&commands[CommandId::kExperiments], &QAction::triggered, this,
            qOverload<>(&ExperimentActions::open));
    const Workspace& workspace = context.workspace;
    // Queued, so that the window and the runs have already adopted the model.
    connect(&workspace, &Workspace::modelChanged, this, &ExperimentActions::apply, Qt::QueuedConnection);
    connect(&workspace, &Workspace::runningChanged, this, &ExperimentActions::settled);
    connect(&workspace, &Workspace::snapshotChanged, this, &ExperimentActions::showOutcome);
}

std::vector<Experiment> ExperimentActions::all() const
{
    return experimentsOf(m_context, showView);
}

ExperimentsDialog* ExperimentActions::dialog() const
{
    return m_dialog;
}

void ExperimentActions::open()
{
    if (m_dialog == nullptr) {
        std::vector<Guide> guides;
        for (const Experiment& each : all()) {
            Guide guide{each.title, each.question, {}};
            for (const ExperimentStep& step : each.steps)
                guide.steps.push_back({step.title, step.text});
            guides.push_back(std::move(guide));
        }
        m_dialog = new ExperimentsDialog(guides, m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &ExperimentsDialog::stepWanted, this, &ExperimentActions::perform);
        showOutcome();
        stepAside();
    }
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

void ExperimentActions::open(int experiment)
{
    open();
    m_dialog->showGuide(experiment);
}

void ExperimentActions::perform(int experiment, int step)
{
    m_spoken.clear();
    const std::vector<Experiment> known = experimentsOf(m_context, [this](ViewId view) {
        showView(view);
        m_spoken.push_back(view);
    });
    const Experiment& chosen = known.at(static_cast<std::size_t>(experiment));
    m_sentence = chosen.sentence;
    m_step = chosen.steps.at(static_cast<std::size_t>(step));
    m_phase = Phase::kOpening;
    if (modelIsBuiltin())
        apply();
    else
        openBuiltin();
}

void ExperimentActions::apply()
{
    if (m_phase != Phase::kOpening || !modelIsBuiltin())
        return;
    m_phase = Phase::kRunning;
    Document next;
    next.text = m_sentence;
    next.interventions = m_step.edits;
    m_context.workspace.apply(next, tr("Experiment: %1").arg(m_step.title));
    settled();
}

void ExperimentActions::settled()
{
    if (m_phase != Phase::kRunning || !m_runs.isSettled())
        return;
    m_phase = Phase::kIdle;
    if (m_step.look)
        m_step.look();
    stepAside();
    showOutcome();
}

// Moves the dialog where it covers least of what the step mentions: the heatmap and the views that it shows.
void ExperimentActions::stepAside()
{
    if (m_dialog == nullptr)
        return;
    std::vector<QRect> spoken;
    if (placeOf) {
        spoken.push_back(placeOf(view_ids::kHeatmap));
        for (const ViewId view : m_spoken)
            spoken.push_back(placeOf(view));
    }
    m_dialog->move(
        freePlace(m_dialog->size(), m_window->geometry(), m_window->screen()->availableGeometry(), spoken));
}

void ExperimentActions::showOutcome()
{
    if (m_dialog == nullptr)
        return;
    const Snapshot& shown = *m_context.workspace.snapshot();
    m_dialog->setOutcome(shown.output.isEmpty() ? QString()
                                                : tr("The window now shows: %1").arg(shown.output));
}

} // namespace headlight
