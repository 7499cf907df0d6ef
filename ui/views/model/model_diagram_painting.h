#pragma once

#include "ui/picture/picture_palette.h"
#include "ui/views/model/model_diagram.h"

#include <QFont>

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

void paintModelDiagram(QPainter& painter, const ModelDiagram& diagram, const DiagramLook& look);

} // namespace headlight
