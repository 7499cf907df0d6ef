#include "ui/views/stream/stream_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/picture/colour_map.h"
#include "ui/views/stream/stream_canvas.h"
#include "ui/views/stream/stream_content.h"
#include "ui/views/stream/stream_details.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/rooms/view_dock.h"

#include <QComboBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

const test::Ids kSource{5, 9, 14, 3};
const test::Ids kTarget{0, 7, 11, 2, 19};

struct StreamBench : ViewBench
{
    std::shared_ptr<const Model> model;
    StreamView view{context};

    explicit StreamBench(const test::TinyOptions& options = {}, const test::Ids& source = kSource,
                         const test::Ids& target = kTarget)
        : model(test::tinyModel(options))
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 1;
        snapshot->trace = test::runTiny(model, {{source, target}}).front();
        snapshot->finished = true;
        workspace.setModel(model);
        workspace.publish(std::move(snapshot));
        focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
        view.resize(720, 640);
        view.show();
        settle();
    }

    void settle()
    {
        REQUIRE(QTest::qWaitFor(
            [this] {
                turn();
                return !view.isWorking();
            },
            20000));
        turn();
    }

    StreamCanvas& canvas() { return *view.findChild<StreamCanvas*>(); }
    Trace trace() const { return workspace.snapshot()->trace; }
    QPoint centre(const StreamPlace& place)
    {
        return canvas().tableLayout().cell(place, canvas().scrolled()).center().toPoint();
    }
    /// The colour of a cell, away from its text.
    QRgb drawn(const StreamPlace& place)
    {
        const QRectF cell = canvas().tableLayout().cell(place, canvas().scrolled());
        const QImage image = canvas().viewport()->grab().toImage();
        const QPointF at = (cell.topLeft() + QPointF(8, 2.5)) * image.devicePixelRatio();
        return image.pixel(at.toPoint());
    }
};

bool alike(QRgb one, QRgb other)
{
    return std::abs(qRed(one) - qRed(other)) <= 2 && std::abs(qGreen(one) - qGreen(other)) <= 2
        && std::abs(qBlue(one) - qBlue(other)) <= 2;
}

} // namespace

TEST_CASE("stream view: the lens' last row is what the model says, drawn in its colour", "[views]")
{
    StreamBench bench;
    const StreamContent& content = bench.view.content();
    REQUIRE(content.rows().size() == 3);
    REQUIRE(content.tokens().size() == kTarget.size());
    const ColourMap& map = colourMap(bench.focus.colourMap(), Backdrop::kLight);
    for (int position = 0; position < static_cast<int>(kTarget.size()); ++position) {
        const RowVector logits = bench.trace().logits(position);
        Index best = 0;
        logits.maxCoeff(&best);
        const double sum = (logits.cast<double>().array() - static_cast<double>(logits(best))).exp().sum();
        const LensCell* cell = content.lensCell(2, position);
        REQUIRE(cell != nullptr);
        CHECK(cell->best.front().id == best);
        CHECK(static_cast<double>(cell->final.probability) == Approx(1 / sum).epsilon(1e-4));
        const auto level = static_cast<int>(std::lround(255 / sum));
        CHECK(alike(bench.drawn({2, position}), map.at(level)));
        CHECK(content.text(content.rows()[2], position) == QString::number(best));
    }
    CHECK(bench.view.statement().contains(QStringLiteral("approximation")));
}

