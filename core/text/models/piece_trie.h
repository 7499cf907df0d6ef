#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A set of byte strings with a value each, to find all of them that start at a place in a text. The children
/// of a node are adjacent and sorted; immutable once built.
class PieceTrie
{
public:
    using Node = std::uint32_t;
    static constexpr Node kRoot = 0;

    PieceTrie() = default;
    /// If a piece occurs twice, the last value wins. Skips empty pieces.
    explicit PieceTrie(std::vector<std::pair<std::string_view, std::int32_t>> pieces);

    /// The node reached from `from` with one byte.
    std::optional<Node> step(Node from, std::uint8_t byte) const
    {
        if (from == kRoot && !m_first.empty())
            return m_first[byte] == 0 ? std::nullopt : std::optional<Node>(m_first[byte]);
        return search(from, byte);
    }
    /// The value of the piece that ends here; −1 if there is none.
    std::int32_t value(Node node) const { return m_values[node]; }
    bool empty() const { return m_values.size() <= 1; }

private:
    std::optional<Node> search(Node from, std::uint8_t byte) const;

    std::vector<std::int32_t> m_values{-1};
    std::vector<std::uint8_t> m_bytes{0};
    std::vector<std::uint32_t> m_children{1}; ///< first child of each node; the last entry is the end
    std::vector<Node> m_first; ///< the root's children by byte, 0 = none
};

} // namespace headlight
