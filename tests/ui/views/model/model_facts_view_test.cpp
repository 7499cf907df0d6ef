#include "ui/views/model/model_facts_view.h"

#include "core/model/model.h"
#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/run/model_facts.h"

#include <QStyle>
#include <QTest>
#include <QTreeWidget>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct FactsBench : ViewBench
{
    ModelFactsView view{context};

    FactsBench()
    {
        view.resize(400, 500);
        view.show();
    }
    QTreeWidget& tree() const { return *view.findChild<QTreeWidget*>(); }
    void wait(int sections) const
    {
        REQUIRE(QTest::qWaitFor([&] { return tree().topLevelItemCount() == sections; }, 60000));
        turn();
    }
    QTreeWidgetItem* fact(const QString& name) const
    {
        const auto found = tree().findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? nullptr : found.first();
    }
    QString value(const QString& name) const
    {
        return fact(name) == nullptr ? QString() : fact(name)->text(1);
    }
};

} // namespace

TEST_CASE("model facts: names and numbers of the model, config.json as a tree", "[views]")
{
    FactsBench bench;
    const test::BertFolder bert;
    const std::shared_ptr<const Model> model = loadModel(bert.path(), {}, {}).value();
    bench.workspace.setModel(model, [model] { return describeModel(*model); });
    REQUIRE(QTest::qWaitFor([&] { return bench.tree().topLevelItemCount() > 1; }, 60000));
    CHECK(bench.value(QStringLiteral("Family")) == QStringLiteral("bert"));
    CHECK(bench.value(QStringLiteral("Layers")) == QStringLiteral("2"));
    CHECK(bench.value(QStringLiteral("Heads")) == QStringLiteral("4"));
    CHECK(bench.value(QStringLiteral("d_model")) == QStringLiteral("32"));
    CHECK(bench.value(QStringLiteral("In the file")) == QStringLiteral("F32"));
    CHECK(bench.value(QStringLiteral("Architecture")).contains(QStringLiteral("encoder")));
    CHECK(bench.value(QStringLiteral("Special tokens")).contains(QStringLiteral("[MASK] 4")));
    CHECK(bench.value(QStringLiteral("hidden_act")) == QStringLiteral("gelu"));
    CHECK(bench.tree().findItems(QStringLiteral("Decoder"), Qt::MatchExactly).isEmpty());
    bench.workspace.setModel(nullptr);
    bench.wait(1);
}

TEST_CASE("model facts: a long value has the lines that it needs, whatever the width", "[views]")
{
    FactsBench bench;
    bench.workspace.setModel(test::tinyModel({}), [] {
        return QList<FactSection>{
            {QStringLiteral("Model"),
             {{QStringLiteral("Short"), QStringLiteral("one")},
              {QStringLiteral("Long"),
               QStringLiteral("encoder and decoder with cross-attention between them, "
                              "norms after every sub-layer, positions from a formula")}}},
            {QStringLiteral("Other"), {}}};
    });
    bench.wait(2);
    const auto height
        = [&](const QString& name) { return bench.tree().visualItemRect(bench.fact(name)).height(); };
    bench.view.resize(1400, 500);
    ViewBench::turn();
    CHECK(height(QStringLiteral("Long")) == height(QStringLiteral("Short")));
    bench.view.resize(300, 500);
    ViewBench::turn();
    CHECK(height(QStringLiteral("Long")) >= 3 * height(QStringLiteral("Short")));
    // The whole text fits into its row.
    const int room
        = bench.tree().columnWidth(1) - 2 * bench.tree().style()->pixelMetric(QStyle::PM_FocusFrameHMargin);
    const QRect needed = bench.tree().fontMetrics().boundingRect(QRect(0, 0, room, 10000), Qt::TextWordWrap,
                                                                 bench.value(QStringLiteral("Long")));
    CHECK(height(QStringLiteral("Long")) >= needed.height());
}
