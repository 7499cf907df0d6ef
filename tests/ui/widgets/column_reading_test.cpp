#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/picture/token_shading.h"
#include "ui/widgets/column_reading.h"
#include "ui/words/shared_row.h"

#include <QSignalSpy>

#include <memory>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr Index kLongTokens = 5000; ///< too many for columns of whole rows
constexpr HeadRef kLongHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};

} // namespace

TEST_CASE("column reading: columns of a long map can be read once its rows are normalised", "[widgets][long]")
{
    const Trace trace = longTrace(kLongTokens);
    const AttentionMap map = trace.attention(kLongHead);
    const Cell key{std::nullopt, 4000};
    CHECK_FALSE(shadingOf(trace, kLongHead, MapKind::kWeights, key, ReadingDirection::kLookedAtBy));
    ColumnReading columns;
    QSignalSpy ready(&columns, &ColumnReading::ready);
    REQUIRE_FALSE(columns.canRead(map, MapKind::kWeights));
    CHECK(columns.isPreparing());
    CHECK_FALSE(columns.canRead(trace.attention(kLongHead), MapKind::kWeights)); // the same: not begun anew
    REQUIRE(ready.wait(60000));
    CHECK(columns.canRead(map, MapKind::kWeights));
    CHECK_FALSE(isColumnSlow(trace.attention(kLongHead), MapKind::kWeights));
    const auto shading = shadingOf(trace, kLongHead, MapKind::kWeights, key, ReadingDirection::kLookedAtBy);
    REQUIRE(shading);
    CHECK(shading->values[3999] == 0.0F);
    for (const Index row : {4000, 4500, 4999})
        CHECK(shading->values[static_cast<std::size_t>(row)]
              == Approx(map.block(MapKind::kWeights, row, 0, 1, kLongTokens)(0, 4000)).margin(1e-6));
    CHECK(ready.count() == 1);
}

TEST_CASE("column reading: what has no quick columns is tried once", "[widgets][long]")
{
    const Trace trace = longTrace(kLongTokens, 1, ScoreForm::kCosine);
    const AttentionMap map = trace.attention(kLongHead);
    ColumnReading columns;
    QSignalSpy ready(&columns, &ColumnReading::ready);
    CHECK_FALSE(columns.canRead(map, MapKind::kWeights));
    CHECK_FALSE(ready.wait(200));
    CHECK_FALSE(columns.isPreparing());
    CHECK_FALSE(columns.canRead(map, MapKind::kWeights));
    CHECK_FALSE(columns.isPreparing());
    CHECK(columns.canRead(map, MapKind::kScores)); // no rows are needed
}
