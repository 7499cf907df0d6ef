#include "app/sweep_edits.h"

#include "core/base/text_list.h"
#include "core/run/references.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace headlight {

namespace {

Result<HeadPattern> patternOption(const std::string& option, const std::string& given)
{
    auto pattern = parseHeadPattern(given);
    if (!pattern)
        return usageError(option, pattern.error().describe());
    return pattern;
}

/// The site that --patch names.
Result<Site> patchedSite(const std::string& given)
{
    static const std::array<std::pair<const char*, Site>, 9> kSites{
        {{"residual", Site::kResidual},
         {"residual-middle", Site::kResidualMiddle},
         {"attention", Site::kOutput},
         {"feed_forward", Site::kFeedForwardOutput},
         {"q", Site::kQuery},
         {"k", Site::kKey},
         {"v", Site::kValue},
         {"pattern", Site::kWeights},
         {"head_output", Site::kHeadOutput}}};
    for (const auto& [name, site] : kSites)
        if (given == name)
            return site;
    return usageError(
        "--patch",
        "found \"" + given
            + "\", expected residual, residual-middle, attention, feed_forward, q, k, v, pattern "
              "or head_output");
}

/// Makes the reference and the edits from the command line.
class SweepMaker
{
public:
    SweepMaker(const SweepOptions& options, std::shared_ptr<const Model> model,
               std::shared_ptr<SweepInputs> inputs)
        : m_options(options)
        , m_model(std::move(model))
        , m_inputs(std::move(inputs))
        , m_experiment(m_made.experiment)
    { }
    SweepMaker(const SweepMaker&) = delete;
    SweepMaker& operator=(const SweepMaker&) = delete;

    Result<MadeSweep> make()
    {
        m_experiment.model = m_model;
        m_experiment.interventions = m_inputs->interventions();
        m_experiment.metric = m_inputs->metric();
        m_experiment.inputs = m_inputs->count();
        m_experiment.trial = !m_options.estimate ? Trial::kRuns
            : m_options.check                    ? Trial::kBoth
                                                 : Trial::kEstimates;
        m_experiment.input
            = [inputs = m_inputs](std::size_t place, const Job& job) { return inputs->at(place, job); };
        RETURN_IF_ERROR(checkKinds());
        RETURN_IF_ERROR(takeReference());
        RETURN_IF_ERROR(takeEdits());
        return std::move(m_made);
    }

private:
    Result<void> checkKinds() const
    {
        if (m_options.hide && (!m_options.heads.empty() || m_options.patch))
            return usageError({}, "--heads, --patch and --hide exclude each other. Give one of them");
        if (m_options.sender.has_value() != m_options.receiver.has_value())
            return usageError(m_options.sender ? "--sender" : "--receiver",
                              std::string("needs ") + (m_options.sender ? "--receiver" : "--sender"));
        if (m_options.sender && (m_options.patch || m_options.hide || !m_options.heads.empty()))
            return usageError("--sender", "excludes --heads, --patch and --hide. Give one of them");
        if (m_options.patch)
            RETURN_IF_ERROR(patchedSite(*m_options.patch));
        if (m_options.check && !m_options.estimate)
            return usageError("--check", "needs --estimate");
        if (m_options.estimate && m_options.hide)
            return usageError("--estimate", "excludes --hide: a hidden token replaces no numbers");
        if (m_options.where && !m_options.patch)
            return usageError("--where", "needs --patch");
        if (m_options.positions && !m_options.patch)
            return usageError("--positions", "needs --patch");
        if (m_options.where && !m_options.heads.empty())
            return usageError("--where", "excludes --heads. Give one of them");
        return {};
    }

    // What takes the place of what is removed.

