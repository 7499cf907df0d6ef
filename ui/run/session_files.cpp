#include "ui/run/session_files.h"

#include "core/io/folder_digest.h"
#include "core/session/fields.h"
#include "ui/run/notices.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>

#include <exception>
#include <filesystem>
#include <string>
#include <utility>

namespace headlight {

namespace {

std::filesystem::path pathOf(const QString& text)
{
    return {text.toStdString()};
}

/// Empty if there is no such file.
QByteArray fileDigest(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return {};
    return hash.result();
}

} // namespace

std::optional<QString> SessionFiles::digestOf(const QString& folder)
{
    // Use every file's time, not only the newest: a clock set back must not hide a change.
    QFileInfoList files = QDir(folder).entryInfoList(QDir::Files, QDir::Name);
    if (QFileInfo(folder).isFile())
        files << QFileInfo(folder);
    QString key = folder;
    for (const QFileInfo& file : files)
        key += QStringLiteral("\n%1 %2 %3")
                   .arg(file.size())
                   .arg(file.lastModified().toMSecsSinceEpoch())
                   .arg(file.fileName());
    if (const auto known = m_digests.constFind(key); known != m_digests.constEnd())
        return *known;
    const auto digest = folderDigest(pathOf(folder));
    if (!digest)
        return std::nullopt;
    return *m_digests.insert(key, QString::fromStdString(*digest));
}

SaveResult SessionFiles::write(const QString& path, Session session, Overwrite overwrite,
                               const Painter& painter)
{
    const auto known = m_known.constFind(path);
    if (overwrite == Overwrite::kOwn && known != m_known.constEnd()) {
        const QByteArray present = fileDigest(path);
        if (!present.isEmpty() && present != *known)
            return {SaveResult::Kind::kChanged, {}};
    }
    // One of two places that catch exceptions, which are bugs of ours, on this thread.
    try {
        if (!session.model.folder.isEmpty()) {
            session.model.digest = digestOf(session.model.folder).value_or(QString());
            session.model.relative = QFileInfo(path).dir().relativeFilePath(session.model.folder);
        }
        if (painter)
            session.picture = painter();
        const std::string text = toText(session);
        const bool own = !m_private.isEmpty()
            && QFileInfo(path).absolutePath() == QFileInfo(m_private).absoluteFilePath();
        if (const auto done
            = writeFileAtomically(pathOf(path), text, own ? FileAccess::kOwner : FileAccess::kUsual);
            !done)
            return {SaveResult::Kind::kFailed, noticeFor(done.error(), Attempt::kSaveSession)};
        m_known[path] = QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256);
        return {};
    } catch (const std::exception& fault) {
        return {SaveResult::Kind::kFailed, internalNotice(fault.what())};
    }
}

void SessionFiles::save(const QString& path, const Session& session, Overwrite overwrite, Saved done,
                        Painter painter)
{
    m_thread.start([this, path, session, overwrite, done = std::move(done), painter = std::move(painter)] {
        const SaveResult result = write(path, session, overwrite, painter);
        headlight::post(this, [done, result] { done(result); });
    });
}

SaveResult SessionFiles::saveNow(const QString& path, const Session& session, Overwrite overwrite,
                                 const Painter& painter)
{
    SaveResult result;
    m_thread.start([&] { result = write(path, session, overwrite, painter); });
    m_thread.wait();
    return result;
}

void SessionFiles::settle()
{
    m_thread.wait();
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
}

KnownFile SessionFiles::known(const QString& path)
{
    m_thread.wait();
    return {path, m_known.value(path)};
}

void SessionFiles::remember(const KnownFile& file)
{
    m_thread.wait();
    if (!file.digest.isEmpty())
        m_known[file.path] = file.digest;
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
        if (folder.isEmpty() || !QFileInfo::exists(folder))
            continue;
        const bool same = model.digest.isEmpty() || digestOf(folder) == model.digest;
        if (same || (folder == model.folder && opened.match == ModelMatch::kGone)) {
            opened.folder = folder;
            opened.match = same ? ModelMatch::kSame : ModelMatch::kChanged;
        }
        // Without a digest, go by the place alone.
        if (same || model.digest.isEmpty())
            return;
    }
}

void SessionFiles::read(const QString& path, const QStringList& known, const QString& builtin)
{
    const auto post = [this](auto signal, const auto& what) {
        headlight::post(this, [this, signal, what] { emit(this->*signal)(what); });
    };
    try {
        // Before reading: if the file is written meanwhile, this window notices it when saving.
        const QByteArray digest = fileDigest(path);
        const auto value = SessionTree::read(pathOf(path));
        const auto read
            = value ? sessionFromTree(*value, path.toStdString()) : Result<ReadSession>(value.error());
        if (!read)
            return post(&SessionFiles::failed, noticeFor(read.error(), Attempt::kOpenSession));
        m_known[path] = digest;
        OpenedSession result{path, read->session, read->warnings, ModelMatch::kNone, {}};
        findModel(result, known, builtin);
        post(&SessionFiles::opened, result);
    } catch (const std::exception& fault) {
        post(&SessionFiles::failed, internalNotice(fault.what()));
    }
}

void SessionFiles::open(const QString& path, const QStringList& known, const QString& builtin)
{
    m_thread.start([this, path, known, builtin] { read(path, known, builtin); });
}

void SessionFiles::remove(const QString& path)
{
    m_thread.start([path] { QFile::remove(path); });
}

std::unique_ptr<QLockFile> lockBeside(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(file + QLatin1String(".lock"));
    lock->setStaleLockTime(0);
    if (!lock->tryLock(0))
        return nullptr;
    QFile::setPermissions(lock->fileName(),
                          QFile::ReadOwner | QFile::WriteOwner); // it names user and machine
    return lock;
}

SessionClaim::SessionClaim(QString folder)
    : m_folder(std::move(folder))
{ }

bool SessionClaim::take(const QString& file)
{
    const QString real = QFileInfo(file).canonicalFilePath(); // links name the same file
    if (m_lock != nullptr && real == m_file)
        return true;
    release();
    if (real.isEmpty() || !QDir().mkpath(m_folder))
        return true;
    const QByteArray name = QCryptographicHash::hash(real.toUtf8(), QCryptographicHash::Sha256).toHex();
    m_file = real;
    m_lock = lockBeside(m_folder + QLatin1Char('/') + QString::fromLatin1(name));
    return m_lock != nullptr;
}

void SessionClaim::release()
{
    m_lock.reset();
    m_file.clear();
}

} // namespace headlight
