#include "ui/views/vectors/vector_dictionary.h"

#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/plane_weights.h"
#include "tests/support/tiny_model.h"
#include "ui/views/vectors/dictionary_model.h"
#include "ui/views/vectors/vector_examples.h"
#include "ui/words/local_number.h"

#include <QLocale>

#include <cmath>
#include <map>
#include <vector>

using namespace headlight;

namespace {

double dot(const RowVector& a, const RowVector& b)
{
    return a.cast<double>().dot(b.cast<double>());
}

/// The functions from the literature as plain loops.
double plainScore(const VectorDictionary& d, const RowVector& q, const RowVector& k)
{
    const Index n = q.size();
    double sum = 0;
    const auto at = [](const RowVector& v, Index i) { return static_cast<double>(v(i)); };
    switch (d.rule()) {
    case DictionaryRule::kScaledDot:
        return dot(q, k) / std::sqrt(static_cast<double>(n));
    case DictionaryRule::kCosine:
        return dot(q, k) / std::sqrt(dot(q, q) * dot(k, k));
    case DictionaryRule::kGeneral:
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j < n; ++j)
                sum += at(q, i) * static_cast<double>(d.general()(i, j)) * at(k, j);
        return sum;
    case DictionaryRule::kAdditive:
        for (Index i = 0; i < n; ++i)
            sum += at(d.combine(), i) * std::tanh(at(q, i) + at(k, i));
        return sum;
    case DictionaryRule::kAdditiveLinear:
        for (Index i = 0; i < n; ++i)
            sum += at(d.combine(), i) * (at(q, i) + at(k, i));
        return sum;
    default:
        return dot(q, k);
    }
}

RowVector vectorOf(const std::vector<float>& numbers)
{
    return Eigen::Map<const RowVector>(numbers.data(), static_cast<Index>(numbers.size()));
}

/// A dictionary of this width with distinct keys.
VectorDictionary longDictionary(Index width)
{
    std::vector<VectorDictionary::Entry> entries;
    for (int i = 0; i < 4; ++i) {
        RowVector key(width);
        for (Index c = 0; c < width; ++c)
            key(c) = 0.3F * static_cast<float>((i * 7 + c * 5) % 11) - 1.2F;
        entries.push_back(
            {QString::number(i), key, vectorOf({1.0F * static_cast<float>(i), -2.0F, 0.5F}), {}});
    }
    RowVector query(width);
    for (Index c = 0; c < width; ++c)
        query(c) = 0.2F * static_cast<float>((c * 3) % 7) - 0.4F;
    return VectorDictionary::typed(QStringLiteral("q"), query, entries, DictionaryRule::kDot,
                                   DictionaryWeights::kSoftmax);
}

} // namespace

