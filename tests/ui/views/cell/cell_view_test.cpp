#include "ui/views/cell/cell_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/views/cell/cell_canvas.h"
#include "ui/window/look/languages.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScopeGuard>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <stdexcept>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};

struct CellBench : ViewBench
{
    CellView view{context};

    explicit CellBench(const SyntheticOptions& options = {}, const HeadRef& head = kHead)
    {
        focus.setHead(head);
        workspace.publish(syntheticSnapshot(options, 3));
        view.resize(420, 900);
        view.show();
        turn();
    }
    CellCanvas& canvas() { return *view.findChild<CellCanvas*>(); }
    const CellPicture::Block& block(CellStage stage)
    {
        for (const CellPicture::Block& each : canvas().picture().blocks())
            if (each.words.stage == stage)
                return each;
        FAIL("no such stage");
        return canvas().picture().blocks().front();
    }
    void show(const Cell& cell)
    {
        focus.setHover(cell);
        turn();
    }
    void click(const QPointF& content)
    {
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().toViewport(content));
        turn();
    }
    Matrix recorded(Site site) { return workspace.shownTrace().headMatrix(site, kHead); }
    QImage grabbed() { return canvas().viewport()->grab().toImage(); }
};

double numberOf(const QString& text)
{
    bool ok = false;
    // A number that four decimals would not show has a power of ten.
    const double value = QString(text)
                             .replace(QChar(0x2212), QLatin1Char('-'))
                             .replace(QStringLiteral("\u00a0×\u00a010⁻⁵"), QStringLiteral("e-5"))
                             .toDouble(&ok);
    INFO(text.toStdString());
    REQUIRE(ok);
    return value;
}

} // namespace

TEST_CASE("cell view: every stage shows the recorded numbers", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const AttentionMap map = bench.workspace.shownTrace().attention(kHead);
    const auto score = static_cast<double>(map.at(MapKind::kScores, 2, 4));
    const auto weight = static_cast<double>(map.at(MapKind::kWeights, 2, 4));
    CHECK(numberOf(bench.block(CellStage::kScore).words.value) == Approx(score).margin(6e-5));
    CHECK(numberOf(bench.block(CellStage::kProducts).words.value) == Approx(2 * score).margin(2e-4)); // 1/√4
    CHECK(numberOf(bench.block(CellStage::kMask).words.value) == Approx(score).margin(6e-5));
    CHECK(numberOf(bench.block(CellStage::kSoftmax).words.value) == Approx(weight).margin(6e-5));
    const QStringList softmax = bench.block(CellStage::kSoftmax).words.note.split(QStringLiteral(" = "));
    REQUIRE(softmax.size() == 2);
    CHECK(softmax[0].startsWith(QStringLiteral("= exp(")));
    const QStringList parts = softmax[1].split(QStringLiteral(" ÷ "));
    REQUIRE(parts.size() == 2);
    CHECK(numberOf(parts[0]) / numberOf(parts[1]) == Approx(weight).epsilon(2e-5));
    const Matrix v = bench.recorded(Site::kValue), out = bench.recorded(Site::kHeadOutput);
    const double norm = std::sqrt(v.row(4).cast<double>().squaredNorm());
    CHECK(numberOf(bench.block(CellStage::kNorm).words.value) == Approx(weight * norm).margin(6e-5));
    CHECK(numberOf(bench.block(CellStage::kOutput).words.value)
          == Approx(std::sqrt(out.row(2).cast<double>().squaredNorm())).margin(6e-4));

    const auto& bars = bench.block(CellStage::kProducts).bars;
    REQUIRE(bars.size() == 4);
    const Matrix q = bench.recorded(Site::kQuery), k = bench.recorded(Site::kKey);
    float sum = 0;
    for (Index i = 0; i < q.cols(); ++i) {
        CHECK(bars[0].values[i] == q(2, i));
        CHECK(bars[1].values[i] == k(4, i));
        CHECK(bars[2].values[i] == q(2, i) * k(4, i));
        sum += q(2, i) * k(4, i);
        CHECK(bars[3].values[i] == Approx(sum).margin(1e-5));
    }
    CHECK(bench.view.headline().contains(QStringLiteral("(2)")));
    CHECK_FALSE(bench.block(CellStage::kScore).words.warns);
}

