#include "core/math/mask_notation.h"

#include "core/math/mask.h"
#include "tests/support/catch.h"

#include <cmath>

using namespace headlight;

TEST_CASE("mask notation: the same mask as truth, as an addition and as PyTorch's boolean", "[math][texts]")
{
    // The introductions' causal mask for L = 4: 0 on and below the diagonal, −∞ above it.
    const ByteMatrix truth = Mask(4, 4).causal().toMatrix();
    const Matrix ones = maskAs(truth, MaskNotation::kTruth);
    const Matrix added = maskAs(truth, MaskNotation::kAdditive);
    const Matrix finite = maskAs(truth, MaskNotation::kAdditiveFinite);
    const Matrix hidden = maskAs(truth, MaskNotation::kHidden);
    for (Index q = 0; q < 4; ++q) {
        for (Index k = 0; k < 4; ++k) {
            CHECK(ones(q, k) == (k <= q ? 1.0F : 0.0F));
            CHECK(hidden(q, k) == (k <= q ? 0.0F : 1.0F));
            CHECK(finite(q, k) == (k <= q ? 0.0F : -1e9F));
            if (k <= q)
                CHECK(added(q, k) == 0.0F);
            else
                CHECK((std::isinf(added(q, k)) && added(q, k) < 0));
        }
    }
    CHECK(emptyRows(truth).empty());
    CHECK(emptyRows(Mask(3, 3).edit({1, 2, 0, 3, false}).toMatrix()) == std::vector<Index>{1});
    CHECK(maskAs(ByteMatrix(), MaskNotation::kHidden).size() == 0);
}

TEST_CASE("mask notation: the rules behind a mask are found, and only where they give it", "[math]")
{
    const auto ruleOf = [](const Mask& mask) { return maskRuleOf(mask.toMatrix()); };
    CHECK(ruleOf(Mask(3, 3).causal()) == MaskRule{true, 0, 3, false});
    CHECK(ruleOf(Mask(4, 6)) == MaskRule{false, 0, 6, false});
    CHECK(ruleOf(Mask(5, 5).keyLimit(3)) == MaskRule{false, 0, 3, false});
    CHECK(ruleOf(Mask(5, 5).causal().keyLimit(3)) == MaskRule{true, 0, 3, false});
    CHECK(ruleOf(Mask(8, 8).causal().window(3)) == MaskRule{true, 3, 8, false});
    CHECK(ruleOf(Mask(5, 5).causal().edit({3, 4, 0, 1, false})).other);
    CHECK(ruleOf(Mask(5, 5).edit({0, 1, 4, 5, false})).other);
}
