#include "ui/views/flow/flow_layout.h"

#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;

namespace {

using Kind = FlowBox::Kind;

struct FlowCase
{
    std::string name;
    test::TinyOptions options;
};

std::vector<FlowCase> flowCases()
{
    std::vector<FlowCase> all;
    const auto add = [&all](const std::string& name, auto&& change) {
        test::TinyOptions options;
        change(options);
        all.push_back({name, options});
    };
    add("encoder-decoder, post-norm", [](auto&) {});
    add("encoder-decoder, pre-norm", [](auto& o) { o.placement = NormPlacement::kPre; });
    add("sandwich", [](auto& o) { o.placement = NormPlacement::kSandwich; });
    add("decoder-only", [](auto& o) {
        o.decoderOnly = true;
        o.placement = NormPlacement::kPre;
    });
    add("parallel", [](auto& o) {
        o.decoderOnly = o.parallel = true;
        o.placement = NormPlacement::kPre;
    });
    add("encoder-only", [](auto& o) {
        o.encoderOnly = true;
        o.positions = PositionScheme::kLearned;
    });
    add("no added positions, many layers and heads", [](auto& o) {
        o.decoderOnly = true;
        o.positions = PositionScheme::kNone;
        o.layers = 20;
        o.heads = 32;
    });
    return all;
}

LayerSet firstOpen(const Architecture& facts)
{
    LayerSet open;
    for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder})
        if (facts.stack(kind) != nullptr)
            open.emplace(kind, 0);
    return open;
}

int countOf(const FlowLayout& layout, FlowLine::Kind kind)
{
    return static_cast<int>(std::count_if(layout.lines().begin(), layout.lines().end(),
                                          [kind](const FlowLine& line) { return line.kind == kind; }));
}

const FlowBox& matrix(const FlowLayout& layout, Site site, StackKind stack, int layer = -1, int head = -1,
                      AttentionKind kind = AttentionKind::kSelf)
{
    const int found = layout.findMatrix(site, {stack, layer, kind, head});
    INFO(std::string(siteName(site)));
    REQUIRE(found >= 0);
    return *layout.box(found);
}

bool has(const FlowLayout& layout, Site site, const HeadRef& head)
{
    return layout.findMatrix(site, head) >= 0;
}

} // namespace

TEST_CASE("flow layout: nothing overlaps, everything is inside its frame and the bounds", "[flow]")
{
    for (const FlowCase& each : flowCases()) {
        INFO(each.name);
        const Architecture facts = architectureOf(*test::tinyModel(each.options));
        for (const LayerSet& open : {LayerSet{}, firstOpen(facts)}) {
            const FlowLayout layout(facts, open);
            const auto& boxes = layout.boxes();
            int crossings = 0, outside = 0;
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                outside += layout.bounds().contains(boxes[i].rect) ? 0 : 1;
                if (const FlowBox* const frame = layout.box(boxes[i].parent))
                    outside += frame->rect.contains(boxes[i].rect) ? 0 : 1;
                for (std::size_t j = i + 1; j < boxes.size(); ++j)
                    if (!boxes[i].isFrame() && !boxes[j].isFrame())
                        crossings += boxes[i].rect.intersects(boxes[j].rect) ? 1 : 0;
            }
            CHECK(crossings == 0);
            CHECK(outside == 0);
        }
    }
}

TEST_CASE("flow layout: the data runs from the tokens on the left to the next token", "[flow]")
{
    for (const FlowCase& each : flowCases()) {
        INFO(each.name);
        const Architecture facts = architectureOf(*test::tinyModel(each.options));
        const FlowLayout layout(facts, firstOpen(facts));
        // Every link leads to the right, without exception.
        for (const FlowLink& link : layout.links()) {
            REQUIRE(layout.box(link.from) != nullptr);
            REQUIRE(layout.box(link.to) != nullptr);
            CHECK(layout.box(link.from)->rect.right() <= layout.box(link.to)->rect.left() + 0.5);
        }
        const StackKind last = facts.decoder ? StackKind::kDecoder : StackKind::kEncoder;
        const int layers = static_cast<int>(facts.stack(last)->layers.size());
        std::vector<double> x{matrix(layout, Site::kEmbeddings, last).rect.left()};
        for (int layer = 0; layer < layers; ++layer) {
            x.push_back(matrix(layout, Site::kResidual, last, layer).rect.left());
            x.push_back(layout.box(layout.findLayer(last, layer))->rect.left());
        }
        x.push_back(matrix(layout, Site::kResidual, last, layers).rect.left());
        x.push_back(matrix(layout, Site::kLogits, last).rect.left());
        CHECK(std::is_sorted(x.begin(), x.end()));
    }
}

