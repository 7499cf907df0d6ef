#include "core/parity/parity.h"

#include "core/base/stopped.h"
#include "core/io/mapped_file.h"
#include "core/model/model.h"
#include "core/parity/probe.h"
#include "core/run/execute.h"
#include "core/trace/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headlight {

namespace {

const Model& plainModel(const Model& model)
{
    return model.withoutAdapter() != nullptr ? *model.withoutAdapter() : model;
}

/// A tensor of the probe and its meaning.
struct ExpectedTensor
{
    const TensorView& tensor;
    TensorPlace place;
};

/// The model's own result for one tensor of the probe, head by head.
class FoundTensor
{
public:
    FoundTensor(const Trace& trace, const TensorPlace& place)
        : m_trace(trace)
        , m_place(place)
    { }

    int heads() const
    {
        if (!m_place.inAttention)
            return 1;
        const StackShape* const stack = m_trace.info().stack(m_place.stack);
        if (stack == nullptr)
            return 0;
        return isPerKey() ? stack->kvHeads : stack->heads;
    }

    /// No rows if the model has no such result.
    Matrix matrix(int head) const
    {
        const LayerRef& layer = m_place.layer;
        if (m_place.norm)
            return normMatrix();
        switch (m_place.site) {
        case Site::kLogits:
            return logits();
        case Site::kWeights:
        case Site::kScores:
            return map(head);
        case Site::kQuery:
        case Site::kKey:
        case Site::kValue:
        case Site::kHeadOutput:
            return m_trace.headMatrix(m_place.site, {layer.stack, layer.layer, layer.kind, queryHead(head)});
        default:
            return m_trace.stream(m_place.site, layer);
        }
    }

private:
    bool isPerKey() const { return factsOf(m_place.site).perKey; }

    /// The first query head that uses a key/value head.
    int queryHead(int head) const
    {
        const StackShape* const stack = m_trace.info().stack(m_place.stack);
        return isPerKey() && stack->kvHeads > 0 ? head * (stack->heads / stack->kvHeads) : head;
    }

    Matrix map(int head) const
    {
        const LayerRef& layer = m_place.layer;
        const AttentionMap map = m_trace.attention({layer.stack, layer.layer, layer.kind, head});
        const MapKind kind = m_place.site == Site::kWeights ? MapKind::kWeights : MapKind::kScores;
        return map.has(kind) ? map.whole(kind) : Matrix();
    }

    Matrix normMatrix() const
    {
        const Matrix both = m_trace.norm(*m_place.norm);
        const Index each = both.cols() / 2; // means, then deviations
        return both.rows() == 0 ? Matrix() : Matrix(both.middleCols(m_place.deviation ? each : 0, each));
    }

    Matrix logits() const
    {
        const std::vector<Index> rows = m_trace.logitRows();
        Matrix all;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const RowVector row = m_trace.logits(rows[i]);
            if (i == 0)
                all.resize(static_cast<Index>(rows.size()), row.size());
            all.row(static_cast<Index>(i)) = row;
        }
        return all;
    }

    const Trace& m_trace;
    const TensorPlace& m_place;
};

