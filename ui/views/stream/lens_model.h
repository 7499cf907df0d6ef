#pragma once

#include "core/trace/attention_map.h"

#include <QAbstractTableModel>

#include <vector>

namespace headlight {

/// The best tokens in one cell of the logit lens; columns and roles match CandidatesModel, so that
/// CandidateDelegate draws both.
class LensModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    struct Row
    {
        int rank = 0; ///< from 0
        TokenLabel token;
        float probability = 0;
        bool target = false; ///< token whose path through the layers is shown
    };
    explicit LensModel(QObject* parent = nullptr);

    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Row> m_rows;
};

} // namespace headlight
