#pragma once

#include <QLatin1String>

namespace headlight {

/// Name of a view in the registry. It is written to saved sessions and layouts, so it never changes.
class ViewId
{
public:
    constexpr ViewId() = default; ///< no view
    explicit constexpr ViewId(const char* name)
        : m_name(name)
    { }

    QLatin1String name() const { return QLatin1String(m_name); }
    friend bool operator==(const ViewId& a, const ViewId& b) { return a.name() == b.name(); }

private:
    const char* m_name = "";
};

/// Views that other parts of the program refer to. A view that only the registry names needs no entry here.
namespace view_ids {

inline constexpr ViewId kHeatmap{"heatmap"};
inline constexpr ViewId kHeads{"heads"};
inline constexpr ViewId kTokens{"tokens"};
inline constexpr ViewId kCell{"cell"};
inline constexpr ViewId kDecoding{"decoding"};
inline constexpr ViewId kPositions{"positions"};
inline constexpr ViewId kCompare{"compare"};
inline constexpr ViewId kStream{"stream"};
inline constexpr ViewId kExperts{"experts"};
inline constexpr ViewId kWhatIf{"whatIf"};

} // namespace view_ids

} // namespace headlight
