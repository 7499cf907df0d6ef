// The structure inside ui, checked on the files themselves: what a view may see, also through the headers it
// includes, and which folder may use which.

#include "tests/architecture/source_tree.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace headlight::test;

namespace {

/// A folder of ui may include folders with lower numbers, and itself.
const std::map<std::string, int> kUiRanks{
    {"ui/state", 0},   {"ui/background", 0}, {"ui/run", 1},   {"ui/words", 1},   {"ui/picture", 2},
    {"ui/widgets", 3}, {"ui/figure", 4},     {"ui/views", 5}, {"ui/dialogs", 6}, {"ui/window", 7}};

/// The parts of the window, likewise. The files of ui/window itself put them together: no part includes them.
const std::map<std::string, int> kWindowRanks{
    {"ui/window/look", 0},    {"ui/window/bars", 0},     {"ui/window/rooms", 0},
    {"ui/window/input", 1},   {"ui/window/models", 1},   {"ui/window/presenting", 1},
    {"ui/window/lessons", 2}, {"ui/window/sessions", 3}, {"ui/window/actions", 4}};

/// Folders that know about runs: all others see only results.
const std::set<std::string> kKnowRuns{"ui/run", "ui/dialogs", "ui/window"};

/// Settings keep some values as JSON inside the settings file.
const std::set<std::string> kKeepsSettings{"ui/state/option_settings.cpp"};

constexpr std::array kEngine{"core/nn/", "core/run/", "core/model/", "core/decode/"};

const SourceTree& tree()
{
    static const SourceTree kTree = [] {
        std::vector<SourceFile> all;
        for (const char* folder : {"app", "core", "ui"})
            for (SourceFile& file : sourcesIn(folder))
                all.push_back(std::move(file));
        return SourceTree(all);
    }();
    return kTree;
}

/// Data about a model's layers, which runs nothing.
const std::string kLayerSteps = "core/nn/layer_plan.h";

bool isOfEngine(const std::string& path)
{
    return path != kLayerSteps && std::any_of(kEngine.begin(), kEngine.end(), [&path](const char* folder) {
               return path.starts_with(folder);
           });
}

/// "ui/views/heatmap" for a file of that view; empty for the registry and anything that is not a view.
std::string viewOf(const std::string& path)
{
    return path.starts_with("ui/views/") && std::count(path.begin(), path.end(), '/') > 2 ? folderOf(path, 3)
                                                                                          : std::string();
}

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

TEST_CASE("architecture: includes are followed through headers", "[architecture]")
{
    const SourceTree three({{"a.cpp", {"#include \"b.h\"", "#include <vector>"}},
                            {"b.h", {"#pragma once", "#include \"c.h\""}},
                            {"c.h", {"#include \"b.h\""}}});
    const auto seen = three.seenBy("a.cpp");
    REQUIRE(seen.count("c.h") == 1);
    CHECK(seen.at("c.h") == "c.h from b.h from a.cpp");
    CHECK(seen.count("vector") == 1);
    CHECK_FALSE(seen.contains("a.cpp"));
    CHECK(three.seenBy("c.h").size() == 1);
}

TEST_CASE("architecture: a folder of ui stands on those below it", "[architecture]")
{
    const auto files = sourcesIn("ui");
    REQUIRE(files.size() > 200);
    for (const SourceFile& file : files) {
        const std::string own = folderOf(file.path, 2);
        INFO(file.path);
        REQUIRE(kUiRanks.count(own) == 1);
        for (const std::string& include : includesOf(file)) {
            if (!include.starts_with("ui/"))
                continue;
            const std::string other = folderOf(include, 2);
            INFO(include);
            REQUIRE(kUiRanks.count(other) == 1);
            CHECK((own == other || kUiRanks.at(other) < kUiRanks.at(own)));
        }
    }
}

TEST_CASE("architecture: a part of the window stands on those below it", "[architecture]")
{
    for (const SourceFile& file : sourcesIn("ui/window")) {
        const std::string own = folderOf(file.path, 3);
        if (own == file.path)
            continue;
        INFO(file.path);
        REQUIRE(kWindowRanks.count(own) == 1);
        for (const std::string& include : includesOf(file)) {
            const std::string other = folderOf(include, 3);
            if (!include.starts_with("ui/window/") || other == own)
                continue;
            INFO(include);
            REQUIRE(kWindowRanks.count(other) == 1);
            CHECK(kWindowRanks.at(other) < kWindowRanks.at(own));
        }
    }
}

TEST_CASE("architecture: what shows results sees neither runs nor the engine", "[architecture]")
{
    for (const SourceFile& file : sourcesIn("ui")) {
        if (kKnowRuns.count(folderOf(file.path, 2)) == 1)
            continue;
        for (const auto& [include, way] : tree().seenBy(file.path)) {
            // The registry makes the views, and so sees everything they see.
            if (file.path == "ui/views/view_registry.cpp" && !viewOf(include).empty())
                continue;
            INFO(way);
            CHECK_FALSE(isOfEngine(include));
            CHECK_FALSE(include.starts_with("ui/run/"));
            CHECK_FALSE(include.starts_with("app/"));
        }
    }
}

TEST_CASE("architecture: views are islands, and only the registry knows them", "[architecture]")
{
    std::set<std::string> views;
    for (const SourceFile& file : sourcesIn("ui")) {
        if (const std::string own = viewOf(file.path); !own.empty()) {
            views.insert(own);
            for (const auto& [include, way] : tree().seenBy(file.path)) {
                INFO(way);
                CHECK((viewOf(include).empty() || viewOf(include) == own));
            }
        } else if (file.path != "ui/views/view_registry.cpp") {
            for (const std::string& include : includesOf(file)) {
                INFO(file.path << " includes " << include);
                CHECK(viewOf(include).empty());
            }
        }
    }
    CHECK(views.size() > 10);
}

TEST_CASE("architecture: only canvases of ui/widgets draw with QCustomPlot", "[architecture]")
{
    for (const SourceFile& file : sourcesIn("ui"))
        for (const std::string& include : includesOf(file)) {
            INFO(file.path);
            if (include == "qcustomplot.h")
                CHECK((folderOf(file.path, 2) == "ui/widgets" && file.path.ends_with(".cpp")));
        }
}

TEST_CASE("architecture: ui reads and writes no file formats", "[architecture]")
{
    for (const SourceFile& file : sourcesIn("ui"))
        for (const std::string& include : includesOf(file)) {
            INFO(file.path << " includes " << include);
            if (!kKeepsSettings.contains(file.path) && include != "core/io/json_outline.h")
                CHECK(lower(include).find("json") == std::string::npos);
        }
}