    Result<void> takeReference()
    {
        const ReferenceOptions& given = m_options.reference;
        const bool patches = m_options.patch || m_options.sender;
        Donor& donor = m_experiment.donor;
        donor = patches ? Donor::kPair : Donor::kZero;
        m_experiment.seed = m_options.seed;
        m_experiment.frozenBetween = m_options.between == "frozen";
        const bool recovers = m_experiment.metric == Metric::kRecovery;
        m_experiment.intoOther = m_options.into.value_or(recovers ? "corrupted" : "clean") == "corrupted";
        if (m_options.by) {
            donor = static_cast<Donor>(std::find(kDonorNames.begin(), kDonorNames.end(), *m_options.by)
                                       - kDonorNames.begin());
            if (m_options.hide)
                return usageError("--by", "excludes --hide. Give one of them");
            if (patches && donor != Donor::kPair)
                return usageError("--by", "found " + *m_options.by + ", but patches come from a pair");
        }
        if (donor == Donor::kZero && given.given() != nullptr)
            return usageError(given.given(), "needs --patch or --by");
        if (!given.one() && (given.target || given.targetIds))
            return usageError(given.target ? "--reference-target" : "--reference-target-ids",
                              "needs --reference-text or --reference-ids");
        if (given.file && given.one())
            return usageError("--reference-file",
                              "excludes --reference-text and --reference-ids. Give one of them");
        if (given.file && donor == Donor::kPair)
            return usageError("--reference-file", "is for --by mean, mean-position and resample");
        if (m_options.into && donor != Donor::kPair)
            return usageError("--into", "needs --patch, --sender or --by pair");
        if (recovers && donor != Donor::kPair)
            return usageError("--metric", "found recovery, which needs --patch, --sender or --by pair");
        if (donor == Donor::kPair)
            return takeOther();
        return donor == Donor::kZero ? Result<void>() : takeSentences();
    }

    /// The sentence that --reference-text or --reference-ids gives.
    Result<std::vector<LaneInput>> givenReference()
    {
        ASSIGN_OR_RETURN(m_given, m_options.reference.input());
        m_made.referenceName = m_options.reference.text ? "--reference-text" : "--reference-ids";
        m_made.referenceDigest = digestOf(keyOf(m_given));
        return referenceLanes(m_model, m_given, m_options.pass.model.job());
    }

    /// The second input of a pair: that of --pairs, or the same for all inputs.
    Result<void> takeOther()
    {
        if (m_inputs->paired())
            return {};
        if (!m_options.reference.one())
            return usageError(m_options.sender      ? "--sender"
                                  : m_options.patch ? "--patch"
                                                    : "--by",
                              "needs another input. Give --reference-text, --reference-ids or --pairs");
        ASSIGN_OR_RETURN(auto lanes, givenReference());
        if (lanes.size() != 1)
            return usageError("--reference-text", "found several lines, expected one");
        m_experiment.reference.count = 1;
        m_inputs->setOther(std::move(lanes.front()));
        return {};
    }

    /// The sentences from which heads take their outputs.
    Result<void> takeSentences()
    {
        DonorSentences& reference = m_experiment.reference;
        if (const auto& file = m_options.reference.file) {
            ASSIGN_OR_RETURN(auto lines, textLines(*file));
            m_made.referenceName = *file;
            m_made.referenceDigest = digestOf(joined(lines, "\n"));
            reference.count = lines.size();
            reference.lane
                = [model = m_model, all = std::make_shared<const std::vector<std::string>>(std::move(lines))](
                      std::size_t i, const Job& job) -> Result<LaneInput> {
                ReferenceInput one;
                one.text = (*all)[i];
                ASSIGN_OR_RETURN(auto lanes, referenceLanes(model, one, job));
                return std::move(lanes.front());
            };
            return {};
        }
        if (m_options.reference.one()) {
            ASSIGN_OR_RETURN(auto lanes, givenReference());
            reference.count = lanes.size();
            reference.lane = [all = std::make_shared<const std::vector<LaneInput>>(std::move(lanes))](
                                 std::size_t i, const Job&) -> Result<LaneInput> { return (*all)[i]; };
            return {};
        }
        m_made.referenceName = "inputs";
        m_made.referenceDigest = m_inputs->digest();
        const std::size_t count = m_inputs->count();
        m_experiment.ownReference = true;
        reference.count = m_inputs->paired() ? 2 * count : count;
        reference.lane = [inputs = m_inputs, count](std::size_t i, const Job& job) -> Result<LaneInput> {
            ASSIGN_OR_RETURN(auto one, inputs->at(i % count, job));
            return i < count ? std::move(one.lane) : std::move(*one.other);
        };
        return {};
    }

    // The edits.

    Result<void> takeEdits()
    {
        if (m_options.sender)
            return takePaths();
        if (m_options.patch)
            return takePatches();
        return m_options.hide ? takeHidden() : takeHeads();
    }

    Result<void> takeHeads()
    {
        for (const std::string& given :
             m_options.heads.empty() ? std::vector<std::string>{"*.*.*.*"} : m_options.heads) {
            ExperimentEdit group;
            ASSIGN_OR_RETURN(const auto patterns, headPatterns(given));
            for (const HeadPattern& where : patterns) {
                if (m_options.group)
                    group.edits.push_back(ablation(where));
                else
                    for (const HeadRef& head : m_model->traceInfo().headsOf(where))
                        m_experiment.edits.push_back({{ablation(patternOf(head))}});
            }
            if (m_options.group)
                m_experiment.edits.push_back(std::move(group));
        }
        return {};
    }

