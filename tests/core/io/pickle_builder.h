#pragma once

#include "tests/core/io/zip_builder.h"

#include <string>

/// Pieces of pickles, byte by byte, for tests of the reader: valid and hostile ones.
namespace headlight::test::pickle {

inline std::string begin()
{
    return "\x80\x02";
}

inline std::string text(const std::string& value)
{
    return "X" + le(static_cast<std::uint32_t>(value.size())) + value;
}

inline std::string integer(std::int64_t value)
{
    return "\x8a\x08" + le(value);
}

inline std::string global(const std::string& module, const std::string& name)
{
    return "c" + module + "\n" + name + "\n";
}

inline std::string tuple(const std::string& items)
{
    return "(" + items + "t";
}

/// A storage of `elements` under `key`.
inline std::string storage(const std::string& type, const std::string& key, std::int64_t elements)
{
    return tuple(text("storage") + global("torch", type) + text(key) + text("cpu") + integer(elements)) + "Q";
}

struct TensorSpec
{
    std::string type = "FloatStorage";
    std::string key = "0";
    std::int64_t elements = 4;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape = {4};
    std::vector<std::int64_t> strides = {1};
};

inline std::string numbers(const std::vector<std::int64_t>& values)
{
    std::string items;
    for (const std::int64_t value : values)
        items += integer(value);
    return tuple(items);
}

inline std::string tensor(const TensorSpec& spec)
{
    const std::string hooks = global("collections", "OrderedDict") + ")R";
    return global("torch._utils", "_rebuild_tensor_v2")
        + tuple(storage(spec.type, spec.key, spec.elements) + integer(spec.offset) + numbers(spec.shape)
                + numbers(spec.strides) + "\x89" + hooks)
        + "R";
}

/// A complete pickle of a dictionary with these items (alternating keys and values).
inline std::string dict(const std::string& items)
{
    return begin() + "}(" + items + "u.";
}

} // namespace headlight::test::pickle
