#pragma once

#include "core/analysis/plane_projection.h"
#include "core/math/similarity.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// How a query is scored against a key in the teaching view: the four functions of the literature, or the
/// rule of the model that the operands were loaded from.
enum class DictionaryRule : unsigned char { kDot, kScaledDot, kGeneral, kAdditive, kModel };

/// What stands behind a key: a number, or an arrow of its own.
enum class DictionaryValues : unsigned char { kNumbers, kArrows };

/// Attention as a soft dictionary in the plane: one query, keys, a value behind each key. All numbers come
/// from core/math/similarity.h, the engine's softmax included. A value type; knows no widgets.
class VectorDictionary
{
public:
    struct Entry
    {
        QString name;
        QPointF key;
        double number = 0; ///< its value, where values are numbers
        QPointF arrow; ///< its value, where values are arrows
    };
    struct Answer
    {
        std::vector<double> scores, weights; ///< per key
        double number = 0; ///< blend of the numbers
        QPointF arrow; ///< blend of the arrows
    };

    /// Four keys with colours apart and a query between them: where a lesson begins.
    static VectorDictionary example();
    /// The operands of a recorded head in their plane; `names` per key. Values are the norms of the value
    /// vectors, which is what can be told of them by a number.
    static VectorDictionary loaded(const ProjectedRow& row, const std::vector<QString>& names,
                                   const QString& queryName);

    const std::vector<Entry>& entries() const { return m_entries; }
    QPointF query() const { return m_query; }
    QString queryName() const { return m_queryName; }
    DictionaryRule rule() const { return m_rule; }
    DictionaryValues values() const { return m_values; }
    double temperature() const { return m_temperature; }
    const Matrix& general() const { return m_general; } ///< W [2 × 2]
    const RowVector& combine() const { return m_combine; } ///< v [2]; W₁ and W₂ are the identity
    /// The recorded row that it was loaded from; none for an example.
    const std::optional<ProjectedRow>& row() const { return m_row; }
    /// The query or a key has been moved since it was loaded.
    bool isMoved() const { return m_moved; }

    void setQuery(const QPointF& at);
    void setKey(std::size_t entry, const QPointF& at);
    void setArrow(std::size_t entry, const QPointF& at);
    void setNumber(std::size_t entry, double value);
    void setRule(DictionaryRule rule);
    void setValues(DictionaryValues values) { m_values = values; }
    void setTemperature(double temperature);
    void setGeneral(int row, int column, double value);
    void setCombine(int place, double value);
    /// At most kMostEntries; a loaded dictionary keeps its keys.
    bool canAdd() const { return !m_row && m_entries.size() < kMostEntries; }
    bool canRemove() const { return !m_row && m_entries.size() > 1; }
    void add();
    void remove(std::size_t entry);

    Answer answer() const { return answerTo(m_query); }
    /// What a query at another place would get.
    Answer answerTo(const QPointF& query) const;
    /// The numbers behind answerTo() for many places at once: [places × 2] → blended numbers.
    std::vector<double> numbersFor(const Matrix& queries) const;
    /// Largest distance of anything from the origin; at least 0.5.
    double extent() const;

    static constexpr std::size_t kMostEntries = 8;

private:
    Matrix scoresFor(const Matrix& queries) const;
    SoftLookup lookUp(const Matrix& scores, const Matrix& values) const;
    Matrix keyMatrix() const;

    std::vector<Entry> m_entries;
    QPointF m_query;
    QString m_queryName;
    DictionaryRule m_rule = DictionaryRule::kScaledDot;
    DictionaryValues m_values = DictionaryValues::kNumbers;
    double m_temperature = 1;
    Matrix m_general = Matrix::Identity(2, 2);
    RowVector m_combine = RowVector::Constant(2, 2.0F);
    std::optional<ProjectedRow> m_row;
    bool m_moved = false;
};

} // namespace headlight
