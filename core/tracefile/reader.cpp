#include "core/base/machine.h"
#include "core/base/result.h"
#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/io/excerpt.h"
#include "core/io/json_file.h"
#include "core/trace/trace.h"
#include "core/tracefile/config.h"
#include "core/tracefile/layout.h"
#include "core/tracefile/soundness.h"
#include "core/tracefile/tensors.h"
#include "core/tracefile/tokens.h"
#include "core/tracefile/trace_file.h"
#include "core/tracefile/written_rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <utility>

namespace headlight {

namespace {

/// Sets the number of experts in a stack's shape for the layers whose router is in the file.
void takeExperts(const TraceLayout& layout, StackKind stack, StackShape& shape)
{
    for (const TraceLayout::Placed& placed : layout.placed()) {
        if (placed.place.stack != stack || placed.place.site != Site::kRouter)
            continue;
        shape.experts.resize(static_cast<std::size_t>(shape.layers));
        shape.experts.at(static_cast<std::size_t>(placed.place.layer.layer))
            = static_cast<int>(layout.axis(placed.tensor, 1));
    }
}

/// Whether every chosen expert exists in its layer. `file` is used in messages.
Result<void> checkExperts(const TraceLayout& layout, const TraceInfo& info, const std::string& file)
{
    for (const TraceLayout::Placed& placed : layout.placed()) {
        if (placed.place.site != Site::kExperts)
            continue;
        const StackShape* const shape = info.stack(placed.place.stack);
        const int known = shape != nullptr ? shape->expertsOf(placed.place.layer.layer) : 0;
        const std::int64_t count = known > 0 ? known : std::numeric_limits<std::int16_t>::max();
        for (const std::int64_t expert : toIntegers(placed.tensor))
            if (expert < 0 || expert >= count)
                return badFile(file, placed.tensor.name, "found the expert ", expert, ", expected 0 to ",
                               count - 1);
    }
    return {};
}

// Maximum bytes of texts that are shown whole somewhere, whatever the file says.
constexpr std::size_t kLongestName = 120;
constexpr std::size_t kLongestEdit = 2000;

using nlohmann::json;

/// Whether numbers are stored in half precision, or as floats made from it (NumPy has no BF16).
bool heldInHalf(const TensorView& tensor, const std::vector<Matrix>& heads)
{
    constexpr std::uint32_t kHalfZeros = 0x1FFF; ///< F16 has 10 bits of a float's fraction, BF16 has 7
    if (tensor.dtype == DType::kF16 || tensor.dtype == DType::kBF16)
        return true;
    return std::ranges::all_of(heads, [](const Matrix& head) {
        return std::all_of(head.data(), head.data() + head.size(), [](float weight) {
            return (std::bit_cast<std::uint32_t>(weight) & kHalfZeros) == 0;
        });
    });
}

/// Collects and checks the contents of the file, then builds one Trace per sentence.
class TraceReader
{
public:
    TraceReader(TraceTensors file, const Job& job)
        : m_file(std::move(file))
        , m_job(job)
    { }

