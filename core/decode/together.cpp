#include "core/decode/together.h"

#include "core/base/stopped.h"
#include "core/base/workers.h"
#include "core/decode/session.h"
#include "core/math/softmax.h"
#include "core/model/model.h"
#include "core/model/read_out.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace headlight {

namespace {

/// How far ahead the best token must be: a hundred times what the products of one row and of several differ.
constexpr float kClearLead = 1e-3F;

/// A sentence that is being written.
struct OpenLane
{
    std::size_t place = 0; ///< in the batch
    TokenRules rules;
    LaneCache cache;
    std::vector<TokenId> tokens; ///< prompt and output
    WrittenOutput output = {};
    bool ended = false, unsure = false;
};

class TogetherWriter
{
public:
    TogetherWriter(const std::shared_ptr<const Model>& model, const SentenceBatch& batch,
                   const DecodeOptions& options, const Job& job)
        : m_model(*model)
        , m_batch(batch)
        , m_options(options)
        , m_job(job)
        , m_limit(positionLimit(m_model, StackKind::kDecoder, m_edits))
        , m_written(batch.prompts.size())
    {
        DecodeSetup setup; // for the rules
        setup.model = model;
        setup.options = options;
        for (std::size_t lane = 0; lane < batch.prompts.size(); ++lane) {
            if (m_model.isEncoderDecoder()) {
                setup.source = batch.source.ids[lane];
                setup.sourcePadding = std::ssize(setup.source) - batch.lengths[lane].source;
            }
            m_open.push_back({lane, setup.rules(), emptyCache(m_model), batch.prompts[lane]});
        }
    }

    Result<std::vector<std::optional<WrittenOutput>>> run()
    {
        std::optional<StackPass> encoded;
        if (m_model.isEncoderDecoder()) {
            encoded = encode(m_model, m_batch.source, m_batch.lengths,
                             {m_edits, nullptr, nullptr, 0, &m_workers, m_job.stop});
            if (!encoded)
                return stoppedError();
        }
        const Matrix* memory = encoded ? &encoded->output : nullptr;
        for (closeEnded(); !m_open.empty(); closeEnded()) {
            const auto rows = lastRows(memory);
            if (!rows)
                return stoppedError();
            memory = nullptr; // the caches have its keys and values
            Matrix logits = logitsOf(m_model, *rows, &m_workers);
            RETURN_IF_ERROR(m_model.checkFiles());
            for (std::size_t i = 0; i < m_open.size(); ++i)
                append(m_open[i],
                       {logits.row(static_cast<Index>(i)).data(), static_cast<std::size_t>(logits.cols())});
        }
        return std::move(m_written);
    }

private:
    /// Takes the sentences that have ended, may not grow or must be decoded alone out of the batch.
    void closeEnded()
    {
        std::erase_if(m_open, [this](OpenLane& lane) {
            const bool full = std::ssize(lane.output.ids) >= m_options.maxNewTokens
                || (m_limit > 0 && std::ssize(lane.tokens) > m_limit);
            if (!lane.unsure && (lane.ended || full))
                m_written[lane.place] = std::move(lane.output);
            return lane.unsure || lane.ended || full;
        });
    }

    /// The decoder's output for the last token of each open sentence; nothing if it was stopped.
    std::optional<Matrix> lastRows(const Matrix* memory)
    {
        const Index first = std::exchange(m_cached, std::ssize(m_open.front().tokens));
        TokenBatch batch;
        std::vector<LaneLengths> lengths;
        std::vector<LaneCache> caches;
        for (OpenLane& lane : m_open) {
            batch.ids.emplace_back(lane.tokens.begin() + first, lane.tokens.end());
            LaneLengths& own = lengths.emplace_back(m_batch.lengths[lane.place]);
            own.target = std::ssize(lane.tokens);
            hidePadIds(m_model, own,
                       m_model.isEncoderDecoder() ? m_batch.source.ids[lane.place] : lane.tokens,
                       lane.tokens);
            caches.push_back(std::move(lane.cache));
        }
        const auto pass = decodeRows(m_model, batch, lengths, memory,
                                     {m_edits, nullptr, &caches, first, &m_workers, m_job.stop});
        if (!pass)
            return std::nullopt;
        const Index rows = batch.length();
        Matrix last(batch.lanes(), pass->output.cols());
        for (Index i = 0; i < last.rows(); ++i) {
            last.row(i) = pass->output.row(i * rows + rows - 1);
            m_open[static_cast<std::size_t>(i)].cache = std::move(caches[static_cast<std::size_t>(i)]);
        }
        return last;
    }

    /// Appends the best token, if a sentence alone would surely get it too.
    void append(OpenLane& lane, std::span<float> scores) const
    {
        lane.unsure = !hasSoftmax(scores);
        if (lane.unsure)
            return;
        const int made = static_cast<int>(lane.output.ids.size());
        penalizeRepetition(scores, knownTokens(lane.tokens), m_options.repetitionPenalty);
        lane.rules.apply(scores, lane.tokens, made, made + 1 == m_options.maxNewTokens);
        const TokenId best = largest(scores);
        float& top = scores[static_cast<std::size_t>(best)];
        const float clearly = top - kClearLead * std::max(1.0F, std::abs(top));
        top = -std::numeric_limits<float>::infinity();
        lane.unsure = !(*std::ranges::max_element(scores) < clearly);
        lane.output.ids.push_back(best);
        lane.tokens.push_back(best);
        lane.ended = lane.rules.isEnd(best);
        lane.output.stop = lane.ended ? StopReason::kEnd : StopReason::kLength;
    }

    const Model& m_model;
    const SentenceBatch& m_batch;
    const DecodeOptions& m_options;
    const Job& m_job;
    const EditPlan m_edits;
    std::int64_t m_limit; ///< longest input of the decoder; 0 = no limit
    Workers m_workers;
    std::vector<OpenLane> m_open;
    Index m_cached = 0; ///< rows in the cache of each
    std::vector<std::optional<WrittenOutput>> m_written;
};

} // namespace

Result<std::vector<std::optional<WrittenOutput>>> writeTogether(const std::shared_ptr<const Model>& model,
                                                                const SentenceBatch& batch,
                                                                const DecodeOptions& options, const Job& job)
{
    return TogetherWriter(model, batch, options, job).run();
}

} // namespace headlight
