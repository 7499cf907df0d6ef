#include "core/edit/edit_kinds.h"
#include "core/edit/interventions.h"
#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "tests/support/file_limit.h"
#include "ui/figure/figure_export.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <array>
#include <cstdint>
#include <memory>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

FigureRequest headFigure()
{
    SyntheticOptions options;
    options.layers = 3;
    FigureRequest request;
    request.trace = syntheticTrace(options);
    request.subject = HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    request.marks.pin.query = 3;
    return request;
}

std::vector<FigureRequest> allKinds()
{
    FigureRequest layer = headFigure(), grid = headFigure(), positions;
    layer.subject = LayerRef{StackKind::kDecoder, 0, AttentionKind::kSelf};
    grid.subject = HeadGridRef{StackKind::kEncoder, AttentionKind::kSelf};
    positions.subject = PositionPicture{syntheticPositions(64, 32)};
    return {headFigure(), layer, grid, positions};
}

QByteArray written(const QString& path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

} // namespace

TEST_CASE("figure: every kind is written in every format, well-formed", "[plot]")
{
    const QTemporaryDir folder;
    for (const FigureRequest& request : allKinds()) {
        const QString png = folder.filePath(QStringLiteral("f.png")),
                      svg = folder.filePath(QStringLiteral("f.svg"));
        const QString pdf = folder.filePath(QStringLiteral("f.pdf")),
                      csv = folder.filePath(QStringLiteral("f.csv"));
        for (const QString& path : {png, svg, pdf, csv})
            REQUIRE(exportFigure(request, {{640, 480}}, path, QStringLiteral("headlight render -o f")));
        const QImage image(png);
        CHECK(image.size() == QSize(640, 480));
        CHECK(image.text(QStringLiteral("Comment")) == QStringLiteral("headlight render -o f"));
        QXmlStreamReader xml(written(svg));
        bool root = false, description = false;
        while (!xml.atEnd()) {
            if (xml.readNext() == QXmlStreamReader::StartElement) {
                root = root || xml.name() == QStringLiteral("svg");
                if (xml.name() == QStringLiteral("desc"))
                    description = xml.readElementText() == QStringLiteral("headlight render -o f");
            }
        }
        CHECK_FALSE(xml.hasError());
        CHECK(root);
        CHECK(description);
        const QByteArray bytes = written(pdf);
        CHECK(bytes.startsWith("%PDF"));
        CHECK(bytes.trimmed().endsWith("%%EOF"));
        CHECK(written(csv).count('\n') > 1);
    }
    // No other files are left behind.
    CHECK(QDir(folder.path()).entryList(QDir::Files).size() == 4);
}

TEST_CASE("figure: a disk that fills up is an error in every format, and the old file stays", "[plot]")
{
    const QTemporaryDir folder;
    for (const char* name : {"f.png", "f.svg", "f.pdf", "f.csv"}) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        REQUIRE(exportFigure(headFigure(), {{640, 480}}, path));
        const QByteArray good = written(path);
        REQUIRE(good.size() > 200);
        INFO(name);
        // Disk full at once, and just before the end.
        for (const qsizetype room : {qsizetype{0}, good.size() - 100}) {
            const headlight::test::FileLimit full(static_cast<std::uint64_t>(room));
            const Result<void> done = exportFigure(headFigure(), {{640, 480}}, path);
            REQUIRE_FALSE(done);
            CHECK(done.error().code == ErrorCode::kFileUnwritable);
            CHECK(done.error().describe().find(name) != std::string::npos);
            CHECK(done.error().describe().find("File too large") != std::string::npos);
            CHECK(written(path) == good);
        }
    }
    CHECK(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size() == 4);
}

TEST_CASE("figure: each format of the list writes its own file and is named where a name fits none", "[plot]")
{
    const QTemporaryDir folder;
    const auto wrong = exportFigure(headFigure(), {{640, 480}}, folder.filePath(QStringLiteral("f.gif")));
    REQUIRE_FALSE(wrong.has_value());
    CHECK(wrong.error().message == "the name must end in .png, .svg, .pdf, .csv, .npy, .npz or .json");
    std::set<QByteArray> files;
    for (const FigureFormat& format : figureFormats()) {
        const QString path = folder.filePath(QStringLiteral("F.") + format.file.suffixText().toUpper());
        CHECK(formatOf(figureFormats(), path) == &format);
        REQUIRE(exportFigure(headFigure(), {{640, 480}}, path));
        files.insert(written(path).left(16));
        CHECK(QString::fromStdString(wrong.error().message).contains(format.file.suffixText()));
    }
    CHECK(files.size() == figureFormats().size());
}

