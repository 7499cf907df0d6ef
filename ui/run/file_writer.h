#pragma once

#include "core/base/result.h"
#include "ui/background/worker_thread.h"

#include <QObject>
#include <QString>

#include <functional>

namespace headlight {

class Workspace;

/// Writes files in the background, one after the other. Lives on the UI thread.
class FileWriter : public QObject
{
    Q_OBJECT
public:
    explicit FileWriter(Workspace& workspace, QObject* parent = nullptr);
    /// Waits: a file that was begun is finished.
    ~FileWriter() override;

    /// The end is a notice: where the file is, or what went wrong. `work` must own all that it needs.
    void write(const QString& path, std::function<Result<void>()> work);

private:
    Workspace& m_workspace;
    WorkerThread m_thread;
};

} // namespace headlight
