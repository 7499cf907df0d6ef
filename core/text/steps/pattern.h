#pragma once

#include "core/base/result.h"
#include "core/text/aligned_text.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

class JsonFields;

/// A fixed text or a regular expression for which a Split or Replace step of a tokenizer searches. Immutable;
/// copies share the compiled expression.
class Pattern
{
public:
    static Pattern literal(std::u32string text);
    /// `expression` is in the dialect of Oniguruma, which Hugging Face's library uses. A construct that
    /// cannot be translated for ICU is an error that names it.
    static Result<Pattern> regex(std::string_view expression);

    /// Searches one text after another; single-threaded, keeps its buffers between texts.
    class Search
    {
    public:
        /// For texts with `codePoints` in total, to which the permitted work is proportional.
        Search(const Pattern& pattern, std::size_t codePoints);
        ~Search();
        Search(Search&&) noexcept;
        Search& operator=(Search&&) noexcept;
        Search(const Search&) = delete;
        Search& operator=(const Search&) = delete;

        /// All matches from left to right, without overlap, in code points. kTooLong if the expression needs
        /// too many steps, or too much time or memory.
        Result<void> findAll(std::u32string_view text, std::vector<Span>& matches);

    private:
        struct State;
        std::unique_ptr<State> m_state;
    };

private:
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled);
    friend std::size_t growthOf(const Pattern& pattern, std::string_view content);

    std::shared_ptr<const Compiled> m_compiled;
};

/// Maximum growth factor, in bytes, of a text whose matches are replaced by `content`; at least 1.
std::size_t growthOf(const Pattern& pattern, std::string_view content);

/// Reads {"String": …} or {"Regex": …}; faults go to the fields' report.
Pattern readPattern(const JsonFields& fields, std::string_view name);

/// Translates an expression from Oniguruma's dialect to ICU's: escapes every literal, defines \w and \b by
/// the same properties, and rejects constructs that have another meaning or none in ICU.
Result<std::string> regexForIcu(std::string_view expression);

} // namespace headlight