TEST_CASE("flow layout: an encoder-decoder has two stacks and an arrow to every cross-attention", "[flow]")
{
    test::TinyOptions options;
    options.layers = 3;
    const Architecture facts = architectureOf(*test::tinyModel(options));
    const FlowLayout layout(facts, {{StackKind::kDecoder, 1}});
    CHECK(countOf(layout, FlowLine::Kind::kMemory) == 3);
    CHECK(matrix(layout, Site::kEmbeddings, StackKind::kEncoder).rect.bottom()
          < matrix(layout, Site::kEmbeddings, StackKind::kDecoder).rect.top());
    // Folded: the weights of both attentions. Open: everything of each head.
    CHECK(has(layout, Site::kWeights, {StackKind::kDecoder, 0, AttentionKind::kCross, 3}));
    CHECK_FALSE(has(layout, Site::kQuery, {StackKind::kDecoder, 0, AttentionKind::kCross, 3}));
    for (const Site site :
         {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kWeights, Site::kHeadOutput})
        CHECK(has(layout, site, {StackKind::kDecoder, 1, AttentionKind::kCross, 3}));
    CHECK(has(layout, Site::kFeedForwardOutput, {StackKind::kDecoder, 1, AttentionKind::kSelf, -1}));
    CHECK(countOf(layout, FlowLine::Kind::kResidual) == 3); // around the three sub-layers of the open layer
    const int next
        = static_cast<int>(std::count_if(layout.boxes().begin(), layout.boxes().end(),
                                         [](const FlowBox& box) { return box.kind == Kind::kNext; }));
    CHECK(next == 1);
    // Keys and values of cross-attention belong to the encoder.
    CHECK(matrix(layout, Site::kKey, StackKind::kDecoder, 1, 0, AttentionKind::kCross).rowStack()
          == StackKind::kEncoder);
    CHECK(matrix(layout, Site::kWeights, StackKind::kDecoder, 1, 0, AttentionKind::kCross).columnStack()
          == StackKind::kEncoder);
}

TEST_CASE("flow layout: norms stand where the model has them", "[flow]")
{
    const auto firstAfterStream = [](NormPlacement placement) {
        test::TinyOptions options;
        options.placement = placement;
        const Architecture facts = architectureOf(*test::tinyModel(options));
        const FlowLayout layout(facts, firstOpen(facts));
        const double stream = matrix(layout, Site::kResidual, StackKind::kEncoder, 0).rect.right();
        const double heads = matrix(layout, Site::kQuery, StackKind::kEncoder, 0, 0).rect.left();
        return std::any_of(layout.boxes().begin(), layout.boxes().end(), [&](const FlowBox& box) {
            return box.kind == Kind::kStep && box.step == LayerStep::Kind::kNorm
                && box.stack == StackKind::kEncoder && box.rect.left() > stream && box.rect.right() < heads;
        });
    };
    CHECK(firstAfterStream(NormPlacement::kPre));
    CHECK(firstAfterStream(NormPlacement::kSandwich));
    CHECK_FALSE(firstAfterStream(NormPlacement::kPost));
    // Without a final norm there is no box for its output.
    const Architecture post = architectureOf(*test::tinyModel());
    CHECK_FALSE(has(FlowLayout(post, {}), Site::kFinal, {StackKind::kDecoder, -1, AttentionKind::kSelf, -1}));
}

TEST_CASE("flow layout: positions that are added have a box, biases stand beside the scores", "[flow]")
{
    Architecture facts = architectureOf(*test::tinyModel());
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef stack{StackKind::kDecoder, -1, AttentionKind::kSelf, -1};
    CHECK(has(FlowLayout(facts, firstOpen(facts)), Site::kPositions, stack));
    CHECK_FALSE(has(FlowLayout(facts, firstOpen(facts)), Site::kBias, head));
    facts.decoder->positions = PositionMethod::kAlibi;
    for (LayerFacts& layer : facts.decoder->layers)
        layer.self.positions = PositionMethod::kAlibi;
    const FlowLayout layout(facts, firstOpen(facts));
    CHECK_FALSE(has(layout, Site::kPositions, stack));
    REQUIRE(has(layout, Site::kBias, head));
    CHECK(matrix(layout, Site::kScores, StackKind::kDecoder, 0, 0).rect.right()
          < matrix(layout, Site::kBias, StackKind::kDecoder, 0, 0).rect.left());
}

TEST_CASE("flow layout: the arrow keys walk through all matrices", "[flow]")
{
    const Architecture facts = architectureOf(*test::tinyModel());
    const FlowLayout layout(facts, firstOpen(facts));
    int box = layout.findMatrix(Site::kQuery, {StackKind::kDecoder, 0, AttentionKind::kSelf, 1});
    const auto siteAt = [&layout](int index) { return layout.box(index)->site; };
    for (const Site site : {Site::kKey, Site::kScores, Site::kWeights, Site::kValue, Site::kHeadOutput}) {
        box = layout.neighbour(box, {1, 0});
        CHECK(siteAt(box) == site);
        CHECK(layout.box(box)->head == 1);
    }
    box = layout.neighbour(box, {0, 1});
    CHECK(layout.box(box)->head == 2);
    CHECK(layout.neighbour(layout.neighbour(box, {1, 0}), {-1, 0}) != layout.neighbour(box, {1, 0}));
    // At the ends it does not move.
    const int embeddings = layout.findMatrix(Site::kEmbeddings, {StackKind::kEncoder, -1, {}, -1});
    const int tokens = layout.neighbour(embeddings, {-1, 0});
    CHECK(layout.box(tokens)->kind == Kind::kTokens);
    CHECK(layout.neighbour(tokens, {-1, 0}) == tokens);
}

