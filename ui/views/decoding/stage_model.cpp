#include "ui/views/decoding/stage_model.h"

#include "core/trace/token_label.h"
#include "ui/picture/token_flow.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace headlight {

namespace {

bool isCut(DistributionStage stage)
{
    return stage == DistributionStage::kRules || stage >= DistributionStage::kTopK;
}

Term termOfStage(DistributionStage stage)
{
    constexpr std::array<Term, kStageCount> kTermOf{Term::kLogit,       Term::kLogit,   Term::kLogit,
                                                    Term::kTemperature, Term::kTopK,    Term::kTopP,
                                                    Term::kMinP,        Term::kTypicalP};
    return kTermOf.at(static_cast<std::size_t>(stage));
}

} // namespace

QString stageName(DistributionStage stage)
{
    const std::array<QString, kStageCount> names{
        StageModel::tr("Logit"),         StageModel::tr("Repetition penalty"),
        StageModel::tr("Model’s rules"), StageModel::tr("÷ temperature"),
        StageModel::tr("Top-k"),         StageModel::tr("Top-p"),
        StageModel::tr("Min-p"),         StageModel::tr("Typical")};
    return names.at(static_cast<std::size_t>(stage));
}

void StageModel::setContent(Content content)
{
    m_content = std::move(content);
    rebuild();
}

void StageModel::setTokens(std::optional<std::vector<TokenId>> tokens)
{
    m_wanted = std::move(tokens);
    rebuild();
}

void StageModel::rebuild()
{
    std::vector<TokenId> rows;
    std::vector<DistributionStage> columns;
    if (m_content.distribution) {
        for (const StageNumbers& stage : m_content.distribution->stages)
            if (stage.active)
                columns.push_back(stage.stage);
        const std::vector<double>& logits = *m_content.distribution->at(DistributionStage::kLogits).scores;
        if (m_wanted) {
            rows = *m_wanted;
        } else {
            rows.resize(logits.size());
            std::iota(rows.begin(), rows.end(), 0);
        }
        const auto better = [&](TokenId a, TokenId b) {
            const double x = logits[static_cast<std::size_t>(a)];
            const double y = logits[static_cast<std::size_t>(b)];
            return x != y ? x > y : a < b;
        };
        const auto end = rows.begin() + std::min<std::ptrdiff_t>(std::ssize(rows), kRows);
        std::partial_sort(rows.begin(), end, rows.end(), better);
        rows.erase(end, rows.end());
        // Always include the sampled and the chosen token, however unlikely.
        for (const TokenId id : {m_content.taken, m_content.chosen})
            if (!m_wanted && id >= 0 && static_cast<std::size_t>(id) < logits.size()
                && std::ranges::find(rows, id) == rows.end())
                rows.push_back(id);
    }
    if (rows.size() == m_rows.size() && columns == m_columns && !rows.empty()) {
        m_rows = std::move(rows);
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_columns = std::move(columns);
    endResetModel();
}

QString StageModel::tokenText(TokenId id) const
{
    return chipText(labelOf(m_content.vocabulary.get(), id), true).text;
}

int StageModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StageModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_columns.empty() ? 0 : static_cast<int>(m_columns.size()) + 2;
}

const StageNumbers* StageModel::stageAt(int column) const
{
    if (column <= kTokenColumn || column > static_cast<int>(m_columns.size()))
        return nullptr;
    return &m_content.distribution->at(m_columns[static_cast<std::size_t>(column) - 1]);
}

double StageModel::probabilityAt(int column, TokenId id) const
{
    if (const StageNumbers* stage = stageAt(column))
        return stage->probability(id);
    return m_content.distribution->probabilities[static_cast<std::size_t>(id)];
}

QString StageModel::text(int column, TokenId id) const
{
    if (column == kTokenColumn)
        return tokenText(id);
    const StageNumbers* const stage = stageAt(column);
    if (stage == nullptr)
        return probabilityText(probabilityAt(column, id));
    if (std::isinf(stage->score(id)))
        return tr("removed");
    return isCut(stage->stage) ? probabilityText(stage->probability(id)) : numberText(stage->score(id));
}

QVariant StageModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TokenId id = idAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(column, id);
    case Qt::TextAlignmentRole:
        return column == kTokenColumn ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                      : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ToolTipRole: {
        if (column == kTokenColumn)
            return tr("id %1; double-click or press Enter to use it").arg(id);
        const StageNumbers* const stage = stageAt(column);
        const QString p = localNumber(QString::number(probabilityAt(column, id), 'g', 6));
        return stage == nullptr
            ? tr("probability %1").arg(p)
            : tr("logit %1, probability %2 at this stage")
                  .arg(withMinus(localNumber(QString::number(stage->score(id), 'g', 7))), p);
    }
    case kProbability:
        return column == kTokenColumn ? 0.0 : probabilityAt(column, id);
    case kCut:
        return column != kTokenColumn && probabilityAt(column, id) <= 0.0;
    case kChosen:
        return id == m_content.chosen;
    case kTaken:
        return id == m_content.taken;
    default:
        return {};
    }
}

QVariant StageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_content.distribution)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == kTokenColumn ? QVariant(Qt::AlignLeft | Qt::AlignBottom)
                                       : QVariant(Qt::AlignRight | Qt::AlignBottom);
    const StageNumbers* const stage = stageAt(section);
    if (role == Qt::ToolTipRole && stage != nullptr)
        return tr("%1: %L2 tokens kept, %3 of the probability before, entropy %4 bits")
            .arg(stageName(stage->stage))
            .arg(static_cast<qlonglong>(stage->kept))
            .arg(probabilityText(stage->mass), QLocale().toString(stage->entropy, 'f', 3));
    if (role == kTermRole && section != kTokenColumn)
        return termNumber(stage != nullptr ? termOfStage(stage->stage) : Term::kSoftmax);
    if (role != Qt::DisplayRole)
        return {};
    if (section == kTokenColumn)
        return tr("Token");
    if (stage == nullptr)
        return tr("Probability\nsoftmax\n");
    const QString count = tr("%L1 kept").arg(static_cast<qlonglong>(stage->kept));
    const QString mass = stage->mass < 1.0 ? tr(" · %1").arg(probabilityText(stage->mass)) : QString();
    return QStringLiteral("%1\n%2%3\n%4")
        .arg(stageName(stage->stage), count, mass,
             tr("%1 bits").arg(QLocale().toString(stage->entropy, 'f', 2)));
}

} // namespace headlight
