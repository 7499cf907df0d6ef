#pragma once

#include "core/base/error.h"
#include "core/io/byte_reader.h"
#include "core/io/tensor.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace headlight::pickle {

/// Values are stored in one list and refer to each other by index, so that a value that contains itself is
/// not an ownership cycle, and nothing is freed recursively.
using Ref = std::uint32_t;

/// An imported name; only a few are known.
struct Name
{
    enum class Kind { kOrderedDict, kRebuildTensor, kRebuildParameter, kStorageType } kind;
    DType dtype = DType::kF32; ///< dtype of a storage type
};

struct Tuple
{
    std::vector<Ref> items;
};

struct List
{
    std::vector<Ref> items;
};

struct Dict
{
    std::vector<std::pair<Ref, Ref>> items; ///< in the order of insertion; of equal keys the later one counts
};

struct Storage
{
    DType dtype = DType::kF32;
    std::string_view key;
    std::int64_t elements = 0;
};

/// Shape and strides are parsed only if the tensor is needed.
struct Tensor
{
    Ref storage = 0;
    std::int64_t offset = 0;
    Ref shape = 0;
    Ref strides = 0;
};

using Value = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, Name, Tuple, List,
                           Dict, Storage, Tensor>;

/// The stack machine behind readPickledTensors: runs the operations of one pickle and keeps the values. An
/// operation that returns false has set the fault.
class Machine
{
public:
    Machine(std::span<const std::byte> pickle, std::string file);

    /// Runs up to the STOP operation. If false, see fault().
    bool run();

    const std::optional<Error>& fault() const { return m_fault; }
    Ref root() const { return m_root; }
    const Value& value(Ref ref) const { return m_values[ref]; }
    template <typename T>
    const T* as(Ref ref) const
    {
        return std::get_if<T>(&m_values[ref]);
    }

private:
    /// A forbidden operation has a name but no function.
    struct Operation
    {
        const char* name = nullptr;
        bool (Machine::*run)() = nullptr;
    };
    using Operations = std::array<Operation, 256>;
    static Operations makeOperations();

    // Framing
    bool protocol();
    bool frame();
    bool stop();
    // Numbers, strings and constants
    bool none() { return push(std::monostate()); }
    bool newTrue() { return push(true); }
    bool newFalse() { return push(false); }
    template <typename T>
    bool integer();
    bool longInteger();
    bool floatingPoint();
    template <typename Length>
    bool text();
    // Containers
    bool mark();
    bool emptyTuple() { return push(Tuple()); }
    bool emptyList() { return push(List()); }
    bool emptyDict() { return push(Dict()); }
    bool tuple();
    template <std::size_t Count>
    bool shortTuple();
    bool append();
    bool appends();
    bool setItem();
    bool setItems();
    // Memo
    template <typename Index>
    bool put();
    bool memoize();
    template <typename Index>
    bool get();
    // Names and calls
    bool global();
    bool stackGlobal();
    bool persistentId();
    bool reduce();
    bool build();
    bool import(std::string_view module, std::string_view name);
    bool rebuildTensor(const Tuple& arguments);
    bool rebuildParameter(const Tuple& arguments);

    bool push(Value value);
    /// Pops the top `count` values, in the order in which they were pushed.
    bool pop(std::size_t count, std::vector<Ref>& items);
    /// Pops all values above the last mark, and the mark.
    bool popToMark(std::vector<Ref>& items);
    bool insertPairs(const std::vector<Ref>& items);
    bool keep(std::uint32_t index);
    template <typename T>
    T* top();
    /// Counts work beyond the operation itself.
    bool spend(std::size_t steps);

    bool fail(std::string message);
    bool refuse(const std::string& what);
    bool cutShort() { return fail("the pickle is cut short"); }

    ByteReader m_reader;
    std::string m_file;
    std::optional<Error> m_fault;
    std::vector<Value> m_values;
    std::vector<Ref> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack at the marks
    std::unordered_map<std::uint32_t, Ref> m_memo;
    std::size_t m_operationAt = 0; ///< for messages
    std::size_t m_steps = 0;
    Ref m_root = 0;
    bool m_stopped = false;
};

} // namespace headlight::pickle