TEST_CASE("figure: vector files have no hairlines between cells in other programs", "[plot]")
{
    const QString rsvg = QStandardPaths::findExecutable(QStringLiteral("rsvg-convert"));
    const QString ghostscript = QStandardPaths::findExecutable(QStringLiteral("gs"));
    if (rsvg.isEmpty() && ghostscript.isEmpty()) {
        SUCCEED("neither rsvg-convert nor gs is installed");
        return;
    }
    FigureRequest request;
    request.subject = PositionPicture{Matrix::Constant(64, 48, 1.0F), StackKind::kEncoder};
    const QTemporaryDir folder;
    const QString svg = folder.filePath(QStringLiteral("f.svg")),
                  pdf = folder.filePath(QStringLiteral("f.pdf")),
                  png = folder.filePath(QStringLiteral("f.png"));
    for (const QString& path : {svg, pdf})
        REQUIRE(exportFigure(request, {{640, 480}}, path));
    const auto coloursInTheMiddle = [&](const QString& program, const QStringList& arguments) {
        QFile::remove(png);
        REQUIRE(QProcess::execute(program, arguments) == 0);
        const QImage image(png);
        REQUIRE(image.width() > 1900);
        std::set<QRgb> colours;
        for (int y = image.height() * 2 / 5; y < image.height() * 3 / 5; ++y)
            for (int x = image.width() * 2 / 5; x < image.width() * 3 / 5; ++x)
                colours.insert(image.pixel(x, y));
        return colours.size();
    };
    const QString dpi = QStringLiteral("300");
    if (!rsvg.isEmpty())
        CHECK(
            coloursInTheMiddle(
                rsvg, {QStringLiteral("-d"), dpi, QStringLiteral("-p"), dpi, svg, QStringLiteral("-o"), png})
            == 1);
    if (!ghostscript.isEmpty())
        CHECK(coloursInTheMiddle(
                  ghostscript,
                  {QStringLiteral("-q"), QStringLiteral("-dSAFER"), QStringLiteral("-dNOPAUSE"),
                   QStringLiteral("-dBATCH"), QStringLiteral("-sDEVICE=png16m"), QStringLiteral("-r300"),
                   QStringLiteral("-dGraphicsAlphaBits=4"), QStringLiteral("-sOutputFile=") + png, pdf})
              == 1);
}

TEST_CASE("figure: the same where the window is written from right to left", "[plot]")
{
    for (const FigureRequest& request : allKinds()) {
        const QImage usual = figureImage(request, {{800, 600}});
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        const QImage mirrored = figureImage(request, {{800, 600}});
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        CHECK(mirrored == usual);
    }
}

TEST_CASE("figure: sizes in millimetres and dots per inch", "[plot]")
{
    const Result<FigureSize> size = parseFigureSize(QStringLiteral("180x120mm"), 300);
    REQUIRE(size);
    const QImage image = figureImage(headFigure(), *size);
    CHECK(image.size() == QSize(2126, 1417));
    CHECK(image.dotsPerMeterX() == 11811);
    CHECK(figureImage(headFigure(), *parseFigureSize(QStringLiteral("800x600"), 0)).size()
          == QSize(800, 600));
    CHECK(figureImage(headFigure(), *parseFigureSize(QStringLiteral("800x600"), 192)).size()
          == QSize(800, 600));
    for (const char* wrong : {"", "800", "800x", "x600", "-8x600", "800x600cm", "1e3x600", "0x0", "0x600"})
        CHECK_FALSE(parseFigureSize(QString::fromLatin1(wrong), 0));
    CHECK_FALSE(parseFigureSize(QStringLiteral("800x600"), -3));
}

TEST_CASE("figure: cells' pixels agree with the recorded numbers", "[plot]")
{
    FigureRequest request = headFigure();
    request.marks = {};
    for (const double dpi : {96.0, 300.0}) {
        const FigureSize size{{900, 700}, FigureSize::Unit::kPixels, dpi};
        const QImage image = figureImage(request, size);
        const AttentionMap map = request.trace.attention(std::get<HeadRef>(request.subject));
        const ColourMap& colours = colourMap(request.colourMap, request.backdrop);
        // Each number's colour must occur somewhere in the figure, in an area as large as its cell.
        for (Index q = 0; q < map.queries(); ++q) {
            for (Index k = 0; k < map.keys(); ++k) {
                const QRgb wanted
                    = colours.at(weightScale(WeightRange::kOne, 1).level(map.at(MapKind::kWeights, q, k)));
                int found = 0;
                for (int y = 0; y < image.height(); ++y) {
                    const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
                    for (int x = 0; x < image.width(); ++x)
                        found += line[x] == wanted ? 1 : 0;
                }
                REQUIRE(found > 300);
            }
        }
    }
}

