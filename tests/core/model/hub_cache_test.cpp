
#include "core/model/model.h"
#include "core/model/model_library.h"
#include "tests/support/catch.h"
#include "tests/support/environment.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <map>
#include <stop_token>
#include <string>

using namespace headlight;
using namespace headlight::test;
namespace fs = std::filesystem;

namespace {

/// A snapshot in the layout of Hugging Face's tools: every file is a link into blobs.
fs::path cacheModel(const TemporaryFolder& cache, const std::string& name, const std::string& commit)
{
    const fs::path from = fs::path(kTestData) / "models/gpt2";
    const fs::path model = cache / ("models--" + name);
    const fs::path snapshot = model / "snapshots" / commit;
    fs::create_directories(model / "blobs");
    fs::create_directories(snapshot);
    for (const char* file : {"config.json", "model.safetensors"}) {
        const std::string blob = commit + file;
        fs::copy_file(from / file, model / "blobs" / blob);
        fs::create_symlink(fs::path("../../blobs") / blob, snapshot / file);
    }
    return snapshot;
}

} // namespace

TEST_CASE("hub cache: the environment says where it is", "[model]")
{
    const Environment home("HOME", "/h");
    const Environment xdg("XDG_CACHE_HOME", std::nullopt);
    const Environment hfHome("HF_HOME", std::nullopt);
    const Environment old("HUGGINGFACE_HUB_CACHE", std::nullopt);
    const Environment hub("HF_HUB_CACHE", std::nullopt);
    CHECK(hubCacheFolder() == fs::path("/h/.cache/huggingface/hub"));
    const Environment xdgSet("XDG_CACHE_HOME", "/x");
    CHECK(hubCacheFolder() == fs::path("/x/huggingface/hub"));
    const Environment hfHomeSet("HF_HOME", "/hf");
    CHECK(hubCacheFolder() == fs::path("/hf/hub"));
    const Environment hubSet("HF_HUB_CACHE", "/hub");
    CHECK(hubCacheFolder() == fs::path("/hub"));
}

TEST_CASE("hub cache: names of folders and of models", "[model]")
{
    CHECK(hubModelName("models--gpt2") == "gpt2");
    CHECK(hubModelName("models--Helsinki-NLP--opus-mt-en-de") == "Helsinki-NLP/opus-mt-en-de");
    CHECK(hubModelName("models--a--b--c") == "a/b--c");
    CHECK(hubModelName("datasets--a--b").empty());
    CHECK(hubModelName("models--").empty());
    CHECK(modelNameOf("/c/models--Helsinki-NLP--opus-mt-en-de/snapshots/0123") == "opus-mt-en-de");
    CHECK(modelNameOf("/models/tiny/") == "tiny");
}

TEST_CASE("hub cache: the snapshot that refs/main names, its links followed", "[model]")
{
    const TemporaryFolder cache;
    cacheModel(cache, "owner--name", "aaaa");
    const fs::path main = cacheModel(cache, "owner--name", "bbbb");
    cacheModel(cache, "owner--name", "cccc");
    cache.write("models--owner--name/refs/main", "bbbb\n");
    CHECK(findInHub(cache.path(), "owner/name") == main);
    CHECK_FALSE(findInHub(cache.path(), "name"));
    CHECK_FALSE(findInHub(cache.path(), "owner/other"));
    const auto model = loadModel(main, {}, {});
    REQUIRE(model.has_value());
    CHECK((*model)->name() == "name");
}

TEST_CASE("hub cache: a reference that leads elsewhere is not followed", "[model]")
{
    const TemporaryFolder cache;
    const fs::path only = cacheModel(cache, "name", "aaaa");
    cache.write("elsewhere/config.json", "{}");
    cache.write("models--name/refs/main", "../../elsewhere");
    CHECK(hubSnapshot(cache / "models--name") == only);
    CHECK_FALSE(findInHub(cache.path(), "../elsewhere"));
    CHECK_FALSE(findInHub(cache.path(), "a/../b"));
    CHECK_FALSE(findInHub(cache.path(), ""));
}

TEST_CASE("model library: folders, owners and the cache, each with what stands in its way", "[model]")
{
    const TemporaryFolder place;
    const fs::path gpt2 = fs::path(kTestData) / "models/gpt2";
    fs::create_directories(place / "owner");
    fs::copy(gpt2, place / "plain");
    fs::copy(gpt2, place / "owner/inner");
    place.write("odd/config.json", R"({"model_type": "perceptron"})");
    place.write("broken/config.json", "{");
    place.write("bare/config.json", R"({"model_type": "gpt2"})");
    place.write("notes/readme.txt", "no model");
    const TemporaryFolder cache;
    const fs::path snapshot = cacheModel(cache, "someone--cached", "aaaa");

    std::map<std::string, FoundModel> found;
    for (const FoundModel& model : findModels({{place.path(), place / "absent"}, cache.path()}, {})) {
        if (model.origin != FoundModel::Origin::kBuiltin)
            found[model.name] = model;
    }
    CHECK(found.size() == 6);
    CHECK(found["plain"].obstacle.empty());
    CHECK(found["plain"].family == "gpt2");
    CHECK(found["owner/inner"].folder == place / "owner/inner");
    CHECK(found["odd"].obstacle.find("perceptron") != std::string::npos);
    CHECK(found["broken"].obstacle.find("config.json") != std::string::npos);
    CHECK(found["bare"].obstacle.find("weights") != std::string::npos);
    CHECK(found["someone/cached"].folder == snapshot);
    CHECK(found["someone/cached"].origin == FoundModel::Origin::kHub);
}

TEST_CASE("model library: built-in models first, and a stopped search ends", "[model]")
{
    const auto found = findModels({}, {});
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().name == "en-fr");
    for (const FoundModel& model : found)
        CHECK(model.origin == FoundModel::Origin::kBuiltin);
    std::stop_source stop;
    stop.request_stop();
    CHECK(findModels({{fs::path(kTestData) / "models"}, {}}, stop.get_token()).empty());
}

TEST_CASE("model library: a name is a path, a built-in model or a cached one", "[model]")
{
    const TemporaryFolder cache;
    const fs::path snapshot = cacheModel(cache, "someone--cached", "aaaa");
    const Environment hub("HF_HUB_CACHE", cache.path().string());
    CHECK(resolveModel(cache.path().string()).value() == cache.path());
    CHECK(resolveModel("en-fr").value().filename() == "en-fr");
    CHECK(resolveModel("someone/cached").value() == snapshot);
    const auto none = resolveModel("no-such-model");
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == ErrorCode::kFileNotFound);
    CHECK(none.error().describe().find("no-such-model") != std::string::npos);
    CHECK(none.error().describe().find("en-fr") != std::string::npos);
}
