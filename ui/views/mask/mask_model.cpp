#include "ui/views/mask/mask_model.h"

#include "ui/widgets/layouts.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace headlight {

void MaskModel::setMask(ByteMatrix truth, TokenAxis queries, TokenAxis keys)
{
    beginResetModel();
    m_truth = std::move(truth);
    m_queries = std::move(queries);
    m_keys = std::move(keys);
    endResetModel();
}

void MaskModel::setForm(MaskNotation form)
{
    m_form = form;
    if (m_truth.size() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int MaskModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.rows());
}

int MaskModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_truth.cols());
}

QVariant MaskModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const bool allowed = m_truth(index.row(), index.column()) != 0;
    switch (role) {
    case Qt::DisplayRole:
        return maskCellText(allowed, m_form);
    case Qt::TextAlignmentRole:
        return static_cast<int>(Qt::AlignCenter);
    case kAllowed:
        return allowed;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole: {
        const QString query = named(index.row(), Qt::Vertical);
        const QString key = named(index.column(), Qt::Horizontal);
        const QString words = allowed ? tr("%1 can attend to %2").arg(query, key)
                                      : tr("%1 cannot attend to %2").arg(query, key);
        return role == Qt::ToolTipRole ? plainTip(words) : words;
    }
    default:
        return {};
    }
}

QVariant MaskModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const TokenLabel* const token = label(section, orientation);
    if (role == Qt::FontRole && token != nullptr)
        return tokenFont(*token);
    if (role != Qt::DisplayRole)
        return {};
    return token != nullptr ? tokenText(*token) : QString::number(section);
}

const TokenLabel* MaskModel::label(int section, Qt::Orientation orientation) const
{
    const TokenAxis& labels = orientation == Qt::Vertical ? m_queries : m_keys;
    const auto index = static_cast<std::size_t>(section);
    return labels && index < labels->size() ? &(*labels)[index] : nullptr;
}

QString MaskModel::named(int section, Qt::Orientation orientation) const
{
    const TokenLabel* const token = label(section, orientation);
    return token != nullptr ? tokenPlace(*token, tokenText(*token)) : QString::number(section);
}

namespace {

constexpr Index kMostListed = 16; ///< rows and columns that are spelled out

QString listed(const ByteMatrix& truth)
{
    QStringList rows;
    for (Index row = 0; row < truth.rows(); ++row) {
        QStringList cells;
        for (Index key = 0; key < truth.cols(); ++key)
            cells << QString::number(static_cast<int>(truth(row, key)));
        rows << QStringLiteral("[%1]").arg(cells.join(QStringLiteral(", ")));
    }
    return QStringLiteral("truth = torch.tensor([%1])  # 1 = can attend\n")
        .arg(rows.join(QStringLiteral(",\n                      ")));
}

/// The lines of code that make `truth`, 1 = can attend.
QString truthCode(const ByteMatrix& truth)
{
    const MaskRule rule = maskRuleOf(truth);
    if (rule.other)
        return std::max(truth.rows(), truth.cols()) <= kMostListed
            ? listed(truth)
            : QStringLiteral("import numpy  # the table copied from this view\n"
                             "truth = torch.tensor(numpy.loadtxt(\"mask.tsv\"))  # 1 = can attend\n");
    QString text;
    QString size;
    if (truth.rows() == truth.cols()) {
        text = QStringLiteral("L = %1\n").arg(truth.rows());
        size = QStringLiteral("L, L");
    } else {
        text = QStringLiteral("L, S = %1, %2  # queries, keys\n").arg(truth.rows()).arg(truth.cols());
        size = QStringLiteral("L, S");
    }
    const QString ones = QStringLiteral("torch.ones(%1)").arg(size);
    text += rule.causal ? QStringLiteral("truth = torch.tril(%1)  # 1 = can attend\n").arg(ones)
                        : QStringLiteral("truth = %1  # 1 = can attend\n").arg(ones);
    if (rule.window > 0)
        text += QStringLiteral("truth = truth * torch.triu(%1, diagonal=%2)  # the last %3 keys\n")
                    .arg(ones)
                    .arg(1 - rule.window)
                    .arg(rule.window);
    if (rule.length < truth.cols())
        text += QStringLiteral("truth = truth * (torch.arange(%1) < %2)  # the rest is padding\n")
                    .arg(truth.rows() == truth.cols() ? QStringLiteral("L") : QStringLiteral("S"))
                    .arg(rule.length);
    return text;
}

} // namespace

QString maskCode(const ByteMatrix& truth, MaskNotation form)
{
    const QString begin = QStringLiteral("import torch\n\n") + truthCode(truth);
    switch (form) {
    case MaskNotation::kTruth:
        return begin
            + QStringLiteral(
                   "\n# scores: [queries, keys], already scaled\n"
                   "weights = torch.softmax(scores.masked_fill(truth == 0, float(\"-inf\")), dim=-1)\n");
    case MaskNotation::kAdditive:
        return begin
            + QStringLiteral("additive = torch.zeros(truth.shape).masked_fill(truth == 0, float(\"-inf\"))\n"
                             "\nweights = torch.softmax(scores + additive, dim=-1)\n");
    case MaskNotation::kAdditiveFinite:
        return begin
            + QStringLiteral("additive = (truth == 0) * -1e9\n"
                             "\nweights = torch.softmax(scores + additive, dim=-1)\n"
                             "# or, in the place of the score:\n"
                             "weights = torch.softmax(scores.masked_fill(truth == 0, -1e9), dim=-1)\n");
    default:
        return begin
            + QStringLiteral(
                   "hidden = truth == 0  # True = hidden\n"
                   "\nattention = torch.nn.MultiheadAttention(d_model, heads, batch_first=True)\n"
                   "output, weights = attention(x, x, x, attn_mask=hidden)\n"
                   "# scaled_dot_product_attention reads it the other way: True = can attend\n"
                   "output = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=~hidden)\n");
    }
}

QString maskCellText(bool allowed, MaskNotation form)
{
    switch (form) {
    case MaskNotation::kTruth:
        return allowed ? QStringLiteral("1") : QStringLiteral("0");
    case MaskNotation::kAdditive:
        return allowed ? QStringLiteral("0") : QStringLiteral("−∞");
    case MaskNotation::kAdditiveFinite:
        return allowed ? QStringLiteral("0") : QStringLiteral("−10⁹");
    default:
        return allowed ? QStringLiteral("False") : QStringLiteral("True");
    }
}

} // namespace headlight
