#pragma once

#include "ui/widgets/trace_view.h"
#include "ui/window/lessons/experiments.h"

#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QRect>
#include <QSize>

#include <functional>
#include <vector>

class QWidget;

namespace headlight {

class CommandActions;
class ExperimentsDialog;
class RunController;

/// Where a dialog of this size covers least of what the user looks at: beside the window if the screen has
/// room, otherwise in one of its corners.
QPoint freePlace(const QSize& size, const QRect& window, const QRect& screen,
                 const std::vector<QRect>& covered);

/// Help > Experiments: shows the guided experiments and carries out their steps in the window, each as one
/// undo step of the document. UI thread only.
class ExperimentActions : public QObject
{
    Q_OBJECT
public:
    ExperimentActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                      QWidget* window);

    std::function<void(ViewId view)> showView;
    /// Position of a view on the screen; a null rectangle if it is not visible.
    std::function<QRect(ViewId view)> placeOf;
    std::function<bool()> modelIsBuiltin;
    std::function<void()> openBuiltin;

    /// Null while closed.
    ExperimentsDialog* dialog() const;
    /// The experiments that the guides are made from.
    std::vector<Experiment> all() const;

public slots:
    void open();
    /// The same, with this experiment in front.
    void open(int experiment);
    void perform(int experiment, int step);

private:
    void apply();
    void settled();
    void showOutcome();
    void stepAside();

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
    QPointer<ExperimentsDialog> m_dialog;
    std::vector<ViewId> m_spoken; ///< views that the latest step mentions
    QString m_sentence; ///< sentence of the step in progress
    ExperimentStep m_step;
    enum class Phase : unsigned char { kIdle, kOpening, kRunning } m_phase = Phase::kIdle;
};

} // namespace headlight
