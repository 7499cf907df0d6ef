#pragma once

#include "ui/widgets/candidates_model.h"

#include <vector>

namespace headlight {

class StreamContent;

/// The best tokens in one cell of the logit lens. `taken`: the token whose path through the layers is shown.
class LensModel : public CandidatesModel
{
    Q_OBJECT
public:
    using CandidatesModel::CandidatesModel;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

/// The best tokens at a position after a layer; none if the lens is not shown or not known there.
std::vector<LensModel::Row> bestTokens(const StreamContent& content, int layer, int position);

} // namespace headlight
