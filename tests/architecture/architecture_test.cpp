// The agreed structure of the source tree, checked on the files themselves: which folder may include which,
// no Qt below ui, no machine-specific paths, no oversized files.

#include "tests/architecture/source_tree.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using namespace headlight::test;

namespace {

const std::map<std::string, int> kCoreRanks{{"core/base", 0},     {"core/math", 1},      {"core/io", 2},
                                            {"core/text", 2},     {"core/trace", 3},     {"core/edit", 4},
                                            {"core/sampling", 4}, {"core/nn", 5},        {"core/model", 6},
                                            {"core/decode", 7},   {"core/analysis", 7},  {"core/run", 8},
                                            {"core/session", 5},  {"core/tracefile", 4}, {"core/lesson", 9},
                                            {"core/options", 8},  {"core/parity", 9}};

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
            // The tokenizer loader reads JSON and files: text and io have the same rank, and text may include
            // io.
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

// The record stands on the weights that are computed from it; opening a trace, on all readers.
TEST_CASE("architecture: the folders of traces have an order inside, too", "[architecture]")
{
    std::size_t seen = 0;
    for (const SourceFile& file : sourcesIn("core"))
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            if (file.path.starts_with("core/trace/weights/"))
                CHECK((!include.starts_with("core/trace/") || include.starts_with("core/trace/weights/")));
            if (file.path.starts_with("core/tracefile/import/")) {
                ++seen;
                CHECK((!include.starts_with("core/tracefile/") || include == "core/tracefile/tensors.h"
                       || include.starts_with("core/tracefile/import/")));
            }
        }
    CHECK(seen > 10);
}

// The order inside core/text: readers of files may use the tokenizers' models, which may use the steps.
TEST_CASE("architecture: steps and models of tokenizers know no tokenizer files", "[architecture]")
{
    std::size_t seen = 0;
    for (const SourceFile& file : sourcesIn("core/text")) {
        const std::string own = folderOf(file.path, 3);
        if (own != "core/text/steps" && own != "core/text/models")
            continue;
        ++seen;
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE(include.starts_with("core/text/older/"));
            CHECK(include != "core/text/pipeline.h");
            CHECK(include != "core/text/load_tokenizers.h");
            // Steps know the list of tokens, but none of the models that make them.
            if (own == "core/text/steps" && include.starts_with("core/text/models/"))
                CHECK(include == "core/text/models/vocabulary.h");
        }
    }
    CHECK(seen > 10);
}

// Passes run in core/run, where they get progress, a stop and the watch for non-finite numbers. Every pass
// needs one of these types.
TEST_CASE("architecture: analysis turns traces into numbers and runs nothing", "[architecture]")
{
    const std::set<std::string> runs{"core/model/forward.h", "core/nn/stack.h", "core/nn/feed_forward.h"};
    const std::vector<std::string> types{"ForwardContext", "PassSettings", "AttentionCall",
                                         "DecodingSession"};
    const auto isRun = [&runs](const std::string& path) {
        return runs.contains(path) || path.starts_with("core/decode/") || path.starts_with("core/run/");
    };
    const SourceTree tree(sourcesIn("core"));
    const auto files = sourcesIn("core/analysis");
    REQUIRE(files.size() > 20);
    for (const SourceFile& file : files) {
        for (const auto& [include, way] : tree.seenBy(file.path)) {
            INFO(way);
            CHECK_FALSE(isRun(include));
        }
        for (const std::string& line : file.lines)
            for (const std::string& type : types) {
                INFO(file.path << ": " << line);
                CHECK(line.find(type) == std::string::npos);
            }
    }
    // The rule sees what it is meant to see.
    CHECK(isRun("core/run/loss.h"));
    CHECK(tree.seenBy("core/run/loss.cpp").contains("core/nn/stack.h"));
}

TEST_CASE("architecture: files stay small", "[architecture]")
{
    // A signal, not a law: files over the first limit are listed, those over the second fail the test.
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
    // Assembled at run time, so that this file does not match itself.
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
            CHECK(!refused.contains(path.stem().string()));
            CHECK(!refused.contains(path.parent_path().filename().string()));
        }
    }
}
