#include "core/math/tile_product.h"

#include "core/base/machine.h"
#include "core/base/workers.h"
#include "core/math/finite.h"
#include "core/math/tiles.h"

#include <algorithm>

namespace headlight {

#if defined(__x86_64__)

namespace {

/// Strips that are multiplied while w is split.
constexpr Index kFirstStrips = 2;
/// Strips whose sums stay in the cache.
constexpr Index kMostStrips = 16;
/// Rows of w whose parts are kept for further strips, and terms at a time: both stay in the L2 cache.
constexpr Index kGroupRows = 4 * kStripRows, kTerms = 1024;

// The functions down to multiplyPanel() know the registers: 0 to 3 hold sums, the others tiles of w and x.

/// The sums of four neighbouring tiles, `width` numbers a row. Rows of a tile are `apart` rows apart.
struct Sums
{
    float* data = nullptr;
    Index width = 0, apart = 1;
    bool begun = false; ///< numbers are added to those that are there

    float* at(Index tile, Index column) const { return data + tile * width + column * kTileRows; }
    Index stride() const { return apart * width * Index{sizeof(float)}; }
};

/// kColumns tiles beside each other: 4, or 2 of each of two tiles of w.
template <Index kColumns>
HEADLIGHT_TILES_INLINE void beginSums(const Sums& sums)
{
    if (!sums.begun) {
        asm volatile("tilezero %tmm0\n\ttilezero %tmm1\n\ttilezero %tmm2\n\ttilezero %tmm3");
        return;
    }
    loadTile<0>(sums.at(0, 0), sums.stride());
    loadTile<1>(sums.at(0, 1), sums.stride());
    loadTile<2>(sums.at(2 / kColumns, 2 % kColumns), sums.stride());
    loadTile<3>(sums.at(3 / kColumns, 3 % kColumns), sums.stride());
}

template <Index kColumns>
HEADLIGHT_TILES_INLINE void endSums(const Sums& sums)
{
    storeTile<0>(sums.at(0, 0), sums.stride());
    storeTile<1>(sums.at(0, 1), sums.stride());
    storeTile<2>(sums.at(2 / kColumns, 2 % kColumns), sums.stride());
    storeTile<3>(sums.at(3 / kColumns, 3 % kColumns), sums.stride());
}

/// Writes a row of a tile of each part: the upper halves of the numbers, then of what is left of them.
HEADLIGHT_TILES_INLINE void splitNumbers(__m512 low, __m512 high, std::uint16_t* to,
                                         Index partNumbers = kPartNumbers)
{
    HEADLIGHT_UNROLL
    for (int part = 0; part < kParts; ++part) {
        _mm512_store_si512(to + part * partNumbers, upperHalves(low, high));
        low = withoutUpperHalf(low);
        high = withoutUpperHalf(high);
    }
}

/// kTileRows rows of w; the last row that exists stands for missing ones, whose sums are not used.
struct TileOfRows
{
    RowsOfFloats w;
    Index terms = 0;

