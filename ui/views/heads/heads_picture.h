#pragma once

#include "core/analysis/head_behaviour.h"
#include "ui/picture/cell_grid.h"
#include "ui/picture/heatmap_picture.h"
#include "ui/state/focus.h"
#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_layout.h"

#include <QCoreApplication>
#include <QFont>
#include <QImage>
#include <QRectF>
#include <QString>

#include <functional>
#include <map>
#include <optional>
#include <vector>

class QPainter;
class QWidget;

namespace headlight {

/// What the picture of all heads shows, and its painting, in a widget's palette, font and pixels. The widget
/// outlives it. UI thread only.
class HeadsPicture
{
    Q_DECLARE_TR_FUNCTIONS(HeadsPicture)
public:
    explicit HeadsPicture(const QWidget& widget)
        : m_widget(widget)
    { }

    struct Thumbnail
    {
        CellGrid grid;
        QImage image; ///< null = must be repainted
        bool old = false; ///< made of what was shown before
    };

    HeadsLayout layout;
    std::vector<Thumbnail> thumbnails; ///< of the layout's heads
    MapKind kind = MapKind::kWeights;
    HeatmapOptions options;
    HeadRef current;
    std::optional<HeadRef> cursor, hover;
    std::vector<SelectedHead> selection; ///< the heads shown together with the current one
    std::map<HeadRef, HeadBehaviour> behaviours; ///< heads without a name are absent
    std::optional<HeadValues> values; ///< unset = thumbnails
    std::optional<int> newest; ///< row of the decoder's thumbnails that was just computed
    std::function<bool(const HeadRef&)> off; ///< cross-hatched; unset = none
    std::function<bool(const HeadRef&)> dimmed; ///< painted faintly; unset = none

    QFont captionFont() const;
    /// The text below a thumbnail as painted: that the head is off, or else its name; empty if there is none
    /// or no room.
    QString captionOf(const HeadRef& head) const;
    /// Position of the newest row in a head's thumbnail; empty if it is not marked.
    QRectF newestRowOf(const HeadRef& head) const;
    /// What is painted for a head: the thumbnail with its text and outlines.
    QRectF areaOf(const HeadRef& head) const;
    bool isOld(const HeadRef& head) const;
    /// The thumbnail in device pixels, made on demand; null until its numbers have arrived.
    const QImage& image(const HeadRef& head);
    void paint(QPainter& painter, const QRectF& dirty);

private:
    void paintGroup(QPainter& painter, const HeadGroup& group, const QRectF& dirty);
    void paintHead(QPainter& painter, const HeadRef& head);
    void paintValue(QPainter& painter, const QRectF& box, const HeadRef& head) const;
    void paintOutlines(QPainter& painter, const QRectF& box, const HeadRef& head) const;
    void paintCaption(QPainter& painter, const HeadRef& head) const;
    void paintNewest(QPainter& painter, const QRectF& dirty) const;

    const QWidget& m_widget;
};

} // namespace headlight
