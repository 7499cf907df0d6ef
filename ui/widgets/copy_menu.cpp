#include "ui/widgets/copy_menu.h"

#include "ui/widgets/image_file.h"

#include <QAbstractItemModel>
#include <QAbstractScrollArea>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPixmap>

#include <memory>
#include <utility>

namespace headlight {

namespace {

constexpr auto kPicture = "picture";
constexpr Index kMostCells = Index{1} << 20; ///< of a table for the clipboard: some ten megabytes of text

/// The widget without scroll bars and frame.
QWidget& contentOf(QWidget& shown)
{
    const auto* area = qobject_cast<QAbstractScrollArea*>(&shown);
    return area != nullptr ? *area->viewport() : shown;
}

void save(QWidget& shown, const QString& name)
{
    const QString fault = saveImage(shown, name);
    if (!fault.isEmpty())
        QMessageBox::warning(shown.window(), CopyMenu::tr("Save image"), fault);
}

QString cell(const QString& text)
{
    QString one = text;
    return one.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

} // namespace

CopyMenu::CopyMenu(QWidget& view)
    : QObject(&view)
    , m_view(view)
    , m_slowCopy(new SlowCopy(this))
{
    view.installEventFilter(this);
}

void CopyMenu::addPicture(QWidget& shown, const QString& copy, const QString& save)
{
    offerPicture(shown);
    m_entries.push_back({copy, {}, {}, {}, &shown, save});
}

void CopyMenu::addTable(const QString& label, std::function<QString()> text)
{
    m_entries.push_back({.label = label, .text = std::move(text)});
}

void CopyMenu::addLargeTable(const QString& label, std::function<Index()> cells,
                             std::function<SlowCopy::Make()> table)
{
    m_entries.push_back({.label = label, .cells = std::move(cells), .table = std::move(table)});
}

void CopyMenu::addLargeEntry(QMenu& menu, const Entry& entry) const
{
    const Index cells = entry.cells();
    const bool tooMany = cells > kMostCells;
    const QString label = tooMany ? tr("%1 (%2 numbers are too many)")
                                        .arg(entry.label, QLocale().toString(static_cast<qlonglong>(cells)))
                                  : entry.label;
    menu.addAction(label, m_slowCopy,
                   [copy = m_slowCopy, cells = entry.cells, table = entry.table] {
                       if (cells() > 0) // still, since results arrive while the menu is open
                           copy->start(table());
                   })
        ->setEnabled(cells > 0 && !tooMany);
}

void CopyMenu::addTo(QMenu& menu) const
{
    for (const Entry& entry : m_entries) {
        if (entry.cells) {
            addLargeEntry(menu, entry);
        } else if (entry.text) {
            const QString text = entry.text();
            menu.addAction(entry.label, [text] { QGuiApplication::clipboard()->setText(text); })
                ->setEnabled(!text.isEmpty());
        } else if (QWidget& shown = contentOf(*entry.shown); shown.isVisible()) {
            menu.addAction(entry.label, &shown,
                           [&shown] { QGuiApplication::clipboard()->setPixmap(shown.grab()); });
            menu.addAction(entry.save, &shown, [&shown] { save(shown, QStringLiteral("headlight")); });
        }
    }
}

bool CopyMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_view || event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    QMenu menu(&m_view);
    addTo(menu);
    menu.exec(static_cast<QContextMenuEvent*>(event)->globalPos());
    return true;
}

QWidget* firstPicture(const QWidget& view)
{
    for (QWidget* const part : view.findChildren<QWidget*>())
        if (part->property(kPicture).toBool() && part->isVisible())
            return &contentOf(*part);
    return nullptr;
}

void offerPicture(QWidget& shown)
{
    shown.setProperty(kPicture, true);
}

QString tableOf(const Matrix& numbers, const std::stop_token& stop)
{
    QString text;
    for (Index row = 0; row < numbers.rows() && !stop.stop_requested(); ++row) {
        for (Index column = 0; column < numbers.cols(); ++column)
            text += (column > 0 ? QStringLiteral("\t") : QString()) + tableNumber(numbers(row, column));
        text += QLatin1Char('\n');
    }
    return text;
}

SlowCopy::Make tableMaker(Matrix numbers)
{
    // Shared, because a function may be copied.
    return [shared = std::make_shared<const Matrix>(std::move(numbers))](const std::stop_token& stop) {
        return tableOf(*shared, stop);
    };
}

QString tableOf(const QAbstractItemModel& model, const std::stop_token& stop)
{
    QStringList lines, cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << cell(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    lines << cells.join(QLatin1Char('\t'));
    for (int row = 0; row < model.rowCount() && !stop.stop_requested(); ++row) {
        cells.clear();
        for (int column = 0; column < model.columnCount(); ++column)
            cells << cell(model.index(row, column).data(Qt::DisplayRole).toString());
        lines << cells.join(QLatin1Char('\t'));
    }
    return model.rowCount() > 0 ? lines.join(QLatin1Char('\n')) + QLatin1Char('\n') : QString();
}

QString tableNumber(float value)
{
    return QString::number(static_cast<double>(value), 'g', 9);
}

} // namespace headlight
