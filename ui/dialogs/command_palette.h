#pragma once

#include "ui/background/latest_task.h"
#include "ui/dialogs/palette_match.h"

#include <QDialog>
#include <QSet>
#include <QString>
#include <QVector>

#include <functional>
#include <stop_token>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace headlight {

/// Entries that exist only while they are looked at: a long trace has hundreds of thousands of tokens.
struct PaletteSource
{
    std::size_t count = 0;
    std::function<PaletteEntry(std::size_t)> entry; ///< called from any thread
};

/// A searchable list of everything, best matches first; if there are none, it offers the nearest name. Where
/// several entries have one name, each says right behind it where it leads. Arrow
/// keys and Enter choose. Closes after a choice, on Esc, and on a click elsewhere. A large source is searched
/// in the background; its results join the list when they are there.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(std::vector<PaletteEntry> entries, PaletteSource more, QWidget* parent);

    QLineEdit* line() const { return m_line; }
    QListView* list() const { return m_list; }
    /// All entries but those of the large source.
    const std::vector<PaletteEntry>& entries() const { return m_entries; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Hit
    {
        std::size_t entry;
        int score;
        bool enabled;
    };
    PaletteEntry entryAt(std::size_t entry) const;
    /// Adds the matches among the entries `begin` … `end`-1 and leaves the best in order.
    void find(const QString& typed, std::size_t begin, std::size_t end, std::vector<Hit>& hits,
              const std::stop_token& stop = {}) const;
    void search();
    /// last: no search is under way that might find more.
    void showHits(const QString& typed, const std::vector<Hit>& hits, bool last);
    void addRow(const PaletteEntry& entry, std::size_t number, const QVector<int>& places);
    void addMessage(const QString& text);
    void choose();

    std::vector<PaletteEntry> m_entries;
    const PaletteSource m_more;
    QSet<QString> m_shared; ///< names of several entries
    QLineEdit* m_line;
    QListView* m_list;
    QStandardItemModel* m_model;
    bool m_chooseSoon = false; ///< Enter was pressed during a search
    LatestTask m_task; ///< reads the entries
};

} // namespace headlight
