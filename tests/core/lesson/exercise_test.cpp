#include "core/lesson/exercise.h"

#include "core/lesson/lesson.h"
#include "tests/support/catch.h"

#include <string>
#include <tuple>

using namespace headlight;

namespace {

AnswerKey key(const std::string& answer, double tolerance)
{
    const auto made = keyOf(answer, tolerance, "0123456789abcdef");
    if (!made)
        FAIL(made.error().describe());
    return *made;
}

std::string lessonAsking(const std::string& question)
{
    return R"({"format": "headlight-lesson", "title": "A", "text": "Hello.", "steps": [{"title": "One", "say": "y",
        "question": {"ask": "How many?", )"
        + question + "}}]}";
}

std::string faultAsking(const std::string& question)
{
    const auto lesson = lessonFromText(lessonAsking(question), "bad.json");
    return lesson ? "" : lesson.error().describe();
}

const std::string kDigest(64, 'a');

} // namespace

TEST_CASE("exercise: a number is accepted within its tolerance, however it is written", "[lesson]")
{
    for (const auto& [answer, tolerance] :
         {std::pair("0.45", 0.01), {"-1.89", 0.05}, {"1234.5", 1.0}, {"0", 0.001}}) {
        INFO(answer);
        const AnswerKey made = key(answer, tolerance);
        for (int part = -100; part <= 100; part += 10) // also both ends
            CHECK(accepts(made, std::to_string(std::stod(answer) + tolerance * part / 100)));
        for (const double off : {-3.0, -1.26, 1.26, 3.0, 1e9})
            CHECK_FALSE(accepts(made, std::to_string(std::stod(answer) + tolerance * off)));
    }
    const AnswerKey made = key("-1,5", 0.01);
    for (const char* same : {"-1.5", " −1,50 ", "-15e-1", "-1.505"})
        CHECK(accepts(made, same));
    for (const char* other : {"", "1.5", "-1.5 nats", "--1.5", "nan", "inf", "1e400", "-1.5.0"})
        CHECK_FALSE(accepts(made, other));
    CHECK_FALSE(accepts(made, std::string(100'000, '1')));
}

TEST_CASE("exercise: an answer that the step's file shows elsewhere is noticed", "[lesson]")
{
    LessonStep step;
    step.question.emplace().key = key("3.91", 0.01);
    CHECK_FALSE(tellsAnswer(step));
    step.reveal = "31.26 / 8 = **3.91**.";
    CHECK(tellsAnswer(step));
    step.reveal = "It is {a}.";
    CHECK_FALSE(tellsAnswer(step));
    LessonCheck& check = step.check.emplace_back();
    std::tie(check.formula, check.value) = std::tuple("p('lit', 4)", "3.91");
    CHECK(tellsAnswer(step));
    step.question->key = key("Lit", 0);
    CHECK(tellsAnswer(step));
    check.formula = "width()";
    CHECK_FALSE(tellsAnswer(step));
    step.reveal = "The head looks at *lit* (reads).";
    CHECK(tellsAnswer(step));
    step.question->key.reset(); // an answer to choose is in the file anyway
    CHECK_FALSE(tellsAnswer(step));
}

TEST_CASE("exercise: a text is accepted whatever its capitals and spaces", "[lesson]")
{
    const AnswerKey made = key("Élève  du  soir", 0);
    CHECK(made.tolerance == 0);
    for (const char* same : {"élève du soir", " ÉLÈVE DU\tSOIR\n"})
        CHECK(accepts(made, same));
    for (const char* other : {"", "élève du", "eleve du soir", "élèvedu soir"})
        CHECK_FALSE(accepts(made, other));
}

TEST_CASE("exercise: the file does not show the answer, and equal answers look different", "[lesson]")
{
    const auto one = keyOf("cat", 0, newSalt()), two = keyOf("cat", 0, newSalt());
    REQUIRE((one && two));
    CHECK(one->digest != two->digest);
    CHECK(one->digest.size() == 64);
    CHECK_FALSE(keyOf("  ", 0, "s"));
    for (const char* none : {"cat", "", "inf", "1e300"})
        CHECK_FALSE(keyOf(none, 0.01, "s"));
}

TEST_CASE("exercise: a key in a lesson is read, written and checked", "[lesson]")
{
    const std::string good
        = R"("hint": "Look up.", "key": {"salt": "s", "digest": ")" + kDigest + R"(", "tolerance": 0.5})";
    const auto lesson = lessonFromText(lessonAsking(good), "a.json");
    if (!lesson)
        FAIL(lesson.error().describe());
    CHECK(lesson->hasExercises());
    CHECK(lesson->steps[0].question->key == AnswerKey{"s", kDigest, 0.5});
    CHECK(lesson->steps[0].question->hint == "Look up.");
    CHECK_FALSE(lesson->steps[0].question->pointsAt());
    CHECK(*lessonFromText(toText(*lesson), "a.json") == *lesson);
    for (
        const auto& [bad, field] : {
            std::pair(R"("key": {"salt": "s", "digest": "abc"})", "question.key.digest: found \"abc\""),
            {R"("key": {"digest": "0000000000000000000000000000000000000000000000000000000000000000"})",
             "key.salt"},
            {R"("key": {"salt": "s", "digest": "0000000000000000000000000000000000000000000000000000000000000000", "tolerance": -1})",
             "key.tolerance: found -1"},
            {R"("answers": [{"say": "a", "right": true}, {"say": "b"}],
                 "key": {"salt": "s", "digest": "0000000000000000000000000000000000000000000000000000000000000000"})",
             "question.answers: found 2 entries"},
        }) {
        INFO(bad);
        CHECK(faultAsking(bad).find(field) != std::string::npos);
    }
}

TEST_CASE("exercise: results are read as they were written, and bad ones refused", "[lesson]")
{
    const LessonResults results{
        "Ada",
        "Cats",
        "2026-11-26T10:00:00",
        {{"One", "How many?", "0.98", true, 2, 12.5, 1}, {"Two", "Which?", "chat", false, 1, 3, 0}}};
    const auto again = resultsFromText(toText(results), "ada.json");
    if (!again)
        FAIL(again.error().describe());
    CHECK(*again == results);
    for (const auto& [bad, said] :
         {std::pair("[]", "x.json"),
          {R"({"format": "headlight-lesson"})", "expected \"headlight-results\""},
          {R"({"format": "headlight-results", "answers": [{"tries": "many"}]})", "answers[0].tries"},
          {R"({"format": "headlight-results", "mark": 1})", "mark"}}) {
        const auto refused = resultsFromText(bad, "x.json");
        REQUIRE_FALSE(refused);
        CHECK(refused.error().describe().find(said) != std::string::npos);
    }
}

TEST_CASE("exercise: the lesson says whether an answer is right, not the student's file", "[lesson]")
{
    const AnswerKey made = key("12", 0.5);
    Lesson lesson;
    lesson.steps.resize(2);
    lesson.steps[0].title = "One";
    lesson.steps[0].question = LessonQuestion{"How many?", {}, {}, {}, made, {}};
    lesson.steps[1].title = "Two";
    lesson.steps[1].predict = LessonQuestion{"Which?", {{"cat", true}, {"dog", false}}, {}, {}};
    lesson.steps[1].question = LessonQuestion{"Where?", {}, {}, {{}, 4}};
    CHECK(isRight(lesson, {"One", "How many?", "12.3", false, 1, 0, 0}) == true);
    CHECK(isRight(lesson, {"One", "How many?", "13", true, 1, 0, 0}) == false);
    CHECK(isRight(lesson, {"Two", "Which?", "cat", false, 1, 0, 0}) == true);
    CHECK(isRight(lesson, {"Two", "Which?", "dog", true, 1, 0, 0}) == false);
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kCross, 3};
    const auto pointed = [&](const LessonPin& pin) {
        return isRight(lesson, {"Two", "Where?", placeText(head, pin), true, 1, 0, 0});
    };
    CHECK(placeText(head, {2, 4}) == "decoder.0.cross.3 row 2 column 4");
    CHECK(pointed({2, 4}) == true);
    CHECK(pointed({2, 40}) == false);
    CHECK(pointed({4, {}}) == false);
    lesson.steps[1].question->head = HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 2};
    CHECK(pointed({2, 4}) == false);
    CHECK_FALSE(isRight(lesson, {"One", "Which?", "cat", true, 1, 0, 0}).has_value());
}
