#include "ui/views/copy_menu.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/models/dictionary_model.h"
#include "ui/views/beams_view.h"
#include "ui/views/decoding_view.h"
#include "ui/views/heads_view.h"
#include "ui/views/lines_view.h"
#include "ui/views/positions_view.h"
#include "ui/views/stream_view.h"
#include "ui/views/tokens_view.h"
#include "ui/views/vectors_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QTest>
#include <QTimer>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kEncoderHead{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};

/// A view with a result, and its menu as a person opens it.
template <typename View>
struct CopyBench : ViewBench
{
    View view{context};

    CopyBench()
    {
        QGuiApplication::clipboard()->clear();
        focus.setHead(kEncoderHead);
        workspace.publish(syntheticSnapshot({}, 5));
        view.resize(700, 500);
        view.show();
        turn();
    }
    /// Opens the menu by the Menu key over an empty place and triggers the entry.
    void choose(const QString& label)
    {
        bool found = false;
        QTimer::singleShot(0, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            REQUIRE(menu != nullptr);
            for (QAction* action : menu->actions()) {
                if (action->text() != label)
                    continue;
                found = action->isEnabled();
                action->trigger();
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {1, 1}, view.mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(&view, &event);
        INFO(label.toStdString());
        CHECK(found);
    }
    static QList<QStringList> copied()
    {
        QList<QStringList> rows;
        for (const QString& line :
             QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            rows << line.split(QLatin1Char('\t'));
        return rows;
    }
};

} // namespace

TEST_CASE("copying: lines give the weights of their heads", "[views][copy]")
{
    CopyBench<LinesView> bench;
    REQUIRE(QTest::qWaitFor([&] { return !bench.view.summary().isEmpty(); }));
    bench.choose(QStringLiteral("Copy the weights of the heads as table"));
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    const QList<QStringList> rows = bench.copied();
    REQUIRE(rows.size() >= map.queries());
    bool found = false;
    for (const QStringList& row : rows)
        found = found || row.last().toFloat() == map.at(MapKind::kWeights, 2, map.keys() - 1);
    CHECK(found);
    bench.choose(QStringLiteral("Copy picture"));
    CHECK_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_CASE("copying: tokens give what they are shaded by", "[views][copy]")
{
    CopyBench<TokensView> bench;
    bench.focus.setPin({2, std::nullopt});
    bench.turn();
    bench.choose(QStringLiteral("Copy tokens and numbers as table"));
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    const QList<QStringList> rows = bench.copied();
    REQUIRE(rows.size() == map.keys());
    for (int key = 0; key < map.keys(); ++key)
        CHECK(rows[key].last().toFloat() == map.at(MapKind::kWeights, 2, key));
}

TEST_CASE("copying: positions, vectors and heads give their tables", "[views][copy]")
{
    {
        CopyBench<PositionsView> bench;
        bench.view.setLength(std::nullopt);
        bench.turn();
        const Matrix shown = bench.view.shown();
        if (shown.size() > 0) {
            bench.choose(QStringLiteral("Copy matrix as table"));
            const QList<QStringList> rows = bench.copied();
            REQUIRE(rows.size() == shown.rows());
            CHECK(rows[1][1].toFloat() == shown(1, 1));
        }
    }
    {
        CopyBench<VectorsView> bench;
        bench.choose(QStringLiteral("Copy keys and weights as table"));
        DictionaryModel model;
        model.setDictionary(bench.view.dictionary());
        CHECK(bench.copied().size() == model.rowCount() + 1);
        bench.choose(QStringLiteral("Copy picture"));
        CHECK(QGuiApplication::clipboard()->image().width() > 100);
    }
    CopyBench<HeadsView> bench;
    bench.choose(QStringLiteral("Copy statistics as table"));
    CHECK(bench.copied().size()
          == 1 + static_cast<int>(bench.workspace.shownTrace().info().layers().size()) * 4);
}

TEST_CASE("copying: the steps of a decoding, one line each", "[views][copy]")
{
    CopyBench<DecodingView> bench;
    const std::vector<StepView>& steps = bench.workspace.snapshot()->steps;
    REQUIRE_FALSE(steps.empty());
    bench.choose(QStringLiteral("Copy the steps as table"));
    const QList<QStringList> rows = bench.copied();
    REQUIRE(rows.size() == static_cast<int>(steps.size()));
    CHECK(rows[1][2].toFloat() == steps[1].probability);
    CHECK(rows[1][3].toInt() == steps[1].rank + 1);
}

TEST_CASE("copying: a table keeps its rows and columns whatever its texts hold", "[views][copy]")
{
    QStandardItemModel model(2, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("a"), QStringLiteral("b")});
    model.setItem(0, 0, new QStandardItem(QStringLiteral("tab\tline\nend")));
    model.setItem(1, 1, new QStandardItem(QStringLiteral("x")));
    CHECK(tableOf(model) == QStringLiteral("a\tb\ntab line end\t\n\tx\n"));
    Matrix numbers(1, 2);
    numbers << 0.1F, -3;
    CHECK(tableOf(numbers) == QStringLiteral("0.100000001\t-3\n"));
}
