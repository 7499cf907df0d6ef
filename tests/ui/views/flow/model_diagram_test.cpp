#include "ui/views/flow/flow_painting.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"
#include "ui/views/flow/flow_words.h"
#include "ui/window/look/languages.h"

#include <QImage>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <string>

using namespace headlight;

namespace {

using Kind = FlowBox::Kind;

Architecture factsOf(const std::string& name)
{
    const auto model = loadModel(std::string(test::kTestData) + "/models/" + name, {}, {});
    INFO(name);
    REQUIRE(model.has_value());
    return architectureOf(**model);
}

/// The steps of one layer that have blocks, from bottom to top.
std::vector<LayerStep::Kind> kindsOf(const FlowLayout& diagram, StackKind stack, int layer)
{
    std::vector<const FlowBox*> parts;
    for (const FlowBox& part : diagram.boxes())
        if (part.stack == stack && part.layer == layer && part.kind == Kind::kStep)
            parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto* a, const auto* b) { return a->rect.top() > b->rect.top(); });
    std::vector<LayerStep::Kind> kinds;
    kinds.reserve(parts.size());
    for (const FlowBox* part : parts)
        kinds.push_back(part->step);
    return kinds;
}

/// The squares of an attention's heads.
std::vector<QRectF> squaresOf(const FlowLayout& diagram, int attention)
{
    std::vector<QRectF> squares;
    for (const FlowBox& box : diagram.boxes())
        if (box.kind == Kind::kSquare && box.parent == attention)
            squares.push_back(box.rect);
    return squares;
}

} // namespace

