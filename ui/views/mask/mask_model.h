#pragma once

#include "core/math/mask_notation.h"
#include "core/trace/attention_map.h"

#include <QAbstractTableModel>
#include <QString>

namespace headlight {

/// A mask as a table in one of its forms: queries down, keys across.
class MaskModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { kAllowed = Qt::UserRole };
    using QAbstractTableModel::QAbstractTableModel;

    /// Without labels, rows and columns are numbered.
    /// Without tokens, rows and columns are numbered.
    void setMask(ByteMatrix truth, TokenAxis queries, TokenAxis keys);
    void setForm(MaskNotation form);
    const ByteMatrix& truth() const { return m_truth; }
    MaskNotation form() const { return m_form; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Null if rows and columns are numbered.
    const TokenLabel* label(int section, Qt::Orientation orientation) const;
    QString named(int section, Qt::Orientation orientation) const;

    ByteMatrix m_truth;
    MaskNotation m_form = MaskNotation::kTruth;
    TokenAxis m_queries, m_keys; ///< null = none
};

/// Python code that makes this mask in this form with PyTorch; the same in every language.
QString maskCode(const ByteMatrix& truth, MaskNotation form);

/// A cell of the table in this form: "1", "−∞", "−10⁹", "True".
QString maskCellText(bool allowed, MaskNotation form);

} // namespace headlight
