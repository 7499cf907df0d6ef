#include "core/text/models/piece_trie.h"

#include <algorithm>

namespace headlight {

namespace {

/// Sorted pieces from first to last with a common prefix of `depth` bytes: those below one node.
struct Group
{
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t depth = 0;
};

} // namespace

PieceTrie::PieceTrie(std::vector<std::pair<std::string_view, std::int32_t>> pieces)
{
    std::erase_if(pieces, [](const auto& piece) { return piece.first.empty(); });
    std::ranges::stable_sort(pieces, [](const auto& a, const auto& b) { return a.first < b.first; });
    m_children.clear();
    // Breadth first: the children of a node get consecutive numbers, followed by those of the next node.
    std::vector<Group> level{{0, pieces.size(), 0}};
    std::vector<Group> next;
    auto count = static_cast<std::uint32_t>(1);
    while (!level.empty()) {
        next.clear();
        for (const Group& group : level) {
            m_children.push_back(count);
            std::size_t at = group.first;
            while (at < group.last && pieces[at].first.size() == group.depth)
                ++at;
            while (at < group.last) {
                const auto byte = static_cast<std::uint8_t>(pieces[at].first[group.depth]);
                const std::size_t begin = at;
                std::int32_t value = -1;
                for (; at < group.last && static_cast<std::uint8_t>(pieces[at].first[group.depth]) == byte;
                     ++at) {
                    if (pieces[at].first.size() == group.depth + 1)
                        value = pieces[at].second;
                }
                m_bytes.push_back(byte);
                m_values.push_back(value);
                next.push_back({begin, at, group.depth + 1});
                ++count;
            }
        }
        level.swap(next);
    }
    m_children.push_back(count);
    m_first.assign(256, 0);
    for (Node child = m_children[0]; child < m_children[1]; ++child)
        m_first[m_bytes[child]] = child;
}

std::optional<PieceTrie::Node> PieceTrie::search(Node from, std::uint8_t byte) const
{
    if (from + 1 >= m_children.size())
        return {};
    const auto begin = m_bytes.begin() + m_children[from];
    const auto end = m_bytes.begin() + m_children[from + 1];
    const auto found = std::lower_bound(begin, end, byte);
    if (found == end || *found != byte)
        return {};
    return static_cast<Node>(found - m_bytes.begin());
}

} // namespace headlight