TEST_CASE("stream view: mouse and keys choose a cell, its ten best tokens are listed", "[views]")
{
    StreamBench bench;
    QTest::mouseClick(bench.canvas().viewport(), Qt::LeftButton, {}, bench.centre({1, 2}));
    ViewBench::turn();
    CHECK(bench.canvas().current() == StreamPlace{1, 2});
    CHECK(bench.focus.pin() == Cell{2, std::nullopt});
    REQUIRE(bench.view.details().best().rows().size() == kLensTokens);
    const LensCell* cell = bench.view.content().lensCell(1, 2);
    REQUIRE(cell != nullptr);
    for (std::size_t i = 0; i < kLensTokens; ++i) {
        CHECK(bench.view.details().best().rows()[i].id == cell->best[i].id);
        CHECK(bench.view.details().best().rows()[i].probability == cell->best[i].probability);
    }
    // Words and list speak of the same cell while the mouse is elsewhere.
    emit bench.canvas().hovered(StreamPlace{2, 0});
    const LensCell* other = bench.view.content().lensCell(2, 0);
    REQUIRE(other != nullptr);
    CHECK(bench.view.details().best().rows().front().probability == other->best.front().probability);
    emit bench.canvas().hovered(std::nullopt);
    CHECK(bench.view.details().best().rows().front().probability == cell->best.front().probability);
    QTest::keyClick(&bench.canvas(), Qt::Key_Right);
    QTest::keyClick(&bench.canvas(), Qt::Key_Down);
    ViewBench::turn();
    CHECK(bench.canvas().current() == StreamPlace{2, 3});
    CHECK(bench.focus.pin().query == 3);
    QTest::keyClick(&bench.canvas(), Qt::Key_Home);
    CHECK(bench.canvas().current() == StreamPlace{2, 0});
    // The curve shows the target's probability through the layers.
    REQUIRE(bench.view.details().curves().curves().size() == 1);
    const std::vector<float>& curve = bench.view.details().curves().curves().front().values;
    REQUIRE(curve.size() == 3);
    for (int layer = 0; layer < 3; ++layer)
        CHECK(curve[static_cast<std::size_t>(layer)]
              == bench.view.content().lensCell(layer, 0)->final.probability);
}

TEST_CASE("stream view: in a narrow dock tokens of the list are cut, numbers never", "[views]")
{
    StreamBench bench;
    const auto* const table = bench.view.findChild<CandidateTable*>();
    REQUIRE(table != nullptr);
    for (const int width : {900, 420, 300}) {
        bench.view.resize(width, 700);
        ViewBench::turn();
        const int last = CandidatesModel::kProbabilityColumn;
        CHECK(table->columnViewportPosition(last) + table->columnWidth(last) <= table->viewport()->width());
        CHECK(table->columnWidth(last) >= table->fontMetrics().horizontalAdvance(QStringLiteral("99.999 %")));
        CHECK(table->columnWidth(CandidatesModel::kTokenColumn) > 0);
    }
}

TEST_CASE("stream view: rank and the next token are other colours of the same cells", "[views]")
{
    StreamBench bench;
    bench.view.setQuantity(StreamQuantity::kLensRank);
    bench.settle();
    const StreamContent& content = bench.view.content();
    const StreamRow last = content.rows().back();
    CHECK(content.number(last, 1) == 0);
    CHECK(content.level(last, 1) == 1);
    bench.view.setTarget(LensTarget::kNext);
    bench.settle();
    const RowVector logits = bench.trace().logits(1);
    const auto rank = (logits.array() > logits(kTarget[2])).count();
    CHECK(content.number(last, 1) == static_cast<double>(rank));
    // There is no token after the last one of the text.
    CHECK_FALSE(content.number(last, 4).has_value());
    CHECK(content.level(last, 4) < 0);
}

TEST_CASE("stream view: sizes are those of the recorded vectors", "[views]")
{
    StreamBench bench;
    bench.view.setQuantity(StreamQuantity::kNorm);
    bench.settle();
    const StreamContent& content = bench.view.content();
    // Before and after two layers, with three updates each.
    REQUIRE(content.rows().size() == 9);
    const Matrix stream = bench.trace().residual(StackKind::kDecoder, 1);
    const Matrix cross = bench.trace().output({StackKind::kDecoder, 0, AttentionKind::kCross});
    const Matrix fed = bench.trace().feedForwardOutput(StackKind::kDecoder, 1);
    using Part = StreamRow::Part;
    for (int p = 0; p < 5; ++p) {
        CHECK(*content.number({Part::kStream, 1}, p) == Approx(stream.row(p).norm()).epsilon(1e-5));
        CHECK(*content.number({Part::kCross, 0}, p) == Approx(cross.row(p).norm()).epsilon(1e-5));
        CHECK(*content.number({Part::kFeedForward, 1}, p) == Approx(fed.row(p).norm()).epsilon(1e-5));
    }
    bench.view.setQuantity(StreamQuantity::kShare);
    bench.settle();
    REQUIRE(content.rows().size() == 6);
    const Matrix before = bench.trace().residual(StackKind::kDecoder, 0);
    CHECK(*content.number({Part::kCross, 0}, 3)
          == Approx(cross.row(3).norm() / before.row(3).norm()).epsilon(1e-5));
    CHECK(bench.view.statement().contains(QStringLiteral("do not add up")));
}

