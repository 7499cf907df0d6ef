#include "core/io/pickle_reader.h"
#include "tests/core/io/pickle_builder.h"
#include "tests/support/catch.h"

#include <random>

using namespace headlight;
namespace pickle = headlight::test::pickle;
using headlight::test::le;

namespace {

Result<PickledTensors> read(const std::string& bytes)
{
    return readPickledTensors(std::as_bytes(std::span(bytes)), "m.bin");
}

struct Hostile
{
    std::string bytes;
    std::string expected; ///< part of the message
    bool refused = false; ///< kUnsupported rather than kBadFile
};

void checkAll(const std::vector<Hostile>& table)
{
    for (const Hostile& hostile : table) {
        const auto found = read(hostile.bytes);
        INFO(hostile.expected);
        REQUIRE_FALSE(found.has_value());
        INFO(found.error().describe());
        CHECK(found.error().message.find(hostile.expected) != std::string::npos);
        CHECK(found.error().code == (hostile.refused ? ErrorCode::kUnsupported : ErrorCode::kBadFile));
    }
}

} // namespace

TEST_CASE("pickle: a dictionary of tensors", "[io]")
{
    const auto found
        = read(pickle::dict(pickle::text("a") + pickle::tensor({"HalfStorage", "7", 12, 2, {2, 3}, {3, 1}})
                            + pickle::text("n") + "K\x05" + pickle::text("b") + pickle::tensor({})
                            + pickle::text("a") + pickle::tensor({"LongStorage"})));
    REQUIRE(found.has_value());
    REQUIRE(found->size() == 2); // the number is ignored, and the second "a" replaces the first
    CHECK((*found)[0].first == "a");
    CHECK((*found)[0].second.dtype == DType::kI64);
    CHECK((*found)[1].first == "b");
    const auto one
        = read(pickle::dict(pickle::text("a") + pickle::tensor({"HalfStorage", "7", 12, 2, {2, 3}, {3, 1}})));
    const PickledTensor& tensor = one.value()[0].second;
    CHECK(tensor.dtype == DType::kF16);
    CHECK(tensor.storageKey == "7");
    CHECK(tensor.storageElements == 12);
    CHECK(tensor.offset == 2);
    CHECK(tensor.shape == std::vector<std::int64_t>{2, 3});
    CHECK(tensor.strides == std::vector<std::int64_t>{3, 1});
}

TEST_CASE("pickle: integers of every length", "[io]")
{
    const auto shapeOf = [](const std::string& number) {
        const std::string tensor = pickle::global("torch._utils", "_rebuild_tensor_v2")
            + pickle::tuple(pickle::storage("FloatStorage", "0", 1) + pickle::integer(0) + number + "\x85"
                            + number + "\x85" + "\x89" + ")")
            + "R";
        return read(pickle::dict(pickle::text("a") + tensor)).value()[0].second.shape[0];
    };
    using namespace std::string_literals;
    CHECK(shapeOf("K\xFF") == 255);
    CHECK(shapeOf("M\x01\x02") == 0x0201);
    CHECK(shapeOf("J\xFE\xFF\xFF\xFF") == -2);
    CHECK(shapeOf("\x8a\x00"s) == 0);
    CHECK(shapeOf("\x8a\x01\x80") == -128);
    CHECK(shapeOf("\x8a\x02\x80\x00"s) == 128);
    CHECK(shapeOf("\x8a\x08" + le(std::int64_t{-1} << 62)) == std::int64_t{-1} << 62);
}

