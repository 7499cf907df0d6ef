#include "ui/views/vectors/vector_dictionary.h"

#include "core/trace/trace.h"
#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"
#include "ui/views/vectors/dictionary_model.h"

#include <cmath>

using namespace headlight;

namespace {

double dot(const QPointF& a, const QPointF& b)
{
    return a.x() * b.x() + a.y() * b.y();
}

/// The four functions of the literature, by hand in the plane.
double plainScore(const VectorDictionary& d, const QPointF& q, const QPointF& k)
{
    switch (d.rule()) {
    case DictionaryRule::kScaledDot:
        return dot(q, k) / std::sqrt(2.0);
    case DictionaryRule::kGeneral: {
        const auto w = [&d](int r, int c) { return static_cast<double>(d.general()(r, c)); };
        return q.x() * (w(0, 0) * k.x() + w(0, 1) * k.y()) + q.y() * (w(1, 0) * k.x() + w(1, 1) * k.y());
    }
    case DictionaryRule::kAdditive:
        return static_cast<double>(d.combine()(0)) * std::tanh(q.x() + k.x())
            + static_cast<double>(d.combine()(1)) * std::tanh(q.y() + k.y());
    default:
        return dot(q, k);
    }
}

} // namespace

TEST_CASE("vector dictionary: scores, softmax and blend by plain loops", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    d.setGeneral(0, 1, -0.7);
    d.setGeneral(1, 0, 0.4);
    d.setCombine(1, 1.5);
    for (const DictionaryRule rule : {DictionaryRule::kDot, DictionaryRule::kScaledDot,
                                      DictionaryRule::kGeneral, DictionaryRule::kAdditive}) {
        d.setRule(rule);
        for (const double temperature : {0.3, 1.0, 5.0}) {
            d.setTemperature(temperature);
            const VectorDictionary::Answer answer = d.answer();
            double sum = 0;
            std::vector<double> weights;
            for (const VectorDictionary::Entry& entry : d.entries()) {
                weights.push_back(std::exp(plainScore(d, d.query(), entry.key) / temperature));
                sum += weights.back();
            }
            double number = 0;
            QPointF arrow;
            for (std::size_t i = 0; i < weights.size(); ++i) {
                const double weight = weights[i] / sum;
                INFO("rule " << static_cast<int>(rule) << " temperature " << temperature << " key " << i);
                CHECK(answer.scores[i] == Approx(plainScore(d, d.query(), d.entries()[i].key)).margin(1e-5));
                CHECK(answer.weights[i] == Approx(weight).margin(1e-5));
                number += weight * d.entries()[i].number;
                arrow += weight * d.entries()[i].arrow;
            }
            CHECK(answer.number == Approx(number).margin(1e-4));
            CHECK(answer.arrow.x() == Approx(arrow.x()).margin(1e-4));
            CHECK(answer.arrow.y() == Approx(arrow.y()).margin(1e-4));
        }
    }
}

TEST_CASE("vector dictionary: cold it is an ordinary dictionary, hot it is the mean", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    d.setTemperature(0.01);
    const std::size_t best = 0; // the query points at the first key
    CHECK(d.answer().weights[best] == Approx(1.0).margin(1e-6));
    CHECK(d.answer().number == Approx(d.entries()[best].number).margin(1e-4));
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
    places << static_cast<float>(d.query().x()), static_cast<float>(d.query().y());
    CHECK(d.numbersFor(places).front() == Approx(d.answer().number));
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
    d.setQuery({0, 0});
    CHECK(d.isMoved());
    CHECK_FALSE(d.canAdd());
    CHECK_FALSE(d.canRemove());
}

TEST_CASE("dictionary model: the table says what the dictionary says", "[models]")
{
    VectorDictionary d = VectorDictionary::example();
    DictionaryModel table;
    table.setDictionary(d);
    REQUIRE(table.rowCount() == 5);
    CHECK(table.isAnswer(4));
    const QModelIndex weight = table.index(1, DictionaryModel::kWeightColumn);
    CHECK(weight.data(DictionaryModel::kShare).toDouble() == d.answer().weights[1]);
    const QModelIndex value = table.index(2, DictionaryModel::kValueColumn);
    CHECK(value.data(Qt::EditRole).toDouble() == d.entries()[2].number);
    int edited = -1;
    QObject::connect(&table, &DictionaryModel::numberEdited, &table, [&](int entry, double number) {
        edited = entry;
        CHECK(number == -2.5);
    });
    CHECK(table.setData(value, -2.5, Qt::EditRole));
    CHECK(edited == 2);
    CHECK_FALSE(table.setData(table.index(4, DictionaryModel::kValueColumn), 1.0, Qt::EditRole));
    CHECK_FALSE(table.setData(weight, 1.0, Qt::EditRole));
}
