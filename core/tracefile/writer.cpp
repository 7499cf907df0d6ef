#include "core/io/safetensors.h"
#include "core/tracefile/config.h"
#include "core/tracefile/tensors.h"
#include "core/tracefile/tokens.h"
#include "core/tracefile/trace_file.h"
#include "core/tracefile/written_rules.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace headlight {

namespace {

using Shape = std::vector<std::int64_t>;

/// Collects tensors and pointers to their numbers. Recorded matrices that fill their place are written
/// directly; only numbers that must be padded, joined or computed are copied.
class TraceWriter
{
public:
    TraceWriter(std::span<const Trace> traces, const TraceFileOptions& options)
        : m_traces(traces)
        , m_options(options)
        , m_batch(options.batch || traces.size() > 1)
        , m_rules(traces)
    { }

    void addAll()
    {
        const bool two = info().encoder && info().decoder;
        addTokens(info().encoder ? StackKind::kEncoder : StackKind::kDecoder, "input");
        if (two)
            addTokens(StackKind::kDecoder, "target");
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
            if (info().stack(stack) != nullptr)
                addStack(stack);
        for (const LayerRef& layer : info().layers())
            addLayer(layer);
        addLogits();
        for (TensorToWrite& tensor : m_tensors)
            if (!m_options.gradientOf.empty() && tensor.given == DType::kF32)
                tensor.name += ".grad";
    }

    std::span<const TensorToWrite> tensors() const { return m_tensors; }

    std::map<std::string, std::string> metadata() const
    {
        std::map<std::string, std::string> entries{{"format", "headlight-trace"}, {"version", "1"}};
        if (!m_options.gradientOf.empty()) {
            entries["format"] = "headlight-gradient";
            entries["gradient_of"] = m_options.gradientOf;
        }
        entries["model"] = info().model;
        if (!info().adapter.empty())
            entries["adapter"] = info().adapter;
        entries["config"] = m_rules.addedTo(traceConfigToJson(info()));
        entries["edits"] = info().editsJson;
        if (!info().ofRuns.empty())
            entries["of_runs"] = info().ofRuns;
        addTokenMetadata(entries, m_traces, m_batch);
        return entries;
    }

private:
    /// One [rows × columns] matrix of one trace: a pointer to it, or the matrix itself.
    struct Source
    {
        const Matrix* recorded = nullptr;
        Matrix computed;
    };
    using SourceOf = std::function<Source(const Trace& trace, int index)>;

    /// Whether the site is to be written and available in all traces.
    bool allHave(Site site, const auto& available) const
    {
        return (!m_options.sites || m_options.sites->has(site)) && std::ranges::all_of(m_traces, available);
    }

    bool has(Site site, const auto& available, const auto& recorded) const
    {
        if (m_options.sites)
            return allHave(site, available);
        return std::ranges::all_of(m_traces, [&](const Trace& trace) {
            const auto chunks = trace.chunks();
            return std::ranges::any_of(chunks, [&](const TraceChunk* c) { return recorded(*c); });
        });
    }

    bool hasHeads(Site site, const LayerRef& layer) const
    {
        return has(
            site, [&](const Trace& trace) { return trace.has(site, layer); },
            [&](const TraceChunk& chunk) {
                const AttentionChunk* const attention = chunk.attention(layer);
                if (attention == nullptr)
                    return false;
                return site == Site::kMask ? !attention->mask.empty()
                    : site == Site::kBias  ? !attention->bias.empty()
                                           : !attention->matrices(site)->empty();
            });
    }

    void addTokens(StackKind stack, const std::string& prefix)
    {
        const auto longest = static_cast<std::size_t>(length(stack));
        if (longest == 0)
            return;
        std::vector<std::int64_t>& ids = m_integers.emplace_back();
        std::vector<std::int64_t>& lengths = m_integers.emplace_back();
        for (const Trace& trace : m_traces) {
            const auto& tokens = trace.tokens(stack);
            for (const TokenLabel& token : tokens)
                ids.push_back(token.id);
            ids.resize(ids.size() + longest - tokens.size());
            lengths.push_back(realTokens(tokens));
        }
        m_tensors.push_back(
            integerTensor(prefix + "_ids", shaped({static_cast<std::int64_t>(longest)}), ids));
        if (m_batch)
            m_tensors.push_back(
                integerTensor(prefix + "_lengths", {static_cast<std::int64_t>(m_traces.size())}, lengths));
    }

