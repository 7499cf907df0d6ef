#pragma once

#include "ui/views/why/cell_comparison.h"
#include "ui/views/why/head_comparison.h"
#include "ui/views/why/why_answer.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace headlight {

class CopyMenu;

/// Why the model prefers a token, or one token to another: what each head, feed-forward and bias adds
/// directly, what each key of the current head adds, and who wrote what made its query and key match. A head
/// in a list of writers leads on to what made that head look. Computed in the background. UI thread.
class WhyView : public PagedView
{
    Q_OBJECT
public:
    explicit WhyView(const ViewContext& context, QWidget* parent = nullptr);

    const PartsModel& parts() const { return *m_parts; }
    const KeysModel& keys() const { return *m_keys; }
    const WritersModel& writers() const { return *m_writers; }
    /// Asks about these tokens: ids, or texts of one token. Empty = the most likely one; instead of nothing.
    void ask(const QString& token, const QString& minus);
    HeadComparison& heads() const { return *m_heads; }
    CellComparison& cells() const { return *m_cells; }
    /// Shows the plot of cells in place of the parts, or the parts again.
    void showCells(bool cells);
    /// The commands that print the parts with the head's keys, and the writers; empty = none now.
    QString partsCommand() const { return command("effect", &WhyAnswer::partsOptions); }
    QString writersCommand() const { return command("who", &WhyAnswer::writersOptions); }
    void walkBack();
    bool isWorking() const override { return PagedView::isWorking() || m_cells->isWorking(); }

    QSize sizeHint() const override { return roomForText(*this, 110, 26); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 12); }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;
    void arrange() override;

private:
    /// A head's cell.
    struct Place
    {
        HeadRef head;
        Cell cell;
        bool operator==(const Place&) const = default;
    };

    QWidget* makeControls();
    QWidget* makeDetails();
    QWidget* makeLeft();
    QString command(const char* name, QStringList (WhyAnswer::*options)() const) const;
    QTableView* makeTable(QAbstractItemModel& model, const QString& name);
    QComboBox* makeTokenChoice(const QString& name, const QString& none) const;
    void compute();
    void receive(const std::shared_ptr<const WhyAnswer>& answer);
    void showWriters();
    void offerTokens(QComboBox& choice);
    void selectHead();
    /// Goes on to the head in a list of writers, at the position where it wrote.
    void walkTo(const QModelIndex& writer);
    /// Goes on to a head's cell; the explained row stays.
    void goTo(const HeadRef& head, const Cell& cell);
    void showPlace(const Place& place);

    std::shared_ptr<const WhyAnswer> m_answer; ///< null = none
    std::vector<Place> m_path; ///< where the walk came from
    Place m_at; ///< where the walk is
    Index m_measured = 0; ///< the row whose token is explained
    std::optional<Index> m_rather; ///< the other key, if the user chose one

    PartsModel* m_parts;
    KeysModel* m_keys;
    WritersModel* m_writers;
    QLabel* m_row = nullptr;
    QComboBox *m_token = nullptr, *m_minus = nullptr;
    HeadComparison* m_heads;
    CellComparison* m_cells;
    QStackedWidget* m_left = nullptr; ///< parts and heads, or cells
    ModeButtons<int>* m_sides; ///< places in m_left
    ModeButtons<MapKind>* m_maps;
    CopyMenu* m_copies;
    QSplitter* m_splitter = nullptr;
    QTableView* m_partsTable = nullptr;
    QToolButton* m_back = nullptr;
    ElidedLabel* m_where = nullptr;
    QLabel* m_ratherLabel = nullptr;
    QComboBox* m_ratherChoice = nullptr;
};

} // namespace headlight
