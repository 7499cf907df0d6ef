#include "core/analysis/position_tables.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/deberta_folder.h"
#include "tests/support/paths.h"
#include "tests/support/window_bench.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/look/languages.h"
#include "ui/window/rooms/dock_area.h"

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStringDecoder>
#include <QXmlStreamReader>

using namespace headlight;
using headlight::test::DebertaFolder;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

const HeadRef kCross{StackKind::kDecoder, 1, AttentionKind::kCross, 1};
const FigureSize kPaper{{85, 70}, FigureSize::Unit::kMillimetres, 200, 7};

/// A window on a model, with a result.
struct Desk
{
    WindowBench bench;
    std::unique_ptr<WindowStart> start;

    Desk()
    {
        useLanguage(QStringLiteral("en"));
        start = std::make_unique<WindowStart>(bench.settings);
        start->window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start->ready(4); }));
        settle();
        start->focus.setHead(kCross);
        settle();
    }
    /// Uses one of the built-in models.
    explicit Desk(const QString& model, const QString& text)
    {
        useLanguage(QStringLiteral("en"));
        kLastText.set(bench.settings, text);
        start = std::make_unique<WindowStart>(bench.settings);
        start->window.start(model);
        REQUIRE(WindowStart::wait([&] {
            return start->workspace.snapshot()->finished && !start->workspace.snapshot()->trace.isNull();
        }));
        settle();
    }
    HeatmapView& heatmap() const
    {
        return dynamic_cast<HeatmapView&>(*start->window.views().view(view_ids::kHeatmap));
    }
    /// Waits until nothing runs and every view has finished drawing.
    void settle() const
    {
        start->settle(30);
        REQUIRE(
            WindowStart::wait([&] { return start->runs.isSettled() && !heatmap().panels().isReading(); }));
    }
    void apply(const std::function<void(Document&)>& change) const
    {
        const quint64 request = start->workspace.snapshot()->request;
        Document next = start->workspace.document();
        change(next);
        start->workspace.apply(next, QStringLiteral("test"));
        REQUIRE(start->waitNewer(request));
        settle();
    }
    /// Exports the window's picture to a file.
    QString exported(const QString& name, const FigureSize& size = kPaper) const
    {
        const QString path = bench.folder.filePath(name);
        start->workspace.setNotice(std::nullopt);
        ExportActions& exports = start->window.exports();
        exports.write(path, heatmap().figure(), size, sourceWords(start->workspace, exports.source()));
        REQUIRE(WindowStart::wait([&] { return start->workspace.notice().has_value(); }));
        INFO(start->workspace.notice()->text.toStdString());
        CHECK_FALSE(start->workspace.notice()->error);
        start->workspace.setNotice(std::nullopt);
        REQUIRE(QFile::exists(path));
        return path;
    }
};

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

/// Runs the command in a shell, in a separate folder, and returns the file it wrote.
QByteArray writtenBy(const QString& command, const QString& name)
{
    const QTemporaryDir folder;
    const std::string line = "cd " + folder.path().toStdString() + R"( && headlight() { ")" + test::kProgram
        + R"(" "$@"; } && )" + command.toStdString();
    QProcess shell;
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromStdString(line)});
    REQUIRE(shell.waitForFinished(120000));
    INFO(shell.readAllStandardError().toStdString());
    REQUIRE(shell.exitCode() == 0);
    return bytesOf(folder.filePath(name));
}

QImage drawnBy(const QString& command, const QString& name)
{
    return QImage::fromData(writtenBy(command, name));
}

/// The Creator of a PDF file: UTF-16 in a literal string (ISO 32000-1, 7.9.2.2 and 7.3.4.2).
QString creatorOf(const QByteArray& pdf)
{
    const QByteArray key = QByteArrayLiteral("/Creator (");
    QByteArray bytes;
    for (qsizetype i = pdf.indexOf(key) + key.size(); i < pdf.size() && pdf[i] != ')'; ++i) {
        i += pdf[i] == '\\' ? 1 : 0;
        bytes += pdf[i];
    }
    QStringDecoder utf16(QStringDecoder::Utf16); // the byte order mark comes first
    return utf16(bytes);
}

int differentPixels(const QImage& a, const QImage& b)
{
    REQUIRE_FALSE(a.isNull());
    REQUIRE(a.size() == b.size());
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return count;
}

