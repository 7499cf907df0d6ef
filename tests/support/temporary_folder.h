#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headlight::test {

/// A folder for one test, removed with all its contents at the end.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "headlight-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("cannot make a temporary folder");
        m_path = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    TemporaryFolder(TemporaryFolder&&) = delete;
    TemporaryFolder& operator=(TemporaryFolder&&) = delete;
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    const std::filesystem::path& path() const { return m_path; }
    std::filesystem::path operator/(const std::string& name) const { return m_path / name; }

    /// Writes a file and returns its path.
    std::filesystem::path write(const std::string& name, std::string_view content) const
    {
        std::filesystem::create_directories((m_path / name).parent_path());
        // Some file systems immediately write a truncated file to disk; creating a new one avoids that.
        std::filesystem::remove(m_path / name);
        std::ofstream file(m_path / name, std::ios::binary);
        file.write(content.data(), static_cast<std::streamsize>(content.size()));
        if (!file)
            throw std::runtime_error("cannot write " + name);
        return m_path / name;
    }

private:
    std::filesystem::path m_path;
};

} // namespace headlight::test
