#include "core/tracefile/trace_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/import_layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

namespace headlight::fuzz {

namespace {

void useTrace(const std::filesystem::path& path)
{
    const auto opened = openTrace(path, {}, {});
    if (!opened || opened->traces.empty())
        return;
    const Trace& trace = opened->traces.front();
    for (const LayerRef& layer : trace.info().layers())
        for (int head = 0; head < std::min(trace.info().heads(layer.stack), 4); ++head)
            static_cast<void>(trace.attention({layer.stack, layer.layer, layer.kind, head}));
    static_cast<void>(traceInWords(*opened));
}

void trace(std::string_view bytes)
{
    useTrace(put("trace.safetensors", bytes));
}

/// Arrays of other programs; the first byte selects the format.
void import(std::string_view bytes)
{
    constexpr std::array<const char*, 4> kForms{"a.npy", "a.npz", "a.pt", "a.json"};
    if (bytes.empty())
        return;
    useTrace(put(kForms[static_cast<unsigned char>(bytes[0]) % kForms.size()], bytes.substr(1)));
}

/// Valid arrays of other programs; the bytes are the seed. What is read must be what was saved.
void layout(std::string_view bytes)
{
    std::uint64_t seed = 0;
    std::memcpy(&seed, bytes.data(), std::min(bytes.size(), sizeof seed));
    const test::ImportLayout arrays(seed);
    const std::string fault = arrays.faultOf(openTrace(put("a.npz", arrays.npz()), {}, {}));
    if (!fault.empty())
        throw std::runtime_error(arrays.description() + ": " + fault);
}

} // namespace

std::span<const Target> traceTargets()
{
    static constexpr std::array<Target, 3> kTargets{
        {{"trace", trace}, {"import", import}, {"layout", layout}}};
    return kTargets;
}

} // namespace headlight::fuzz