/// Whether a number is within the tolerance.
bool isWithin(double found, double expected, const ParityTolerance& tolerance)
{
    return found == expected
        || std::abs(found - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

class ParityComparison
{
public:
    ParityComparison(const Probe& probe, const Trace& trace)
        : m_probe(probe)
        , m_trace(trace)
    { }

    Result<void> compare(const ExpectedTensor& expected)
    {
        const FoundTensor found(m_trace, expected.place);
        ParityKind& kind = kindOf(expected.place.site);
        ++kind.tensors;
        const int heads = found.heads();
        const auto given = expected.place.inAttention ? expected.tensor.shape[0] : 1;
        if (heads < 1)
            return missing(expected);
        for (int head = 0; head < heads; ++head) {
            const Matrix matrix = found.matrix(head);
            if (matrix.rows() == 0)
                return missing(expected);
            if (given != heads || !fits(expected, matrix))
                return unlike(expected, heads, matrix);
            compareHead(expected, head, matrix, kind);
        }
        return {};
    }

    std::vector<ParityKind> take()
    {
        std::ranges::sort(m_kinds, {}, &ParityKind::site);
        return std::move(m_kinds);
    }

private:
    ParityKind& kindOf(Site site)
    {
        const auto found = std::ranges::find(m_kinds, site, &ParityKind::site);
        if (found != m_kinds.end())
            return *found;
        m_kinds.emplace_back().site = site;
        m_largest.emplace_back(site, -1.0);
        return m_kinds.back();
    }

    double& largestOfKind(Site site)
    {
        return std::ranges::find_if(m_largest, [site](const auto& each) { return each.first == site; })
            ->second;
    }

    static bool fits(const ExpectedTensor& expected, const Matrix& matrix)
    {
        const auto& shape = expected.tensor.shape;
        if (shape.size() == 1)
            return shape[0] == matrix.rows() && matrix.cols() == 1;
        const std::size_t last = shape.size() - 1;
        return shape[last - 1] == matrix.rows() && shape[last] == matrix.cols();
    }

    Error missing(const ExpectedTensor& expected) const
    {
        return badFile(m_probe.path.string(), expected.tensor.name, "found the shape ",
                       expected.tensor.shapeText(),
                       ", expected no such tensor: the model has no such result");
    }

    Error unlike(const ExpectedTensor& expected, int heads, const Matrix& matrix) const
    {
        std::vector<std::int64_t> shape;
        if (expected.place.inAttention)
            shape.push_back(heads);
        shape.push_back(matrix.rows());
        if (expected.place.rank() > 1)
            shape.push_back(matrix.cols());
        return badFile(m_probe.path.string(), expected.tensor.name, "found the shape ",
                       expected.tensor.shapeText(), ", expected ", shapeText(shape),
                       " as the model gives it");
    }

    void compareHead(const ExpectedTensor& expected, int head, const Matrix& matrix, ParityKind& kind)
    {
        const ParityTolerance tolerance = parityTolerance(expected.place.site);
        double& largest = largestOfKind(expected.place.site);
        std::vector<float> row(static_cast<std::size_t>(matrix.cols()));
        for (Index i = 0; i < matrix.rows(); ++i) {
            convertToFloat(expected.tensor, (head * matrix.rows() + i) * matrix.cols(), row);
            for (Index j = 0; j < matrix.cols(); ++j) {
                const auto found = static_cast<double>(matrix(i, j));
                const auto wanted = static_cast<double>(row[static_cast<std::size_t>(j)]);
                kind.agrees = kind.agrees && isWithin(found, wanted, tolerance);
                const double off = found == wanted ? 0.0 : std::abs(found - wanted);
                const double size = std::isfinite(off) ? off : std::numeric_limits<double>::infinity();
                if (size <= largest)
                    continue;
                largest = size;
                kind.largest = std::isfinite(off) ? off : std::numeric_limits<double>::quiet_NaN();
                kind.tensor = expected.tensor.name;
                kind.head = expected.place.inAttention ? head : -1;
                kind.row = expected.place.site == Site::kLogits
                    ? m_trace.logitRows()[static_cast<std::size_t>(i)]
                    : i;
                kind.column = j;
                kind.found = found;
                kind.expected = wanted;
            }
        }
    }

    const Probe& m_probe;
    const Trace& m_trace;
    std::vector<ParityKind> m_kinds;
    std::vector<std::pair<Site, double>> m_largest; ///< of each kind; infinite if not finite
};

RecordPlan parityPlan(const Probe& probe)
{
    RecordPlan plan;
    for (const TensorView& each : probe.tensors) {
        const auto place = resultPlace(each.name);
        if (place && place->site != Site::kLogits)
            plan.sites.add(place->site);
        else
            plan.logits = each.shape[0] > 1 ? LogitRows::kAll : LogitRows::kLast;
    }
    plan.storage = MatrixStorage::kMatrices;
    return plan;
}

/// Names the probe as the offending file if its ids do not fit the model.
Error inProbe(const Probe& probe, Error error)
{
    if (error.code == ErrorCode::kCancelled || error.code == ErrorCode::kOutOfMemory)
        return error;
    if (error.code == ErrorCode::kBadArgument || error.code == ErrorCode::kTooLong)
        error.file = probe.path.string();
    return error;
}

} // namespace

ParityTolerance parityTolerance(Site site)
{
    if (site == Site::kWeights || site == Site::kRouter)
        return {2e-5, 0.0};
    return {1e-4, 1e-5};
}

bool ParityReport::agrees() const
{
    return std::ranges::all_of(kinds, [](const ParityKind& kind) { return kind.agrees; });
}

double ParityReport::largest() const
{
    double all = 0.0;
    for (const ParityKind& kind : kinds) {
        if (std::isnan(kind.largest))
            return kind.largest;
        all = std::max(all, kind.largest);
    }
    return all;
}

std::filesystem::path probeOf(const Model& model)
{
    return probeOf(plainModel(model).folder());
}

Result<ParityReport> checkParity(const std::shared_ptr<const Model>& model, const Probe& probe,
                                 const Job& job)
{
    RunRequest request;
    request.model = model->withoutAdapter() != nullptr ? model->withoutAdapter() : model;
    auto lane = prepareIds(*request.model, probe.ids, probe.targetIds);
    if (!lane)
        return inProbe(probe, lane.error());
    lane->segments = probe.segments;
    request.lanes = {std::move(*lane)};
    request.plan = parityPlan(probe);
    const auto run = execute(request, job);
    if (!run)
        return inProbe(probe, run.error());
    ParityComparison comparison(probe, run->traces.front());
    for (const TensorView& each : probe.tensors) {
        const auto place = resultPlace(each.name);
        if (!place)
            continue;
        if (job.stopped())
            return stoppedError();
        RETURN_IF_ERROR(comparison.compare({each, *place}));
    }
    if (const auto file = MappingRecord::of(probe.tensors.front().bytes.data()))
        RETURN_IF_ERROR(file->check());
    return ParityReport{probe.path.string(), probe.reference, comparison.take(), probe.leftOut};
}

std::string worstInWords(const ParityKind& kind)
{
    std::string text = kind.tensor + ": ";
    if (kind.head >= 0)
        text += concat("head ", kind.head, ", ");
    const bool square = kind.site == Site::kWeights || kind.site == Site::kScores;
    text += concat(square ? "query " : "position ", kind.row);
    const std::string column = std::to_string(kind.column);
    if (square)
        text += ", key " + column;
    else if (kind.site == Site::kLogits)
        text += ", token id " + column;
    else if (kind.site == Site::kNorms)
        text += kind.column > 0 ? ", head " + column : "";
    else
        text += ", dimension " + column;
    return text + formatted(": found %.7g, expected %.7g", kind.found, kind.expected);
}

std::string differenceInWords(double difference)
{
    if (!std::isfinite(difference))
        return "nan";
    if (difference == 0.0)
        return "0";
    const int exponent = static_cast<int>(std::floor(std::log10(difference)));
    const double unit = std::pow(10.0, exponent);
    double digit = std::ceil(difference / unit - 1e-9);
    int power = exponent;
    if (digit >= 10.0) {
        digit = 1.0;
        ++power;
    }
    return formatted("%.0fe%d", digit, power);
}

} // namespace headlight
