#pragma once

#include "core/trace/trace.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// Checks recorded traces for what no pass produces: rows of weights that are not sound, and non-finite
/// numbers. Skips scores and logits, where NaN means that the pass did not compute them.
class TraceSoundness
{
public:
    /// file: prefix of the warnings.
    explicit TraceSoundness(std::string file)
        : m_file(std::move(file))
    { }

    /// Checks one sentence of a file after another.
    void check(const Trace& trace);
    /// One warning per faulty tensor, with its first faulty head and row; at most a few.
    std::vector<std::string> warnings() const;

private:
    struct Fault
    {
        std::string first; ///< "head 3, row 5 holds weights that sum to 12.4, expected 1"
        Index rows = 0; ///< number of faulty rows
        double off = 0.0; ///< error of the worst sum
    };
    void add(const std::string& tensor, int head, Index row, const std::string& fault, double off = 0.0);
    void checkAttention(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace);
    void checkWeights(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace);
    void checkFinite(const std::string& tensor, int head, const Matrix& matrix);

    std::string m_file;
    int m_item = 0;
    std::vector<std::string> m_order; ///< faulty tensors in the order in which they were found
    std::map<std::string, Fault> m_faults;
};

} // namespace headlight