TEST_CASE("figure: numbers are written with their tokens and read back exactly", "[plot]")
{
    const FigureRequest request = headFigure();
    const AttentionMap map = request.trace.attention(std::get<HeadRef>(request.subject));
    const QList<QByteArray> lines = figureNumbers(request).split('\n');
    REQUIRE(lines.size() == map.queries() + 2);
    CHECK(lines[0].startsWith("query,␣The,"));
    const QList<QByteArray> row = lines[3].split(',');
    REQUIRE(row.size() == map.keys() + 1);
    for (Index k = 0; k < map.keys(); ++k)
        CHECK(row[static_cast<qsizetype>(k) + 1].toFloat() == map.at(MapKind::kWeights, 2, k));
}

TEST_CASE("figure: what cannot be drawn is an error that says why, and leaves no file", "[plot]")
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("f.png"));
    FigureRequest request = headFigure();
    request.subject = HeadRef{StackKind::kDecoder, 9, AttentionKind::kCross, 2};
    const Result<void> missing = exportFigure(request, {}, path);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().describe().find("decoder.9.cross.2") != std::string::npos);
    CHECK_FALSE(exportFigure(headFigure(), {}, folder.filePath(QStringLiteral("f.gif"))));
    CHECK_FALSE(exportFigure(headFigure(), {{4e6, 4e6}}, path));
    CHECK_FALSE(exportFigure(headFigure(), {{3, 3}}, path));
    CHECK_FALSE(exportFigure({}, {}, path));
    FigureRequest positions;
    positions.subject = PositionPicture{};
    CHECK_FALSE(exportFigure(positions, {}, path));
    const Result<void> nowhere
        = exportFigure(headFigure(), {}, folder.filePath(QStringLiteral("no/such/f.png")));
    REQUIRE_FALSE(nowhere);
    CHECK(nowhere.error().code == ErrorCode::kFileUnwritable);
    CHECK(QDir(folder.path()).isEmpty());
}

TEST_CASE("figure: any number of tokens in any size", "[plot]")
{
    for (const int tokens : {1, 12, 60, 500}) {
        SyntheticOptions options;
        options.source = tokens;
        options.target = 0;
        options.layers = 1;
        options.heads = options.kvHeads = 2;
        FigureRequest request;
        request.trace = syntheticTrace(options);
        for (const decltype(request.subject)& subject :
             {decltype(request.subject)(HeadRef{}), decltype(request.subject)(LayerRef{}),
              decltype(request.subject)(HeadGridRef{})}) {
            request.subject = subject;
            for (const QSizeF size : {QSizeF(120, 90), QSizeF(700, 500)})
                CHECK(figureImage(request, {size}).size() == size.toSize());
        }
    }
}

TEST_CASE("figure: the part that is wanted is drawn, in every panel of the same size", "[plot]")
{
    FigureRequest request = headFigure();
    request.marks = {};
    const std::vector<HeadRef> heads{{StackKind::kDecoder, 1, AttentionKind::kCross, 2},
                                     {StackKind::kDecoder, 0, AttentionKind::kCross, 1}};
    request.subject = heads;
    request.queries = AxisSpan{1, 3};
    request.keys = AxisSpan{2, 4};
    const QImage image = figureImage(request, {{1000, 500}});
    const ColourMap& colours = colourMap(request.colourMap, request.backdrop);
    const auto pixels = [&](QRgb wanted) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == wanted ? 1 : 0;
        return count;
    };
    const auto colourOf = [&](const HeadRef& head, Index query, Index key) {
        const float weight = request.trace.attention(head).at(MapKind::kWeights, query, key);
        return colours.at(weightScale(WeightRange::kOne, 1).level(weight));
    };
    std::set<QRgb> seen;
    for (const HeadRef& head : heads) {
        for (Index query = 1; query < 3; ++query) {
            for (Index key = 2; key < 4; ++key) {
                seen.insert(colourOf(head, query, key));
                CHECK(pixels(colourOf(head, query, key)) > 1000); // there are four large cells
            }
        }
    }
    // Nothing outside is drawn, except the colours of the legend.
    for (const HeadRef& head : heads)
        if (!seen.contains(colourOf(head, 4, 0)))
            CHECK(pixels(colourOf(head, 4, 0)) < 200);
}

