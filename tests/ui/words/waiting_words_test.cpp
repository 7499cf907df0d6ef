#include "ui/words/waiting_words.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/tiny_model.h"
#include "tests/support/view_bench.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/views/tokens/tokens_view.h"
#include "ui/widgets/reason_pages.h"
#include "ui/window/look/languages.h"

#include <QLabel>
#include <QScopeGuard>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QString kAsk = QStringLiteral("Type");

QString words(const Workspace& workspace)
{
    return waitingWords(workspace, kAsk);
}

bool says(const QWidget& view, const QString& text)
{
    const QList<QLabel*> labels = view.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text() == text; });
}

void type(Workspace& workspace, const QString& text)
{
    Document next = workspace.document();
    next.text = text;
    workspace.apply(next, {});
}

} // namespace

TEST_CASE("waiting words: a sentence is asked for only where there is none", "[models]")
{
    Workspace workspace;
    CHECK(words(workspace) == kAsk);
    type(workspace, QStringLiteral("The cat"));
    CHECK(words(workspace) == QStringLiteral("Opening the model…"));
    workspace.setModel(test::tinyModel({}));
    CHECK(words(workspace) == kAsk); // the run is about to begin
    workspace.setRunning(true);
    CHECK(words(workspace) == QStringLiteral("Running…"));
    workspace.setRunning(false);
    workspace.setNotice(Notice{QStringLiteral("The text is too long."), {}, true});
    CHECK(words(workspace).startsWith(QStringLiteral("Nothing to show")));
    type(workspace, QStringLiteral(" "));
    CHECK(words(workspace) == kAsk);
}

TEST_CASE("waiting words: the strip of heads in a small window has room for the French ones, too", "[views]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    useLanguage(QStringLiteral("fr"));
    ViewBench bench;
    ReasonPages pages;
    bench.workspace.setModel(test::tinyModel({}));
    type(bench.workspace, QStringLiteral("5 9 14"));
    bench.workspace.setRunning(true);
    pages.showReason(words(bench.workspace));
    pages.show();
    pages.resize(19 * pages.fontMetrics().averageCharWidth(), 200); // as at 1024 × 700
    ViewBench::turn();
    auto& reason = *pages.findChild<QLabel*>();
    CHECK(reason.text() != QStringLiteral("Running…"));
    CHECK(reason.fontMetrics().horizontalAdvance(reason.text())
          <= reason.contentsRect().width() - 2 * reason.margin());
}

TEST_CASE("waiting words: views say that the model works, and then show what it found", "[views]")
{
    ViewBench bench;
    HeatmapView heatmap(bench.context);
    TokensView tokens(bench.context);
    for (QWidget* view : {static_cast<QWidget*>(&heatmap), static_cast<QWidget*>(&tokens)}) {
        view->resize(500, 400);
        view->show();
    }
    ViewBench::turn();
    CHECK(says(heatmap, QStringLiteral("Type a sentence above to see what each head looks at.")));
    CHECK(tokens.summary() == QStringLiteral("Type a sentence to see its tokens."));
    bench.workspace.setModel(test::tinyModel({}));
    type(bench.workspace, QStringLiteral("5 9 14"));
    bench.workspace.setRunning(true);
    ViewBench::turn();
    CHECK(says(heatmap, QStringLiteral("Running…")));
    CHECK(tokens.summary() == QStringLiteral("Running…"));
    bench.focus.setHead({StackKind::kEncoder, 0, AttentionKind::kSelf, 0});
    bench.workspace.publish(syntheticSnapshot({}, 5));
    ViewBench::turn();
    CHECK_FALSE(says(heatmap, QStringLiteral("Running…")));
    CHECK(tokens.summary().startsWith(QStringLiteral("Point at a token")));
}
