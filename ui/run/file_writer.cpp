#include "ui/run/file_writer.h"

#include "ui/run/notices.h"
#include "ui/state/workspace.h"

#include <exception>
#include <utility>

namespace headlight {

FileWriter::FileWriter(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{ }

void FileWriter::write(const QString& path, std::function<Result<void>()> work)
{
    m_thread.start([this, path, work = std::move(work)] {
        Notice notice = confirmation(tr("Saved: %1").arg(path));
        try {
            if (const Result<void> done = work(); !done)
                notice = noticeFor(done.error(), Attempt::kExport);
        } catch (const std::exception& fault) {
            notice = internalNotice(fault.what());
        }
        headlight::post(this, [this, notice] { m_workspace.setNotice(notice); });
    });
}

} // namespace headlight
