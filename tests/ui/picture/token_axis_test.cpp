#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/figure/figure_panels.h"
#include "ui/picture/heatmap_marks.h"
#include "ui/picture/token_axis.h"
#include "ui/words/token_text.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <algorithm>
#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Separating axis theorem: two convex outlines overlap unless the normal of some edge separates them.
bool overlap(const QPolygonF& a, const QPolygonF& b)
{
    for (const QPolygonF* polygon : {&a, &b}) {
        for (qsizetype i = 0; i + 1 < polygon->size(); ++i) {
            const QPointF edge = polygon->at(i + 1) - polygon->at(i);
            const QPointF normal(-edge.y(), edge.x());
            const auto span = [&normal](const QPolygonF& p) {
                double low = 1e18, high = -1e18;
                for (const QPointF& point : p) {
                    const double at = QPointF::dotProduct(point, normal);
                    low = std::min(low, at);
                    high = std::max(high, at);
                }
                return std::pair(low, high);
            };
            const auto one = span(a), two = span(b);
            if (one.second <= two.first + 1e-6 || two.second <= one.first + 1e-6)
                return false;
        }
    }
    return true;
}

AxisPlace placeFor(int count, double length, double thickness)
{
    return {{0, static_cast<double>(count)}, 200, length, 180, thickness};
}

TokenRuler ruler(const TokenAxis& tokens, Qt::Orientation orientation,
                 const QFont& font = QApplication::font())
{
    const int count = static_cast<int>(tokens->size());
    const AttentionMap map({}, std::make_shared<const RuleSource>(count, count, false, drawnNumber), tokens,
                           tokens);
    return orientation == Qt::Vertical ? TokenRuler::ofQueries(map, font) : TokenRuler::ofKeys(map, font);
}

TokenAxis mixedTokens(int count)
{
    static const std::vector<std::string> kinds{
        "<s>", "the", "Donaudampfschifffahrtsgesellschaftskapitän", "日本語", "👩🏽‍🚀", "שלום", "\n",
        "a",   "</s>"};
    std::vector<std::string> texts;
    texts.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        texts.push_back(kinds[static_cast<std::size_t>(i) % kinds.size()]);
    return tokenAxis(texts);
}

} // namespace

TEST_CASE("token axis: labels never overlap, at any number of tokens", "[paint]")
{
    for (const int count : {1, 12, 60, 500, 30000}) {
        for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
            for (const double length : {90.0, 420.0, 1400.0}) {
                const TokenRuler labels = ruler(mixedTokens(count), orientation);
                const double thickness = labels.thicknessFor(length / count, 150);
                const std::vector<PlacedLabel> placed = labels.place(placeFor(count, length, thickness));
                INFO(count << " tokens over " << length << " px");
                REQUIRE_FALSE(placed.empty());
                CHECK(static_cast<double>(placed.size()) <= length / 12 + 1);
                for (std::size_t i = 0; i < placed.size(); ++i)
                    for (std::size_t j = i + 1; j < placed.size(); ++j)
                        REQUIRE_FALSE(overlap(placed[i].outline(), placed[j].outline()));
            }
        }
    }
}

TEST_CASE("token axis: the ink of every script stays in its own label, at 200 tokens", "[paint]")
{
    const QFont font = figureFont(kFigureText);
    constexpr int kTokens = 200, kScale = 2;
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        for (const double length : {300.0, 1900.0, 3800.0}) {
            const TokenRuler labels = ruler(mixedTokens(kTokens), orientation, font);
            const AxisPlace place = placeFor(kTokens, length, labels.thicknessFor(length / kTokens, 150));
            for (const PlacedLabel& label : labels.place(place)) {
                // Larger than the label on all sides, to catch ink outside it.
                const QRectF around = label.outline().boundingRect().adjusted(-12, -12, 12, 12);
                QImage image((around.size() * kScale).toSize(), QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::transparent);
                QPainter painter(&image);
                painter.scale(kScale, kScale);
                painter.translate(-around.topLeft());
                labels.paint(painter, label, PicturePalette::figure(Backdrop::kLight));
                painter.end();
                int inside = 0, outside = 0;
                // Antialiasing may exceed the edge by a pixel.
                QTransform turn;
                turn.translate(label.anchor.x(), label.anchor.y());
                turn.rotate(label.degrees);
                const QPolygonF room = turn.map(QPolygonF(label.box.adjusted(-1, -1, 1, 1)));
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        if (qAlpha(image.pixel(x, y)) > 40)
                            ++(room.containsPoint(around.topLeft() + QPointF(x + 0.5, y + 0.5) / kScale,
                                                  Qt::OddEvenFill)
                                   ? inside
                                   : outside);
                INFO(label.text.toStdString() << " at " << label.token);
                CHECK(inside > 0);
                CHECK(outside == 0);
            }
        }
    }
}

