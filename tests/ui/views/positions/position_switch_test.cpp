#include "ui/state/snapshot.h"
#include "ui/views/positions/position_switch.h"

#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>

using namespace headlight;
using namespace headlight::testing;

namespace {

const HeadRef kHead{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};

std::shared_ptr<Snapshot> runWith(const std::shared_ptr<const Model>& model, const Interventions& edits,
                                  const QString& output)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->trace = test::runTiny(model, {{{5, 9, 14, 3}, {0, 7}}}, edits).front();
    snapshot->output = output;
    snapshot->finished = true;
    return snapshot;
}

} // namespace

TEST_CASE("position switch: a choice is an edit of the document that can be undone", "[views]")
{
    ViewBench bench;
    bench.workspace.setModel(test::tinyModel());
    PositionSwitch view(bench.workspace);
    view.setStack(StackKind::kEncoder, false);
    view.show();
    view.update(kHead);
    auto* choice = view.findChild<QComboBox*>();
    QTest::keyClick(choice, Qt::Key_Down);
    const auto& list = bench.workspace.document().interventions.list;
    REQUIRE(list.size() == 1);
    CHECK(std::get<PositionEdit>(list.front())
          == PositionEdit{StackKind::kEncoder, PositionTable::kNone, 0, true});
    view.update(kHead);
    QTest::keyClick(choice, Qt::Key_Down);
    view.update(kHead);
    CHECK(std::get<PositionEdit>(list.front())
          == PositionEdit{StackKind::kEncoder, PositionTable::kOwn, 1, true});
    QTest::keyClick(view.findChild<QSpinBox*>(), Qt::Key_Up);
    REQUIRE(list.size() == 1);
    CHECK(std::get<PositionEdit>(list.front()).shift == 2);
    while (bench.workspace.undoStack().canUndo())
        bench.workspace.undoStack().undo();
    CHECK(list.empty());
    view.update(kHead);
    CHECK(choice->currentIndex() == 0);
    CHECK(view.statement().isEmpty());
}

TEST_CASE("position switch: before and after are said, with the weights' difference", "[views]")
{
    ViewBench bench;
    const auto model = test::tinyModel();
    bench.workspace.setModel(model);
    PositionSwitch view(bench.workspace);
    view.setStack(StackKind::kEncoder, false);
    view.apply(PositionEdit{StackKind::kEncoder, PositionTable::kNone, 0, true});
    view.update(kHead);
    CHECK(view.statement().contains(QStringLiteral("not finished")));
    auto edited = runWith(model, bench.workspace.document().interventions, QStringLiteral("deux"));
    const auto plain = runWith(model, {}, QStringLiteral("un"));
    edited->unedited = plain;
    bench.workspace.publish(edited);
    view.update(kHead);
    CHECK(view.statement().contains(QStringLiteral("“un”")));
    CHECK(view.statement().contains(QStringLiteral("“deux”")));
    const Matrix after = edited->trace.attention(kHead).whole(MapKind::kWeights);
    const Matrix before = plain->trace.attention(kHead).whole(MapKind::kWeights);
    const float largest = (after - before).cwiseAbs().maxCoeff();
    REQUIRE(largest > 0);
    CHECK(view.statement().contains(QString::number(static_cast<double>(largest), 'f', 3)));
}