TEST_CASE("cell view: an output that an edit has set to 0 is drawn as 0", "[views][cell]")
{
    CellBench bench;
    CellAccount account = cellAccount(bench.workspace.shownTrace(), kHead, 2, 4).value();
    CellPicture picture(bench.view.font());
    const auto outputOf = [&] {
        picture.setCell(account, bench.workspace.shownTrace().attention(kHead),
                        stagesOf(account, {"head off"}));
        for (const CellPicture::Block& each : picture.blocks())
            if (each.words.stage == CellStage::kOutput)
                return each;
        throw std::logic_error("no output");
    };
    CHECK(outputOf().bars.front().part.size() == account.output.size());
    account.output.setZero();
    account.outputOff = 1.6;
    const CellPicture::Block block = outputOf();
    CHECK(block.bars.front().part.size() == 0); // what the key would give
    CHECK(block.words.note == QStringLiteral("An edit has set it to 0."));
    CHECK_FALSE(block.words.warns);
    CHECK(picture.readout(block, std::nullopt).startsWith(QStringLiteral("All dimensions of ")));
    CHECK(block.bars.front().scale == QStringLiteral("0"));
}

TEST_CASE("cell view: numbers that agree have one mark with the whole check behind it", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    for (const CellPicture::Block& block : bench.canvas().picture().blocks())
        CHECK_FALSE(block.words.note.contains(QStringLiteral("recomputed")));
    const QStringList audit = bench.view.audit().split(QLatin1Char('\n'));
    REQUIRE(audit.size() >= 4); // a heading; score, weight and output
    CHECK(audit.front() == QStringLiteral("Each number agrees with the one before it:"));
    CHECK(bench.view.audit().contains(QStringLiteral("recomputed, it differs by")));
    bench.workspace.publish(std::make_shared<Snapshot>());
    ViewBench::turn();
    CHECK(bench.view.audit().isEmpty());
}

TEST_CASE("cell view: lengths and angle stand beside the dot product", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const Eigen::RowVectorXd q = bench.recorded(Site::kQuery).row(2).cast<double>();
    const Eigen::RowVectorXd k = bench.recorded(Site::kKey).row(4).cast<double>();
    const double cosine = q.dot(k) / (q.norm() * k.norm());
    const QString& note = bench.block(CellStage::kProducts).words.note;
    INFO(note.toStdString());
    for (const double number : {q.norm(), k.norm(), cosine})
        CHECK(note.contains(fullText(static_cast<float>(number))));
    CHECK(note.contains(QString::number(std::acos(cosine) * 180 / std::acos(-1.0), 'f', 1)
                        + QStringLiteral("°")));
    CHECK_FALSE(bench.block(CellStage::kProducts).words.warns);
}

TEST_CASE("cell view: a formula without room beside the number is whole below it", "[views][cell]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(GENERATE(QStringLiteral("en"), QStringLiteral("fr")));
    CellBench bench;
    bench.show({2, 4});
    const QFontMetricsF metrics(bench.canvas().font());
    bench.view.resize(264, 900); // as at 1024 × 700
    CellBench::turn();
    const CellPicture::Block narrow = bench.block(CellStage::kSoftmax);
    CHECK(narrow.formula.top() >= narrow.header.bottom());
    CHECK(narrow.formula.left() == narrow.header.left());
    CHECK(narrow.formula.bottom() <= narrow.keys.front().rect.top());
    CHECK(narrow.formula.width() * std::floor(narrow.formula.height() / metrics.height())
          >= metrics.horizontalAdvance(narrow.words.formula));
    bench.view.resize(700, 900);
    CellBench::turn();
    const CellPicture::Block wide = bench.block(CellStage::kSoftmax);
    CHECK(wide.formula.top() == wide.header.top());
    CHECK(wide.formula.width() >= metrics.horizontalAdvance(wide.words.formula));
}

