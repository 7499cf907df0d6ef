#include "tests/support/catch.h"
#include "ui/run/notices.h"

using namespace headlight;

TEST_CASE("notice: says what happened, where, and what to do", "[run]")
{
    const Notice notice = noticeFor(badFile("/m/config.json", "d_model", "expected a number, found \"x\""),
                                    Attempt::kOpenModel);
    CHECK(notice.error);
    CHECK(notice.text.contains(QStringLiteral("/m/config.json")));
    CHECK(notice.text.contains(QStringLiteral("d_model")));
    CHECK_FALSE(notice.advice.isEmpty());
}

TEST_CASE("notice: a word that the model refuses is a fault of the text, not of a file", "[run]")
{
    Error refused = badArgument("unk_token", "found the word \"milk\". Use other words");
    refused.file = "/m/tokenizer.json";
    const Notice notice = noticeFor(refused, Attempt::kRun);
    CHECK(notice.text.contains(QStringLiteral("\"milk\"")));
    CHECK(notice.text.endsWith(QStringLiteral("Use other words.")));
    CHECK_FALSE(notice.text.contains(QStringLiteral("/m/")));
    CHECK_FALSE(notice.text.contains(QStringLiteral("unk_token")));
}

TEST_CASE("notice: what the user stopped is no error", "[run]")
{
    Error cancelled;
    cancelled.code = ErrorCode::kCancelled;
    CHECK_FALSE(noticeFor(cancelled, Attempt::kRun).error);
}

TEST_CASE("notice: a file name with a percent sign and digits stays as it is", "[run]")
{
    const Notice notice = noticeFor(badFile("/m/100%1 %2", "", "is cut short"), Attempt::kExport);
    CHECK(notice.text.contains(QStringLiteral("/m/100%1 %2")));
}

TEST_CASE("notice: warnings are told, the first of many by name", "[run]")
{
    CHECK_FALSE(noticeOf({}).has_value());
    const auto two = noticeOf({"config.json: a", "model: b"});
    REQUIRE(two.has_value());
    CHECK_FALSE(two->error);
    CHECK(two->text.contains(QStringLiteral("config.json: a\nmodel: b")));
    const auto many = noticeOf({"a", "b", "c", "d", "e"});
    REQUIRE(many.has_value());
    CHECK(many->text.endsWith(QStringLiteral("c\nand 2 more")));
}
