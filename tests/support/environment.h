#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace headlight::test {

/// Sets an environment variable for one test; unset = removes it.
class Environment
{
public:
    Environment(std::string name, const std::optional<std::string>& value)
        : m_name(std::move(name))
    {
        if (const char* before = std::getenv(m_name.c_str()))
            m_before = before;
        set(value);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
    Environment(Environment&&) = delete;
    Environment& operator=(Environment&&) = delete;
    ~Environment() { set(m_before); }

private:
    void set(const std::optional<std::string>& value)
    {
        if (value)
            ::setenv(m_name.c_str(), value->c_str(), 1);
        else
            ::unsetenv(m_name.c_str());
    }
    std::string m_name;
    std::optional<std::string> m_before;
};

} // namespace headlight::test
