#include "ui/views/vectors/vector_dictionary.h"

#include "core/math/matrix_product.h"
#include "core/math/softmax.h"
#include "ui/views/vectors/vector_examples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

RowVector asRow(const QPointF& point)
{
    RowVector row(2);
    row << static_cast<float>(point.x()), static_cast<float>(point.y());
    return row;
}

RowVector number(double value)
{
    return RowVector::Constant(1, static_cast<float>(value));
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
    case DictionaryRule::kAdditiveLinear:
        return Similarity::kAdditiveLinear;
    case DictionaryRule::kCosine:
        return Similarity::kCosine;
    default:
        return Similarity::kDot;
    }
}

/// "k₁", "k₂" …
QString keyName(std::size_t index)
{
    QString name = QStringLiteral("k");
    for (const QChar digit : QString::number(index + 1))
        name += QChar(0x2080 + digit.digitValue());
    return name;
}

void resizeTo(RowVector& vector, Index size, float filling = 0)
{
    const Index more = std::max<Index>(size - vector.size(), 0);
    vector.conservativeResize(size);
    vector.tail(more).setConstant(filling);
}

} // namespace

QPointF VectorDictionary::Answer::arrow() const
{
    return {static_cast<double>(blend(0)), blend.size() > 1 ? static_cast<double>(blend(1)) : 0.0};
}

VectorDictionary VectorDictionary::example()
{
    VectorDictionary dictionary;
    dictionary.m_query = asRow({1.6, 1.1});
    dictionary.m_queryName = QStringLiteral("q");
    const std::array<QPointF, 4> keys{QPointF{2.0, 0.4}, {0.5, 1.9}, {-1.8, 0.6}, {0.3, -1.7}};
    const std::array<double, 4> numbers{1.0, 4.0, 7.0, 10.0};
    const std::array<QPointF, 4> arrows{QPointF{2.4, -0.9}, {1.3, 2.2}, {-2.2, 1.7}, {-1.2, -2.1}};
    for (std::size_t i = 0; i < keys.size(); ++i)
        dictionary.m_entries.push_back(
            {keyName(i), asRow(keys.at(i)), number(numbers.at(i)), asRow(arrows.at(i))});
    return dictionary;
}

VectorDictionary VectorDictionary::typed(const QString& queryName, const RowVector& query,
                                         std::vector<Entry> entries, DictionaryRule rule,
                                         DictionaryWeights weights)
{
    VectorDictionary dictionary;
    dictionary.m_query = query;
    dictionary.m_queryName = queryName;
    dictionary.m_entries = std::move(entries);
    dictionary.m_rule = rule;
    dictionary.m_weighting = weights;
    dictionary.m_general = Matrix::Identity(query.size(), query.size());
    dictionary.m_combine = RowVector::Ones(query.size());
    dictionary.fitPlane();
    return dictionary;
}

VectorDictionary VectorDictionary::loaded(const ProjectedRow& row, const std::vector<QString>& names,
                                          const QString& queryName)
{
    VectorDictionary dictionary;
    dictionary.m_row = row;
    dictionary.m_rule = DictionaryRule::kModel;
    dictionary.m_weighting
        = row.rule.rows == RowForm::kShare ? DictionaryWeights::kShare : DictionaryWeights::kSoftmax;
    dictionary.m_query = row.plane.points.row(0);
    dictionary.m_queryName = queryName;
    for (std::size_t i = 0; i < row.keys.size(); ++i) {
        const auto place = static_cast<Index>(i);
        Entry entry;
        entry.name = i < names.size() ? names[i] : QString::number(row.keys[i]);
        entry.key = row.plane.points.row(place + 1);
        entry.value = number(place < row.values.size() ? static_cast<double>(row.values(place)) : 0.0);
        dictionary.m_entries.push_back(entry);
    }
    return dictionary;
}

DictionaryValues VectorDictionary::values() const
{
    return !m_entries.empty() && m_entries.front().value.size() > 1 ? DictionaryValues::kArrows
                                                                    : DictionaryValues::kNumbers;
}

QPointF VectorDictionary::placeOf(const RowVector& vector) const
{
    const RowVector at = productTransposed(vector, m_axes);
    return {static_cast<double>(at(0)), static_cast<double>(at(1))};
}

