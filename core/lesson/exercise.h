#pragma once

#include "core/base/result.h"
#include "core/trace/site.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct Lesson;
struct LessonPin;
struct LessonStep;

/// The answer to a typed question, kept so that a reader of the file does not see it. It is no secret to a
/// program that tries all likely answers.
struct AnswerKey
{
    std::string salt;
    std::string digest; ///< of the salt and the answer; SHA-256 many times over, 64 hexadecimal digits
    double tolerance = 0; ///< of a number; 0 = the answer is a text
    bool operator==(const AnswerKey&) const = default;
};

/// Capitals and spaces do not matter in a text. A number may have a decimal comma. kBadArgument if the answer
/// is empty, or is to be a number and is none.
Result<AnswerKey> keyOf(const std::string& answer, double tolerance, const std::string& salt);
/// Whether an answer is the text, or a number within the tolerance; an eighth more may pass, too.
bool accepts(const AnswerKey& key, const std::string& answer);
/// Whether an answer has the form that is asked for: a text, or a number such as 0.45.
bool isWellFormed(const AnswerKey& key, const std::string& answer);
/// Whether the typed answer to a question of the step is a word or a number that its file shows elsewhere: in
/// what is said at the end, or in a check.
bool tellsAnswer(const LessonStep& step);
/// A salt that is new each time.
std::string newSalt();

/// How a student answered one question of a lesson.
struct GivenAnswer
{
    std::string step, question; ///< title of the step, words of the question
    std::string answer; ///< the last one before the right one was known
    bool right = false;
    int tries = 0;
    double seconds = 0; ///< in the step, all visits together
    int hints = 0; ///< how often the program helped
    bool operator==(const GivenAnswer&) const = default;
};

/// What a student hands in.
struct LessonResults
{
    std::string student, lesson; ///< name as typed, title of the lesson
    std::string begun; ///< date and time, ISO 8601
    std::vector<GivenAnswer> answers;
    bool operator==(const LessonResults&) const = default;
};

std::string toText(const LessonResults& results);
/// kBadFile names the file, the field, what was found and what was expected.
Result<LessonResults> resultsFromText(std::string_view text, const std::string& file);
/// The answer of a reader who points at a place: "decoder.0.cross.3 row 2 column 5".
std::string placeText(const HeadRef& head, const LessonPin& pin);
/// Whether an answer is right according to the lesson, whatever the student's file says; nothing if the
/// lesson has no such question.
std::optional<bool> isRight(const Lesson& lesson, const GivenAnswer& given);

} // namespace headlight
