// Products of matrices. Only the kernels are compiled for AVX2 or AVX-512, and they are called only on a
// processor that supports them.
#include "core/math/product_kernels.h"

#include "core/base/workers.h"

#include <algorithm>

namespace headlight {

namespace {

#if defined(__x86_64__)

namespace avx2 {

#define HEADLIGHT_KERNEL __attribute__((target("avx2,fma")))
#define HEADLIGHT_KERNEL_INLINE __attribute__((target("avx2,fma"), always_inline)) inline
constexpr int kLanes = 8;
constexpr std::array<Index, 4> kRowsOfTile{8, 6, 4}; // 12 sums leave four registers for operands
constexpr int kSumsOfDots = 12;
#include "core/math/product_kernels.inc"
#undef HEADLIGHT_KERNEL
#undef HEADLIGHT_KERNEL_INLINE

constexpr ProductKernels kKernels{kLanes,
                                  3,
                                  kRowsOfTile,
                                  {sumProducts<1>, sumProducts<2>, sumProducts<3>, nullptr},
                                  fewKernels(std::make_index_sequence<kMostFew - kLeastFew + 1>()),
                                  transpose};

} // namespace avx2

namespace avx512 {

#define HEADLIGHT_KERNEL __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")))
#define HEADLIGHT_KERNEL_INLINE                                                                              \
    __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"), always_inline)) inline
constexpr int kLanes = 16;
// With more rows the lines of w evict each other from the L1 cache if its rows are a multiple of 4 KiB.
constexpr std::array<Index, 4> kRowsOfTile{8, 8, 8, 6};
constexpr int kSumsOfDots = 24;
#include "core/math/product_kernels.inc"
#undef HEADLIGHT_KERNEL
#undef HEADLIGHT_KERNEL_INLINE

constexpr ProductKernels kKernels{kLanes,
                                  4,
                                  kRowsOfTile,
                                  {sumProducts<1>, sumProducts<2>, sumProducts<3>, sumProducts<4>},
                                  fewKernels(std::make_index_sequence<kMostFew - kLeastFew + 1>()),
                                  transpose};

} // namespace avx512

#endif

constexpr Index kFloatsOfLine = 16; ///< in a line of the caches

Index inRegisters(Index rows, Index lanes)
{
    return (rows + lanes - 1) / lanes;
}

} // namespace

const ProductKernels* productKernels([[maybe_unused]] ProcessorLevel level)
{
#if defined(__x86_64__)
    if (level == ProcessorLevel::kV4)
        return &avx512::kKernels;
    if (level == ProcessorLevel::kV3)
        return &avx2::kKernels;
#endif
    return nullptr;
}

const ProductKernels* productKernels()
{
    static const ProductKernels* const kOwn = productKernels(processorLevel());
    return kOwn;
}

PackedRows::PackedRows(const MatrixView& x, const ProductKernels& kernels, const Workers* workers)
    : m_kernels(kernels)
    , m_rows(x.rows())
    , m_columns(x.cols())
{
    constexpr Index kLeastNumbers = 1 << 15; // below, a second thread does not pay
    const Index vectors = inRegisters(m_rows, kernels.lanes);
    const Index blocks = std::max<Index>(inRegisters(vectors, kernels.vectors), 1);
    m_blockRows = kernels.lanes * std::max<Index>(inRegisters(vectors, blocks), 1);
    const Index numbers = vectors * kernels.lanes * m_columns;
    // NOLINTNEXTLINE(modernize-make-unique): that would write zeros first
    m_lines.reset(new Line[static_cast<std::size_t>(numbers / kFloatsOfLine + 1)]);
    const Index lines = inRegisters(m_columns, kFloatsOfLine);
    const Index parts
        = workers != nullptr && numbers >= kLeastNumbers ? std::min<Index>(workers->threads(), lines) : 1;
    const auto packPart = [&](std::size_t part) {
        const Index first = static_cast<Index>(part) * lines / parts * kFloatsOfLine;
        const Index end = std::min((static_cast<Index>(part) + 1) * lines / parts * kFloatsOfLine, m_columns);
        pack(x, first, end - first);
    };
    if (parts > 1)
        workers->forEach(static_cast<std::size_t>(parts), packPart);
    else
        packPart(0);
}

float* PackedRows::block(Index firstRow) const
{
    return m_lines[0].numbers.data() + firstRow * m_columns;
}

Index PackedRows::vectorsAt(Index firstRow) const
{
    return inRegisters(std::min(m_blockRows, m_rows - firstRow), m_kernels.lanes);
}

void PackedRows::pack(const MatrixView& x, Index first, Index count)
{
    for (Index row = 0; row < m_rows; row += m_blockRows) {
        const Index rows = std::min(m_blockRows, m_rows - row);
        const Index width = vectorsAt(row) * m_kernels.lanes;
        float* const to = block(row) + first * width;
        m_kernels.transpose({x.data() + row * x.outerStride() + first, rows, x.outerStride()}, count, to,
                            width);
        for (Index column = 0; rows < width && column < count; ++column)
            std::fill(to + column * width + rows, to + (column + 1) * width, 0.0F);
    }
}

void PackedRows::multiply(const RowsOfW& w, float* y, Index yStride) const
{
    // As many rows of W as stay in the L2 cache with a block of x, for kMostTerms of both.
    constexpr Index kRowsAtATime = 48;
    const Index rows = w.stored.rows;
    Matrix sums(inRegisters(m_rows, m_kernels.lanes) * m_kernels.lanes,
                rows); // those of one block after another
    Matrix room;
    for (Index k = 0; k == 0 || k < m_columns; k += kMostTerms) {
        const Index terms = std::min(kMostTerms, m_columns - k);
        for (Index first = 0; first < rows; first += kRowsAtATime) {
            const Index count = std::min(kRowsAtATime, rows - first);
            RowsOfFloats part{nullptr, count, w.stored.stride};
            if (w.read == nullptr) {
                part.data = w.stored.data + first * w.stored.stride + k;
            } else {
                room.resize(count, terms + kFloatsOfLine); // rows 4 KiB apart would evict each other
                for (Index j = 0; j < count; ++j)
                    w.read(w.from, first + j, k, terms, room.row(j).data());
                part = {room.data(), count, room.outerStride()};
            }
            for (Index row = 0; row < m_rows; row += m_blockRows) {
                const Index vectors = vectorsAt(row), width = vectors * m_kernels.lanes;
                m_kernels.sums.at(static_cast<std::size_t>(vectors - 1))(
                    {block(row) + k * width, width, part, terms, sums.data() + row * rows + first * width,
                     nullptr, k > 0});
            }
        }
    }
    for (Index row = 0; row < m_rows; row += m_blockRows)
        m_kernels.transpose({sums.data() + row * rows, rows, vectorsAt(row) * m_kernels.lanes},
                            std::min(m_blockRows, m_rows - row), y + row * yStride, yStride);
}

} // namespace headlight
