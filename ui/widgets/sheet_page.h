#pragma once

#include <QString>

#include <string>
#include <vector>

class QPainter;
class QPdfWriter;
class QTextDocument;

namespace headlight {

/// Fills a document with a workSheet(). The cells of its tables have lines around them, and room for a pen.
void fillPage(QTextDocument& page, const std::string& workSheet);

/// Draws workSheetParts() from the top of the current page on, side by side where there is room, under a
/// heading: a solution's, or that of a work sheet with a line for the name. Only a part that is taller than a
/// page is cut between pages.
void drawSheet(const std::vector<std::string>& parts, bool solution, QPdfWriter& pdf, QPainter& painter);
/// "Work sheet" or "Solution".
QString sheetTitle(bool solution);

} // namespace headlight