TEST_CASE("vector dictionary: scores, weights and blend by plain loops, for any length", "[models]")
{
    for (const Index width : {Index{1}, Index{2}, Index{5}, Index{64}}) {
        VectorDictionary d = longDictionary(width);
        RowVector general(width * width);
        for (Index i = 0; i < general.size(); ++i)
            general(i) = 0.1F * static_cast<float>(i % 9) - 0.35F;
        for (const DictionaryRule rule :
             {DictionaryRule::kDot, DictionaryRule::kScaledDot, DictionaryRule::kGeneral,
              DictionaryRule::kAdditive, DictionaryRule::kAdditiveLinear, DictionaryRule::kCosine}) {
            d.setRule(rule);
            if (rule == DictionaryRule::kGeneral)
                CHECK(d.setParameters(general));
            CHECK_FALSE(d.setParameters(RowVector::Ones(width * width + 1)));
            for (const double temperature : {0.0, 0.3, 1.0, 5.0}) { // 0 = the plain share
                d.setWeighting(temperature > 0 ? DictionaryWeights::kSoftmax : DictionaryWeights::kShare);
                d.setTemperature(temperature);
                const VectorDictionary::Answer answer = d.answer();
                std::vector<double> weights;
                double sum = 0;
                for (const VectorDictionary::Entry& entry : d.entries()) {
                    const double score = plainScore(d, d.query(), entry.key);
                    weights.push_back(temperature > 0 ? std::exp(score / temperature) : score);
                    sum += weights.back();
                }
                if (std::abs(sum) < 1e-6) { // no shares, as for cosines in one dimension
                    for (const double weight : answer.weights)
                        CHECK(weight == 0);
                    continue;
                }
                Eigen::RowVectorXd blend = Eigen::RowVectorXd::Zero(3);
                for (std::size_t i = 0; i < weights.size(); ++i) {
                    INFO("width " << width << " rule " << static_cast<int>(rule) << " temperature "
                                  << temperature << " key " << i);
                    const RowVector& key = d.entries()[i].key;
                    CHECK(answer.scores[i] == Approx(plainScore(d, d.query(), key)).margin(2e-5));
                    CHECK(answer.weights[i] == Approx(weights[i] / sum).epsilon(1e-3).margin(2e-5));
                    CHECK(answer.angles[i].key == Approx(std::sqrt(dot(key, key))));
                    blend += weights[i] / sum * d.entries()[i].value.cast<double>();
                    CHECK(answer.scores[static_cast<std::size_t>(answer.best)] >= answer.scores[i]);
                }
                for (Index c = 0; c < 3; ++c)
                    CHECK(static_cast<double>(answer.blend(c))
                          == Approx(blend(c)).epsilon(1e-3).margin(1e-4));
            }
        }
    }
}

TEST_CASE("vector dictionary: typed vectors set the length of all, and the plane moves within them",
          "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    d.setKey(1, vectorOf({1, 2, 3}));
    CHECK(d.dimensions() == 3);
    CHECK(d.query().size() == 3);
    CHECK(d.query()(2) == 0.0F);
    CHECK(d.entries()[0].key.size() == 3);
    d.setKey(0, vectorOf({4}));
    CHECK(d.entries()[0].key == vectorOf({4, 0, 0}));
    d.setQuery(vectorOf({1, 1, 1}));
    const double lost = d.lost();
    CHECK(lost > 0);
    // Moving in the plane keeps the component outside it.
    const RowVector before = d.query();
    const QPointF at = d.queryPlace();
    d.moveQuery(at + QPointF(0.5, -0.25));
    CHECK(d.queryPlace().x() == Approx(at.x() + 0.5).margin(1e-5));
    CHECK(d.queryPlace().y() == Approx(at.y() - 0.25).margin(1e-5));
    CHECK(static_cast<double>((d.query() - before).norm()) == Approx(std::hypot(0.5, 0.25)).margin(1e-5));
    // At the query's position, the shade equals the query's answer.
    Matrix places(1, 2);
    places << static_cast<float>(d.queryPlace().x()), static_cast<float>(d.queryPlace().y());
    CHECK(d.numbersFor(places).front() == Approx(d.answer().number()).margin(1e-4));
    d.setDimensions(2);
    CHECK(d.lost() == 0);
    CHECK(d.entries()[1].key == vectorOf({1, 2}));
    d.setValue(2, vectorOf({7, 8, 9}));
    CHECK(d.values() == DictionaryValues::kArrows);
    CHECK(d.entries()[0].value.size() == 3);
    CHECK(d.answer().blend.size() == 3);
    d.setValues(DictionaryValues::kNumbers);
    CHECK(d.answer().blend.size() == 1);
}

