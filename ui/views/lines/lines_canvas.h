#pragma once

#include "core/analysis/attention_lines.h"
#include "ui/views/lines/lines_picture.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/layouts.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// Two token columns joined by lines: the user can point at tokens, walk through them with the keyboard, and
/// scroll. Paints only the visible rows and caches the lines as a picture. UI thread.
class LinesCanvas : public ScrolledCanvas
{
    Q_OBJECT
public:
    LinesCanvas();

    /// queryName: see LinesLayout::setQueryNames().
    void setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter,
                   LinesLayout::NameOf queryName = {});
    /// The lines visible while no token is isolated, with one colour per head.
    void setLines(LineSet lines, std::vector<QColor> colours);
    /// Shows only one token's lines; unset = all lines. The stripes come from the marks.
    void setIsolated(std::optional<std::vector<AttentionLine>> lines, LinesMarks marks);
    void setMessage(const QString& message);
    /// Sets the tooltip and the screen reader's description of a token.
    void setDescriber(std::function<QString(const LineToken&)> toolTip,
                      std::function<QString(const LineToken&)> spoken);

    const LinesLayout& picture() const { return m_layout; }
    const LineSet& lines() const { return m_lines; }
    const std::optional<std::vector<AttentionLine>>& isolated() const { return m_isolated; }
    const LinesMarks& marks() const { return m_marks; }
    const QString& message() const { return m_message; }
    /// Position of a token in the viewport.
    QRect tokenRect(const LineToken& token) const;
    /// The queries whose rows are in sight, first … last − 1.
    std::pair<int, int> queriesInSight() const;
    /// Scrolls until a token is visible.
    void reveal(const LineToken& token);

    QSize sizeHint() const override { return roomForText(*this, 48, 24); }
    QSize minimumSizeHint() const override { return roomForText(*this, 24, 4); }

signals:
    void hovered(std::optional<headlight::LineToken> token); ///< by mouse or keyboard; none = left
    void activated(const headlight::LineToken& token); ///< click, Enter or Space
    void sightChanged(); ///< other rows may be in sight

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    Tip tipAt(const QPoint& viewportPoint) const override;
    void relayout() override;
    void restyle() override { m_layout.setFont(font()); }
    void pointerLeft() override;
    bool isOwnKey(const QKeyEvent& event) const override { return isWalking(event) || isPinning(event); }
    LinesWindow window() const;
    void forgetPictures();
    std::optional<LineToken> tokenAt(const QPoint& viewportPoint) const;
    std::optional<LineToken> moved(int key) const;
    void setCursorToken(const LineToken& token);

    LinesLayout m_layout;
    LineSet m_lines;
    std::vector<QColor> m_colours;
    std::optional<std::vector<AttentionLine>> m_isolated;
    LinesMarks m_marks;
    QString m_message;
    GrowingLines m_all, m_own; ///< pictures of m_lines and of m_isolated
    std::optional<LineToken> m_hovered, m_cursor;
    std::function<QString(const LineToken&)> m_toolTip, m_spoken;
};

} // namespace headlight
