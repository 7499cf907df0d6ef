#pragma once

#include "core/text/tokenizer.h"
#include "ui/widgets/column_table.h"

#include <QStyledItemDelegate>
#include <QTableView>

namespace headlight {

struct DecodeStep;

/// A list of candidate tokens: rank, token, and probability as a bar with its number; the columns are those
/// of CandidatesModel. Fits any width without scrolling sideways: bars give way to tokens, and tokens that
/// are cut stay different from each other if they can.
class CandidateTable : public QTableView
{
    Q_OBJECT
public:
    explicit CandidateTable(QAbstractItemModel* model, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
};

/// Draws a candidate: its rank, its token, marked if chosen, and its probability as a bar and a number.
class CandidateDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

struct CandidateRow
{
    int rank = 0; ///< from 0
    TokenId id = 0;
    QString text;
    float probability = 0;
    bool taken = false;
    bool own = false;
};

/// The best candidates of one decoding step, and the chosen token if it is not among them.
class CandidatesModel : public ColumnTable<CandidateRow>
{
    Q_OBJECT
public:
    enum { kRankColumn, kTokenColumn, kProbabilityColumn };
    enum Role {
        kProbability = Qt::UserRole,
        kTaken, ///< this is the step's token
        kOwn, ///< chosen by the user
    };
    using Row = CandidateRow;
    explicit CandidatesModel(QObject* parent = nullptr);

    using ColumnTable::setRows;
    void setStep(const DecodeStep* step); ///< null = no candidates
    /// The token of a row.
    TokenId idAt(int row) const { return rows()[static_cast<std::size_t>(row)].id; }
    bool isTaken(int row) const { return rows()[static_cast<std::size_t>(row)].taken; }
};

} // namespace headlight