TEST_CASE("vector text: vectors are read as they are written, and nothing else is", "[models]")
{
    CHECK(parsedVector(QStringLiteral("8, −5")) == vectorOf({8, -5}));
    CHECK(parsedVector(QStringLiteral("(8 -5)")) == vectorOf({8, -5}));
    CHECK(parsedVector(QStringLiteral("[0.45; .45;0.1]")) == vectorOf({0.45F, 0.45F, 0.1F}));
    CHECK(parsedVector(QStringLiteral("8,-5")) == vectorOf({8, -5}));
    for (const char* bad : {"", "  ", "()", "a", "1, b", "nan", "inf", "1e30"}) {
        INFO(bad);
        CHECK_FALSE(parsedVector(QString::fromUtf8(bad)).has_value());
    }
    CHECK_FALSE(parsedVector(QStringLiteral("1 ").repeated(65)).has_value());
    CHECK(parsedVector(QStringLiteral("1 ").repeated(64))->size() == 64);
    CHECK(vectorText(vectorOf({8, -5})) == QStringLiteral("(8, −5)"));
    CHECK(vectorText(vectorOf({8.25F})) == QStringLiteral("8.25"));
    CHECK(fourDigits(0.22463) == QStringLiteral("0.2246"));
    CHECK(fourDigits(0.03331) == QStringLiteral("0.0333"));
    CHECK(fourDigits(9.8805) == QStringLiteral("9.88")); // 9.880, without the trailing zero
    CHECK(fourDigits(-72) == QStringLiteral("−72"));
    CHECK(fourDigits(-1e-5) == QStringLiteral("0"));
    CHECK(vectorText(RowVector::Zero(20), 2) == QStringLiteral("(0, 0, …)"));
    // If a comma is the decimal sign, it is a separator only before a blank.
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::French));
    CHECK(parsedVector(QStringLiteral("0,5; -1,25")) == vectorOf({0.5F, -1.25F}));
    CHECK(parsedVector(vectorText(vectorOf({0.5F, -3}))) == vectorOf({0.5F, -3}));
    QLocale::setDefault(before);
}

namespace {

struct Printed
{
    std::vector<double> scores, weights, answer; ///< as printed; no scores = none printed
    double margin; ///< half a unit of the last digit
};

} // namespace

TEST_CASE("vector examples: every worked number, to the digits that are printed", "[models][texts]")
{
    const std::vector<VectorExample> examples = vectorExamples();
    const std::map<std::size_t, Printed> printed{
        {1, {{1, 0, 0}, {1, 0, 0}, {10}, 5e-4}},
        {2, {{.45, .45, .1}, {.45, .45, .1}, {8.25}, 5e-4}},
        {3, {{55, 53, -72}, {.881, .119, 0}, {}, 5e-4}},
        {4, {{}, {.804, .196, 0}, {}, 5e-4}},
        {5, {{1, 0}, {1, 0}, {0, 0}, 5e-4}},
        {6, {{1, 0}, {.731, .269}, {.269, .269}, 5e-4}},
        {7, {{0, 0, 0}, {.3333, .3333, .3333}, {.0333, .5}, 5e-5}},
        {8, {{}, {.2246, .4555, .3199}, {.0320, .6155}, 5e-5}},
        {9, {{}, {.2758, .3928, .3315}, {.0331, .5585}, 5e-5}},
    };
    REQUIRE(examples.size() > 10);
    for (const auto& [index, numbers] : printed) {
        const VectorDictionary& d = examples[index].dictionary;
        const VectorDictionary::Answer answer = d.answer();
        INFO(examples[index].name.toStdString());
        REQUIRE(answer.weights.size() == numbers.weights.size());
        for (std::size_t i = 0; i < numbers.weights.size(); ++i)
            CHECK(std::abs(answer.weights[i] - numbers.weights[i]) <= numbers.margin * 1.001);
        for (std::size_t i = 0; i < numbers.scores.size(); ++i)
            CHECK(std::abs(answer.scores[i] - numbers.scores[i]) <= numbers.margin);
        for (std::size_t i = 0; i < numbers.answer.size(); ++i)
            CHECK(std::abs(static_cast<double>(answer.blend(static_cast<Index>(i))) - numbers.answer[i])
                  <= numbers.margin * 1.001);
    }
    // Printed with two decimals.
    CHECK(std::abs(examples[3].dictionary.answer().number() - 9.88) <= 5e-3);
    CHECK(std::abs(examples[4].dictionary.answer().number() - 9.80) <= 5e-3);
    // The ordinary dictionary: fun 10, exciting 9, boring −3.
    VectorDictionary words = examples[1].dictionary;
    const std::vector<double> values{10, 9, -3};
    for (Index word = 0; word < 3; ++word) {
        words.setQuery(words.entries()[static_cast<std::size_t>(word)].key);
        const auto best = words.answer().best;
        CHECK(best == word);
        CHECK(static_cast<double>(words.entries()[static_cast<std::size_t>(best)].value(0))
              == values[static_cast<std::size_t>(word)]);
    }
    // exp(cos θ) amplifies agreement and damps opposition.
    const auto angles = examples[10].dictionary.answer().angles;
    CHECK(std::exp(*angles.front().cosine) == Approx(2.718).margin(5e-4));
    CHECK(std::exp(*angles.back().cosine) == Approx(.3679).margin(5e-5));
    CHECK(*angles[1].angle == Approx(std::acos(0.5)));
    // Without tanh the query does not affect the weights.
    VectorDictionary additive = examples[11].dictionary;
    const auto one = additive.answer().weights;
    additive.setQuery(vectorOf({-3, 2}));
    for (std::size_t i = 0; i < one.size(); ++i)
        CHECK(additive.answer().weights[i] == Approx(one[i]).margin(1e-5));
}

