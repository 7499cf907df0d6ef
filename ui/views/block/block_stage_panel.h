#pragma once

#include "core/analysis/block_account.h"
#include "ui/picture/signed_bars.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/elided_label.h"

#include <QLabel>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QGridLayout;
class QVBoxLayout;

namespace headlight {

/// A step of a token's path through a layer, in words and numbers.
struct BlockStageWords
{
    QString title; ///< "Hidden units"
    QString formula; ///< how it follows from the steps above
    QString value; ///< norm of the vector; empty if unknown
    QString note; ///< explains its numbers, and says if they do not agree
    QString audit; ///< how they were checked, if they agree
    bool warns = false; ///< the recorded numbers do not follow from the steps above
};

BlockStageWords wordsOf(const BlockAccount& account, const BlockStage& stage, bool edited);

/// Whether the recorded numbers agree with the computed ones up to single-precision rounding.
bool agrees(const BlockStage& stage);

/// All stages as a table for a spreadsheet: one line each, with name and numbers.
QString blockTable(const BlockAccount& account);

/// A vector as a row of bars, with its name on the left and its scale on the right. The hovered number is
/// marked in all connected strips. UI thread.
class VectorStrip : public Canvas
{
    Q_OBJECT
public:
    VectorStrip();

    /// parts: of equal size, separated by lines (heads).
    void setVector(const QString& name, RowVector values, int parts = 1);
    const RowVector& values() const { return m_values; }
    const QString& name() const { return m_name; }
    void mark(std::optional<Index> dimension);
    std::optional<Index> marked() const { return m_marked; }
    /// Position of a number's bar; for tests.
    QRectF placeOf(Index dimension) const { return m_bars.column(dimension); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pointedAt(std::optional<qint64> dimension);
    void partClicked(int part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    void relayout() override;
    void pointerLeft() override { emit pointedAt(std::nullopt); }

    QString m_name;
    RowVector m_values;
    int m_parts = 1;
    SignedBars m_bars;
    std::optional<Index> m_marked;
};

/// One step of a token's path through a layer: its name, formula and numbers as bars, and a note. UI thread.
class BlockStagePanel : public QWidget
{
    Q_OBJECT
public:
    BlockStagePanel();

    void showStage(const BlockStage& stage, const BlockStageWords& words);
    QString title() const { return m_title->text(); }
    QString note() const { return m_note->text(); }
    /// The strips of the vector and, for a norm, of its gain and bias; unused strips are hidden.
    const std::vector<VectorStrip*>& strips() const { return m_strips; }
    /// Marks a number in all strips of this length.
    void mark(Index length, std::optional<Index> dimension);

signals:
    void pointedAt(qint64 length, std::optional<qint64> dimension);
    void headClicked(int head);

private:
    /// Beside the title; below it where there is too little room.
    void placeFormula();
    void showStrip(std::size_t index, const QString& name, const RowVector& values, int parts);
    void setBold();

    QLabel* m_title;
    ElidedLabel* m_formula;
    QLabel* m_value;
    ElidedLabel* m_note;
    QGridLayout* m_head;
    QVBoxLayout* m_bars;
    std::vector<VectorStrip*> m_strips;
};

} // namespace headlight
