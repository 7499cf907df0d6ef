#pragma once

#include "core/analysis/effect.h"
#include "core/analysis/who_asked.h"
#include "ui/widgets/column_table.h"

#include <QStyledItemDelegate>

#include <array>
#include <optional>
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

struct PartsRow
{
    QString name;
    std::optional<Writer> writer = {}; ///< of layer 0: a head or the feed-forward; unset = input and biases
    std::vector<std::optional<double>> numbers = {}; ///< one per column; unset if no writer belongs there
};

/// What wrote the measured number: a column per layer, with a row per head, one for the feed-forward and one
/// for the rest; before them a column of the input, after them one of the end. Sums to the number.
class PartsModel : public ColumnTable<PartsRow>
{
    Q_OBJECT
public:
    using ColumnTable::ColumnTable;

    void setAccount(const EffectAccount& account, const TraceInfo& info, StackKind stack);
    void clear()
    {
        m_effects.clear();
        setColumns({});
    }
    /// What heads and feed-forwards do by the gradient and by runs; none = no marks.
    void setEffects(PartEffects effects);
    const PartEffects& effects() const { return m_effects; }
    /// The direct parts, estimates and runs, in one order.
    std::array<std::vector<double>, 3> compared() const;
    /// The head of a cell; nothing for other cells.
    std::optional<HeadRef> headAt(const QModelIndex& index) const;
    QModelIndex indexOf(const Writer& writer) const;
    std::optional<double> number(int row, int column) const;
    QString words(const QModelIndex& index) const;
    double largest() const { return m_largest; }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    Column makeColumn(int column) const;
    std::size_t columnOf(const Writer& writer) const;
    std::optional<Writer> writerIn(const PartsRow& row, int column) const;
    /// What else is known of a cell; null = nothing.
    const PartEffect* effectIn(const PartsRow& row, int column) const;

    int m_layers = 0;
    double m_largest = 0;
    PartEffects m_effects;
    double m_largestMark = 0; ///< of direct parts and effects
};

struct KeysRow
{
    int key = 0;
    TokenLabel token;
    double weight = 0, effect = 0, masked = 0;
};

/// What each key of one head's row adds, largest first.
class KeysModel : public ColumnTable<KeysRow>
{
    Q_OBJECT
public:
    using Row = KeysRow;
    explicit KeysModel(QObject* parent);

    /// largest: the part that has the full colour.
    void setKeys(std::vector<Row> keys, double largest);

private:
    double m_largest = 0;
};

/// The writers of the query and those of the key: a part of each, unset beyond the shorter list.
struct WritersRow
{
    struct Part
    {
        std::optional<Writer> writer; ///< unset = the rest
        double part = 0;
    };
    std::optional<Part> query, key;
};

/// The writers of the query and those of the key, side by side: the largest eight of each side, and the rest.
class WritersModel : public ColumnTable<WritersRow>
{
    Q_OBJECT
public:
    enum Column { kQueryWriter, kQueryPart, kKeyWriter, kKeyPart };
    explicit WritersModel(QObject* parent);

    /// parts [query writers × key writers]
    void setParts(const std::vector<Writer>& query, const std::vector<Writer>& key,
                  const DoubleMatrix& parts);
    void clear() { setRows({}); }
    /// The writer of a cell; nothing for the rest.
    std::optional<Writer> writerAt(const QModelIndex& index) const;

private:
    double m_largest = 0;
};

/// "Head 2.1", "feed-forward 0", "embedding": a writer in a table.
QString writerText(const Writer& writer);
/// A part with its sign: "+1.23", "−0.04".
QString partText(double part);

} // namespace headlight
