#include "ui/views/decoding/transport_bar.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/workspace.h"
#include "ui/views/decoding/time_line.h"

#include <QSignalSpy>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::shared_ptr<Snapshot> firstSteps(const Snapshot& whole, std::size_t count, bool finished)
{
    auto part = std::make_shared<Snapshot>(whole);
    part->steps.resize(count);
    part->finished = finished;
    return part;
}

} // namespace

TEST_CASE("step player: forward, back, restart and end", "[models]")
{
    Workspace workspace;
    workspace.publish(syntheticSnapshot());
    StepPlayer player(workspace);
    CHECK(shownStep(workspace) == 4);
    CHECK_FALSE(player.canGoForward());
    player.back();
    CHECK(workspace.step() == 3);
    player.back();
    CHECK(workspace.step() == 2);
    player.forward();
    CHECK(workspace.step() == 3);
    player.forward();
    CHECK(workspace.step() == -1);
    player.restart();
    CHECK(workspace.step() == 0);
    CHECK_FALSE(player.canGoBack());
    player.back();
    CHECK(workspace.step() == 0);
    player.toEnd();
    CHECK(workspace.step() == -1);
}

TEST_CASE("step player: without steps nothing moves", "[models]")
{
    Workspace workspace;
    StepPlayer player(workspace);
    CHECK(shownStep(workspace) == -1);
    player.togglePlay();
    CHECK_FALSE(player.isPlaying());
    player.forward();
    player.restart();
    CHECK(workspace.step() == -1);
}

TEST_CASE("step player: play goes through all steps and stops", "[models]")
{
    Workspace workspace;
    workspace.publish(syntheticSnapshot());
    StepPlayer player(workspace);
    player.setPace(60);
    QSignalSpy steps(&workspace, &Workspace::stepChanged);
    QSignalSpy playing(&player, &StepPlayer::playingChanged);
    player.togglePlay();
    CHECK(workspace.step() == 0);
    REQUIRE(player.isPlaying());
    while (player.isPlaying())
        REQUIRE(playing.wait(30000));
    CHECK(workspace.step() == -1);
    CHECK(steps.count() == 5); // 0, 1, 2, 3, all
}

TEST_CASE("step player: a hand on the steps pauses the play", "[models]")
{
    Workspace workspace;
    workspace.publish(syntheticSnapshot());
    StepPlayer player(workspace);
    player.togglePlay();
    player.goTo(2);
    CHECK_FALSE(player.isPlaying());
    CHECK(workspace.step() == 2);
}

TEST_CASE("decoding edit: taking a candidate keeps the tokens before it", "[models]")
{
    const auto snapshot = syntheticSnapshot();
    Document document;
    document.text = QStringLiteral("The cat");
    document.target = QStringLiteral("Le chien");
    const Document next = takeCandidate(document, *snapshot, 2, 77);
    CHECK(next.target.isEmpty());
    CHECK(next.text == document.text);
    REQUIRE(next.forced.size() == 3);
    CHECK(next.forced[0] == snapshot->steps[0].token.id);
    CHECK(next.forced[1] == snapshot->steps[1].token.id);
    CHECK(next.forced[2] == 77);
}

TEST_CASE("decoding edit: dropping a choice keeps the ones before it", "[models]")
{
    Snapshot snapshot = *syntheticSnapshot();
    Document document;
    document.forced = {1, 2, 3, 4};
    for (int i = 0; i < 4; ++i)
        snapshot.steps[static_cast<std::size_t>(i)].forced = true;
    snapshot.steps[1].rank = 2;
    snapshot.steps[3].rank = 5;
    CHECK(isOwnChoice(snapshot.steps[1]));
    CHECK_FALSE(isOwnChoice(snapshot.steps[0]));
    CHECK(withoutChoice(document, snapshot, 3).forced == std::vector<TokenId>{1, 2, 3});
    // Before step 1 only the model's own tokens are left, so nothing is forced.
    CHECK(withoutChoice(document, snapshot, 1).forced.empty());
    CHECK(withoutChoice(document, snapshot, 4).forced.empty());
}

TEST_CASE("steps model: a growing decoding adds rows and changes none", "[models]")
{
    const auto whole = syntheticSnapshot();
    StepsModel model;
    QSignalSpy inserted(&model, &StepsModel::rowsInserted);
    QSignalSpy changed(&model, &StepsModel::dataChanged);
    QSignalSpy reset(&model, &StepsModel::modelReset);
    model.setSnapshot(firstSteps(*whole, 2, false));
    model.setSnapshot(firstSteps(*whole, 4, false));
    model.setSnapshot(whole);
    CHECK(model.rowCount() == 5);
    CHECK(inserted.count() == 3);
    CHECK(changed.isEmpty());
    CHECK(reset.isEmpty());

    auto other = std::make_shared<Snapshot>(*whole);
    other->steps[3].token.text = "␣rouge";
    model.setSnapshot(other);
    REQUIRE(changed.count() == 1);
    CHECK(changed.front().at(0).toModelIndex().row() == 3);
    CHECK(model.index(3).data().toString() == QStringLiteral("rouge"));
    model.setSnapshot(firstSteps(*whole, 1, true));
    CHECK(model.rowCount() == 1);
}
