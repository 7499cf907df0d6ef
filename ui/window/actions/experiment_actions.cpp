#include "ui/window/actions/experiment_actions.h"

#include "ui/dialogs/experiments_dialog.h"
#include "ui/run/run_controller.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/command_actions.h"

#include <QAction>

namespace headlight {

namespace {
constexpr int kFromEdge = 12; ///< pixels between the dialog and the window's edge
} // namespace

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
    // Queued: the window and the runs have taken the model over by then.
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
        // Beside the heatmap, over the docks of the right.
        const QRect place = m_window->geometry();
        m_dialog->move(place.right() - m_dialog->width() - kFromEdge,
                       place.bottom() - m_dialog->height() - kFromEdge);
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
    const std::vector<Experiment> known = all();
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
    showOutcome();
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
