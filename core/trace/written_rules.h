#pragma once

#include "core/io/safetensors.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// What a pass recorded of an attention sub-layer; null: nothing.
const AttentionChunk* attentionIn(const TraceChunk& chunk, const LayerRef& layer);

/// Which masks and biases of a batch of traces are rules, and how its metadata say them. A mask or bias that
/// is none, or that differs between the sentences beyond their lengths, is to be written as a matrix.
class WrittenRules
{
public:
    /// Of the names of tables among the tensors.
    static constexpr std::string_view kTablePrefix = "bias_table.";

    explicit WrittenRules(std::span<const Trace> traces)
        : m_traces(traces)
    { }

    bool hasMask(const LayerRef& layer) const;
    bool hasBias(const LayerRef& layer) const;
    /// A mask as a matrix, padded with zeros: of each sentence [1 or heads, rows, columns]; one that is the
    /// same for all heads is there once.
    struct Cells
    {
        int heads = 1;
        std::vector<std::uint8_t> bytes;
    };
    Cells maskCells(const LayerRef& layer, Index rows, Index columns) const;
    /// Notes that the layer's mask or bias is to be written so.
    void takeMask(const LayerRef& layer) { m_masks.push_back(layer); }
    /// The table that is not yet among the tensors, and its name; no name: none.
    struct Table
    {
        std::string name;
        std::shared_ptr<const Matrix> values; ///< [buckets × heads]
    };
    Table takeBias(const LayerRef& layer);
    /// The `config` of the metadata with what was taken.
    std::string addedTo(const std::string& config) const;

private:
    nlohmann::json maskOf(const LayerRef& layer) const;
    nlohmann::json biasOf(const LayerRef& layer) const;
    std::string tableName(const Matrix* table) const;
    int layersOf(const LayerRef& layer) const;

    std::span<const Trace> m_traces;
    std::vector<LayerRef> m_masks, m_biases;
    std::vector<std::shared_ptr<const Matrix>> m_tables;
};

} // namespace headlight
