#pragma once

#include "core/analysis/head_behaviour.h"
#include "ui/picture/cell_grid.h"
#include "ui/picture/heatmap_picture.h"
#include "ui/state/focus.h"
#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/views/heads/heads_picture.h"
#include "ui/widgets/canvas.h"

#include <QImage>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace headlight {

/// The widget inside HeadsView that paints the thumbnails and handles mouse and keys. Does not know the
/// trace: it receives grids of numbers and asks for the text of tooltips. Shift and the arrows move a cursor
/// without changing the current head; Shift+Return selects the head at the cursor. UI thread only.
class HeadsCanvas : public Canvas
{
    Q_OBJECT
public:
    HeadsCanvas();

    /// A change of groups drops all thumbnails.
    void setGroups(const std::vector<HeadGroup>& groups);
    void setThumbnail(const HeadRef& head, CellGrid grid);
    /// Another text or map is shown: thumbnails are faint until their own numbers arrive.
    void fadeThumbnails();
    /// Whether a head has a thumbnail that is not of the shown trace.
    bool isOld(const HeadRef& head) const { return m_picture.isOld(head); }
    void setLook(MapKind kind, const HeatmapOptions& options);
    void setCurrent(const HeadRef& head);
    /// The heads shown together with the current one, with their colours.
    void setSelection(const std::vector<SelectedHead>& heads) { setPart(m_picture.selection, heads); }
    /// What the heads do on the text; heads without a name are absent.
    void setBehaviours(const std::map<HeadRef, HeadBehaviour>& behaviours)
    {
        setPart(m_picture.behaviours, behaviours);
    }
    /// The text below a thumbnail as painted; empty if there is none or no room.
    QString captionOf(const HeadRef& head) const { return m_picture.captionOf(head); }
    /// Unset = thumbnails.
    void setValues(std::optional<HeadValues> values) { setPart(m_picture.values, std::move(values)); }
    const std::optional<HeadValues>& values() const { return m_picture.values; }
    /// The row of the decoder's thumbnails that a decoding has just computed; unset = none.
    void setNewest(std::optional<int> row) { setPart(m_picture.newest, row); }
    const std::optional<int>& newest() const { return m_picture.newest; }
    /// Position of that row in a head's picture; empty if it is not marked.
    QRectF newestRowOf(const HeadRef& head) const { return m_picture.newestRowOf(head); }
    /// Heads whose output is not used; they are cross-hatched.
    void setSwitchedOff(std::function<bool(const HeadRef&)> off);
    /// Heads to paint faintly; unset = none.
    void setDimmed(std::function<bool(const HeadRef&)> dimmed);
    /// The head reached by Shift and the arrows, or the current one.
    HeadRef cursor() const { return m_picture.cursor.value_or(m_picture.current); }
    void setTip(std::function<QString(const HeadRef&)> tip) { m_tip = std::move(tip); }
    const HeadsLayout& headsLayout() const { return m_picture.layout; }
    /// The picture of a head in device pixels, made on demand; null until its numbers have arrived.
    const QImage& picture(const HeadRef& head) { return m_picture.image(head); }
    /// The room without scroll bars, and the thickness of a bar. Measuring beside a visible bar would
    /// flicker: smaller thumbnails need no bar, and without it they grow again.
    void fitInto(const QSize& room, int bar);

signals:
    void chosen(const headlight::HeadRef& head);
    /// Add the head to those shown together, or remove it.
    void toggled(const headlight::HeadRef& head);
    void menuRequested(const headlight::HeadRef& head, const QPoint& globalPosition);
    /// The current head should be visible.
    void revealRequested(const QRect& rect);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    void restyle() override;
    void pointerLeft() override { updateHead(std::exchange(m_picture.hover, std::nullopt)); }
    QRect currentRect() const override { return m_picture.layout.rectOf(cursor()).toAlignedRect(); }
    void placeHeads();
    QRect roomOf(const HeadRef& head) const;
    void revealCurrent();
    void moveCursor(const HeadRef& head);
    void updateHead(const std::optional<HeadRef>& head);

    std::vector<HeadGroup> m_groups;
    HeadsPicture m_picture;
    QSize m_room;
    int m_bar = 0; ///< thickness of a scroll bar
    std::function<QString(const HeadRef&)> m_tip;
};

} // namespace headlight
