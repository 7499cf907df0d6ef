#pragma once

#include "core/io/gguf.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace headlight::test {

/// Writes GGUF files of version 3 for tests.
class GgufBuilder
{
public:
    GgufBuilder& text(const std::string& key, std::string_view value)
    {
        begin(key, GgufType::kString);
        string(m_keys, value);
        return *this;
    }
    GgufBuilder& integer(const std::string& key, std::uint32_t value)
    {
        begin(key, GgufType::kU32);
        number(m_keys, value);
        return *this;
    }
    GgufBuilder& real(const std::string& key, float value)
    {
        begin(key, GgufType::kF32);
        number(m_keys, value);
        return *this;
    }
    GgufBuilder& flag(const std::string& key, bool value)
    {
        begin(key, GgufType::kBool);
        number(m_keys, static_cast<std::uint8_t>(value ? 1 : 0));
        return *this;
    }
    GgufBuilder& texts(const std::string& key, const std::vector<std::string>& values)
    {
        list(key, GgufType::kString, values.size());
        for (const std::string& value : values)
            string(m_keys, value);
        return *this;
    }
    GgufBuilder& integers(const std::string& key, const std::vector<std::int32_t>& values)
    {
        list(key, GgufType::kI32, values.size());
        for (const std::int32_t value : values)
            number(m_keys, value);
        return *this;
    }
    GgufBuilder& reals(const std::string& key, const std::vector<float>& values)
    {
        list(key, GgufType::kF32, values.size());
        for (const float value : values)
            number(m_keys, value);
        return *this;
    }
    /// An F32 tensor; the shape is in checkpoint order, slowest dimension first.
    GgufBuilder& tensor(const std::string& name, const std::vector<std::int64_t>& shape,
                        const std::vector<float>& values)
    {
        string(m_list, name);
        number(m_list, static_cast<std::uint32_t>(shape.size()));
        for (std::size_t i = shape.size(); i-- > 0;)
            number(m_list, static_cast<std::uint64_t>(shape[i]));
        number(m_list, std::uint32_t{0});
        number(m_list, static_cast<std::uint64_t>(m_data.size()));
        m_data.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        m_data.resize((m_data.size() + 31) / 32 * 32, '\0');
        ++m_tensorCount;
        return *this;
    }

    std::string bytes() const
    {
        std::string all = "GGUF";
        number(all, std::uint32_t{3});
        number(all, m_tensorCount);
        number(all, m_keyCount);
        all += m_keys + m_list;
        all.resize((all.size() + 31) / 32 * 32, '\0');
        return all + m_data;
    }

private:
    template <typename T>
    static void number(std::string& to, T value)
    {
        std::array<char, sizeof value> raw{};
        std::memcpy(raw.data(), &value, sizeof value);
        to.append(raw.data(), raw.size());
    }
    static void string(std::string& to, std::string_view value)
    {
        number(to, static_cast<std::uint64_t>(value.size()));
        to += value;
    }
    void begin(const std::string& key, GgufType type)
    {
        ++m_keyCount;
        string(m_keys, key);
        number(m_keys, static_cast<std::uint32_t>(type));
    }
    void list(const std::string& key, GgufType type, std::size_t count)
    {
        begin(key, GgufType::kArray);
        number(m_keys, static_cast<std::uint32_t>(type));
        number(m_keys, static_cast<std::uint64_t>(count));
    }

    std::string m_keys, m_list, m_data;
    std::uint64_t m_keyCount = 0, m_tensorCount = 0;
};

} // namespace headlight::test
