#include "core/run/references.h"

#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"
#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace headlight {

namespace {

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (const std::string_view line : split(text, '\n'))
        if (line.find_first_not_of(" \t\r") != std::string_view::npos)
            lines.emplace_back(line);
    return lines;
}

/// Whether a decoder's input is still to be decoded: it is only the start token, and was not given.
bool needsTarget(const Model& model, const ReferenceInput& reference, const LaneInput& lane)
{
    return model.isEncoderDecoder() && model.hasLogits() && !reference.hasTarget() && lane.target.size() <= 1;
}

/// Continues decoder inputs that need it with the model's own greedy output.
Result<void> addGreedyTargets(const std::shared_ptr<const Model>& model, const ReferenceInput& reference,
                              std::vector<LaneInput>& lanes, const Job& job)
{
    DecodeRequest request;
    request.model = model;
    request.idsOnly = true;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (!needsTarget(*model, reference, lanes[i]))
            continue;
        places.push_back(i);
        request.lanes.push_back(lanes[i]);
    }
    if (places.empty())
        return {};
    ASSIGN_OR_RETURN(const auto decoded, decode(request, job, {}));
    for (std::size_t i = 0; i < places.size(); ++i)
        appendOutput(*model, decoded[i], lanes[places[i]].target);
    return {};
}

/// The sentences of a reference, without their targets.
Result<std::vector<LaneInput>> sourcesOf(const Model& model, const ReferenceInput& reference)
{
    std::vector<LaneInput> lanes;
    if (!reference.ids.empty()) {
        ASSIGN_OR_RETURN(lanes.emplace_back(), prepareIds(model, reference.ids, {}));
        return lanes;
    }
    for (const std::string& line : linesOf(reference.text)) {
        ASSIGN_OR_RETURN(lanes.emplace_back(), prepareText(model, {line, std::nullopt, std::nullopt}));
    }
    return lanes;
}

/// Replaces the decoder's inputs by those of the reference, if it gives any. Text and ids of the two sides
/// may be mixed.
Result<void> addGivenTargets(const Model& model, const ReferenceInput& reference,
                             std::vector<LaneInput>& lanes, const std::string& name)
{
    if (!reference.hasTarget())
        return {};
    const std::string field = concat(name, ".", reference.targetText ? "target_text" : "target_ids");
    if (!model.isEncoderDecoder())
        return badArgument(field, "needs a model with an encoder and a decoder; this one has a single stack");
    if (reference.targetText && !reference.targetIds.empty())
        return badArgument(field, "excludes target_ids. Give one of them");
    const std::vector<std::string> targets
        = reference.targetText ? linesOf(*reference.targetText) : std::vector<std::string>(1);
    if (targets.size() != lanes.size())
        return badArgument(field, "found ", targets.size(), " targets, expected ", lanes.size(),
                           ", one for each sentence");
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        auto target = reference.targetText ? prepareText(model, {"", std::nullopt, targets[i]})
                                           : prepareIds(model, {}, reference.targetIds);
        if (!target) {
            Error fault = target.error();
            fault.field = field;
            return fault;
        }
        lanes[i].target = std::move(target->target);
    }
    return {};
}

std::size_t bytesOf(const std::vector<Trace>& traces)
{
    Index numbers = 0;
    for (const Trace& trace : traces)
        for (const TraceChunk* chunk : trace.chunks())
            for (const auto* const stack : {&chunk->encoder, &chunk->decoder})
                if (*stack)
                    eachMatrix(**stack, [&numbers](const Matrix& matrix) { numbers += matrix.size(); });
    return static_cast<std::size_t>(numbers) * sizeof(float);
}

std::size_t bytesOf(const std::vector<LaneInput>& lanes)
{
    std::size_t labels = 0;
    for (const LaneInput& lane : lanes)
        labels += lane.source.size() + lane.target.size();
    return labels * sizeof(TokenLabel);
}

void addNeeds(ReferenceNeeds& needs, const Intervention& edit, const TraceInfo& info)
{
    const HeadPattern* where = whereOf(edit);
    const SiteSet sites = sitesNeeded(edit);
    for (const Site site : {Site::kQuery, Site::kKey, Site::kValue, Site::kWeights, Site::kHeadOutput})
        if (sites.has(site))
            for (const LayerRef& layer : info.layersOf(*where))
                needs.emplace(site, layer);
    for (const Site site : kPatchSites)
        if (sites.has(site) && isOfStream(site))
            for (const LayerRef& layer : info.rowsOf(site, *where))
                needs.emplace(site, layer);
}

