#include "core/lesson/matrix_sheet.h"

#include "core/base/text_list.h"

#include <cmath>

namespace headlight {

namespace {

SheetLine given(const char* name, const MatrixView& value)
{
    return {{}, name, formulaOf(value.cast<double>()), {}};
}

/// What masked cells get: 0 and −∞, or the number that the model uses instead.
Matrix addedMask(const AttentionMap& map, const ScoreRule& rule)
{
    ByteMatrix truth(map.queries(), map.keys());
    map.readTruth(MapKind::kMask, 0, 0, truth);
    return truth.unaryExpr([&](std::uint8_t allowed) { return allowed != 0 ? 0.0F : rule.maskValue; });
}

} // namespace

Result<MatrixSheet> sheetOf(const Trace& trace, const HeadRef& head)
{
    const AttentionMap map = trace.attention(head);
    const Matrix queries = trace.headMatrix(Site::kQuery, head), keys = trace.headMatrix(Site::kKey, head),
                 values = trace.headMatrix(Site::kValue, head);
    if (queries.rows() == 0 || keys.rows() == 0 || values.rows() == 0 || !map.has(MapKind::kMask))
        return unsupported({}, {},
                           "found a head without its queries, keys, values and mask, expected all four");
    const ScoreRule& rule = trace.info().scoreRule(head);
    if (rule.form != ScoreForm::kDot || rule.rows != RowForm::kSoftmax || rule.dropout > 0 || map.hasSink())
        return unsupported(
            {}, {},
            "found a head that does not turn q · k into weights by softmax alone, expected one "
            "without sink, dropout or another comparison");
    if (std::max({map.queries() * map.keys(), queries.size(), keys.size(), values.size()}) > kMostSheetCells)
        return unsupported({}, {}, "found a matrix of more than ", kMostSheetCells,
                           " cells, expected a shorter text");
    MatrixSheet sheet{.lines = {given("Q", queries), given("K", keys), given("V", values)}};
    const auto add = [&](const char* name, const std::string& formula) {
        sheet.lines.push_back({{}, name, formula, {}});
    };
    add("S", "Q @ transposed(K)");
    const auto width = static_cast<float>(queries.cols());
    std::string scores = std::abs(rule.scale * std::sqrt(width) - 1) < 1e-5F
        ? "S / sqrt(columns(Q))"
        : "S * " + shortestNumber(static_cast<double>(rule.scale));
    if (rule.softcap > 0) {
        const std::string cap = shortestNumber(static_cast<double>(rule.softcap));
        scores = cap + " * tanh(" + scores + " / " + cap + ')';
    }
    if (map.has(MapKind::kBias)) {
        sheet.lines.push_back(given("B", map.whole(MapKind::kBias)));
        scores += " + B";
    }
    add("scaled", scores);
    const Matrix mask = addedMask(map, rule);
    if ((mask.array() != 0).any()) {
        sheet.lines.push_back(given("M", mask));
        add("masked", "scaled + M");
    }
    add("A", "softmax(" + sheet.lines.back().name + ')');
    add("O", "A @ V");
    return sheet;
}

} // namespace headlight
