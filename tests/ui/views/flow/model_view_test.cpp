#include "ui/views/flow/model_view.h"

#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"

#include <QFontInfo>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Kind = FlowBox::Kind;
using Step = LayerStep::Kind;

FlowBox block(Kind kind, StackKind stack, int layer, AttentionKind attention = AttentionKind::kSelf)
{
    return {.kind = kind, .stack = stack, .layer = layer, .attention = attention};
}

FlowBox block(Step step, StackKind stack, int layer, AttentionKind attention = AttentionKind::kSelf)
{
    return {.kind = Kind::kStep, .stack = stack, .layer = layer, .attention = attention, .step = step};
}

struct ModelBench : ViewBench
{
    ModelView view{context};

    explicit ModelBench(const test::TinyOptions& options = {})
    {
        workspace.setModel(test::tinyModel(options));
        view.resize(760, 620);
        view.show();
        turn();
    }
    ModelCanvas& canvas() { return *view.findChild<ModelCanvas*>(); }
    int find(auto... what)
    {
        const int part = canvas().scene().layout.find(block(what...));
        REQUIRE(part >= 0);
        return part;
    }
    int square(const HeadRef& head)
    {
        FlowBox box = block(Kind::kSquare, head.stack, head.layer, head.kind);
        box.head = head.head;
        return canvas().scene().layout.find(box);
    }
    int findPart(Site site, StackKind stack)
    {
        FlowBox box = block(Kind::kPart, stack, -1);
        box.site = site;
        return canvas().scene().layout.find(box);
    }
    void click(int part)
    {
        QTest::mouseClick(&canvas(), Qt::LeftButton, {}, canvas().boxRect(part).center().toPoint());
        turn();
    }
};

test::TinyOptions deep()
{
    test::TinyOptions options;
    options.layers = 6;
    return options;
}

} // namespace

TEST_CASE("model view: a click on a head's square looks at the head", "[views]")
{
    ModelBench bench;
    const int part = bench.find(Step::kAttention, StackKind::kDecoder, 1, AttentionKind::kCross);
    QTest::mouseClick(&bench.canvas(), Qt::LeftButton, {},
                      bench.canvas()
                          .boxRect(bench.square({StackKind::kDecoder, 1, AttentionKind::kCross, 3}))
                          .center()
                          .toPoint());
    ViewBench::turn();
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 3});
    CHECK(bench.canvas().current() == part);
    CHECK(bench.view.statement().contains(QStringLiteral("layer 1")));
}

TEST_CASE("model view: the diagram fits again after it had more room", "[views]")
{
    ModelBench bench;
    const double first = bench.canvas().zoom();
    // As on the way to the centre and back: hidden while it is placed elsewhere.
    for (const QSize& size : {QSize(1300, 900), QSize(330, 620), QSize(760, 620)}) {
        bench.view.hide();
        bench.view.resize(size);
        bench.view.show();
        ViewBench::turn();
        if (size.width() < 760)
            CHECK(bench.canvas().zoom() < first);
    }
    CHECK(bench.canvas().zoom() == Approx(first));
}

