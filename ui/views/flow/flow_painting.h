#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/flow/flow_scene.h"

#include <QFont>
#include <QFontMetricsF>
#include <QRectF>
#include <QString>

class QPainter;

namespace headlight {

/// What is marked, and how everything looks.
struct FlowLook
{
    PicturePalette palette;
    QFont font;
    double pixelRatio = 1;
    int current = -1; ///< box with the keyboard cursor
    int hover = -1;
    bool focused = false;
};

/// What each painter of the flow works with; the scene may be constant.
template <typename Scene>
class FlowBrush
{
public:
    FlowBrush(QPainter& painter, Scene& scene, const FlowWindow& window, const FlowLook& look)
        : m_painter(painter)
        , m_scene(scene)
        , m_window(window)
        , m_look(look)
        , m_metrics(look.font)
    { }

protected:
    QPainter& m_painter;
    Scene& m_scene;
    const FlowWindow& m_window;
    const FlowLook& m_look;
    QFontMetricsF m_metrics;
};

/// A token's text beside its row of the column.
struct FlowToken
{
    QRectF band; ///< one line high; the text ends at its right end
    QString text;
    bool beginning = false; ///< no room for dots: shows as much of the beginning as fits
};
/// `row`: in the column, in logical pixels of the surface. There is nothing to the left of the column, so
/// words wider than it extend into the margin. Words higher than their row stay between the ends of the
/// column, above which its heading is.
FlowToken placeToken(const QRectF& row, const QRectF& column, const QString& text,
                     const QFontMetricsF& metrics);

/// What the words at both ends of a flow need, in pixels: a token of some letters, and a next token with its
/// probability.
FlowWords leastWords(const QFontMetricsF& metrics);

inline constexpr double kTokenReach = 12; ///< characters of a token left of its column

/// As many of the parts of "4 heads, width 48 · 148 k" as fit into the width, the first in any case.
QString wholeParts(QString detail, const QFontMetricsF& metrics, double width);

/// Everything that does not follow mouse or keyboard: frames, arrows, matrices, names.
void paintFlow(QPainter& painter, FlowScene& scene, const FlowWindow& window, const FlowLook& look);
/// What is in a box of kind kMatrix or kTokens: numbers and the tokens beside them, or a column's tokens.
void paintFlowContent(QPainter& painter, FlowScene& scene, const FlowBox& box, const FlowWindow& window,
                      const FlowLook& look);
/// The followed token, the next tokens, the current box and the one under the mouse.
void paintFlowMarks(QPainter& painter, const FlowScene& scene, const FlowWindow& window,
                    const FlowLook& look);

} // namespace headlight
