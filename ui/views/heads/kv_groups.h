#pragma once

#include "core/trace/trace.h"
#include "ui/views/heads/heads_layout.h"

#include <QRectF>
#include <QString>

#include <vector>

class QColor;
class QPainter;

namespace headlight {

/// Heads that share one key/value head (grouped-query attention, Ainslie et al. 2023), and the place of the
/// bracket below them.
struct KvBracket
{
    int layer = 0;
    int kvHead = 0;
    int firstHead = 0;
    int lastHead = 0;
    QRectF rect;
};

/// One bracket per key/value head below each layer of a group, in the layers' order; none if every head has
/// its own.
std::vector<KvBracket> kvBrackets(const HeadsLayout& layout, const HeadGroup& group);
/// A line below the heads with its ends turned up.
void paintKvBrackets(QPainter& painter, const std::vector<KvBracket>& brackets, const QColor& colour);
/// "shares key/value head 1 with heads 2–3"; empty if it shares with none.
QString kvShareInWords(const TraceInfo& info, const HeadRef& head);

} // namespace headlight
