#pragma once

#include "core/base/result.h"
#include "core/text/aligned_text.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

class JsonFields;

/// What a Split or Replace step of a tokenizer looks for: a fixed text or a regular expression.
/// Immutable; copies share the compiled expression.
class Pattern
{
public:
    static Pattern literal(std::u32string text);
    /// `expression` is in Oniguruma's dialect, which Hugging Face's library uses. A construct that cannot be
    /// translated for ICU is an error that names it.
    static Result<Pattern> regex(std::string_view expression);

    /// Searches texts one after the other; for one thread, keeps its buffers between texts.
    class Search
    {
    public:
        explicit Search(const Pattern& pattern);
        ~Search();
        Search(Search&&) noexcept;
        Search& operator=(Search&&) noexcept;
        Search(const Search&) = delete;
        Search& operator=(const Search&) = delete;

        /// All matches from left to right, without overlap, in code points. Fails if the expression
        /// needs too much time or memory on this text.
        Result<void> findAll(std::u32string_view text, std::vector<Span>& matches);

    private:
        struct State;
        std::unique_ptr<State> m_state;
    };

private:
    struct Compiled;
    explicit Pattern(std::shared_ptr<const Compiled> compiled);

    std::shared_ptr<const Compiled> m_compiled;
};

/// Reads {"String": …} or {"Regex": …}; faults go to the fields' report.
Pattern readPattern(const JsonFields& fields, std::string_view name);

} // namespace headlight
