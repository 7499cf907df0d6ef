#include "ui/widgets/sheet_page.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QPageLayout>
#include <QPainter>
#include <QPalette>
#include <QPdfWriter>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>

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

QString sheetTitle(bool solution)
{
    return solution ? QCoreApplication::translate("SheetPage", "Solution")
                    : QCoreApplication::translate("SheetPage", "Work sheet");
}

void drawSheet(const std::vector<std::string>& parts, bool solution, QPdfWriter& pdf, QPainter& painter)
{
    constexpr double kMargin = 17, kGap = 10, kHeading = 9; ///< millimetres
    constexpr double kInch = 25.4;
    constexpr int kNameLine = 40;
    const double unit = pdf.resolution() / kInch, gap = kGap * unit;
    const QRectF page = pdf.pageLayout().fullRectPixels(pdf.resolution());
    const QRectF room = page.adjusted(kMargin * unit, kMargin * unit, -kMargin * unit, -kMargin * unit);
    QAbstractTextDocumentLayout::PaintContext ink;
    ink.palette.setColor(QPalette::Text, Qt::black);
    painter.setPen(Qt::black);
    painter.setFont(QFont());
    const QRectF heading(room.left(), page.top() + kHeading * unit, room.width(), room.top() - page.top());
    painter.drawText(heading, Qt::AlignLeft, sheetTitle(solution));
    if (!solution)
        painter.drawText(heading, Qt::AlignRight,
                         QCoreApplication::translate("SheetPage", "Name:") + QLatin1Char(' ')
                             + QString(kNameLine, QLatin1Char('_')));
    QPointF at = room.topLeft();
    double rowHeight = 0;
    for (const std::string& part : parts) {
        QTextDocument document;
        document.documentLayout()->setPaintDevice(&pdf);
        document.setDocumentMargin(0);
        fillPage(document, part);
        document.setTextWidth(std::min(document.idealWidth(), room.width()));
        QSizeF size = document.size();
        if (at.x() + size.width() > room.right()) {
            at = {room.left(), at.y() + rowHeight + (rowHeight > 0 ? gap : 0)};
            rowHeight = 0;
        }
        if (at.y() + size.height() > room.bottom() && at.y() > room.top()) {
            pdf.newPage();
            at = room.topLeft();
            rowHeight = 0;
        }
        if (size.height() > room.height())
            document.setPageSize({size.width(), room.height()});
        for (int cut = 0; cut < document.pageCount(); ++cut, size.rheight() -= room.height()) {
            if (cut > 0)
                pdf.newPage();
            ink.clip = QRectF(0, cut * room.height(), size.width(), std::min(size.height(), room.height()));
            painter.save();
            painter.translate(at.x(), at.y() - ink.clip.top());
            document.documentLayout()->draw(&painter, ink);
            painter.restore();
            rowHeight = std::max(rowHeight, ink.clip.height());
        }
        at.rx() += size.width() + gap;
    }
}

} // namespace headlight
