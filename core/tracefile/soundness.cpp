#include "core/tracefile/soundness.h"

#include "core/base/workers.h"
#include "core/math/finite.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <sstream>

namespace headlight {

namespace {

constexpr std::size_t kTensorsNamed = 8;

/// Whether the recorded mask lets a query attend to anything; true if none is recorded.
bool mayAttend(const AttentionChunk& chunk, int head, Index row)
{
    if (chunk.mask.empty())
        return false; // unknown: a row of zeros may be right
    const Mask& mask = chunk.mask[chunk.mask.size() == 1 ? 0 : static_cast<std::size_t>(head)];
    if (const auto range = mask.range(row))
        return range->begin < range->end;
    for (Index key = 0; key < mask.keys(); ++key)
        if (mask.allows(row, key))
            return true;
    return false;
}

std::string shortNumber(double value)
{
    std::ostringstream text;
    text << std::setprecision(3) << value;
    return text.str();
}

} // namespace

void TraceSoundness::add(const std::string& tensor, int head, Index row, const std::string& fault, double off)
{
    const auto [place, added] = m_faults.try_emplace(tensor);
    if (added) {
        m_order.push_back(tensor);
        place->second.first
            = concat(m_item > 1 ? concat("sentence ", m_item - 1, ", ") : std::string(),
                     head >= 0 ? concat("head ", head, ", ") : std::string(), "row ", row, " ", fault);
    }
    ++place->second.rows;
    place->second.off = std::max(place->second.off, off);
}

void TraceSoundness::checkFinite(const std::string& tensor, int head, const Matrix& matrix)
{
    // By bands, so that a bad number does not force a check of the whole matrix number by number.
    constexpr Index kBand = 256;
    std::vector<std::uint8_t> bad(static_cast<std::size_t>((matrix.rows() + kBand - 1) / kBand), 0);
    Workers().forEach(bad.size(), [&](std::size_t band) {
        const Index first = static_cast<Index>(band) * kBand;
        bad[band] = isAllFinite(matrix.middleRows(first, std::min(kBand, matrix.rows() - first))) ? 0 : 1;
    });
    for (Index row = 0; row < matrix.rows(); ++row)
        if (bad[static_cast<std::size_t>(row / kBand)] != 0 && !matrix.row(row).allFinite())
            add(tensor, head, row, "holds numbers that are not finite");
}

void TraceSoundness::checkWeights(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace)
{
    const TraceInfo& info = trace.info();
    const std::vector<TokenLabel>& queries = trace.tokens(layer.stack);
    const std::string tensor = tensorName(Site::kWeights, layer);
    for (int head = 0; head < static_cast<int>(chunk.weights.size()); ++head) {
        const Matrix& weights = chunk.weights[static_cast<std::size_t>(head)];
        for (Index row = 0; row < weights.rows(); ++row) {
            const auto query = static_cast<std::size_t>(chunk.firstQuery + row);
            if (query < queries.size() && queries[query].padding)
                continue;
            const std::span<const float> line{weights.data() + row * weights.cols(),
                                              static_cast<std::size_t>(weights.cols())};
            const RowExpectation expected
                = expectedOf(chunk, head, row, info.scoreRule({layer.stack, layer.layer, layer.kind, head}));
            if (rowState(line, expected) == RowState::kSound)
                continue;
            std::string fault = rowFault(line, expected);
            if (fault.empty() && std::isfinite(expected.tolerance) && mayAttend(chunk, head, row))
                fault = "is all zeros, though the mask lets it attend to keys";
            if (!fault.empty())
                add(tensor, head, row, fault, rowError(line, expected));
        }
    }
}

void TraceSoundness::checkAttention(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace)
{
    checkWeights(chunk, layer, trace);
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kHeadOutput}) {
        const std::string tensor = tensorName(site, layer);
        const std::vector<Matrix>& heads = *chunk.matrices(site);
        for (int head = 0; head < static_cast<int>(heads.size()); ++head)
            checkFinite(tensor, head, heads[static_cast<std::size_t>(head)]);
    }
    checkFinite(tensorName(Site::kOutput, layer), -1, chunk.output);
}

void TraceSoundness::check(const Trace& trace)
{
    ++m_item;
    for (const TraceChunk* chunk : trace.chunks()) {
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
            const StackChunk* const stack = chunk->stack(kind);
            if (!stack)
                continue;
            const auto checkStream = [&](Site site, const LayerRef& layer) {
                if (const Matrix* const matrix = stack->matrix(site, layer))
                    checkFinite(tensorName(site, layer), -1, *matrix);
            };
            const int layers = static_cast<int>(stack->self.size());
            for (const Site site : {Site::kEmbeddings, Site::kPositions, Site::kSegments})
                checkStream(site, {kind});
            for (int layer = 0; layer <= layers; ++layer)
                checkStream(Site::kResidual, {kind, layer});
            for (int layer = 0; layer < layers; ++layer)
                checkAttention(stack->self[static_cast<std::size_t>(layer)],
                               {kind, layer, AttentionKind::kSelf}, trace);
            for (int layer = 0; layer < static_cast<int>(stack->cross.size()); ++layer)
                checkAttention(stack->cross[static_cast<std::size_t>(layer)],
                               {kind, layer, AttentionKind::kCross}, trace);
            for (int layer = 0; layer < layers; ++layer)
                for (const Site site : {Site::kResidualMiddle, Site::kFeedForwardHidden})
                    checkStream(site, {kind, layer});
            checkStream(Site::kFinal, {kind});
        }
    }
}

std::vector<std::string> TraceSoundness::warnings() const
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(m_order.size(), kTensorsNamed); ++i) {
        const Fault& fault = m_faults.at(m_order[i]);
        std::string text = m_file + ": " + m_order[i] + ": " + fault.first;
        if (fault.rows > 1)
            text += concat(" (", fault.rows, " rows are such",
                           fault.off > 0 ? ", off by up to " + shortNumber(fault.off) : std::string(), ")");
        texts.push_back(std::move(text));
    }
    if (m_order.size() > kTensorsNamed)
        texts.push_back(concat(m_file, ": ", m_order.size() - kTensorsNamed, " more tensors have such rows"));
    return texts;
}

} // namespace headlight
