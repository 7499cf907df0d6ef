#pragma once

#include "ui/views/cell/cell_picture.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/layouts.h"

#include <QVariantAnimation>

#include <optional>

namespace headlight {

/// The stages of one weight, scrolled: the user can point at them, walk through them with the keyboard and
/// play them once as an animation. Paints only what is visible. UI thread.
class CellCanvas : public ScrolledCanvas
{
    Q_OBJECT
public:
    CellCanvas();

    void setCell(CellAccount account, const AttentionMap& map, std::vector<StageWords> stages);
    /// Shows a sentence instead of a cell.
    void setMessage(const QString& message);
    /// Marks the stages of this map.
    void setMap(MapKind map) { setPart(m_map, map); }

    /// Shows the stages one after another, once.
    void play();
    void stopPlaying();
    bool isPlaying() const { return m_animation.state() == QAbstractAnimation::Running; }
    /// Number of visible stages; all of them unless the animation is playing.
    double reveal() const { return m_reveal; }

    const CellPicture& picture() const { return m_picture; }
    const QString& message() const { return m_message; }
    std::optional<CellDimension> dimension() const { return m_dimension; }
    std::optional<CellStage> stage() const { return m_stage; }
    /// Position of a part of the picture in the viewport; for tests.
    QPoint toViewport(const QPointF& point) const;

    QSize sizeHint() const override { return roomForText(*this, 52, 34); }
    QSize minimumSizeHint() const override { return roomForText(*this, 28, 5); }

signals:
    void stageChosen(headlight::CellStage stage); ///< click, Enter or Space
    void keyChosen(qint64 key); ///< a neighbour in the row
    void copyRequested();
    void playingChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    Tip tipAt(const QPoint& viewportPoint) const override;
    Tip currentTip() const override;
    QRect titleRect(const CellPicture::Block& block) const; ///< in the viewport
    void relayout() override;
    void restyle() override { m_picture.setFont(font()); }
    void pointerLeft() override { setDimension(std::nullopt); }
    bool isOwnKey(const QKeyEvent& event) const override;
    void setDimension(const std::optional<CellDimension>& dimension) { setPart(m_dimension, dimension); }
    void moveStage(int by);
    void moveDimension(int by);
    void announce();
    CellHit hitAt(const QPoint& viewportPoint) const;
    QString toolTipOf(const CellHit& hit) const;
    const CellPicture::Block* blockOf(const std::optional<CellStage>& stage) const;

    CellPicture m_picture;
    QString m_message;
    MapKind m_map = MapKind::kWeights;
    std::optional<CellDimension> m_dimension;
    std::optional<CellStage> m_stage; ///< keyboard cursor
    QVariantAnimation m_animation;
    double m_reveal = 1e9;
};

} // namespace headlight
