// What the bars say of edits, and of a model whose weights are random.
#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "ui/run/run_controller.h"
#include "ui/state/workspace.h"
#include "ui/window/bars/edit_banner.h"
#include "ui/window/bars/status_line.h"
#include "ui/words/edit_text.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <memory>

using namespace headlight;

namespace {

std::shared_ptr<Snapshot> snapshotOf(bool trained)
{
    auto snapshot = std::make_shared<Snapshot>(*testing::syntheticSnapshot());
    auto info = std::make_shared<TraceInfo>(snapshot->trace.info());
    info->trained = trained;
    snapshot->trace = Trace(info, snapshot->trace.leaf(), snapshot->trace.axis(StackKind::kEncoder),
                            snapshot->trace.axis(StackKind::kDecoder));
    return snapshot;
}

} // namespace

TEST_CASE("edit banner: an untrained model was not trained in any way", "[window]")
{
    for (const bool trained : {true, false}) {
        Workspace workspace;
        workspace.setModel(test::tinyModel());
        const EditBanner banner(workspace);
        const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
        workspace.apply(withEdit(workspace.document(), HeadOff{patternOf(head)}), QStringLiteral("Off"));
        workspace.publish(snapshotOf(trained));
        CHECK(banner.text().contains(QStringLiteral("was not trained this way")) == trained);
        CHECK(banner.text().startsWith(QStringLiteral("Edited: ")) == !trained);
    }
}

TEST_CASE("edit banner: dropout alone is how the model was trained", "[window]")
{
    Workspace workspace;
    workspace.setModel(test::tinyModel());
    const EditBanner banner(workspace);
    workspace.apply(withEdit(workspace.document(), Dropout{}), QStringLiteral("Dropout"));
    workspace.publish(snapshotOf(true));
    CHECK(banner.text().startsWith(QStringLiteral("Edited: ")));
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    workspace.apply(withEdit(workspace.document(), HeadOff{patternOf(head)}), QStringLiteral("Off"));
    CHECK(banner.text().contains(QStringLiteral("was not trained this way")));
}

TEST_CASE("status line: a model of random weights is called untrained", "[window]")
{
    for (const bool trained : {true, false}) {
        Workspace workspace;
        RunController runs(workspace);
        const StatusLine line(workspace, runs);
        workspace.publish(snapshotOf(trained));
        workspace.setTraceFile(QStringLiteral("small"));
        const auto labels = line.findChildren<QLabel*>();
        CHECK(trained == std::none_of(labels.begin(), labels.end(), [&line](const QLabel* label) {
                  return label->text().contains(QStringLiteral("small, untrained"))
                      && label->isVisibleTo(&line); // without a click on Details
              }));
    }
}

TEST_CASE("status line: details that an untrained model opened close again, unless the user wants them",
          "[window]")
{
    Workspace workspace;
    RunController runs(workspace);
    const StatusLine line(workspace, runs);
    auto& details = *line.findChild<QToolButton*>(QStringLiteral("runDetails"));
    const auto open = [&workspace](bool trained) {
        workspace.publish(snapshotOf(trained));
        workspace.setTraceFile(trained ? QStringLiteral("large") : QStringLiteral("small"));
    };
    open(false);
    CHECK(details.isChecked());
    open(true);
    CHECK_FALSE(details.isChecked());
    details.click();
    open(false);
    open(true);
    CHECK(details.isChecked());
}

TEST_CASE("edit banner: the same words can be less sure, and given words are always the same", "[window]")
{
    Workspace workspace;
    workspace.setModel(test::tinyModel());
    const EditBanner banner(workspace);
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    workspace.apply(withEdit(workspace.document(), HeadOff{patternOf(head)}), QStringLiteral("Off"));
    const auto shown = [&](float change, bool forced) {
        const auto plain = std::make_shared<Snapshot>(*snapshotOf(true));
        plain->output = QStringLiteral("le chat");
        plain->steps.front().forced = forced;
        const auto edited = std::make_shared<Snapshot>(*plain);
        edited->steps.front().logProbability += change;
        edited->unedited = plain;
        workspace.publish(edited);
        return banner.text();
    };
    CHECK(shown(0, false).startsWith(QStringLiteral("The output is the same as without edits.")));
    CHECK(shown(-0.001F, false).startsWith(QStringLiteral("The output is the same as without edits.")));
    CHECK(shown(-1, false).startsWith(QStringLiteral("Same words as without edits, less sure: log p −")));
    CHECK(shown(0.5F, false).startsWith(QStringLiteral("Same words as without edits, surer: log p −")));
    CHECK(shown(-1, true).startsWith(QStringLiteral("Output with given tokens: log p −")));
    CHECK(shown(0, true).startsWith(QStringLiteral("Output with given tokens: as likely as without edits.")));
    Document typed = workspace.document();
    typed.target = QStringLiteral("le chat");
    workspace.apply(typed, QStringLiteral("Typing"));
    CHECK(shown(-1, false).startsWith(QStringLiteral("Output with given tokens: log p −")));
}
