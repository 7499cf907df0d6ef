// libFuzzer's two entry points. HEADLIGHT_FUZZ selects the target, so that one program serves all of them.

#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace headlight::fuzz {

namespace {

struct Folder
{
    std::filesystem::path path;
    Folder()
    {
        std::error_code none;
        const std::filesystem::path memory = "/dev/shm";
        const auto base
            = std::filesystem::is_directory(memory, none) ? memory : std::filesystem::temp_directory_path();
        path = base / ("headlight-fuzz-" + std::to_string(::getpid()));
        std::filesystem::create_directories(path);
    }
    ~Folder()
    {
        std::error_code none;
        std::filesystem::remove_all(path, none);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    Folder(Folder&&) = delete;
    Folder& operator=(Folder&&) = delete;
};

std::vector<Target> allTargets()
{
    std::vector<Target> all;
    for (const auto& some : {weightTargets(), textTargets(), traceTargets(), validTargets()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

Target chosenTarget()
{
    const char* const name = std::getenv("HEADLIGHT_FUZZ");
    for (const Target& each : allTargets())
        if (name != nullptr && each.name == name)
            return each;
    std::cerr << "HEADLIGHT_FUZZ must name one of:\n";
    for (const Target& each : allTargets())
        std::cerr << each.name << '\n';
    std::exit(2);
}

} // namespace

const std::filesystem::path& folder()
{
    static const Folder kFolder;
    return kFolder.path;
}

std::filesystem::path put(const std::string& name, std::string_view bytes)
{
    auto path = folder() / name;
    std::filesystem::remove(path); // keeps existing mappings of the previous file intact
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file)
        throw std::runtime_error("cannot write " + path.string());
    return path;
}

} // namespace headlight::fuzz

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer looks for
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const headlight::fuzz::Target kTarget = headlight::fuzz::chosenTarget();
    kTarget.run({reinterpret_cast<const char*>(data), size});
    return 0;
}
