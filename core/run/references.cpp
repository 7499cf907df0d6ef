#include "core/run/references.h"

#include "core/edit/edit_kinds.h"
#include "core/nn/arch_spec.h"
#include "core/nn/embedding.h"
#include "core/nn/weights.h"

#include <algorithm>
#include <string_view>

namespace headlight {

namespace {

constexpr std::size_t kMostEntries = 8;

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        if (line.find_first_not_of(" \t\r") != std::string::npos)
            lines.push_back(line);
        begin = end + 1;
    }
    return lines;
}

/// A decoder's input that is nothing but its start is continued with what the model says by itself.
Result<void> addGreedyTargets(const std::shared_ptr<const Model>& model, std::vector<LaneInput>& lanes,
                              const Job& job)
{
    if (!model->isEncoderDecoder())
        return {};
    DecodeRequest request;
    request.model = model;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        if (lanes[i].target.size() > 1)
            continue;
        places.push_back(i);
        request.lanes.push_back(lanes[i]);
    }
    if (places.empty() || !model->hasLogits())
        return {};
    const auto decoded = decode(request, job, {});
    if (!decoded)
        return decoded.error();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const DecodedLane& output = (*decoded)[i];
        const bool ended = output.stop == StopReason::kEnd;
        for (std::size_t k = 0; k + (ended ? 1 : 0) < output.ids.size(); ++k)
            lanes[places[i]].target.push_back(labelOf(*model, StackKind::kDecoder, output.ids[k]));
    }
    return {};
}

bool sameLanes(const std::vector<LaneInput>& a, const std::vector<LaneInput>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const LaneInput& x, const LaneInput& y) {
        return x.source == y.source && x.target == y.target && x.segments == y.segments;
    });
}

Result<std::vector<LaneInput>> lanesOf(const Model& model, const ReferenceInput& reference)
{
    std::vector<LaneInput> lanes;
    if (!reference.ids.empty()) {
        auto lane = prepareIds(model, reference.ids, reference.targetIds);
        if (!lane)
            return lane.error();
        lanes.push_back(std::move(*lane));
        return lanes;
    }
    const std::vector<std::string> lines = linesOf(reference.text);
    const std::vector<std::string> targets
        = reference.targetText ? linesOf(*reference.targetText) : std::vector<std::string>();
    if (!targets.empty() && targets.size() != lines.size())
        return badArgument("reference",
                           "has " + std::to_string(lines.size()) + " lines and "
                               + std::to_string(targets.size()) + " target lines");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        TextInput input{lines[i], std::nullopt, std::nullopt};
        if (!targets.empty() && model.isEncoderDecoder())
            input.target = targets[i];
        auto lane = prepareText(model, input);
        if (!lane)
            return lane.error();
        lanes.push_back(std::move(*lane));
    }
    return lanes;
}

} // namespace

Result<std::vector<Trace>> ReferenceCache::traces(const std::shared_ptr<const Model>& model,
                                                  const std::vector<LaneInput>& lanes, const SiteSet& sites,
                                                  const Job& job)
{
    {
        const std::scoped_lock guard(m_mutex);
        for (const Entry& entry : m_entries)
            if (entry.model.lock() == model && (entry.sites | sites) == entry.sites
                && sameLanes(entry.lanes, lanes))
                return entry.traces;
    }
    RunRequest request;
    request.model = model;
    request.lanes = lanes;
    request.plan.sites = sites;
    request.plan.storage = MatrixStorage::kMatrices;
    auto run = execute(request, job);
    if (!run)
        return run.error();
    const std::scoped_lock guard(m_mutex);
    if (m_entries.size() >= kMostEntries)
        m_entries.erase(m_entries.begin());
    m_entries.push_back({model, lanes, sites, run->traces});
    return std::move(run->traces);
}

Result<std::vector<LaneInput>> prepareReference(const std::shared_ptr<const Model>& model,
                                                const ReferenceInput& reference,
                                                const std::vector<LaneInput>& own, const Job& job)
{
    auto lanes = reference.own() ? Result<std::vector<LaneInput>>(own) : lanesOf(*model, reference);
    if (!lanes)
        return lanes;
    if (lanes->empty())
        return badArgument("reference", "is empty; expected at least one token");
    if (const auto done = addGreedyTargets(model, *lanes, job); !done)
        return done.error();
    return lanes;
}

