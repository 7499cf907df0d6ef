#pragma once

#include "ui/widgets/trace_view.h"
#include "ui/window/experiments.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

class QWidget;

namespace headlight {

class CommandActions;
class ExperimentsDialog;
class RunController;

/// Help > Experiments: shows the guided experiments and does their steps in the window, each as one undo
/// step of the document. UI thread only.
class ExperimentActions : public QObject
{
    Q_OBJECT
public:
    ExperimentActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                      QWidget* window);

    std::function<void(ViewId view)> showView;
    std::function<bool()> modelIsBuiltin;
    std::function<void()> openBuiltin;

    /// Null while it is closed.
    ExperimentsDialog* dialog() const;
    /// What the guides are made of.
    std::vector<Experiment> all() const;

public slots:
    void open();
    /// The same, with one of the experiments in front.
    void open(int experiment);
    void perform(int experiment, int step);

private:
    void apply();
    void settled();
    void showOutcome();

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
    QPointer<ExperimentsDialog> m_dialog;
    QString m_sentence; ///< of the step that is being done
    ExperimentStep m_step;
    enum class Phase : unsigned char { kIdle, kOpening, kRunning } m_phase = Phase::kIdle;
};

} // namespace headlight
