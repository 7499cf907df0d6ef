#pragma once

#include "core/trace/record_plan.h"
#include "core/trace/trace.h"
#include "ui/picture/cell_grid.h"
#include "ui/views/flow/flow_layout.h"
#include "ui/views/flow/flow_pictures.h"
#include "ui/views/flow/flow_scene.h"

#include <QObject>

#include <cstdint>
#include <vector>

namespace headlight {

class LatestTask;

/// The recorded numbers of a box, in the form used for pictures.
struct FlowNumbers
{
    AttentionMap map; ///< null = not recorded
    MapKind kind = MapKind::kScores;
    Shade shade = Shade::kDifference; ///< which number a tile shows

    bool isNull() const { return map.isNull() || !map.has(kind) || map.queries() == 0 || map.keys() == 0; }
    Index cells() const { return isNull() ? 0 : map.queries() * map.keys(); }
};

/// Which number a tile of a site's matrix shows.
Shade shadeOf(Site site);

/// What a trace has recorded for a box of kMatrix; null for other boxes.
FlowNumbers flowNumbers(const Trace& trace, const FlowBox& box);

// What of the flow is inside the window, and what must be recorded and read to show it.

/// The sites whose matrices are seen.
SiteSet seenSites(const FlowScene& scene, const FlowWindow& window);

/// One box for each matrix of a group, by head.
using FlowGroupBoxes = std::vector<FlowBox>;
/// The groups that are seen and whose pictures are missing or of an older trace. Weights first: they show
/// where tokens look.
std::vector<FlowGroupBoxes> unreadGroups(const FlowScene& scene, const FlowWindow& window);

/// Whether a matrix of this size, in pixels, is large enough for its cells to be drawn one by one.
bool showsCells(const QSizeF& box);
/// The cells of `all` inside `seen`, for a matrix that fills `box`; both in pixels.
CellRect seenCells(const QRectF& box, const QRectF& seen, const CellRect& all);
/// Parts of matrices displayed larger than their overviews can show.
std::vector<FlowDetail> wantedDetails(const FlowScene& scene, const FlowWindow& window);

/// Reads the visible matrices in the background: overviews of whole groups, and parts in detail. Belongs to
/// one view. UI thread only.
class FlowReader : public QObject
{
    Q_OBJECT
public:
    explicit FlowReader(QObject* parent = nullptr);

    /// Reads what is seen and not yet known, unless that is being read already.
    void readGroups(const FlowScene& scene, const FlowWindow& window);
    /// Likewise, the parts that need more detail.
    void readDetails(const FlowScene& scene, const FlowWindow& window);
    void cancel();
    bool isWorking() const;

signals:
    void groupRead(const headlight::FlowBox& first,
                   const std::vector<headlight::FlowPictures::Picture>& heads);
    void detailRead(const headlight::FlowBox& box, const headlight::CellGrid& detail);
    void finished();

private:
    LatestTask* m_groups;
    LatestTask* m_details;
    std::vector<FlowGroup> m_readGroups; ///< read last, ascending
    std::uint64_t m_groupsVersion = 0; ///< version of the pictures that they are for
    std::vector<FlowDetail> m_readDetails; ///< read last
    std::uint64_t m_detailsVersion = 0;
};

} // namespace headlight
