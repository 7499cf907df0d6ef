#include "ui/views/model/model_diagram_painting.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"
#include "ui/views/model/diagram_words.h"
#include "ui/window/look/languages.h"

#include <QImage>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <string>

using namespace headlight;

namespace {

using Kind = DiagramPart::Kind;

Architecture factsOf(const std::string& name)
{
    const auto model = loadModel(std::string(test::kTestData) + "/models/" + name, {}, {});
    INFO(name);
    REQUIRE(model.has_value());
    return architectureOf(**model);
}

/// The steps of one layer that have blocks, from bottom to top.
std::vector<LayerStep::Kind> kindsOf(const ModelDiagram& diagram, StackKind stack, int layer)
{
    std::vector<const DiagramPart*> parts;
    for (const DiagramPart& part : diagram.parts())
        if (part.stack == stack && part.layer == layer && part.kind == Kind::kStep)
            parts.push_back(&part);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto* a, const auto* b) { return a->rect.top() > b->rect.top(); });
    std::vector<LayerStep::Kind> kinds;
    kinds.reserve(parts.size());
    for (const DiagramPart* part : parts)
        kinds.push_back(part->step);
    return kinds;
}

} // namespace

TEST_CASE("model diagram: norms stand where the model has them", "[paint]")
{
    using Kind = LayerStep::Kind;
    const Architecture pre = factsOf("gpt2");
    CHECK(kindsOf(ModelDiagram(pre, pre.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kNorm, Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kFeedForward,
                               Kind::kSum});
    const Architecture post = factsOf("bert");
    CHECK(kindsOf(ModelDiagram(post, post.layers(), QFont()), StackKind::kEncoder, 1)
          == std::vector<Kind>{Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kFeedForward, Kind::kSum,
                               Kind::kNorm});
    const Architecture sandwich = factsOf("gemma2");
    CHECK(kindsOf(ModelDiagram(sandwich, sandwich.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kNorm, Kind::kAttention, Kind::kNorm, Kind::kSum, Kind::kNorm,
                               Kind::kFeedForward, Kind::kNorm, Kind::kSum});
    const Architecture paper = factsOf("paper-transformer");
    CHECK(kindsOf(ModelDiagram(paper, paper.layers(), QFont()), StackKind::kDecoder, 0)
          == std::vector<Kind>{Kind::kAttention, Kind::kSum, Kind::kNorm, Kind::kAttention, Kind::kSum,
                               Kind::kNorm, Kind::kFeedForward, Kind::kSum, Kind::kNorm});
}

TEST_CASE("model diagram: blocks lie apart, inside the picture, and are found by the mouse", "[paint]")
{
    for (const char* name : {"gpt2", "llama", "t5", "bert", "gemma2", "bart", "paper-transformer"}) {
        INFO(name);
        const Architecture facts = factsOf(name);
        for (const LayerSet& open : {LayerSet{}, facts.layers()}) {
            const ModelDiagram diagram(facts, open, QFont());
            const QRectF whole(QPointF(), diagram.size());
            for (std::size_t i = 0; i < diagram.parts().size(); ++i) {
                const DiagramPart& part = diagram.parts()[i];
                CHECK(whole.contains(part.rect));
                for (std::size_t j = i + 1; j < diagram.parts().size(); ++j)
                    CHECK_FALSE(part.rect.intersects(diagram.parts()[j].rect));
                if (!part.isLabel())
                    CHECK(diagram.partAt(part.rect.center()) == static_cast<int>(i));
                for (std::size_t head = 0; head < part.heads.size(); ++head) {
                    CHECK(part.rect.contains(part.heads[head]));
                    CHECK(diagram.headAt(static_cast<int>(i), part.heads[head].center())
                          == static_cast<int>(head));
                }
            }
        }
    }
}

TEST_CASE("model diagram: as many squares as heads, closed layers are one line", "[paint]")
{
    const Architecture facts = factsOf("llama");
    const ModelDiagram open(facts, facts.layers(), QFont());
    const int attention = open.partOf({StackKind::kDecoder, 1, AttentionKind::kSelf});
    REQUIRE(attention >= 0);
    const DiagramPart& part = open.parts()[static_cast<std::size_t>(attention)];
    CHECK(part.is(LayerStep::Kind::kAttention));
    CHECK(part.heads.size() == static_cast<std::size_t>(facts.decoder->layers[1].self.heads));
    const ModelDiagram closed(facts, {}, QFont());
    const int title = closed.partOf({StackKind::kDecoder, 1, AttentionKind::kSelf});
    REQUIRE(title >= 0);
    CHECK(closed.parts()[static_cast<std::size_t>(title)].kind == Kind::kLayer);
    CHECK(closed.size().height() < open.size().height());
    CHECK(closed.partOf({StackKind::kDecoder, 99, AttentionKind::kSelf}) == -1);
}

TEST_CASE("model diagram: every block is reached by the arrow keys", "[paint]")
{
    test::TinyOptions options;
    options.decoderOnly = options.parallel = true;
    options.placement = NormPlacement::kPre;
    for (const Architecture& facts :
         {factsOf("paper-transformer"), factsOf("gpt2"), architectureOf(*test::tinyModel(options))}) {
        const ModelDiagram diagram(facts, facts.layers(), QFont());
        const auto count = static_cast<int>(diagram.parts().size());
        std::vector<bool> reached(static_cast<std::size_t>(count));
        std::vector<int> open{diagram.neighbour(0, 1, 0)};
        while (!open.empty()) {
            const int part = open.back();
            open.pop_back();
            if (reached[static_cast<std::size_t>(part)])
                continue;
            reached[static_cast<std::size_t>(part)] = true;
            for (const auto& [up, across] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
                open.push_back(diagram.neighbour(part, up, across));
        }
        for (int i = 0; i < count; ++i) {
            INFO(facts.name << " block " << i << ": "
                            << diagram.parts()[static_cast<std::size_t>(i)].title.toStdString());
            CHECK(reached[static_cast<std::size_t>(i)]
                  != diagram.parts()[static_cast<std::size_t>(i)].isLabel());
        }
    }
}

TEST_CASE("model diagram: the head that is looked at has the pin's colour", "[paint]")
{
    const Architecture facts = factsOf("gpt2");
    const ModelDiagram diagram(facts, facts.layers(), QFont());
    DiagramLook look;
    look.palette = PicturePalette::figure(Backdrop::kLight);
    look.head = {StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
    QImage image(diagram.size().toSize(), QImage::Format_RGB32);
    image.fill(look.palette.background);
    QPainter painter(&image);
    paintModelDiagram(painter, diagram, look);
    painter.end();
    const int part = diagram.partOf(look.head.layerRef());
    const auto& heads = diagram.parts()[static_cast<std::size_t>(part)].heads;
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
        const ModelDiagram diagram(facts, facts.layers(), {});
        for (const DiagramPart& part : diagram.parts())
            if (!part.is(LayerStep::Kind::kSum))
                all << part.title;
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