TEST_CASE("flow layout: levels lead from the model over layer and head to a matrix", "[flow]")
{
    const Architecture facts = architectureOf(*test::tinyModel());
    const FlowLayout layout(facts, firstOpen(facts));
    const auto levels
        = layout.levels(layout.findMatrix(Site::kWeights, {StackKind::kDecoder, 0, AttentionKind::kSelf, 1}));
    REQUIRE(levels.size() == 4);
    for (std::size_t i = 1; i < levels.size(); ++i)
        CHECK(levels[i - 1].contains(levels[i]));
}

TEST_CASE("flow layout: it fills a tall window by higher rows", "[flow]")
{
    const Architecture facts = architectureOf(*test::tinyModel());
    const FlowLayout wide = FlowLayout::fitting(facts, {}, {3000, 300}, 15);
    const FlowLayout tall = FlowLayout::fitting(facts, {}, {1000, 1000}, 15);
    CHECK(wide.rowsHeight() == FlowLayout(facts, {}).rowsHeight());
    CHECK(tall.rowsHeight() > wide.rowsHeight());
    CHECK(tall.bounds().height() <= tall.bounds().width() * 1.02);
}

TEST_CASE("flow layout: the names of the columns are readable in a wide flow, too", "[flow]")
{
    constexpr double kLine = 15;
    for (const FlowCase& each : flowCases()) {
        INFO(each.name);
        const Architecture facts = architectureOf(*test::tinyModel(each.options));
        // A dock, and the middle of large windows: the flow of open layers is much wider than high.
        for (const QSizeF& window : {QSizeF(360, 640), QSizeF(650, 700), QSizeF(880, 880)})
            for (const LayerSet& open : {LayerSet{}, firstOpen(facts)}) {
                const FlowLayout layout = FlowLayout::fitting(facts, open, window, kLine);
                const double scale = std::min(window.width() / layout.bounds().width(),
                                              window.height() / layout.bounds().height());
                REQUIRE_FALSE(layout.headings().empty());
                for (const FlowHeading& heading : layout.headings())
                    CHECK(heading.room.height() * scale >= 0.95 * kLine);
            }
    }
}

TEST_CASE("flow layout: in a narrow window the numbers shrink before the words", "[flow]")
{
    const Architecture facts = architectureOf(*test::tinyModel());
    const FlowWords words{60, 100};
    const auto widths = [&](const QSizeF& window) {
        const FlowLayout layout = FlowLayout::fitting(facts, {}, window, 15, words);
        const double scale = (window.width() - 2 * kFlowEdge) / layout.bounds().width();
        FlowWords found;
        for (const FlowBox& box : layout.boxes()) {
            if (box.kind == FlowBox::Kind::kTokens)
                found.tokens = box.rect.width() * scale;
            if (box.kind == FlowBox::Kind::kNext)
                found.next = box.rect.width() * scale;
        }
        return found;
    };
    for (const double width : {300.0, 360.0, 500.0, 2000.0}) {
        INFO(width);
        const FlowWords found = widths({width, 900});
        CHECK(found.tokens >= words.tokens * 0.999);
        CHECK(found.next >= words.next * 0.999);
    }
    CHECK(widths({160, 900}).next < words.next); // something must be left for the numbers
}

TEST_CASE("flow layout: the steps of an open layer are those of its plan", "[flow]")
{
    using Step = LayerStep::Kind;
    const auto stepsOf = [](const test::TinyOptions& options) {
        const Architecture facts = architectureOf(*test::tinyModel(options));
        const FlowLayout layout(facts, {{StackKind::kDecoder, 1}});
        std::vector<Step> steps;
        for (const FlowBox& box : layout.boxes())
            if (box.layer == 1 && box.kind == Kind::kMatrix
                && (box.site == Site::kOutput || box.site == Site::kFeedForwardOutput))
                steps.push_back(Step::kUpdate);
            else if (box.layer == 1 && box.stack == StackKind::kDecoder && box.kind == Kind::kStep)
                steps.push_back(box.step);
        return steps;
    };
    test::TinyOptions options;
    options.decoderOnly = true;
    options.placement = NormPlacement::kSandwich;
    // The update is recorded after the second norm.
    CHECK(stepsOf(options)
          == std::vector{Step::kNorm, Step::kNorm, Step::kUpdate, Step::kSum, Step::kNorm, Step::kFeedForward,
                         Step::kNorm, Step::kUpdate, Step::kSum});
    options.placement = NormPlacement::kOutput;
    CHECK(stepsOf(options)
          == std::vector{Step::kNorm, Step::kUpdate, Step::kSum, Step::kFeedForward, Step::kNorm,
                         Step::kUpdate, Step::kSum});
    options.placement = NormPlacement::kPre;
    options.parallel = true;
    CHECK(stepsOf(options)
          == std::vector{Step::kNorm, Step::kUpdate, Step::kNorm, Step::kFeedForward, Step::kUpdate,
                         Step::kSum});
}
