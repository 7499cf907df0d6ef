#pragma once

#include "ui/views/flow/flow_pictures.h"

#include <QObject>

#include <cstdint>
#include <vector>

namespace headlight {

class LatestTask;
struct FlowScene;
struct FlowWindow;

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
