#include "core/text/steps/pattern.h"

#include "core/io/excerpt.h"
#include "core/io/json_fields.h"
#include "core/text/unicode.h"

#include <nlohmann/json.hpp>
#include <unicode/regex.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <ctime>

namespace headlight {

namespace {

// ICU's matcher backtracks on its own stack and reports every 10,000 places saved there. Real expressions
// save fewer than five per character of a text.
constexpr std::int32_t kStackBytes = 64 << 20;
constexpr std::int64_t kSavesBase = 4'000'000;
constexpr std::int64_t kSavesEach = 40;
constexpr std::int64_t kSavesOfCall = 10'000;
// Scanning ahead without saving is not counted there (a possessive loop may read the whole text at every
// place), so the thread's own time is limited too: to twenty times what real expressions need.
constexpr double kSecondsBase = 1.0;
constexpr double kSecondsEach = 5e-6;

double threadSeconds()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void findFixed(std::u32string_view fixed, std::u32string_view text, std::vector<Span>& matches)
{
    if (fixed.empty() || fixed.size() > text.size())
        return;
    if (fixed.size() == 1) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text[at] == fixed[0])
                matches.push_back({at, at + 1});
        }
        return;
    }
    const std::boyer_moore_horspool_searcher searcher(fixed.begin(), fixed.end());
    for (auto at = text.begin();;) {
        const auto [begin, end] = searcher(at, text.end());
        if (begin == end)
            return;
        matches.push_back(
            {static_cast<std::size_t>(begin - text.begin()), static_cast<std::size_t>(end - text.begin())});
        at = end;
    }
}

/// Converts places from UTF-16 units, in ascending order, to code points.
class UnitCounter
{
public:
    UnitCounter(std::u32string_view text, std::size_t units)
        : m_text(text)
        , m_plain(units == text.size())
    { }
    std::size_t codePoint(std::size_t unit)
    {
        if (m_plain)
            return unit;
        while (m_unit < unit)
            m_unit += m_text[m_at++] < 0x10000 ? 1 : 2;
        return m_at;
    }

private:
    std::u32string_view m_text;
    bool m_plain;
    std::size_t m_at = 0;
    std::size_t m_unit = 0;
};

} // namespace

struct Pattern::Compiled
{
    std::u32string fixed;
    std::unique_ptr<const icu::RegexPattern> regex; ///< null = search for the fixed text
    std::string expression;
};

Pattern::Pattern(std::shared_ptr<const Compiled> compiled)
    : m_compiled(std::move(compiled))
{ }

Pattern Pattern::literal(std::u32string text)
{
    auto compiled = std::make_shared<Compiled>();
    compiled->fixed = std::move(text);
    return Pattern(std::move(compiled));
}

Result<Pattern> Pattern::regex(std::string_view expression)
{
    ASSIGN_OR_RETURN(const auto translated, regexForIcu(expression));
    UErrorCode status = U_ZERO_ERROR;
    UParseError place{};
    auto compiled = std::make_shared<Compiled>();
    compiled->expression = expression;
    compiled->regex.reset(icu::RegexPattern::compile(icu::UnicodeString::fromUTF8(translated),
                                                     UREGEX_MULTILINE | UREGEX_UNIX_LINES, place, status));
    if (U_FAILURE(status)) {
        return badArgument({}, "the regular expression ", quotedExcerpt(expression), " is not valid (",
                           u_errorName(status), ")");
    }
    return Pattern(std::move(compiled));
}

/// The remaining work of a search, over any number of texts.
struct SearchAllowance
{
    std::int64_t saves = 0;
    double end = 0; ///< limit of the thread's time, in seconds
    std::int32_t calls = 0;

    explicit SearchAllowance(std::size_t codePoints)
        : saves(kSavesBase + kSavesEach * static_cast<std::int64_t>(codePoints))
        , end(threadSeconds() + kSecondsBase + kSecondsEach * static_cast<double>(codePoints))
    { }
    static UBool afterSaves(const void* self, std::int32_t)
    {
        auto& allowance = *static_cast<SearchAllowance*>(const_cast<void*>(self));
        allowance.saves -= kSavesOfCall;
        return static_cast<UBool>(allowance.saves > 0 && threadSeconds() < allowance.end);
    }
    static UBool afterPlace(const void* self, std::int64_t)
    {
        auto& allowance = *static_cast<SearchAllowance*>(const_cast<void*>(self));
        constexpr std::int32_t kBetweenLooks = 16; // reading the clock costs as much as several places
        return static_cast<UBool>(++allowance.calls % kBetweenLooks != 0 || threadSeconds() < allowance.end);
    }
};

