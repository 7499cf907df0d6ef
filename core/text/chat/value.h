#pragma once

#include "core/text/chat/render_state.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace headlight::chat {

class Value;
struct Statement;
struct List;
struct Map;
struct Loop;
struct Method;
struct Namespace;

struct Undefined
{ };
struct None
{ };
/// The functions that every template can call by name.
enum class Function : unsigned char { kRange, kNamespace, kDict, kRaise, kNow };

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
    /// Fails if lists are nested too deeply.
    static Value list(RenderState& state, std::vector<Value> items, bool tuple = false);
    static Value map(RenderState& state, std::vector<std::pair<std::string, Value>> members);
    static Value nameSpace(Namespace* space) { return Value(State(space)); }
    static Value macro(const Statement* macro) { return Value(State(macro)); }
    static Value function(Function which) { return Value(State(which)); }
    static Value loop(std::shared_ptr<const Loop> loop) { return Value(State(std::move(loop))); }
    static Value method(Value self, std::string name);

    bool isUndefined() const { return std::holds_alternative<Undefined>(m_state); }
    bool isNone() const { return std::holds_alternative<None>(m_state); }
    const bool* asFlag() const { return std::get_if<bool>(&m_state); }
    /// Also for True and False, which are 1 and 0.
    const std::int64_t* asInteger() const { return std::get_if<std::int64_t>(&m_state); }
    const double* asReal() const { return std::get_if<double>(&m_state); }
    const std::string* asText() const { return held<Text>(); }
    const List* asList() const { return held<ListPointer>(); }
    const Map* asMap() const { return held<MapPointer>(); }
    const Loop* asLoop() const { return held<std::shared_ptr<const Loop>>(); }
    const Method* asMethod() const { return held<std::shared_ptr<const Method>>(); }
    Namespace* asNamespace() const { return held<Namespace*>(); }
    const Statement* asMacro() const { return held<const Statement*>(); }
    const Function* asFunction() const { return std::get_if<Function>(&m_state); }

    bool isNumber() const { return asFlag() != nullptr || asInteger() != nullptr || asReal() != nullptr; }
    bool isWhole() const { return asFlag() != nullptr || asInteger() != nullptr; }
    std::int64_t whole() const; ///< for a flag or an integer
    double number() const; ///< for any number

    bool truth() const; ///< by Python's rules
    std::string typeName() const; ///< "a text", "a list", for messages
    int depth() const; ///< nesting of lists and dictionaries

private:
    using State = std::variant<Undefined, None, bool, std::int64_t, double, Text, ListPointer, MapPointer,
                               Namespace*, const Statement*, Function, std::shared_ptr<const Loop>,
                               std::shared_ptr<const Method>>;
    explicit Value(State state)
        : m_state(std::move(state))
    { }
    /// What a pointer of this type points to; null if the value is something else.
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
    bool tuple = false;
};

/// Named values in the order in which they were first set.
struct Members
{
    std::vector<std::pair<std::string, Value>> members;
    void set(const std::string& name, Value value);
    const Value* find(std::string_view name) const;
};

/// A dictionary.
struct Map : Members
{
    int depth = 1;
};

/// The only kind of value that changes (`set ns.x = …`).
struct Namespace : Members
{ };

/// The value of `loop` inside a loop.
struct Loop
{
    std::shared_ptr<const std::vector<Value>> items;
    std::size_t index = 0;
    int depth = 1; ///< 1 for the outermost
};

/// A method before it is called: "abc".upper.
struct Method
{
    Value self;
    std::string name;
};

/// Python's ==.
bool equal(const Value& a, const Value& b, RenderState& state);
/// Python's order of numbers and texts: negative, 0 or positive; fails for other types.
int compare(const Value& a, const Value& b, RenderState& state);
/// `item in whole`.
bool contains(const Value& whole, const Value& item, RenderState& state);
/// Whether a comparison holds: ==, !=, <, >, <=, >=, "in" or "not in".
bool holds(std::string_view sign, const Value& a, const Value& b, RenderState& state);
/// What a loop iterates over: the items of a list, the keys of a dictionary, the characters of a text.
std::vector<Value> itemsOf(const Value& value, RenderState& state);
/// In characters or items; fails for other types.
std::size_t lengthOf(const Value& value, RenderState& state);
/// Python's str(), the output of {{ }}.
std::string toText(const Value& value, RenderState& state);
/// Python's repr(): texts in quotation marks.
std::string toSource(const Value& value, RenderState& state);

} // namespace headlight::chat
