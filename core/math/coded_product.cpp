#include "core/math/coded_product.h"

#include "core/math/finite.h"
#include "core/math/tiles.h"

#include <algorithm>
#include <array>
#include <memory>

namespace headlight {

#if defined(__x86_64__)

namespace {

static_assert(CodedRow::kGroupNumbers == kTileNumbers);
constexpr Index kTileSums = kTileRows * kTileRows;
/// Parts of a tile of x for a step.
constexpr Index kTileParts = kParts * kTileNumbers;
/// Steps that are multiplied at a time: codes and parts of x for as many stay in the L1 cache.
constexpr Index kNearSteps = 4;
constexpr Index kReadSteps = CodedRows::kColumns / kTileTerms;
/// Rows of w, in tiles, that are multiplied with one tile of x after the other.
constexpr Index kChunkTiles = 8, kChunkRows = kChunkTiles * kTileRows;
/// With so few tiles of x a single one of w is read at a time, so that its codes are still in the L1 cache.
constexpr Index kFewTiles = 1;
/// Tiles of x during whose products the next rows of w are fetched.
constexpr Index kFetches = 2;
/// Tiles of x whose sums stay in the L2 cache.
constexpr Index kMostTiles = 32;

struct alignas(64) SumsOfTiles
{
    std::array<float, kTileSums> numbers;
};

/// A few steps of a tile of codes times a tile of x.
struct TileOfCodes
{
    const std::uint16_t* codes; ///< [steps × kTileRows × kTileTerms]
    const float* scales; ///< [kTileRows × kReadSteps], from the first step on
    const float* minimums; ///< likewise
    const std::uint16_t* x; ///< [steps × kTileParts]
    const float* xSums; ///< of each row of x, steps xSumsStride apart
    Index xSumsStride;
    Index steps;
    bool begun; ///< the sums are added to those that are there
};

constexpr Index kNextLines = kTileRows / kChunkTiles, kNextRows = kTileRows / kReadSteps;

/// What the next products will read, and this one fetches meanwhile, a part with each step.
struct NextLines
{
    const std::uint16_t* x = nullptr; ///< some rows of the next tile of x; null = there is none
    const std::byte* const* rows = nullptr; ///< of the next chunk, kNextRows for each step; null = none
    Index rowBytes = 0;
    Index fetched = kNextRows; ///< of these: the next tile of x fetches the others
};

/// To the L2 cache: the L1 cache is full of codes and of x.
HEADLIGHT_TILES_INLINE void fetchRow(const std::byte* row, Index bytes)
{
    for (Index byte = 0; byte < bytes + 64; byte += 64)
        __builtin_prefetch(row + byte, 0, 2);
}

HEADLIGHT_TILES_INLINE void fetch(const NextLines& next, Index step)
{
    if (next.x != nullptr) {
        HEADLIGHT_UNROLL
        for (Index line = 0; line < kParts * kNextLines; ++line)
            __builtin_prefetch(next.x + step * kTileParts + line / kNextLines * kTileNumbers
                               + line % kNextLines * kTileTerms);
    }
    if (next.rows != nullptr)
        for (Index row = 0; row < next.fetched; ++row)
            fetchRow(next.rows[step * kNextRows + row], next.rowBytes);
}

/// Adds the scaled sums of a step, found [rows of codes × rows of x], to all.
template <bool kMinimums>
HEADLIGHT_TILES_INLINE void addScaled(const TileOfCodes& of, Index step, const float* found, __m512* all)
{
    HEADLIGHT_UNROLL
    for (Index row = 0; row < kTileRows; ++row)
        all[row] = _mm512_fmadd_ps(_mm512_set1_ps(of.scales[row * kReadSteps + step]),
                                   _mm512_load_ps(found + row * kTileRows), all[row]);
    if constexpr (kMinimums) {
        const __m512 ofX = _mm512_loadu_ps(of.xSums + step * of.xSumsStride);
        HEADLIGHT_UNROLL
        for (Index row = 0; row < kTileRows; ++row)
            all[row] = _mm512_fnmadd_ps(_mm512_set1_ps(of.minimums[row * kReadSteps + step]), ofX, all[row]);
    }
}

/// sums: [rows of codes × rows of x]. The sums of a step are scaled while the tiles of the next one are
/// multiplied.
template <bool kMinimums>
HEADLIGHT_TILES void addCodes(const TileOfCodes& of, const NextLines& next, float* sums)
{
    alignas(64) float found[2][kTileSums]; // NOLINT(modernize-avoid-c-arrays)
    __m512 all[kTileRows]; // NOLINT(modernize-avoid-c-arrays): as a template argument it loses its alignment
    HEADLIGHT_UNROLL
    for (Index row = 0; row < kTileRows; ++row)
        all[row] = of.begun ? _mm512_load_ps(sums + row * kTileRows) : _mm512_setzero_ps();
    for (Index step = 0; step < of.steps; ++step) {
        const std::uint16_t* const x = of.x + step * kTileParts;
        asm volatile("tilezero %tmm0");
        loadTile<1>(of.codes + step * kTileNumbers);
        loadTile<2>(x + 2 * kTileNumbers);
        addProduct<0, 1, 2>();
        loadTile<3>(x + kTileNumbers);
        addProduct<0, 1, 3>();
        loadTile<4>(x);
        addProduct<0, 1, 4>();
        fetch(next, step);
        if (step > 0)
            addScaled<kMinimums>(of, step - 1, found[(step - 1) % 2], all);
        storeTile<0>(found[step % 2], kTileRows * Index{sizeof(float)});
    }
    addScaled<kMinimums>(of, of.steps - 1, found[(of.steps - 1) % 2], all);
    HEADLIGHT_UNROLL
    for (Index row = 0; row < kTileRows; ++row)
        _mm512_store_ps(sums + row * kTileRows, all[row]);
}

} // namespace

/// Up to kReadSteps steps of up to kChunkRows rows.
struct CodedProduct::Chunk
{
    alignas(64) std::array<std::uint16_t, kChunkTiles * kReadSteps * kTileNumbers> codes;
    std::array<float, kChunkTiles * kReadSteps * kTileRows> scales, minimums;
    Index tiles = 0; ///< of rows
    Index steps = 0;
    bool hasMinimums = false;
    Index nextRow = 0;
    std::array<const std::byte*, kChunkRows> rows, next; ///< where they begin; what will be read after this
    Index nextBytes = 0; ///< of each; 0 = nothing