    const float* row(Index index) const { return w.data + std::min(index, w.rows - 1) * w.stride; }
};

/// Writes the parts of four rows for one step.
HEADLIGHT_TILES_INLINE void splitRows(const TileOfRows& tile, Index step, Index firstRow,
                                      std::uint16_t* parts)
{
    const Index first = step * kTileTerms;
    const unsigned mask = _bzhi_u32(~0U, static_cast<unsigned>(std::min(tile.terms - first, kTileTerms)));
    HEADLIGHT_UNROLL
    for (Index row = firstRow; row < firstRow + 4; ++row) {
        const float* const from = tile.row(row) + first;
        splitNumbers(_mm512_maskz_loadu_ps(static_cast<__mmask16>(mask & 0xFFFFU), from),
                     _mm512_maskz_loadu_ps(static_cast<__mmask16>(mask >> 16U), from + kTileTerms / 2),
                     parts + row * kTileTerms);
    }
}

/// The parts of a tile of w in registers 4 to 6 times one part of a tile of x, as far as the products count.
template <int kSums, int kPart>
HEADLIGHT_TILES_INLINE void addProductsOfTile(const std::uint16_t* x)
{
    loadTile<7>(x + kPart * kPartNumbers);
    if constexpr (kPart == 0)
        addProduct<kSums, 5, 7>();
    addProduct<kSums, 4, 7>();
    if constexpr (kPart == 1)
        addProduct<kSums, 5, 7>();
    if constexpr (kPart == 0)
        addProduct<kSums, 6, 7>();
}

/// The same for the two tiles of a strip.
template <int kSums, int kPart>
HEADLIGHT_TILES_INLINE void addProductsOfStrip(const std::uint16_t* x)
{
    addProductsOfTile<kSums, kPart>(x);
    addProductsOfTile<kSums + 1, kPart>(x + kPartNumbers / 2);
}

/// Multiplies a tile of rows by two strips of x, the second of them `below` numbers behind the first.
/// Meanwhile it writes the parts of the rows: the processor does both at once. Step i has its parts in
/// parts[i % kept × kStepNumbers].
HEADLIGHT_TILES void multiplyAndSplit(const TileOfRows& tile, const std::uint16_t* x, Index below,
                                      std::uint16_t* parts, Index kept, const Sums& sums)
{
    beginSums<4>(sums);
    for (Index row = 0; row < kTileRows; row += 4)
        splitRows(tile, 0, row, parts);
    const Index last = inUnits(tile.terms, kTileTerms) - 1;
    Index slot = 0;
    for (Index step = 0; step <= last; ++step, x += kStepNumbers) {
        const std::uint16_t* const w = parts + slot * kStepNumbers;
        slot = slot + 1 < kept ? slot + 1 : 0;
        std::uint16_t* const next = parts + slot * kStepNumbers;
        const bool more = step < last;
        loadTile<4>(w);
        loadTile<5>(w + kPartNumbers);
        loadTile<6>(w + 2 * kPartNumbers);
        addProductsOfStrip<0, 2>(x);
        addProductsOfStrip<2, 2>(x + below);
        if (more)
            splitRows(tile, step + 1, 0, next);
        addProductsOfStrip<0, 1>(x);
        if (more)
            splitRows(tile, step + 1, 4, next);
        addProductsOfStrip<2, 1>(x + below);
        if (more)
            splitRows(tile, step + 1, 8, next);
        addProductsOfStrip<0, 0>(x);
        if (more)
            splitRows(tile, step + 1, 12, next);
        addProductsOfStrip<2, 0>(x + below);
    }
    endSums<4>(sums);
}

HEADLIGHT_TILES_INLINE void addProductsOfTiles()
{
    addProduct<0, 4, 6>();
    addProduct<1, 4, 7>();
    addProduct<2, 5, 6>();
    addProduct<3, 5, 7>();
}

template <int kFirst>
HEADLIGHT_TILES_INLINE void loadTiles(const std::uint16_t* part)
{
    loadTile<kFirst>(part);
    loadTile<kFirst + 1>(part + kPartNumbers / 2);
}

/// Multiplies a panel of w by a strip of x, both split: [steps × kStepNumbers]. The products are added in the
/// same order as above.
HEADLIGHT_TILES void multiplyPanel(const std::uint16_t* w, const std::uint16_t* x, Index steps,
                                   const Sums& sums)
{
    beginSums<2>(sums);
    for (Index step = 0; step < steps; ++step, w += kStepNumbers, x += kStepNumbers) {
        loadTiles<4>(w);
        loadTiles<6>(x + 2 * kPartNumbers);
        addProductsOfTiles();
        loadTiles<6>(x + kPartNumbers);
        addProductsOfTiles();
        loadTiles<4>(w + kPartNumbers);
        addProductsOfTiles();
        loadTiles<6>(x);
        addProductsOfTiles();
        loadTiles<4>(w);
        addProductsOfTiles();
        loadTiles<4>(w + 2 * kPartNumbers);
        addProductsOfTiles();
    }
    endSums<2>(sums);
}

/// Rows of sums [w.rows × width] become columns of y; `rows` of y.
void writeColumns(const float* sums, Index width, Index columns, Index rows, float* y, Index yStride)
{
    const auto fetch = [&](Index row) {
        for (Index i = row; i < std::min(row + kTileRows, rows); ++i)
            for (Index column = 0; column < columns; column += kTileRows)
                __builtin_prefetch(y + i * yStride + column, 1);
    };
    fetch(0);
    for (Index row = 0; row < rows; row += kTileRows) {
        fetch(row + kTileRows);
        productKernels()->transpose({sums + row, columns, width}, std::min(kTileRows, rows - row),
                                    y + row * yStride, yStride);
    }
}

} // namespace

bool TiledRows::available()
{
    static const bool kHas = processorLevel() == ProcessorLevel::kV4 && enableTiles();
    return kHas;
}

TiledRows::TiledRows(const MatrixView& x, const Workers* workers, bool forCodes)
    : m_x(x)
    , m_stripTiles(forCodes ? 1 : 2)
    , m_strips(forCodes ? inUnits(x.rows(), kTileRows)
                        : inUnits(x.rows(), kFirstStrips * kStripRows) * kFirstStrips)
    , m_terms(m_strips > kFirstStrips ? kTerms : inUnits(x.cols(), kTileTerms) * kTileTerms)
{
    constexpr Index kLeastNumbers = 1 << 15; // below, a second thread does not pay
    const Index lines = m_strips * m_stripTiles * inUnits(x.cols(), kTileTerms) * kParts * kTileRows;
    // NOLINTNEXTLINE(modernize-make-unique): that would write zeros first
    m_lines.reset(new Line[static_cast<std::size_t>(lines)]);
    const Index blocks = inUnits(x.cols(), m_terms);
    inParts(x.size() < kLeastNumbers ? nullptr : workers, m_strips * blocks, [&](std::size_t part) {
        split(static_cast<Index>(part) / m_strips, static_cast<Index>(part) % m_strips);
    });
}

Index TiledRows::stepsOf(Index block) const
{
    return inUnits(std::min(m_terms, m_x.cols() - block * m_terms), kTileTerms);
}

std::uint16_t* TiledRows::stripAt(Index block, Index strip) const
{
    const Index before = m_strips * block * m_terms / kTileTerms + strip * stepsOf(block);
    return m_lines[0].numbers.data() + before * m_stripTiles * kParts * kTileNumbers;
}

HEADLIGHT_TILES void TiledRows::split(Index block, Index strip)
{
    const Index stripRows = m_stripTiles * kTileRows, partNumbers = m_stripTiles * kTileNumbers;
    const Index row = strip * stripRows;
    const Index rows = std::clamp(m_x.rows() - row, Index{0}, stripRows);
    const Index end = std::min((block + 1) * m_terms, m_x.cols());
    std::uint16_t* to = stripAt(block, strip);
    for (Index column = block * m_terms; column < end; column += kTileTerms, to += kParts * partNumbers) {
        alignas(64) std::array<float, kTileTerms * kStripRows> numbers{}; // [terms × rows]
        productKernels()->transpose({m_x.data() + row * m_x.outerStride() + column, rows, m_x.outerStride()},
                                    std::min(kTileTerms, end - column), numbers.data(), kStripRows);
        for (Index tile = 0; tile < m_stripTiles; ++tile)
            for (Index i = 0; i < kTileRows; ++i) {
                const float* const from = numbers.data() + i * kStripRows + tile * kTileRows;
                splitNumbers(_mm512_load_ps(from), _mm512_load_ps(from + kTileRows * kStripRows),
                             to + (tile * kTileRows + i) * kTileTerms, partNumbers);
            }
    }
}

void TiledRows::multiply(const RowsOfFloats& w, float* y, Index yStride) const
{
    const TileRegisters registers;
    for (Index strip = 0; strip < m_strips; strip += kMostStrips) {
        const Index row = strip * kStripRows;
        multiplyStrips(strip, std::min(kMostStrips, m_strips - strip), w, y + row * yStride, yStride);
    }
}

void TiledRows::multiplyStrips(Index first, Index count, const RowsOfFloats& w, float* y, Index yStride) const
{
    const Index width = count * kStripRows;
    const Index row = first * kStripRows;
    const Index rows = std::min(width, m_x.rows() - row);
    const Index kept = count > kFirstStrips ? kGroupRows / kStripRows * stepsOf(0) : 2;
    // NOLINTNEXTLINE(modernize-avoid-c-arrays): their numbers are not initialised
    const std::unique_ptr<Line[]> parts(new Line[static_cast<std::size_t>(kept * kStepNumbers / kTileTerms)]),
        sums(new Line[static_cast<std::size_t>(kGroupRows * width * 2 / kTileTerms)]);
    auto* const found = reinterpret_cast<float*>(sums.get());
    for (Index group = 0; group < w.rows; group += kGroupRows) {
        const RowsOfFloats some{w.data + group * w.stride, std::min(kGroupRows, w.rows - group), w.stride};
        for (Index block = 0; block * m_terms < m_x.cols(); ++block)
            multiplyBlock(block, first, count, some, parts[0].numbers.data(), found);
        if (isAllFinite(Eigen::Map<const Matrix>(found, some.rows, width)))
            writeColumns(found, width, some.rows, rows, y + group, yStride);
        else
            PackedRows(m_x.middleRows(row, rows), *productKernels(), nullptr)
                .multiply({some}, y + group, yStride);
    }
}

void TiledRows::multiplyBlock(Index block, Index first, Index count, const RowsOfFloats& w,
                              std::uint16_t* parts, float* sums) const
{
    const Index width = count * kStripRows;
    const Index steps = stepsOf(block);
    // The rows of a tile are far apart, and the next tile has the rows below them: so the processor reads 16
    // streams that each go on in memory, and fetches ahead by itself.
    const Index tiles = inUnits(w.rows, kStripRows) * 2;
    const auto sumsAt = [&](Index tile, Index strip) {
        return Sums{sums + tile * width + strip * kStripRows, width, tiles, block > 0};
    };
    const bool keeps = count > kFirstStrips;
    const std::uint16_t* const x = stripAt(block, first);
    for (Index tile = 0; tile < std::min(tiles, w.rows); ++tile) {
        const TileOfRows rows{
            {w.data + tile * w.stride + block * m_terms, (w.rows - 1 - tile) / tiles + 1, tiles * w.stride},
            std::min(m_terms, m_x.cols() - block * m_terms)};
        std::uint16_t* const to = keeps ? parts + tile / 2 * steps * kStepNumbers : parts;
        multiplyAndSplit(rows, x, steps * kStepNumbers, to + tile % 2 * kTileRows * kTileTerms,
                         keeps ? steps : 2, sumsAt(tile, 0));
    }
    for (Index strip = kFirstStrips; strip < count; ++strip)
        for (Index tile = 0; tile < tiles; tile += 2)
            multiplyPanel(parts + tile / 2 * steps * kStepNumbers, x + strip * steps * kStepNumbers, steps,
                          sumsAt(tile, strip));
}

#else

bool TiledRows::available()
{
    return false;
}

TiledRows::TiledRows(const MatrixView& x, const Workers* /*workers*/, bool /*forCodes*/)
    : m_x(x)
    , m_stripTiles(0)
    , m_strips(0)
    , m_terms(0)
{ }

void TiledRows::multiply(const RowsOfFloats& w, float* y, Index yStride) const { }

#endif

} // namespace headlight