TEST_CASE("pickle: a refusal names each operation that could run code", "[io]")
{
    using namespace std::string_literals;
    const std::string command = pickle::text("echo attack");
    std::vector<Hostile> table = {
        {pickle::begin() + pickle::global("os", "system") + command + "\x85R.", "the name os.system", true},
        {pickle::begin() + pickle::global("builtins", "eval") + command + "\x85R.", "the name builtins.eval",
         true},
        {"\x80\x04" + pickle::text("posix") + pickle::text("system") + "\x93" + command + "\x85R.",
         "the name posix.system", true},
        {pickle::begin() + pickle::global("torch._utils", "_rebuild_tensor") + ".",
         "torch._utils._rebuild_tensor", true},
        {pickle::begin() + pickle::global("torch.storage", "_load_from_bytes") + ".", "_load_from_bytes",
         true},
        {pickle::begin() + pickle::global("torch", "ComplexFloatStorage") + ".", "torch.ComplexFloatStorage",
         true},
        {pickle::begin() + pickle::global("evil\x1b[2J", "x") + ".", "evil?[2J.x", true},
        {pickle::begin() + pickle::global("torch", "FloatStorage") + ")R.", "a call of a storage type", true},
        {pickle::begin() + pickle::global("collections", "OrderedDict") + "]\x85R.", "OrderedDict made from",
         true},
        {pickle::begin() + "}}b}b" + "]}b.", "BUILD on something other than an OrderedDict", true},
        {pickle::begin() + "\xFF.", "the operation number 255", true},
        {std::string(1, '\0'), "the operation number 0", true},
        {"\x80\x01}.", "protocol 1", true},
        {"\x80\x06}.", "protocol 6", true},
        {pickle::begin() + "\x8a\x09" + std::string(9, 'x') + ".", "an integer of 9 bytes", true},
    };
    const std::vector<std::pair<std::string, std::string>> operations = {
        {"i", "INST"},    {"o", "OBJ"},      {"\x81", "NEWOBJ"},     {"\x92", "NEWOBJ_EX"},
        {"\x82", "EXT1"}, {"P", "PERSID"},   {"d", "DICT"},          {"0", "POP"},
        {"2", "DUP"},     {"B", "BINBYTES"}, {"\x8f", "EMPTY_SET"},  {"\x97", "NEXT_BUFFER"},
        {"S", "STRING"},  {"I", "INT"},      {"\x96", "BYTEARRAY8"}, {"\x8b", "LONG4"},
    };
    for (const auto& [code, name] : operations)
        table.push_back({pickle::begin() + code, "the operation " + name + ",", true});
    checkAll(table);
}

