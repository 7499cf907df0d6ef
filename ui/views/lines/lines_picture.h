#pragma once

#include "core/analysis/attention_lines.h"
#include "ui/picture/picture_palette.h"
#include "ui/state/focus.h"
#include "ui/views/lines/lines_layout.h"

#include <QColor>
#include <QImage>

#include <optional>
#include <span>
#include <vector>

class QPainter;

namespace headlight {

/// How strongly a weight is seen, 0 … 1: by the weight alone, so that lines do not fade when heads are
/// added, on a logarithmic ramp, so that small ones stay visible.
double lineOpacity(float weight);

/// What is seen of a layout: rows of pixels from `top` on.
struct LinesWindow
{
    double top = 0; ///< in the layout's coordinates
    QSize size; ///< logical pixels
    double pixelRatio = 1;
    bool operator==(const LinesWindow&) const = default;
};

/// Lines between two columns as a picture of the window, transparent elsewhere. `colours`: one per head.
QImage linesImage(const LinesLayout& layout, std::span<const AttentionLine> lines,
                  const std::vector<QColor>& colours, const LinesWindow& window);
/// Draws more lines over those of such a picture.
void addLines(QImage& image, const LinesLayout& layout, std::span<const AttentionLine> lines,
              const std::vector<QColor>& colours, const LinesWindow& window);
/// Moves such a picture to another place of the same layout and draws only the rows that came into sight.
/// The same pixels as linesImage() gives there; nothing where the step is no whole number of pixels.
std::optional<QImage> scrolledLines(const QImage& image, double oldTop, const LinesLayout& layout,
                                    std::span<const AttentionLine> lines, const std::vector<QColor>& colours,
                                    const LinesWindow& window);
/// Where the line of a head begins or ends next to those of other heads, in pixels from the middle.
double headShift(std::size_t head, std::size_t heads, double rowHeight);

/// What the columns show beside their texts.
struct LinesMarks
{
    std::optional<LineToken> hover, pin, cursor;
    /// The other end of the pinned or hovered line, where a cell is known.
    std::optional<LineToken> other;
    std::optional<LineToken> newest; ///< the query whose row a decoding has just computed
    FoundTokens found; ///< by a search
    /// Weights of the tokens of the other column, one row per head: the stripes. No rows: none.
    std::vector<RowVector> stripes;
    std::vector<QColor> colours; ///< one per head of the stripes and of the isolated lines
    LineSide stripeSide = LineSide::kKey;
};

/// The two columns within the window's rows: texts, marks and stripes.
void paintColumns(QPainter& painter, const LinesLayout& layout, const LinesMarks& marks,
                  const PicturePalette& palette, const LinesWindow& window);

} // namespace headlight