    Result<TraceFile> read()
    {
        RETURN_IF_ERROR(readMetadata());
        ASSIGN_OR_RETURN(m_layout, TraceLayout::of(m_file, m_config, m_job));
        RETURN_IF_ERROR(finishInfo());
        RETURN_IF_ERROR(takeLabels(m_layout->inputStack(), "input"));
        if (m_layout->stack(StackKind::kEncoder).present && m_layout->stack(StackKind::kDecoder).present)
            RETURN_IF_ERROR(takeLabels(StackKind::kDecoder, "target"));
        RETURN_IF_ERROR(checkSinks());
        RETURN_IF_ERROR(checkExperts(*m_layout, m_info, m_file.path.string()));
        TraceFile result;
        result.batch = m_layout->batch();
        TraceSoundness soundness(m_file.path.string());
        const auto plain = std::make_shared<const TraceInfo>(m_info);
        for (std::int64_t item = 0; item < m_layout->items(); ++item) {
            if (m_job.stopped())
                return stoppedError(m_file.path.string());
            ASSIGN_OR_RETURN(auto chunk, buildChunk(item));
            result.traces.emplace_back(plain, std::move(chunk), axisOf(StackKind::kEncoder, item),
                                       axisOf(StackKind::kDecoder, item));
            soundness.check(result.traces.back());
        }
        for (std::string& warning : soundness.warnings())
            m_info.warnings.push_back(std::move(warning));
        if (m_info.warnings.empty())
            return result;
        for (const std::string& warning : m_info.warnings)
            m_job.warning(warning);
        const auto warned = std::make_shared<const TraceInfo>(m_info);
        for (Trace& trace : result.traces)
            trace = trace.describedBy(warned);
        return result;
    }

private:
    Result<void> readMetadata()
    {
        const auto& metadata = m_file.metadata;
        const auto value = [&](const char* name) {
            const auto found = metadata.find(name);
            return found == metadata.end() ? std::string() : found->second;
        };
        if (!value("format").empty() && value("format") != "headlight-trace")
            return fault("format", "found ", quotedExcerpt(value("format")),
                         ", expected \"headlight-trace\"");
        if (!value("version").empty() && value("version") != "1")
            return unsupported(m_file.path.string(), "version", "found ", quotedExcerpt(value("version")),
                               ", expected \"1\"");
        ASSIGN_OR_RETURN(m_config, traceConfigFromJson(value("config"), m_file.path.string()));
        m_info.model
            = bounded(value("model").empty() ? m_file.path.stem().string() : value("model"), kLongestName);
        m_info.adapter = bounded(value("adapter"), kLongestName);
        m_info.ofRuns = bounded(value("of_runs"), kLongestName);
        if (!m_info.ofRuns.empty())
            m_info.warnings.push_back(
                concat(m_file.path.string(), ": of_runs: the numbers are the ", m_info.ofRuns));
        ASSIGN_OR_RETURN(const auto edits, traceMetadataJson(m_file, "edits"));
        if (!edits.is_null()) {
            m_info.editsJson = value("edits");
            if (edits.is_array())
                for (const json& edit : edits)
                    m_info.edits.push_back(bounded(toText(edit), kLongestEdit));
        }
        return {};
    }

    Result<void> takeLabels(StackKind stack, const std::string& prefix)
    {
        ASSIGN_OR_RETURN(auto labels, readTokenLabels(m_file, *m_layout, stack, prefix));
        m_labels[stack] = std::move(labels.sentences);
        if (labels.cut > 0)
            m_info.warnings.push_back(
                concat(m_file.path.string(), ": ", prefix == "input" ? "" : prefix + "_", "tokens: found ",
                       labels.cut, " with more than 1000 bytes. Only their beginning is shown and exported"));
        return {};
    }

    Result<void> finishInfo()
    {
        m_info.modelWidth = std::max(m_layout->modelWidth(), 0);
        m_info.vocabulary = m_config.vocabulary;
        m_info.trained = m_config.trained;
        if (const TensorView* const logits = m_file.find("logits"))
            m_info.vocabulary = m_layout->axis(*logits, 1);
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
            const TraceLayout::Stack& facts = m_layout->stack(kind);
            const StackConfig& config = kind == StackKind::kEncoder ? m_config.encoder : m_config.decoder;
            if (!facts.present)
                continue;
            StackShape shape = config.shape;
            if (shape.layers > 0 && facts.layers > shape.layers)
                return fault("config.layers", "found ", shape.layers, ", expected at least ", facts.layers,
                             " as the tensors say");
            shape.layers = std::max(shape.layers, facts.layers);
            shape.heads = std::max(facts.heads, 1);
            shape.kvHeads = facts.kvHeads > 0 ? facts.kvHeads : shape.heads;
            if (shape.heads % shape.kvHeads != 0)
                return fault("kv_heads", "found ", shape.kvHeads, " key/value heads, expected a divisor of ",
                             shape.heads, " heads");
            shape.headWidth = std::max(facts.headWidth, 0);
            takeExperts(*m_layout, kind, shape);
            shape.cross = facts.cross || !config.cross.empty();
            const bool encoder = kind == StackKind::kEncoder;
            addRules(encoder ? m_info.encoderSelf : m_info.decoderSelf, config.self, shape);
            if (shape.cross)
                addRules(m_info.decoderCross, config.cross, shape);
            (encoder ? m_info.encoder : m_info.decoder) = shape;
        }
        for (const auto& [head, rule] : m_config.editedRules)
            if (head.head < m_info.heads(head.stack))
                m_info.editedRules.insert({head, rule});
        return {};
    }

    void addRules(std::vector<ScoreRule>& rules, const std::vector<ScoreRule>& given,
                  const StackShape& shape) const
    {
        // The rule of "Attention Is All You Need", 3.2.1, if the file does not state one.
        ScoreRule usual;
        if (shape.headWidth > 0)
            usual.scale = 1.0F / std::sqrt(static_cast<float>(shape.headWidth));
        for (std::size_t layer = 0; layer < static_cast<std::size_t>(shape.layers); ++layer)
            rules.push_back(given.empty() ? usual : given[std::min(layer, given.size() - 1)]);
    }

