#pragma once

#include "ui/widgets/candidates_model.h"

namespace headlight {

/// The best tokens in one cell of the logit lens. `taken`: the token whose path through the layers is shown.
class LensModel : public CandidatesModel
{
    Q_OBJECT
public:
    using CandidatesModel::CandidatesModel;

    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
};

} // namespace headlight
