#include "ui/figure/film.h"

#include "tests/support/catch.h"
#include "tests/support/file_limit.h"
#include "tests/support/refused_file.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/webp_frames.h"
#include "ui/figure/film_dialog.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/film_actions.h"

#include "tests/support/view_bench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

FilmRequest film(const HeadRef& head = {StackKind::kDecoder, 0, AttentionKind::kSelf, 0})
{
    FilmRequest request;
    request.figure.subject = head;
    const std::shared_ptr<const Snapshot> snapshot = syntheticSnapshot(); // outlives the loop
    for (const DecodeStep& step : snapshot->steps) {
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

TEST_CASE("film: a disk that fills up leaves the film that was there", "[plot]")
{
    const QTemporaryDir folder;
    const FilmRequest request = film();
    for (const char* name : {"film.png", "film.webp"})
        REQUIRE(exportFilm(request, folder.filePath(QString::fromLatin1(name)), {}));
    const QStringList files = QDir(folder.path()).entryList(QDir::Files);
    std::vector<std::string> before;
    std::size_t smallest = std::numeric_limits<std::size_t>::max(), largest = 0;
    for (const QString& file : files) {
        before.push_back(bytesOf(folder.filePath(file)));
        if (file.endsWith(QLatin1String(".png"))) {
            smallest = std::min(smallest, before.back().size());
            largest = std::max(largest, before.back().size());
        }
    }
    REQUIRE(smallest < largest); // the first frames fit, a later one does not
    for (const char* name : {"film.png", "film.webp"}) {
        const bool frames = QLatin1String(name).endsWith(QLatin1String(".png"));
        const headlight::test::FileLimit full(
            (frames ? largest : bytesOf(folder.filePath(QString::fromLatin1(name))).size()) - 1);
        const auto done = exportFilm(request, folder.filePath(QString::fromLatin1(name)), {});
        INFO(name);
        REQUIRE_FALSE(done);
        CHECK(done.error().describe().find("film") != std::string::npos);
    }
    REQUIRE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden) == files);
    for (qsizetype i = 0; i < files.size(); ++i)
        CHECK(bytesOf(folder.filePath(files[i])) == before[static_cast<std::size_t>(i)]);
}

TEST_CASE("film: a frame is the figure of its step, with all that was chosen", "[plot]")
{
    FilmRequest request = film();
    request.figure.subject = std::vector<HeadRef>{{StackKind::kDecoder, 0, AttentionKind::kCross, 1},
                                                  {StackKind::kDecoder, 1, AttentionKind::kCross, 2}};
    request.figure.backdrop = Backdrop::kDark;
    request.figure.options.scale = ColourScale::kLog;
    request.figure.options.marginals = true;
    request.figure.options.transform.hidden = HiddenTokens::kFirst;
    request.figure.queries = AxisSpan{1, 5};
    request.figure.keys = AxisSpan{0, 3};
    request.figure.marks.pin = {3, 1};
    const auto painted = [](const FigureRequest& figure) {
        QImage image(naturalSize(figure).toSize(), QImage::Format_RGB32);
        QPainter painter(&image);
        paintFigure(painter, image.rect(), figure);
        painter.end();
        return image;
    };
    FigureRequest last = request.figure;
    last.trace = request.frames.back();
    last.marks.newest = 4;
    const QImage end = filmFrame(request, 4);
    CHECK(end.copy(painted(last).rect()).copy(0, 0, end.width(), end.height() - 40)
          == painted(last).copy(0, 0, end.width(), end.height() - 40));
    // Each choice affects the picture.
    const auto without = [&](const std::function<void(FigureRequest&)>& change) {
        FilmRequest other = request;
        change(other.figure);
        return filmFrame(other, 4) == end;
    };
    CHECK_FALSE(without([](FigureRequest& f) { f.options.scale = ColourScale::kLinear; }));
    CHECK_FALSE(without([](FigureRequest& f) { f.options.marginals = false; }));
    CHECK_FALSE(without([](FigureRequest& f) { f.options.transform.hidden = HiddenTokens::kNone; }));
    CHECK_FALSE(without([](FigureRequest& f) { f.queries.reset(); }));
    CHECK_FALSE(without([](FigureRequest& f) { f.marks.pin = {}; }));
    CHECK_FALSE(without([](FigureRequest& f) {
        f.subject = HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    }));
}

TEST_CASE("film: rows that are not there yet are empty, the others as in the end", "[plot]")
{
    FilmRequest request = film({StackKind::kDecoder, 0, AttentionKind::kCross, 1});
    request.figure.options.values = false;
    const QImage early = filmFrame(request, 1);
    const QImage end = filmFrame(request, 4);
    REQUIRE(early.size() == end.size());
    // Down the middle of the picture: where rows differ, the early frame shows the background.
    const QRgb background = PicturePalette::figure(Backdrop::kLight).background.rgb();
    const int x = end.width() / 2 + 7;
    int alike = 0, empty = 0, others = 0;
    for (int y = 140; y < end.height() - 90; ++y) {
        const bool same = early.pixel(x, y) == end.pixel(x, y);
        (same ? alike : early.pixel(x, y) == background ? empty : others) += 1;
    }
    CHECK(alike > 30);
    CHECK(empty > 60); // three rows of five
    CHECK(others < 12); // the mark of the newest row
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
    const CommandActions commands;
    FilmActions actions(
        bench.context, commands, [&] { return figureOf(bench.workspace.shownTrace(), bench.focus); },
        &window);
    bench.workspace.publish(syntheticSnapshot());
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    const QString path = bench.folder.filePath(QStringLiteral("window.webp"));
    actions.write(path);
    REQUIRE(QTest::qWaitFor([&] { return bench.workspace.notice().has_value(); }, 60000));
    CHECK_FALSE(bench.workspace.notice()->error);
    CHECK(bench.workspace.notice()->text.contains(path));
    CHECK(readWebp(bytesOf(path)).frames.size() == 5);
}

