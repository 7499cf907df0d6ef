#include "ui/views/loss/loss_model.h"

#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/probability_text.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

QString nats(double value)
{
    return localNumber(value, value >= 100 ? 1 : value >= 10 ? 2 : value >= 1 ? 3 : 4);
}

QString differenceText(double value)
{
    constexpr double kSmallest = 1e-5;
    const double size = std::abs(value);
    if (size == 0)
        return QStringLiteral("0");
    if (size < kSmallest)
        return QLatin1Char('<') + localNumber(kSmallest, 5);
    return withMinus(localNumber(value, size < 0.01 ? 5 : 4));
}

void LossModel::setLoss(TargetLoss loss)
{
    beginResetModel();
    m_loss = std::move(loss);
    m_largest = 0;
    for (const TokenLoss& each : m_loss.tokens)
        m_largest = std::max(m_largest, each.onePass);
    endResetModel();
}

QString LossModel::words(int position) const
{
    const auto index = static_cast<std::size_t>(position);
    if (position < 0 || index >= m_loss.tokens.size())
        return {};
    const TokenLoss& token = m_loss.tokens[index];
    return tr("Having read %1, %2 has probability %3: −log p = %4 nats (step by step %5).")
        .arg(tokenPlace(token.input, quotedToken(token.input)),
             tokenPlace(token.target, quotedToken(token.target)), probabilityText(std::exp(-token.onePass)),
             nats(token.onePass), nats(token.stepByStep));
}

int LossModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_loss.tokens.empty() ? 0 : kRows;
}

int LossModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_loss.tokens.size());
}

QVariant LossModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TokenLoss& token = m_loss.tokens[static_cast<std::size_t>(index.column())];
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(Qt::AlignCenter);
    if (role == Qt::ToolTipRole)
        return words(index.column());
    if (role == Qt::FontRole)
        return index.row() <= kTargetRow ? tokenFont(index.row() == kInputRow ? token.input : token.target)
                                         : QVariant();
    if (role == kShare)
        return index.row() == kLossRow && m_largest > 0 ? QVariant(token.onePass / m_largest) : QVariant();
    if (role != Qt::DisplayRole)
        return {};
    switch (index.row()) {
    case kInputRow:
        return tokenText(token.input);
    case kTargetRow:
        return tokenText(token.target);
    case kLossRow:
        return nats(token.onePass);
    case kProbabilityRow:
        return probabilityText(std::exp(-token.onePass));
    case kStepRow:
        return nats(token.stepByStep);
    default:
        return differenceText(token.onePass - token.stepByStep);
    }
}

QVariant LossModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == kTermRole && orientation == Qt::Vertical && (section == kLossRow || section == kStepRow))
        return termNumber(Term::kSurprisal);
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Horizontal)
        return section;
    switch (section) {
    case kInputRow:
        return tr("Input");
    case kTargetRow:
        return tr("Target: input shifted by one");
    case kLossRow:
        return tr("−log p, one pass (nats)");
    case kProbabilityRow:
        return tr("p");
    case kStepRow:
        return tr("−log p, step by step (nats)");
    default:
        return tr("Difference");
    }
}

} // namespace headlight
