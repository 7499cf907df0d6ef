#pragma once

#include "ui/views/lines/lines_layout.h"

#include <QComboBox>

#include <vector>

namespace headlight {

/// For a sentence pair: chooses the segment of the queries and that of the keys. Hidden for other inputs. UI
/// thread only.
class SegmentChoice : public QComboBox
{
    Q_OBJECT
public:
    SegmentChoice();

    /// Offers every pair of these segments; none: hides.
    void offer(const std::vector<int>& segments);
    SegmentFilter filter() const;
};

} // namespace headlight