TEST_CASE("film: the window films what the heatmap shows", "[plot]")
{
    ViewBench bench;
    QWidget window;
    const CommandActions commands;
    const auto snapshot = syntheticSnapshot();
    bench.workspace.publish(snapshot);
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    FigureRequest shown = figureOf(snapshot->trace, bench.focus);
    shown.queries = AxisSpan{1, 3};
    shown.options.scale = ColourScale::kLog;
    FilmActions actions(
        bench.context, commands, [&shown] { return shown; }, &window);
    const QString path = bench.folder.filePath(QStringLiteral("window.png"));
    actions.write(path);
    REQUIRE(QTest::qWaitFor([&] { return bench.workspace.notice().has_value(); }, 60000));
    FilmRequest expected = film();
    expected.figure = shown;
    QString text;
    expected.captions.clear();
    for (const DecodeStep& step : snapshot->steps)
        expected.captions << (text += QString::fromStdString(step.token.text) + QLatin1Char(' '));
    CHECK(QImage(filmFiles(path, 5)[2]) == filmFrame(expected, 2));
    // The steps of the unedited run if that version is shown; after − before for differences.
    auto edited = std::make_shared<Snapshot>(*snapshot);
    auto plain = std::make_shared<Snapshot>(*syntheticSnapshot());
    plain->steps.resize(3);
    edited->unedited = plain;
    Document document;
    document.interventions.masks.padding = false;
    bench.workspace.apply(document, {});
    bench.workspace.publish(edited);
    bench.workspace.setVersion(RunVersion::kBefore);
    CHECK(actions.request().frames.size() == 3);
    bench.workspace.setVersion(RunVersion::kDifference);
    shown.before = plain->steps[2].trace;
    REQUIRE(actions.request().before.size() == 5);
    CHECK(actions.request().before[4].leaf() == plain->steps[2].trace.leaf());
    CHECK(checkFilm(actions.request()));
}

TEST_CASE("film: a name of another format is refused while the dialog is open", "[plot]")
{
    ViewBench bench;
    QWidget window;
    const CommandActions commands;
    const FilmActions actions(
        bench.context, commands, [&] { return figureOf(bench.workspace.shownTrace(), bench.focus); },
        &window);
    bench.workspace.publish(syntheticSnapshot());
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    commands[CommandId::kExportFilm].trigger();
    auto* const dialog = window.findChild<FilmDialog*>();
    REQUIRE(dialog != nullptr);
    dialog->findChild<QLineEdit*>(QStringLiteral("film.titleText"))->setText(QStringLiteral("My film"));
    const QString path = bench.folder.filePath(QStringLiteral("film.gif"));
    const QString refusal = refusalOf(*dialog->findChild<QPushButton*>(QStringLiteral("film.save")), path);
    CHECK(refusal.contains(QLatin1String(".webp")));
    CHECK(refusal.contains(path));
    CHECK_FALSE(actions.isWriting());
    CHECK(dialog->isVisible());
    CHECK(dialog->request().figure.title == QStringLiteral("My film"));
}

TEST_CASE("film: the dialog's pace, title and background are those of the film, and are kept", "[plot]")
{
    FilmRequest shown = film({StackKind::kDecoder, 0, AttentionKind::kCross, 1});
    FilmDialog dialog(shown, {});
    dialog.show();
    CHECK(dialog.request().milliseconds == 600);
    CHECK(dialog.request().figure.showTitle);
    auto& pace = *dialog.findChild<QSpinBox*>(QStringLiteral("film.pace"));
    pace.selectAll();
    QTest::keyClicks(&pace, QStringLiteral("250"));
    QTest::keyClick(dialog.findChild<QCheckBox*>(QStringLiteral("film.title")), Qt::Key_Space);
    QTest::keyClick(dialog.findChild<QComboBox*>(QStringLiteral("film.backdrop")), Qt::Key_End);
    const FilmRequest chosen = dialog.request();
    CHECK(chosen.milliseconds == 250);
    CHECK_FALSE(chosen.figure.showTitle);
    CHECK(chosen.figure.backdrop == Backdrop::kDark);
    CHECK(filmFrame(chosen, 2) != filmFrame(shown, 2));
    // Four steps of a quarter of a second each, and the last one.
    CHECK(dialog.findChild<QLabel*>(QStringLiteral("film.length"))
              ->text()
              .contains(QLocale().toString(3.0, 'f', 1)));

    ViewBench bench;
    keepFilmChoices(bench.settings, dialog.choices());
    CHECK(filmChoices(bench.settings) == dialog.choices());
    const FilmDialog again(shown, filmChoices(bench.settings));
    CHECK(again.request().milliseconds == 250);
    CHECK_FALSE(again.request().figure.showTitle);
}
