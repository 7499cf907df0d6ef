#include "ui/views/mask/mask_view.h"

#include "core/math/mask.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct MaskBench : ViewBench
{
    MaskView view{context};

    explicit MaskBench(bool run = true, const SyntheticOptions& options = {})
    {
        focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 2});
        if (run)
            workspace.publish(syntheticSnapshot(options, 3));
        view.resize(800, 400);
        view.show();
        turn();
    }
    void choose(const QString& text)
    {
        auto* const choice = view.findChild<QComboBox*>();
        const int row = choice->findText(text);
        REQUIRE(row >= 0);
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Home);
        for (int i = 0; i < row; ++i)
            QTest::keyClick(choice, Qt::Key_Down);
        turn();
    }
    void press(const QString& text)
    {
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text().contains(text))
                return QTest::mouseClick(button, Qt::LeftButton);
        FAIL("no button " << text.toStdString());
    }
    QString shown(int query, int key) const
    {
        return view.model().index(query, key).data(Qt::DisplayRole).toString();
    }
};

} // namespace

TEST_CASE("mask view: the current head's mask in every notation", "[views][mask]")
{
    MaskBench bench;
    const Trace trace = bench.workspace.shownTrace();
    const Matrix mask = trace.attention(bench.focus.head()).whole(MapKind::kMask);
    REQUIRE(bench.view.model().rowCount() == mask.rows());
    const std::vector<std::pair<QString, std::pair<QString, QString>>> notations{
        {QStringLiteral("1, 0"), {QStringLiteral("1"), QStringLiteral("0")}},
        {QStringLiteral("−∞"), {QStringLiteral("0"), QStringLiteral("−∞")}},
        {QStringLiteral("−10⁹"), {QStringLiteral("0"), QStringLiteral("−10⁹")}},
        {QStringLiteral("PyTorch"), {QStringLiteral("False"), QStringLiteral("True")}}};
    for (const auto& [button, texts] : notations) {
        bench.press(button);
        INFO(button.toStdString());
        for (Index q = 0; q < mask.rows(); ++q)
            for (Index k = 0; k < mask.cols(); ++k)
                CHECK(bench.shown(static_cast<int>(q), static_cast<int>(k))
                      == (mask(q, k) > 0 ? texts.first : texts.second));
        CHECK_FALSE(bench.view.grab().isNull());
    }
    CHECK(bench.view.code().contains(QStringLiteral("torch.tril")));
    // Another head, another mask.
    bench.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kCross, 0});
    ViewBench::turn();
    CHECK(bench.view.model().columnCount() == 6);
    CHECK_FALSE(bench.view.code().contains(QStringLiteral("torch.tril")));
}

TEST_CASE("mask view: the examples of the introductions, and code to copy", "[views][mask][texts]")
{
    MaskBench bench(false);
    CHECK(bench.view.model().rowCount() == 0);
    CHECK(bench.view.statement().contains(QStringLiteral("examples")));
    bench.choose(QStringLiteral("causal, 4 tokens"));
    bench.press(QStringLiteral("−∞"));
    CHECK(bench.view.model().rowCount() == 4);
    CHECK(bench.shown(0, 0) == QStringLiteral("0"));
    CHECK(bench.shown(0, 1) == QStringLiteral("−∞"));
    CHECK(bench.shown(3, 3) == QStringLiteral("0"));
    bench.press(QStringLiteral("Copy code"));
    CHECK(QGuiApplication::clipboard()->text() == bench.view.code());
    CHECK(bench.view.code().contains(QStringLiteral("L = 4")));
    CHECK(bench.view.code().contains(QStringLiteral("float(\"-inf\")")));
    bench.choose(QStringLiteral("causal, 3 tokens"));
    bench.press(QStringLiteral("PyTorch"));
    CHECK(bench.view.model().rowCount() == 3);
    CHECK(bench.shown(2, 0) == QStringLiteral("False"));
    CHECK(bench.shown(0, 2) == QStringLiteral("True"));
    CHECK(bench.view.code().contains(QStringLiteral("attn_mask=hidden")));
    bench.choose(QStringLiteral("padding, 3 of 4 tokens"));
    CHECK(bench.shown(0, 3) == QStringLiteral("True"));
    CHECK(bench.view.code().contains(QStringLiteral("torch.arange(L) < 3")));
    bench.choose(QStringLiteral("causal, with an empty row"));
    CHECK(bench.view.statement().contains(QStringLiteral("NaN")));
}

