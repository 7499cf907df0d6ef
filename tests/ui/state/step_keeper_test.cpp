#include "ui/state/step_keeper.h"
#include "ui/state/workspace.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"

using namespace headlight;

TEST_CASE("step keeper: a result that comes step by step is looked at where the one before it was",
          "[models]")
{
    Workspace workspace;
    const StepKeeper keeper(workspace);
    workspace.publish(headlight::testing::syntheticSnapshot());
    workspace.setStep(2);
    quint64 request = 1;
    const auto come = [&](int steps, bool finished) {
        auto partial = std::make_shared<Snapshot>(*headlight::testing::syntheticSnapshot({}, steps));
        partial->request = request;
        partial->finished = finished;
        workspace.publish(partial);
    };
    ++request;
    come(1, false);
    CHECK(workspace.step() == 0); // as far as the result has got
    come(2, false);
    CHECK(workspace.step() == 1);
    come(4, false);
    CHECK(workspace.step() == 2); // and no further
    come(5, true);
    CHECK(workspace.step() == 2);
    // If the user chooses another step meanwhile, that one stays.
    ++request;
    come(1, false);
    workspace.setStep(-1);
    come(5, true);
    CHECK(workspace.step() == -1);
    // A step that the finished result lacks is no longer awaited.
    workspace.setStep(4);
    ++request;
    come(1, false);
    come(3, true);
    CHECK(workspace.step() == -1);
    come(5, true);
    CHECK(workspace.step() == -1);
    // Nothing carries over from one model to the next.
    workspace.setStep(3);
    workspace.publish(nullptr);
    come(5, true);
    CHECK(workspace.step() == -1);
}
