#pragma once

#include "core/trace/trace.h"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace headlight {

/// All heads of one kind of attention: a grid of layers (down) × heads (across).
struct HeadGroup
{
    StackKind stack = StackKind::kEncoder;
    AttentionKind kind = AttentionKind::kSelf;
    int layers = 0, heads = 0;
    QRectF heading; ///< room for its name
    QRectF grid; ///< all of its thumbnails
    int sharing = 1; ///< heads that share one key/value head
};

/// How many heads share one key/value head; 1 where every head has its own.
int headsPerKvHead(const TraceInfo& info, StackKind stack, AttentionKind kind);

/// The groups that a model has, in the order of the data's flow.
std::vector<HeadGroup> headGroups(const TraceInfo& info);

/// Where the thumbnails of all heads stand. Groups go below or beside each other, whichever makes the
/// thumbnails larger; those are square and all of one size. In a narrow strip all heads stand below each
/// other in one column. A value.
class HeadsLayout
{
public:
    HeadsLayout() = default;
    /// `viewport`: what is visible without scrolling; `line`: height of a line of text, `number`: width of
    /// a layer's number; `caption`: what each thumbnail gives of its height for words below it; `strip`: one
    /// column, where a number is that of layer and head.
    HeadsLayout(std::vector<HeadGroup> groups, const QSizeF& viewport, double line, double number,
                double caption = 0, bool strip = false);

    const std::vector<HeadGroup>& groups() const { return m_groups; }
    double thumbnail() const { return m_thumbnail; }
    /// Whether all heads stand in one column.
    bool isStrip() const { return m_strip; }
    /// From this width on, in letters, it is none.
    static constexpr int kStripLetters = 20;
    /// All of it; larger than the viewport where it has to scroll.
    QSizeF size() const { return m_size; }
    QRectF rectOf(const HeadRef& head) const;
    /// The words below its thumbnail; empty without room for them.
    QRectF captionOf(const HeadRef& head) const;
    std::optional<HeadRef> headAt(const QPointF& position) const;
    /// The head in the direction given, going on in the group above or below; the same head at the ends.
    HeadRef neighbour(const HeadRef& head, int down, int across) const;
    /// Running number of a head over all groups; −1: not there.
    int indexOf(const HeadRef& head) const;
    std::vector<HeadRef> heads() const;

private:
    const HeadGroup* groupOf(const HeadRef& head) const;
    double sizeFor(int columns, const QSizeF& viewport) const;
    void place(int columns);
    void placeStrip();

    std::vector<HeadGroup> m_groups;
    double step() const;

    double m_line = 0, m_number = 0, m_caption = 0;
    double m_thumbnail = 0;
    bool m_strip = false;
    double m_visibleWidth = 0;
    QSizeF m_size;
};

} // namespace headlight
