#pragma once

#include <QFlags>

namespace headlight {

/// What may have changed in a view's picture.
enum class ViewChange : unsigned {
    kTrace = 1, ///< another snapshot or step: matrices and tokens may all differ
    kHead = 2, ///< another current head
    kMap = 4, ///< weights, scores, …
    kHover = 8,
    kPin = 16,
    kColours = 32, ///< colour map or palette
    kModel = 64,
    kDocument = 128,
    kMoreHeads = 256, ///< heads shown together with the main one, or a head's colour
    kMapOptions = 512, ///< display options of maps
    kFound = 1024, ///< tokens found by a search
    kZoom = 2048, ///< visible part of the maps, or whether views share it
    kAll = 4095,
};
Q_DECLARE_FLAGS(ViewChanges, ViewChange)

} // namespace headlight

Q_DECLARE_OPERATORS_FOR_FLAGS(headlight::ViewChanges)