TEST_CASE("stream view: an encoder without a head says so and still has sizes", "[views]")
{
    StreamBench bench;
    bench.view.setStack(StackKind::kEncoder);
    bench.settle();
    CHECK(bench.view.statement().contains(QStringLiteral("decoder’s stream only")));
    CHECK(bench.view.content().tokens().size() == kSource.size());
    CHECK(bench.view.content().text(bench.view.content().rows().front(), 0).isEmpty());
    bench.view.setQuantity(StreamQuantity::kNorm);
    bench.settle();
    CHECK(bench.view.content().number({StreamRow::Part::kAttention, 1}, 2).has_value());
}

TEST_CASE("stream view: the decoder is back after a visit to a model with an encoder only", "[views]")
{
    StreamBench bench;
    REQUIRE(bench.view.content().stack() == StackKind::kDecoder);
    const auto publish = [&](const std::shared_ptr<const Model>& model, const test::Ids& target) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request = 2;
        snapshot->trace = test::runTiny(model, {{kSource, target}}).front();
        snapshot->finished = true;
        bench.workspace.setModel(model);
        bench.workspace.publish(std::move(snapshot));
        bench.settle();
    };
    test::TinyOptions encoder;
    encoder.encoderOnly = true;
    publish(test::tinyModel(encoder), {});
    REQUIRE(bench.view.content().stack() == StackKind::kEncoder);
    publish(bench.model, kTarget);
    CHECK(bench.view.content().stack() == StackKind::kDecoder);
}

TEST_CASE("stream view: without numbers the curves have an axis from 0 to 1, however often they are made",
          "[views]")
{
    CurvesPlot plot;
    for (int i = 0; i < 50; ++i)
        plot.setCurves({});
    CHECK(plot.valueRange().first > -0.1);
    CHECK(plot.valueRange().second < 1.1);
}

TEST_CASE("stream view: a trace without a model has sizes only", "[views]")
{
    ViewBench bench;
    StreamView view(bench.context);
    view.resize(600, 500);
    view.show();
    ViewBench::turn();
    CHECK(view.statement().contains(QStringLiteral("Type a sentence")));
    bench.workspace.publish(syntheticSnapshot());
    REQUIRE(QTest::qWaitFor(
        [&] {
            ViewBench::turn();
            return !view.isWorking();
        },
        20000));
    CHECK(view.statement().contains(QStringLiteral("trace file")));
    view.setQuantity(StreamQuantity::kCosine);
    ViewBench::turn();
    const auto cosine = view.content().number({StreamRow::Part::kFeedForward, 0}, 0);
    REQUIRE(cosine.has_value());
    CHECK(std::abs(*cosine) <= 1.0001);
}

TEST_CASE("stream view: it follows the pin and leads to the layer", "[views]")
{
    StreamBench bench;
    bench.focus.setPin({1, std::nullopt});
    ViewBench::turn();
    REQUIRE(bench.canvas().current().has_value());
    CHECK(bench.canvas().current()->column == 1);
    bench.view.setQuantity(StreamQuantity::kNorm);
    bench.settle();
    // Row 6 of nine: the update of layer 1's cross-attention.
    REQUIRE(bench.view.content().rows()[6] == StreamRow{StreamRow::Part::kCross, 1});
    QTest::mouseDClick(bench.canvas().viewport(), Qt::LeftButton, {}, bench.centre({6, 1}));
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 0});
}

