#pragma once

#include "core/lesson/matrix_sheet.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <QPlainTextEdit>

#include <cstddef>
#include <vector>

class QScrollArea;
class QSplitter;

namespace headlight {

class MatrixBlock;

/// A place to calculate attention by hand: a sheet of matrices, one line each, is computed as it is typed.
/// Each cell can be edited and says how it is computed; the sheet stands beside the code of NumPy and PyTorch
/// that gives the same numbers, and is printed as a work sheet. The sheet's text is all there is: editing a
/// cell edits the text, and Ctrl+Z takes it back. UI thread.
class MatricesView : public PagedView
{
    Q_OBJECT
public:
    enum class Text : unsigned char { kSheet, kNumPy, kTorch };

    explicit MatricesView(const ViewContext& context, QWidget* parent = nullptr);

    QString sheet() const { return m_text->toPlainText(); }
    void setSheet(const QString& text);
    QString code(Text language) const;
    const std::vector<MatrixBlock*>& blocks() const { return m_blocks; }
    void showText(Text which);
    /// Fills the sheet with what was recorded of the current head.
    void takeHead();
    void showExample(int example) override;
    /// Shows the numbers of so many more lines that are computed, or of fewer.
    void step(int by);
    bool write(const QString& file, bool solution);

    QSize sizeHint() const override { return roomForText(*this, 110, 28); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 14); }

protected:
    void showEvent(QShowEvent* event) override;
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    void place(Qt::Orientation way);
    QWidget* makeControls();
    QWidget* makeTexts();
    void compute();
    void receive(const MatrixSheet& sheet, const std::vector<SheetValue>& values);
    /// How many lines from this one on are computed.
    std::ptrdiff_t computedFrom(std::size_t line) const;
    bool isSeen(std::size_t line) const;
    void showBlocks();
    /// Gives the matrices the largest letters that need no scroll bar, while they are alone.
    void fit();
    void point(std::size_t line, int row, int column);
    void setCell(std::size_t line, int row, int column, const QString& text);
    void paste(std::size_t line, const QString& text);
    /// Puts the sheet into the text as one change that can be undone.
    void writeBack(const MatrixSheet& sheet);
    void open();
    void save(bool solution);

    MatrixSheet m_sheet; ///< the last text that could be read
    std::vector<SheetValue> m_values; ///< of m_sheet
    bool m_seen = false; ///< it has been shown
    std::ptrdiff_t m_hidden = 0; ///< how many computed lines at the end do not show their numbers

    QPlainTextEdit* m_text;
    QPlainTextEdit* m_code;
    ModeButtons<Text>* m_texts;
    QWidget* m_area; ///< of the blocks
    QWidget* m_side = nullptr; ///< of the texts
    QScrollArea* m_blockArea = nullptr; ///< scrolls m_area
    QSplitter* m_splitter;
    std::vector<MatrixBlock*> m_blocks;
};

} // namespace headlight