TEST_CASE("vector dictionary: cold it is an ordinary dictionary, hot it is the mean", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    d.setTemperature(0.01);
    const std::size_t best = 0; // the query points to the first key
    CHECK(d.answer().weights[best] == Approx(1.0).margin(1e-6));
    CHECK(d.answer().number() == Approx(static_cast<double>(d.entries()[best].value(0))).margin(1e-4));
    d.setTemperature(1e4);
    for (const double weight : d.answer().weights)
        CHECK(weight == Approx(0.25).margin(1e-3));
}

TEST_CASE("vector dictionary: keys come and go within limits", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    while (d.canAdd())
        d.add();
    CHECK(d.entries().size() == VectorDictionary::kMostEntries);
    d.remove(2);
    CHECK(d.entries().size() == VectorDictionary::kMostEntries - 1);
    CHECK(d.entries()[2].name == QStringLiteral("k₃"));
    while (d.canRemove())
        d.remove(0);
    CHECK(d.entries().size() == 1);
    CHECK(d.answer().weights.front() == Approx(1.0));
    Matrix places(1, 2);
    places << static_cast<float>(d.queryPlace().x()), static_cast<float>(d.queryPlace().y());
    CHECK(d.numbersFor(places).front() == Approx(d.answer().number()));
}

TEST_CASE("vector dictionary: loaded from a head of width two it has the model's weights", "[models]")
{
    test::TinyOptions options;
    options.headWidth = 2;
    const auto model = test::tinyModel(options);
    const Trace trace = test::runTiny(model, {{{5, 9, 14, 3}, {0, 7, 11}}}).front();
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    const auto row = projectedRow(trace, head, 1);
    REQUIRE(row.has_value());
    VectorDictionary d = VectorDictionary::loaded(*row, {}, QStringLiteral("q: x"));
    CHECK(d.rule() == DictionaryRule::kModel);
    REQUIRE(d.entries().size() == 4);
    const Matrix weights = trace.attention(head).whole(MapKind::kWeights);
    for (Index i = 0; i < 4; ++i)
        CHECK(d.answer().weights[static_cast<std::size_t>(i)]
              == Approx(static_cast<double>(weights(1, i))).margin(1e-4));
    CHECK_FALSE(d.isMoved());
    d.moveQuery({0, 0});
    CHECK(d.isMoved());
    CHECK_FALSE(d.canAdd());
    CHECK_FALSE(d.canRemove());
}