    /// "SITE,SITE", each of which matches some head.
    Result<std::vector<HeadPattern>> headPatterns(const std::string& given) const
    {
        std::vector<HeadPattern> patterns;
        for (const std::string_view part : split(given, ',')) {
            ASSIGN_OR_RETURN(const auto where, patternOption("--heads", std::string(part)));
            if (m_model->traceInfo().headsOf(where).empty())
                return usageError("--heads", toString(where) + " matches no head of the model");
            patterns.push_back(where);
        }
        return patterns;
    }

    Intervention ablation(const HeadPattern& where) const
    {
        if (m_experiment.donor == Donor::kZero)
            return HeadOff{where};
        if (m_experiment.donor == Donor::kMean)
            return HeadMean{where, m_given};
        return patchOf(where, Site::kHeadOutput);
    }

    ActivationPatch patchOf(const HeadPattern& where, Site site) const
    {
        ActivationPatch patch;
        patch.where = where;
        patch.site = site;
        patch.from = m_given;
        return patch;
    }

    /// The heads of a pattern one by one. Keys and values belong to all heads of a group.
    std::vector<HeadPattern> eachHead(const HeadPattern& where, Site site) const
    {
        std::vector<HeadPattern> all;
        for (const HeadRef& head : m_model->traceInfo().headsOf(where)) {
            HeadPattern one = patternOf(head);
            const StackShape& shape = *m_model->traceInfo().stack(head.stack);
            if ((site == Site::kKey || site == Site::kValue) && shape.kvHeads > 0) {
                const int group = std::max(1, shape.heads / shape.kvHeads);
                one.heads = {head.head / group * group, head.head / group * group + group - 1};
            }
            if (all.empty() || !(all.back() == one))
                all.push_back(one);
        }
        return all;
    }

    Result<void> takePaths()
    {
        ASSIGN_OR_RETURN(const auto senders, patternOption("--sender", *m_options.sender));
        const std::size_t dot = std::min(m_options.receiver->rfind('.'), m_options.receiver->size());
        const std::string letter = m_options.receiver->substr(std::min(dot + 1, m_options.receiver->size()));
        if (letter != "q" && letter != "k" && letter != "v")
            return usageError("--receiver",
                              "found \"" + *m_options.receiver
                                  + "\", expected SITE.q, SITE.k or SITE.v, such as decoder.2.self.0.k");
        ASSIGN_OR_RETURN(const auto receivers,
                         patternOption("--receiver", m_options.receiver->substr(0, dot)));
        const Site site = letter == "q" ? Site::kQuery : letter == "k" ? Site::kKey : Site::kValue;
        const TraceInfo& info = m_model->traceInfo();
        for (const auto& [option, where] : {std::pair{"--sender", &senders}, {"--receiver", &receivers}})
            if (info.headsOf(*where).empty())
                return usageError(option, toString(*where) + " matches no head of the model");
        std::vector<HeadPattern> from{senders};
        if (!m_options.group)
            from = eachHead(senders, Site::kHeadOutput);
        for (const HeadPattern& sender : from)
            for (const HeadPattern& receiver : eachHead(receivers, site))
                m_experiment.edits.push_back({{patchOf(receiver, site)}, sender});
        return {};
    }

    Result<void> takePatches()
    {
        ASSIGN_OR_RETURN(const Site site, patchedSite(*m_options.patch));
        std::vector<HeadPattern> places;
        for (const std::string& given : m_options.heads) {
            if (isOfStream(site))
                return usageError("--heads",
                                  "found with --patch " + *m_options.patch
                                      + ", which belongs to a layer. Give --where");
            ASSIGN_OR_RETURN(const auto patterns, headPatterns(given));
            for (const HeadPattern& where : patterns) {
                const auto each = eachHead(where, site);
                places.insert(places.end(), each.begin(), each.end());
            }
        }
        if (m_options.heads.empty()) {
            const std::string otherwise = m_model->isDecoderOnly() ? "decoder.*.self.*" : "encoder.*.self.*";
            ASSIGN_OR_RETURN(const auto where, patternOption("--where", m_options.where.value_or(otherwise)));
            const auto layers = m_model->traceInfo().layersOf(where);
            for (const LayerRef& layer : layers)
                if (!isOfStream(site) || site == Site::kOutput || layer.kind == AttentionKind::kSelf) {
                    places.push_back(where);
                    places.back().anyStack = places.back().anyKind = false;
                    places.back().stack = layer.stack;
                    places.back().layers = {layer.layer, layer.layer};
                    places.back().kind = layer.kind;
                }
            if (layers.empty())
                return usageError("--where", toString(where) + " matches no layer of the model");
            if (places.empty())
                return usageError("--where",
                                  "found " + toString(where)
                                      + ", but cross-attention has no residual stream of its own; expected "
                                        "self-attention, such as decoder.*.self.*, for the streams of each "
                                        "layer");
        }
        for (const HeadPattern& where : places) {
            const bool ofKeys = site == Site::kKey || site == Site::kValue;
            const StackKind stack
                = ofKeys && where.kind == AttentionKind::kCross ? StackKind::kEncoder : where.stack;
            ASSIGN_OR_RETURN(const auto positions, positionsIn(stack));
            for (const Index position : positions) {
                ActivationPatch patch = patchOf(where, site);
                patch.source = patch.target = position;
                m_experiment.edits.push_back({{patch}});
            }
        }
        return {};
    }