TEST_CASE("token axis: Arabic labels have letters, upright and turned, plain and special", "[paint]")
{
    // Missing glyphs are boxes: two words of equally many letters would look the same.
    const auto drawn = [](const std::string& text, bool special, double cell) {
        std::vector<TokenLabel> tokens(2);
        for (TokenLabel& token : tokens) {
            token.text = text;
            token.special = special;
        }
        const TokenAxis axis = std::make_shared<const std::vector<TokenLabel>>(std::move(tokens));
        QFont font = QApplication::font();
        font.setPixelSize(20);
        const TokenRuler keys = ruler(axis, Qt::Horizontal, font);
        QImage image(240, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        const PlacedLabel label = keys.placeOne({{0, 2}, 60, 2 * cell, 180, 150}, 0);
        CHECK((label.degrees != 0) == (cell < 100));
        keys.paint(painter, label, PicturePalette::figure(Backdrop::kLight), LabelEmphasis::kNone);
        return image;
    };
    for (const bool special : {false, true})
        for (const double cell : {110.0, 36.0, 20.0}) {
            INFO("special " << special << ", cells of " << cell);
            CHECK(drawn("\u0642\u0637\u0629\u0642\u0637\u0629", special, cell)
                  != drawn("\u0628\u0627\u0628\u0628\u0627\u0628", special, cell));
        }
}

TEST_CASE("token axis: labels stay within their room", "[paint]")
{
    for (const int count : {3, 12, 30, 200}) {
        const TokenRuler rows = ruler(mixedTokens(count), Qt::Vertical);
        const AxisPlace place = placeFor(count, 600, rows.thicknessFor(600.0 / count, 120));
        for (const PlacedLabel& label : rows.place(place)) {
            CHECK(label.outline().boundingRect().right() <= place.edge);
            CHECK(label.outline().boundingRect().left() >= place.edge - place.thickness - 1);
        }
        const TokenRuler columns = ruler(mixedTokens(count), Qt::Horizontal);
        const AxisPlace over = placeFor(count, 600, columns.thicknessFor(600.0 / count, 120));
        for (const PlacedLabel& label : columns.place(over)) {
            CHECK(label.outline().boundingRect().bottom() <= over.edge);
            CHECK(label.outline().boundingRect().top() >= over.edge - over.thickness - 1);
        }
    }
}

TEST_CASE("token axis: short words stand upright, long ones turn, many are thinned by round steps", "[paint]")
{
    const TokenRuler words = ruler(tokenAxis({"a", "bc", "def"}), Qt::Horizontal);
    CHECK(words.place(placeFor(3, 300, 40)).front().degrees == 0);
    const TokenRuler many = ruler(wordAxis(500), Qt::Horizontal);
    CHECK(many.place(placeFor(500, 20000, 120)).front().degrees == -45);
    const std::vector<PlacedLabel> thin = many.place(placeFor(500, 700, 120));
    REQUIRE(thin.size() > 5);
    CHECK(thin.front().degrees == -90);
    CHECK(thin[1].token == 20);
    CHECK(thin[1].index == QStringLiteral("20 "));
}

TEST_CASE("token axis: a token that reads like its own position keeps its number", "[paint]")
{
    std::vector<std::string> texts;
    for (int i = 0; i < 200; ++i)
        texts.push_back(std::to_string(i));
    const TokenRuler labels = ruler(tokenAxis(texts), Qt::Vertical);
    const double length = 400;
    const std::vector<PlacedLabel> placed
        = labels.place(placeFor(200, length, labels.thicknessFor(length / 200, 150)));
    REQUIRE(placed.size() > 1);
    for (const PlacedLabel& label : placed) {
        CHECK(label.index == QString::number(label.token) + QLatin1Char(' '));
        CHECK(label.text == QString::number(label.token));
    }
}

TEST_CASE("token axis: long tokens are elided, the whole text is kept", "[paint]")
{
    const TokenRuler labels = ruler(mixedTokens(9), Qt::Vertical);
    const std::vector<PlacedLabel> placed = labels.place(placeFor(9, 300, 80));
    REQUIRE(placed.size() == 9);
    CHECK_FALSE(placed[1].elided);
    CHECK(placed[2].elided);
    CHECK(placed[2].text.endsWith(QChar(0x2026)));
    CHECK(labels.textOf(2).size() == 42);
    CHECK(placed[0].style == LabelStyle::kSpecial);
}

TEST_CASE("token axis: a row that predicts keeps its own token where two would be nothing but dots",
          "[paint]")
{
    const TokenAxis tokens = tokenAxis({"Zusammenhang", "unterbrochen", "wiederhergestellt"});
    const AttentionMap map({StackKind::kDecoder, 0, AttentionKind::kSelf, 0},
                           std::make_shared<const RuleSource>(3, 3, true, drawnNumber), tokens, tokens);
    const TokenRuler labels = TokenRuler::ofQueriesWithNext(map, std::nullopt, QApplication::font());
    REQUIRE_FALSE(labels.place(placeFor(3, 300, 400)).front().next.isEmpty());
    const PlacedLabel narrow = labels.place(placeFor(3, 300, 60)).front();
    CHECK(narrow.next.isEmpty());
    CHECK(narrow.text.startsWith(QStringLiteral("Zu")));
    CHECK(narrow.elided);
}

TEST_CASE("token axis: a cut label begins with its word, not with the sign of a space", "[paint]")
{
    const TokenRuler labels = ruler(tokenAxis({"␣unterbrochen", "␣the"}), Qt::Vertical);
    const std::vector<PlacedLabel> placed = labels.place(placeFor(2, 300, 50));
    REQUIRE(placed.size() == 2);
    CHECK(placed[0].text.startsWith(QStringLiteral("un")));
    CHECK(placed[0].elided);
    CHECK(placed[1].text == QStringLiteral("␣the"));
}

TEST_CASE("token axis: no label is half a number or nothing but dots", "[paint]")
{
    const TokenRuler words = ruler(mixedTokens(200), Qt::Horizontal);
    const TokenRuler numbers(
        200, [](int i) { return AxisLabel{.text = QString::number(i), .position = true}; }, Qt::Horizontal,
        QApplication::font());
    bool cut = false;
    for (int thickness = 0; thickness < 60; ++thickness) {
        INFO(thickness);
        for (const PlacedLabel& label : words.place(placeFor(200, 300, thickness)))
            CHECK(label.text != QString(QChar(0x2026)));
        const std::vector<PlacedLabel> placed = numbers.place(placeFor(200, 300, thickness));
        for (const PlacedLabel& label : placed)
            CHECK(label.text == QString::number(label.token));
        cut = cut || (!placed.empty() && placed.back().token < 100);
    }
    CHECK(cut); // 20 has room earlier than 100
}

TEST_CASE("token axis: the room for labels follows their font", "[paint]")
{
    const auto tokens = mixedTokens(12);
    QFont large = QApplication::font();
    large.setPointSizeF(2 * large.pointSizeF());
    const double usual = ruler(tokens, Qt::Vertical).thicknessFor(40, 1e9);
    const double wide = ruler(tokens, Qt::Vertical, large).thicknessFor(80, 1e9);
    CHECK(wide > 1.5 * usual);
    CHECK(ruler(tokens, Qt::Vertical).thicknessFor(40, 1e9) == usual); // and back
}

TEST_CASE("token axis: tokens of a chat template are styled as special ones are", "[paint][chat]")
{
    std::vector<TokenLabel> tokens(3);
    for (TokenLabel& token : tokens)
        token.text = "user";
    tokens[1].fromTemplate = true;
    const TokenRuler labels = ruler(std::make_shared<const std::vector<TokenLabel>>(tokens), Qt::Vertical);
    const std::vector<PlacedLabel> placed = labels.place(placeFor(3, 300, 80));
    REQUIRE(placed.size() == 3);
    CHECK(placed[0].style == LabelStyle::kPlain);
    CHECK(placed[1].style == LabelStyle::kSpecial);
    CHECK(placed[2].style == LabelStyle::kPlain);
}

TEST_CASE("token axis: every pixel beside the cells belongs to the token of its row or column", "[paint]")
{
    for (const Qt::Orientation orientation : {Qt::Vertical, Qt::Horizontal}) {
        const TokenRuler labels = ruler(wordAxis(40), orientation);
        AxisPlace place = placeFor(40, 400, 90);
        place.span = {10, 30};
        for (int token = 10; token < 30; ++token) {
            const double along = place.middle(token);
            const QPointF at = orientation == Qt::Vertical ? QPointF(place.edge - 1, along)
                                                           : QPointF(along, place.edge - 1);
            CHECK(labels.tokenAt(place, at) == token);
        }
        CHECK_FALSE(labels.tokenAt(place, {place.edge + 5, place.edge + 5}));
    }
    // A slanted label leans over its neighbours' columns but still belongs to its own token.
    const TokenRuler slanted = ruler(wordAxis(12), Qt::Horizontal);
    const AxisPlace place = placeFor(12, 12 * 30, slanted.thicknessFor(30, 150));
    for (const PlacedLabel& label : slanted.place(place)) {
        REQUIRE(label.degrees == -45);
        CHECK(slanted.tokenAt(place, label.outline().boundingRect().center()) == label.token);
    }
}

TEST_CASE("token text: nothing invisible, special tokens as they are in the vocabulary", "[paint]")
{
    TokenLabel token;
    token.text = "</s>";
    CHECK(tokenText(token) == QStringLiteral("</s>"));
    token.special = true;
    CHECK(tokenText(token) == QStringLiteral("</s>"));
    CHECK(quotedToken(token) == QStringLiteral("</s>"));
    token = {};
    token.text = "a\nb\tc";
    CHECK(tokenText(token) == QStringLiteral("a⏎b⇥c"));
    token.text = "  ";
    CHECK(tokenText(token) == QStringLiteral("␣␣"));
    token.text = "";
    CHECK(tokenText(token) == QStringLiteral("∅"));
    token.text = "cat";
    CHECK(quotedToken(token) == QStringLiteral("“cat”"));
}

TEST_CASE("heatmap layout: cells and labels fit, whatever the numbers of queries and keys", "[paint]")
{
    for (const auto& [queries, keys] : {std::pair(1, 1), {12, 12}, {3, 200}, {200, 3}, {500, 500}, {1, 80}}) {
        for (const QSizeF size : {QSizeF(300, 220), QSizeF(900, 640), QSizeF(2400, 1300)}) {
            const HeatmapPicture picture(drawnMap(queries, keys), MapKind::kWeights, {}, {},
                                         PicturePalette::figure(Backdrop::kLight), QApplication::font());
            const QRectF outer(QPointF(7, 9), size);
            const HeatmapLayout layout = picture.layout(outer);
            INFO(queries << " × " << keys << " in " << size.width() << " × " << size.height());
            CHECK(outer.contains(layout.cells.area));
            CHECK(layout.cells.area.width() >= 20);
            CHECK(layout.cells.area.height() >= 20);
            CHECK(layout.scaleBar.right() <= outer.right() + 0.5);
            CHECK(layout.queryCaption.left() >= outer.left() - 0.5);
            CHECK(layout.keyCaption.top() >= outer.top() - 0.5);
            CHECK(layout.queryAxis.edge - layout.queryAxis.thickness >= layout.queryCaption.right() - 0.5);
        }
    }
}

TEST_CASE("heatmap picture: labels of columns are whole at every width that leaves them room", "[paint]")
{
    const std::vector<std::string> words{"the", "black", "cat",   "sleeps", "on",
                                         "a",   "chair", "today", "again",  "."};
    auto labels = std::make_shared<std::vector<TokenLabel>>(words.size());
    for (std::size_t i = 0; i < words.size(); ++i)
        (*labels)[i].text = words[i];
    const TokenAxis tokens = labels;
    const AttentionMap map({}, std::make_shared<const RuleSource>(10, 10, false, drawnNumber), tokens,
                           tokens);
    CellLimits limits;
    limits.known = true;
    limits.maximum = 1;
    const HeatmapPicture picture(map, MapKind::kWeights, limits, {}, PicturePalette::figure(Backdrop::kLight),
                                 QApplication::font());
    int turned = 0;
    for (int width = 300; width <= 800; width += 1) {
        const AxisPlace axis = picture.layout({0, 0, static_cast<double>(width), 500}).keyAxis;
        for (const PlacedLabel& label : picture.keyRuler().place(axis)) {
            INFO(width << ": " << label.text.toStdString() << ", turned by " << label.degrees);
            CHECK_FALSE(label.elided);
            turned += label.degrees == -90 ? 1 : 0;
        }
    }
    CHECK(turned > 0);
}

TEST_CASE("heatmap picture: a label that is pinned or under the mouse displaces those that it would cover",
          "[paint]")
{
    const TokenAxis tokens = mixedTokens(200);
    const AttentionMap map({}, std::make_shared<const RuleSource>(200, 200, false, drawnNumber), tokens,
                           tokens);
    CellLimits limits;
    limits.known = true;
    limits.maximum = 1;
    const HeatmapPicture picture(map, MapKind::kWeights, limits, {}, PicturePalette::figure(Backdrop::kLight),
                                 figureFont(kFigureText));
    const HeatmapLayout layout = picture.layout({0, 0, 700, 600});
    // 23 is between two labels of an axis that labels every tenth or twentieth token.
    const HeatmapMarks marks = GENERATE(HeatmapMarks{{}, {23, 23}}, HeatmapMarks{{23, 23}, {}});
    const auto painted = [&](const HeatmapMarks& kept) {
        QImage image(700, 600, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paintFurniture(painter, layout);
        HeatmapMarksPainter(picture, layout).paint(painter, kept);
        return image;
    };
    const QImage all = painted({}), some = painted(marks);
    for (const auto& [ruler, place] : {std::pair(&picture.queryRuler(), layout.queryAxis),
                                       std::pair(&picture.keyRuler(), layout.keyAxis)}) {
        const QPolygonF pinned = ruler->placeOne(place, 23).outline();
        int displaced = 0;
        for (const PlacedLabel& label : ruler->place(place)) {
            const QRect room = label.outline().boundingRect().toAlignedRect();
            const bool covered = overlap(pinned, label.outline());
            displaced += covered ? 1 : 0;
            INFO(label.token);
            // Nothing of the covered label is left. Letters snap to whole pixels, so allow one more around
            // it.
            const QRect own = pinned.boundingRect().toAlignedRect().adjusted(-1, -1, 1, 1);
            int inked = 0;
            for (int y = room.top() - 1; covered && y <= room.bottom() + 1; ++y)
                for (int x = room.left(); x <= room.right(); ++x)
                    inked += !own.contains(x, y) && some.pixel(x, y) != qRgb(255, 255, 255) ? 1 : 0;
            CHECK(inked == 0);
            if (!covered && !room.intersects(pinned.boundingRect().toAlignedRect().adjusted(-9, -9, 9, 9)))
                CHECK(some.copy(room) == all.copy(room));
        }
        CHECK(displaced > 0);
    }
}

TEST_CASE("heatmap picture: a number under the mouse does not cover those beside it", "[paint]")
{
    const AttentionMap map({}, std::make_shared<const RuleSource>(10, 200, false, drawnNumber), nullptr,
                           nullptr);
    CellLimits limits;
    limits.known = true;
    limits.maximum = 1;
    const HeatmapPicture picture(map, MapKind::kWeights, limits, {}, PicturePalette::figure(Backdrop::kLight),
                                 figureFont(kFigureText));
    const HeatmapLayout layout = picture.layout({0, 0, 700, 600});
    const auto painted = [&](const HeatmapMarks& kept) {
        QImage image(700, 600, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paintFurniture(painter, layout);
        HeatmapMarksPainter(picture, layout).paint(painter, kept);
        return image;
    };
    const QImage plain = painted({});
    const auto labels = picture.keyRuler().place(layout.keyAxis);
    REQUIRE(labels.size() > 5);
    REQUIRE(labels[1].token > 1);
    const int between = labels[1].token + 1;
    const QImage hovered = painted(HeatmapMarks{{3, between}, {}});
    for (const PlacedLabel& label : labels) {
        const QRect room = label.outline().boundingRect().toAlignedRect();
        CHECK(hovered.copy(room) == plain.copy(room));
    }
    CHECK_FALSE(hovered == plain);
}

TEST_CASE("heatmap picture: rows as high as a line keep their labels beside a pinned one", "[paint]")
{
    const TokenAxis tokens = mixedTokens(12);
    const AttentionMap map({}, std::make_shared<const RuleSource>(12, 12, false, drawnNumber), tokens,
                           tokens);
    CellLimits limits;
    limits.known = true;
    limits.maximum = 1;
    const HeatmapPicture picture(map, MapKind::kWeights, limits, {}, PicturePalette::figure(Backdrop::kLight),
                                 figureFont(kFigureText));
    const TokenRuler& ruler = picture.queryRuler();
    // The lowest picture that still labels every row.
    int height = 600;
    const auto everyRow = [&](int tried) {
        return ruler.place(picture.layout({0, 0, 700.0, static_cast<double>(tried)}).queryAxis).size() == 12;
    };
    while (everyRow(height - 1))
        --height;
    const HeatmapLayout layout = picture.layout({0, 0, 700.0, static_cast<double>(height)});
    REQUIRE(layout.queryAxis.cell() - ruler.placeOne(layout.queryAxis, 5).box.height() < 1);
    const auto painted = [&](const HeatmapMarks& marks) {
        QImage image(700, height, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        picture.paintFurniture(painter, layout);
        HeatmapMarksPainter(picture, layout).paint(painter, marks);
        return image;
    };
    const QImage all = painted({}), some = painted({{}, {5, 5}});
    for (const int neighbour : {4, 6}) {
        INFO(neighbour);
        const QRectF box = ruler.placeOne(layout.queryAxis, neighbour).outline().boundingRect();
        const QRect inside = box.adjusted(2, 2, -2, -2).toRect();
        CHECK(some.copy(inside) == all.copy(inside));
    }
}

TEST_CASE("heatmap picture: the name of the columns is not cut at the edge of the picture", "[paint]")
{
    HeatmapOptions options;
    options.table = TableNames{QStringLiteral("number"), QStringLiteral("rows"),
                               QStringLiteral("columns (each of them the mean of a great many others)")};
    const HeatmapPicture picture(drawnMap(12, 12), MapKind::kWeights, {}, options,
                                 PicturePalette::figure(Backdrop::kLight), figureFont(kFigureText));
    const QRectF outer(0, 0, 240, 200);
    QImage image(300, 200, QImage::Format_RGB32); // wider than the picture
    image.fill(Qt::white);
    QPainter painter(&image);
    const HeatmapLayout layout = picture.layout(outer);
    picture.paintFurniture(painter, layout);
    painter.end();
    const QRect strip(static_cast<int>(outer.right()), layout.keyCaption.toAlignedRect().top(), 59,
                      layout.keyCaption.toAlignedRect().height());
    for (int y = strip.top(); y < strip.bottom(); ++y)
        for (int x = strip.left(); x < strip.right(); ++x)
            REQUIRE(image.pixelColor(x, y) == QColor(Qt::white));
}

TEST_CASE("heatmap picture: a name longer than its axis goes on beside the labels", "[paint]")
{
    HeatmapOptions options;
    options.table = TableNames{QStringLiteral("number"), QStringLiteral("a name that is as long as this"),
                               QStringLiteral("keys")};
    const HeatmapPicture picture(drawnMap(2, 12), MapKind::kWeights, {}, options,
                                 PicturePalette::figure(Backdrop::kLight), figureFont(kFigureText));
    const HeatmapLayout layout = picture.layout({0, 0, 500, 160});
    QImage image(500, 160, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    picture.paintFurniture(painter, layout);
    painter.end();
    const QRect strip = layout.queryCaption.toAlignedRect();
    int above = 0;
    for (int y = strip.top() - 20; y < strip.top() - 4; ++y)
        for (int x = strip.left(); x < strip.right(); ++x)
            above += image.pixelColor(x, y).lightness() < 200 ? 1 : 0;
    CHECK(above > 10);
}