struct Pattern::Search::State
{
    explicit State(std::size_t codePoints)
        : allowance(codePoints)
    { }
    std::shared_ptr<const Compiled> pattern;
    SearchAllowance allowance;
    std::unique_ptr<icu::RegexMatcher> matcher;
    icu::UnicodeString text;
};

Pattern::Search::Search(const Pattern& pattern, std::size_t codePoints)
    : m_state(std::make_unique<State>(codePoints))
{
    m_state->pattern = pattern.m_compiled;
    if (!m_state->pattern->regex)
        return;
    UErrorCode status = U_ZERO_ERROR;
    m_state->matcher.reset(m_state->pattern->regex->matcher(status));
    if (U_FAILURE(status)) {
        m_state->matcher.reset();
        return;
    }
    m_state->matcher->setStackLimit(kStackBytes, status);
    m_state->matcher->setMatchCallback(SearchAllowance::afterSaves, &m_state->allowance, status);
    m_state->matcher->setFindProgressCallback(SearchAllowance::afterPlace, &m_state->allowance, status);
}

Pattern::Search::~Search() = default;
Pattern::Search::Search(Search&&) noexcept = default;
Pattern::Search& Pattern::Search::operator=(Search&&) noexcept = default;

Result<void> Pattern::Search::findAll(std::u32string_view text, std::vector<Span>& matches)
{
    matches.clear();
    State& state = *m_state;
    if (!state.pattern->regex) {
        findFixed(state.pattern->fixed, text, matches);
        return {};
    }
    if (text.size() > (std::size_t{1} << 29))
        return Error{ErrorCode::kTooLong, "the text is too long for a regular expression"};
    const auto failed = [&state, text](UErrorCode status) {
        const char* what = status == U_REGEX_STOPPED_BY_CALLER ? "takes too long" : "needs too much memory";
        return Error{ErrorCode::kTooLong,
                     concat("the regular expression ", quotedExcerpt(state.pattern->expression), " ", what,
                            " on a text of ", text.size(), " characters (", u_errorName(status), ")")};
    };
    if (!state.matcher)
        return failed(U_MEMORY_ALLOCATION_ERROR);
    state.text = icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                               static_cast<std::int32_t>(text.size()));
    UErrorCode status = U_ZERO_ERROR;
    state.matcher->reset(state.text);
    UnitCounter counter(text, static_cast<std::size_t>(state.text.length()));
    while (state.matcher->find(status) && U_SUCCESS(status)) {
        const auto begin = static_cast<std::size_t>(state.matcher->start(status));
        const auto end = static_cast<std::size_t>(state.matcher->end(status));
        const std::size_t from = counter.codePoint(begin);
        // An empty match right after another match does not count, as in Oniguruma's iteration.
        if (begin == end && !matches.empty() && matches.back().end == from)
            continue;
        matches.push_back({from, counter.codePoint(end)});
    }
    if (U_FAILURE(status))
        return failed(status);
    return {};
}

std::size_t growthOf(const Pattern& pattern, std::string_view content)
{
    // A regular expression may match the empty text everywhere.
    if (pattern.m_compiled->regex)
        return std::min<std::size_t>(content.size() + 1, std::size_t{1} << 20U);
    const std::size_t length = encodeUtf8(pattern.m_compiled->fixed).size();
    if (length == 0)
        return 1; // never found
    return std::clamp<std::size_t>((content.size() + length - 1) / length, 1, std::size_t{1} << 20U);
}

Pattern readPattern(const JsonFields& fields, std::string_view name)
{
    const nlohmann::json* member = fields.find(name);
    // In older files the field is the fixed text itself.
    if (member && member->is_string())
        return Pattern::literal(decodeUtf8(fields.text(name)));
    const JsonFields kinds = fields.object(name);
    if (kinds.find("Regex")) {
        Result<Pattern> pattern = Pattern::regex(kinds.text("Regex"));
        if (pattern)
            return *std::move(pattern);
        Error error = pattern.error();
        error.file = fields.report().file();
        error.field = kinds.path("Regex");
        fields.report().add(std::move(error));
        return Pattern::literal({});
    }
    return Pattern::literal(decodeUtf8(kinds.text("String")));
}

} // namespace headlight
