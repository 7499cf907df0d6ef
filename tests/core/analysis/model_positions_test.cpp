#include "core/analysis/position_tables.h"

#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

namespace headlight::test {

TEST_CASE("model positions: the same rows as a forward pass records", "[analysis]")
{
    for (const PositionScheme scheme : {PositionScheme::kSinusoidalInterleaved,
                                        PositionScheme::kSinusoidalHalves, PositionScheme::kLearned}) {
        TinyOptions options;
        options.positions = scheme;
        const auto model = tinyModel(options);
        const PositionTables tables = positionTables(model);
        const Trace trace = runTiny(model, {{{5, 9, 14, 3, 22}, {0, 7, 12}}}).front();
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
            const Matrix recorded = trace.stackMatrix(Site::kPositions, kind);
            REQUIRE(recorded.rows() > 0);
            CHECK(tables.stack(kind).rows(recorded.rows()) == recorded);
        }
    }
}

TEST_CASE("model positions: the method is the model's", "[analysis]")
{
    TinyOptions options;
    options.positions = PositionScheme::kSinusoidalHalves;
    CHECK(positionTables(tinyModel(options)).encoder.method == PositionMethod::kSinusoidalHalves);
    options.positions = PositionScheme::kNone;
    CHECK(positionTables(tinyModel(options)).decoder.method == PositionMethod::kNone);
    options.decoderOnly = true;
    CHECK(positionTables(tinyModel(options)).encoder.method == PositionMethod::kUnknown);
    CHECK(positionTables(nullptr).encoder.method == PositionMethod::kUnknown);
}

TEST_CASE("model positions: the tables outlive the caller's model", "[analysis]")
{
    TinyOptions options;
    options.positions = PositionScheme::kLearned;
    const PositionTables tables = positionTables(tinyModel(options));
    REQUIRE(tables.encoder.limit > 0);
    CHECK(tables.encoder.rows(100000).rows() == tables.encoder.limit);
}

} // namespace headlight::test
