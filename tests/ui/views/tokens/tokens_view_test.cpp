#include "ui/views/tokens/tokens_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/picture/picture_palette.h"
#include "ui/picture/value_scale.h"
#include "ui/state/experiment_board.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/map_legend.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <set>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kEncoderHead{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
constexpr HeadRef kCrossHead{StackKind::kDecoder, 0, AttentionKind::kCross, 0};

struct TokensBench : ViewBench
{
    TokensView view{context};

    explicit TokensBench(const SyntheticOptions& options = {}, const HeadRef& head = kEncoderHead)
    {
        focus.setHead(head);
        workspace.publish(syntheticSnapshot(options, 5));
        view.resize(500, 300);
        view.show();
        turn();
    }
    TokenStrip& strip() { return *view.findChild<TokenStrip*>(); }
    QPoint centre(const TokenRef& token) { return strip().tokenRect(token).center(); }
    void hover(const TokenRef& token)
    {
        QTest::mouseMove(strip().viewport(), centre(token));
        turn();
    }
    void click(const TokenRef& token)
    {
        QTest::mouseClick(strip().viewport(), Qt::LeftButton, {}, centre(token));
        turn();
    }
    void key(Qt::Key k)
    {
        QTest::keyClick(&strip(), k);
        turn();
    }
};

} // namespace

TEST_CASE("tokens view: hovering a token shades by its row", "[views]")
{
    TokensBench bench;
    bench.hover({StackKind::kEncoder, 2});
    CHECK(bench.focus.hover() == Cell{2, std::nullopt});
    const auto& shading = bench.strip().shading();
    REQUIRE(shading);
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    for (int key = 0; key < 6; ++key)
        CHECK(shading->values[static_cast<std::size_t>(key)] == map.at(MapKind::kWeights, 2, key));
    CHECK(bench.view.summary().contains(QStringLiteral("“cat”")));
    // The same numbers as in the cells of the map, without exponents.
    const int most = shading->strongest(1).front();
    CHECK(bench.view.summary().contains(QLatin1Char(' ')
                                        + cellText(shading->values[static_cast<std::size_t>(most)])));
    CHECK_FALSE(bench.view.summary().contains(QStringLiteral("e-")));
}

TEST_CASE("tokens view: no token is named for a weight that rounds to nothing", "[views]")
{
    TokensBench bench;
    bool left = false;
    for (int query = 0; query < 6; ++query) {
        bench.hover({StackKind::kEncoder, query});
        const auto& shading = bench.strip().shading();
        REQUIRE(shading);
        for (const int token : shading->strongest(5))
            left = left || shading->values[static_cast<std::size_t>(token)] < 0.01F;
        CHECK_FALSE(bench.view.summary().contains(QStringLiteral("<.01")));
    }
    INFO("no row of the bench has so small a weight: the test shows nothing");
    CHECK(left);
}

TEST_CASE("tokens view: numbers are called what the map shows, and a mask has none", "[views]")
{
    TokensBench bench;
    const auto said = [&bench](MapKind map) {
        bench.focus.setMap(map);
        TokensBench::turn();
        bench.hover({StackKind::kEncoder, 2});
        return bench.view.summary();
    };
    CHECK(said(MapKind::kScores).startsWith(QStringLiteral("Highest scores of “cat”")));
    CHECK(said(MapKind::kProducts).startsWith(QStringLiteral("Largest dot products of “cat”")));
    const QString mask = said(MapKind::kMask);
    CHECK(mask.contains(QStringLiteral("can attend to: “")));
    CHECK_FALSE(mask.contains(QStringLiteral("1.00")));
}

TEST_CASE("tokens view: the strongest token has the strongest colour", "[views]")
{
    TokensBench bench;
    bench.focus.setHover({1, std::nullopt});
    ViewBench::turn();
    const auto& shading = bench.strip().shading();
    REQUIRE(shading);
    const ChipColours colours = chipColours(bench.strip().palette());
    const int strongest = shading->strongest(1).front();
    CHECK(bench.strip().look({StackKind::kEncoder, strongest}).fill == colours.ramp(1.0));
    for (int i = 0; i < 6; ++i) {
        const ChipLook look = bench.strip().look({StackKind::kEncoder, i});
        CHECK(look.fill == colours.ramp(static_cast<double>(*shading->strength(i))));
        CHECK(contrastRatio(look.fill, look.text) >= 4.5);
    }
}

