#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/model/model_diagram.h"

#include <QFont>
#include <QFontMetricsF>
#include <QString>

class QPainter;

namespace headlight {

/// What is marked in the diagram, and its appearance.
struct DiagramLook
{
    PicturePalette palette;
    QFont font;
    int current = -1; ///< block with the keyboard cursor
    int hover = -1;
    HeadRef head; ///< current head
    bool focused = false;
};

/// As many of the parts of "4 heads, width 48 · 148 k" as fit into the width, the first in any case.
QString wholeParts(QString detail, const QFontMetricsF& metrics, double width);

void paintModelDiagram(QPainter& painter, const ModelDiagram& diagram, const DiagramLook& look);

} // namespace headlight