    Result<void> checkSinks() const
    {
        for (const TraceLayout::Placed& placed : m_layout->placed()) {
            const TensorView* const sink
                = placed.place.inAttention ? m_file.find(toString(placed.place.layer) + ".sink") : nullptr;
            if (sink == nullptr)
                continue;
            const TraceLayout::Stack& facts = m_layout->stack(placed.place.stack);
            std::vector<std::int64_t> expected{facts.heads, facts.length};
            if (m_layout->batch())
                expected.insert(expected.begin(), m_layout->items());
            if (sink->shape != expected)
                return fault(sink->name, "found the shape ", sink->shapeText(), ", expected ",
                             shapeText(expected));
        }
        return {};
    }

    Result<std::shared_ptr<const TraceChunk>> buildChunk(std::int64_t item) const
    {
        auto chunk = std::make_shared<TraceChunk>();
        for (const StackKind kind : {StackKind::kEncoder, StackKind::kDecoder}) {
            if (!m_layout->stack(kind).present)
                continue;
            auto& stack = kind == StackKind::kEncoder ? chunk->encoder : chunk->decoder;
            stack = buildStack(kind, item);
            RETURN_IF_ERROR(addRulesTo(*stack, kind, item));
        }
        if (const TensorView* const logits = m_file.find("logits")) {
            chunk->logits = block(*logits, item);
            const Index length = m_layout->stack(StackKind::kDecoder).present
                ? m_layout->stack(StackKind::kDecoder).length
                : m_layout->stack(StackKind::kEncoder).length;
            const Index first = chunk->logits.rows() == length ? 0 : length - 1;
            for (Index row = 0; row < chunk->logits.rows();
                 ++row) // rows not computed are NaN; see the writer
                chunk->logitRows.push_back(std::isnan(chunk->logits(row, 0)) ? -1 : first + row);
        }
        return std::shared_ptr<const TraceChunk>(std::move(chunk));
    }

    Result<void> addRulesTo(StackChunk& chunk, StackKind stack, std::int64_t item) const
    {
        const StackConfig& config = stack == StackKind::kEncoder ? m_config.encoder : m_config.decoder;
        const int heads = m_info.heads(stack);
        for (const auto& [layers, rules] :
             {std::pair{&chunk.self, &config.selfRules}, {&chunk.cross, &config.crossRules}})
            for (std::size_t layer = 0; layer < layers->size(); ++layer)
                RETURN_IF_ERROR(applyRules(
                    (*layers)[layer], *rules, m_file, static_cast<int>(layer), heads,
                    {static_cast<std::size_t>(item), static_cast<std::size_t>(m_layout->items())}));
        // Queries and keys of causal attention without a word about masks: what the stack is says it. Edits
        // may have switched it off.
        if (m_info.stack(stack)->causal && m_info.edits.empty())
            for (AttentionChunk& attention : chunk.self)
                if (attention.mask.empty() && !attention.query.empty() && !attention.key.empty())
                    attention.mask.push_back(
                        Mask(attention.queries, attention.keys, attention.firstQuery).causal());
        return {};
    }

    TokenAxis axisOf(StackKind stack, std::int64_t item) const
    {
        const auto found = m_labels.find(stack);
        if (found == m_labels.end())
            return nullptr;
        return std::make_shared<const std::vector<TokenLabel>>(found->second[static_cast<std::size_t>(item)]);
    }

    StackChunk buildStack(StackKind stack, std::int64_t item) const
    {
        StackChunk chunk;
        chunk.rows = m_layout->stack(stack).length;
        chunk.resize(static_cast<std::size_t>(m_info.stack(stack)->layers), m_info.stack(stack)->cross);
        for (const TraceLayout::Placed& placed : m_layout->placed())
            if (placed.place.stack == stack)
                placed.place.inAttention ? fillAttention(chunk, placed, item)
                                         : fillStream(chunk, placed, item);
        return chunk;
    }

