#pragma once

#include "core/analysis/attention_lines.h"
#include "ui/views/lines/lines_picture.h"
#include "ui/widgets/canvas.h"

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// Two token columns joined by lines: can be pointed at, walked through with the keyboard and scrolled.
/// Paints only the rows that are visible and keeps the lines as a picture. UI thread.
class LinesCanvas : public ScrolledCanvas
{
    Q_OBJECT
public:
    explicit LinesCanvas(QWidget* parent = nullptr);

    /// queryName: as LinesLayout::setQueryNames() has them.
    void setTokens(TokenAxis queries, TokenAxis keys, const SegmentFilter& filter,
                   LinesLayout::NameOf queryName = {});
    /// The lines that are seen while no token is isolated, with one colour per head.
    void setLines(LineSet lines, std::vector<QColor> colours);
    /// One token's lines instead of all; nothing: all again. The stripes are those of the marks.
    void setIsolated(std::optional<std::vector<AttentionLine>> lines, LinesMarks marks);
    void setMessage(const QString& message);
    /// For the tooltip and the screen reader's description of one token.
    void setDescriber(std::function<QString(const LineToken&)> toolTip,
                      std::function<QString(const LineToken&)> spoken);

    const LinesLayout& picture() const { return m_layout; }
    const LineSet& lines() const { return m_lines; }
    const std::optional<std::vector<AttentionLine>>& isolated() const { return m_isolated; }
    const LinesMarks& marks() const { return m_marks; }
    const QString& message() const { return m_message; }
    /// Where a token stands in the viewport.
    QRect tokenRect(const LineToken& token) const;
    /// Scrolls a token into sight.
    void reveal(const LineToken& token);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(std::optional<headlight::LineToken> token); ///< by mouse or keyboard; none: left
    void activated(const headlight::LineToken& token); ///< click, Enter or Space

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    Tip tipAt(const QPoint& viewportPoint) const override;
    void relayout() override;
    void restyle() override;
    void pointerLeft() override;
    bool isOwnKey(const QKeyEvent& event) const override;
    LinesWindow window() const;
    const QImage& allLines();
    std::optional<LineToken> tokenAt(const QPoint& viewportPoint) const;
    std::optional<LineToken> moved(int key) const;
    void setCursorToken(const LineToken& token);

    LinesLayout m_layout;
    LineSet m_lines;
    std::vector<QColor> m_colours;
    std::optional<std::vector<AttentionLine>> m_isolated;
    LinesMarks m_marks;
    QString m_message;
    QImage m_cache; ///< of all lines, at m_cacheTop; null: to be drawn
    double m_cacheTop = 0;
    std::optional<LineToken> m_hovered, m_cursor;
    std::function<QString(const LineToken&)> m_toolTip, m_spoken;
};

} // namespace headlight