TEST_CASE("stream view: one token and many tokens", "[views]")
{
    test::TinyOptions options;
    options.decoderOnly = true;
    StreamBench one(options, {5}, {});
    CHECK(one.view.content().tokens().size() == 1);
    CHECK(one.view.content().lensCell(0, 0) != nullptr);
    test::Ids many;
    for (int i = 0; i < 120; ++i)
        many.push_back((i * 7) % 29);
    StreamBench bench(options, many, {});
    REQUIRE(bench.view.content().tokens().size() == 120);
    CHECK(bench.canvas().horizontalScrollBar()->maximum() > 0);
    QTest::keyClick(&bench.canvas(), Qt::Key_End);
    ViewBench::turn();
    const QRectF cell = bench.canvas().tableLayout().cell({2, 119}, bench.canvas().scrolled());
    CHECK(cell.right() <= bench.canvas().viewport()->width() + 1);
    QTest::keyClick(&bench.canvas(), Qt::Key_Home);
    CHECK(bench.canvas().horizontalScrollBar()->value() == 0);
    // Walking scrolls by whole columns: the rows' names cut none of them.
    for (int step = 0; step < 40; ++step)
        QTest::keyClick(&bench.canvas(), Qt::Key_Right);
    ViewBench::turn();
    const double width = bench.canvas().tableLayout().cellSize().width();
    const double columns = bench.canvas().horizontalScrollBar()->value() / width;
    CHECK(columns > 1);
    CHECK(std::abs(columns - std::round(columns)) * width <= 1);
}

TEST_CASE("stream table: cells are found where they are drawn", "[paint]")
{
    const StreamTableLayout layout(5, 40, 80, QFont(), {500, 300});
    CHECK(layout.size().width() > 500);
    const QPointF scrolled(77, 0);
    for (const StreamPlace place : {StreamPlace{0, 3}, StreamPlace{4, 5}}) {
        const QRectF cell = layout.cell(place, scrolled);
        CHECK(layout.placeAt(cell.center(), scrolled) == place);
        CHECK(layout.placeAt(cell.topLeft() + QPointF(0.5, 0.5), scrolled) == place);
    }
    CHECK_FALSE(layout.placeAt({3, 100}, scrolled).has_value());
    CHECK_FALSE(layout.placeAt({200, 3}, scrolled).has_value());
    CHECK_FALSE(layout.placeAt({200, 290}, scrolled).has_value());
    CHECK_FALSE(StreamTableLayout().placeAt({10, 10}, {}).has_value());
}

TEST_CASE("stream view: what was chosen is there at the next start", "[views]")
{
    StreamBench bench;
    QComboBox* quantity = nullptr;
    for (QComboBox* each : bench.view.findChildren<QComboBox*>())
        if (each->findText(QStringLiteral("Norms")) >= 0)
            quantity = each;
    REQUIRE(quantity != nullptr);
    const int sizes = quantity->findText(QStringLiteral("Norms"));
    quantity->setCurrentIndex(sizes);
    emit quantity->activated(sizes);
    CHECK(kStreamQuantity.of(bench.settings) == static_cast<int>(StreamQuantity::kNorm));
    const StreamView again(bench.context);
    CHECK(again.content().quantity() == StreamQuantity::kNorm);
    CHECK(again.content().target() == LensTarget::kFinal);
    kStreamQuantity.set(bench.settings, 99);
    kStreamTarget.set(bench.settings, -3);
    const StreamView plain(bench.context);
    CHECK(plain.content().quantity() == StreamQuantity::kLensProbability);
}

TEST_CASE("stream view: the position that a decoding step has computed is marked and said", "[views]")
{
    StreamBench bench;
    const test::Ids source = kSource, target = kTarget;
    auto snapshot = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    snapshot->request = 2;
    for (std::size_t n = 1; n <= target.size(); ++n) {
        DecodeStep step;
        step.trace
            = test::runTiny(bench.model,
                            {{source, {target.begin(), target.begin() + static_cast<std::ptrdiff_t>(n)}}})
                  .front();
        snapshot->steps.push_back(step);
    }
    bench.workspace.publish(snapshot);
    bench.settle();
    const QRgb ink = PicturePalette::of(bench.view.palette()).newest.rgb();
    const auto drawn = [&](int position) { // around the column's number and its edges
        const QImage image = bench.canvas().viewport()->grab().toImage();
        const QRectF cell = bench.canvas().tableLayout().cell({0, position}, bench.canvas().scrolled());
        int found = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = static_cast<int>(cell.left()); x < static_cast<int>(cell.right()); ++x)
                found += image.pixel(x, y) == ink ? 1 : 0;
        return found;
    };
    CHECK_FALSE(bench.canvas().newest());
    bench.workspace.setStep(2);
    bench.settle();
    REQUIRE(bench.canvas().newest() == 2);
    CHECK(bench.view.content().tokens().size() == 3);
    CHECK(drawn(2) > 40);
    CHECK(drawn(1) == 0);
    const ElidedLabel* const said = bench.view.findChild<ElidedLabel*>();
    REQUIRE(said != nullptr);
    QTest::mouseMove(bench.canvas().viewport(), bench.centre({1, 2}));
    bench.settle();
    CHECK(said->text().startsWith(QStringLiteral("▸ just computed")));
    QTest::mouseMove(bench.canvas().viewport(), bench.centre({1, 1}));
    bench.settle();
    CHECK_FALSE(said->text().contains(QStringLiteral("just computed")));
    bench.view.setStack(StackKind::kEncoder); // a step of the decoder does not affect the encoder
    bench.settle();
    CHECK_FALSE(bench.canvas().newest());
    bench.view.setStack(StackKind::kDecoder);
    bench.workspace.setStep(-1);
    bench.settle();
    CHECK_FALSE(bench.canvas().newest());
}

