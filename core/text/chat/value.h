#pragma once

#include "core/base/concat.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace headlight::chat {

/// An error in a template. Never leaves this folder: ChatTemplate turns it into an Error.
class TemplateFault : public std::runtime_error
{
public:
    TemplateFault(int line, const std::string& message)
        : std::runtime_error(message)
        , m_line(line)
    { }
    int line() const { return m_line; } ///< counts from 1

private:
    int m_line;
};

/// Thrown when the template is to stop; handled like TemplateFault.
struct RenderStopped
{ };

/// Limits beyond which a template is rejected. Published templates stay far below.
struct TemplateLimits
{
    std::size_t templateBytes = std::size_t{1} << 20U;
    std::size_t outputBytes = std::size_t{16} << 20U;
    std::size_t workBytes = std::size_t{256} << 20U; ///< total size of all texts and lists created
    std::size_t readBytes = std::size_t{2} << 30U; ///< total size of all texts compared and searched
    std::size_t steps = 5'000'000; ///< expressions and statements evaluated
    int syntaxDepth = 128; ///< nesting of expressions and blocks
    int callDepth = 600; ///< the same while running, including macros
    int macroDepth = 32; ///< nesting of macros
    int valueDepth = 64; ///< nesting of lists and dictionaries
};

/// A level of nesting, counted while it lives. Whoever makes one checks the limit.
class Nesting
{
public:
    explicit Nesting(int& depth)
        : m_depth(depth)
    {
        ++m_depth;
    }
    ~Nesting() { --m_depth; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

private:
    int& m_depth;
};

/// The current line, and what is left of the limits.
class RenderState
{
public:
    explicit RenderState(const TemplateLimits& limits, std::stop_token stop = {})
        : m_limits(limits)
        , m_stop(std::move(stop))
    { }

    const TemplateLimits& limits() const { return m_limits; }
    int line = 1;

    [[noreturn]] void fail(const std::string& message) const { throw TemplateFault(line, message); }
    /// Counts one expression, statement or element of a list.
    void step()
    {
        if (++m_steps > m_limits.steps)
            fail(concat("takes more than ", m_limits.steps, " steps"));
        if (m_steps % kStepsBetweenLooks == 0)
            look();
    }
    /// Counts what a comparison or a search reads of a text.
    void read(std::size_t bytes) { count(m_read, bytes, m_limits.readBytes, "reads", "texts"); }
    /// Counts what is read of a text one character at a time, which takes longer.
    void walk(std::size_t bytes) { read(bytes < m_limits.readBytes ? kWalk * bytes : bytes); }
    /// Counts a text or a list before it is created.
    void grow(std::size_t bytes) { count(m_bytes, bytes, m_limits.workBytes, "makes", "texts and lists"); }

private:
    static constexpr std::size_t kWalk = 16;
    static constexpr std::size_t kStepsBetweenLooks = 512;
    static constexpr std::size_t kBytesBetweenLooks = std::size_t{1} << 18U;
    void count(std::size_t& all, std::size_t bytes, std::size_t most, const char* does, const char* what)
    {
        all += bytes;
        if (bytes > most || all > most)
            fail(concat(does, " more than ", most, " bytes of ", what));
        if (bytes > kBytesBetweenLooks)
            look();
    }
    void look() const
    {
        if (m_stop.stop_requested())
            throw RenderStopped();
    }

