#include "ui/plot/film.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/webp_frames.h"
#include "ui/window/film_actions.h"

#include "tests/support/view_bench.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

FilmRequest film(const HeadRef& head = {StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
{
    FilmRequest request;
    request.figure.subject = head;
    const std::shared_ptr<const Snapshot> snapshot = syntheticSnapshot(); // outlives the loop
    for (const StepView& step : snapshot->steps) {
        request.frames.push_back(step.trace);
        request.captions << QString::fromStdString(step.token.text);
    }
    return request;
}

std::string bytesOf(const QString& path)
{
    QFile file(path);
    file.open(QIODevice::ReadOnly);
    return file.readAll().toStdString();
}

} // namespace

TEST_CASE("film: every frame has the size of the last and grows by a row", "[plot]")
{
    const FilmRequest request = film();
    REQUIRE(request.frames.size() == 5);
    const QSize size = filmFrame(request, 0).size();
    QImage before;
    for (std::size_t i = 0; i < request.frames.size(); ++i) {
        const QImage frame = filmFrame(request, i);
        CHECK(frame.size() == size);
        CHECK(frame != before);
        before = frame;
    }
}

TEST_CASE("film: an animated WebP holds the very frames", "[plot]")
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("film.webp"));
    FilmRequest request = film();
    request.milliseconds = 200;
    request.lastMilliseconds = 900;
    std::vector<std::int64_t> reported;
    Job job;
    job.progress = [&](const Progress& progress) { reported.push_back(progress.done); };
    REQUIRE(exportFilm(request, path, job));
    CHECK(reported == std::vector<std::int64_t>{1, 2, 3, 4, 5});
    const WebpFrames read = readWebp(bytesOf(path));
    REQUIRE(read.frames.size() == 5);
    CHECK(read.ends == std::vector<int>{200, 400, 600, 800, 1700});
    for (std::size_t i = 0; i < 5; ++i) {
        const QImage frame = filmFrame(request, i).convertToFormat(QImage::Format_ARGB32);
        REQUIRE(frame.size() == QSize(read.width, read.height));
        const QImage decoded(reinterpret_cast<const uchar*>(read.frames[i].data()), read.width, read.height,
                             QImage::Format_ARGB32);
        CHECK(decoded == frame);
    }
}

TEST_CASE("film: a sequence of PNG files, all or none", "[plot]")
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("film.png"));
    const FilmRequest request = film();
    REQUIRE(exportFilm(request, path, {}));
    CHECK(QDir(folder.path()).entryList(QDir::Files)
          == QStringList{QStringLiteral("film-001.png"), QStringLiteral("film-002.png"),
                         QStringLiteral("film-003.png"), QStringLiteral("film-004.png"),
                         QStringLiteral("film-005.png")});
    CHECK(QImage(filmFiles(path, 5)[3]) == filmFrame(request, 3));

    const QTemporaryDir other;
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    job.progress = [&](const Progress& progress) {
        if (progress.done == 3)
            stop.request_stop();
    };
    for (const char* name : {"film.png", "film.webp"}) {
        const auto stopped = exportFilm(request, other.filePath(QString::fromLatin1(name)), job);
        REQUIRE_FALSE(stopped);
        CHECK(stopped.error().code == ErrorCode::kCancelled);
    }
    CHECK(QDir(other.path()).entryList(QDir::Files).isEmpty());
}

TEST_CASE("film: what cannot be filmed is said", "[plot]")
{
    CHECK_FALSE(checkFilm({}));
    CHECK_FALSE(checkFilm(film({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})));
    CHECK_FALSE(checkFilm(film({StackKind::kDecoder, 99, AttentionKind::kSelf, 0})));
    CHECK(checkFilm(film({StackKind::kDecoder, 0, AttentionKind::kCross, 1})));
    const QTemporaryDir folder;
    CHECK_FALSE(exportFilm(film(), folder.filePath(QStringLiteral("film.gif")), {}));
    const auto unwritable = exportFilm(film(), folder.filePath(QStringLiteral("no/such/film.webp")), {});
    REQUIRE_FALSE(unwritable);
    CHECK(unwritable.error().code == ErrorCode::kFileUnwritable);
}

TEST_CASE("film: the window writes it in the background and says where it is", "[plot]")
{
    ViewBench bench;
    QWidget window;
    FilmActions actions(bench.context, &window);
    bench.workspace.publish(syntheticSnapshot());
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    const QString path = bench.folder.filePath(QStringLiteral("window.webp"));
    actions.write(path);
    REQUIRE(QTest::qWaitFor([&] { return bench.workspace.notice().has_value(); }, 60000));
    CHECK_FALSE(bench.workspace.notice()->error);
    CHECK(bench.workspace.notice()->text.contains(path));
    CHECK(readWebp(bytesOf(path)).frames.size() == 5);
}
