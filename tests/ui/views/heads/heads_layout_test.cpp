#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/words/head_name.h"

using namespace headlight;
using namespace headlight::testing;

namespace {

HeadsLayout layoutFor(int layers, int heads, QSizeF viewport)
{
    SyntheticOptions options;
    options.layers = layers;
    options.heads = options.kvHeads = heads;
    options.width = heads;
    return {headGroups(syntheticInfo(options)), viewport, 18, 22};
}

} // namespace

TEST_CASE("heads layout: three groups in the order of the data's flow", "[paint]")
{
    const HeadsLayout layout = layoutFor(3, 4, {300, 900});
    REQUIRE(layout.groups().size() == 3);
    CHECK(layout.groups()[0].stack == StackKind::kEncoder);
    CHECK(layout.groups()[2].kind == AttentionKind::kCross);
    CHECK(layout.heads().size() == 36);
    for (std::size_t i = 0; i < layout.heads().size(); ++i)
        CHECK(layout.indexOf(layout.heads()[i]) == static_cast<int>(i));
    CHECK(layout.indexOf({StackKind::kEncoder, 3, AttentionKind::kSelf, 0}) == -1);
}

TEST_CASE("heads layout: each thumbnail is found where it stands, and none overlaps another", "[paint]")
{
    for (const QSizeF viewport : {QSizeF(260, 700), QSizeF(1500, 260), QSizeF(80, 80)}) {
        const HeadsLayout layout = layoutFor(3, 5, viewport);
        const std::vector<HeadRef> heads = layout.heads();
        for (std::size_t i = 0; i < heads.size(); ++i) {
            const QRectF box = layout.rectOf(heads[i]);
            CHECK(layout.headAt(box.center()) == heads[i]);
            CHECK(QRectF(QPointF(0, 0), layout.size()).contains(box));
            for (std::size_t j = i + 1; j < heads.size(); ++j)
                REQUIRE_FALSE(box.intersects(layout.rectOf(heads[j])));
        }
        CHECK_FALSE(layout.headAt({1, 1}));
    }
}

TEST_CASE("heads layout: small models fill the dock, large ones scroll", "[paint]")
{
    const HeadsLayout tall = layoutFor(3, 4, {300, 900});
    CHECK(tall.size().width() <= 300);
    CHECK(tall.size().height() <= 900);
    CHECK(tall.thumbnail() >= 55);
    const HeadsLayout wide = layoutFor(3, 4, {1400, 320});
    CHECK(wide.size().height() <= 320);
    CHECK(wide.groups()[1].grid.top() == wide.groups()[0].grid.top());
    const HeadsLayout large = layoutFor(32, 32, {320, 700});
    CHECK(large.thumbnail() >= 12);
    CHECK(large.size().height() > 700);
    CHECK(layoutFor(1, 1, {2000, 2000}).thumbnail() <= 132);
}

TEST_CASE("heads layout: a strip has one column, as wide as it is, and nothing to scroll sideways", "[paint]")
{
    SyntheticOptions options;
    options.layers = 3;
    options.heads = options.kvHeads = options.width = 4;
    const HeadsLayout strip(headGroups(syntheticInfo(options)), {110, 500}, 18, 34, 12, true);
    CHECK(strip.isStrip());
    CHECK(strip.size().width() <= 110);
    CHECK(strip.thumbnail() >= 46);
    const std::vector<HeadRef> heads = strip.heads();
    for (std::size_t i = 0; i < heads.size(); ++i) {
        const QRectF box = strip.rectOf(heads[i]);
        CHECK(strip.headAt(box.center()) == heads[i]);
        CHECK(strip.headAt(strip.captionOf(heads[i]).center()) == heads[i]);
        CHECK(box.left() == strip.rectOf(heads[0]).left());
        if (i > 0) {
            CHECK(box.top() > strip.captionOf(heads[i - 1]).bottom());
            CHECK(strip.neighbour(heads[i - 1], 1, 0) == heads[i]); // down moves to the head below
            CHECK(strip.neighbour(heads[i], -1, 0) == heads[i - 1]);
        }
    }
    CHECK(strip.neighbour(heads.back(), 1, 0) == heads.back());
}

TEST_CASE("heads layout: arrows walk within a group and on into the next", "[paint]")
{
    const HeadsLayout layout = layoutFor(2, 3, {300, 900});
    const HeadRef first{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    CHECK(layout.neighbour(first, -1, 0) == first);
    CHECK(layout.neighbour(first, 0, -1) == first);
    CHECK(layout.neighbour(first, 0, 1).head == 1);
    CHECK(layout.neighbour(first, 0, 99).head == 2);
    const HeadRef next = layout.neighbour({StackKind::kEncoder, 1, AttentionKind::kSelf, 2}, 1, 0);
    CHECK(next == HeadRef{StackKind::kDecoder, 0, AttentionKind::kSelf, 2});
    CHECK(layout.neighbour(next, -1, 0) == HeadRef{StackKind::kEncoder, 1, AttentionKind::kSelf, 2});
}

TEST_CASE("head name: begins with the name that its section has, then layer and head", "[paint]")
{
    CHECK(shortHeadName({StackKind::kDecoder, 2, AttentionKind::kCross, 1})
          == QStringLiteral("cross head 2.1"));
    CHECK(shortHeadName({StackKind::kEncoder, 0, AttentionKind::kSelf, 3})
          == QStringLiteral("encoder head 0.3"));
    CHECK(headName({StackKind::kDecoder, 2, AttentionKind::kCross, 1})
          == QStringLiteral("Cross-attention · layer 2 · head 1"));
    CHECK(headName({StackKind::kEncoder, 0, AttentionKind::kSelf, 3})
          == QStringLiteral("Encoder self-attention · layer 0 · head 3"));
    const HeadRef other{StackKind::kDecoder, 1, AttentionKind::kSelf, 0};
    CHECK(headName(other).startsWith(attentionName(other.stack, other.kind)));
    CHECK(attentionName(StackKind::kDecoder, AttentionKind::kSelf)
          == QStringLiteral("Decoder self-attention"));
}

TEST_CASE("heads layout: the name of a group may be wider than its thumbnails", "[paint]")
{
    // Two heads need little of the width, so the rest is available for the heading.
    const HeadsLayout narrow = layoutFor(6, 2, {300, 500});
    REQUIRE(narrow.groups().size() == 3);
    std::vector<QRectF> names;
    for (const HeadGroup& group : narrow.groups())
        names.push_back(group.heading);
    CHECK(names.back().right() >= 300 - 12);
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = i + 1; j < names.size(); ++j)
            CHECK_FALSE(names[i].intersects(names[j]));
}

TEST_CASE("heads layout: twelve heads stand side by side in a narrow dock", "[views]")
{
    HeadGroup group;
    group.layers = group.heads = 12;
    const HeadsLayout layout({group}, {290, 700}, 20, 20);
    CHECK(layout.size().width() <= 290);
    CHECK(layout.rectOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 11}).right() <= 290);
}