TEST_CASE("tokens view: the other direction reads the column", "[views]")
{
    TokensBench bench;
    bench.view.setDirection(ReadingDirection::kLookedAtBy);
    bench.hover({StackKind::kEncoder, 3});
    CHECK(bench.focus.hover() == Cell{std::nullopt, 3});
    REQUIRE(bench.strip().shading());
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    for (int query = 0; query < 6; ++query)
        CHECK(bench.strip().shading()->values[static_cast<std::size_t>(query)]
              == map.at(MapKind::kWeights, query, 3));
}

TEST_CASE("tokens view: a click pins, a second one unpins, Escape unpins", "[views]")
{
    TokensBench bench;
    bench.click({StackKind::kEncoder, 1});
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    bench.click({StackKind::kEncoder, 1});
    CHECK(bench.focus.pin().empty());
    bench.click({StackKind::kEncoder, 4});
    bench.key(Qt::Key_Escape);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("tokens view: a drag over tokens chooses the positions that experiments measure", "[views]")
{
    TokensBench bench({}, kCrossHead);
    const ExperimentBoard& board = ExperimentBoard::of(bench.workspace);
    const auto drag = [&bench](StackKind stack, int from, int to) {
        QTest::mousePress(bench.strip().viewport(), Qt::LeftButton, {}, bench.centre({stack, from}));
        QMouseEvent move(QEvent::MouseMove, bench.centre({stack, to}),
                         bench.strip().viewport()->mapToGlobal(bench.centre({stack, to})), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(bench.strip().viewport(), &move);
        const int least = std::min(from, to), most = std::max(from, to);
        for (int i = 0; i < 4; ++i)
            CHECK(bench.strip().isFound({stack, i}) == (i >= least && i <= most));
        QTest::mouseRelease(bench.strip().viewport(), Qt::LeftButton, {}, bench.centre({stack, to}));
        CHECK_FALSE(bench.strip().isFound({stack, from}));
    };
    drag(StackKind::kEncoder, 0, 2); // nothing is measured in the encoder
    CHECK(board.rows().isEmpty());
    drag(StackKind::kDecoder, 3, 1);
    CHECK(board.rows() == QStringLiteral("1-3"));
    bench.click({StackKind::kDecoder, 2});
    CHECK(board.rows() == QStringLiteral("1-3"));
}

TEST_CASE("tokens view: a pin outranks the mouse, and changes its role with the direction", "[views]")
{
    TokensBench bench;
    bench.focus.setPin({1, std::nullopt});
    bench.hover({StackKind::kEncoder, 4});
    REQUIRE(bench.strip().shading());
    CHECK(bench.strip().shading()->origin == 1);
    bench.view.setDirection(ReadingDirection::kLookedAtBy);
    ViewBench::turn();
    CHECK(bench.focus.pin() == Cell{std::nullopt, 1});
    CHECK(bench.strip().shading()->direction == ReadingDirection::kLookedAtBy);
}

TEST_CASE("tokens view: in cross-attention the target asks and the source answers", "[views]")
{
    TokensBench bench({}, kCrossHead);
    bench.hover({StackKind::kDecoder, 3});
    CHECK(bench.focus.hover() == Cell{3, std::nullopt});
    REQUIRE(bench.strip().shading());
    CHECK(bench.strip().shading()->stack == StackKind::kEncoder);
    bench.hover({StackKind::kEncoder, 0});
    CHECK(bench.focus.hover() == Cell{std::nullopt, 0});
    CHECK(bench.strip().shading()->stack == StackKind::kDecoder);
}

TEST_CASE("tokens view: tokens that the head does not read say so", "[views]")
{
    TokensBench bench;
    bench.hover({StackKind::kDecoder, 1});
    CHECK(bench.focus.hover().empty());
    CHECK_FALSE(bench.strip().shading());
    CHECK(bench.view.summary().contains(QStringLiteral("does not read")));
}

TEST_CASE("tokens view: the heatmap's cell is marked in both streams", "[views]")
{
    TokensBench bench({}, kCrossHead);
    bench.focus.setPin({2, std::nullopt});
    bench.focus.setHover({0, 4});
    ViewBench::turn();
    const std::vector<TokenStrip::Mark> expected{{{StackKind::kDecoder, 2}, true, true},
                                                 {{StackKind::kEncoder, 4}, false, false}};
    CHECK(bench.strip().marks() == expected);
}

TEST_CASE("tokens view: the keyboard walks through the tokens and pins", "[views]")
{
    TokensBench bench({}, kCrossHead);
    bench.key(Qt::Key_Right);
    CHECK(bench.strip().current() == TokenRef{StackKind::kEncoder, 0});
    bench.key(Qt::Key_End);
    CHECK(bench.strip().current() == TokenRef{StackKind::kEncoder, 5});
    bench.key(Qt::Key_Right);
    CHECK(bench.strip().current() == TokenRef{StackKind::kDecoder, 0});
    bench.key(Qt::Key_Right);
    bench.key(Qt::Key_Return);
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    bench.key(Qt::Key_Up);
    CHECK(bench.strip().current()->stack == StackKind::kEncoder);
    CHECK(bench.strip().accessibleDescription().contains(QStringLiteral("Source token")));
    bench.key(Qt::Key_Home);
    bench.key(Qt::Key_Left);
    CHECK(bench.strip().current() == TokenRef{StackKind::kEncoder, 0});
}

TEST_CASE("tokens view: the target follows the step that is looked at", "[views]")
{
    TokensBench bench;
    CHECK_FALSE(bench.strip().tokenRect({StackKind::kDecoder, 4}).isNull());
    bench.workspace.setStep(1);
    ViewBench::turn();
    CHECK_FALSE(bench.strip().tokenRect({StackKind::kDecoder, 1}).isNull());
    CHECK(bench.strip().tokenRect({StackKind::kDecoder, 2}).isNull());
}

TEST_CASE("tokens view: tokens wrap and keep their order", "[views]")
{
    SyntheticOptions options;
    options.source = 120;
    TokensBench bench(options);
    QRect before = bench.strip().tokenRect({StackKind::kEncoder, 0});
    int rows = 1;
    for (int i = 1; i < 120; ++i) {
        const QRect here = bench.strip().tokenRect({StackKind::kEncoder, i});
        const bool sameRow = here.top() == before.top();
        CHECK((sameRow ? here.left() >= before.right() : here.top() > before.bottom()));
        CHECK(here.right() <= bench.strip().viewport()->width());
        rows += sameRow ? 0 : 1;
        before = here;
    }
    CHECK(rows > 5);
    bench.key(Qt::Key_Right);
    bench.key(Qt::Key_End);
    CHECK(bench.strip().verticalScrollBar()->value() > 0);
    CHECK(bench.strip().viewport()->rect().contains(bench.strip().tokenRect({StackKind::kEncoder, 119})));
}

TEST_CASE("tokens view: an empty workspace explains itself", "[views]")
{
    ViewBench bench;
    TokensView view(bench.context);
    view.show();
    ViewBench::turn();
    CHECK_FALSE(view.summary().isEmpty());
    CHECK_FALSE(view.strip().shading());
}

TEST_CASE("tokens view: the token whose row was just computed and found tokens are marked", "[views]")
{
    ViewBench bench;
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    bench.workspace.publish(syntheticSnapshot());
    TokensView view(bench.context);
    view.resize(700, 300);
    view.show();
    ViewBench::turn();
    CHECK_FALSE(view.strip().newest());
    bench.workspace.setStep(1);
    bench.focus.setFound({{0}, {3}});
    ViewBench::turn();
    const int rows = static_cast<int>(bench.workspace.shownTrace().attention(bench.focus.head()).queries());
    REQUIRE(view.strip().newest() == TokenRef{StackKind::kDecoder, rows - 1});
    CHECK(view.strip().isFound({StackKind::kDecoder, 0}));
    CHECK(view.strip().isFound({StackKind::kEncoder, 3}));
    CHECK_FALSE(view.strip().isFound({StackKind::kEncoder, 0}));
    CHECK_FALSE(view.strip().isFound({StackKind::kDecoder, 3}));
    const QImage image = view.strip().viewport()->grab().toImage();
    const PicturePalette colours = PicturePalette::of(view.strip().palette());
    const auto drawn = [&](const TokenRef& token, const QColor& colour) {
        const QRect rect = view.strip().tokenRect(token).adjusted(-6, -6, 6, 6).intersected(image.rect());
        int found = 0;
        for (int y = rect.top(); y <= rect.bottom(); ++y)
            for (int x = rect.left(); x <= rect.right(); ++x)
                found += image.pixel(x, y) == colour.rgb() ? 1 : 0;
        return found;
    };
    CHECK(drawn({StackKind::kDecoder, rows - 1}, colours.newest) > 10);
    CHECK(drawn({StackKind::kEncoder, 1}, colours.newest) == 0);
    CHECK(drawn({StackKind::kEncoder, 3}, colours.found) > 10);
    CHECK(drawn({StackKind::kEncoder, 1}, colours.found) == 0);
}

TEST_CASE("tokens view: the pieces of a word are coloured over all of their width", "[views]")
{
    TokenStrip strip;
    auto tokens = std::make_shared<std::vector<TokenLabel>>();
    for (const char* text : {"␣see", "s", "␣on", "<0xF0>", "<0x9F>"})
        tokens->push_back({1, text});
    strip.resize(500, 120);
    strip.setSections({{StackKind::kEncoder, QStringLiteral("Text"), QString(), tokens}});
    strip.show();
    ViewBench::turn();
    const QImage image = strip.viewport()->grab().toImage();
    for (int i = 0; i < 5; ++i) {
        const TokenRef token{StackKind::kEncoder, i};
        const QRect box = strip.tokenRect(token);
        INFO(i);
        for (const double part : {0.3, 0.5, 0.7})
            CHECK(QColor(image.pixel(box.left() + static_cast<int>(box.width() * part), box.bottom() - 2))
                  == QColor(strip.look(token).fill.rgb()));
    }
}

TEST_CASE("tokens view: what the model wrote is told from what was typed", "[views]")
{
    SyntheticOptions options;
    options.source = 0; // a decoder-only model
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    TokensBench bench(options, head);
    const auto corner = [&bench](int token) {
        const QImage image = bench.strip().viewport()->grab().toImage();
        const QRect chip = bench.strip().tokenRect({StackKind::kDecoder, token});
        return image.pixel((QPointF(chip.right() - 2, chip.top() + 2) * image.devicePixelRatio()).toPoint());
    };
    // The first step of the synthetic decoding has read one token.
    CHECK(corner(1) != corner(0));
    CHECK(corner(1) == corner(3));
    auto unknown = std::make_shared<Snapshot>(*bench.workspace.snapshot());
    unknown->steps.clear(); // as from a trace file
    bench.workspace.publish(unknown);
    ViewBench::turn();
    CHECK(corner(1) == corner(3));
    CHECK(corner(1) != bench.strip().look({StackKind::kDecoder, 1}).text.rgb());
    const QRgb plain = corner(1);
    bench.workspace.publish(syntheticSnapshot(options, 5));
    ViewBench::turn();
    CHECK(corner(1) != plain);
}

TEST_CASE("tokens view: the switch of the spaces takes no line of its own", "[views]")
{
    TokensBench bench;
    const auto shown = [&bench](int width) {
        bench.view.resize(width, 300);
        TokensBench::turn();
        std::set<int> lines;
        int count = 0;
        for (const QToolButton* button : bench.view.findChildren<QToolButton*>())
            if (!button->isHidden()) {
                lines.insert(button->y());
                ++count;
            }
        CHECK(lines.size() == 1);
        return count;
    };
    CHECK(shown(900) == 3);
    const auto narrow = bench.view.findChildren<QToolButton*>();
    REQUIRE(narrow.size() == 3);
    CHECK(shown(narrow[0]->width() + narrow[1]->width() + 30) == 2);
    CHECK(shown(900) == 3);
}

TEST_CASE("tokens view: in a narrow view the sentence has the whole width", "[views]")
{
    TokensBench bench;
    bench.click({StackKind::kEncoder, 2}); // stays shaded wherever the mouse is
    const auto& sentence = *bench.view.findChild<ElidedLabel*>();
    const auto& legend = *bench.view.findChild<MapLegend*>();
    bench.view.resize(200, 400);
    TokensBench::turn();
    CHECK(legend.isVisible());
    CHECK(sentence.width() >= legend.width());
    CHECK(sentence.x() + sentence.width() > bench.view.width() - 2 * sentence.x() - 2);
    CHECK(legend.y() > sentence.y());
    bench.view.resize(900, 400);
    TokensBench::turn();
    CHECK(legend.x() > sentence.geometry().right());
}

TEST_CASE("tokens view: what a section says of itself wraps in a narrow view", "[views]")
{
    TokensBench bench;
    bench.view.resize(150, 400);
    TokensBench::turn();
    const QImage drawn = bench.strip().viewport()->grab().toImage();
    const int chips = bench.strip().tokenRect({StackKind::kEncoder, 0}).top();
    CHECK(chips > 2 * bench.strip().fontMetrics().height());
    for (int y = 0; y < chips; ++y) // words that are cut reach the edge
        CHECK(drawn.pixelColor(drawn.width() - 2, y) == drawn.pixelColor(drawn.width() - 2, 0));
}
