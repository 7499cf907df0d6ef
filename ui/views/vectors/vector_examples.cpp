#include "ui/views/vectors/vector_examples.h"

#include "ui/state/translation.h"
#include "ui/words/local_number.h"

#include <QLocale>
#include <QRegularExpression>
#include <QStringList>

#include <cmath>
#include <utility>

namespace headlight {

namespace {

using Numbers = std::vector<float>;
using Rule = DictionaryRule;
using Weights = DictionaryWeights;

RowVector row(const Numbers& numbers)
{
    RowVector vector(static_cast<Index>(numbers.size()));
    Index i = 0;
    for (const float number : numbers)
        vector(i++) = number;
    return vector;
}

struct Word
{
    QString name;
    Numbers key, value;
};

VectorDictionary dictionary(const QString& query, const Numbers& at, const std::vector<Word>& words,
                            Rule rule, Weights weights)
{
    std::vector<VectorDictionary::Entry> entries;
    entries.reserve(words.size());
    for (const Word& word : words)
        entries.push_back({word.name, row(word.key), row(word.value), {}});
    return VectorDictionary::typed(query, row(at), std::move(entries), rule, weights);
}

/// Three words, one direction each: an ordinary dictionary, and the same with a query mixing all three.
void addWordDictionary(std::vector<VectorExample>& all)
{
    const auto words = [](const QString& query, const Numbers& at) {
        return dictionary(query, at,
                          {{QStringLiteral("fun"), {1, 0, 0}, {10}},
                           {QStringLiteral("exciting"), {0, 1, 0}, {9}},
                           {QStringLiteral("boring"), {0, 0, 1}, {-3}}},
                          Rule::kDot, Weights::kShare);
    };
    all.push_back({tr("Dictionary: look up one word"),
                   tr("The query is the key of “fun”: hard and soft look-up both give 10."),
                   words(QStringLiteral("fun"), {1, 0, 0})});
    all.push_back({tr("Dictionary: look up a mixture"),
                   tr("0.45 × 10 + 0.45 × 9 + 0.1 × (−3) = 8.25. One introduction prints "
                      "5.65 here, which is a slip."),
                   words(tr("mixture"), {0.45F, 0.45F, 0.1F})});
}

void addPlaneOfWords(std::vector<VectorExample>& all)
{
    const auto words = [](Rule rule) {
        return dictionary(QStringLiteral("q"), {8, -5},
                          {{QStringLiteral("fun"), {5, -3}, {10}},
                           {QStringLiteral("exciting"), {6, -1}, {9}},
                           {QStringLiteral("boring"), {-4, 8}, {3}}},
                          rule, Weights::kSoftmax);
    };
    all.push_back({tr("Words in the plane: dot product"),
                   tr("Dot products 55, 53 and −72; weights 0.881, 0.119 and 0; answer 9.88."),
                   words(Rule::kDot)});
    all.push_back({tr("Words in the plane: ÷ √2"),
                   tr("Dividing by √2 first evens the weights out: 0.804, 0.196 and 0; answer "
                      "9.80."),
                   words(Rule::kScaledDot)});
}

void addShares(std::vector<VectorExample>& all)
{
    const auto two = [](Weights weights) {
        return dictionary(QStringLiteral("q"), {0, 1},
                          {{QStringLiteral("k₁"), {0, 1}, {0, 0}}, {QStringLiteral("k₂"), {1, 0}, {1, 1}}},
                          Rule::kDot, weights);
    };
    all.push_back({tr("Two keys: plain share"),
                   tr("Weights in proportion to the dot product: 1 and 0, so the answer is "
                      "(0, 0)."),
                   two(Weights::kShare)});
    all.push_back({tr("Two keys: softmax"),
                   tr("With softmax the other key keeps 0.269: the answer is 0.269 of (1, 1)."),
                   two(Weights::kSoftmax)});
}

void addSelfAttention(std::vector<VectorExample>& all)
{
    const auto three = [](const QString& query, const Numbers& at) {
        return dictionary(query, at,
                          {{QStringLiteral("x₁"), {0, 0}, {0, 0}},
                           {QStringLiteral("x₂"), {0, 1}, {0, 1}},
                           {QStringLiteral("x₃"), {0.1F, 0.5F}, {0.1F, 0.5F}}},
                          Rule::kScaledDot, Weights::kSoftmax);
    };
    all.push_back({tr("Self-attention of three vectors: row 1"),
                   tr("Queries, keys and values are the same three vectors. Weights 0.3333 "
                      "each, output (0.0333, 0.5000)."),
                   three(QStringLiteral("x₁"), {0, 0})});
    all.push_back({tr("Self-attention of three vectors: row 2"),
                   tr("Weights 0.2246, 0.4555 and 0.3199; output (0.0320, 0.6155)."),
                   three(QStringLiteral("x₂"), {0, 1})});
    all.push_back({tr("Self-attention of three vectors: row 3"),
                   tr("Weights 0.2758, 0.3928 and 0.3315; output (0.0331, 0.5585)."),
                   three(QStringLiteral("x₃"), {0.1F, 0.5F})});
}

void addAngles(std::vector<VectorExample>& all)
{
    const auto half = static_cast<float>(std::sqrt(3.0) / 2);
    const auto circle = [half](Rule rule) {
        return dictionary(QStringLiteral("q"), {1, 0},
                          {{QStringLiteral("0°"), {1, 0}, {1}},
                           {QStringLiteral("60°"), {0.5F, half}, {2}},
                           {QStringLiteral("90°"), {0, 1}, {3}},
                           {QStringLiteral("120°"), {-0.5F, half}, {4}},
                           {QStringLiteral("180°"), {-1, 0}, {5}}},
                          rule, Weights::kSoftmax);
    };
    all.push_back({tr("Angles: cos θ and exp(cos θ)"),
                   tr("exp amplifies agreement (e¹ = 2.718) and damps opposition (e⁻¹ = "
                      "0.3679). Select keys to see them on the curves."),
                   circle(Rule::kCosine)});
    all.push_back({tr("Additive similarity without tanh"),
                   tr("w · q + w · k: the query adds the same to every score, so softmax "
                      "does not see it. Choose the additive rule with tanh to compare."),
                   circle(Rule::kAdditiveLinear)});
}

} // namespace

std::vector<VectorExample> vectorExamples()
{
    std::vector<VectorExample> all{{tr("Four keys in the plane"), QString(), VectorDictionary::example()}};
    addWordDictionary(all);
    addPlaneOfWords(all);
    addShares(all);
    addSelfAttention(all);
    addAngles(all);
    return all;
}

static bool hasDecimalComma()
{
    return QLocale().decimalPoint() == QLatin1String(",");
}

static std::optional<float> parsedNumber(QString word)
{
    word.replace(QChar(0x2212), QLatin1Char('-'));
    if (hasDecimalComma())
        word.replace(QLatin1Char(','), QLatin1Char('.'));
    bool ok = false;
    const double value = word.toDouble(&ok);
    // Beyond this, products of two coordinates exceed single precision.
    constexpr double kLargest = 1e9;
    if (!ok || !std::isfinite(value) || std::abs(value) > kLargest)
        return std::nullopt;
    return static_cast<float>(value);
}

std::optional<RowVector> parsedVector(const QString& text)
{
    static const QRegularExpression kBrackets(QStringLiteral("[()\\[\\]]"));
    static const QRegularExpression kBlanks(QStringLiteral("(\\s*;\\s*|\\s*,\\s+|\\s+)"));
    static const QRegularExpression kAny(QStringLiteral("(\\s*[;,]\\s*|\\s+)"));
    QString bare = text;
    bare.replace(kBrackets, QStringLiteral(" "));
    const QStringList words = bare.trimmed().split(hasDecimalComma() ? kBlanks : kAny, Qt::SkipEmptyParts);
    if (words.isEmpty() || words.size() > kMostDimensions)
        return std::nullopt;
    RowVector vector(static_cast<Index>(words.size()));
    for (qsizetype i = 0; i < words.size(); ++i) {
        const std::optional<float> number = parsedNumber(words[i]);
        if (!number)
            return std::nullopt;
        vector(static_cast<Index>(i)) = *number;
    }
    return vector;
}

QString vectorText(const RowVector& vector, int most)
{
    if (vector.size() == 1)
        return fourDigits(static_cast<double>(vector(0)));
    const QString separator = hasDecimalComma() ? QStringLiteral("; ") : QStringLiteral(", ");
    QStringList words;
    for (Index i = 0; i < vector.size(); ++i) {
        if (i == most) {
            words << QStringLiteral("…");
            break;
        }
        words << fourDigits(static_cast<double>(vector(i)));
    }
    return QLatin1Char('(') + words.join(separator) + QLatin1Char(')');
}

} // namespace headlight