TEST_CASE("mask view: in a narrow view the lines of the code wrap, and are copied whole", "[views][mask]")
{
    MaskBench bench;
    bench.view.resize(44 * bench.view.fontMetrics().averageCharWidth(), 560);
    auto& code = *bench.view.findChild<QPlainTextEdit*>();
    for (const char* const form : {"1, 0", "−∞", "−10⁹", "PyTorch"}) {
        INFO(form);
        bench.press(QString::fromUtf8(form));
        ViewBench::turn();
        CHECK(code.horizontalScrollBar()->maximum() == 0);
        bench.press(QStringLiteral("Copy code"));
        CHECK(QGuiApplication::clipboard()->text()
              == maskCode(bench.view.model().truth(), bench.view.model().form()));
    }
}

TEST_CASE("mask view: its table and its code have letters as large as the view's", "[views][mask]")
{
    MaskBench bench;
    const auto& code = *bench.view.findChild<QPlainTextEdit*>();
    const auto& header = *bench.view.findChild<QTableView*>()->horizontalHeader();
    const int narrow = header.defaultSectionSize();
    QFont large = bench.view.font();
    large.setPointSizeF(2 * large.pointSizeF());
    bench.view.setFont(large);
    ViewBench::turn();
    CHECK(code.font().pointSizeF() == large.pointSizeF());
    CHECK(header.defaultSectionSize() > 3 * narrow / 2);
}

TEST_CASE("mask view: one token, and five hundred", "[views][mask]")
{
    SyntheticOptions options;
    options.layers = 1;
    options.target = 1;
    MaskBench one(true, options);
    one.focus.setHead({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    ViewBench::turn();
    CHECK(one.view.model().rowCount() == 1);
    options.source = 600;
    one.workspace.publish(syntheticSnapshot(options, 1));
    one.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    ViewBench::turn();
    CHECK(one.view.model().rowCount() == MaskView::kMostShown);
    CHECK(one.view.statement().contains(QString::number(MaskView::kMostShown)));
    CHECK_FALSE(one.view.grab().isNull());
}

TEST_CASE("mask code: what no rule gives is written out", "[views][mask]")
{
    const ByteMatrix odd = Mask(3, 3).causal().edit({1, 2, 0, 1, false}).toMatrix();
    const QString code = maskCode(odd, MaskNotation::kTruth);
    CHECK(code.contains(QStringLiteral("[1, 0, 0],")));
    CHECK(code.contains(QStringLiteral("[0, 1, 0],")));
    CHECK(maskCode(Mask(6, 6).causal().window(2).toMatrix(), MaskNotation::kTruth)
              .contains(QStringLiteral("diagonal=-1")));
}

TEST_CASE("mask view: tokens of the chat template are said to be from it, and written in italics",
          "[views][mask][chat]")
{
    MaskBench bench;
    bench.workspace.publish(withTemplateTokens(*bench.workspace.snapshot(), 2));
    ViewBench::turn();
    const MaskModel& model = bench.view.model();
    const auto tip
        = [&](int query, int key) { return model.index(query, key).data(Qt::ToolTipRole).toString(); };
    CHECK(tip(3, 1).endsWith(QStringLiteral("can attend to ␣Le, from the chat template")));
    CHECK_FALSE(tip(3, 2).contains(QStringLiteral("template")));
    const auto isItalic = [&](int section) {
        return model.headerData(section, Qt::Horizontal, Qt::FontRole).value<QFont>().italic();
    };
    CHECK(isItalic(1));
    CHECK_FALSE(isItalic(2));
}
