#include "tests/support/catch.h"
#include "tests/support/window_bench.h"
#include "ui/run/session_files.h"
#include "ui/state/session.h"
#include "ui/window/sessions/recovery.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#include <optional>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Dates a file as if a clock had been years off.
void dateFile(const QString& path, int year)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadWrite));
    REQUIRE(file.setFileTime(QDateTime(QDate(year, 1, 1), QTime(12, 0)), QFileDevice::FileModificationTime));
}

/// The result of matching a session's model.
ModelMatch matchOf(SessionFiles& files, const QString& path)
{
    std::optional<ModelMatch> match;
    const auto heard = QObject::connect(&files, &SessionFiles::opened, &files,
                                        [&](const OpenedSession& opened) { match = opened.match; });
    files.open(path, {}, {});
    REQUIRE(WindowStart::wait([&] { return match.has_value(); }));
    QObject::disconnect(heard);
    return *match;
}

} // namespace

TEST_CASE("faults: a model that changed under a clock that was set back is told", "[window][session][faults]")
{
    const WindowBench bench;
    const QString model = bench.file("dated");
    REQUIRE(QDir().mkpath(model));
    for (const QFileInfo& file : QDir(bench.model).entryInfoList(QDir::Files))
        REQUIRE(QFile::copy(file.filePath(), model + QLatin1Char('/') + file.fileName()));
    const QString config = model + QStringLiteral("/config.json");
    const QString weights = model + QStringLiteral("/model.safetensors");
    dateFile(config, 2015);
    dateFile(weights, 2090); // in the future, and always the newest
    SessionFiles files;
    Session session;
    session.model.folder = model;
    const QString path = bench.file("dated.headlight");
    REQUIRE(files.saveNow(path, session, SessionFiles::Overwrite::kAny).kind == SaveResult::Kind::kSaved);
    CHECK(matchOf(files, path) == ModelMatch::kSame);
    QFile changed(config);
    REQUIRE(changed.open(QIODevice::Append));
    changed.write(" ");
    changed.close();
    dateFile(config, 2001);
    CHECK(matchOf(files, path) == ModelMatch::kChanged);
}

TEST_CASE("faults: recovery copies are offered whatever their times", "[window][session][faults]")
{
    const WindowBench bench;
    const QString folder = bench.file("copies");
    REQUIRE(QDir().mkpath(folder));
    for (const int year : {1971, 2020, 2099}) {
        const QString path = folder + QStringLiteral("/%1.headlight").arg(year);
        QFile file(path);
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write("{}");
        file.close();
        dateFile(path, year);
        // A lock left by a dead program of that time: nobody holds it now.
        QFile lock(path + QStringLiteral(".lock"));
        REQUIRE(lock.open(QIODevice::WriteOnly));
        lock.write("999999999\nheadlight\n" + QSysInfo::machineHostName().toUtf8() + "\n");
        lock.close();
        dateFile(lock.fileName(), year);
    }
    Recovery recovery(folder);
    REQUIRE(recovery.orphans().size() == 3);
    CHECK(recovery.orphans().front().written.date().year() == 2099);
}
