#include "ui/state/line_history.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/state/branch_edit.h"

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Three lines; in the first one, the token at step 1 was chosen by hand.
struct Lines
{
    Document document;
    Snapshot snapshot = *syntheticSnapshot();

    Lines()
    {
        document.text = QStringLiteral("one\ntwo\nthree");
        document = branchOff(document, snapshot, 1, {41}, {QStringLiteral("first"), QStringLiteral("taken")});
        snapshot.branch = document.branches.current;
    }
    void go(int line) { document = onLine(document, snapshot, line); }
    void type(const QString& text, int line)
    {
        document = retyped(document, snapshot, {text, document.pair, document.target, line});
    }
};

} // namespace

TEST_CASE("line history: another line has none of the first one's tokens, which come back with it",
          "[models]")
{
    Lines lines;
    const std::vector<TokenId> forced = lines.document.forced;
    REQUIRE(forced.size() == 2);
    REQUIRE(lines.document.branches.list.size() == 2);
    lines.go(1);
    CHECK(lines.document.line == 1);
    CHECK(lines.document.forced.empty());
    CHECK(lines.document.branches.list.empty());
    lines.document.forced = {7};
    lines.go(2);
    CHECK(lines.document.forced.empty());
    CHECK(lines.document.otherLines.size() == 2);
    lines.go(0);
    CHECK(lines.document.forced == forced);
    CHECK(lines.document.branches.list.size() == 2);
    // The branch's result was recorded when its line was left.
    CHECK(lines.document.branches.list[1].tokens.size() == lines.snapshot.steps.size());
    lines.go(1);
    CHECK(lines.document.forced == std::vector<TokenId>{7});
}

TEST_CASE("line history: a target of one's own belongs to its line", "[models]")
{
    Lines lines;
    lines.document.target = QStringLiteral("un");
    lines.go(1);
    CHECK(lines.document.target.isEmpty());
    lines.go(0);
    CHECK(lines.document.target == QStringLiteral("un"));
}

TEST_CASE("line history: a cursor on a blank line leaves the shown line and its tokens alone", "[models]")
{
    Lines lines;
    lines.document.text = QStringLiteral("one\n\nthree");
    const std::vector<TokenId> forced = lines.document.forced;
    lines.go(1); // the line above is shown
    CHECK(lines.document.forced == forced);
    CHECK(lines.document.otherLines.empty());
    lines.go(2);
    CHECK(lines.document.forced.empty());
    lines.go(1);
    CHECK(lines.document.forced == forced);
}

TEST_CASE("line history: typing in one line keeps what was chosen in the others, wherever they go",
          "[models]")
{
    Lines lines;
    const std::vector<TokenId> forced = lines.document.forced;
    lines.go(2);
    lines.document.forced = {5};
    lines.document.target = QStringLiteral("trois");
    lines.type(QStringLiteral("one\ntwo\nthree!"), 2);
    CHECK(lines.document.forced.empty()); // they belonged to the old sentence
    CHECK(lines.document.target == QStringLiteral("trois")); // stays in the field during typing
    lines.type(QStringLiteral("zero\none\ntwo\nthree!"), 0);
    CHECK(lines.document.forced.empty());
    CHECK(lines.document.target.isEmpty());
    lines.go(1);
    CHECK(lines.document.forced == forced);
    lines.go(3);
    CHECK(lines.document.target == QStringLiteral("trois"));
    // Deleting the line with the first tokens deletes them.
    lines.type(QStringLiteral("zero\ntwo\nthree!"), 2);
    CHECK(lines.document.otherLines.empty());
    CHECK(lines.document.target == QStringLiteral("trois"));
}

TEST_CASE("line history: another target takes the place of chosen tokens", "[models]")
{
    Lines lines;
    lines.document
        = retyped(lines.document, lines.snapshot, {lines.document.text, {}, QStringLiteral("le mien"), 0});
    CHECK(lines.document.target == QStringLiteral("le mien"));
    CHECK(lines.document.forced.empty());
    CHECK(lines.document.branches.list.empty());
}

TEST_CASE("line history: another model keeps targets alone", "[models]")
{
    Lines lines;
    lines.go(1);
    lines.document.target = QStringLiteral("deux");
    lines.document.forced = {4};
    const Document next = withoutTokens(lines.document);
    CHECK(next.forced.empty());
    CHECK(next.target == QStringLiteral("deux"));
    CHECK(next.otherLines.empty()); // the first line had only tokens
}
