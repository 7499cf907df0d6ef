#pragma once

#include "ui/views/lines/lines_picture.h"

#include <QImage>
#include <QObject>
#include <QTimer>

#include <span>
#include <vector>

namespace headlight {

/// The picture of lines in a window that scrolls. Many lines are drawn in several goes, over each other from
/// the weakest on; until all are drawn, the picture shows the strongest. UI thread.
class GrowingLines : public QObject
{
    Q_OBJECT
public:
    explicit GrowingLines(const LinesLayout& layout, QObject* parent = nullptr);

    /// The lines, weakest first, in this window. They must stay as they are until forget().
    const QImage& picture(std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                          const LinesWindow& window);
    /// The lines or their places have changed.
    void forget();
    /// Whether lines are still missing.
    bool isGrowing() const { return m_drawOn.isActive(); }

signals:
    void grown(); ///< all lines are drawn

private:
    void drawMore();

    const LinesLayout& m_layout;
    std::span<const AttentionLine> m_lines;
    std::vector<QColor> m_colours;
    LinesWindow m_window;
    QImage m_image; ///< null: to be drawn
    QImage m_next; ///< that takes the place of m_image once it has all lines
    std::size_t m_drawn = 0; ///< lines of m_next
    QTimer m_drawOn; ///< while m_next is drawn
};

} // namespace headlight
