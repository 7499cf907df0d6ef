#include "ui/views/vectors/vector_dictionary.h"

#include "core/math/softmax.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

RowVector asRow(const QPointF& point)
{
    RowVector row(2);
    row << static_cast<float>(point.x()), static_cast<float>(point.y());
    return row;
}

QPointF asPoint(const Matrix& points, Index row)
{
    return {static_cast<double>(points(row, 0)), static_cast<double>(points(row, 1))};
}

double length(const QPointF& point)
{
    return std::hypot(point.x(), point.y());
}

Similarity similarityOf(DictionaryRule rule)
{
    switch (rule) {
    case DictionaryRule::kScaledDot:
        return Similarity::kScaledDot;
    case DictionaryRule::kGeneral:
        return Similarity::kGeneral;
    case DictionaryRule::kAdditive:
        return Similarity::kAdditive;
    default:
        return Similarity::kDot;
    }
}

/// "k₁", "k₂" …
QString keyName(std::size_t index)
{
    return QStringLiteral("k%1").arg(QChar(0x2081 + static_cast<int>(index)));
}

} // namespace

VectorDictionary VectorDictionary::example()
{
    VectorDictionary dictionary;
    dictionary.m_query = {1.6, 1.1};
    dictionary.m_queryName = QStringLiteral("q");
    const std::array<QPointF, 4> keys{QPointF{2.0, 0.4}, {0.5, 1.9}, {-1.8, 0.6}, {0.3, -1.7}};
    const std::array<double, 4> numbers{1.0, 4.0, 7.0, 10.0};
    const std::array<QPointF, 4> arrows{QPointF{2.4, -0.9}, {1.3, 2.2}, {-2.2, 1.7}, {-1.2, -2.1}};
    for (std::size_t i = 0; i < keys.size(); ++i)
        dictionary.m_entries.push_back({keyName(i), keys.at(i), numbers.at(i), arrows.at(i)});
    return dictionary;
}

VectorDictionary VectorDictionary::loaded(const ProjectedRow& row, const std::vector<QString>& names,
                                          const QString& queryName)
{
    VectorDictionary dictionary;
    dictionary.m_row = row;
    dictionary.m_rule = DictionaryRule::kModel;
    dictionary.m_query = asPoint(row.plane.points, 0);
    dictionary.m_queryName = queryName;
    for (std::size_t i = 0; i < row.keys.size(); ++i) {
        const auto place = static_cast<Index>(i);
        Entry entry;
        entry.name = i < names.size() ? names[i] : QString::number(row.keys[i]);
        entry.key = asPoint(row.plane.points, place + 1);
        entry.number = place < row.values.size() ? static_cast<double>(row.values(place)) : 0.0;
        dictionary.m_entries.push_back(entry);
    }
    return dictionary;
}

void VectorDictionary::setQuery(const QPointF& at)
{
    m_moved = m_moved || at != m_query;
    m_query = at;
}

void VectorDictionary::setKey(std::size_t entry, const QPointF& at)
{
    m_moved = m_moved || at != m_entries[entry].key;
    m_entries[entry].key = at;
}

void VectorDictionary::setArrow(std::size_t entry, const QPointF& at)
{
    m_entries[entry].arrow = at;
}

void VectorDictionary::setNumber(std::size_t entry, double value)
{
    m_entries[entry].number = value;
}

void VectorDictionary::setRule(DictionaryRule rule)
{
    if (rule != DictionaryRule::kModel || m_row)
        m_rule = rule;
}

void VectorDictionary::setTemperature(double temperature)
{
    m_temperature = std::max(temperature, 0.01);
}

void VectorDictionary::setGeneral(int row, int column, double value)
{
    m_general(row, column) = static_cast<float>(value);
}

void VectorDictionary::setCombine(int place, double value)
{
    m_combine(place) = static_cast<float>(value);
}

void VectorDictionary::add()
{
    if (!canAdd())
        return;
    // Around the circle, away from the keys that there are.
    const double angle = 2.399963 * static_cast<double>(m_entries.size()); // the golden angle
    const QPointF direction(std::cos(angle), std::sin(angle));
    m_entries.push_back({keyName(m_entries.size()), 1.5 * direction, 5.0, 2.2 * direction});
}

void VectorDictionary::remove(std::size_t entry)
{
    if (!canRemove() || entry >= m_entries.size())
        return;
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(entry));
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        m_entries[i].name = keyName(i);
}

Matrix VectorDictionary::keyMatrix() const
{
    Matrix keys(static_cast<Index>(m_entries.size()), 2);
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        keys.row(static_cast<Index>(i)) = asRow(m_entries[i].key);
    return keys;
}

Matrix VectorDictionary::scoresFor(const Matrix& queries) const
{
    const Matrix keys = keyMatrix();
    if (m_rule == DictionaryRule::kModel && m_row) {
        Matrix scores = similarityScores(Similarity::kDot, queries, keys);
        return scores * m_row->rule.scale;
    }
    SimilarityWeights weights;
    if (m_rule == DictionaryRule::kGeneral)
        weights.general = m_general;
    if (m_rule == DictionaryRule::kAdditive) {
        weights.first = weights.second = Matrix::Identity(2, 2);
        weights.combine = m_combine;
    }
    return similarityScores(similarityOf(m_rule), queries, keys, weights);
}

SoftLookup VectorDictionary::lookUp(const Matrix& scores, const Matrix& values) const
{
    const Mask all(scores.rows(), scores.cols());
    if (m_rule != DictionaryRule::kModel || !m_row)
        return softLookup(scores, values, all, static_cast<float>(m_temperature));
    // The model's own way from scores to weights: soft-capping and bias come before the softmax.
    Matrix logits = scores;
    softCap(logits, m_row->rule.softcap);
    logits.rowwise() += m_row->bias;
    return softLookup(logits, values, all, static_cast<float>(m_temperature));
}

VectorDictionary::Answer VectorDictionary::answerTo(const QPointF& query) const
{
    Matrix values(static_cast<Index>(m_entries.size()), 3);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        values.row(static_cast<Index>(i)) << static_cast<float>(entry.number),
            static_cast<float>(entry.arrow.x()), static_cast<float>(entry.arrow.y());
    }
    const Matrix scores = scoresFor(asRow(query));
    const SoftLookup found = lookUp(scores, values);
    Answer answer;
    for (Index i = 0; i < scores.cols(); ++i) {
        answer.scores.push_back(static_cast<double>(scores(0, i)));
        answer.weights.push_back(static_cast<double>(found.weights(0, i)));
    }
    answer.number = static_cast<double>(found.values(0, 0));
    answer.arrow = {static_cast<double>(found.values(0, 1)), static_cast<double>(found.values(0, 2))};
    return answer;
}

std::vector<double> VectorDictionary::numbersFor(const Matrix& queries) const
{
    Matrix values(static_cast<Index>(m_entries.size()), 1);
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        values(static_cast<Index>(i), 0) = static_cast<float>(m_entries[i].number);
    const SoftLookup found = lookUp(scoresFor(queries), values);
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(queries.rows()));
    for (Index i = 0; i < queries.rows(); ++i)
        numbers.push_back(static_cast<double>(found.values(i, 0)));
    return numbers;
}

double VectorDictionary::extent() const
{
    double largest = std::max(0.5, length(m_query));
    for (const Entry& entry : m_entries) {
        largest = std::max(largest, length(entry.key));
        if (m_values == DictionaryValues::kArrows)
            largest = std::max(largest, length(entry.arrow));
    }
    return largest;
}

} // namespace headlight
