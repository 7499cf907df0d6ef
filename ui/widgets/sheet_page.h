#pragma once

#include <string>

class QTextDocument;

namespace headlight {

/// Fills a document with a workSheet(). The cells of its tables have lines around them, and room for a pen.
void fillPage(QTextDocument& page, const std::string& workSheet);

} // namespace headlight
