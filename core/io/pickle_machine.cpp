#include "core/io/pickle_machine.h"

#include "core/io/byte_reader.h"
#include "core/io/excerpt.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>

namespace headlight::pickle {
namespace {

constexpr std::size_t kMaxPickleBytes = std::size_t{64} << 20U;
/// A model with 10,000 tensors needs about 300,000 operations.
constexpr std::size_t kMaxSteps = 1'000'000;
constexpr std::size_t kMaxNameLength = 256;

struct KnownName
{
    std::string_view module, name;
    Name meaning;
};

constexpr std::array<KnownName, 13> kNames = {{
    {"collections", "OrderedDict", {Name::Kind::kOrderedDict}},
    {"torch._utils", "_rebuild_tensor_v2", {Name::Kind::kRebuildTensor}},
    {"torch._utils", "_rebuild_parameter", {Name::Kind::kRebuildParameter}},
    {"torch", "DoubleStorage", {Name::Kind::kStorageType, DType::kF64}},
    {"torch", "FloatStorage", {Name::Kind::kStorageType, DType::kF32}},
    {"torch", "HalfStorage", {Name::Kind::kStorageType, DType::kF16}},
    {"torch", "BFloat16Storage", {Name::Kind::kStorageType, DType::kBF16}},
    {"torch", "LongStorage", {Name::Kind::kStorageType, DType::kI64}},
    {"torch", "IntStorage", {Name::Kind::kStorageType, DType::kI32}},
    {"torch", "ShortStorage", {Name::Kind::kStorageType, DType::kI16}},
    {"torch", "CharStorage", {Name::Kind::kStorageType, DType::kI8}},
    {"torch", "ByteStorage", {Name::Kind::kStorageType, DType::kU8}},
    {"torch", "BoolStorage", {Name::Kind::kStorageType, DType::kBool}},
}};

/// Runs the operations of one pickle and keeps the values. An operation that returns false has set the fault.
class Machine
{
public:
    Machine(std::span<const std::byte> pickle, std::string file)
        : m_reader(pickle)
        , m_file(std::move(file))
    { }

    Result<Pickle> run()
    {
        static const Operations kOperations = makeOperations();
        while (m_operation.run != &Machine::stop)
            if (!runNext(kOperations))
                return *m_fault;
        return std::move(m_pickle);
    }

private:
    /// A forbidden operation has a name but no function.
    struct Operation
    {
        const char* name = nullptr;
        bool (Machine::*run)() = nullptr;
    };
    using Operations = std::array<Operation, 256>;

