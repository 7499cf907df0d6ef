#pragma once

#include "core/math/matrix.h"
#include "ui/widgets/slow_copy.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAbstractItemModel;
class QMenu;
class QWidget;

namespace headlight {

/// Copies a view's picture and numbers to the clipboard, through entries of a context menu (right mouse
/// button or Menu key). Belongs to the view. UI thread only.
class CopyMenu : public QObject
{
    Q_OBJECT
public:
    /// The menu opens where no part of the view has its own; those get the entries by addTo().
    explicit CopyMenu(QWidget& view);

    /// Offers this part of the view as an image, for the clipboard and for a file, while it is visible.
    /// `save` tells several visible pictures of one view apart.
    void addPicture(QWidget& shown, const QString& copy = tr("Copy image"),
                    const QString& save = tr("Save image…"));
    /// Offers text for a spreadsheet: rows are lines, fields have tabs between them. Empty = nothing now.
    void addTable(const QString& label, std::function<QString()> text);
    /// The same for a table that may be large. `cells`: how many numbers there are now; too many are refused.
    /// `table` is called when the entry is chosen and takes along what the text is made of in the background.
    void addLargeTable(const QString& label, std::function<Index()> cells,
                       std::function<SlowCopy::Make()> table);
    void addTo(QMenu& menu) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry
    {
        QString label = {};
        std::function<QString()> text = {}; ///< null = a picture or a large table
        std::function<Index()> cells = {}; ///< null = not a large table
        std::function<SlowCopy::Make()> table = {};
        QWidget* shown = nullptr;
        QString save = {}; ///< of a picture
    };
    void addLargeEntry(QMenu& menu, const Entry& entry) const;

    QWidget& m_view;
    SlowCopy* m_slowCopy;
    std::vector<Entry> m_entries;
};

/// The first picture that a view offers and shows, without scroll bars; nullptr = there is none.
QWidget* firstPicture(const QWidget& view);
/// Marks a picture that a view offers for a file without a lasting menu.
void offerPicture(QWidget& shown);

/// One line per row.
QString tableOf(const Matrix& numbers, const std::stop_token& stop = {});
/// The same, to be made later.
SlowCopy::Make tableMaker(Matrix numbers);
/// A model's headers and cells as shown, separated by tabs.
QString tableOf(const QAbstractItemModel& model, const std::stop_token& stop = {});
/// A number for a spreadsheet: the shortest text that reads back as the same float.
QString tableNumber(float value);

} // namespace headlight