TEST_CASE("model view: other blocks of a layer move the focus to the layer", "[views]")
{
    ModelBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 2});
    ViewBench::turn();
    bench.click(bench.find(Step::kFeedForward, StackKind::kEncoder, 1));
    CHECK(bench.focus.head() == HeadRef{StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
}

TEST_CASE("model view: it follows the head and opens its layer", "[views]")
{
    ModelBench bench(deep());
    CHECK(bench.canvas().scene().layout.find(
              block(Step::kAttention, StackKind::kEncoder, 4, AttentionKind::kSelf))
          < 0);
    bench.focus.setHead({StackKind::kEncoder, 4, AttentionKind::kSelf, 1});
    ViewBench::turn();
    const int part = bench.find(Step::kAttention, StackKind::kEncoder, 4);
    CHECK(bench.canvas().current() == part);
    CHECK(bench.canvas().scene().layout.find(
              block(Step::kAttention, StackKind::kEncoder, 0, AttentionKind::kSelf))
          < 0);
    // A click on a closed layer's line moves the focus there.
    bench.click(bench.find(Kind::kLayer, StackKind::kEncoder, 2));
    CHECK(bench.focus.head().layer == 2);
    CHECK(bench.canvas().scene().layout.find(
              block(Step::kAttention, StackKind::kEncoder, 2, AttentionKind::kSelf))
          >= 0);
}

TEST_CASE("model view: the keyboard walks, steps through heads, opens layers and views", "[views]")
{
    ModelBench bench(deep());
    QSignalSpy wanted(&bench.view, &ModelView::viewWanted);
    bench.focus.setHead({StackKind::kEncoder, 1, AttentionKind::kSelf, 0});
    ViewBench::turn();
    QTest::keyClick(&bench.canvas(), Qt::Key_Right);
    CHECK(bench.focus.head().head == 1);
    ViewBench::turn();
    QTest::keyClick(&bench.canvas(), Qt::Key_Return);
    REQUIRE(wanted.size() == 1);
    CHECK(wanted.at(0).at(0).value<ViewId>() == ViewId("heatmap"));
    // Down from the attention of layer 1: the line of layer 0 below it.
    QTest::keyClick(&bench.canvas(), Qt::Key_Down);
    ViewBench::turn();
    CHECK(bench.focus.head().layer == 0);
    const int title = bench.find(Kind::kLayer, StackKind::kDecoder, 3);
    bench.click(title);
    CHECK(bench.focus.head().stack == StackKind::kDecoder);
    CHECK(bench.focus.head().layer == 3);
    const bool opened = bench.canvas().scene().layout.find(
                            block(Step::kFeedForward, StackKind::kDecoder, 3, AttentionKind::kSelf))
        >= 0;
    CHECK(opened);
}

TEST_CASE("model view: a click opens the head's own layer again after it was folded", "[views]")
{
    ModelBench bench(deep());
    bench.focus.setHead({StackKind::kEncoder, 2, AttentionKind::kSelf, 0});
    ViewBench::turn();
    const auto isOpen = [&bench] {
        return bench.canvas().scene().layout.box(bench.find(Kind::kLayer, StackKind::kEncoder, 2))->open;
    };
    const auto toggle = [&bench] {
        emit bench.canvas().layerToggled(bench.find(Kind::kLayer, StackKind::kEncoder, 2));
        ViewBench::turn();
    };
    REQUIRE(isOpen());
    toggle();
    CHECK_FALSE(isOpen());
    toggle();
    CHECK(isOpen());
}

TEST_CASE("model view: double clicks lead to the views that look into a block", "[views]")
{
    ModelBench bench;
    QSignalSpy wanted(&bench.view, &ModelView::viewWanted);
    const auto open = [&bench](int part) {
        QTest::mouseDClick(&bench.canvas(), Qt::LeftButton, {},
                           bench.canvas().boxRect(part).center().toPoint());
    };
    bench.click(bench.findPart(Site::kPositions, StackKind::kEncoder));
    CHECK(bench.view.statement().toStdString()
          == "Encoder · Positions: sinusoids · a formula, no parameters. Enter shows the positional "
             "encodings. So does a double-click.");
    open(bench.findPart(Site::kPositions, StackKind::kEncoder));
    bench.click(bench.findPart(Site::kLogits, StackKind::kDecoder));
    open(bench.findPart(Site::kLogits, StackKind::kDecoder));
    REQUIRE(wanted.size() == 2);
    CHECK(wanted.at(0).at(0).value<ViewId>() == view_ids::kPositions);
    CHECK(wanted.at(1).at(0).value<ViewId>() == view_ids::kStream);
}

TEST_CASE("model view: zoom by keys and wheel, back to the width by 0", "[views]")
{
    ModelBench bench;
    const double fitted = bench.canvas().zoom();
    QTest::keyClick(&bench.canvas(), Qt::Key_Plus);
    CHECK(bench.canvas().zoom() > fitted);
    QTest::keyClick(&bench.canvas(), Qt::Key_Minus);
    QTest::keyClick(&bench.canvas(), Qt::Key_Minus);
    CHECK(bench.canvas().zoom() < fitted);
    QTest::keyClick(&bench.canvas(), Qt::Key_0);
    CHECK(bench.canvas().zoom() == Approx(fitted).epsilon(0.03)); // there may now be a scroll bar
}

TEST_CASE("model view: without a model it says why there is nothing", "[views]")
{
    ViewBench bench;
    ModelView view(bench.context);
    CHECK(view.statement().isEmpty()); // before it knows whether there is one
    view.show();
    ViewBench::turn();
    CHECK(view.statement().contains(QStringLiteral("Open a model")));
    Document document;
    document.text = QStringLiteral("a");
    bench.workspace.apply(document, {});
    ViewBench::turn();
    CHECK(view.statement() == QStringLiteral("Opening the model…"));
}

TEST_CASE("model view: beside other views the diagram fits, as long as it can be read", "[views]")
{
    ModelBench bench;
    const double width = bench.canvas().scene().layout.bounds().width();
    const double letters = QFontInfo(bench.view.font()).pixelSize();
    bench.view.resize(static_cast<int>(10 / letters * width) + 40, 620);
    ViewBench::turn();
    CHECK(bench.canvas().width() <= bench.view.width());
    // With much less room the letters stay legible, and the followed layer is in sight.
    const HeadRef head{StackKind::kDecoder, 1, AttentionKind::kCross, 0};
    bench.focus.setHead(head);
    bench.view.resize(static_cast<int>(0.25 * width), 400);
    ViewBench::turn();
    CHECK(bench.canvas().zoom() * letters == Approx(9));
    REQUIRE(bench.canvas().width() > bench.view.width());
    const auto* const scroll = bench.view.findChild<QScrollArea*>();
    const QRect seen = scroll->viewport()->rect();
    const QRectF part = bench.canvas().boxRect(bench.canvas().scene().layout.findAttention(head.layerRef()));
    const QPoint middle = bench.canvas().mapTo(scroll->viewport(), part.center().toPoint());
    CHECK(seen.contains(middle));
    CHECK(std::abs(middle.x() - seen.center().x()) < seen.width() / 4);
    // Also when it was larger before: the scroll bars follow its size later.
    bench.view.resize(static_cast<int>(1.2 * width), 900);
    ViewBench::turn();
    bench.view.resize(static_cast<int>(0.25 * width), 400);
    ViewBench::turn();
    const QRect now = scroll->viewport()->rect();
    const QRectF there = bench.canvas().boxRect(bench.canvas().scene().layout.findAttention(head.layerRef()));
    const QPoint at = bench.canvas().mapTo(scroll->viewport(), there.center().toPoint());
    CHECK(std::abs(at.x() - now.center().x()) < now.width() / 4);
    CHECK(std::abs(at.y() - now.center().y()) < now.height() / 4);
}

TEST_CASE("model view: a diagram is whole where its letters can be read then", "[views]")
{
    ModelBench bench;
    auto& bar = *bench.view.findChild<QScrollArea*>()->verticalScrollBar();
    const double letters = QFontInfo(bench.view.font()).pixelSize();
    for (int height = 1200; bench.canvas().zoom() * letters >= 9.5; height -= 20) {
        INFO(height << " " << bench.canvas().zoom());
        bench.view.resize(760, height);
        ViewBench::turn();
        CHECK(bar.maximum() == 0);
        REQUIRE(height > 100);
    }
}

TEST_CASE("model view: all layers fit beside the scroll bar that they bring", "[views]")
{
    ModelBench bench(deep());
    auto* const scroll = bench.view.findChild<QScrollArea*>();
    // As high as the diagram, so that it has no scroll bar yet.
    bench.view.resize(760, bench.view.height() + bench.canvas().height() - scroll->height() + 2);
    ViewBench::turn();
    REQUIRE(scroll->verticalScrollBar()->maximum() == 0);
    for (QToolButton* const button : bench.view.findChildren<QToolButton*>())
        if (button->isCheckable())
            button->click();
    ViewBench::turn();
    CHECK(scroll->verticalScrollBar()->maximum() > 0);
    CHECK(scroll->horizontalScrollBar()->maximum() == 0);
}

TEST_CASE("model view: both stacks fit into a dock, with letters that can be read", "[views]")
{
    ModelBench bench;
    const double letters = QFontInfo(bench.view.font()).pixelSize();
    for (const int width : {300, 360, 500, 900}) {
        INFO(width);
        bench.view.resize(width, 620);
        ViewBench::turn();
        CHECK(bench.view.findChild<QScrollArea*>()->horizontalScrollBar()->maximum() == 0);
        CHECK(bench.canvas().zoom() * letters >= 9 * 0.999);
    }
}
