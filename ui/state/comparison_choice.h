#pragma once

namespace headlight {

/// What the Compare view puts beside each other.
struct ComparisonChoice
{
    enum class Kind : unsigned char {
        kOwn, ///< the kept result or the second selected head, and what is shown
        kEdits, ///< before and after the edits that are in force
        kBranches, ///< two branches of the decoding
    };
    Kind kind = Kind::kOwn;
    int a = -1, b = -1; ///< ids of branches
    bool operator==(const ComparisonChoice&) const = default;
};

} // namespace headlight