    void begin(const CodedRows& w, Index first, Index most)
    {
        nextRow = first + most;
        tiles = inUnits(std::min(most, w.rows - first), kTileRows);
        for (Index row = 0; row < tiles * kTileRows; ++row)
            rows[static_cast<std::size_t>(row)] = w.at(std::min(first + row, w.rows - 1));
    }

    void read(const CodedRows& w, Index column, Index columns)
    {
        const Index own = std::min(CodedRows::kColumns, columns - column);
        const bool goesOn = column + own < columns;
        steps = own / kTileTerms;
        hasMinimums = w.hasMinimums;
        nextBytes = goesOn || nextRow < w.rows ? w.bytes : 0;
        for (Index row = 0; row < tiles * kTileRows; ++row) {
            const auto at = static_cast<std::size_t>(row);
            const std::byte* const from = rows[at] + column / CodedRows::kColumns * w.bytes;
            if (nextBytes > 0)
                next[at] = goesOn ? from + w.bytes : w.at(std::min(nextRow + row, w.rows - 1));
            w.read(from, own,
                   {codes.data() + row / kTileRows * kReadSteps * kTileNumbers + row % kTileRows * kTileTerms,
                    scales.data() + row * kReadSteps, minimums.data() + row * kReadSteps});
        }
    }
};

CodedProduct::CodedProduct(const MatrixView& x, const Matrix& groupSums, const Workers* workers)
    : m_rows(x.rows())
    , m_columns(x.cols())
    , m_x(x, workers, true)
    , m_sums(Matrix::Zero(x.cols() / kCodedGroup, inUnits(x.rows(), kTileRows) * kTileRows))
{
    if (groupSums.size() > 0)
        m_sums.leftCols(m_rows) = groupSums.transpose();
}

bool CodedProduct::multiply(const CodedRows& w, float* y, Index yStride) const
{
    const TileRegisters registers;
    const Index tiles = inUnits(m_rows, kTileRows);
    bool finite = true;
    for (Index tile = 0; tile < tiles && finite; tile += kMostTiles)
        finite = multiplyTiles(tile, std::min(kMostTiles, tiles - tile), w, y + tile * kTileRows * yStride,
                               yStride);
    return finite;
}

bool CodedProduct::multiplyTiles(Index first, Index count, const CodedRows& w, float* y, Index yStride) const
{
    // NOLINTBEGIN(modernize-avoid-c-arrays, modernize-make-unique): their numbers are not initialised
    const std::unique_ptr<Chunk> chunk(new Chunk);
    const std::unique_ptr<SumsOfTiles[]> found(
        new SumsOfTiles[static_cast<std::size_t>(count * kChunkTiles)]);
    // NOLINTEND(modernize-avoid-c-arrays, modernize-make-unique)
    float* const sums = found[0].numbers.data(); // [tiles of x × tiles of rows × kTileSums]
    const Index rows = std::min(count * kTileRows, m_rows - first * kTileRows);
    const Index most = count <= kFewTiles ? kTileRows : kChunkRows;
    for (Index row = 0; row < w.rows; row += most) {
        chunk->begin(w, row, most);
        for (Index column = 0; column < m_columns; column += CodedRows::kColumns) {
            chunk->read(w, column, m_columns);
            addChunk(*chunk, column / kTileTerms, first, count, sums);
        }
        if (!isAllFinite(Eigen::Map<const Matrix>(sums, count * chunk->tiles, kTileSums)))
            return false;
        for (Index tile = 0; tile < count; ++tile)
            for (Index part = 0; part < chunk->tiles; ++part) {
                float* const to = y + tile * kTileRows * yStride + row + part * kTileRows;
                for (Index i = kTileRows; i < 2 * kTileRows && tile * kTileRows + i < rows; ++i)
                    __builtin_prefetch(to + i * yStride, 1);
                productKernels()->transpose({sums + (tile * chunk->tiles + part) * kTileSums,
                                             std::min(kTileRows, w.rows - row - part * kTileRows), kTileRows},
                                            std::min(kTileRows, rows - tile * kTileRows), to, yStride);
            }
    }
    return true;
}

void CodedProduct::addChunk(const Chunk& chunk, Index firstStep, Index first, Index count, float* sums) const
{
    const Index block = firstStep * kTileTerms / m_x.columnsInBlock();
    const Index inBlock = firstStep - block * m_x.columnsInBlock() / kTileTerms;
    for (Index done = 0; done < chunk.steps; done += kNearSteps) {
        const Index steps = std::min(kNearSteps, chunk.steps - done);
        for (Index tile = 0; tile < count; ++tile) {
            const auto partsOf = [&](Index other) {
                return m_x.partsAt(block, first + other) + (inBlock + done) * kTileParts;
            };
            for (Index part = 0; part < chunk.tiles; ++part) {
                const Index at = part * kReadSteps + done;
                const TileOfCodes product{chunk.codes.data() + at * kTileNumbers,
                                          chunk.scales.data() + part * kTileRows * kReadSteps + done,
                                          chunk.minimums.data() + part * kTileRows * kReadSteps + done,
                                          partsOf(tile),
                                          m_sums.data() + (firstStep + done) * m_sums.cols()
                                              + (first + tile) * kTileRows,
                                          m_sums.cols(),
                                          steps,
                                          firstStep + done > 0};
                const bool fetchesRows = tile < kFetches && chunk.nextBytes > 0;
                const NextLines next{
                    tile + 1 < count ? partsOf(tile + 1) + part * kNextLines * kTileTerms : nullptr,
                    fetchesRows ? chunk.next.data() + part * kTileRows + done * kNextRows + tile : nullptr,
                    chunk.nextBytes, count > 1 ? kNextRows / kFetches : kNextRows};
                const auto add = chunk.hasMinimums ? addCodes<true> : addCodes<false>;
                add(product, next, sums + (tile * chunk.tiles + part) * kTileSums);
            }
        }
    }
}

#else

CodedProduct::CodedProduct(const MatrixView& x, const Matrix& /*groupSums*/, const Workers* workers)
    : m_rows(x.rows())
    , m_columns(x.cols())
    , m_x(x, workers, true)
{ }

bool CodedProduct::multiply(const CodedRows& /*w*/, float* /*y*/, Index /*yStride*/) const
{
    return false;
}

#endif

} // namespace headlight
