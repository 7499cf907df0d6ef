#include "ui/run/session_files.h"

#include "core/io/folder_digest.h"
#include "core/session/session_value.h"
#include "ui/run/notices.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <exception>
#include <filesystem>
#include <functional>

namespace headlight {

namespace {

std::filesystem::path toPath(const QString& text)
{
    return {text.toStdString()};
}

/// The door for faults of our own code on this thread.
void guarded(SessionFiles* files, const std::function<void()>& work)
{
    try {
        work();
    } catch (const std::exception& fault) {
        const Notice notice = internalNotice(fault.what());
        QMetaObject::invokeMethod(
            files, [files, notice] { emit files->failed(notice); }, Qt::QueuedConnection);
    }
}

} // namespace

SessionFiles::SessionFiles(QObject* parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(1);
}

SessionFiles::~SessionFiles()
{
    m_pool.waitForDone();
}

std::optional<QString> SessionFiles::digestOf(const QString& folder)
{
    QDateTime newest;
    for (const QFileInfo& file : QDir(folder).entryInfoList(QDir::Files))
        newest = newest.isValid() ? qMax(newest, file.lastModified()) : file.lastModified();
    const QString key = folder + QLatin1Char('\n') + newest.toString(Qt::ISODateWithMs);
    if (const auto known = m_digests.constFind(key); known != m_digests.constEnd())
        return *known;
    const auto digest = folderDigest(toPath(folder));
    if (!digest)
        return std::nullopt;
    return *m_digests.insert(key, QString::fromStdString(*digest));
}

void SessionFiles::save(const QString& path, const Session& session, bool quiet)
{
    m_pool.start([this, path, session, quiet] {
        guarded(this, [&] {
            Session whole = session;
            if (!whole.model.folder.isEmpty()) {
                whole.model.digest = digestOf(whole.model.folder).value_or(QString());
                whole.model.relative = QFileInfo(path).dir().relativeFilePath(whole.model.folder);
            }
            const Result<void> done = writeSession(toValue(whole), toPath(path));
            QMetaObject::invokeMethod(
                this,
                [this, path, done, quiet] {
                    if (done)
                        emit saved(path);
                    else if (!quiet)
                        emit failed(noticeFor(done.error(), Attempt::kSaveSession));
                },
                Qt::QueuedConnection);
        });
    });
}

void SessionFiles::findModel(OpenedSession& opened, const QStringList& known, const QString& builtin)
{
    const SessionModel& model = opened.session.model;
    if (model.builtin && !builtin.isEmpty()) {
        opened.match = ModelMatch::kSame;
        opened.folder = builtin;
        return;
    }
    if (model.folder.isEmpty() && !model.builtin)
        return;
    opened.match = ModelMatch::kGone;
    QStringList places{model.folder};
    if (!model.relative.isEmpty())
        places << QDir::cleanPath(QFileInfo(opened.path).dir().filePath(model.relative));
    places << known;
    for (const QString& folder : places) {
        if (folder.isEmpty() || !QFileInfo(folder).isDir())
            continue;
        const bool same = model.digest.isEmpty() || digestOf(folder) == model.digest;
        if (same || (folder == model.folder && opened.match == ModelMatch::kGone)) {
            opened.folder = folder;
            opened.match = same ? ModelMatch::kSame : ModelMatch::kChanged;
        }
        // Without a digest only the place itself can be meant.
        if (same || model.digest.isEmpty())
            return;
    }
}

void SessionFiles::open(const QString& path, const QStringList& known, const QString& builtin)
{
    m_pool.start([this, path, known, builtin] {
        guarded(this, [&] {
            const auto value = readSession(toPath(path));
            const auto read
                = value ? sessionFromValue(*value, path.toStdString()) : Result<ReadSession>(value.error());
            if (!read) {
                const Notice notice = noticeFor(read.error(), Attempt::kOpenSession);
                QMetaObject::invokeMethod(
                    this, [this, notice] { emit failed(notice); }, Qt::QueuedConnection);
                return;
            }
            OpenedSession result{path, read->session, read->warnings, ModelMatch::kNone, {}};
            findModel(result, known, builtin);
            QMetaObject::invokeMethod(
                this, [this, result] { emit opened(result); }, Qt::QueuedConnection);
        });
    });
}

void SessionFiles::remove(const QString& path)
{
    m_pool.start([path] { QFile::remove(path); });
}

} // namespace headlight
