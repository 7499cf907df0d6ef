#pragma once

#include <QLatin1String>

namespace headlight {

/// The name of a view of the registry. It stands in saved sessions and layouts, and so never changes.
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

/// The views that other parts of the program point at. A view that only its line in the registry names needs
/// none here.
namespace view_ids {

inline constexpr ViewId kHeatmap{"heatmap"};
inline constexpr ViewId kHeads{"heads"};
inline constexpr ViewId kTokens{"tokens"};
inline constexpr ViewId kDecoding{"decoding"};
inline constexpr ViewId kPositions{"positions"};
inline constexpr ViewId kCompare{"compare"};
inline constexpr ViewId kStream{"stream"};
inline constexpr ViewId kWhatIf{"whatIf"};

} // namespace view_ids

} // namespace headlight
