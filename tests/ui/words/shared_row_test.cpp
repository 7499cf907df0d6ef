#include "ui/words/shared_row.h"

#include "tests/support/catch.h"

#include <memory>
#include <utility>

using namespace headlight;

namespace {

/// Rows of numbers that tell the query and the key; counts how often it is read.
class CountingSource : public AttentionSource
{
public:
    CountingSource(Index size, Record record, float first, int& reads)
        : m_size(size)
        , m_record(std::move(record))
        , m_first(first)
        , m_reads(reads)
    { }
    Index queries() const override { return m_size; }
    Index keys() const override { return m_size; }
    bool has(MapKind kind) const override { return kind == MapKind::kWeights; }
    int effort(MapKind /*kind*/) const override { return 3; }
    Record record() const override { return m_record; }
    void read(MapKind /*kind*/, Index query, Index key, MatrixSpan out) const override
    {
        ++m_reads;
        for (Index row = 0; row < out.rows(); ++row)
            for (Index column = 0; column < out.cols(); ++column)
                out(row, column) = m_first + static_cast<float>(100 * (query + row) + key + column);
    }

private:
    Index m_size;
    Record m_record;
    float m_first;
    int& m_reads;
};

AttentionMap mapOf(Index size, const AttentionSource::Record& record, int head, float first, int& reads)
{
    return {{StackKind::kDecoder, 0, AttentionKind::kSelf, head},
            std::make_shared<CountingSource>(size, record, first, reads),
            nullptr,
            nullptr};
}

} // namespace

TEST_CASE("shared row: a long row is read once for all views, and is its own head's", "[picture]")
{
    constexpr Index kLong = 5000;
    int reads = 0;
    auto chunk = std::make_shared<const int>(1);
    const AttentionSource::Record record{chunk, nullptr};
    const AttentionMap map = mapOf(kLong, record, 0, 0, reads);
    const auto row = sharedRow(map, MapKind::kWeights, 7);
    CHECK((*row)[3] == 703);
    CHECK(sharedRow(mapOf(kLong, record, 0, 0, reads), MapKind::kWeights, 7) == row);
    CHECK(sharedNumber(map, MapKind::kWeights, 7, 9) == 709);
    CHECK(reads == 1);
    CHECK((*sharedRow(mapOf(kLong, record, 1, 0.5F, reads), MapKind::kWeights, 7))[3] == 703.5F);
    CHECK((*sharedRow(map, MapKind::kWeights, 8))[3] == 803);
    CHECK(reads == 3);
}

TEST_CASE("shared row: another record, none, and short rows are read as they are", "[picture]")
{
    int reads = 0;
    auto chunk = std::make_shared<const int>(1), other = std::make_shared<const int>(2);
    const auto of = [&](Index size, const std::shared_ptr<const int>& record, float first) {
        return (*sharedRow(mapOf(size, {record, nullptr}, 0, first, reads), MapKind::kWeights, 2))[1];
    };
    CHECK(of(6000, chunk, 0) == 201);
    CHECK(of(6000, other, 0.5F) == 201.5F);
    CHECK(of(6000, nullptr, 0.25F) == 201.25F);
    CHECK(of(6000, nullptr, 0.75F) == 201.75F);
    CHECK(of(60, chunk, 4) == 205);
    CHECK(of(60, chunk, 5) == 206);
    CHECK(reads == 6);
    // A record that is gone leaves nothing behind that a new one at its place could be taken for.
    std::weak_ptr<const int> gone = chunk;
    chunk.reset();
    CHECK(gone.expired());
}
