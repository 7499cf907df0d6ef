#pragma once

#include "core/analysis/plane_projection.h"
#include "core/math/similarity.h"

#include <QPointF>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace headlight {

/// How the teaching view scores a query against a key: by a function from the literature, or by the rule of
/// the model from which the operands were loaded.
enum class DictionaryRule : unsigned char {
    kDot,
    kScaledDot,
    kGeneral,
    kAdditive,
    kModel,
    kAdditiveLinear, ///< additive without tanh
    kCosine,
};

/// The value of a key: a number or a vector.
enum class DictionaryValues : unsigned char { kNumbers, kArrows };

/// How scores become weights: by softmax, or simply as their share of the sum.
enum class DictionaryWeights : unsigned char { kSoftmax, kShare };

/// Attention as a soft dictionary: one query, keys of any length, and a value for each key; next to it the
/// ordinary dictionary, which returns only the value of the best key. Two dimensions are a plane; more are
/// projected to the plane that preserves most of them. All numbers come from core/math/similarity.h,
/// including the engine's softmax. A value type; knows no widgets.
class VectorDictionary
{
public:
    struct Entry
    {
        QString name;
        RowVector key; ///< [dimensions()]
        RowVector value; ///< one number, or a vector; the same length for all entries
        RowVector other; ///< the value to use for the other kind of values
    };
    struct Answer
    {
        std::vector<double> scores, weights; ///< per key
        std::vector<VectorAngle> angles; ///< per key, against the query
        RowVector blend; ///< weighted sum of the values
        Index best = 0; ///< key found by an ordinary dictionary
        double number() const { return static_cast<double>(blend(0)); }
        QPointF arrow() const; ///< the first two coordinates
    };

    /// Four keys in distinct colours and a query between them: the start of a lesson.
    static VectorDictionary example();
    /// All keys have the length of the query, all values have the same length.
    static VectorDictionary typed(const QString& queryName, const RowVector& query,
                                  std::vector<Entry> entries, DictionaryRule rule, DictionaryWeights weights);
    /// The operands of a recorded head, projected to their plane; `names`: one per key. Values are the norms
    /// of the value vectors, the most telling single number.
    static VectorDictionary loaded(const ProjectedRow& row, const std::vector<QString>& names,
                                   const QString& queryName);

    const std::vector<Entry>& entries() const { return m_entries; }
    const RowVector& query() const { return m_query; }
    const QString& queryName() const { return m_queryName; }
    Index dimensions() const { return m_query.size(); }
    DictionaryRule rule() const { return m_rule; }
    DictionaryValues values() const;
    DictionaryWeights weighting() const { return m_weighting; }
    double temperature() const { return m_temperature; }
    const Matrix& general() const { return m_general; } ///< W [d × d]
    const RowVector& combine() const { return m_combine; } ///< v [d]; W₁ and W₂ are the identity
    /// The recorded row it was loaded from; nothing for an example.
    const std::optional<ProjectedRow>& row() const { return m_row; }
    /// Whether the query or a key has been moved since loading.
    bool isMoved() const { return m_moved; }

    // Positions in the plane.
    QPointF queryPlace() const { return placeOf(m_query); }
    QPointF keyPlace(std::size_t entry) const { return placeOf(m_entries[entry].key); }
    /// The value as a position; only for values with two coordinates.
    std::optional<QPointF> arrowPlace(std::size_t entry) const;
    /// Share of the squared lengths lost by the projection; 0 for up to two dimensions.
    double lost() const { return m_lost; }

    /// Moves within the plane: the component outside it stays.
    void moveQuery(const QPointF& to);
    void moveKey(std::size_t entry, const QPointF& to);
    void setArrow(std::size_t entry, const QPointF& to);
    /// Sets typed coordinates. A longer vector pads all others with zeros; a shorter one is padded itself.
    void setQuery(const RowVector& query) { type(m_query, query); }
    void setKey(std::size_t entry, const RowVector& key) { type(m_entries[entry].key, key); }
    void setValue(std::size_t entry, const RowVector& value);
    void setName(std::size_t entry, const QString& name) { m_entries[entry].name = name; }
    /// Cuts all vectors to this many coordinates, or pads them with zeros. 1 … kMostDimensions.
    void setDimensions(Index dimensions);
    void setRule(DictionaryRule rule);
    void setWeighting(DictionaryWeights weighting) { m_weighting = weighting; }
    void setValues(DictionaryValues values);
    void setTemperature(double temperature);
    /// W by rows [d · d], or v [d]; false if the count of numbers is wrong.
    bool setParameters(const RowVector& numbers);
    /// At most kMostEntries; a loaded dictionary keeps its keys.
    bool canAdd() const { return !m_row && m_entries.size() < kMostEntries; }
    bool canRemove() const { return !m_row && m_entries.size() > 1; }
    void add();
    void remove(std::size_t entry);

    Answer answer() const;
    /// The first number of the answer for many positions of the plane at once: [places × 2] → numbers.
    std::vector<double> numbersFor(const Matrix& places) const;
    /// Largest distance from the origin; at least 0.5.
    double extent() const;

    static constexpr std::size_t kMostEntries = 12;

private:
    QPointF placeOf(const RowVector& vector) const;
    RowVector movedTo(const RowVector& vector, const QPointF& to) const;
    void type(RowVector& vector, const RowVector& typed);
    void fitPlane();
    Matrix scoresFor(const Matrix& queries) const;
    SoftLookup lookUp(const Matrix& scores, const Matrix& values) const;
    /// The keys or the values, a row each.
    Matrix stacked(RowVector Entry::*part) const;

    std::vector<Entry> m_entries;
    RowVector m_query = RowVector::Zero(2);
    QString m_queryName;
    DictionaryRule m_rule = DictionaryRule::kScaledDot;
    DictionaryWeights m_weighting = DictionaryWeights::kSoftmax;
    double m_temperature = 1;
    Matrix m_general = Matrix::Identity(2, 2);
    RowVector m_combine = RowVector::Constant(2, 2.0F);
    Matrix m_axes = Matrix::Identity(2, 2); ///< [2 × d], orthonormal
    double m_lost = 0;
    std::optional<ProjectedRow> m_row;
    bool m_moved = false;
};

/// What a control or a user changes in a dictionary.
using DictionaryChange = std::function<void(VectorDictionary&)>;

} // namespace headlight
