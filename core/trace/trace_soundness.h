#pragma once

#include "core/trace/trace.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// Looks through recorded traces for what no pass gives: rows of weights that are not sound, and numbers
/// that are not finite. Scores and logits are not looked at: those that a pass did not compute are NaN.
class TraceSoundness
{
public:
    /// file: what warnings begin with.
    explicit TraceSoundness(std::string file)
        : m_file(std::move(file))
    { }

    /// One sentence after another of one file.
    void check(const Trace& trace);
    /// One for each tensor at fault, with the first head and row of it; of many, the first few.
    std::vector<std::string> warnings() const;

private:
    struct Fault
    {
        std::string first; ///< "head 3, row 5 holds weights that sum to 12.4, expected 1"
        Index rows = 0; ///< that are at fault
        double off = 0.0; ///< by how much the worst sum is wrong
    };
    void add(const std::string& tensor, int head, Index row, const std::string& fault, double off = 0.0);
    void checkAttention(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace);
    void checkWeights(const AttentionChunk& chunk, const LayerRef& layer, const Trace& trace);
    void checkFinite(const std::string& tensor, int head, const Matrix& matrix);

    std::string m_file;
    int m_item = 0;
    std::vector<std::string> m_order; ///< tensors in the order in which they were found at fault
    std::map<std::string, Fault> m_faults;
};

} // namespace headlight