    void addStack(StackKind stack)
    {
        for (const Site site : {Site::kEmbeddings, Site::kPositions, Site::kSegments, Site::kFinal})
            addStream(site, {stack});
        const int layers = info().stack(stack)->layers;
        for (int layer = 0; layer <= layers; ++layer)
            addStream(Site::kResidual, {stack, layer});
        for (int layer = 0; layer < layers; ++layer) {
            for (const Site site :
                 {Site::kResidualMiddle, Site::kFeedForwardOutput, Site::kFeedForwardHidden, Site::kRouter})
                addStream(site, {stack, layer});
            addExperts(stack, layer);
        }
        addNorms(stack);
    }

    /// Adds a [seq × columns] tensor if all traces have it.
    void addStream(Site site, const LayerRef& layer)
    {
        if (!allHave(site, [&](const Trace& trace) { return trace.stream(site, layer).rows() > 0; }))
            return;
        addMatrices(tensorName(site, layer), 0, length(layer.stack),
                    m_traces.front().stream(site, layer).cols(), [&](const Trace& trace, int) {
                        return Source{nullptr, trace.stream(site, layer)};
                    });
    }

    /// Adds mean and deviation of each norm, one [seq] tensor each.
    void addNorms(StackKind stack)
    {
        const Index rows = length(stack);
        for (const NormRef& norm : m_traces.front().norms()) {
            const auto has = [&](const Trace& trace) { return trace.norm(norm).rows() > 0; };
            if (norm.stack != stack || !allHave(Site::kNorms, has))
                continue;
            const Index heads = m_traces.front().norm(norm).cols() / 2;
            for (const bool deviation : {false, true}) {
                TensorToWrite tensor;
                tensor.name = toString(norm) + (deviation ? ".deviation" : ".mean");
                tensor.stored = m_options.half ? DType::kF16 : DType::kF32;
                tensor.shape = isOfHeads(norm.site) ? shaped({rows, heads}) : shaped({rows});
                for (const Trace& trace : m_traces) {
                    const Matrix statistics = trace.norm(norm);
                    addPiece(tensor,
                             {nullptr, deviation ? statistics.rightCols(heads) : statistics.leftCols(heads)},
                             rows, heads);
                }
                m_tensors.push_back(std::move(tensor));
            }
        }
    }

