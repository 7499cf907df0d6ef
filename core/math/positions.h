#pragma once

#include "core/math/matrix.h"

#include <vector>

namespace headlight {

/// "Attention Is All You Need", 3.5: PE(p, 2i) = sin(p / 10000^(2i/width)), PE(p, 2i+1) = cos(same).
/// [length × width]; an odd width ends with a sine. Computed in double precision.
Matrix sinusoidalInterleaved(Index firstPosition, Index length, Index width);

/// Marian's layout of the same numbers: sines in the first half (one more if the width is odd), cosines in
/// the second.
Matrix sinusoidalHalves(Index firstPosition, Index length, Index width);

/// The layout of Tensor2Tensor and fairseq: sines first, then cosines, of p · 10000^(−k / (width/2 − 1)), so
/// that the slowest wave has exactly 10000; an odd width ends with a zero. width >= 4.
Matrix sinusoidalStretched(Index firstPosition, Index length, Index width);

/// A steeper scale that counts dimensions instead of pairs: sin(p / 10000^(2i/width)) on even dimensions i,
/// cos(p / 10000^(2(i−1)/width)) on odd ones.
Matrix sinusoidalSteep(Index firstPosition, Index length, Index width);

/// The same with exponent 2i/width on every dimension i, so that cosines have different angles from sines.
Matrix sinusoidalSteepOwn(Index firstPosition, Index length, Index width);

/// T5's bucket of a key at distance `keyPosition - queryPosition` (Raffel et al. 2020, section 2.1):
/// exact for small distances, logarithmic up to maxDistance. In 0 … buckets-1.
int relativeBucket(Index relativePosition, bool bidirectional, int buckets, int maxDistance);

/// ALiBi's slope of each head (Press et al. 2022, section 3).
std::vector<float> alibiSlopes(int heads);

/// Rotates pairs of dimensions of x [rows × width] by position × inverse frequency (Su et al. 2021). Pair i
/// is (i, i + pairs) as in Llama's half-split layout, or (2i, 2i+1) if interleaved; only the first 2·pairs
/// dimensions are rotated. `scale` multiplies cosine and sine (YaRN, longrope); otherwise it is 1.
void rotate(MatrixSpan x, Index firstPosition, const std::vector<float>& inverseFrequencies, bool interleaved,
            float scale);

} // namespace headlight