    TemplateLimits m_limits;
    std::stop_token m_stop;
    std::size_t m_read = 0;
    std::size_t m_steps = 0;
    std::size_t m_bytes = 0;
};

class Value;
struct List;
struct Map;
struct Loop;
struct Macro;
struct Method;
struct Namespace;
struct Cycler;

struct Undefined
{ };
struct None
{ };
/// The functions that every template can call by name.
enum class Function : unsigned char { kRange, kNamespace, kDict, kRaise, kNow, kCycler, kJoiner };

/// The kind of sequence that a list is in Python.
enum class ListKind : unsigned char {
    kList,
    kTuple,
    kGroup, ///< a tuple of groupby, with the attributes "grouper" and "list"
    kOnce, ///< a generator: always true, and gone after one loop
    kKeys, ///< what a dictionary's keys(), values() and items() give
    kValues,
    kItems,
};

/// A value in a template. Texts, lists and dictionaries are shared and immutable.
class Value
{
public:
    using Text = std::shared_ptr<const std::string>;
    using ListPointer = std::shared_ptr<const List>;
    using MapPointer = std::shared_ptr<const Map>;

    Value() = default; ///< undefined
    static Value none() { return Value(State(None{})); }
    static Value flag(bool is) { return Value(State(is)); }
    static Value integer(std::int64_t number) { return Value(State(number)); }
    static Value real(double number) { return Value(State(number)); }
    static Value text(std::string text)
    {
        return Value(State(std::make_shared<const std::string>(std::move(text))));
    }
    /// A text in which "<", "&" and the like are escaped already (Python's Markup).
    static Value markup(std::string text)
    {
        return Value(State(Markup{std::make_shared<const std::string>(std::move(text))}));
    }
    /// Fails if lists are nested too deeply.
    static Value list(RenderState& state, std::vector<Value> items, ListKind kind = ListKind::kList);
    static Value map(RenderState& state, Map members);
    static Value nameSpace(Namespace* space) { return Value(State(space)); }
    static Value cycler(Cycler* cycler) { return Value(State(cycler)); }
    static Value macro(std::shared_ptr<const Macro> macro) { return Value(State(std::move(macro))); }
    static Value function(Function which) { return Value(State(which)); }
    static Value loop(std::shared_ptr<const Loop> loop) { return Value(State(std::move(loop))); }
    static Value method(Value self, std::string name);

    bool isUndefined() const { return std::holds_alternative<Undefined>(m_state); }
    bool isNone() const { return std::holds_alternative<None>(m_state); }
    const bool* asFlag() const { return std::get_if<bool>(&m_state); }
    /// Also for True and False, which are 1 and 0.
    const std::int64_t* asInteger() const { return std::get_if<std::int64_t>(&m_state); }
    const double* asReal() const { return std::get_if<double>(&m_state); }
    const std::string* asText() const
    {
        return isMarkup() ? std::get_if<Markup>(&m_state)->text.get() : held<Text>();
    }
    bool isMarkup() const { return std::holds_alternative<Markup>(m_state); }
    const List* asList() const { return held<ListPointer>(); }
    const Map* asMap() const { return held<MapPointer>(); }
    const Loop* asLoop() const { return held<std::shared_ptr<const Loop>>(); }
    const Method* asMethod() const { return held<std::shared_ptr<const Method>>(); }
    Namespace* asNamespace() const { return held<Namespace*>(); }
    Cycler* asCycler() const { return held<Cycler*>(); }
    const Macro* asMacro() const { return held<std::shared_ptr<const Macro>>(); }
    const Function* asFunction() const { return std::get_if<Function>(&m_state); }

    bool isNumber() const { return asFlag() != nullptr || asInteger() != nullptr || asReal() != nullptr; }
    bool isWhole() const { return asFlag() != nullptr || asInteger() != nullptr; }
    std::int64_t whole() const; ///< for a flag or an integer
    double number() const; ///< for any number

