#include "core/lesson/exercise.h"

#include "core/base/sha256.h"
#include "core/lesson/lesson.h"
#include "core/session/fields.h"
#include "core/text/unicode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <random>

namespace headlight {

namespace {

constexpr int kRounds = 2000; ///< so that trying all likely answers takes a while
constexpr int kCells = 8; ///< of a number's grid in one tolerance
constexpr double kLargestCell = 1e15;
constexpr std::size_t kMostAnswersKept = 1000, kLongestAnswer = 4000;

std::string digestOf(const std::string& salt, const std::string& answer)
{
    std::string digest = answer;
    for (int round = 0; round < kRounds; ++round) {
        Sha256 sum;
        sum.add(salt);
        sum.add(digest);
        digest = sum.hex();
    }
    return digest;
}

/// Lower case, with single spaces between the words.
std::string plainText(const std::string& text)
{
    std::u32string plain;
    for (const char32_t c : decodeUtf8(text)) {
        if (!isWhitespace(c))
            appendLowercase(plain, c);
        else if (!plain.empty() && plain.back() != U' ')
            plain += U' ';
    }
    if (!plain.empty() && plain.back() == U' ')
        plain.pop_back();
    return encodeUtf8(plain);
}

std::optional<double> numberIn(const std::string& answer)
{
    std::string text = replaceAll(replaceAll(plainText(answer), ",", "."), "−", "-");
    const std::size_t sign = text.starts_with('+') ? 1 : 0;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data() + sign, text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// The cell of a number in a grid of eighths of the tolerance; nothing if it is far too large for one.
std::optional<long long> cellOf(double value, double tolerance)
{
    const double cell = std::floor(value / tolerance * kCells + 0.5);
    return std::abs(cell) < kLargestCell ? std::optional(static_cast<long long>(cell)) : std::nullopt;
}

} // namespace

Result<AnswerKey> keyOf(const std::string& answer, double tolerance, const std::string& salt)
{
    if (plainText(answer).empty())
        return badArgument("answer", "found none, expected a text or a number");
    if (tolerance <= 0)
        return AnswerKey{salt, digestOf(salt, plainText(answer)), 0};
    const auto value = numberIn(answer);
    const auto cell = value ? cellOf(*value, tolerance) : std::nullopt;
    if (!cell)
        return badArgument("answer", "found \"", answer.substr(0, 60), "\", expected a number such as 0.45");
    return AnswerKey{salt, digestOf(salt, std::to_string(*cell)), tolerance};
}

bool accepts(const AnswerKey& key, const std::string& answer)
{
    if (answer.size() > kLongestAnswer)
        return false;
    if (key.tolerance <= 0)
        return digestOf(key.salt, plainText(answer)) == key.digest;
    const auto value = numberIn(answer);
    const auto cell = value ? cellOf(*value, key.tolerance) : std::nullopt;
    for (long long off = -kCells; cell && off <= kCells; ++off)
        if (digestOf(key.salt, std::to_string(*cell + off)) == key.digest)
            return true;
    return false;
}

bool isWellFormed(const AnswerKey& key, const std::string& answer)
{
    return !plainText(answer).empty() && (key.tolerance <= 0 || numberIn(answer));
}

/// The words and numbers of a text, without what stands around them.
static std::vector<std::string> wordsOf(const std::string& text)
{
    constexpr std::u32string_view kInside = U".,-−+'’", kNotAtEnds = U".,'’_";
    std::vector<std::string> words;
    std::u32string word;
    for (const char32_t c : decodeUtf8(text + ' ')) {
        if (isWordCharacter(c) || kInside.find(c) != std::u32string_view::npos) {
            word += c;
            continue;
        }
        const auto begin = word.find_first_not_of(kNotAtEnds);
        if (begin != std::u32string::npos)
            words.push_back(encodeUtf8(word.substr(begin, word.find_last_not_of(kNotAtEnds) + 1 - begin)));
        word.clear();
    }
    return words;
}

bool tellsAnswer(const LessonStep& step)
{
    for (const auto& question : {step.predict, step.question}) {
        if (!question || !question->key)
            continue;
        std::string shown = step.reveal;
        for (const LessonCheck& each : step.check) // a formula has places, which are numbers by chance
            shown += ' '
                + (question->key->tolerance > 0 ? each.value
                                                : each.formula.value_or(each.output.value_or(std::string())));
        if (std::ranges::any_of(wordsOf(shown),
                                [&](const std::string& word) { return accepts(*question->key, word); }))
            return true;
    }
    return false;
}

std::string newSalt()
{
    constexpr int kDigits = 16;
    std::random_device random;
    std::string salt;
    while (salt.size() < kDigits)
        salt += "0123456789abcdef"[random() % 16];
    return salt;
}

static void fields(auto& visit, GivenAnswer& given)
{
    auto& [step, question, answer, right, tries, seconds, hints] = given;
    visit("step", step, "question", question, "answer", answer, "right", right, "tries", tries, "seconds",
          seconds, "hints", hints);
}

static void fields(auto& visit, LessonResults& results)
{
    auto& [student, lesson, begun, answers] = results;
    visit("student", student, "lesson", lesson, "begun", begun, "answers", answers);
}

std::string toText(const LessonResults& results)
{
    FieldWriter write;
    write("format", std::string("headlight-results"));
    LessonResults copy = results;
    fields(write, copy);
    return write.text();
}

Result<LessonResults> resultsFromText(std::string_view text, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto tree, SessionTree::parse(text, file));
    FieldFaults faults(file);
    LessonResults results;
    {
        FieldReader visit(tree, faults);
        std::string format;
        visit("format", format);
        if (!faults.report.error() && format != "headlight-results") { // its members say nothing more
            faults.report.bad("format", R"(found ")", format, R"(", expected "headlight-results")");
            return faults.report.summary();
        }
        fields(visit, results);
    }
    for (const std::string& name : faults.unknown)
        faults.report.bad(name, "this member is not known; correct its name or remove it");
    if (results.answers.size() > kMostAnswersKept)
        faults.report.bad("answers", "found ", results.answers.size(), " entries, expected at most ",
                          kMostAnswersKept);
    if (faults.report.error())
        return faults.report.summary();
    return results;
}

std::string placeText(const HeadRef& head, const LessonPin& pin)
{
    std::string text = toString(head);
    for (const auto& [axis, place] : {std::pair(" row ", pin.query), std::pair(" column ", pin.key)})
        if (place)
            text += axis + std::to_string(*place);
    return text;
}

/// Whether a placeText() is a place for which the question asks.
static bool isPlaceOf(const LessonQuestion& question, const std::string& answer)
{
    const std::string text = answer + ' ';
    const auto has = [&text](const char* axis, const std::optional<int>& place) {
        return !place || text.find(axis + std::to_string(*place) + ' ') != std::string::npos;
    };
    return (!question.head || text.starts_with(toString(*question.head) + ' '))
        && has(" row ", question.pin.query) && has(" column ", question.pin.key);
}

std::optional<bool> isRight(const Lesson& lesson, const GivenAnswer& given)
{
    for (const LessonStep& step : lesson.steps)
        for (const auto& question : {step.predict, step.question}) {
            if (!question || step.title != given.step || question->ask != given.question)
                continue;
            if (question->key)
                return accepts(*question->key, given.answer);
            if (question->pointsAt())
                return isPlaceOf(*question, given.answer);
            return std::ranges::any_of(question->answers, [&](const LessonAnswer& each) {
                return each.right && each.say == given.answer;
            });
        }
    return std::nullopt;
}

} // namespace headlight
