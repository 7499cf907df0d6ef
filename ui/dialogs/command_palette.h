#pragma once

#include "ui/background/latest_task.h"

#include <QDialog>
#include <QString>
#include <QStringView>
#include <QVector>

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace headlight {

struct FuzzyMatch;

/// One entry of the palette.
struct PaletteEntry
{
    QString text; ///< text to search
    QString detail; ///< where it belongs: "File", "Head", "Row"; searched, too, with less weight
    QString keys; ///< its shortcut, as text
    std::function<void()> run;
    bool enabled = true;
};

/// Entries that exist only while they are looked at: a long trace has hundreds of thousands of tokens.
struct PaletteSource
{
    std::size_t count = 0;
    std::function<PaletteEntry(std::size_t)> entry; ///< called from any thread
};

/// A searchable list of all commands, best matches first. Arrow keys and Enter choose. Closes after a choice,
/// on Esc, and on a click elsewhere. A large source is searched in the background; its results join the list
/// when they are there.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(std::vector<PaletteEntry> entries, PaletteSource more, QWidget* parent);

    QLineEdit* line() const { return m_line; }
    QListView* list() const { return m_list; }

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
    void showHits(const QString& typed, const std::vector<Hit>& hits);
    void choose();

    const std::vector<PaletteEntry> m_entries;
    const PaletteSource m_more;
    QLineEdit* m_line;
    QListView* m_list;
    QStandardItemModel* m_model;
    bool m_chooseSoon = false; ///< Enter was pressed during a search
    LatestTask m_task; ///< reads the entries
};

/// How well the typed letters match an entry of a list.
struct FuzzyMatch
{
    int score = 0; ///< higher is better
    QVector<int> places; ///< indices of the matching letters in the entry
};

/// Looks for all letters of `typed` in `entry`, in order, ignoring case and spaces. Letters at the start of
/// words and adjacent letters score higher, gaps lower. Nothing if a letter is missing. An empty `typed`
/// matches everything with a score of 0.
std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry);

} // namespace headlight
