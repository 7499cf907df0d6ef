#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/views/heads/heads_layout.h"

#include <QImage>
#include <QPainter>

using namespace headlight;
using namespace headlight::testing;

namespace {

TraceInfo infoOf(int heads, int kvHeads)
{
    SyntheticOptions options;
    options.layers = 2;
    options.heads = heads;
    options.kvHeads = kvHeads;
    options.width = heads;
    return syntheticInfo(options);
}

HeadsLayout layoutOf(const TraceInfo& info)
{
    return {headGroups(info), {600, 600}, 18, 22};
}

} // namespace

TEST_CASE("key/value groups: a bracket under the heads that share one", "[paint]")
{
    const TraceInfo info = infoOf(8, 2);
    const HeadsLayout layout = layoutOf(info);
    const HeadGroup& group = layout.groups().front();
    const std::vector<KvBracket> all = kvBrackets(layout, group);
    REQUIRE(group.layers == 2);
    REQUIRE(all.size() == 4);
    for (const KvBracket& bracket : all) // under its own layer, above the next
        for (int head = 0; head < group.heads; ++head)
            for (int layer = 0; layer < group.layers; ++layer)
                CHECK_FALSE(layout.rectOf({group.stack, layer, group.kind, head}).intersects(bracket.rect));
    const std::vector<KvBracket> brackets(all.begin() + 2, all.end());
    CHECK(brackets[0].layer == 1);
    REQUIRE(brackets.size() == 2);
    CHECK(brackets[1].kvHead == 1);
    CHECK(brackets[1].firstHead == 4);
    CHECK(brackets[1].lastHead == 7);
    for (const KvBracket& bracket : brackets) {
        const QRectF first = layout.rectOf({group.stack, 1, group.kind, bracket.firstHead});
        const QRectF last = layout.rectOf({group.stack, 1, group.kind, bracket.lastHead});
        CHECK(bracket.rect.left() == first.left());
        CHECK(bracket.rect.right() == last.right());
        CHECK(bracket.rect.top() > first.bottom());
        CHECK(bracket.rect.bottom() < layout.size().height());
    }
    CHECK_FALSE(brackets[0].rect.intersects(brackets[1].rect));
    CHECK(kvShareInWords(info, {group.stack, 0, group.kind, 5}).contains(QStringLiteral("4–7")));
}

TEST_CASE("key/value groups: none where every head has its own, nor in cross-attention", "[paint]")
{
    const TraceInfo plain = infoOf(4, 4);
    const HeadsLayout layout = layoutOf(plain);
    for (const HeadGroup& group : layout.groups())
        CHECK(kvBrackets(layout, group).empty());
    CHECK(kvShareInWords(plain, {StackKind::kEncoder, 0, AttentionKind::kSelf, 1}).isEmpty());
    const TraceInfo shared = infoOf(4, 2);
    CHECK(kvShareInWords(shared, {StackKind::kDecoder, 0, AttentionKind::kCross, 1}).isEmpty());
}

TEST_CASE("key/value groups: what is painted stands in the brackets", "[paint]")
{
    const TraceInfo info = infoOf(4, 2);
    const HeadsLayout layout = layoutOf(info);
    const std::vector<KvBracket> brackets = kvBrackets(layout, layout.groups().front());
    QImage image(layout.size().toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintKvBrackets(painter, brackets, Qt::black);
    painter.end();
    // An antialiased line of 1.5 pixels may be between two rows of pixels.
    const auto inked = [&](const QPointF& at) {
        const auto dark
            = [&](double dy) { return image.pixelColor((at + QPointF(0, dy)).toPoint()).lightness() < 160; };
        return dark(-1) || dark(0) || dark(1);
    };
    for (const KvBracket& bracket : brackets)
        CHECK(inked({bracket.rect.center().x(), bracket.rect.bottom()}));
    CHECK_FALSE(inked({(brackets[0].rect.right() + brackets[1].rect.left()) / 2, brackets[0].rect.bottom()}));
}
