#include "ui/window/bars/status_line.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/run/run_controller.h"
#include "ui/state/workspace.h"
#include "ui/widgets/reason_pages.h"

#include <QCoreApplication>
#include <QFrame>
#include <QLabel>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace headlight;

TEST_CASE("status line: a line stands between figures, and nowhere else", "[window]")
{
    Workspace workspace;
    RunController runs(workspace);
    StatusLine line(workspace, runs);
    line.show();
    const auto separators = [&] {
        int count = 0;
        for (const QFrame* each : line.findChildren<QFrame*>())
            count += each->frameShape() == QFrame::VLine && each->isVisible() ? 1 : 0;
        return count;
    };
    CHECK(separators() == 0);
    workspace.setTraceFile(QStringLiteral("en-fr"));
    line.findChild<QToolButton*>(QStringLiteral("runDetails"))->setChecked(true);
    CHECK(separators() == 0);
    workspace.publish(testing::syntheticSnapshot());
    CHECK(separators() == 2);
    workspace.publish(nullptr);
    CHECK(separators() == 0);
    workspace.publish(testing::syntheticSnapshot());
    auto* const badge = new QLabel(QStringLiteral("checked"), &line);
    line.setBadge(badge);
    QCoreApplication::processEvents(); // a layout shows what it gets
    CHECK(separators() == 3);
    badge->hide();
    CHECK(separators() == 2);
    badge->show();
    CHECK(separators() == 3);
    workspace.publish(nullptr);
    workspace.setTraceFile({});
    CHECK(separators() == 0);
}

TEST_CASE("status line: the model, the time and the badge are one step away", "[window]")
{
    Workspace workspace;
    RunController runs(workspace);
    StatusLine line(workspace, runs);
    auto* const badge = new QLabel(QStringLiteral("checked"), &line);
    line.setBadge(badge);
    line.show();
    auto* const details = line.findChild<QToolButton*>(QStringLiteral("runDetails"));
    REQUIRE(details != nullptr);
    CHECK_FALSE(details->isVisible()); // there is nothing to tell
    workspace.setTraceFile(QStringLiteral("en-fr"));
    workspace.publish(testing::syntheticSnapshot());
    const auto seen = [&] {
        QStringList texts;
        for (const QLabel* const each : line.findChildren<QLabel*>())
            if (each->isVisible() && !each->text().isEmpty())
                texts << each->text();
        return texts;
    };
    CHECK(seen().size() == 1); // the tokens
    CHECK(seen().join(QString()).contains(QStringLiteral("tokens")));
    REQUIRE(details->isVisible());
    details->click();
    CHECK(seen().contains(QStringLiteral("checked")));
    CHECK(seen().size() == 4);
    details->click();
    CHECK(seen().size() == 1);
}

TEST_CASE("status line: a name that looks like markup is shown as it is", "[window]")
{
    Workspace workspace;
    RunController runs(workspace);
    StatusLine line(workspace, runs);
    workspace.setTraceFile(QStringLiteral("<b>bold"));
    workspace.publish(testing::syntheticSnapshot());
    const auto labels = line.findChildren<QLabel*>();
    const auto name = std::ranges::find_if(
        labels, [](const QLabel* each) { return each->text().contains(QStringLiteral("<b>bold")); });
    REQUIRE(name != labels.end());
    CHECK((*name)->textFormat() == Qt::PlainText);
    CHECK_FALSE((*name)->toolTip().contains(QStringLiteral("<b>")));
    const ReasonPages pages(QStringLiteral("“<s>” has no loss"));
    CHECK(pages.findChild<QLabel*>()->textFormat() == Qt::PlainText);
}

TEST_CASE("status line: no long name widens the window", "[window]")
{
    Workspace workspace;
    RunController runs(workspace);
    StatusLine line(workspace, runs);
    line.show();
    line.findChild<QToolButton*>(QStringLiteral("runDetails"))->setChecked(true);
    const auto needed = [&] {
        QCoreApplication::processEvents();
        return line.minimumSizeHint().width();
    };
    const QString longName(60, QLatin1Char('W'));
    workspace.setTraceFile(QStringLiteral("en-fr"));
    const int few = needed();
    workspace.setTraceFile(longName);
    CHECK(needed() == few);
    workspace.setRunning(true);
    const auto labels = line.findChildren<QLabel*>();
    const auto says = [&](const QString& text) {
        return std::ranges::any_of(labels, [&](const QLabel* each) { return each->text() == text; });
    };
    REQUIRE(QTest::qWaitFor([&] { return says(QStringLiteral("Running…")); }));
    const int busy = needed();
    emit runs.progressed(longName, 1, 2);
    REQUIRE(says(QStringLiteral("Running: ") + longName));
    CHECK(needed() == busy);
}