    bool truth() const; ///< by Python's rules
    std::string typeName() const; ///< "a text", "a list", for messages
    int depth() const; ///< nesting of lists and dictionaries
    /// Python's `is`, except that equal numbers and texts are one.
    bool sameType(const Value& other) const { return m_state.index() == other.m_state.index(); }

private:
    struct Markup
    {
        Text text;
    };
    using State = std::variant<Undefined, None, bool, std::int64_t, double, Text, Markup, ListPointer,
                               MapPointer, Namespace*, Cycler*, std::shared_ptr<const Macro>, Function,
                               std::shared_ptr<const Loop>, std::shared_ptr<const Method>>;
    explicit Value(State state)
        : m_state(std::move(state))
    { }
    /// The object behind a pointer of this type; null if the value is something else.
    template <typename Pointer>
    typename std::pointer_traits<Pointer>::element_type* held() const
    {
        const auto* const pointer = std::get_if<Pointer>(&m_state);
        return pointer != nullptr ? std::to_address(*pointer) : nullptr;
    }
    State m_state;
};

struct List
{
    std::vector<Value> items;
    int depth = 1;
    ListKind kind = ListKind::kList;
    mutable bool used = false; ///< of kOnce; a template runs in one thread

    bool isTuple() const { return kind == ListKind::kTuple || kind == ListKind::kGroup; }
};

/// Values by their keys, in the order in which they were first set. Keys are texts, numbers, none and tuples
/// of them; 1, 1.0 and true are one key, as in Python. Finding one takes the time to read its key.
class Members
{
public:
    using Member = std::pair<Value, Value>;
    const std::vector<Member>& all() const { return m_members; }
    std::size_t size() const { return m_members.size(); }
    void set(const Value& key, Value value);
    void set(const std::string& name, Value value);
    const Value* find(const Value& key) const;
    const Value* find(std::string_view name) const;
    /// Whether the value can be a key.
    static bool canBeKey(const Value& value);

private:
    static constexpr std::size_t kFew = 8; ///< as many are searched one by one
    /// The number of the member with this key; size() if there is none.
    std::size_t placeOf(const Value& key) const;
    std::vector<Member> m_members;
    std::unordered_map<std::string, std::size_t> m_places; ///< by spelled key; empty while there are few
};

/// A dictionary.
struct Map : Members
{
    int depth = 1;
};

/// The only kind of value that changes (`set ns.x = …`).
struct Namespace : Members
{ };

/// Gives its values in turn (`cycler`), or a text to write between others (`joiner`).
struct Cycler
{
    std::vector<Value> items;
    std::size_t at = 0;
    bool joins = false;
};

struct LoopRun;

/// The value of `loop` inside a loop.
struct Loop
{
    std::shared_ptr<LoopRun> run; ///< shared by all rounds
    std::size_t index = 0;
};

/// A method before it is called: "abc".upper.
struct Method
{
    Value self;
    std::string name;
};

/// All rounds of one loop.
struct LoopRun
{
    std::vector<Value> items;
    int depth = 1; ///< of a recursive loop's calls
    std::shared_ptr<const Macro> body; ///< of a recursive loop
    std::vector<Value> last; ///< the last arguments of `loop.changed`
};

/// Python's ==.
bool equal(const Value& a, const Value& b, RenderState& state);
/// Python's order of numbers and texts: negative, 0 or positive; fails for other types.
int compare(const Value& a, const Value& b, RenderState& state);
/// `item in whole`.
bool contains(const Value& whole, const Value& item, RenderState& state);
/// Whether a comparison holds: ==, !=, <, >, <=, >=, "in" or "not in".
bool holds(std::string_view sign, const Value& a, const Value& b, RenderState& state);
/// The values of a loop: the items of a list, the keys of a dictionary, the characters of a text.
std::vector<Value> itemsOf(const Value& value, RenderState& state);
/// The place of a text in another one from `from` on; npos if there is none. Counts the bytes that it reads.
std::size_t findText(std::string_view text, std::string_view what, std::size_t from, RenderState& state);
/// In characters or items; fails for other types.
std::size_t lengthOf(const Value& value, RenderState& state);
/// Python's str(), the output of {{ }}.
std::string toText(const Value& value, RenderState& state);
/// Python's repr(): texts in quotation marks.
std::string toSource(const Value& value, RenderState& state);

} // namespace headlight::chat
