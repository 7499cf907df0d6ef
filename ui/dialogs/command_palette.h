#pragma once

#include <QDialog>
#include <QString>
#include <QStringView>
#include <QVector>

#include <functional>
#include <optional>
#include <vector>

class QLineEdit;
class QListView;
class QStandardItemModel;

namespace headlight {

/// One entry of the palette.
struct PaletteEntry
{
    QString text; ///< text to search
    QString detail; ///< where it belongs: "File", "Head", "Row"; searched, too, with less weight
    QString keys; ///< its shortcut, as text
    std::function<void()> run;
    bool enabled = true;
};

/// A searchable list of all commands, best matches first. Arrow keys and Enter choose. Closes after a choice,
/// on Esc, and on a click elsewhere.
class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent);

    QLineEdit* line() const { return m_line; }
    QListView* list() const { return m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void choose();

    std::vector<PaletteEntry> m_entries;
    QLineEdit* m_line;
    QListView* m_list;
    QStandardItemModel* m_model;
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