TEST_CASE("figure: a head that is switched off is cross-hatched, and the title says what was edited",
          "[plot]")
{
    const HeadRef off{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const HeadRef other{StackKind::kDecoder, 1, AttentionKind::kCross, 1};
    const LayerRef layer = off.layerRef();
    const HeadGridRef grid{StackKind::kDecoder, AttentionKind::kCross};
    const FigureRequest unedited = headFigure();
    FigureRequest edited = unedited;
    auto info = std::make_shared<TraceInfo>(unedited.trace.info());
    info->editsJson = toJson(Interventions{{}, {HeadOff{patternOf(off)}}});
    edited.trace = unedited.trace.describedBy(info);
    const auto picture = [](FigureRequest request, const auto& subject) {
        request.subject = subject;
        request.showTitle = false; // its ink would differ, too
        return figureImage(request, {{600, 500}});
    };
    const auto title = [](FigureRequest request, const auto& subject) {
        request.subject = subject;
        return figureTitle(request);
    };
    CHECK(picture(edited, off) != picture(unedited, off));
    CHECK(picture(edited, other) == picture(unedited, other));
    CHECK(picture(edited, layer) != picture(unedited, layer));
    CHECK(picture(edited, grid) != picture(unedited, grid));
    CHECK(title(edited, off) == title(unedited, off) + QStringLiteral(" · switched off"));
    CHECK(title(edited, other) == title(unedited, other) + QStringLiteral(" · with edits"));
    const QString crossed = QStringLiteral(" · with edits (cross-hatched: switched off)");
    CHECK(title(edited, layer) == title(unedited, layer) + crossed);
    CHECK(title(edited, grid) == title(unedited, grid) + crossed);
    // The map of several heads together is not that of the one that is off.
    edited.options.heads = HeadsTogether::kMean;
    FigureRequest together = unedited;
    together.options.heads = HeadsTogether::kMean;
    CHECK(picture(edited, layer) == picture(together, layer));
    CHECK(title(edited, layer).endsWith(QStringLiteral(" · with edits")));
    edited.title = QStringLiteral("Mine"); // the user's title stays
    CHECK(figureTitle(edited) == QStringLiteral("Mine"));
}

TEST_CASE("figure: without title and scale bar their ink is gone", "[plot]")
{
    FigureRequest request = headFigure();
    request.marks = {};
    const FigureSize size{{600, 500}};
    const QImage with = figureImage(request, size);
    request.showTitle = false;
    request.scaleBar = false;
    const QImage without = figureImage(request, size);
    const QRgb background = without.pixel(0, 0);
    const auto inked = [&](const QImage& image, const QRect& room) {
        int count = 0;
        for (int y = room.top(); y <= room.bottom(); ++y)
            for (int x = room.left(); x <= room.right(); ++x)
                count += image.pixel(x, y) != background ? 1 : 0;
        return count;
    };
    const QRect title(0, 0, 600, 40), legend(540, 120, 60, 260);
    CHECK(inked(with, title) > 300);
    CHECK(inked(with, legend) > 300);
    CHECK(inked(without, QRect(0, 0, 600, 17)) == 0); // the margin
    CHECK(inked(without, QRect(583, 0, 17, 500)) == 0);
}

TEST_CASE("figure: two heads of a small figure differ in their titles", "[plot]")
{
    FigureRequest request = headFigure();
    request.marks = {};
    request.scaleBar = false;
    const FigureSize small{{321, 227}}; // 85 mm × 60 mm
    const QImage one = figureImage(request, small);
    request.subject = HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 1};
    const QImage other = figureImage(request, small);
    REQUIRE(one.size() == other.size());
    // The number at the end of the title is not cut off: it is there in ink, above the map.
    const QRect title(0, 0, one.width(), one.height() / 4);
    CHECK(one.copy(title) != other.copy(title));
}

TEST_CASE("figure: larger text is drawn on the same paper, and the desktop's font does not matter", "[plot]")
{
    const FigureRequest request = headFigure();
    FigureSize size{{85, 70}, FigureSize::Unit::kMillimetres, 200, 6};
    const QImage small = figureImage(request, size);
    const QFont before = QApplication::font();
    QFont other(QStringLiteral("DejaVu Serif"), 23);
    other.setHintingPreference(QFont::PreferFullHinting);
    other.setLetterSpacing(QFont::AbsoluteSpacing, 4);
    QApplication::setFont(other);
    const QImage again = figureImage(request, size);
    QApplication::setFont(before);
    CHECK(small == again);
    size.textPoints = 12;
    const QImage large = figureImage(request, size);
    CHECK(large.size() == small.size());
    CHECK(large != small);
    CHECK(large.dotsPerMeterX() == small.dotsPerMeterX());
    const FigureExtent extent = figureExtent(request, size);
    CHECK(extent.pixels == small.size());
    CHECK(extent.millimetres.width() == Approx(85));
}

TEST_CASE("figure: a height that suits has cells about as high as wide", "[plot]")
{
    FigureRequest request = headFigure();
    for (const double width : {85.0, 170.0}) {
        const double height = suitableHeight(request, width, 8);
        CHECK(height > width * 0.34);
        CHECK(height < width * 1.41);
    }
    request.queries = AxisSpan{0, 2}; // fewer rows need less height
    CHECK(suitableHeight(request, 85, 8) < suitableHeight(headFigure(), 85, 8));
}
