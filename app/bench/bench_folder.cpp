#include "app/bench/bench_folder.h"

#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace headlight {

BenchFolder::~BenchFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

Result<std::filesystem::path> BenchFolder::make()
{
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "headlight-bench-XXXXXX").string();
    if (fault || ::mkdtemp(name.data()) == nullptr)
        return Error{ErrorCode::kFileUnwritable, "a temporary folder cannot be made", name};
    m_path = name;
    return m_path;
}

std::int64_t bytesPerToken(const Model& model)
{
    const auto& decoder = model.weights().decoder;
    if (!decoder)
        return 0;
    if (std::any_of(decoder->layers.begin(), decoder->layers.end(),
                    [](const LayerWeights& layer) { return layer.experts.has_value(); }))
        return 0;
    const WeightMatrix& head = model.weights().head.projection.weight;
    // Only one row of the embedding is read, unless the head reads it too.
    const bool tied = !head.empty() && head.sharesNumbersWith(decoder->embedding);
    return model.memoryBytes() - (tied ? 0 : decoder->embedding.bytes());
}

PlainRead::PlainRead()
    : m_numbers(std::size_t{64} << 20U, 1) // 512 MB
    , m_sums(std::max(1U, std::thread::hardware_concurrency()))
{ }

void PlainRead::run()
{
    std::vector<std::jthread> running;
    running.reserve(m_sums.size());
    for (std::size_t part = 0; part < m_sums.size(); ++part)
        running.emplace_back([this, part] {
            const auto first = static_cast<std::ptrdiff_t>(part * m_numbers.size() / m_sums.size());
            const auto last = static_cast<std::ptrdiff_t>((part + 1) * m_numbers.size() / m_sums.size());
            m_sums[part]
                = std::accumulate(m_numbers.begin() + first, m_numbers.begin() + last, std::uint64_t{0});
        });
}

std::uint64_t PlainRead::sum() const
{
    return std::accumulate(m_sums.begin(), m_sums.end(), std::uint64_t{0});
}

} // namespace headlight