TEST_CASE("cell view: a value and its part have one scale, which is said to be the value's", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const auto& bars = bench.block(CellStage::kValue).bars;
    REQUIRE(bars.size() == 2);
    CHECK(bars[1].bars.reach == bars[0].bars.reach);
    CHECK(bars[0].scale.startsWith(QStringLiteral("±")));
    CHECK(bars[1].scale == QStringLiteral("scale of v"));
}

TEST_CASE("cell view: the bars on the screen have the colours and sizes of the numbers", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const PicturePalette palette = PicturePalette::of(bench.canvas().palette());
    const SignColours signs = SignColours::of(palette);
    const QImage image = bench.grabbed();
    const double ratio = image.devicePixelRatio();
    const CellPicture::BarRow& row = bench.block(CellStage::kProducts).bars[0];
    const double middle = std::round(row.bars.area.center().y());
    for (Index i = 0; i < row.bars.count; ++i) {
        const auto value = static_cast<double>(row.values[i]);
        const QRectF column = row.bars.column(i);
        const QPoint beside = bench.canvas().toViewport({column.center().x(), middle + (value > 0 ? -1 : 1)});
        CHECK(image.pixelColor((QPointF(beside) * ratio).toPoint()) == signs.at(value));
        // Half the row's height for the largest number, and proportional for the others.
        const double half = row.bars.area.height() / 2 - 1;
        const double height = std::max(1.0, std::round(std::abs(value) / row.bars.reach * half));
        const QPoint above = bench.canvas().toViewport(
            {column.center().x(), middle + (value > 0 ? -height - 1 : height + 1)});
        CHECK(image.pixelColor((QPointF(above) * ratio).toPoint()) == palette.background);
    }
}

TEST_CASE("cell view: the pin outranks the hover, a row alone shows its largest weight", "[views][cell]")
{
    CellBench bench;
    bench.focus.setPin({1, 3});
    bench.show({2, 4});
    CHECK(bench.canvas().picture().account().query == 1);
    CHECK(bench.canvas().picture().account().key == 3);
    bench.focus.setPin({});
    bench.show({2, std::nullopt});
    const AttentionMap map = bench.workspace.shownTrace().attention(kHead);
    const CellAccount& row = bench.canvas().picture().account();
    CHECK(row.query == 2);
    for (Index key = 0; key < map.keys(); ++key)
        CHECK(map.at(MapKind::kWeights, 2, key) <= map.at(MapKind::kWeights, 2, row.key));
    CHECK(bench.view.headline().contains(QStringLiteral("largest weight of the row")));
    bench.show({std::nullopt, 5});
    CHECK(bench.canvas().picture().account().key == 5);
    bench.show({});
    CHECK(bench.canvas().picture().isEmpty());
    CHECK(bench.canvas().message().contains(QStringLiteral("Point at a cell")));
}

TEST_CASE("cell view: a click on a stage shows its map", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    bench.click(bench.block(CellStage::kScore).header.center());
    CHECK(bench.focus.map() == MapKind::kScores);
    bench.click(bench.block(CellStage::kMask).header.center());
    CHECK(bench.focus.map() == MapKind::kMasked);
    bench.click(bench.block(CellStage::kProducts).header.center());
    CHECK(bench.focus.map() == MapKind::kProducts);
    bench.click(bench.block(CellStage::kNorm).header.center());
    CHECK(bench.focus.map() == MapKind::kNormWeighted);
    bench.click(bench.block(CellStage::kSoftmax).header.center());
    CHECK(bench.focus.map() == MapKind::kWeights);
}

