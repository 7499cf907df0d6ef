#pragma once

#include "core/trace/trace.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <optional>
#include <vector>

class QColor;
class QPainter;

namespace headlight {

/// All heads of one kind of attention: a grid of layers (down) × heads (across).
struct HeadGroup
{
    StackKind stack = StackKind::kEncoder;
    AttentionKind kind = AttentionKind::kSelf;
    int layers = 0, heads = 0;
    QRectF heading; ///< room for the name
    QRectF grid; ///< area of the thumbnails
    int sharing = 1; ///< heads that share one key/value head
};

/// Number of heads that share one key/value head; 1 if every head has its own.
int headsPerKvHead(const TraceInfo& info, StackKind stack, AttentionKind kind);

/// The groups of a model, in the order of the data flow.
std::vector<HeadGroup> headGroups(const TraceInfo& info);

/// Layout of the thumbnails of all heads. Groups are stacked or side by side, whichever makes the thumbnails
/// larger; these are square and of equal size. In a narrow strip, all heads are in a single column. A value.
class HeadsLayout
{
public:
    HeadsLayout() = default;
    /// `viewport`: visible size without scrolling; `line`: height of a line of text; `number`: width of a
    /// layer's number; `caption`: part of a thumbnail's height reserved for text below it; `strip`: a single
    /// column, in which `number` covers layer and head.
    HeadsLayout(std::vector<HeadGroup> groups, const QSizeF& viewport, double line, double number,
                double caption = 0, bool strip = false);

    const std::vector<HeadGroup>& groups() const { return m_groups; }
    double thumbnail() const { return m_thumbnail; }
    /// Whether all heads are in one column.
    bool isStrip() const { return m_strip; }
    /// Width in letters from which it is not a strip.
    static constexpr int kStripLetters = 20;
    /// Total size; larger than the viewport if it has to scroll.
    QSizeF size() const { return m_size; }
    QRectF rectOf(const HeadRef& head) const;
    /// Area of the text below a head's thumbnail; empty without room for it.
    QRectF captionOf(const HeadRef& head) const;
    std::optional<HeadRef> headAt(const QPointF& position) const;
    /// The head in the given direction, continuing in the group above or below; the same head at the ends.
    HeadRef neighbour(const HeadRef& head, int down, int across) const;
    /// Running number of a head over all groups; −1 if it does not exist.
    int indexOf(const HeadRef& head) const;
    std::vector<HeadRef> heads() const;

private:
    const HeadGroup* groupOf(const HeadRef& head) const;
    double sizeFor(int columns, const QSizeF& viewport) const;
    void place(int columns);
    void placeStrip();

    std::vector<HeadGroup> m_groups;
    double step() const; ///< from head to head
    double down() const { return step() + m_below; } ///< from layer to layer

    double m_line = 0, m_number = 0, m_caption = 0;
    double m_thumbnail = 0;
    bool m_strip = false;
    double m_below = 0; ///< room for the brackets of shared keys under each layer
    double m_visibleWidth = 0;
    QSizeF m_size;
};

/// Heads that share one key/value head (grouped-query attention, Ainslie et al. 2023), and the place of the
/// bracket below them.
struct KvBracket
{
    int layer = 0;
    int kvHead = 0;
    int firstHead = 0;
    int lastHead = 0;
    QRectF rect;
};

/// One bracket per key/value head below each layer of a group, in the layers' order; none if every head has
/// its own.
std::vector<KvBracket> kvBrackets(const HeadsLayout& layout, const HeadGroup& group);
/// A line below the heads with its ends turned up.
void paintKvBrackets(QPainter& painter, const std::vector<KvBracket>& brackets, const QColor& colour);
/// "shares key/value head 1 with heads 2–3"; empty if it shares with none.
QString kvShareInWords(const TraceInfo& info, const HeadRef& head);

} // namespace headlight