/// Compares the window's picture with the one made by the command in its metadata.
QString checkSame(const Desk& desk, const FigureSize& size = kPaper)
{
    const QImage image(desk.exported(QStringLiteral("window.png"), size));
    const QString command = image.text(QStringLiteral("Comment"));
    INFO(command.toStdString());
    CHECK(command.startsWith(QStringLiteral("headlight render --")));
    CHECK(differentPixels(image, drawnBy(command, QStringLiteral("window.png"))) == 0);
    return command;
}

} // namespace

TEST_CASE("recipe: a plain head, and one that is pinned, dark, with sums", "[window][recipe]")
{
    const Desk desk;
    const QString plain = checkSame(desk, {});
    CHECK(plain.contains(QStringLiteral("--head decoder.1.cross.1")));
    desk.start->focus.setPin({1, 2});
    desk.start->focus.setColourMap(QStringLiteral("magma"));
    desk.start->theme.choose(QStringLiteral("dark"));
    MapOptions options;
    options.marginals = true;
    options.values = false;
    options.nextTokens = false;
    desk.start->focus.setMapOptions(options);
    desk.settle();
    const QString command = checkSame(desk);
    for (const char* words :
         {"--query 1", "--key 2", "--theme dark", "--sums", "--values off", "--next-tokens off",
          "--size 85x70mm", "--dpi 200", "--text-size 7", "--step all"})
        CHECK(command.contains(QLatin1String(words)));
}

TEST_CASE("recipe: the zoomed part of several heads, with a scale of their own", "[window][recipe]")
{
    const Desk desk;
    desk.start->focus.setMoreHeads({{StackKind::kDecoder, 0, AttentionKind::kCross, 0},
                                    {StackKind::kDecoder, 1, AttentionKind::kSelf, 0}});
    desk.settle();
    desk.heatmap().plot().zoom(0.8);
    desk.settle();
    REQUIRE(desk.heatmap().plot().isZoomed());
    const QString zoomed = checkSame(desk);
    CHECK(zoomed.contains(QStringLiteral("--keys ")));
    MapOptions options;
    options.sharedScale = false;
    options.scale = ColourScale::kLog;
    options.range = WeightRange::kMaximum;
    options.transform = {HiddenTokens::kFirst, true, false, 0.9};
    desk.start->focus.setMapOptions(options);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--own-scales --scale log --range max --leave-out first")));
    desk.heatmap().plot().showAll();
    desk.start->focus.setMoreHeads({{StackKind::kDecoder, 1, AttentionKind::kCross, 0}});
    options = {};
    options.heads = HeadsTogether::kMean;
    desk.start->focus.setMapOptions(options);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--combine mean")));
}

TEST_CASE("recipe: stages of a head, with masks and edits, and without them again", "[window][recipe]")
{
    const Desk desk;
    desk.start->focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 0});
    desk.apply([](Document& next) {
        next.interventions.masks.decoderCausal = Toggle::kOff;
        next.interventions.list = {HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 0})}};
    });
    const QImage edited(desk.exported(QStringLiteral("edited.png")));
    for (const MapKind map : {MapKind::kScores, MapKind::kMasked, MapKind::kMask}) {
        desk.start->focus.setMap(map);
        desk.settle();
        const QString command = checkSame(desk);
        CHECK(command.contains(QStringLiteral("--causal decoder=off")));
        CHECK(command.contains(QStringLiteral("head_off")));
    }
    desk.start->focus.setMap(MapKind::kWeights);
    desk.start->workspace.setVersion(RunVersion::kBefore);
    desk.settle();
    const QString plain = checkSame(desk);
    CHECK_FALSE(plain.contains(QStringLiteral("--edit")));
    CHECK(differentPixels(edited, drawnBy(plain, QStringLiteral("window.png"))) > 100);
}

