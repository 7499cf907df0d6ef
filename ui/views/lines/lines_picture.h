#pragma once

#include "core/analysis/attention_lines.h"
#include "ui/picture/picture_palette.h"
#include "ui/state/focus.h"
#include "ui/views/lines/lines_layout.h"

#include <QColor>
#include <QImage>
#include <QObject>
#include <QTimer>

#include <optional>
#include <span>
#include <vector>

class QPainter;

namespace headlight {

/// Opacity of a weight, 0 … 1: depends only on the weight, so that lines do not fade when heads are added,
/// and is logarithmic, so that small weights stay visible.
double lineOpacity(float weight);

/// The visible part of a layout: rows of pixels from `top`.
struct LinesWindow
{
    double top = 0; ///< in the layout's coordinates
    QSize size; ///< logical pixels
    double pixelRatio = 1;
    bool operator==(const LinesWindow&) const = default;
};

/// Lines between two columns as a picture of the window, otherwise transparent. `colours`: one per head.
QImage linesImage(const LinesLayout& layout, std::span<const AttentionLine> lines,
                  const std::vector<QColor>& colours, const LinesWindow& window);
/// Draws more lines over those of such a picture.
void addLines(QImage& image, const LinesLayout& layout, std::span<const AttentionLine> lines,
              const std::vector<QColor>& colours, const LinesWindow& window);
/// Moves such a picture to another position in the same layout and draws only the newly visible rows. Gives
/// the same pixels as linesImage() there; nothing if the step is not a whole number of pixels.
std::optional<QImage> scrolledLines(const QImage& image, double oldTop, const LinesLayout& layout,
                                    std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                                    const LinesWindow& window);
/// Offset of a head's lines from the middle, beside those of other heads, in pixels.
double headShift(std::size_t head, std::size_t heads, double rowHeight);

/// What the columns show beside the texts.
struct LinesMarks
{
    std::optional<LineToken> hover, pin, cursor;
    /// The other end of the pinned or hovered line, if a cell is known.
    std::optional<LineToken> other;
    std::optional<LineToken> newest; ///< query whose row a decoding has just computed
    FoundTokens found; ///< tokens found by a search
    /// Weights of the tokens of the other column, one row per head: the stripes. No rows = no stripes.
    std::vector<RowVector> stripes;
    std::vector<QColor> colours; ///< one per head, for stripes and isolated lines
    LineSide stripeSide = LineSide::kKey;
};

/// The columns within the window's rows: texts, marks and stripes.
void paintColumns(QPainter& painter, const LinesLayout& layout, const LinesMarks& marks,
                  const PicturePalette& palette, const LinesWindow& window);

/// The picture of lines in a window that scrolls. Many lines are drawn in several goes, over each other from
/// the weakest on; until all are drawn, the picture shows the strongest. UI thread.
class GrowingLines : public QObject
{
    Q_OBJECT
public:
    explicit GrowingLines(const LinesLayout& layout);

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
