#include "ui/views/stream/lens_model.h"

#include "ui/views/stream/stream_content.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <cstddef>
#include <cstdint>

namespace headlight {

QVariant LensModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::AccessibleTextRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::ToolTipRole)
        return CandidatesModel::data(index, role);
    const Row& row = rows()[static_cast<std::size_t>(index.row())];
    return tr("Rank %1: id %2, probability %3")
        .arg(row.rank + 1)
        .arg(row.id)
        .arg(localNumber(QString::number(static_cast<double>(row.probability), 'g', 6)));
}

QVariant LensModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == kTermRole && section != kTokenColumn)
        return termNumber(Term::kLogitLens);
    return CandidatesModel::headerData(section, orientation, role);
}

std::vector<LensModel::Row> bestTokens(const StreamContent& content, int layer, int position)
{
    const LensCell* const cell = content.isLens() ? content.lensCell(layer, position) : nullptr;
    const LensCell* const last = cell != nullptr ? content.lensCell(content.layers(), position) : nullptr;
    const auto next = static_cast<std::size_t>(position) + 1;
    const std::int64_t target = last == nullptr || last->broken ? -1
        : content.target() == LensTarget::kFinal                ? last->best.front().id
        : next < content.tokens().size()                        ? content.tokens()[next].id
                                                                : -1;
    std::vector<LensModel::Row> best;
    for (std::size_t i = 0; cell != nullptr && i < cell->best.size(); ++i)
        best.push_back({static_cast<int>(i), static_cast<TokenId>(cell->best[i].id),
                        tokenText(content.label(cell->best[i].id)), cell->best[i].probability,
                        cell->best[i].id == target, false});
    return best;
}

} // namespace headlight
