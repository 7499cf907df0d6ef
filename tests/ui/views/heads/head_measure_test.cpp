#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "ui/views/heads/head_measure.h"
#include "ui/views/heads/heads_model.h"

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

const HeadRef kSelf{StackKind::kDecoder, 1, AttentionKind::kSelf, 2};
const HeadRef kCross{StackKind::kDecoder, 0, AttentionKind::kCross, 3};

bool accepts(const QString& filter, const HeadRef& head, const std::optional<HeadStatistics>& statistics = {})
{
    return HeadFilter::parse(filter).accepts(head, statistics);
}

} // namespace

TEST_CASE("head filter: words are looked for in address and name", "[models]")
{
    CHECK(accepts(QString(), kSelf));
    CHECK(accepts(QStringLiteral("cross"), kCross));
    CHECK_FALSE(accepts(QStringLiteral("cross"), kSelf));
    CHECK(accepts(QStringLiteral("decoder.1"), kSelf));
    CHECK(accepts(QStringLiteral("DECODER self"), kSelf));
    CHECK_FALSE(accepts(QStringLiteral("decoder encoder"), kSelf));
}

TEST_CASE("head filter: numbers are compared, unknown ones do not pass", "[models]")
{
    HeadStatistics statistics;
    statistics.queries = 4;
    statistics.values.resize(headMeasures().size());
    statistics.values[static_cast<std::size_t>(*measureNamed(u"entropy"))] = 1.5;
    statistics.values[static_cast<std::size_t>(*measureNamed(u"first"))] = 0.6;
    CHECK(accepts(QStringLiteral("layer=1 head>=2"), kSelf));
    CHECK_FALSE(accepts(QStringLiteral("layer=1"), kCross));
    CHECK(accepts(QStringLiteral("first > 0.5"), kSelf, statistics));
    CHECK(accepts(QStringLiteral("entropy<=1,5"), kSelf, statistics));
    CHECK_FALSE(accepts(QStringLiteral("entropy<1.5"), kSelf, statistics));
    CHECK_FALSE(accepts(QStringLiteral("first>0.5"), kSelf)); // not computed yet
    CHECK_FALSE(accepts(QStringLiteral("previous>0"), kSelf, statistics)); // it does not exist
    CHECK(HeadFilter::parse(QStringLiteral("entropy>1")).needsStatistics());
    CHECK_FALSE(HeadFilter::parse(QStringLiteral("cross layer=2")).needsStatistics());
    // Anything other than a known number is a word.
    CHECK_FALSE(accepts(QStringLiteral("bananas>1"), kSelf, statistics));
}

TEST_CASE("heads model: numbers come in, sort as numbers and give their range", "[models]")
{
    const Trace trace = syntheticTrace();
    HeadsModel model;
    std::vector<HeadRef> heads;
    std::vector<std::pair<HeadRef, HeadStatistics>> statistics;
    for (int head = 0; head < 4; ++head) {
        heads.push_back({StackKind::kDecoder, 0, AttentionKind::kCross, head});
        statistics.emplace_back(heads.back(), headStatistics(trace.attention(heads.back())));
    }
    model.setHeads(heads);
    CHECK(model.rowCount() == 4);
    CHECK(model.columnCount() == HeadsModel::kFirstMeasure + static_cast<int>(headMeasures().size()));
    CHECK(model.data(model.index(0, HeadsModel::kFirstMeasure), Qt::DisplayRole).toString().isEmpty());
    CHECK_FALSE(model.range(*measureNamed(u"entropy")));
    model.addStatistics(statistics);
    double least = 1e9, most = -1e9;
    for (int row = 0; row < 4; ++row) {
        const double entropy = statistics[static_cast<std::size_t>(row)].second["entropy"].value();
        CHECK(model.data(model.index(row, HeadsModel::kFirstMeasure), HeadsModel::kSortRole).toDouble()
              == entropy);
        CHECK(model.data(model.index(row, HeadsModel::kFirstMeasure), Qt::DisplayRole).toString()
              == QString::number(entropy, 'f', 3));
        least = std::min(least, entropy);
        most = std::max(most, entropy);
    }
    CHECK(model.range(*measureNamed(u"entropy")) == std::pair(least, most));
    // Cross-attention has no own position: shown as a dash, sorted below all numbers.
    CHECK(model.data(model.index(0, HeadsModel::kFirstMeasure + 3), Qt::DisplayRole).toString()
          == QString(QChar(0x2013)));
    CHECK(model.data(model.index(0, HeadsModel::kFirstMeasure + 3), HeadsModel::kSortRole).toDouble() < 0);
    CHECK(model.data(model.index(0, 0), Qt::DisplayRole).toString() == QStringLiteral("cross head 0.0"));
    CHECK(model.data(model.index(0, 0), HeadsModel::kAddressRole).toString()
          == QStringLiteral("decoder.0.cross.0"));
    model.forgetStatistics();
    CHECK_FALSE(model.statistics(heads[0]));
}
