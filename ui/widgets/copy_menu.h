#pragma once

#include "core/math/matrix.h"

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
    /// The menu opens wherever no part of the view has its own; parts with their own menu get the entries by
    /// addTo().
    explicit CopyMenu(QWidget& view);

    /// Offers this part of the view as an image, while it is visible.
    void addPicture(QWidget& shown, const QString& label = tr("Copy image"));
    /// Offers text for a spreadsheet: rows are lines, fields are separated by tabs. Empty text = nothing to
    /// copy now. `cells`, for tables that may be large: how many numbers there are now; the text is then made
    /// when it is chosen, and too many are refused.
    void addTable(const QString& label, std::function<QString()> text, std::function<Index()> cells = {});
    void addTo(QMenu& menu) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry
    {
        QString label;
        std::function<QString()> text; ///< null = a picture
        std::function<Index()> cells; ///< null = the text is short
        QWidget* shown = nullptr;
    };
    static void addLargeTable(QMenu& menu, const Entry& entry);

    QWidget& m_view;
    std::vector<Entry> m_entries;
};

/// One line per row.
QString tableOf(const Matrix& numbers);
/// A model's headers and cells as shown, separated by tabs.
QString tableOf(const QAbstractItemModel& model);
/// A number for a spreadsheet: the shortest text that reads back as the same float.
QString tableNumber(float value);

} // namespace headlight