    /// The operations of pickle protocol 5 (Python's Lib/pickle.py). Listed only to be rejected by name:
    /// those of protocols 0 and 1 that torch does not write, and those for objects, byte strings, sets.
    static Operations makeOperations()
    {
        Operations table = {};
        const auto list = [&](unsigned char code, const char* name, bool (Machine::*run)() = nullptr) {
            table.at(code) = {name, run};
        };
        list(0x80, "PROTO", &Machine::protocol);
        list(0x95, "FRAME", &Machine::frame);
        list('.', "STOP", &Machine::stop);
        list('N', "NONE", &Machine::none);
        list(0x88, "NEWTRUE", &Machine::newTrue);
        list(0x89, "NEWFALSE", &Machine::newFalse);
        list('J', "BININT", &Machine::integer<std::int32_t>);
        list('K', "BININT1", &Machine::integer<std::uint8_t>);
        list('M', "BININT2", &Machine::integer<std::uint16_t>);
        list(0x8a, "LONG1", &Machine::longInteger);
        list('G', "BINFLOAT", &Machine::floatingPoint);
        list('X', "BINUNICODE", &Machine::text<std::uint32_t>);
        list(0x8c, "SHORT_BINUNICODE", &Machine::text<std::uint8_t>);
        list(0x8d, "BINUNICODE8", &Machine::text<std::uint64_t>);
        list('U', "SHORT_BINSTRING", &Machine::text<std::uint8_t>);
        list('(', "MARK", &Machine::mark);
        list(')', "EMPTY_TUPLE", &Machine::emptyTuple);
        list(']', "EMPTY_LIST", &Machine::emptyList);
        list('}', "EMPTY_DICT", &Machine::emptyDict);
        list('t', "TUPLE", &Machine::popToMark<&Machine::tuple>);
        list(0x85, "TUPLE1", &Machine::pop<1, &Machine::tuple>);
        list(0x86, "TUPLE2", &Machine::pop<2, &Machine::tuple>);
        list(0x87, "TUPLE3", &Machine::pop<3, &Machine::tuple>);
        list('a', "APPEND", &Machine::pop<1, &Machine::append>);
        list('e', "APPENDS", &Machine::popToMark<&Machine::append>);
        list('s', "SETITEM", &Machine::pop<2, &Machine::setItems>);
        list('u', "SETITEMS", &Machine::popToMark<&Machine::setItems>);
        list('q', "BINPUT", &Machine::put<std::uint8_t>);
        list('r', "LONG_BINPUT", &Machine::put<std::uint32_t>);
        list(0x94, "MEMOIZE", &Machine::memoize);
        list('h', "BINGET", &Machine::get<std::uint8_t>);
        list('j', "LONG_BINGET", &Machine::get<std::uint32_t>);
        list('c', "GLOBAL", &Machine::global);
        list(0x93, "STACK_GLOBAL", &Machine::pop<2, &Machine::stackGlobal>);
        list('Q', "BINPERSID", &Machine::pop<1, &Machine::persistentId>);
        list('R', "REDUCE", &Machine::pop<2, &Machine::reduce>);
        list('b', "BUILD", &Machine::pop<1, &Machine::build>);
        list('0', "POP"), list('1', "POP_MARK"), list('2', "DUP"), list('F', "FLOAT"), list('I', "INT");
        list('L', "LONG"), list('P', "PERSID"), list('S', "STRING"), list('T', "BINSTRING");
        list('V', "UNICODE"), list('d', "DICT"), list('g', "GET"), list('i', "INST"), list('l', "LIST");
        list('o', "OBJ"), list('p', "PUT"), list(0x81, "NEWOBJ"), list(0x82, "EXT1"), list(0x83, "EXT2");
        list(0x84, "EXT4"), list(0x8b, "LONG4"), list('B', "BINBYTES"), list('C', "SHORT_BINBYTES");
        list(0x8e, "BINBYTES8"), list(0x8f, "EMPTY_SET"), list(0x90, "ADDITEMS"), list(0x91, "FROZENSET");
        list(0x92, "NEWOBJ_EX"), list(0x96, "BYTEARRAY8"), list(0x97, "NEXT_BUFFER");
        list(0x98, "READONLY_BUFFER");
        return table;
    }

    bool runNext(const Operations& operations)
    {
        m_operationAt = m_reader.position();
        const auto code = m_reader.number<std::uint8_t>();
        if (!code)
            return cutShort();
        m_operation = operations.at(*code);
        if (m_operation.run == nullptr)
            return refuse("the operation "
                          + (m_operation.name != nullptr ? m_operation.name : concat("number ", *code)));
        return spend(1) && (this->*m_operation.run)();
    }

    // Framing

    bool protocol()
    {
        const auto version = m_reader.number<std::uint8_t>();
        if (!version)
            return cutShort();
        return (*version >= 2 && *version <= 5) || refuse(concat("protocol ", *version));
    }

    bool frame()
    {
        const auto length = m_reader.number<std::uint64_t>();
        return (length && *length <= m_reader.left()) || cutShort();
    }

    bool stop()
    {
        if (m_stack.size() != 1 || !m_marks.empty())
            return fail(concat("found ", m_stack.size(), " values at the end, expected 1"));
        m_pickle.root = m_stack.back();
        return true;
    }

    // Numbers, strings and constants
    bool none() { return push(std::monostate()); }
    bool emptyTuple() { return push(Tuple()); }
    bool emptyList() { return push(List()); }
    bool emptyDict() { return push(Dict()); }
    bool newTrue() { return push(true); }
    bool newFalse() { return push(false); }
    template <typename T>
    bool integer()
    {
        const auto number = m_reader.number<T>();
        return number ? push(static_cast<std::int64_t>(*number)) : cutShort();
    }

    bool longInteger()
    {
        const auto length = m_reader.number<std::uint8_t>();
        const auto bytes = m_reader.bytes(length.value_or(0));
        if (!length || !bytes)
            return cutShort();
        if (*length > sizeof(std::int64_t))
            return refuse(concat("an integer of ", *length, " bytes"));
        // Two's complement in as few bytes as possible: the last one carries the sign.
        std::uint64_t number
            = !bytes->empty() && (bytes->back() & std::byte{0x80}) != std::byte{0} ? ~0ULL : 0ULL;
        for (std::size_t i = bytes->size(); i-- > 0;)
            number = (number << 8U) | std::to_integer<std::uint64_t>((*bytes)[i]);
        return push(std::bit_cast<std::int64_t>(number));
    }