    Result<void> takeHidden()
    {
        if (*m_options.hide != "encoder" && *m_options.hide != "decoder")
            return usageError("--hide", "found \"" + *m_options.hide + "\", expected encoder or decoder");
        const StackKind stack = *m_options.hide == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
        if (m_model->traceInfo().stack(stack) == nullptr)
            return usageError("--hide", "the model has no " + *m_options.hide);
        ASSIGN_OR_RETURN(const auto positions, positionsIn(stack));
        for (const Intervention& edit : hideVariants(stack, std::ssize(positions)))
            m_experiment.edits.push_back({{edit}});
        return {};
    }

    /// The positions to try: those of the longest input, the given ones, or −1 for all at once.
    Result<std::vector<Index>> positionsIn(StackKind stack)
    {
        const std::string given = m_options.positions.value_or("each");
        if (given == "all")
            return std::vector<Index>{-1};
        std::vector<Index> positions;
        if (given != "each") {
            const auto choice = parseRowChoice(given);
            if (!choice || choice->kind != RowChoice::Kind::kList)
                return usageError("--positions",
                                  "found \"" + given + "\", expected each, all, or positions such as 0-3,5");
            for (const auto& [first, last] : choice->ranges)
                for (Index position = first; position <= last && position - first < kMostPositions;
                     ++position)
                    positions.push_back(position);
            return positions;
        }
        ASSIGN_OR_RETURN(const auto longest, m_inputs->longest(m_options.pass.model.job()));
        const Index count = stack == StackKind::kEncoder ? longest.source : longest.target;
        for (Index position = 0; position < count; ++position)
            positions.push_back(position);
        return positions;
    }

    static constexpr Index kMostPositions = Index{1} << 20;

    const SweepOptions& m_options;
    std::shared_ptr<const Model> m_model;
    std::shared_ptr<SweepInputs> m_inputs;
    MadeSweep m_made;
    Experiment& m_experiment; ///< the one of m_made
    ReferenceInput m_given; ///< as edits name it; own = none in particular
};

} // namespace

Result<MadeSweep> makeSweep(const SweepOptions& options, const std::shared_ptr<const Model>& model,
                            const std::shared_ptr<SweepInputs>& inputs)
{
    return SweepMaker(options, model, inputs).make();
}

namespace {

std::string nameOf(const Intervention& edit)
{
    const auto where = [](const HeadPattern& pattern) { return toString(pattern); };
    if (const auto* const off = std::get_if<HeadOff>(&edit))
        return where(off->where);
    if (const auto* const mean = std::get_if<HeadMean>(&edit))
        return where(mean->where);
    const auto* const patch = std::get_if<ActivationPatch>(&edit);
    if (patch == nullptr || !patch->from.own())
        return describe(edit);
    if (patch->site == Site::kHeadOutput && patch->target < 0)
        return where(patch->where);
    return where(patch->where) + ": " + std::string(siteName(patch->site))
        + (patch->target >= 0 ? " at " + std::to_string(patch->target) : "");
}

} // namespace

std::string nameOf(const ExperimentEdit& edit)
{
    const std::string all = joined(edit.edits, ", ", [](const Intervention& one) { return nameOf(one); });
    if (!edit.sender)
        return all;
    const auto& patch = std::get<ActivationPatch>(edit.edits.front());
    return toString(*edit.sender) + " -> " + toString(patch.where) + '.' + std::string(siteName(patch.site));
}

} // namespace headlight