Result<ReferenceRuns> runReferences(const std::shared_ptr<const Model>& model,
                                    const std::vector<Intervention>& edits, const std::vector<LaneInput>& own,
                                    ReferenceCache* cache, const Job& job)
{
    ReferenceRuns runs;
    ReferenceCache forThisRun;
    ReferenceCache& kept = cache != nullptr ? *cache : forThisRun;
    SiteSet sites;
    for (const Intervention& edit : edits)
        if (isEnabled(edit))
            sites = sites | sitesNeeded(edit);
    runs.traces.resize(edits.size());
    std::vector<std::pair<ReferenceInput, std::vector<Trace>>> known;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const ReferenceInput* reference = isEnabled(edits[i]) ? referenceOf(edits[i]) : nullptr;
        if (reference == nullptr)
            continue;
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const auto& one) { return one.first == *reference; });
        if (found != known.end()) {
            runs.traces[i] = found->second;
            continue;
        }
        const auto lanes = prepareReference(model, *reference, own, job);
        if (!lanes)
            return lanes.error();
        auto traces = kept.traces(model, *lanes, sites, job);
        if (!traces)
            return traces.error();
        if (traces->size() > 1 && traces->size() != own.size() && !averagesReference(edits[i]))
            return badArgument(describe(edits[i]),
                               "the reference has " + std::to_string(traces->size())
                                   + " sentences, the input " + std::to_string(own.size())
                                   + "; expected one, or as many");
        known.emplace_back(*reference, *traces);
        runs.traces[i] = std::move(*traces);
    }
    return runs;
}

namespace {

/// The edit of a stack's positions that holds: of several the last one. Null without one.
const PositionEdit* positionEdit(const Interventions& interventions, StackKind stack)
{
    const PositionEdit* last = nullptr;
    for (const Intervention& each : interventions.list)
        if (const auto* edit = std::get_if<PositionEdit>(&each);
            edit != nullptr && edit->enabled && edit->stack == stack)
            last = edit;
    return last;
}

/// Whether a stack of `length` tokens (-1: any) in a position table of `rows` rows can be edited so.
Result<void> checkPosition(const StackSpec& spec, const PositionEdit& edit, Index length, Index rows)
{
    const std::string words = describe(edit);
    const bool rotary = !spec.layers.empty() && spec.layers.front().self.rotary != nullptr;
    const bool learned = spec.positions.scheme == PositionScheme::kLearned;
    if (rotary && edit.table != PositionTable::kOwn && edit.table != PositionTable::kNone)
        return badArgument(words,
                           "the model turns queries and keys instead of adding a table; expected "
                           "own or none");
    if (edit.table == PositionTable::kLearned && !learned)
        return badArgument(words, "the model has no learned position table");
    if (!learned || (edit.table != PositionTable::kOwn && edit.table != PositionTable::kLearned))
        return {};
    const Index first = spec.positions.offset + edit.shift;
    if (first < 0 || (length >= 0 && first + length > rows) || first >= rows)
        return badArgument(words,
                           "asks for rows " + std::to_string(first) + " to "
                               + std::to_string(first + std::max<Index>(length, 1) - 1)
                               + " of the position table, which has " + std::to_string(rows));
    return {};
}

} // namespace

Result<void> checkPositions(const Model& model, const Interventions& interventions,
                            const SequenceLengths& lengths)
{
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const PositionEdit* edit = positionEdit(interventions, stack);
        const StackSpec* spec = model.spec().stack(stack);
        if (edit == nullptr || spec == nullptr)
            continue; // compiling says that the model has no such stack
        const bool encoder = stack == StackKind::kEncoder;
        const auto& weights = encoder ? model.weights().encoder : model.weights().decoder;
        const Index length = encoder ? lengths.source : lengths.target;
        if (auto checked = checkPosition(*spec, *edit, length, weights->positions.rows()); !checked)
            return checked;
    }
    return {};
}

} // namespace headlight