TEST_CASE("cell view: a neighbour of the row can be walked to", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const auto keys = bench.block(CellStage::kSoftmax).keys;
    REQUIRE(keys.size() == 6);
    const AttentionMap map = bench.workspace.shownTrace().attention(kHead);
    for (const CellPicture::KeyRow& row : keys) {
        CHECK(numberOf(row.weight)
              == Approx(static_cast<double>(map.at(MapKind::kWeights, 2, row.key))).margin(6e-5));
        CHECK(row.current == (row.key == 4));
    }
    const auto other = std::find_if(keys.begin(), keys.end(), [](const auto& row) { return !row.current; });
    bench.click(other->rect.center());
    CHECK(bench.focus.pin() == Cell{2, static_cast<int>(other->key)});
    CHECK(bench.canvas().picture().account().key == other->key);
}

TEST_CASE("cell view: keys walk stages and dimensions", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    const auto press = [&bench](Qt::Key key) { QTest::keyClick(&bench.canvas(), key); };
    press(Qt::Key_Down);
    CHECK(bench.canvas().stage() == CellStage::kProducts);
    press(Qt::Key_Right);
    press(Qt::Key_Right);
    CHECK(bench.canvas().dimension() == CellDimension{false, 1});
    CHECK(bench.canvas().accessibleDescription().contains(QStringLiteral("Dimension 1")));
    press(Qt::Key_Down);
    press(Qt::Key_Return);
    CHECK(bench.focus.map() == MapKind::kScores);
    CHECK(bench.canvas().accessibleDescription().contains(QStringLiteral("Score, ÷√")));
}

TEST_CASE("cell view: the animation runs once on request and leaves everything shown", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    CHECK(bench.canvas().reveal() >= static_cast<double>(bench.canvas().picture().blocks().size()));
    bench.canvas().play();
    CHECK(bench.canvas().isPlaying());
    CHECK(bench.canvas().reveal() < 1);
    QTest::keyClick(&bench.canvas(), Qt::Key_P);
    CHECK_FALSE(bench.canvas().isPlaying());
    CHECK(bench.canvas().reveal() >= static_cast<double>(bench.canvas().picture().blocks().size()));
    bench.canvas().play();
    bench.show({3, 3}); // another cell is shown at once
    CHECK_FALSE(bench.canvas().isPlaying());
}

TEST_CASE("cell view: what a trace lacks is said", "[views][cell]")
{
    CellBench bench;
    TraceChunk chunk;
    const SyntheticOptions options;
    chunk.encoder = syntheticStack(options, StackKind::kEncoder, 6, 0);
    for (AttentionChunk& attention : chunk.encoder->self) {
        attention.query.clear();
        attention.value.clear();
        attention.headOutput.clear();
    }
    const Trace whole = syntheticTrace(options);
    Snapshot snapshot;
    snapshot.trace = {whole.sharedInfo(), std::make_shared<const TraceChunk>(std::move(chunk)),
                      whole.axis(StackKind::kEncoder), nullptr};
    snapshot.finished = true;
    bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
    bench.show({2, 4});
    CHECK(bench.block(CellStage::kProducts)
              .words.note.contains(QStringLiteral("does not include this head’s queries")));
    CHECK(bench.block(CellStage::kProducts).words.warns);
    CHECK(bench.block(CellStage::kValue)
              .words.note.contains(QStringLiteral("does not include this head’s values")));
    CHECK(bench.block(CellStage::kOutput)
              .words.note.contains(QStringLiteral("does not include this head’s output")));
    CHECK_FALSE(bench.block(CellStage::kSoftmax).words.warns);
}

TEST_CASE("cell view: all numbers are copied as they are", "[views][cell]")
{
    CellBench bench;
    bench.show({2, 4});
    QTest::keyClick(&bench.canvas(), Qt::Key_C, Qt::ControlModifier);
    const QString text = QGuiApplication::clipboard()->text();
    const AttentionMap map = bench.workspace.shownTrace().attention(kHead);
    bool found = false;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        const QStringList cells = line.split(QLatin1Char('\t'));
        if (cells.size() == 2 && cells[0] == QStringLiteral("weight")) {
            found = true;
            CHECK(cells[1].toFloat() == map.at(MapKind::kWeights, 2, 4));
        }
    }
    CHECK(found);
    const Matrix q = bench.recorded(Site::kQuery);
    CHECK(text.contains(QStringLiteral("\n1\t") + QString::number(static_cast<double>(q(2, 1)), 'g', 9)));
}

