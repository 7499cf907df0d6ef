#pragma once

#include <QFlags>

namespace headlight {

/// What of a view's picture may have changed.
enum class ViewChange : unsigned {
    kTrace = 1, ///< another snapshot or step: matrices and tokens may all differ
    kHead = 2, ///< another head is looked at
    kMap = 4, ///< weights, scores, …
    kHover = 8,
    kPin = 16,
    kColours = 32, ///< colour map or palette
    kModel = 64,
    kDocument = 128,
    kMoreHeads = 256, ///< the heads that are shown together with the main one, or a head's colour
    kMapOptions = 512, ///< how maps are looked at
    kFound = 1024, ///< tokens that a search has found
    kZoom = 2048, ///< the part of maps that is looked at, or whether views share it
    kAll = 4095,
};
Q_DECLARE_FLAGS(ViewChanges, ViewChange)

} // namespace headlight

Q_DECLARE_OPERATORS_FOR_FLAGS(headlight::ViewChanges)