    void fillNorm(StackChunk& chunk, const TraceLayout::Placed& placed, std::int64_t item) const
    {
        const Index rows = m_layout->axis(placed.tensor, 0);
        const Index heads = isOfHeads(placed.place.norm->site) ? m_layout->axis(placed.tensor, 1) : 1;
        Matrix values(rows, heads);
        convertToFloat(placed.tensor, item * values.size(),
                       {values.data(), static_cast<std::size_t>(values.size())});
        Matrix& statistics = chunk.norms[{placed.place.norm->site, placed.place.norm->layer}];
        if (statistics.rows() == 0)
            statistics = Matrix::Constant(rows, 2 * heads, std::numeric_limits<float>::quiet_NaN());
        if (statistics.cols() == 2 * heads) // a file may give means and deviations for different heads
            (placed.place.deviation ? statistics.rightCols(heads) : statistics.leftCols(heads)) = values;
    }

    void fillStream(StackChunk& chunk, const TraceLayout::Placed& placed, std::int64_t item) const
    {
        if (placed.place.norm)
            return fillNorm(chunk, placed, item);
        Matrix whole = block(placed.tensor, item);
        if (placed.place.site == Site::kExperts)
            chunk.experts[static_cast<std::size_t>(placed.place.layer.layer)] = whole.cast<std::int32_t>();
        else
            *chunk.matrix(placed.place.site, placed.place.layer) = std::move(whole);
    }

    void fillAttention(StackChunk& chunk, const TraceLayout::Placed& placed, std::int64_t item) const
    {
        const TensorPlace& place = placed.place;
        const bool cross = place.layer.kind == AttentionKind::kCross;
        AttentionChunk& attention
            = (cross ? chunk.cross : chunk.self)[static_cast<std::size_t>(place.layer.layer)];
        attention.queries = m_layout->stack(place.stack).length;
        attention.keys = cross ? m_layout->stack(StackKind::kEncoder).length : attention.queries;
        std::vector<Matrix> heads = blocks(placed.tensor, item);
        if (place.site == Site::kWeights && heldInHalf(placed.tensor, heads))
            attention.rowTolerance = kHalfRowTolerance;
        if (attention.sink.rows() == 0)
            if (const TensorView* const sink = m_file.find(toString(place.layer) + ".sink"))
                attention.sink = block(*sink, item);
        if (place.site == Site::kBias) {
            attention.bias.assign(std::make_move_iterator(heads.begin()),
                                  std::make_move_iterator(heads.end()));
            return;
        }
        if (place.site != Site::kMask) {
            *attention.matrices(place.site) = std::move(heads);
            return;
        }
        for (const Matrix& cells : heads) {
            ByteMatrix bytes = (cells.array() != 0.0F).cast<std::uint8_t>();
            attention.mask.push_back(Mask(cells.rows(), cells.cols()).explicitCells(std::move(bytes)));
        }
    }

    std::vector<Matrix> blocks(const TensorView& tensor, std::int64_t item) const
    {
        const std::int64_t count = m_layout->axis(tensor, 0);
        std::vector<Matrix> all(static_cast<std::size_t>(count));
        Workers().forEach(all.size(), [&](std::size_t i) {
            Matrix& matrix = all[i];
            matrix.resize(m_layout->axis(tensor, 1), m_layout->axis(tensor, 2));
            preferLargePages(matrix.data(), static_cast<std::size_t>(matrix.size()) * sizeof(float));
            convertToFloat(tensor, (item * count + static_cast<std::int64_t>(i)) * matrix.size(),
                           {matrix.data(), static_cast<std::size_t>(matrix.size())});
        });
        return all;
    }

    Matrix block(const TensorView& tensor, std::int64_t item) const
    {
        Matrix matrix(m_layout->axis(tensor, 0), m_layout->axis(tensor, 1));
        convertToFloat(tensor, item * matrix.size(),
                       {matrix.data(), static_cast<std::size_t>(matrix.size())});
        return matrix;
    }

    Error fault(const std::string& field, const auto&... message) const
    {
        return badFile(m_file.path.string(), field, message...);
    }
    TraceTensors m_file;
    const Job& m_job;
    TraceConfig m_config;
    std::optional<TraceLayout> m_layout;
    TraceInfo m_info;
    std::map<StackKind, std::vector<std::vector<TokenLabel>>> m_labels; ///< per sentence
};

} // namespace

Result<TraceFile> readTraceFile(const std::filesystem::path& path, const Job& job)
{
    ASSIGN_OR_RETURN(auto file, SafetensorsFile::open(path));
    return readTraceTensors(traceTensorsOf(file), job);
}

TraceTensors traceTensorsOf(const SafetensorsFile& file)
{
    return {file.path(), file.tensors(), file.metadata()};
}

Result<TraceFile> readTraceTensors(TraceTensors tensors, const Job& job)
{
    return TraceReader(std::move(tensors), job).read();
}

} // namespace headlight