    void addLayer(const LayerRef& layer)
    {
        for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kScores, Site::kBias,
                                Site::kWeights, Site::kHeadOutput}) {
            if (!hasHeads(site, layer))
                continue;
            if (site == Site::kBias && m_options.rules && m_rules.hasBias(layer))
                addBiasRule(layer);
            else
                addHeads(site, layer);
        }
        if (hasHeads(Site::kMask, layer)) {
            if (m_options.rules && m_rules.hasMask(layer))
                m_rules.takeMask(layer);
            else
                addMask(layer);
        }
        addSink(layer);
        addStream(Site::kOutput, layer);
    }

    void addHeads(Site site, const LayerRef& layer)
    {
        const SiteFacts& facts = factsOf(site);
        const Index rows = facts.perKey ? keyLength(layer) : length(layer.stack);
        const HeadRef first{layer.stack, layer.layer, layer.kind, 0};
        const Index columns
            = facts.square ? keyLength(layer) : m_traces.front().headMatrix(site, first).cols();
        addMatrices(tensorName(site, layer), matricesOf(site, layer), rows, columns,
                    [&](const Trace& trace, int index) { return headSource(trace, site, layer, index); });
    }

    // A bias that is the same for all heads is recorded once; each step of a decoding holds one row.
    Matrix biasOf(const Trace& trace, const LayerRef& layer, int index) const
    {
        Matrix whole = Matrix::Zero(length(layer.stack), keyLength(layer));
        for (const TraceChunk* chunk : trace.chunks()) {
            const AttentionChunk* const part = chunk->attention(layer);
            if (part == nullptr || part->bias.empty())
                continue;
            const ScoreBias& bias
                = part->bias[std::min(static_cast<std::size_t>(index), part->bias.size() - 1)];
            bias.addTo(whole.block(part->firstQuery, 0, bias.rows(), bias.cols()), 0, 0);
        }
        return whole;
    }

    /// length of the tensor's first axis
    int matricesOf(Site site, const LayerRef& layer) const
    {
        const StackShape& shape = *info().stack(layer.stack);
        if (factsOf(site).perKey)
            return shape.kvHeads > 0 ? shape.kvHeads : shape.heads;
        if (site != Site::kBias)
            return shape.heads;
        std::size_t most = 1;
        for (const Trace& trace : m_traces)
            for (const TraceChunk* chunk : trace.chunks())
                if (const AttentionChunk* const part = chunk->attention(layer))
                    most = std::max(most, part->bias.size());
        return static_cast<int>(most);
    }

    Source headSource(const Trace& trace, Site site, const LayerRef& layer, int index) const
    {
        const auto chunks = trace.chunks();
        const AttentionChunk* const only = chunks.size() == 1 ? chunks.front()->attention(layer) : nullptr;
        const std::vector<Matrix>* const all = only != nullptr ? only->matrices(site) : nullptr;
        if (all != nullptr && static_cast<std::size_t>(index) < all->size())
            return {&(*all)[static_cast<std::size_t>(index)], {}};
        const int perMatrix = std::max(1, info().heads(layer.stack) / matricesOf(site, layer));
        const HeadRef head{layer.stack, layer.layer, layer.kind, index * perMatrix};
        if (site == Site::kBias)
            return {nullptr, biasOf(trace, layer, index)};
        if (site == Site::kScores || site == Site::kWeights)
            return {
                nullptr,
                trace.attention(head).whole(site == Site::kScores ? MapKind::kScores : MapKind::kWeights)};
        return {nullptr, trace.headMatrix(site, head)};
    }

    void addMask(const LayerRef& layer)
    {
        const Index rows = length(layer.stack);
        const Index columns = keyLength(layer);
        WrittenRules::Cells mask = m_rules.maskCells(layer, rows, columns);
        const std::vector<std::uint8_t>& bytes = m_bytes.emplace_back(std::move(mask.bytes));
        m_tensors.push_back(
            byteTensor(tensorName(Site::kMask, layer), shaped({mask.heads, rows, columns}), bytes));
    }

    void addBiasRule(const LayerRef& layer)
    {
        const WrittenRules::Table table = m_rules.takeBias(layer);
        if (table.name.empty())
            return;
        const Matrix& values = m_tables.emplace_back(*table.values);
        m_tensors.push_back(floatTensor(table.name, {values.rows(), values.cols()},
                                        {values.data(), static_cast<std::size_t>(values.size())}));
    }

    /// Adds the shares of learned sinks, which are missing in the rows of weights and are needed to compute
    /// them. Never as F16: a share just below 1 would become 1 and leave the row nothing.
    void addSink(const LayerRef& layer)
    {
        const bool all = std::ranges::all_of(
            m_traces, [&](const Trace& trace) { return trace.sinks(layer).rows() > 0; });
        const auto has = [&](Site site) { return hasHeads(site, layer); };
        if (!all || !(has(Site::kWeights) || has(Site::kScores) || has(Site::kQuery)))
            return;
        addMatrices(toString(layer) + ".sink", 0, info().heads(layer.stack), length(layer.stack),
                    [&](const Trace& trace, int) {
                        return Source{nullptr, trace.sinks(layer)};
                    });
        m_tensors.back().stored = DType::kF32;
    }

    /// Adds the router's choice in a layer with experts.
    void addExperts(StackKind stack, int layer)
    {
        if (!allHave(Site::kExperts,
                     [&](const Trace& trace) { return trace.experts(stack, layer).rows() > 0; }))
            return;
        const Index columns = m_traces.front().experts(stack, layer).cols();
        std::vector<std::int64_t>& ids = m_integers.emplace_back();
        for (const Trace& trace : m_traces) {
            const IndexMatrix chosen = trace.experts(stack, layer);
            const std::size_t end = ids.size() + static_cast<std::size_t>(length(stack) * columns);
            ids.insert(ids.end(), chosen.data(), chosen.data() + chosen.size());
            ids.resize(end);
        }
        m_tensors.push_back(
            integerTensor(tensorName(Site::kExperts, {stack, layer}), shaped({length(stack), columns}), ids));
    }

    void addLogits()
    {
        const StackKind stack = info().decoder ? StackKind::kDecoder : StackKind::kEncoder;
        if (!has(
                Site::kLogits, [](const Trace& t) { return !t.logitRows().empty(); },
                [](const TraceChunk& chunk) { return !chunk.logitRows.empty(); }))
            return;
        const bool single
            = std::ranges::all_of(m_traces, [](const Trace& t) { return t.logitRows().size() == 1; });
        const Index rows = single ? 1 : length(stack);
        const Index columns = m_traces.front().logits(m_traces.front().logitRows().front()).cols();
        addMatrices("logits", 0, rows, columns, [&](const Trace& trace, int) {
            // Rows that were not requested are NaN; padding is zero, as everywhere.
            Source source;
            const auto tokens = static_cast<Index>(trace.tokens(stack).size());
            source.computed
                = Matrix::Constant(single ? 1 : tokens, columns, std::numeric_limits<float>::quiet_NaN());
            for (const Index row : trace.logitRows())
                source.computed.row(single ? 0 : row) = trace.logits(row);
            return source;
        });
    }

    /// count: number of matrices, if the shape has an axis for them; otherwise 0.
    void addMatrices(const std::string& name, int count, Index rows, Index columns, const SourceOf& sourceOf)
    {
        TensorToWrite tensor;
        tensor.name = name;
        tensor.stored = m_options.half ? DType::kF16 : DType::kF32;
        tensor.shape = shaped(count > 0 ? Shape{count, rows, columns} : Shape{rows, columns});
        for (const Trace& trace : m_traces)
            for (int i = 0; i < std::max(count, 1); ++i)
                addPiece(tensor, sourceOf(trace, i), rows, columns);
        m_tensors.push_back(std::move(tensor));
    }

    void addPiece(TensorToWrite& tensor, const Source& source, Index rows, Index columns)
    {
        const Matrix& matrix = source.recorded != nullptr ? *source.recorded : source.computed;
        if (source.recorded != nullptr && matrix.rows() == rows && matrix.cols() == columns) {
            tensor.pieces.push_back(
                std::as_bytes(std::span(matrix.data(), static_cast<std::size_t>(matrix.size()))));
            return;
        }
        std::vector<float>& copy = m_floats.emplace_back(static_cast<std::size_t>(rows * columns));
        const Index width = std::min(columns, matrix.cols());
        for (Index row = 0; row < std::min(rows, matrix.rows()); ++row)
            std::copy_n(matrix.data() + row * matrix.cols(), width, copy.data() + row * columns);
        tensor.pieces.push_back(std::as_bytes(std::span<const float>(copy)));
    }

    Index length(StackKind stack) const
    {
        std::size_t longest = 0;
        for (const Trace& trace : m_traces)
            longest = std::max(longest, trace.tokens(stack).size());
        return static_cast<Index>(longest);
    }

    Index keyLength(const LayerRef& layer) const
    {
        return length(layer.kind == AttentionKind::kCross ? StackKind::kEncoder : layer.stack);
    }

    const TraceInfo& info() const { return m_traces.front().info(); }

    Shape shaped(Shape shape) const
    {
        if (m_batch)
            shape.insert(shape.begin(), static_cast<std::int64_t>(m_traces.size()));
        return shape;
    }

    std::span<const Trace> m_traces;
    const TraceFileOptions& m_options;
    bool m_batch;
    WrittenRules m_rules; ///< used if the options ask for rules
    std::vector<TensorToWrite> m_tensors;
    std::deque<Matrix> m_tables;
    std::deque<std::vector<float>> m_floats;
    std::deque<std::vector<std::int64_t>> m_integers;
    std::deque<std::vector<std::uint8_t>> m_bytes;
};

} // namespace

Result<void> withTraceTensors(std::span<const Trace> traces, const TraceFileOptions& options,
                              const WriteTensors& write)
{
    const bool complete
        = !traces.empty() && std::ranges::none_of(traces, [](const Trace& t) { return t.isNull(); });
    if (!complete)
        return badArgument({}, "there is no trace to write");
    TraceWriter writer(traces, options);
    writer.addAll();
    return write(writer.tensors(), writer.metadata());
}

Result<void> writeTraceFile(const std::filesystem::path& path, std::span<const Trace> traces,
                            const TraceFileOptions& options)
{
    return withTraceTensors(traces, options, [&](auto tensors, const auto& metadata) {
        return writeSafetensors(path, tensors, metadata);
    });
}

} // namespace headlight
