#include "ui/widgets/copy_menu.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/state/experiment_board.h"
#include "ui/views/beams/beams_view.h"
#include "ui/views/decoding/decoding_view.h"
#include "ui/views/flow/model_view.h"
#include "ui/views/heads/heads_view.h"
#include "ui/views/lines/lines_view.h"
#include "ui/views/masked/mask_fill_view.h"
#include "ui/views/positions/positions_view.h"
#include "ui/views/stream/stream_view.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/views/vectors/dictionary_model.h"
#include "ui/views/vectors/vectors_view.h"
#include "ui/views/whatif/experiment_view.h"
#include "ui/views/whatif/what_if_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <functional>
#include <new>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr HeadRef kEncoderHead{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};

/// A view with a result, and its menu as a user opens it.
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
    /// Opens the menu with the Menu key over an empty place and triggers the entry.
    void choose(const QString& label)
    {
        QGuiApplication::clipboard()->clear();
        bool found = false;
        withMenu([&](const QList<QAction*>& actions) {
            for (QAction* action : actions) {
                if (action->text() != label)
                    continue;
                found = action->isEnabled();
                action->trigger();
            }
        });
        INFO(label.toStdString());
        CHECK(found);
    }
    /// Opens the menu and closes it again.
    void withMenu(const std::function<void(const QList<QAction*>&)>& use)
    {
        QTimer::singleShot(0, [&] {
            auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            REQUIRE(menu != nullptr);
            use(menu->actions());
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {1, 1}, view.mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(&view, &event);
    }
};

/// The clipboard as a table, as soon as there is one.
QList<QStringList> copied()
{
    CHECK(QTest::qWaitFor([] { return !QGuiApplication::clipboard()->text().isEmpty(); }));
    QList<QStringList> rows;
    for (const QString& line :
         QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows << line.split(QLatin1Char('\t'));
    return rows;
}

} // namespace

TEST_CASE("copying: lines give the weights of their heads", "[views][copy]")
{
    CopyBench<LinesView> bench;
    REQUIRE(QTest::qWaitFor([&] { return !bench.view.summary().isEmpty(); }));
    bench.choose(QStringLiteral("Copy the heads’ weights as a table"));
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    const QList<QStringList> rows = copied();
    REQUIRE(rows.size() >= map.queries());
    bool found = false;
    for (const QStringList& row : rows)
        found = found || row.last().toFloat() == map.at(MapKind::kWeights, 2, map.keys() - 1);
    CHECK(found);
    bench.choose(QStringLiteral("Copy image"));
    CHECK_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_CASE("copying: a map of too many cells is refused before it is read", "[views][copy][long]")
{
    CopyBench<LinesView> bench;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = 2;
    snapshot->finished = true;
    snapshot->trace = longTrace(131072);
    bench.focus.setHead(head);
    bench.workspace.publish(snapshot);
    ViewBench::turn();
    QStringList refused;
    bench.withMenu([&](const QList<QAction*>& actions) {
        for (const QAction* action : actions)
            if (!action->isEnabled())
                refused << action->text();
    });
    REQUIRE(refused.size() == 1);
    CHECK(refused.front().startsWith(QStringLiteral("Copy the heads’ weights as a table (17")));
    CHECK(refused.front().endsWith(QStringLiteral("184 numbers are too many)")));
}

TEST_CASE("copying: of two pictures in one place, the menu offers the visible one", "[views][copy]")
{
    QStackedWidget view;
    view.addWidget(new QWidget);
    view.addWidget(new QWidget);
    CopyMenu copies(view);
    copies.addPicture(*view.widget(0));
    copies.addPicture(*view.widget(1));
    view.show();
    QMenu menu;
    copies.addTo(menu);
    QStringList labels;
    for (const QAction* const each : menu.actions())
        labels << each->text();
    CHECK(labels == QStringList{QStringLiteral("Copy image"), QStringLiteral("Save image…")});
}

TEST_CASE("copying: the text of a large table is made in the background", "[views][copy][long]")
{
    QGuiApplication::clipboard()->clear();
    QWidget view;
    CopyMenu copies(view);
    std::atomic<QThread*> maker = nullptr;
    Index cells = 1;
    const auto table = [&] {
        return [&](const std::stop_token&) {
            maker = QThread::currentThread();
            return QStringLiteral("1");
        };
    };
    copies.addLargeTable(
        QStringLiteral("Copy"), [&] { return cells; }, table);
    QMenu menu;
    copies.addTo(menu);
    menu.actions().front()->trigger();
    CHECK(copied().front() == QStringList{QStringLiteral("1")});
    CHECK(maker.load() != QThread::currentThread());

    maker = nullptr;
    cells = 0; // what it showed is gone since the menu opened
    menu.actions().front()->trigger();
    QTest::qWait(20);
    CHECK(maker.load() == nullptr);
}

TEST_CASE("copying: what is copied meanwhile is not replaced by a slow text", "[views][copy][long]")
{
    QGuiApplication::clipboard()->clear();
    SlowCopy slow;
    std::atomic<bool> started = false, stopped = false;
    slow.start([&](const std::stop_token& stop) {
        started = true;
        while (!stop.stop_requested())
            QThread::msleep(1);
        stopped = true;
        return QStringLiteral("slow");
    });
    REQUIRE(QTest::qWaitFor([&] { return started.load(); }));
    QGuiApplication::clipboard()->setText(QStringLiteral("quick"));
    CHECK(QTest::qWaitFor([&] { return stopped.load(); }));
    ViewBench::turn();
    CHECK(QGuiApplication::clipboard()->text() == QStringLiteral("quick"));
}

TEST_CASE("copying: a text for which there is no memory leaves the clipboard as it is", "[views][copy][long]")
{
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    SlowCopy slow;
    std::atomic<bool> asked = false;
    slow.start([&](const std::stop_token&) -> QString {
        asked = true;
        throw std::bad_alloc();
    });
    REQUIRE(QTest::qWaitFor([&] { return asked.load(); }));
    QTest::qWait(20);
    CHECK(QGuiApplication::clipboard()->text() == QStringLiteral("before"));
    slow.start([](const std::stop_token&) { return QStringLiteral("after"); }); // and it still works
    CHECK(QTest::qWaitFor([] { return QGuiApplication::clipboard()->text() == QStringLiteral("after"); }));
}

TEST_CASE("copying: tokens give what they are shaded by", "[views][copy]")
{
    CopyBench<TokensView> bench;
    bench.focus.setPin({2, std::nullopt});
    ViewBench::turn();
    bench.choose(QStringLiteral("Copy tokens and numbers as a table"));
    const AttentionMap map = bench.workspace.shownTrace().attention(kEncoderHead);
    const QList<QStringList> rows = copied();
    REQUIRE(rows.size() == map.keys());
    for (int key = 0; key < map.keys(); ++key)
        CHECK(rows[key].last().toFloat() == map.at(MapKind::kWeights, 2, key));
}

TEST_CASE("copying: positions, vectors and heads give their tables", "[views][copy]")
{
    {
        CopyBench<PositionsView> bench;
        bench.view.setLength(std::nullopt);
        ViewBench::turn();
        const Matrix shown = bench.view.shown();
        if (shown.size() > 0) {
            bench.choose(QStringLiteral("Copy the matrix as a table"));
            const QList<QStringList> rows = copied();
            REQUIRE(rows.size() == shown.rows());
            CHECK(rows[1][1].toFloat() == shown(1, 1));
        }
    }
    {
        CopyBench<VectorsView> bench;
        bench.choose(QStringLiteral("Copy keys and weights as a table"));
        DictionaryModel model;
        model.setDictionary(bench.view.dictionary());
        CHECK(copied().size() == model.rowCount() + 1);
        bench.choose(QStringLiteral("Copy image"));
        CHECK(QGuiApplication::clipboard()->image().width() > 100);
    }
    CopyBench<HeadsView> bench;
    bench.choose(QStringLiteral("Copy the statistics as a table"));
    CHECK(copied().size() == 1 + static_cast<int>(bench.workspace.shownTrace().info().layers().size()) * 4);
}

TEST_CASE("copying: the steps of a decoding, one line each", "[views][copy]")
{
    CopyBench<DecodingView> bench;
    const std::vector<DecodeStep>& steps = bench.workspace.snapshot()->steps;
    REQUIRE_FALSE(steps.empty());
    bench.choose(QStringLiteral("Copy the steps as a table"));
    const QList<QStringList> rows = copied();
    REQUIRE(rows.size() == static_cast<int>(steps.size()));
    CHECK(rows[1][2].toFloat() == steps[1].probability());
    CHECK(rows[1][3].toInt() == steps[1].rank + 1);
}

TEST_CASE("copying: a view with two visible pictures says which one each entry copies or saves",
          "[views][copy]")
{
    CopyBench<DecodingView> bench;
    QStringList labels;
    bench.withMenu([&labels](const QList<QAction*>& actions) {
        for (const QAction* const each : actions)
            labels << each->text();
    });
    CHECK(labels.contains(QStringLiteral("Save the steps as an image…")));
    CHECK(labels.contains(QStringLiteral("Save the details as an image…")));
    CHECK(labels.removeDuplicates() == 0);
}

TEST_CASE("copying: the model gives its picture and its blocks", "[views][copy]")
{
    CopyBench<ModelView> bench;
    bench.workspace.setModel(test::tinyModel({}));
    ViewBench::turn();
    bench.choose(QStringLiteral("Copy the blocks as a table"));
    const auto* canvas = bench.view.findChild<ModelCanvas*>();
    REQUIRE(canvas != nullptr);
    const auto& parts = canvas->scene().layout.boxes();
    const QList<QStringList> rows = copied();
    const auto blocks = std::count_if(parts.begin(), parts.end(), [](const FlowBox& part) {
        return part.kind != FlowBox::Kind::kLabel && part.kind != FlowBox::Kind::kSquare && !part.isSum();
    });
    REQUIRE(rows.size() == blocks);
    const auto attention = std::find_if(
        parts.begin(), parts.end(), [](const FlowBox& part) { return part.is(LayerStep::Kind::kAttention); });
    REQUIRE(attention != parts.end());
    CHECK(
        rows.contains({QStringLiteral("Encoder"), QStringLiteral("0"), attention->name, attention->detail}));
    bench.choose(QStringLiteral("Copy the model as an image"));
    CHECK(QGuiApplication::clipboard()->image().size() == canvas->size());
}

TEST_CASE("copying: masked words give their candidates", "[views][copy]")
{
    CopyBench<MaskFillView> bench;
    Snapshot snapshot = *bench.workspace.snapshot();
    MaskedToken mask;
    mask.row = 1;
    mask.choices
        = {{7, QStringLiteral("cat"), QStringLiteral("cat"), MaskedToken::Joint::kSpaceBefore, 0.75F},
           {9, QStringLiteral("dog"), QStringLiteral("dog"), MaskedToken::Joint::kSpaceBefore, 0.1F}};
    snapshot.masked = {mask};
    bench.workspace.publish(std::make_shared<const Snapshot>(snapshot));
    ViewBench::turn();
    bench.choose(QStringLiteral("Copy the candidates as a table"));
    CHECK(copied()
          == QList<QStringList>{{QStringLiteral("7"), QStringLiteral("cat"), QStringLiteral("0.75")},
                                {QStringLiteral("9"), QStringLiteral("dog"), QStringLiteral("0.100000001")}});
    bench.choose(QStringLiteral("Copy image"));
    CHECK_FALSE(QGuiApplication::clipboard()->image().isNull());
}

TEST_CASE("copying: what-if gives the edits as the command line takes them", "[views][copy]")
{
    CopyBench<WhatIfView> bench;
    Document next = bench.workspace.document();
    next.interventions.list.push_back(HeadScale{{}, 0.5F});
    bench.workspace.apply(next, {});
    ViewBench::turn();
    bench.choose(QStringLiteral("Copy the edits for the command line"));
    CHECK(QGuiApplication::clipboard()->text().toStdString() == toJson(next.interventions));
}

TEST_CASE("copying: an experiment gives its numbers", "[views][copy]")
{
    CopyBench<ExperimentView> bench;
    auto result = std::make_shared<ExperimentResult>();
    result->table.csv = "stack,value\ndecoder,-1.25\n";
    ExperimentBoard::of(bench.workspace).addResult(result);
    ViewBench::turn();
    bench.choose(QStringLiteral("Copy the numbers as CSV"));
    CHECK(QGuiApplication::clipboard()->text().toStdString() == result->table.csv);
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