Result<std::vector<Trace>> runReference(const std::shared_ptr<const Model>& model,
                                        const std::vector<LaneInput>& lanes, const ReferenceNeeds& needs,
                                        const Job& job)
{
    RunRequest request{model, lanes, {}, {}};
    for (const auto& [site, layer] : needs)
        request.plan.sites.add(site);
    request.plan.wanted = [&needs](const LayerRef& layer) {
        return std::ranges::any_of(needs, [&](const auto& need) { return need.second == layer; });
    };
    request.plan.storage = MatrixStorage::kMatrices;
    ASSIGN_OR_RETURN(auto run, execute(request, job));
    return std::move(run.traces);
}

/// The position edit in effect for a stack: the last one. Null if there is none.
const PositionEdit* positionEdit(const Interventions& interventions, StackKind stack)
{
    const PositionEdit* last = nullptr;
    for (const Intervention& each : interventions.list)
        if (const auto* edit = std::get_if<PositionEdit>(&each);
            edit != nullptr && edit->enabled && edit->stack == stack)
            last = edit;
    return last;
}

/// Whether this position edit is possible for a stack of `length` tokens (-1 = any) with a position table of
/// `rows` rows.
Result<void> checkPosition(const StackSpec& spec, const PositionEdit& edit, Index length, Index rows)
{
    const std::string words = describe(edit);
    const bool rotary = !spec.layers.empty() && spec.layers.front().self.rotary != nullptr;
    const bool learned = spec.positions.scheme == PositionScheme::kLearned;
    if (rotary && edit.table != PositionTable::kOwn && edit.table != PositionTable::kNone)
        return badArgument(words,
                           "the model rotates queries and keys instead of adding a table; expected "
                           "own or none");
    if (edit.table == PositionTable::kLearned && !learned)
        return badArgument(words, "the model has no learned position table");
    if (!learned || (edit.table != PositionTable::kOwn && edit.table != PositionTable::kLearned))
        return {};
    const Index first = spec.positions.offset + edit.shift;
    if (first < 0 || (length >= 0 && first + length > rows) || first >= rows)
        return badArgument(words, "asks for rows ", first, " to ", first + std::max<Index>(length, 1) - 1,
                           " of the position table, which has ", rows);
    return {};
}

/// What a reference is called in messages.
constexpr const char* kReference = "reference";

} // namespace

Result<std::vector<LaneInput>> givenLanes(const Model& model, const ReferenceInput& reference,
                                          const std::string& name)
{
    ASSIGN_OR_RETURN(auto lanes, sourcesOf(model, reference));
    if (lanes.empty())
        return badArgument(name, "is empty; expected at least one token");
    RETURN_IF_ERROR(addGivenTargets(model, reference, lanes, name));
    return lanes;
}

bool ReferenceCache::Key::operator==(const Key& other) const
{
    return model.lock() == other.model.lock() && reference == other.reference && own == other.own;
}

std::optional<ReferenceCache::Entry> ReferenceCache::find(const Key& key)
{
    const std::scoped_lock guard(m_mutex);
    const auto found = std::ranges::find(m_entries, key, &Entry::key);
    if (found == m_entries.end())
        return std::nullopt;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return m_entries.front();
}

void ReferenceCache::keep(Entry entry)
{
    entry.bytes = bytesOf(entry.traces) + bytesOf(entry.lanes);
    const std::scoped_lock guard(m_mutex);
    m_entries.remove_if([&](const Entry& each) { return each.key == entry.key || each.key.model.expired(); });
    m_entries.push_front(std::move(entry));
    while (held() > m_mostBytes && m_entries.size() > 1)
        m_entries.pop_back();
}

std::size_t ReferenceCache::bytes() const
{
    const std::scoped_lock guard(m_mutex);
    return held();
}

std::size_t ReferenceCache::held() const
{
    return std::transform_reduce(m_entries.begin(), m_entries.end(), std::size_t{0}, std::plus(),
                                 [](const Entry& entry) { return entry.bytes; });
}

