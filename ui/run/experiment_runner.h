#pragma once

#include "ui/background/latest_task.h"
#include "ui/state/experiment_board.h"
#include "ui/state/session.h"

#include <QObject>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace headlight {

class FileWriter;
class Workspace;

/// Runs the experiments that views order, and opens the sentences of their inputs. UI thread only.
class ExperimentRunner : public QObject
{
    Q_OBJECT
public:
    ExperimentRunner(Workspace& workspace, FileWriter& writer, QObject* parent = nullptr);
    ~ExperimentRunner() override;

private:
    void start(const ExperimentOrder& order);
    void open(const std::shared_ptr<const ExperimentResult>& result, int input);
    void show(const QString& sentence, bool ids);

    Workspace& m_workspace;
    ExperimentBoard& m_board;
    QTemporaryDir m_kept; ///< runs of experiments that were stopped
    bool m_goesOn = false; ///< the latest experiment, after a stop
    LatestTask m_task, m_reading;
};

/// The latest results, for a session: as many as a megabyte of numbers holds.
std::vector<SessionExperiment> keptExperiments(Workspace& workspace);
/// Makes those of a session the results. What cannot be read is left out, with a notice.
void restoreExperiments(Workspace& workspace, const std::vector<SessionExperiment>& kept);

} // namespace headlight
