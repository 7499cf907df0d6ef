#include "tests/architecture/source_tree.h"

#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

namespace headlight::test {

namespace fs = std::filesystem;

std::vector<SourceFile> sourcesIn(const std::string& folder)
{
    const fs::path root = kSourceRoot;
    std::vector<SourceFile> files;
    if (!fs::exists(root / folder))
        return files;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
        const auto extension = entry.path().extension();
        if (extension != ".cpp" && extension != ".h")
            continue;
        SourceFile file{fs::relative(entry.path(), root).generic_string(), {}};
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);)
            file.lines.push_back(line);
        files.push_back(std::move(file));
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return files;
}

std::vector<std::string> includesOf(const SourceFile& file)
{
    std::vector<std::string> includes;
    for (const std::string& line : file.lines) {
        if (!line.starts_with("#include"))
            continue;
        const std::size_t begin = line.find_first_of("\"<");
        const std::size_t end = line.find_last_of("\">");
        if (begin != std::string::npos && end > begin)
            includes.push_back(line.substr(begin + 1, end - begin - 1));
    }
    return includes;
}

std::string folderOf(const std::string& path, int depth)
{
    std::size_t end = 0;
    for (int i = 0; i < depth && end != std::string::npos; ++i)
        end = path.find('/', end == 0 ? 0 : end + 1);
    return path.substr(0, end);
}

SourceTree::SourceTree(const std::vector<SourceFile>& files)
{
    for (const SourceFile& file : files)
        m_includes[file.path] = includesOf(file);
}

std::map<std::string, std::string> SourceTree::seenBy(const std::string& path) const
{
    std::map<std::string, std::string> seen;
    std::vector<std::pair<std::string, std::string>> open{{path, path}}; // a file and the path to it
    while (!open.empty()) {
        const auto [file, way] = open.back();
        open.pop_back();
        const auto known = m_includes.find(file);
        if (known == m_includes.end())
            continue; // not part of the project
        for (const std::string& include : known->second) {
            const std::string longer = std::string(include).append(" from ").append(way);
            if (include != path && seen.emplace(include, longer).second)
                open.emplace_back(include, longer);
        }
    }
    return seen;
}

} // namespace headlight::test
