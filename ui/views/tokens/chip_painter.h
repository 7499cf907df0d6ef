#pragma once

#include "ui/picture/chip_colours.h"
#include "ui/picture/picture_palette.h"

#include <QColor>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

struct TokenLabel;

/// The colours of a token.
struct ChipLook
{
    QColor fill, text;
};

/// A token that is the query or the key of the focus.
struct ChipMark
{
    bool isQuery = true; ///< otherwise the key
    bool pinned = false;
};

/// A token's chip in a row, and the marks on it.
struct ChipState
{
    QString text;
    ChipLook look;
    bool joinsPrevious = false, joinedByNext = false; ///< pieces of one word touch
    bool masked = false; ///< cannot be attended to
    bool hovered = false;
    bool found = false; ///< found by a search
    bool newest = false; ///< its row was just computed
    bool generated = false; ///< written by the model after the typed text
};

/// Paints the chips of tokens and the marks on them.
class ChipPainter
{
public:
    ChipPainter(QPainter& painter, const ChipColours& colours, const PicturePalette& palette)
        : m_painter(painter)
        , m_colours(colours)
        , m_palette(palette)
    { }
    void paint(const QRectF& rect, const TokenLabel& label, const ChipState& state) const;
    void paintMark(const QRectF& rect, const ChipMark& mark) const;
    void paintCursor(const QRectF& rect) const;

private:
    void paintPointers(const QRectF& rect, const ChipState& state) const;

    QPainter& m_painter;
    const ChipColours& m_colours;
    const PicturePalette& m_palette;
};

/// Position of the mark for a token's segment: a bar along the top of its chip, distinct from the key's bar
/// below and the query's frame. Empty for the first segment, which needs none.
QRectF segmentMark(const QRectF& chip, int segment);
void paintSegmentMark(QPainter& painter, const QRectF& chip, int segment, const QColor& colour);

} // namespace headlight