std::optional<QPointF> VectorDictionary::arrowPlace(std::size_t entry) const
{
    const RowVector& value = m_entries[entry].value;
    if (value.size() != 2)
        return std::nullopt;
    return QPointF(static_cast<double>(value(0)), static_cast<double>(value(1)));
}

RowVector VectorDictionary::movedTo(const RowVector& vector, const QPointF& to) const
{
    const RowVector step = asRow(to) - asRow(placeOf(vector));
    return vector + product(step, m_axes);
}

/// Two dimensions are the plane itself; a single one is its first axis.
void VectorDictionary::fitPlane()
{
    const Index width = dimensions();
    m_axes = Matrix::Zero(2, width);
    m_lost = 0;
    if (width <= 2) {
        m_axes.leftCols(width).diagonal().setOnes();
        return;
    }
    Matrix all(static_cast<Index>(m_entries.size()) + 1, width);
    all.row(0) = m_query;
    all.bottomRows(all.rows() - 1) = stacked(&Entry::key);
    const PlaneProjection plane = bestPlane(all);
    m_axes = plane.axes;
    m_lost = plane.lost;
}

void VectorDictionary::moveQuery(const QPointF& to)
{
    m_moved = m_moved || to != queryPlace();
    m_query = movedTo(m_query, to);
}

void VectorDictionary::moveKey(std::size_t entry, const QPointF& to)
{
    m_moved = m_moved || to != keyPlace(entry);
    m_entries[entry].key = movedTo(m_entries[entry].key, to);
}

void VectorDictionary::setArrow(std::size_t entry, const QPointF& to)
{
    if (m_entries[entry].value.size() == 2)
        m_entries[entry].value = asRow(to);
}

void VectorDictionary::setDimensions(Index dimensions)
{
    const Index width = std::clamp<Index>(m_row ? 2 : dimensions, 1, kMostDimensions);
    resizeTo(m_query, width);
    for (Entry& entry : m_entries)
        resizeTo(entry.key, width);
    const Matrix known = m_general;
    const Index kept = std::min(known.rows(), width);
    m_general = Matrix::Identity(width, width);
    m_general.topLeftCorner(kept, kept) = known.topLeftCorner(kept, kept);
    resizeTo(m_combine, width, 1);
    fitPlane();
}

void VectorDictionary::type(RowVector& vector, const RowVector& typed)
{
    setDimensions(std::max(dimensions(), typed.size()));
    const Index width = dimensions();
    vector = typed.head(std::min(typed.size(), width));
    resizeTo(vector, width);
    m_moved = true;
    fitPlane();
}

void VectorDictionary::setValue(std::size_t entry, const RowVector& value)
{
    if (m_row)
        return;
    const Index width = std::max(m_entries[entry].value.size(), value.size());
    m_entries[entry].value = value;
    for (Entry& each : m_entries)
        resizeTo(each.value, width);
}

void VectorDictionary::setRule(DictionaryRule rule)
{
    if (rule != DictionaryRule::kModel || m_row)
        m_rule = rule;
}

void VectorDictionary::setValues(DictionaryValues values)
{
    if (values == this->values() || m_row)
        return;
    for (Entry& entry : m_entries) {
        RowVector other = entry.other;
        if (values == DictionaryValues::kArrows && other.size() < 2) {
            other = RowVector::Zero(2);
            other(0) = entry.value(0);
        } else if (values == DictionaryValues::kNumbers && other.size() != 1) {
            other = entry.value.head(1);
        }
        entry.other = std::exchange(entry.value, other);
    }
}

void VectorDictionary::setTemperature(double temperature)
{
    m_temperature = std::max(temperature, 0.01);
}

bool VectorDictionary::setParameters(const RowVector& numbers)
{
    const Index width = dimensions();
    if (m_rule == DictionaryRule::kGeneral && numbers.size() == width * width) {
        m_general = Eigen::Map<const Matrix>(numbers.data(), width, width);
        return true;
    }
    if (m_rule != DictionaryRule::kGeneral && numbers.size() == width) {
        m_combine = numbers;
        return true;
    }
    return false;
}

