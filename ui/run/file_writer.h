#pragma once

#include "core/base/result.h"
#include "ui/background/worker_thread.h"

#include <QObject>
#include <QString>

#include <functional>

namespace headlight {

class Workspace;

/// Writes files in the background, one after the other; destruction waits for them. UI thread only.
class FileWriter : public QObject
{
    Q_OBJECT
public:
    explicit FileWriter(Workspace& workspace, QObject* parent = nullptr);

    /// Publishes a notice at the end: where the file is, or what went wrong. `work` must own all it needs.
    void write(const QString& path, std::function<Result<void>()> work);

private:
    Workspace& m_workspace;
    WorkerThread m_thread;
};

} // namespace headlight
