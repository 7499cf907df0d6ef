#include "ui/widgets/sheet_page.h"

#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

namespace headlight {

void fillPage(QTextDocument& page, const std::string& workSheet)
{
    constexpr double kCellPadding = 6; ///< pixels
    page.setMarkdown(QString::fromStdString(workSheet));
    for (QTextFrame* const frame : page.rootFrame()->childFrames())
        if (auto* const table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorder(1);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setBorderCollapse(true);
            format.setCellSpacing(0);
            format.setCellPadding(kCellPadding);
            table->setFormat(format);
        }
}

} // namespace headlight