TEST_CASE("pickle: a pickle that contradicts itself is an error", "[io]")
{
    using namespace std::string_literals;
    const std::string rebuild = pickle::global("torch._utils", "_rebuild_tensor_v2");
    checkAll({
        {"", "at byte 0: the pickle is cut short"},
        {"\x80", "cut short"},
        {pickle::begin() + "}", "at byte 3: the pickle is cut short"},
        {pickle::begin() + ".", "found 0 values at the end"},
        {pickle::begin() + "}}.", "found 2 values at the end"},
        {pickle::begin() + "}(.", "found 1 values at the end"},
        {pickle::begin() + "].", "found no dictionary"},
        {pickle::begin() + "h\x05.", "found memo 5"},
        {pickle::begin() + "j\xFF\xFF\xFF\xFF.", "found memo 4294967295"},
        {pickle::begin() + "q\x01.", "nothing to memoize"},
        {pickle::begin() + "t.", "needs a mark"},
        {pickle::begin() + "\x87.", "needs 3 values, found 0"},
        {pickle::begin() + "}(\x86.", "needs 2 values, found 0"},
        {pickle::begin() + "K\x01K\x02K\x03s.", "other than a dictionary"},
        {pickle::begin() + "}(K\x01u.", "a key without a value"},
        {pickle::begin()
             + "}K\x01"
               "a.",
         "APPEND on something other than a list"},
        {pickle::begin() + "(e.", "APPENDS on something other than a list"},
        {pickle::begin() + "X\xFF\xFF\xFF\xFFxx.", "cut short"},
        {pickle::begin() + "\x8d" + le(~0ULL) + "xx.", "cut short"},
        {pickle::begin() + "\x95" + le(~0ULL) + "}.", "cut short"},
        {pickle::begin() + "ctorch\nFloatStorage", "cut short"},
        {pickle::begin() + "c" + std::string(100'000, 'a') + "\nb\n.", "cut short"},
        {pickle::begin() + "K\x01K\x02\x93.", "STACK_GLOBAL without two strings"},
        {pickle::begin() + "K\x01Q.", "persistent id that is not a tuple"},
        {pickle::begin() + pickle::tuple("NNNNN") + "Q.", "describes no storage"},
        {pickle::begin() + pickle::storage("FloatStorage", "0", -1) + ".", "a storage of -1 elements"},
        {pickle::begin() + "K\x01)R.", "REDUCE on something other than a known name"},
        {pickle::begin() + rebuild + ")R.", "with 0 arguments"},
        {pickle::begin() + rebuild + pickle::tuple("NNNNNN") + "R.", "other arguments than"},
        {pickle::begin() + pickle::global("torch._utils", "_rebuild_parameter") + ")R.",
         "other arguments than a tensor"},
        {pickle::dict(pickle::text("a") + pickle::tensor({"FloatStorage", "0", 4, 0, {1, 2}, {1}})),
         "other arguments than"},
    });
    const auto text = read(
        pickle::dict(pickle::text("a") + rebuild
                     + pickle::tuple(pickle::storage("FloatStorage", "0", 1) + "K\x01N\x85N\x85NN") + "R"));
    CHECK(text.error().describe() == "m.bin: a: found a shape or strides with values other than integers");
}

TEST_CASE("pickle: depth, cycles and repetition cost no more than the length", "[io]")
{
    // A million nested tuples, lists that contain themselves, doubling references.
    CHECK_FALSE(read(pickle::begin() + ")" + std::string(900'000, '\x85') + ".").has_value());
    CHECK(read(pickle::begin() + "}q\x01(" + pickle::text("me") + "h\x01u.").value().empty());
    CHECK_FALSE(read(pickle::begin()
                     + "]q\x01h\x01"
                       "a.")
                    .has_value());
    std::string doubling = pickle::begin() + ")q\x01";
    for (int i = 0; i < 100'000; ++i)
        doubling += "h\x01h\x01\x86q\x01";
    CHECK_FALSE(read(doubling + ".").has_value());
    const auto endless = read(pickle::begin() + std::string(5'000'000, ')') + ".");
    REQUIRE_FALSE(endless.has_value());
    CHECK(endless.error().message.find("more than 1000000 operations") != std::string::npos);
    CHECK_FALSE(read(pickle::begin() + std::string(5'000'000, '(') + ".").has_value());
}

TEST_CASE("pickle: a long shape that is rebuilt again and again is bounded", "[io]")
{
    const std::vector<std::int64_t> ones(60, 1);
    std::string items = pickle::text("a") + pickle::global("torch._utils", "_rebuild_tensor_v2") + "q\x01"
        + pickle::tuple(pickle::storage("FloatStorage", "0", 4) + pickle::integer(0) + pickle::numbers(ones)
                        + pickle::numbers(ones) + "\x89N")
        + "q\x02R";
    for (int i = 0; i < 200'000; ++i)
        items += "J" + le(i) + "h\x01h\x02R";
    const auto found = read(pickle::dict(items));
    REQUIRE_FALSE(found.has_value());
    CHECK(found.error().message.find("operations") != std::string::npos);
}

TEST_CASE("pickle: mutated pickles are read or refused, never more", "[io]")
{
    const std::string whole
        = pickle::dict(pickle::text("a") + "q\x01"
                       + pickle::tensor({"HalfStorage", "7", 12, 2, {2, 3}, {3, 1}}) + pickle::text("l")
                       + "](K\x01K\x02"
                         "e"
                       + pickle::text("b") + pickle::tensor({}));
    std::minstd_rand random(4242);
    int refused = 0;
    constexpr int kRounds = 20'000;
    for (int round = 0; round < kRounds; ++round) {
        std::string bytes = whole;
        for (auto edits = 1 + random() % 4; edits > 0; --edits) {
            const std::size_t at = random() % bytes.size();
            if (random() % 4 == 0)
                bytes.erase(at, 1 + random() % 3);
            else if (random() % 4 == 0)
                bytes.insert(at, bytes.substr(random() % bytes.size(), random() % 16));
            else
                bytes[at] = random() % 2 == 0 ? static_cast<char>(random())
                                              : "tuRbQ(}]).ahqeNsc\x85\x86\x93"[random() % 20];
            if (bytes.empty())
                bytes = ".";
        }
        refused += read(bytes).has_value() ? 0 : 1;
    }
    CHECK(refused > kRounds / 4);
    CHECK(refused < kRounds);
}
