#include "core/io/checkpoint.h"
#include "core/io/mapped_file.h"
#include "core/io/safetensors.h"
#include "tests/core/io/zip_builder.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <chrono>
#include <sys/mman.h>
#include <unistd.h>

using namespace headlight;
using headlight::test::le;
using headlight::test::TemporaryFolder;

namespace {

const std::filesystem::path kCheckpoints = std::filesystem::path(test::kTestData) / "checkpoints";

/// A safetensors file with one U8 tensor for each name, all filled with the same number.
void writeShard(const std::filesystem::path& path, const std::vector<std::string>& names, std::uint8_t number)
{
    std::vector<TensorToWrite> tensors;
    tensors.reserve(names.size());
    for (const std::string& name : names)
        tensors.push_back(byteTensor(name, {1}, std::span(&number, 1)));
    REQUIRE(writeSafetensors(path, tensors));
}

std::int64_t numberIn(const Checkpoint& checkpoint, std::string_view name)
{
    const TensorView* view = checkpoint.find(name);
    return view == nullptr ? -1 : toIntegers(*view).at(0);
}

Error errorOf(const std::filesystem::path& folder)
{
    auto checkpoint = Checkpoint::open(folder, {});
    REQUIRE_FALSE(checkpoint.has_value());
    return checkpoint.error();
}

std::string indexOf(const std::string& map)
{
    return R"({"metadata":{"total_size":1},"weight_map":)" + map + "}";
}

} // namespace

TEST_CASE("checkpoint: a single file is preferred to shards, safetensors to pickles", "[io]")
{
    const TemporaryFolder folder;
    folder.write("pytorch_model.bin", "never opened");
    writeShard(folder / "s.safetensors", {"a"}, 2);
    folder.write("model.safetensors.index.json", indexOf(R"({"a":"s.safetensors"})"));
    auto sharded = Checkpoint::open(folder.path(), {});
    REQUIRE(sharded.has_value());
    CHECK(numberIn(**sharded, "a") == 2);
    CHECK((*sharded)->path() == folder / "model.safetensors.index.json");

    writeShard(folder / "model.safetensors", {"a"}, 1);
    auto single = Checkpoint::open(folder.path(), {});
    REQUIRE(single.has_value());
    CHECK(numberIn(**single, "a") == 1);
    CHECK((*single)->path() == folder / "model.safetensors");
    CHECK((*single)->fileBytes() == std::filesystem::file_size(folder / "model.safetensors"));
    CHECK((*single)->find("b") == nullptr);
    CHECK(numberIn(*Checkpoint::open(folder / "s.safetensors", {}).value(), "a") == 2);
}

TEST_CASE("checkpoint: shards are joined, tensors come from the shard that the index names", "[io]")
{
    const TemporaryFolder folder;
    writeShard(folder / "1.safetensors", {"a", "both", "unlisted"}, 1);
    writeShard(folder / "2.safetensors", {"b", "both"}, 2);
    folder.write("model.safetensors.index.json",
                 indexOf(R"({"a":"1.safetensors","b":"2.safetensors","both":"2.safetensors"})"));
    std::vector<std::int64_t> progress;
    Job job;
    job.progress = [&](const Progress& step) { progress.push_back(step.done * 10 + step.total); };
    const auto checkpoint = Checkpoint::open(folder.path(), job);
    REQUIRE(checkpoint.has_value());
    CHECK((*checkpoint)->tensors().size() == 4);
    CHECK(numberIn(**checkpoint, "a") == 1);
    CHECK(numberIn(**checkpoint, "b") == 2);
    CHECK(numberIn(**checkpoint, "both") == 2);
    CHECK(numberIn(**checkpoint, "unlisted") == 1);
    CHECK(progress == std::vector<std::int64_t>{2, 12});

    std::stop_source stop;
    stop.request_stop();
    job.stop = stop.get_token();
    CHECK(Checkpoint::open(folder.path(), job).error().code == ErrorCode::kCancelled);
}

TEST_CASE("checkpoint: sharded and single torch files", "[io]")
{
    const auto sharded = Checkpoint::open(kCheckpoints / "pytorch_model.bin.index.json", {});
    REQUIRE(sharded.has_value());
    CHECK((*sharded)->tensors().size() == 2);
    CHECK((*sharded)->find("v")->shapeText() == "[2]");
    const auto folder = Checkpoint::open(kCheckpoints, {});
    REQUIRE(folder.has_value());
    CHECK((*folder)->tensors().size() == 16);
}

TEST_CASE("checkpoint: a shard that leaves the folder is refused", "[io]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "model");
    writeShard(folder / "secret.safetensors", {"a"}, 1);
    for (const char* shard : {"\"../secret.safetensors\"", "\"/etc/passwd\"", "\"a/b\"", "\"..\"", "\".\"",
                              "\"\"", R"("a\\b")", R"("a\u0000b")", "1", "null", "[\"x\"]"}) {
        folder.write("model/model.safetensors.index.json", indexOf(std::string(R"({"a":)") + shard + "}"));
        const Error error = errorOf(folder / "model");
        INFO(error.describe());
        CHECK(error.code == ErrorCode::kBadFile);
        CHECK(error.field == "weight_map.a");
        CHECK(error.message.find("expected the name of a file in the same folder") != std::string::npos);
    }
}

