#include "ui/picture/linked_zoom.h"
#include "ui/picture/token_shading.h"
#include "ui/views/heatmap/heatmap_panels.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"

#include <QStackedLayout>

// The room of the heatmap, the part of it that is seen, and the found tokens in it.

namespace headlight {

int HeatmapView::heightForWidth(int width) const
{
    const QWidget* const page = m_pages->currentWidget();
    return page->layout() == nullptr ? page->minimumSizeHint().height()
                                     : page->layout()->totalMinimumHeightForWidth(width);
}

MapZoom HeatmapView::shownZoom() const
{
    const CellFrame& cells = plot().shownLayout().cells;
    const HeadRef& head = m_plain.head();
    return {zoomAxis(queryStack(head), m_plain.queries(), cells.queries, m_queryWords),
            zoomAxis(keyStack(head), m_plain.keys(), cells.keys, m_keyWords)};
}

void HeatmapView::shareZoom()
{
    // While another map is on its way the old picture is still there.
    const bool stands = !m_plain.isNull() && plot().colours() != nullptr && !plot().isReading()
        && plot().map().head() == m_plain.head();
    if (!stands || !focus().isZoomLinked())
        return;
    const MapZoom zoom = shownZoom();
    if (!focus().zoom() || !nearlySame(*focus().zoom(), zoom))
        focus().setZoom(zoom);
}

void HeatmapView::followZoom()
{
    m_panels->setZoomLinked(focus().isZoomLinked());
    if (!focus().isZoomLinked() || !focus().zoom() || plot().colours() == nullptr)
        return;
    const MapZoom own = shownZoom();
    MapZoom wanted = own;
    if (focus().zoom()->queries.sameTokens(own.queries))
        wanted.queries = focus().zoom()->queries;
    if (focus().zoom()->keys.sameTokens(own.keys))
        wanted.keys = focus().zoom()->keys;
    if (!nearlySame(own, wanted))
        plot().showSpans(spanOf(wanted.queries, m_queryWords), spanOf(wanted.keys, m_keyWords));
}

FoundTokens HeatmapView::foundInPicture() const
{
    // Rows and columns that the map lacks, since it was computed for another text, are not marked.
    const auto places = [](const std::vector<int>& tokens, const std::optional<TokenGroups>& words,
                           Index count) {
        std::vector<int> found;
        for (const int token : tokens) {
            const Index place = !words ? token : token < words->tokens() ? words->groupOf(token) : count;
            if (place < count && (found.empty() || found.back() != place))
                found.push_back(static_cast<int>(place));
        }
        return found;
    };
    const FoundTokens& found = focus().found();
    return {places(found.queries, m_queryWords, plot().map().queries()),
            places(found.keys, m_keyWords, plot().map().keys())};
}

} // namespace headlight
