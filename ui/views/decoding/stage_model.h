#pragma once

#include "core/sampling/distribution.h"
#include "core/text/tokenizer.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace headlight {

/// The stages of one step's distribution as a table: a row per token, a column per active stage. All numbers
/// come from the distribution over the full vocabulary; only the rows are a selection.
class StageModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role {
        kProbability = Qt::UserRole, ///< probability of the token at the column's stage, 0 … 1
        kCut, ///< the token is excluded at this stage
        kChosen, ///< these settings choose this token
        kTaken, ///< the decoding chose this token
    };
    static constexpr int kTokenColumn = 0;
    static constexpr int kRows = 40;

    using QAbstractTableModel::QAbstractTableModel;

    struct Content
    {
        std::shared_ptr<const Distribution> distribution; ///< null = nothing is shown
        std::shared_ptr<const Tokenizer> vocabulary; ///< null = tokens are shown as ids
        TokenId chosen = -1, taken = -1;
    };
    void setContent(Content content);
    /// Shows these tokens; unset = the most likely ones.
    void setTokens(std::optional<std::vector<TokenId>> tokens);

    TokenId idAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    QString tokenText(TokenId id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const StageNumbers* stageAt(int column) const; ///< null for the columns of token and final probability
    double probabilityAt(int column, TokenId id) const;
    QString text(int column, TokenId id) const;
    void rebuild();

    Content m_content;
    std::optional<std::vector<TokenId>> m_wanted;
    std::vector<TokenId> m_rows;
    std::vector<DistributionStage> m_columns;
};

/// "temperature", "top-k", …
QString stageName(DistributionStage stage);

} // namespace headlight