    bool floatingPoint()
    {
        const auto bytes = m_reader.bytes(sizeof(double)); // the one big-endian number of the format
        if (!bytes)
            return cutShort();
        std::uint64_t bits = 0;
        for (const std::byte byte : *bytes)
            bits = (bits << 8U) | std::to_integer<std::uint64_t>(byte);
        return push(std::bit_cast<double>(bits));
    }

    template <typename Length>
    bool text()
    {
        const auto length = m_reader.number<Length>();
        const auto found = m_reader.text(length.value_or(0));
        return length && found ? push(*found) : cutShort();
    }

    // Containers

    bool mark()
    {
        m_marks.push_back(m_stack.size());
        return true;
    }

    bool tuple(std::span<const Ref> items) { return push(Tuple{{items.begin(), items.end()}}); }

    bool append(std::span<const Ref> items)
    {
        List* list = top<List>();
        if (list == nullptr)
            return fail(concat("found ", m_operation.name, " on something other than a list"));
        list->items.insert(list->items.end(), items.begin(), items.end());
        return true;
    }

    bool setItems(std::span<const Ref> items)
    {
        Dict* dict = top<Dict>();
        if (dict == nullptr || items.size() % 2 != 0)
            return fail("found items set on something other than a dictionary, or a key without a value");
        for (std::size_t i = 0; i < items.size(); i += 2)
            dict->items.emplace_back(items[i], items[i + 1]);
        return true;
    }

    // Memo
    template <typename Index>
    bool put()
    {
        const auto index = m_reader.number<Index>();
        return index ? keep(*index) : cutShort();
    }

    bool memoize() { return keep(static_cast<std::uint32_t>(m_memo.size())); }

    template <typename Index>
    bool get()
    {
        const auto index = m_reader.number<Index>();
        const auto at = m_memo.find(index.value_or(0));
        if (!index || at == m_memo.end())
            return index ? fail(concat("found memo ", *index, ", which nothing has set")) : cutShort();
        m_stack.push_back(at->second);
        return true;
    }

    // Names and calls

    bool global()
    {
        const auto module = m_reader.line(kMaxNameLength);
        const auto name = module ? m_reader.line(kMaxNameLength) : std::nullopt;
        return name ? import(*module, *name) : cutShort();
    }

    bool stackGlobal(std::span<const Ref> items)
    {
        const auto* module = m_pickle.as<std::string_view>(items[0]);
        const auto* name = m_pickle.as<std::string_view>(items[1]);
        return module != nullptr && name != nullptr ? import(*module, *name)
                                                    : fail("STACK_GLOBAL without two strings");
    }

    /// ("storage", type, key, original device, number of elements)
    bool persistentId(std::span<const Ref> items)
    {
        const auto* id = m_pickle.as<Tuple>(items[0]);
        if (id == nullptr || id->items.size() != 5)
            return fail("found a persistent id that is not a tuple of 5");
        const auto* kind = m_pickle.as<std::string_view>(id->items[0]);
        const auto* type = m_pickle.as<Name>(id->items[1]);
        const auto* key = m_pickle.as<std::string_view>(id->items[2]);
        const auto* elements = m_pickle.as<std::int64_t>(id->items[4]);
        if (kind == nullptr || *kind != "storage" || type == nullptr || type->kind != Name::Kind::kStorageType
            || key == nullptr || elements == nullptr)
            return fail("found a persistent id that describes no storage");
        if (*elements < 0)
            return fail(concat("found a storage of ", *elements, " elements"));
        return push(Storage{type->dtype, *key, *elements});
    }

    bool reduce(std::span<const Ref> items)
    {
        const auto* name = m_pickle.as<Name>(items[0]);
        const auto* arguments = m_pickle.as<Tuple>(items[1]);
        if (name == nullptr || arguments == nullptr)
            return fail("found REDUCE on something other than a known name with a tuple");
        switch (name->kind) {
        case Name::Kind::kOrderedDict:
            return arguments->items.empty() ? push(Dict()) : refuse("an OrderedDict made from arguments");
        case Name::Kind::kRebuildTensor:
            return rebuildTensor(arguments->items);
        case Name::Kind::kRebuildParameter:
            return rebuildParameter(arguments->items);
        case Name::Kind::kStorageType:
            break;
        }
        return refuse("a call of a storage type");
    }

    /// Sets attributes of the object below: torch adds `_metadata` (module versions) to the dictionary.
    bool build(std::span<const Ref> /*attributes*/)
    {
        return top<Dict>() != nullptr || refuse("found BUILD on something other than an OrderedDict");
    }

