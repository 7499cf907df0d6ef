#pragma once

#include "core/analysis/target_loss.h"
#include "ui/state/pass_board.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <memory>
#include <optional>

class QCheckBox;
class QTableView;

namespace headlight {

class ElidedLabel;

/// A line and its loss, one column per token: the token read, below it the token to predict (the same line
/// shifted by one), and its loss. In a narrow view the line stands upright, with a row per token.
class LossModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Row { kInputRow, kTargetRow, kLossRow, kProbabilityRow, kStepRow, kDifferenceRow, kRows };
    enum Role { kShare = Qt::UserRole }; ///< 0 … 1 of the largest loss, for a bar
    using QAbstractTableModel::QAbstractTableModel;

    /// shown: only so many tokens, with bars as among all.
    void setLoss(TargetLoss loss, std::optional<std::size_t> shown = std::nullopt);
    const TargetLoss& loss() const { return m_loss; }
    /// "Having read “chat”, “noir” has p = 97.3%: −log p = 0.027 nats".
    QString words(int position) const;
    /// Whether a token has a row instead of a column, and what is said of it a column.
    void setUpright(bool on);
    bool isUpright() const { return m_upright; }
    int positionOf(const QModelIndex& index) const { return m_upright ? index.row() : index.column(); }
    QModelIndex indexOf(Row row, int position) const
    {
        return m_upright ? index(position, row) : index(row, position);
    }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int tokens() const { return static_cast<int>(m_loss.tokens.size()); }
    static QString nameOf(int row, bool shortly = false);

    TargetLoss m_loss;
    double m_largest = 0;
    bool m_upright = false;
};

/// A loss in nats: four digits, never an exponent.
QString nats(double value);
/// A difference, for judging whether rounding explains it: "0", "<0.00001", "0.0213".
QString differenceText(double value);

/// The training loss of the shown line, token by token: from one pass over the whole line, and step by step,
/// which ui/run computes; while the reader steps through the decoding, up to the step. Without the causal
/// mask the two differ: later tokens leak. UI thread.
class LossView : public PagedView
{
    Q_OBJECT
public:
    explicit LossView(const ViewContext& context, QWidget* parent = nullptr);

    const LossModel& model() const { return *m_model; }
    bool isWorking() const override;

    QSize sizeHint() const override { return roomForText(*this, 90, 16); }
    QSize minimumSizeHint() const override { return roomForText(*this, 36, 12); }

protected:
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    void fitTable();
    QString whyNothing() const;
    void compute();
    void receive(PassKind kind);
    void showLoss();
    void followFocus();
    void pin(int position);
    QString describe() const;

    std::weak_ptr<const void> m_leaf; ///< identifies the trace that was computed
    std::weak_ptr<const void> m_of; ///< the model it was computed with
    int m_step = -1; ///< up to which the loss is shown, as Workspace::step()

    QCheckBox* m_leak = nullptr;
    ElidedLabel* m_words = nullptr;
    QTableView* m_table = nullptr;
    LossModel* m_model = nullptr;
};

} // namespace headlight