TEST_CASE("recipe: every kind of map, as a picture and as numbers", "[window][recipe]")
{
    const auto check = [](const Desk& desk, MapKind map) {
        INFO(wordOf(map));
        desk.start->focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
        desk.start->focus.setMap(map);
        desk.settle();
        REQUIRE(desk.heatmap().figure().map == map);
        for (const QString& name :
             {QStringLiteral("f.png"), QStringLiteral("f.csv"), QStringLiteral("f.svg")}) {
            const QStringList from
                = sourceWords(desk.start->workspace, desk.start->window.exports().source());
            const QString command = renderRecipe(from, desk.heatmap().figure(), kPaper, name);
            INFO(command.toStdString());
            CHECK(bytesOf(desk.exported(name)) == writtenBy(command, name));
        }
    };
    const QString ids = QStringLiteral("5 9 14 3 7");
    SECTION("of scores with all terms")
    {
        const DebertaFolder folder; // shows the terms of its bias in place of their sum
        const Desk desk(QString::fromStdString(folder.path().string()), ids);
        for (std::size_t i = 0; i < static_cast<std::size_t>(MapKind::kKept); ++i)
            if (const auto map = static_cast<MapKind>(i); map != MapKind::kBias)
                check(desk, map);
    }
    SECTION("of scores with a bias")
    {
        const std::string folder = std::string(test::kTestData) + "/models/t5";
        check(Desk(QString::fromStdString(folder), ids), MapKind::kBias);
    }
}