void VectorDictionary::add()
{
    if (!canAdd())
        return;
    // Place it around the circle, away from existing keys.
    const double angle = 2.399963 * static_cast<double>(m_entries.size()); // the golden angle
    const QPointF direction(std::cos(angle), std::sin(angle));
    Entry entry{keyName(m_entries.size()), product(asRow(1.5 * direction), m_axes), number(5.0),
                asRow(2.2 * direction)};
    if (values() == DictionaryValues::kArrows) {
        std::swap(entry.value, entry.other);
        resizeTo(entry.value, m_entries.front().value.size());
    }
    m_entries.push_back(entry);
}

void VectorDictionary::remove(std::size_t entry)
{
    if (!canRemove() || entry >= m_entries.size())
        return;
    // Renumber the default names.
    for (std::size_t i = entry + 1; i < m_entries.size(); ++i)
        if (m_entries[i].name == keyName(i))
            m_entries[i].name = keyName(i - 1);
    m_entries.erase(m_entries.begin() + static_cast<std::ptrdiff_t>(entry));
    fitPlane();
}

Matrix VectorDictionary::stacked(RowVector Entry::*part) const
{
    Matrix rows(static_cast<Index>(m_entries.size()), (m_entries.front().*part).size());
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        rows.row(static_cast<Index>(i)) = m_entries[i].*part;
    return rows;
}

Matrix VectorDictionary::scoresFor(const Matrix& queries) const
{
    const Matrix keys = stacked(&Entry::key);
    if (m_rule == DictionaryRule::kModel && m_row) {
        Matrix scores(queries.rows(), keys.rows());
        scoreKeys(m_row->rule, queries, keys, scores);
        return scores;
    }
    SimilarityWeights weights;
    if (m_rule == DictionaryRule::kGeneral)
        weights.general = m_general;
    if (m_rule == DictionaryRule::kAdditive || m_rule == DictionaryRule::kAdditiveLinear) {
        weights.first = weights.second = Matrix::Identity(dimensions(), dimensions());
        weights.combine = m_combine;
    }
    return similarityScores(similarityOf(m_rule), queries, keys, weights);
}

SoftLookup VectorDictionary::lookUp(const Matrix& scores, const Matrix& values) const
{
    Matrix logits = scores;
    if (m_rule == DictionaryRule::kModel && m_row) {
        // The model's own path from scores to weights: soft-capping and bias come before the softmax.
        softCap(logits, m_row->rule.softcap);
        logits.rowwise() += m_row->bias;
    }
    if (m_weighting == DictionaryWeights::kShare)
        return shareLookup(logits, values);
    const Mask all(scores.rows(), scores.cols());
    return softLookup(logits, values, all, static_cast<float>(m_temperature));
}

VectorDictionary::Answer VectorDictionary::answer() const
{
    const Matrix scores = scoresFor(m_query);
    const SoftLookup found = lookUp(scores, stacked(&Entry::value));
    Answer answer;
    for (Index i = 0; i < scores.cols(); ++i) {
        answer.scores.push_back(static_cast<double>(scores(0, i)));
        answer.weights.push_back(static_cast<double>(found.weights(0, i)));
        answer.angles.push_back(angleBetween(m_query, m_entries[static_cast<std::size_t>(i)].key));
    }
    answer.blend = found.values.row(0);
    answer.best = hardLookup(scores.row(0));
    return answer;
}

std::vector<double> VectorDictionary::numbersFor(const Matrix& places) const
{
    // The query's component outside the plane is the same everywhere.
    const RowVector out = m_query - product(asRow(queryPlace()), m_axes);
    Matrix queries = product(places, m_axes);
    queries.rowwise() += out;
    const SoftLookup found = lookUp(scoresFor(queries), stacked(&Entry::value).leftCols(1));
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(places.rows()));
    for (Index i = 0; i < places.rows(); ++i)
        numbers.push_back(static_cast<double>(found.values(i, 0)));
    return numbers;
}

double VectorDictionary::extent() const
{
    double largest = std::max(0.5, length(queryPlace()));
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        largest = std::max(largest, length(keyPlace(i)));
        largest = std::max(largest, length(arrowPlace(i).value_or(QPointF())));
    }
    return largest;
}

} // namespace headlight
