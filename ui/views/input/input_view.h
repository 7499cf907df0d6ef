#pragma once

#include "core/analysis/position_tables.h"
#include "core/analysis/word_order.h"
#include "ui/state/pass_board.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <vector>

class QComboBox;
class QGridLayout;
class QSpinBox;
class QStackedWidget;

namespace headlight {

class MatrixPanel;
class OrderTable;
class StackChoice;
class WrapLayout;

/// What the first layer reads: token embeddings + positions = their sum, as heatmaps of the sentence;
/// formulas for positions side by side; and the effect of reordering the words of a sentence, with and
/// without positions. UI thread.
class InputView : public PagedView
{
    Q_OBJECT
public:
    enum class Page : unsigned char { kSentence, kFormulas, kOrder };

    explicit InputView(const ViewContext& context, QWidget* parent = nullptr);

    void setPage(Page page);
    void setStack(StackKind stack);
    /// For the formulas: positions and dimensions.
    void setSize(int length, int width);

    Page page() const { return m_page; }
    /// The panels of the shown page, in order.
    std::vector<const MatrixPanel*> panels() const;
    const WordOrder& order() const { return m_order; }
    bool isWorking() const override;

    QSize sizeHint() const override { return roomForText(*this, 110, 28); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 16); }

    static constexpr int kLongest = 512; ///< positions in the formulas
    static constexpr int kWidest = 1024; ///< dimensions in the formulas

protected:
    void refresh(ViewChanges changes) override;
    void arrange() final;

private:
    void buildControls(WrapLayout& row);
    QGridLayout* addPanels(std::vector<MatrixPanel*>& panels, std::size_t count);
    void buildSizes();
    void addCopies();
    void showPlace(const MatrixPanel& panel, const Cell& cell);
    QString whyNothing() const;
    void showSentence();
    void showFormulas();
    void showRows();
    void showOrder();
    void receiveOrder(PassKind kind);
    MatrixPanel& formulaPanel(std::size_t index) const { return *m_formulas[index]; }

    Page m_page = Page::kSentence;
    StackKind m_stack = StackKind::kEncoder;
    bool m_sized = false; ///< the user has chosen the formulas' size
    int m_columns = 0;
    bool m_segmented = true; ///< the sentence has a place for segments
    WordOrder m_order;

    QStackedWidget* m_contents;
    ModeButtons<Page>* m_modes = nullptr;
    StackChoice* m_stackChoice = nullptr;
    QWidget* m_sizes = nullptr;
    QSpinBox* m_length = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_position = nullptr;
    QComboBox* m_first = nullptr;
    QComboBox* m_second = nullptr;
    QGridLayout* m_grid = nullptr;
    QGridLayout* m_formulaGrid = nullptr;
    std::vector<MatrixPanel*> m_sentence; ///< embeddings, positions, segments, sum
    std::vector<MatrixPanel*> m_formulas; ///< the formulas, the model's own, their difference
    OrderTable* m_orderTable = nullptr;
};

} // namespace headlight