TEST_CASE("recipe: heads beside each other, combined, a layer, a grid and positions", "[window][recipe]")
{
    const Desk desk;
    const FigureSource source = desk.start->window.exports().source();
    FigureRequest figure = desk.heatmap().figure();
    const HeadRef other{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    const std::vector<HeadRef> heads{kCross, other};
    const PositionPicture positions{
        positionTables(desk.start->workspace.model()).stack(StackKind::kEncoder).rows(4),
        StackKind::kEncoder};
    REQUIRE(positions.values.size() > 0);
    for (const HeadsTogether together :
         {HeadsTogether::kBeside, HeadsTogether::kMean, HeadsTogether::kMaximum}) {
        figure.options.heads = together;
        for (const decltype(figure.subject)& subject : std::initializer_list<decltype(figure.subject)>{
                 kCross, heads, kCross.layerRef(), HeadGridRef{StackKind::kDecoder, AttentionKind::kCross},
                 positions}) {
            figure.subject = subject;
            const QStringList from = std::holds_alternative<PositionPicture>(subject)
                ? modelWords(source)
                : sourceWords(desk.start->workspace, source);
            const QString command = renderRecipe(from, figure, kPaper, QStringLiteral("f.png"));
            INFO(command.toStdString());
            const QTemporaryDir folder;
            const QString path = folder.filePath(QStringLiteral("f.png"));
            REQUIRE(exportFigure(figure, kPaper, path, command));
            CHECK(bytesOf(path) == writtenBy(command, QStringLiteral("f.png")));
        }
    }
}

TEST_CASE("recipe: mean and spread of several runs of dropout", "[window][recipe]")
{
    const Desk desk;
    desk.apply([](Document& next) {
        Dropout dropout;
        dropout.runs = 4;
        next.interventions.list = {dropout};
    });
    REQUIRE(desk.start->workspace.snapshot()->runs == 4);
    checkSame(desk);
    desk.start->workspace.setVersion(RunVersion::kMean);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--repeats 4")));
    desk.start->workspace.setVersion(RunVersion::kSpread);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--spread")));
}

TEST_CASE("recipe: steps of a decoding: forced tokens, samples, beams, a target", "[window][recipe]")
{
    const Desk desk;
    desk.start->workspace.setStep(2);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--step 2")));
    desk.apply([](Document& next) {
        next.forced = {7, 5};
        next.decoding.strategy = Strategy::kSample;
        next.decoding.temperature = 0.7;
        next.decoding.seed = 11;
    });
    CHECK(checkSame(desk).contains(QStringLiteral("--force 7,5 --strategy sample --temperature 0.7")));
    desk.apply([](Document& next) {
        next.forced.clear();
        next.decoding = {};
        next.decoding.strategy = Strategy::kBeam;
        next.decoding.beams = 3;
        next.decoding.maxNewTokens = 6;
    });
    REQUIRE(desk.start->workspace.snapshot()->beams != nullptr);
    desk.start->workspace.setBeamNode(4);
    desk.settle();
    CHECK(checkSame(desk).contains(QStringLiteral("--beam-node 4")));
    desk.apply([](Document& next) {
        next.decoding = {};
        next.target = QStringLiteral("8 3 5");
    });
    CHECK(checkSame(desk).contains(QStringLiteral("--force 8,3,5")));
}

TEST_CASE("recipe: a line of a batch, and a trace file", "[window][recipe]")
{
    const Desk desk;
    desk.apply([](Document& next) {
        next.text = QStringLiteral("5 9 14 3\n\n7 3\n4 4 4 4 4 4");
        next.line = 2;
    });
    CHECK(checkSame(desk).contains(QStringLiteral("--ids 5,9,14,3 --ids 7,3 --ids 4,4,4,4,4,4 --item 1")));
    const QString trace = desk.bench.file("t.safetensors");
    desk.start->window.exports().write(trace);
    REQUIRE(WindowStart::wait([&] { return desk.start->workspace.notice().has_value(); }));
    desk.start->workspace.setNotice(std::nullopt);
    desk.start->window.open(trace);
    REQUIRE(WindowStart::wait([&] { return desk.start->workspace.model() == nullptr; }));
    desk.settle();
    const QString command = checkSame(desk);
    CHECK(command.contains(QStringLiteral("--trace ") + trace));
    CHECK_FALSE(command.contains(QStringLiteral("--model")));
}

TEST_CASE("recipe: built-in models by their names, with words, quotes and a pair", "[window][recipe]")
{
    const Desk gpt(QStringLiteral("en-gpt"), QStringLiteral("It's <s> & \"that\" $HOME day"));
    const QString command = checkSame(gpt);
    CHECK(command.startsWith(QStringLiteral("headlight render --model en-gpt --text 'It'")));
    const Desk bert(QStringLiteral("en-bert"), QStringLiteral("The unhappy cat sleeps."));
    bert.apply([](Document& next) { next.pair = QStringLiteral("It is black."); });
    MapOptions words;
    words.transform.words = true;
    words.transform.hidden = HiddenTokens::kSpecial;
    bert.start->focus.setMapOptions(words);
    bert.settle();
    const QString pair = checkSame(bert);
    CHECK(pair.contains(QStringLiteral("--model en-bert --text 'The unhappy cat sleeps.' --pair")));
    CHECK(pair.contains(QStringLiteral("--leave-out special --merge-words")));
    CHECK_FALSE(pair.contains(QStringLiteral("--step")));
}

TEST_CASE("recipe: a conversation, with the template's tokens marked", "[window][recipe][chat]")
{
    const headlight::test::ChatFolder folder;
    const Desk desk(QString::fromStdString(folder.path().string()), QStringLiteral("The black cat"));
    desk.apply([](Document& next) {
        next = withDialogue(next,
                            Dialogue{{{QStringLiteral("user"), QStringLiteral("The \"black\"\ncat's")},
                                      {QStringLiteral("assistant"), QStringLiteral("sleeps")}},
                                     true});
        next.decoding.maxNewTokens = 3;
    });
    CHECK(checkSame(desk).contains(QStringLiteral("--messages '[{\"role\":\"user\"")));
    desk.apply([](Document& next) {
        Dialogue closed = *next.dialogue;
        closed.answer = false;
        next = withDialogue(next, closed);
    });
    CHECK(checkSame(desk).contains(QStringLiteral("--no-generation-prompt")));
}

TEST_CASE("recipe: SVG and PDF carry the command whole, whatever is in it", "[window][recipe]")
{
    const Desk desk(QStringLiteral("en-fr"), QStringLiteral("I'd <b> say & “so”."));
    QFile svg(desk.exported(QStringLiteral("f.svg")));
    REQUIRE(svg.open(QIODevice::ReadOnly));
    QXmlStreamReader xml(&svg);
    QString description, width;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QStringLiteral("svg"))
            width = xml.attributes().value(QStringLiteral("width")).toString();
        if (xml.name() == QStringLiteral("desc"))
            description = xml.readElementText();
    }
    CHECK_FALSE(xml.hasError());
    CHECK(width == QStringLiteral("85mm"));
    REQUIRE(description.contains(QStringLiteral("--model en-fr --text 'I'\\''d <b> say & “so”.'")));
    description.replace(QStringLiteral("f.svg"), QStringLiteral("f.png"));
    const QImage drawn = drawnBy(description, QStringLiteral("f.png"));
    CHECK(differentPixels(QImage(desk.exported(QStringLiteral("f.png"))), drawn) == 0);
    QFile pdf(desk.exported(QStringLiteral("f.pdf")));
    REQUIRE(pdf.open(QIODevice::ReadOnly));
    CHECK(creatorOf(pdf.readAll()) == description.replace(QStringLiteral("f.png"), QStringLiteral("f.pdf")));
}
