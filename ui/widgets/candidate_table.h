#pragma once

#include "core/text/tokenizer.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <vector>

namespace headlight {

/// A list of candidate tokens: rank, token, and probability as a bar with its number; the columns are those
/// of CandidatesModel. Fits any width without scrolling sideways: the token is cut last.
class CandidateTable : public QTableView
{
    Q_OBJECT
public:
    explicit CandidateTable(QAbstractItemModel* model, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
};

/// Draws a candidate: its rank, its token with a mark if it was chosen, and its probability as a bar from 0
/// to 1 with the number next to it.
class CandidateDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

struct DecodeStep;

/// The best candidates of one decoding step, and the chosen token if it is not among them.
class CandidatesModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { kRankColumn, kTokenColumn, kProbabilityColumn, kColumns };
    enum Role {
        kProbability = Qt::UserRole,
        kTaken, ///< this is the step's token
        kOwn, ///< chosen by the user
    };
    struct Row
    {
        int rank = 0; ///< from 0
        TokenId id = 0;
        QString text;
        float probability = 0;
        bool taken = false;
        bool own = false;
    };
    explicit CandidatesModel(QObject* parent = nullptr);

    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }
    void setStep(const DecodeStep* step); ///< null = no candidates
    /// The token of a row.
    TokenId idAt(int row) const { return m_rows[static_cast<std::size_t>(row)].id; }
    bool isTaken(int row) const { return m_rows[static_cast<std::size_t>(row)].taken; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    static std::vector<Row> rowsOf(const DecodeStep& step);
    QVariant text(const Row& row, int column) const;

    std::vector<Row> m_rows;
};

} // namespace headlight
