#include "ui/state/decoding_edit.h"

#include "core/sampling/decode_step.h"
#include "tests/support/catch.h"

#include <cmath>
#include <limits>

using namespace headlight;

TEST_CASE("surprise: a probability that is no number has no bits", "[models]")
{
    DecodeStep step;
    step.logProbability = std::log(0.25F);
    CHECK(surpriseBits(step) == Approx(2.0));
    step.logProbability = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(surpriseBits(step)));
    step.logProbability = 0.0F;
    CHECK(surpriseBits(step) == 0.0);
}