    bool import(std::string_view module, std::string_view name)
    {
        const auto* known = std::ranges::find_if(
            kNames, [&](const KnownName& entry) { return entry.module == module && entry.name == name; });
        return known != kNames.end() ? push(known->meaning)
                                     : refuse("the name " + excerpt(module) + "." + excerpt(name));
    }

    /// (storage, offset, shape, strides, requires_grad, hooks[, metadata])
    bool rebuildTensor(const std::vector<Ref>& given)
    {
        if (given.size() != 6 && given.size() != 7)
            return fail(concat("_rebuild_tensor_v2 with ", given.size(), " arguments, expected 6"));
        const auto* offset = m_pickle.as<std::int64_t>(given[1]);
        const auto* shape = m_pickle.as<Tuple>(given[2]);
        const auto* strides = m_pickle.as<Tuple>(given[3]);
        if (m_pickle.as<Storage>(given[0]) == nullptr || offset == nullptr || shape == nullptr
            || strides == nullptr || shape->items.size() != strides->items.size())
            return fail("_rebuild_tensor_v2 with other arguments than storage, offset, shape and strides");
        return spend(shape->items.size()) && push(Tensor{given[0], *offset, given[2], given[3]});
    }

    /// (tensor, requires_grad, hooks) becomes the tensor.
    bool rebuildParameter(const std::vector<Ref>& given)
    {
        if (given.size() != 3 || m_pickle.as<Tensor>(given[0]) == nullptr)
            return fail("_rebuild_parameter with other arguments than a tensor, a flag and hooks");
        m_stack.push_back(given[0]);
        return true;
    }

    bool push(Value value)
    {
        m_stack.push_back(static_cast<Ref>(m_pickle.values.size()));
        m_pickle.values.push_back(std::move(value));
        return true;
    }

    /// Calls an operation with the top values, in the order of pushing, without them on the stack.
    template <std::size_t kCount, auto kOperation>
    bool pop()
    {
        if (aboveMark() < kCount)
            return fail(concat("an operation needs ", kCount, " values, found ", aboveMark()));
        return popFrom(m_stack.size() - kCount, kOperation);
    }

    /// The same with all values above the last mark, which goes too.
    template <auto kOperation>
    bool popToMark()
    {
        if (m_marks.empty())
            return fail("an operation needs a mark, found none");
        const std::size_t height = m_marks.back();
        m_marks.pop_back();
        return popFrom(height, kOperation);
    }

    bool popFrom(std::size_t height, bool (Machine::*operation)(std::span<const Ref>))
    {
        const std::vector<Ref> items(m_stack.begin() + static_cast<std::ptrdiff_t>(height), m_stack.end());
        m_stack.resize(height);
        return (this->*operation)(items);
    }

    bool keep(std::uint32_t index)
    {
        if (m_stack.empty())
            return fail("nothing to memoize");
        m_memo[index] = m_stack.back();
        return true;
    }

    template <typename T>
    T* top()
    {
        return aboveMark() > 0 ? std::get_if<T>(&m_pickle.values[m_stack.back()]) : nullptr;
    }

    std::size_t aboveMark() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }

    /// Counts work beyond the operation itself.
    bool spend(std::size_t steps)
    {
        m_steps += steps;
        return m_steps <= kMaxSteps || fail(concat("the pickle has more than ", kMaxSteps, " operations"));
    }

    bool fail(const std::string& message)
    {
        m_fault = badFile(m_file, "data.pkl", "at byte ", m_operationAt, ": ", message);
        return false;
    }

    bool refuse(const std::string& what)
    {
        m_fault = unsupported(m_file, "data.pkl", "at byte ", m_operationAt, ": found ", what,
                              ", which tensors do not need; refused, as it could run code");
        return false;
    }

    bool cutShort() { return fail("the pickle is cut short"); }

    ByteReader m_reader;
    std::string m_file;
    std::optional<Error> m_fault;
    Pickle m_pickle;
    std::vector<Ref> m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack at the marks
    std::unordered_map<std::uint32_t, Ref> m_memo;
    Operation m_operation; ///< the current one
    std::size_t m_operationAt = 0; ///< for messages
    std::size_t m_steps = 0;
};

} // namespace

Result<Pickle> runPickle(std::span<const std::byte> pickle, const std::string& file)
{
    if (pickle.size() > kMaxPickleBytes)
        return badFile(file, "data.pkl", "found ", pickle.size(), " bytes, expected at most ",
                       kMaxPickleBytes);
    return Machine(pickle, file).run();
}

} // namespace headlight::pickle