Result<std::vector<LaneInput>> ReferenceCache::lanes(const std::shared_ptr<const Model>& model,
                                                     const ReferenceInput& reference,
                                                     const std::vector<LaneInput>& own, const Job& job)
{
    Entry entry{{model, reference, reference.own() ? own : std::vector<LaneInput>()}, {}, {}, {}, 0};
    if (auto known = find(entry.key))
        return std::move(known->lanes);
    auto lanes
        = reference.own() ? Result<std::vector<LaneInput>>(own) : givenLanes(*model, reference, kReference);
    if (!lanes)
        return lanes;
    if (lanes->empty())
        return badArgument(kReference, "is empty; expected at least one token");
    if (std::any_of(lanes->begin(), lanes->end(),
                    [&](const LaneInput& lane) { return needsTarget(*model, reference, lane); }))
        ++m_passes;
    RETURN_IF_ERROR(addGreedyTargets(model, reference, *lanes, job));
    entry.lanes = *lanes;
    keep(std::move(entry));
    return lanes;
}

Result<std::vector<Trace>> ReferenceCache::traces(const std::shared_ptr<const Model>& model,
                                                  const ReferenceInput& reference,
                                                  const std::vector<LaneInput>& own,
                                                  const ReferenceNeeds& needs, const Job& job)
{
    Entry entry{{model, reference, reference.own() ? own : std::vector<LaneInput>()}, {}, {}, {}, 0};
    if (auto known = find(entry.key)) {
        if (!known->traces.empty() && std::ranges::includes(known->needs, needs))
            return std::move(known->traces);
        entry = std::move(*known);
    } else {
        ASSIGN_OR_RETURN(entry.lanes, lanes(model, reference, own, job));
    }
    entry.needs.insert(needs.begin(), needs.end());
    ++m_passes;
    auto traces = runReference(model, entry.lanes, entry.needs, job);
    if (!traces)
        return traces;
    entry.traces = *traces;
    keep(std::move(entry));
    return traces;
}

Result<std::vector<LaneInput>> referenceLanes(const std::shared_ptr<const Model>& model,
                                              const ReferenceInput& reference, const Job& job,
                                              const std::string& name)
{
    ASSIGN_OR_RETURN(auto lanes, givenLanes(*model, reference, name));
    RETURN_IF_ERROR(addGreedyTargets(model, reference, lanes, job));
    return lanes;
}

Result<ReferenceRuns> runReferences(const std::shared_ptr<const Model>& model,
                                    const std::vector<Intervention>& edits, const std::vector<LaneInput>& own,
                                    ReferenceCache* cache, const Job& job)
{
    ReferenceRuns runs;
    ReferenceCache forThisRun;
    ReferenceCache& kept = cache != nullptr ? *cache : forThisRun;
    const auto referenceIn
        = [](const Intervention& edit) { return isEnabled(edit) ? referenceOf(edit) : nullptr; };
    runs.traces.resize(edits.size());
    std::vector<std::pair<ReferenceInput, std::vector<Trace>>> known;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const ReferenceInput* reference = referenceIn(edits[i]);
        if (reference == nullptr)
            continue;
        const auto found
            = std::ranges::find_if(known, [&](const auto& one) { return one.first == *reference; });
        if (found != known.end()) {
            runs.traces[i] = found->second;
            continue;
        }
        ReferenceNeeds needs; // needs of all edits that read it
        for (const Intervention& edit : edits)
            if (const ReferenceInput* other = referenceIn(edit); other != nullptr && *other == *reference)
                addNeeds(needs, edit, model->traceInfo());
        ASSIGN_OR_RETURN(auto traces, kept.traces(model, *reference, own, needs, job));
        if (traces.size() > 1 && traces.size() != own.size() && !averagesReference(edits[i]))
            return badArgument(describe(edits[i]), "the reference has ", traces.size(),
                               " sentences, the input ", own.size(), "; expected one, or as many");
        known.emplace_back(*reference, traces);
        runs.traces[i] = std::move(traces);
    }
    return runs;
}

Result<void> checkPositions(const Model& model, const Interventions& interventions,
                            const SequenceLengths& lengths)
{
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const PositionEdit* edit = positionEdit(interventions, stack);
        const StackSpec* spec = model.spec().stack(stack);
        if (edit == nullptr || spec == nullptr)
            continue; // compiling reports that the model has no such stack
        RETURN_IF_ERROR(
            checkPosition(*spec, *edit, lengths.of(stack), model.weights().stack(stack)->positions.rows()));
    }
    return {};
}

} // namespace headlight
