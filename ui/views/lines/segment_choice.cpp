#include "ui/views/lines/segment_choice.h"

#include <QPoint>
#include <QVariant>

namespace headlight {

namespace {

/// "A" of segment 0; sentence pairs have two, other inputs may have more.
QString segmentName(int segment)
{
    return segment < 26 ? QString(QChar(u'A' + segment)) : QString::number(segment);
}

} // namespace

SegmentChoice::SegmentChoice()
{
    setAccessibleName(tr("Segments"));
    setToolTip(tr("For a sentence pair: the segment of the queries (left) and of the keys (right)"));
    setVisible(false);
}

void SegmentChoice::offer(const std::vector<int>& segments)
{
    setVisible(!segments.empty());
    const int wanted = segments.empty() ? 0 : 1 + static_cast<int>(segments.size() * segments.size());
    if (count() == wanted)
        return;
    clear();
    if (segments.empty())
        return;
    addItem(tr("All"));
    for (const int from : segments)
        for (const int to : segments)
            addItem(tr("%1 → %2").arg(segmentName(from), segmentName(to)), QPoint(from, to));
}

SegmentFilter SegmentChoice::filter() const
{
    const QVariant chosen = currentData();
    if (!chosen.isValid())
        return {};
    return {chosen.toPoint().x(), chosen.toPoint().y()};
}

} // namespace headlight