TEST_CASE("stream view: the column that the words describe stays in sight", "[views]")
{
    test::TinyOptions options;
    options.decoderOnly = true;
    test::Ids many;
    for (int i = 0; i < 120; ++i)
        many.push_back((i * 7) % 29);
    StreamBench bench(options, many, {});
    StreamCanvas& canvas = bench.canvas();
    const auto inSight = [&canvas] {
        const QRectF cell = canvas.tableLayout().cell(canvas.current().value(), canvas.scrolled());
        return cell.left() >= canvas.tableLayout().nameWidth() - 1
            && cell.right() <= canvas.viewport()->width() + 1;
    };
    QTest::keyClick(&canvas, Qt::Key_End);
    CHECK(inSight());
    bench.view.resize(420, 640); // fewer columns have room
    bench.settle();
    CHECK(inSight());
    canvas.setNewest(3); // far from it
    CHECK(inSight());
}

TEST_CASE("stream view: the lens' curve stands where the table's rows say", "[views]")
{
    StreamBench bench;
    const CurvesPlot& plot = bench.view.findChild<StreamDetails*>()->curves();
    REQUIRE(plot.curves().size() == 1);
    // "input" is before layer 0, "after layer 0" at 0.
    CHECK(plot.start() == -1);
    CHECK(plot.curves().front().values.size() == bench.view.content().rows().size());
    bench.view.setQuantity(StreamQuantity::kShare); // for the layers themselves
    bench.settle();
    CHECK(plot.start() == 0);
}

TEST_CASE("stream view: in a low dock one scroll bar moves all of it", "[views]")
{
    StreamBench bench;
    QScrollArea* const scroll = scrolling(&bench.view, nullptr);
    scroll->resize(300, 190); // narrower than the table
    scroll->show();
    bench.settle();
    CHECK(scroll->verticalScrollBar()->isVisible());
    CHECK(bench.canvas().horizontalScrollBar()->isVisible());
    CHECK_FALSE(bench.canvas().verticalScrollBar()->isVisible());
    CHECK_FALSE(bench.view.findChild<CandidateTable*>()->verticalScrollBar()->isVisible());
    scroll->resize(618, 190); // its room in the workspace Explain at 1024 × 700
    bench.settle();
    CHECK(scroll->verticalScrollBar()->isVisible());
    CHECK_FALSE(bench.canvas().verticalScrollBar()->isVisible());
    CHECK_FALSE(bench.view.findChild<CandidateTable*>()->verticalScrollBar()->isVisible());
    scroll->resize(474, 700);
    bench.settle();
    CHECK_FALSE(scroll->verticalScrollBar()->isVisible());
    CHECK_FALSE(bench.canvas().verticalScrollBar()->isVisible());
    scroll->takeWidget();
    delete scroll;
}

TEST_CASE("stream view: tokens of the chat template are said to be from it", "[views][chat]")
{
    StreamBench bench;
    const auto marked = withTemplateTokens(*bench.workspace.snapshot(), 2);
    const auto blank = std::make_shared<Snapshot>();
    blank->finished = true;
    bench.workspace.publish(blank); // otherwise the same record would not be read again
    bench.settle();
    bench.workspace.publish(marked);
    bench.settle();
    const StreamContent& content = bench.view.content();
    REQUIRE(content.rows().size() > 1);
    CHECK(content.words(content.rows()[1], 1).contains(QStringLiteral(", from the chat template)")));
    CHECK_FALSE(content.words(content.rows()[1], 2).contains(QStringLiteral("template")));
}