TEST_CASE("checkpoint: missing shards and tensors are listed all together", "[io]")
{
    const TemporaryFolder folder;
    writeShard(folder / "1.safetensors", {"a"}, 1);
    folder.write(
        "model.safetensors.index.json",
        indexOf(R"({"a":"1.safetensors","b":"2.safetensors","c":"3.safetensors","d":"3.safetensors"})"));
    const Error shards = errorOf(folder.path());
    CHECK(shards.code == ErrorCode::kFileNotFound);
    CHECK(shards.message == "2 of its 3 weight files are missing from the folder");
    CHECK(shards.details == std::vector<std::string>{"2.safetensors", "3.safetensors"});

    folder.write("model.safetensors.index.json",
                 indexOf(R"({"a":"1.safetensors","b":"1.safetensors","c":"1.safetensors"})"));
    const Error tensors = errorOf(folder.path());
    CHECK(tensors.code == ErrorCode::kMissingTensor);
    CHECK(tensors.details
          == std::vector<std::string>{"b is not in 1.safetensors", "c is not in 1.safetensors"});

    std::string many = R"({"x0":"y0")";
    for (int i = 1; i < 1000; ++i)
        many += ",\"x" + std::to_string(i) + "\":\"y" + std::to_string(i) + "\"";
    folder.write("model.safetensors.index.json", indexOf(many + "}"));
    CHECK(errorOf(folder.path()).message.find("1000 of its 1000") == 0);
    CHECK(errorOf(folder.path()).details.size() == 21);
}

TEST_CASE("checkpoint: indices without a map of weights", "[io]")
{
    const TemporaryFolder folder;
    for (const char* index :
         {"{}", "[]", "", "{\"weight_map\":{}}", "{\"weight_map\":[1]}", "{\"weight_map\":"}) {
        folder.write("model.safetensors.index.json", index);
        CHECK(errorOf(folder.path()).code == ErrorCode::kBadFile);
    }
}

TEST_CASE("checkpoint: folders without weights say what was found", "[io]")
{
    const TemporaryFolder folder;
    CHECK(errorOf(folder.path()).code == ErrorCode::kFileNotFound);
    folder.write("tf_model.h5", "x");
    CHECK(errorOf(folder.path()).message.find("there is tf_model.h5, which is not read")
          != std::string::npos);
    CHECK(errorOf(folder / "none").message == "no such folder");
    std::filesystem::create_symlink("nowhere", folder / "model.safetensors");
    CHECK(errorOf(folder.path()).file == (folder / "model.safetensors").string());
    std::filesystem::remove(folder / "model.safetensors");
    folder.write("model.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n");
    CHECK(errorOf(folder.path()).message.find("Git LFS pointer") != std::string::npos);
}

TEST_CASE("checkpoint: links into a cache are followed", "[io]")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "snapshot");
    std::filesystem::create_directories(folder / "blobs");
    writeShard(folder / "blobs" / "123", {"a"}, 5);
    std::filesystem::create_symlink("../blobs/123", folder / "snapshot" / "model.safetensors");
    CHECK(numberIn(*Checkpoint::open(folder / "snapshot", {}).value(), "a") == 5);
}

TEST_CASE("checkpoint: tensors of unsupported dtypes do not keep the others from opening", "[io]")
{
    const TemporaryFolder folder;
    const std::string header = R"({"a":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]}})";
    folder.write("model.safetensors", le(static_cast<std::uint64_t>(header.size())) + header + "x");
    const auto checkpoint = Checkpoint::open(folder.path(), {});
    REQUIRE(checkpoint.has_value());
    CHECK((*checkpoint)->unsupportedTensors().at("a") == "F8_E4M3");
}

TEST_CASE("checkpoint: opening 500 MB touches only the header", "[io]")
{
    const TemporaryFolder folder;
    constexpr std::int64_t kFloats = 125'000'000;
    const std::string header = R"({"w":{"dtype":"F32","shape":[125000000],"data_offsets":[0,500000000]}})";
    const auto path
        = folder.write("model.safetensors", le(static_cast<std::uint64_t>(header.size())) + header);
    std::filesystem::resize_file(path, 8 + header.size() + 4 * kFloats); // sparse
    const auto start = std::chrono::steady_clock::now();
    const auto checkpoint = Checkpoint::open(folder.path(), {});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    REQUIRE(checkpoint.has_value());
    CHECK((*checkpoint)->find("w")->elementCount() == kFloats);
    CHECK(seconds.count() < 0.5);

    // How much of the file was read into memory by opening it.
    const auto file = MappedFile::open(path).value();
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages((file.size() + page - 1) / page);
    REQUIRE(::mincore(const_cast<std::byte*>(file.bytes().data()), file.size(), pages.data()) == 0);
    std::size_t resident = 0;
    for (const unsigned char flags : pages)
        resident += flags & 1U;
    INFO(resident * page << " bytes in " << seconds.count() << " s");
    CHECK(resident * page < 1'000'000);
}