TEST_CASE("cell view: everything can be drawn at any length and width", "[views][cell]")
{
    for (const int tokens : {1, 12, 100}) {
        SyntheticOptions options;
        options.source = tokens;
        options.target = 0;
        options.width = 512;
        options.heads = options.kvHeads = 2;
        CellBench bench(options, {StackKind::kEncoder, 0, AttentionKind::kSelf, 1});
        bench.show({tokens - 1, tokens / 2});
        for (const int width : {200, 420, 900}) {
            bench.view.resize(width, 400);
            CellBench::turn();
            double bottom = 0;
            for (const CellPicture::Block& block : bench.canvas().picture().blocks()) {
                CHECK(block.rect.top() >= bottom); // nothing overlaps
                bottom = block.rect.bottom();
                for (const CellPicture::BarRow& row : block.bars)
                    CHECK(row.bars.column(row.bars.count - 1).right() <= row.bars.area.right() + 1);
            }
            CHECK(bench.grabbed().width() > 0);
        }
    }
}

TEST_CASE("cell view: a cell of the row that was just computed says so", "[views][cell]")
{
    ViewBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    bench.workspace.publish(syntheticSnapshot());
    CellView view(bench.context);
    view.resize(400, 600);
    view.show();
    bench.workspace.setStep(2);
    const int last
        = static_cast<int>(bench.workspace.shownTrace().attention(bench.focus.head()).queries()) - 1;
    bench.focus.setPin({last, 0});
    ViewBench::turn();
    CHECK(view.headline().contains(QStringLiteral("just computed")));
    bench.focus.setPin({last - 1, 0});
    ViewBench::turn();
    CHECK_FALSE(view.headline().contains(QStringLiteral("just computed")));
}

TEST_CASE("cell view: a trace with values but without the heads' outputs", "[views][cell]")
{
    CellBench bench;
    const Trace whole = bench.workspace.snapshot()->trace;
    TraceChunk chunk = *whole.leaf();
    for (StackChunk* stack : {&*chunk.encoder, &*chunk.decoder})
        for (auto* layers : {&stack->self, &stack->cross})
            for (AttentionChunk& layer : *layers)
                layer.headOutput.clear();
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->trace = Trace(whole.sharedInfo(), std::make_shared<const TraceChunk>(std::move(chunk)),
                            whole.axis(StackKind::kEncoder), whole.axis(StackKind::kDecoder));
    snapshot->finished = true;
    bench.workspace.publish(std::move(snapshot));
    bench.show({2, 4});
    CHECK(bench.block(CellStage::kValue).bars.size() == 2);
    bench.grabbed();
}

TEST_CASE("cell view: tokens of the chat template are said to be from it", "[views][cell][chat]")
{
    CellBench bench;
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 3));
    bench.show({4, 2});
    CHECK(bench.view.headline().startsWith(QStringLiteral("“␣on” (4) → “␣cat” (2, from the chat template)")));
    for (const CellPicture::KeyRow& row : bench.block(CellStage::kSoftmax).keys) {
        const bool own = row.key >= 3;
        CHECK(row.place.contains(QStringLiteral("from the chat template")) == !own);
        CHECK(row.markup == (!own || row.key == 5)); // the last one is the end token
    }
    bench.show({0, 4});
    CHECK(
        bench.view.headline().startsWith(QStringLiteral("“␣The” (0, from the chat template) → “␣on” (4) ·")));
}

TEST_CASE("cell view: a masked cell says why it is masked", "[views][cell]")
{
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    CellBench bench({}, head);
    bench.show({0, 1});
    CHECK(bench.block(CellStage::kMask).words.note
          == QStringLiteral("Masked: it comes later (causal mask)."));
}