TEST_CASE("model diagram: norms stand where the model has them", "[paint]")
{
    using Kind = LayerStep::Kind;
    const Architecture pre = factsOf("gpt2");
    CHECK(kindsOf(FlowLayout::diagram(pre, pre.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kNorm, Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kFeedForward,
                               Kind::kSum});
    const Architecture post = factsOf("bert");
    CHECK(kindsOf(FlowLayout::diagram(post, post.layers(), QFont()), StackKind::kEncoder, 1)
          == std::vector<Kind>{Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kFeedForward, Kind::kSum,
                               Kind::kNorm});
    const Architecture sandwich = factsOf("gemma2");
    CHECK(kindsOf(FlowLayout::diagram(sandwich, sandwich.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kNorm, Kind::kAttention, Kind::kNorm, Kind::kSum, Kind::kNorm,
                               Kind::kFeedForward, Kind::kNorm, Kind::kSum});
    const Architecture paper = factsOf("paper-transformer");
    CHECK(kindsOf(FlowLayout::diagram(paper, paper.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kAttention, Kind::kSum,
                               Kind::kNorm, Kind::kFeedForward, Kind::kSum, Kind::kNorm});
}

TEST_CASE("model diagram: blocks lie apart, inside the picture, and are found by the mouse", "[paint]")
{
    for (const char* name : {"gpt2", "llama", "t5", "bert", "gemma2", "bart", "paper-transformer"}) {
        INFO(name);
        const Architecture facts = factsOf(name);
        for (const LayerSet& open : {LayerSet{}, facts.layers()}) {
            const FlowLayout diagram = FlowLayout::diagram(facts, open, QFont());
            // The place of an open layer is its title.
            const auto& boxes = diagram.boxes();
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                const FlowBox& box = boxes[i];
                CHECK(diagram.bounds().contains(box.rect));
                if (const FlowBox* const around = diagram.box(box.parent))
                    CHECK(around->rect.contains(box.rect));
                for (std::size_t j = i + 1; j < boxes.size(); ++j)
                    if (boxes[j].parent != static_cast<int>(i) || box.open)
                        CHECK_FALSE(box.place().intersects(boxes[j].place()));
                // The middle of an attention may be one of its heads.
                const int found = diagram.boxAt(box.place().center());
                if (found != static_cast<int>(i))
                    CHECK(diagram.box(found)->parent == static_cast<int>(i));
                if (box.kind == Kind::kSquare)
                    CHECK(found == static_cast<int>(i));
            }
        }
    }
}

TEST_CASE("model diagram: as many squares as heads, closed layers are one line", "[paint]")
{
    const Architecture facts = factsOf("llama");
    const FlowLayout open = FlowLayout::diagram(facts, facts.layers(), QFont());
    const int attention = open.findAttention({StackKind::kDecoder, 1, AttentionKind::kSelf});
    REQUIRE(attention >= 0);
    const FlowBox& part = open.boxes()[static_cast<std::size_t>(attention)];
    CHECK(part.is(LayerStep::Kind::kAttention));
    CHECK(squaresOf(open, attention).size() == static_cast<std::size_t>(facts.decoder->layers[1].self.heads));
    const FlowLayout closed = FlowLayout::diagram(facts, {}, QFont());
    const int title = closed.findAttention({StackKind::kDecoder, 1, AttentionKind::kSelf});
    REQUIRE(title >= 0);
    CHECK(closed.boxes()[static_cast<std::size_t>(title)].kind == Kind::kLayer);
    CHECK(closed.bounds().height() < open.bounds().height());
    CHECK(closed.findAttention({StackKind::kDecoder, 99, AttentionKind::kSelf}) == -1);
}

TEST_CASE("model diagram: every block is reached by the arrow keys", "[paint]")
{
    test::TinyOptions options;
    options.decoderOnly = options.parallel = true;
    options.placement = NormPlacement::kPre;
    for (const Architecture& facts :
         {factsOf("paper-transformer"), factsOf("gpt2"), architectureOf(*test::tinyModel(options))}) {
        const FlowLayout diagram = FlowLayout::diagram(facts, facts.layers(), QFont());
        const auto count = static_cast<int>(diagram.boxes().size());
        std::vector<bool> reached(static_cast<std::size_t>(count));
        std::vector<int> open{diagram.neighbour(0, {0, -1})};
        while (!open.empty()) {
            const int part = open.back();
            open.pop_back();
            if (reached[static_cast<std::size_t>(part)])
                continue;
            reached[static_cast<std::size_t>(part)] = true;
            for (const QPoint& direction : {QPoint(0, -1), QPoint(0, 1), QPoint(1, 0), QPoint(-1, 0)})
                open.push_back(diagram.neighbour(part, direction));
        }
        for (int i = 0; i < count; ++i) {
            const FlowBox& box = *diagram.box(i);
            INFO(facts.name << " block " << i << ": " << box.name.toStdString());
            CHECK(reached[static_cast<std::size_t>(i)]
                  != (box.kind == Kind::kLabel || box.kind == Kind::kSquare));
        }
    }
}

TEST_CASE("model diagram: the head that is looked at has the pin's colour", "[paint]")
{
    const Architecture facts = factsOf("gpt2");
    FlowScene scene;
    scene.layout = FlowLayout::diagram(facts, facts.layers(), QFont());
    scene.head = {StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    FlowLook look;
    look.palette = PicturePalette::figure(Backdrop::kLight);
    const QRectF bounds = scene.layout.bounds();
    QImage image(bounds.size().toSize(), QImage::Format_RGB32);
    image.fill(look.palette.background);
    QPainter painter(&image);
    paintFlow(painter, scene, {bounds.topLeft(), 1, bounds.size()}, look);
    painter.end();
    const auto heads = squaresOf(scene.layout, scene.layout.findAttention(scene.head.layerRef()));
    CHECK(image.pixel(heads[2].center().toPoint()) == look.palette.pin.rgb());
    CHECK(image.pixel(heads[1].center().toPoint()) != look.palette.pin.rgb());
}

TEST_CASE("model diagram: counts in words", "[paint]")
{
    const QLocale before;
    QLocale::setDefault(QLocale::c());
    CHECK(countText(999) == QStringLiteral("999"));
    CHECK(countText(1234) == QStringLiteral("1.23\u00a0k"));
    CHECK(countText(16'400'000) == QStringLiteral("16.4\u00a0M"));
    CHECK(countText(999'600) == QStringLiteral("1.00\u00a0M"));
    CHECK(countText(7'240'000'000) == QStringLiteral("7.24\u00a0G"));
    QLocale::setDefault(before);
}

TEST_CASE("model diagram: a narrow block leaves out parts of its facts, and cuts none", "[paint]")
{
    const QFontMetricsF metrics{QFont()};
    const QString all = QStringLiteral("4 heads, width 48 · window 64 · 148 k");
    for (int letters = static_cast<int>(all.size()); letters > 0; --letters) {
        const double width = metrics.horizontalAdvance(all.left(letters));
        const QString shown = wholeParts(all, metrics, width);
        CHECK((shown + QStringLiteral(" ·")).startsWith(QStringLiteral("4 heads, width 48 ·")));
        CHECK((all + QStringLiteral(" · ")).startsWith(shown + QStringLiteral(" · ")));
        CHECK((metrics.horizontalAdvance(shown) <= width || !shown.contains(QStringLiteral(" · "))));
    }
    CHECK(wholeParts(all, metrics, 1e4) == all);
}

TEST_CASE("model diagram: its blocks speak the language that is chosen", "[paint]")
{
    const Architecture facts = factsOf("paper-transformer");
    const auto titles = [&facts] {
        QStringList all;
        const FlowLayout diagram = FlowLayout::diagram(facts, facts.layers(), {});
        for (const FlowBox& part : diagram.boxes())
            if (!part.isSum() && part.kind != Kind::kSquare)
                all << part.name;
        return all;
    };
    useLanguage(QStringLiteral("fr"));
    const QStringList french = titles();
    useLanguage(QStringLiteral("en"));
    const QStringList english = titles();
    REQUIRE(french.size() == english.size());
    CHECK(french.contains(QStringLiteral("Plongement des tokens")));
    for (int i = 0; i < english.size(); ++i) {
        INFO(english[i].toStdString());
        const bool shared = english[i].isEmpty() || english[i] == QStringLiteral("Feed-forward");
        CHECK((shared || english[i] != french[i]));
    }
}