TEST_CASE("vector dictionary: a head that an edit compares otherwise is compared so in the plane", "[models]")
{
    const auto model = test::tinyModel();
    const Trace trace = test::runTiny(model, {{{5, 9, 14, 3}, {0, 7, 11}}}).front();
    auto row = projectedRow(trace, {StackKind::kDecoder, 0, AttentionKind::kCross, 1}, 1);
    REQUIRE(row.has_value());
    for (const ScoreForm form : {ScoreForm::kDot, ScoreForm::kCosine, ScoreForm::kAdditive}) {
        for (const RowForm rows : {RowForm::kSoftmax, RowForm::kShare}) {
            row->rule.form = form;
            row->rule.rows = rows;
            const VectorDictionary d = VectorDictionary::loaded(*row, {}, QStringLiteral("q: x"));
            const Matrix& points = row->plane.points;
            const RowVector expected
                = test::planeWeights(*row, points.row(0), Matrix(points.bottomRows(points.rows() - 1)));
            const std::vector<double> weights = d.answer().weights;
            REQUIRE(std::ssize(weights) == expected.size());
            for (Index i = 0; i < expected.size(); ++i)
                CHECK(weights[static_cast<std::size_t>(i)]
                      == Approx(static_cast<double>(expected(i))).epsilon(1e-3).margin(1e-5));
        }
    }
}

TEST_CASE("dictionary model: the table says what the dictionary says", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    DictionaryModel table;
    table.setDictionary(d);
    REQUIRE(table.rowCount() == 6);
    CHECK(table.isAnswer(4));
    CHECK(table.softRow() == 4);
    CHECK(table.hardRow() == 5);
    const auto shown
        = [&table](int row, int column) { return table.index(row, column).data(Qt::DisplayRole).toString(); };
    const QModelIndex weight = table.index(1, DictionaryModel::kWeightColumn);
    CHECK(weight.data(DictionaryModel::kShare).toDouble() == d.answer().weights[1]);
    // Soft and hard answers next to each other.
    const auto best = static_cast<int>(d.answer().best);
    CHECK(shown(best, DictionaryModel::kHardColumn) == QStringLiteral("1"));
    CHECK(shown((best + 1) % 4, DictionaryModel::kHardColumn) == QStringLiteral("0"));
    CHECK(shown(table.softRow(), DictionaryModel::kValueColumn) == fourDigits(d.answer().number()));
    CHECK(shown(table.hardRow(), DictionaryModel::kValueColumn)
          == shown(best, DictionaryModel::kValueColumn));
    CHECK(shown(table.hardRow(), DictionaryModel::kNameColumn) == QStringLiteral("Hard answer"));
    CHECK(shown(0, DictionaryModel::kNormColumn) == fourDigits(std::hypot(2.0, 0.4)));
    const QModelIndex value = table.index(2, DictionaryModel::kValueColumn);
    CHECK(value.data(Qt::EditRole).toString() == QStringLiteral("7"));
    int edited = 0;
    QObject::connect(&table, &DictionaryModel::valueEdited, &table, [&](int entry, const RowVector& number) {
        CHECK(number == vectorOf({-2.5F}));
        CHECK(entry == 2);
        edited |= 1;
    });
    QObject::connect(&table, &DictionaryModel::keyEdited, &table, [&](int entry, const RowVector& key) {
        CHECK(key == vectorOf({1, 2, 3}));
        CHECK(entry == 1);
        edited |= 2;
    });
    QObject::connect(&table, &DictionaryModel::nameEdited, &table, [&](int entry, const QString& name) {
        CHECK(name == QStringLiteral("cat"));
        CHECK(entry == 0);
        edited |= 4;
    });
    CHECK(table.setData(value, QStringLiteral("-2.5"), Qt::EditRole));
    CHECK(table.setData(table.index(1, DictionaryModel::kKeyColumn), QStringLiteral("1 2 3"), Qt::EditRole));
    CHECK(table.setData(table.index(0, DictionaryModel::kNameColumn), QStringLiteral("cat"), Qt::EditRole));
    CHECK(edited == 7);
    CHECK_FALSE(table.setData(value, QStringLiteral("much"), Qt::EditRole));
    CHECK_FALSE(table.setData(table.index(4, DictionaryModel::kValueColumn), 1.0, Qt::EditRole));
    CHECK_FALSE(table.setData(weight, 1.0, Qt::EditRole));
    d.setQuery(vectorOf({0, 0})); // as like each key
    table.setDictionary(d);
    CHECK(shown(table.hardRow(), DictionaryModel::kNameColumn)
          == QStringLiteral("Hard answer (first of 4 equal)"));
}
