#pragma once

namespace headlight {

/// What the Compare view shows side by side.
struct ComparisonChoice
{
    enum class Kind : unsigned char {
        kOwn, ///< the kept result or the second selected head, against what is shown
        kEdits, ///< before and after the active edits
        kBranches, ///< two branches of the decoding
    };
    Kind kind = Kind::kOwn;
    int a = -1, b = -1; ///< branch ids
    bool operator==(const ComparisonChoice&) const = default;
};

} // namespace headlight
