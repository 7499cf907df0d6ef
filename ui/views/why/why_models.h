#pragma once

#include "core/analysis/effect.h"
#include "core/analysis/who_asked.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

/// The share of the largest number in a table, −1 … 1, for a cell's colour.
inline constexpr int kSignedShareRole = Qt::UserRole + 1;
/// Three shares of one scale, to be drawn as marks: the direct part, the estimated one, the one of a run.
inline constexpr int kMarksRole = Qt::UserRole + 2;

/// Draws cells on the colours of signed numbers, with the marks below the text.
class SignedDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// What wrote the measured number: a column per layer, with a row per head, one for the feed-forward and one
/// for the rest; before them a column of the input, after them one of the end. Sums to the number.
class PartsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setAccount(const EffectAccount& account, const TraceInfo& info, StackKind stack);
    void clear();
    /// What the heads do by the gradient and by runs; none = no marks.
    void setEffects(HeadEffects effects);
    const HeadEffects& effects() const { return m_effects; }
    /// The direct parts, estimates and runs of the heads, in one order.
    std::array<std::vector<double>, 3> compared() const;
    /// The head of a cell; nothing for other cells.
    std::optional<HeadRef> headAt(const QModelIndex& index) const;
    QModelIndex indexOf(const HeadRef& head) const;
    /// The number of a cell; nothing if no writer belongs there.
    std::optional<double> number(int row, int column) const;
    QString words(const QModelIndex& index) const;
    double largest() const { return m_largest; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    int rowOf(const Writer& writer) const;
    int columnOf(const Writer& writer) const;

    StackKind m_stack = StackKind::kDecoder;
    int m_layers = 0, m_heads = 0;
    bool m_cross = false;
    double m_largest = 0;
    HeadEffects m_effects;
    double m_largestMark = 0; ///< of direct parts and effects
    std::vector<std::vector<std::optional<double>>> m_numbers; ///< [rows][columns]
};

/// What each key of one head's row adds, largest first.
class KeysModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { kKey, kWeight, kEffect, kMasked, kColumns };
    struct Row
    {
        int key = 0;
        TokenLabel token;
        double weight = 0, effect = 0, masked = 0;
    };
    using QAbstractTableModel::QAbstractTableModel;

    /// largest: the part that has the full colour.
    void setRows(std::vector<Row> rows, double largest);
    const std::vector<Row>& rows() const { return m_rows; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Row> m_rows;
    double m_largest = 0;
};

/// The writers of the query and those of the key, side by side: the largest eight of each side, and the rest.
class WritersModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { kQueryWriter, kQueryPart, kKeyWriter, kKeyPart, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    /// parts [query writers × key writers]
    void setParts(const std::vector<Writer>& query, const std::vector<Writer>& key,
                  const DoubleMatrix& parts);
    void clear();
    /// The writer of a cell; nothing for the rest.
    std::optional<Writer> writerAt(const QModelIndex& index) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Side = std::vector<std::pair<std::optional<Writer>, double>>;
    static Side largest(const std::vector<Writer>& writers, const Eigen::VectorXd& parts);

    Side m_query, m_key;
    double m_largest = 0;
};

/// "Head 2.1", "feed-forward 0", "embedding": a writer in a table.
QString writerText(const Writer& writer);
/// A part with its sign: "+1.23", "−0.04".
QString partText(double part);

} // namespace headlight
