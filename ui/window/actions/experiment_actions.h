#pragma once

#include "ui/widgets/trace_view.h"
#include "ui/window/experiments.h"

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

/// Where a dialog of that size covers least of what one looks at: beside the window if the screen has room,
/// otherwise in one of its corners.
QPoint freePlace(const QSize& size, const QRect& window, const QRect& screen,
                 const std::vector<QRect>& covered);

/// Help > Experiments: shows the guided experiments and does their steps in the window, each as one undo
/// step of the document. UI thread only.
class ExperimentActions : public QObject
{
    Q_OBJECT
public:
    ExperimentActions(const ViewContext& context, const CommandActions& commands, RunController& runs,
                      QWidget* window);

    std::function<void(ViewId view)> showView;
    /// Where a view stands on the screen; a null rectangle where it cannot be seen.
    std::function<QRect(ViewId view)> placeOf;
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
    void stepAside();

    ViewContext m_context;
    RunController& m_runs;
    QWidget* m_window;
    QPointer<ExperimentsDialog> m_dialog;
    std::vector<ViewId> m_spoken; ///< views that the step that was done last speaks of
    QString m_sentence; ///< of the step that is being done
    ExperimentStep m_step;
    enum class Phase : unsigned char { kIdle, kOpening, kRunning } m_phase = Phase::kIdle;
};

} // namespace headlight
