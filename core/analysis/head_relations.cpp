#include "core/analysis/head_relations.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

/// Σ −p log2 p.
double bitsOf(const Eigen::ArrayXd& shares)
{
    return (shares > 0).select(-shares * (shares.max(1e-300)).log(), 0.0).sum() / std::log(2.0);
}

/// One row of every head of a group, as shares [keys × heads]; false if the row is not counted.
bool rowOf(const std::vector<AttentionMap>& maps, Index query, Eigen::ArrayXXd& shares)
{
    const AttentionMap& first = maps.front();
    if (first.queryTokens()[static_cast<std::size_t>(query)].padding)
        return false;
    if (first.has(MapKind::kMask) && first.block(MapKind::kMask, query, 0, 1, first.keys()).sum() <= 1.0F)
        return false;
    shares.resize(first.keys(), static_cast<Index>(maps.size()));
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const RowVector row = maps[i].block(MapKind::kWeights, query, 0, 1, first.keys()).row(0);
        const auto sum = static_cast<double>(row.sum());
        if (!std::isfinite(sum) || sum <= 0)
            return false;
        shares.col(static_cast<Index>(i)) = row.transpose().cast<double>().array() / sum;
    }
    return true;
}

void addDivergences(const Eigen::ArrayXXd& shares, DoubleMatrix& sum)
{
    const Index heads = shares.cols();
    Eigen::VectorXd bits(heads);
    for (Index i = 0; i < heads; ++i)
        bits[i] = bitsOf(shares.col(i));
    for (Index i = 0; i < heads; ++i)
        for (Index k = i + 1; k < heads; ++k) {
            const double apart = bitsOf(0.5 * (shares.col(i) + shares.col(k))) - 0.5 * (bits[i] + bits[k]);
            sum(i, k) += std::max(0.0, apart);
            sum(k, i) = sum(i, k);
        }
}

} // namespace

std::vector<DoubleMatrix> attentionRollout(const Trace& trace, StackKind stack, bool residual)
{
    std::vector<DoubleMatrix> all;
    const StackShape* const shape = trace.isNull() ? nullptr : trace.info().stack(stack);
    for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer) {
        DoubleMatrix mean;
        for (int head = 0; head < shape->heads; ++head) {
            const AttentionMap map = trace.attention({stack, layer, AttentionKind::kSelf, head});
            if (!map.has(MapKind::kWeights))
                return {};
            const DoubleMatrix weights = map.whole(MapKind::kWeights).cast<double>() / shape->heads;
            mean = head == 0 ? weights : DoubleMatrix(mean + weights);
        }
        if (residual) {
            mean *= 0.5;
            mean.diagonal().array() += 0.5;
        }
        all.push_back(all.empty() ? mean : DoubleMatrix(mean * all.back()));
    }
    return all;
}

bool HeadDivergence::add(const Trace& trace, const std::stop_token& stop)
{
    if (m_sums.empty())
        for (const HeadRef& head : trace.info().headsOf(kEveryHead)) {
            auto known = std::ranges::find_if(m_sums, [&](const Group& group) {
                return group.stack == head.stack && group.kind == head.kind;
            });
            if (known == m_sums.end())
                known = m_sums.insert(known, Group{head.stack, head.kind, {}, {}, {}, 0, 0});
            known->heads.push_back(head);
        }
    for (Group& group : m_sums) {
        const auto heads = static_cast<Index>(group.heads.size());
        if (group.pooled.size() == 0)
            group.pooled = group.ofInputs = DoubleMatrix::Zero(heads, heads);
        std::vector<AttentionMap> maps;
        for (const HeadRef& head : group.heads)
            if (AttentionMap map = trace.attention(head); map.has(MapKind::kWeights))
                maps.push_back(std::move(map));
        if (maps.size() != group.heads.size())
            continue;
        DoubleMatrix sum = DoubleMatrix::Zero(heads, heads);
        Index rows = 0;
        Eigen::ArrayXXd shares;
        for (Index query = 0; query < maps.front().queries(); ++query) {
            if (stop.stop_requested())
                return false;
            if (!rowOf(maps, query, shares))
                continue;
            addDivergences(shares, sum);
            ++rows;
        }
        if (rows == 0)
            continue;
        group.pooled += sum;
        group.ofInputs += sum / static_cast<double>(rows);
        group.rows += rows;
        ++group.inputs;
    }
    return true;
}

std::vector<HeadDivergence::Group> HeadDivergence::means() const
{
    std::vector<Group> means;
    for (Group group : m_sums) {
        if (group.rows == 0)
            continue;
        group.pooled /= static_cast<double>(group.rows);
        group.ofInputs /= static_cast<double>(group.inputs);
        means.push_back(std::move(group));
    }
    return means;
}

} // namespace headlight
