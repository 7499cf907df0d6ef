#pragma once

#include "core/trace/trace.h"
#include "ui/views/flow/flow_pictures.h"

#include <QObject>

#include <vector>

namespace headlight {

class LatestTask;

/// Reads the visible matrices in the background: overviews of whole groups, and parts in detail. Belongs to
/// one view. UI thread only.
class FlowReader : public QObject
{
    Q_OBJECT
public:
    explicit FlowReader(QObject* parent = nullptr);

    /// One box for each matrix of a group, by head.
    using Boxes = std::vector<FlowBox>;
    void readGroups(const Trace& trace, std::vector<Boxes> groups);
    void readDetails(const Trace& trace, std::vector<FlowDetail> details);
    void cancel();
    bool isWorking() const;
    bool isReadingGroups() const;

signals:
    void groupRead(const headlight::FlowBox& first,
                   const std::vector<headlight::FlowPictures::Picture>& heads);
    void detailRead(const headlight::FlowBox& box, const headlight::CellGrid& detail);
    void finished();

private:
    LatestTask* m_groups;
    LatestTask* m_details;
};

} // namespace headlight
