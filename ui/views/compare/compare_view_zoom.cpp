#include "ui/background/latest_task.h"
#include "ui/picture/linked_zoom.h"
#include "ui/picture/token_shading.h"
#include "ui/views/compare/compare_view.h"

// The part of its maps that the comparison shows.

namespace headlight {

namespace {

std::optional<TokenGroups> groupsOf(const TokenGroups* words)
{
    return words != nullptr ? std::optional(*words) : std::nullopt;
}

} // namespace

void CompareView::zoomTo(const AxisSpan& queries, const AxisSpan& keys)
{
    m_canvas->setSpans(queries, keys);
    readDetails();
    if (!focus().isZoomLinked() || m_canvas->content() == nullptr)
        return;
    const AttentionMap& b = m_canvas->content()->comparison.b();
    const HeadRef& head = b.head();
    focus().setZoom({zoomAxis(queryStack(head), m_words ? m_words->queries.tokens() : b.queries(), queries,
                              groupsOf(m_words ? &m_words->queries : nullptr)),
                     zoomAxis(keyStack(head), m_words ? m_words->keys.tokens() : b.keys(), keys,
                              groupsOf(m_words ? &m_words->keys : nullptr))});
}

void CompareView::followZoom()
{
    if (!focus().isZoomLinked() || !focus().zoom() || m_canvas->content() == nullptr)
        return;
    const AttentionMap& b = m_canvas->content()->comparison.b();
    const HeadRef& head = b.head();
    const auto spanFor = [](const MapZoom::Axis& zoom, StackKind stack, Index count,
                            const TokenGroups* words) {
        const AxisSpan whole{0, static_cast<double>(count)};
        const Index tokens = words != nullptr ? words->tokens() : count;
        return zoom.sameTokens(zoomAxis(stack, tokens, whole, {})) ? spanOf(zoom, groupsOf(words)) : whole;
    };
    m_canvas->setSpans(
        spanFor(focus().zoom()->queries, queryStack(head), b.queries(),
                m_words ? &m_words->queries : nullptr),
        spanFor(focus().zoom()->keys, keyStack(head), b.keys(), m_words ? &m_words->keys : nullptr));
    readDetails();
}

void CompareView::readDetails()
{
    m_details->cancel();
    if (!m_canvas->wantsDetails())
        return;
    m_details->start([this, comparison = m_canvas->content()->comparison, parts = m_canvas->visibleParts()](
                         const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        auto grids = CompareCanvas::readParts(comparison, parts, stop);
        deliver([this, grids] { m_canvas->setDetails(grids); });
    });
}

} // namespace headlight
