// The agreed order of the source tree, checked on the files themselves: which folder may include which,
// no Qt below ui, no paths of one machine, no files that grew out of hand.

#include "tests/support/catch.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

struct SourceFile
{
    std::string path; ///< from the root: "core/nn/attention.cpp"
    std::vector<std::string> lines;
};

std::vector<SourceFile> sourcesIn(const std::string& folder)
{
    const fs::path root = headlight::test::kSourceRoot;
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

/// What stands between the quotation marks or angle brackets of an #include.
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

/// "core/nn" of "core/nn/attention.h".
std::string folderOf(const std::string& path, int depth)
{
    std::size_t end = 0;
    for (int i = 0; i < depth && end != std::string::npos; ++i)
        end = path.find('/', end == 0 ? 0 : end + 1);
    return path.substr(0, end);
}

const std::map<std::string, int> kCoreRanks{
    {"core/base", 0},     {"core/math", 1},     {"core/io", 2},     {"core/text", 2},  {"core/trace", 3},
    {"core/edit", 4},     {"core/sampling", 4}, {"core/nn", 5},     {"core/model", 6}, {"core/decode", 7},
    {"core/analysis", 7}, {"core/run", 8},      {"core/session", 3}};

} // namespace

TEST_CASE("architecture: a folder of core includes only lower ranks", "[architecture]")
{
    const auto files = sourcesIn("core");
    REQUIRE(files.size() > 20);
    for (const SourceFile& file : files) {
        const std::string own = folderOf(file.path, 2);
        INFO(file.path);
        REQUIRE(kCoreRanks.count(own) == 1);
        for (const std::string& include : includesOf(file)) {
            if (!include.starts_with("core/"))
                continue;
            const std::string other = folderOf(include, 2);
            INFO(include);
            REQUIRE(kCoreRanks.count(other) == 1);
            const int difference = kCoreRanks.at(own) - kCoreRanks.at(other);
            // The loader of tokenizers reads JSON and files: text and io have one rank, io comes first.
            const bool textOnFiles = own == "core/text" && other == "core/io";
            CHECK((own == other || difference > 0 || textOnFiles));
        }
    }
}

TEST_CASE("architecture: core knows no Qt and nothing above it", "[architecture]")
{
    for (const SourceFile& file : sourcesIn("core")) {
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE((include.size() > 1 && include[0] == 'Q' && std::isupper(include[1]) != 0));
            CHECK_FALSE(include.starts_with("Qt"));
            CHECK_FALSE(include.starts_with("ui/"));
            CHECK_FALSE(include.starts_with("app/"));
            CHECK_FALSE(include.starts_with("tests/"));
        }
    }
}

TEST_CASE("architecture: views, models and paint see results, not the engine", "[architecture]")
{
    const std::set<std::string> allowed{"core/base", "core/math",     "core/text",    "core/trace",
                                        "core/edit", "core/analysis", "core/sampling"};
    const std::set<std::string> bound{"ui/views", "ui/models", "ui/paint"};
    for (const SourceFile& file : sourcesIn("ui")) {
        if (bound.count(folderOf(file.path, 2)) == 0)
            continue;
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            if (include.starts_with("core/"))
                CHECK(allowed.count(folderOf(include, 2)) == 1);
            CHECK_FALSE(include.starts_with("app/"));
            if (folderOf(file.path, 2) == "ui/paint")
                CHECK_FALSE((include == "QWidget" || include.starts_with("ui/views")));
        }
    }
}

TEST_CASE("architecture: only ui/run and the window know how a model is run", "[architecture]")
{
    const std::set<std::string> knows{"ui/run", "ui/window", "ui/dialogs"};
    for (const SourceFile& file : sourcesIn("ui")) {
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            if (include.starts_with("core/run/") || include.starts_with("core/nn/")
                || include == "core/model/model.h")
                CHECK(knows.count(folderOf(file.path, 2)) == 1);
            if (include == "qcustomplot.h")
                CHECK(folderOf(file.path, 2) == "ui/plot");
        }
    }
}

TEST_CASE("architecture: files stay small", "[architecture]")
{
    // A signal, not a law: a file over the first limit is named, one over the second is a fault.
    constexpr std::size_t kNamed = 450;
    constexpr std::size_t kFault = 700;
    std::vector<std::size_t> sizes;
    for (const char* folder : {"app", "core", "ui"}) {
        for (const SourceFile& file : sourcesIn(folder)) {
            sizes.push_back(file.lines.size());
            if (file.lines.size() > kNamed)
                WARN(file.path << " has " << file.lines.size() << " lines");
            INFO(file.path);
            CHECK(file.lines.size() <= kFault);
        }
    }
    REQUIRE_FALSE(sizes.empty());
    std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2),
                     sizes.end());
    CHECK(sizes[sizes.size() / 2] <= 150);
}

TEST_CASE("architecture: no source names a place on one machine", "[architecture]")
{
    // Assembled here, so that this file does not find itself.
    const std::string slash = "/";
    const std::vector<std::string> places{slash + "home" + slash, slash + "root" + slash,
                                          slash + "work" + slash};
    for (const char* folder : {"app", "core", "ui", "tests"}) {
        for (const SourceFile& file : sourcesIn(folder)) {
            for (std::size_t i = 0; i < file.lines.size(); ++i) {
                for (const std::string& place : places) {
                    INFO(file.path << ":" << i + 1 << ": " << file.lines[i]);
                    CHECK(file.lines[i].find(place) == std::string::npos);
                }
            }
        }
    }
}

TEST_CASE("architecture: a drawer is named after what is in it", "[architecture]")
{
    const std::set<std::string> refused{"util", "utils", "common", "misc", "helpers"};
    for (const char* folder : {"app", "core", "ui", "tests"}) {
        for (const SourceFile& file : sourcesIn(folder)) {
            const fs::path path = file.path;
            INFO(file.path);
            CHECK(refused.count(path.stem().string()) == 0);
            CHECK(refused.count(path.parent_path().filename().string()) == 0);
        }
    }
}
