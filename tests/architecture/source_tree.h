#pragma once
// The project's source files and their includes, for the architecture tests.

#include <map>
#include <string>
#include <vector>

namespace headlight::test {

struct SourceFile
{
    std::string path; ///< from the root: "core/nn/attention.cpp"
    std::vector<std::string> lines;
};

/// All .cpp and .h files below a folder of the project, by path.
std::vector<SourceFile> sourcesIn(const std::string& folder);

/// The names in the file's #include lines, without quotation marks or angle brackets.
std::vector<std::string> includesOf(const SourceFile& file);

/// The first `depth` parts of a path: "core/nn" of "core/nn/attention.h" for 2.
std::string folderOf(const std::string& path, int depth);

/// Which file includes which, also through headers of the project.
class SourceTree
{
public:
    explicit SourceTree(const std::vector<SourceFile>& files);

    /// Everything the file sees, with the path to it: "a.h from b.h from c.cpp".
    std::map<std::string, std::string> seenBy(const std::string& path) const;

private:
    std::map<std::string, std::vector<std::string>> m_includes;
};

} // namespace headlight::test
