#include "core/tracefile/open_trace.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <array>
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

} // namespace

std::span<const Target> traceTargets()
{
    static constexpr std::array<Target, 2> kTargets{{{"trace", trace}, {"import", import}}};
    return kTargets;
}

} // namespace headlight::fuzz
