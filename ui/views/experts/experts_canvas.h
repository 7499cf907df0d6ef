#pragma once

#include "core/analysis/expert_use.h"
#include "ui/picture/picture_palette.h"
#include "ui/widgets/canvas.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// A cell of the table of tokens × experts.
struct ExpertCell
{
    int token = 0;
    int expert = 0;
    bool operator==(const ExpertCell&) const = default;
};

/// Tokens down, experts across: a cell's colour is the router's probability; chosen cells have a frame and
/// their rank; bars above show how many tokens chose each expert. Scrolls vertically. UI thread.
class ExpertsCanvas : public ScrolledCanvas
{
    Q_OBJECT
public:
    ExpertsCanvas();

    /// `off`: for each expert, whether an edit switches it off. `words`: text for a cell.
    void setTable(ExpertUse use, std::vector<TokenLabel> tokens, std::vector<bool> off,
                  std::function<QString(const ExpertCell&)> words);
    void setColourMap(const QString& name);
    /// The marked row: the token pinned or hovered in other views.
    void setToken(std::optional<int> token) { setPart(m_token, token); }
    std::optional<ExpertCell> current() const { return m_current; }
    void setCurrent(std::optional<ExpertCell> cell);
    QRectF boxOf(const ExpertCell& cell) const; ///< in the viewport
    std::optional<ExpertCell> cellAt(const QPointF& point) const;
    /// The expert whose bar or name is at the point.
    std::optional<int> expertAt(const QPointF& point) const;

signals:
    void hovered(std::optional<int> token);
    void chosen(const headlight::ExpertCell& cell);
    void menuRequested(int expert, const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void scrollContentsBy(int across, int down) override;

private:
    void relayout() override;
    void restyle() override { setColourMap(m_mapName); }
    void pointerLeft() override { emit hovered(std::nullopt); }
    Tip tipAt(const QPoint& point) const override;
    QRect currentRect() const override { return m_current ? boxOf(*m_current).toAlignedRect() : QRect(); }
    bool isOwnKey(const QKeyEvent& event) const override { return isWalking(event) || isPinning(event); }
    void paintHead(QPainter& painter) const;
    void paintRow(QPainter& painter, int token) const;

    ExpertUse m_use;
    std::vector<TokenLabel> m_tokens;
    std::vector<bool> m_off;
    std::function<QString(const ExpertCell&)> m_words;
    QString m_mapName = QStringLiteral("viridis");
    const ColourMap* m_map = nullptr;
    PicturePalette m_palette;
    std::optional<int> m_token;
    std::optional<ExpertCell> m_current;
    double m_left = 0, m_top = 0, m_width = 1, m_height = 1;
};

} // namespace headlight
