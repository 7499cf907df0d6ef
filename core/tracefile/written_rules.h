#pragma once

#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/trace/trace.h"
#include "core/tracefile/config.h"
#include "core/tracefile/tensors.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A sentence of a batch; 0 of 1 without a batch.
struct BatchPlace
{
    std::size_t item = 0, items = 1;
};

/// Gives an attention sub-layer the mask and bias rules of its file, unless it has matrices. The table of a
/// bias is a tensor of the file: the error names it, what was found and what was expected. `item`: the
/// sentence of a batch of `items`.
Result<void> applyRules(AttentionChunk& attention, const AttentionRules& rules, const TraceTensors& file,
                        int layer, int heads, BatchPlace place);

/// Finds the masks and biases of a batch of traces that are rules, and gives their form in the metadata. A
/// mask or bias that is not a rule, or that differs between the sentences in more than lengths, is a matrix.
class WrittenRules
{
public:
    /// The names of tables among the tensors begin with it.
    static constexpr std::string_view kTablePrefix = "bias_table.";

    explicit WrittenRules(std::span<const Trace> traces)
        : m_traces(traces)
    { }

    bool hasMask(const LayerRef& layer) const;
    bool hasBias(const LayerRef& layer) const;
    /// A mask as a matrix, padded with zeros: [1 or heads, rows, columns] per sentence; stored once if it is
    /// the same for all heads.
    struct Cells
    {
        int heads = 1;
        std::vector<std::uint8_t> bytes;
    };
    Cells maskCells(const LayerRef& layer, Index rows, Index columns) const;
    /// Marks the layer's mask or bias to be written as a rule.
    void takeMask(const LayerRef& layer) { m_masks.push_back(layer); }
    /// The table still missing from the tensors, and its name; empty name = none.
    struct Table
    {
        std::string name;
        std::shared_ptr<const Matrix> values; ///< [buckets × heads]
    };
    Table takeBias(const LayerRef& layer);
    /// The `config` metadata with these rules added.
    std::string addedTo(const std::string& config) const;

private:
    nlohmann::json maskOf(const LayerRef& layer) const;
    nlohmann::json biasOf(const LayerRef& layer) const;
    std::string tableName(const Matrix* table) const;
    int layersOf(const LayerRef& layer) const { return m_traces.front().info().stack(layer.stack)->layers; }

    std::span<const Trace> m_traces;
    std::vector<LayerRef> m_masks, m_biases;
    std::vector<std::shared_ptr<const Matrix>> m_tables;
};

} // namespace headlight
