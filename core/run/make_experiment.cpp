#include "core/run/run_experiment.h"

#include "core/base/sha256.h"
#include "core/base/text_list.h"
#include "core/edit/edit_kinds.h"
#include "core/edit/edit_places.h"
#include "core/model/model.h"
#include "core/run/references.h"
#include "core/text/text_file.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>
#include <variant>

namespace headlight {

namespace {

/// The heads that an option names; an error if the model has none of them, or not all.
Result<HeadPattern> patternOption(const std::string& option, std::string_view given, const TraceInfo& model)
{
    const auto pattern = parseHeadPattern(given);
    if (!pattern)
        return badArgument(option, pattern.error().describe());
    if (model.headsOf(*pattern).empty())
        return badArgument(option, toString(*pattern), " matches no ", option == "--where" ? "layer" : "head",
                           " of the model");
    if (const auto checked = model.checkRanges(*pattern); !checked)
        return badArgument(option, checked.error().message);
    return pattern;
}

/// The site that --patch names.
Result<Site> patchedSite(const std::string& given)
{
    static constexpr std::array<std::string_view, kPatchSites.size()> kWords{
        "q", "k", "v", "head_output", "residual", "pattern", "attention", "residual-middle", "feed_forward"};
    const auto found = std::ranges::find(kWords, given);
    if (found != kWords.end())
        return kPatchSites.at(static_cast<std::size_t>(found - kWords.begin()));
    return badArgument("--patch", "found \"", given,
                       "\", expected residual, residual-middle, attention, feed_forward, q, k, v, pattern "
                       "or head_output");
}

/// Makes the reference and the edits from the words.
class ExperimentMaker
{
public:
    ExperimentMaker(const ExperimentWords& words, std::shared_ptr<ExperimentInputs> inputs, const Job& job)
        : m_words(words)
        , m_inputs(std::move(inputs))
        , m_job(job)
    { }

    Result<MadeExperiment> make(const std::shared_ptr<const Model>& model)
    {
        m_experiment.model = model;
        m_experiment.interventions = m_inputs->interventions();
        m_experiment.metric = m_inputs->metric();
        m_experiment.inputs = m_inputs->count();
        m_experiment.trial = !m_words.estimate ? Trial::kRuns
            : m_words.check                    ? Trial::kBoth
                                               : Trial::kEstimates;
        m_experiment.input = std::bind_front(&ExperimentInputs::at, m_inputs);
        if (m_inputs->paired())
            m_experiment.placeOf = std::bind_front(&ExperimentInputs::placeOf, m_inputs);
        RETURN_IF_ERROR(checkKinds());
        RETURN_IF_ERROR(takeReference());
        RETURN_IF_ERROR(m_words.sender      ? takePaths()
                            : m_words.patch ? takePatches()
                            : m_words.hide  ? takeHidden()
                                            : takeHeads());
        std::set<std::string> names;
        std::erase_if(m_experiment.edits, [&names](const ExperimentEdit& edit) { // given twice, tried once
            return !names.insert(nameOf(edit)).second;
        });
        m_made.unequal = unequalPairs();
        return std::move(m_made);
    }

private:
    Result<void> checkKinds() const
    {
        if (m_words.hide && (!m_words.heads.empty() || m_words.patch))
            return badArgument("--hide", "--heads, --patch and --hide exclude each other. Give one of them");
        if (m_words.sender.has_value() != m_words.receiver.has_value())
            return badArgument(m_words.sender ? "--sender" : "--receiver", "needs ",
                               m_words.sender ? "--receiver" : "--sender");
        if (m_words.between == "frozen" && !m_words.sender)
            return badArgument("--between", "needs --sender");
        if (m_words.sender && (m_words.patch || m_words.hide || !m_words.heads.empty()))
            return badArgument("--sender", "excludes --heads, --patch and --hide. Give one of them");
        if (m_words.patch)
            RETURN_IF_ERROR(patchedSite(*m_words.patch));
        if (m_words.check && !m_words.estimate)
            return badArgument("--check", "needs --estimate");
        if (m_words.estimate && m_words.hide)
            return badArgument("--estimate", "excludes --hide: a hidden token replaces no numbers");
        if ((m_words.where || m_words.positions) && !m_words.patch)
            return badArgument(m_words.where ? "--where" : "--positions", "needs --patch");
        if (m_words.where && !m_words.heads.empty())
            return badArgument("--where", "excludes --heads. Give one of them");
        return {};
    }

    /// What takes the place of what is removed.
    Result<void> takeReference()
    {
        const bool patches = m_words.patch || m_words.sender;
        const Donor donor = m_words.by ? *fromWord<Donor>(*m_words.by)
            : patches                  ? Donor::kPair
                                       : Donor::kZero;
        m_experiment.donor = donor;
        m_experiment.seed = m_words.seed;
        m_experiment.frozenBetween = m_words.between == "frozen";
        m_experiment.intoOther = m_inputs->intoOther();
        m_experiment.alignTokens = m_words.align == "token";
        if (m_words.by && m_words.hide)
            return badArgument("--by", "excludes --hide. Give one of them");
        if (patches && donor != Donor::kPair && !(m_words.sender && donor == Donor::kMean))
            return badArgument("--by", "found ", *m_words.by,
                               ", but patches come from a pair (--sender: or a mean)");
        RETURN_IF_ERROR(checkReference(donor));
        return donor == Donor::kPair ? takeOther() : donor == Donor::kZero ? Result<void>() : takeSentences();
    }

    /// Whether what takes the place fits the words besides.
    Result<void> checkReference(Donor donor) const
    {
        const auto& one = m_words.reference;
        const auto& file = m_words.referenceFile;
        if (donor == Donor::kZero && (one || file))
            return badArgument(one ? nameOfReference() : "--reference-file", "needs --patch or --by");
        if (file && one)
            return badArgument("--reference-file",
                               "excludes --reference-text and --reference-ids. Give one of them");
        if (file && donor == Donor::kPair)
            return badArgument("--reference-file", "is for --by mean, mean-position and resample");
        if (m_words.seed != 0 && donor != Donor::kResample)
            return badArgument("--seed", "needs --by resample");
        if ((m_words.into || m_experiment.alignTokens) && donor != Donor::kPair)
            return badArgument(m_words.into ? "--into" : "--align", "needs --patch, --sender or --by pair");
        if (m_experiment.alignTokens && m_words.patch == "pattern")
            return badArgument("--align",
                               "excludes --patch pattern: a row of weights has a number for each key of its "
                               "own input");
        if (m_experiment.metric == Metric::kRecovery && donor != Donor::kPair)
            return badArgument("--metric", "found recovery, which needs --patch, --sender or --by pair");
        return {};
    }

    std::string nameOfReference() const
    {
        return m_words.reference->ids.empty() ? "--reference-text" : "--reference-ids";
    }

    /// The sentence that --reference-text or --reference-ids gives.
    Result<std::vector<LaneInput>> givenReference()
    {
        m_given = *m_words.reference;
        m_made.referenceName = nameOfReference();
        m_made.referenceDigest = sha256Of(keyOf(m_given));
        return referenceLanes(m_experiment.model, m_given, m_job);
    }

    /// The second input of a pair: that of --pairs, or the same for all inputs.
    Result<void> takeOther()
    {
        if (m_inputs->paired())
            return m_words.reference ? badArgument(nameOfReference(), "excludes --pairs. Give one of them")
                                     : Result<void>();
        const char* const asks = m_words.sender ? "--sender" : m_words.patch ? "--patch" : "--by";
        if (!m_words.reference)
            return badArgument(asks,
                               "needs another input. Give --reference-text, --reference-ids or --pairs");
        ASSIGN_OR_RETURN(auto lanes, givenReference());
        if (lanes.size() != 1)
            return badArgument("--reference-text", "found several lines, expected one");
        m_experiment.reference.count = 1;
        m_inputs->setOther(std::move(lanes.front()));
        return {};
    }

    /// The sentences from which heads take their outputs.
    Result<void> takeSentences()
    {
        DonorSentences& reference = m_experiment.reference;
        if (const auto& file = m_words.referenceFile) {
            if (ExperimentSource::holdsPairs(*file))
                return badArgument("--reference-file", "found pairs (", *file,
                                   "), expected sentences, one per line");
            ASSIGN_OR_RETURN(auto lines, textLines(*file));
            m_made.referenceName = *file;
            m_made.referenceDigest = sha256Of(joined(lines, "\n"));
            reference.count = lines.size();
            reference.lane = [model = m_experiment.model,
                              all = std::move(lines)](std::size_t i, const Job& job) -> Result<LaneInput> {
                ASSIGN_OR_RETURN(auto lanes, referenceLanes(model, {all[i], {}, {}, {}}, job));
                return std::move(lanes.front());
            };
            return {};
        }
        if (m_words.reference) {
            ASSIGN_OR_RETURN(auto lanes, givenReference());
            reference.count = lanes.size();
            reference.lane
                = [all = std::move(lanes)](std::size_t i, const Job&) -> Result<LaneInput> { return all[i]; };
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

    /// Counts the pairs that edits of all rows change only in part, and warns of them.
    std::size_t unequalPairs() const
    {
        std::set<StackKind> stacks;
        const auto add = [&](const HeadPattern& where, Site site) {
            for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
                if (where.anyStack ? info().stack(stack) != nullptr : stackOfRows(where, site) == stack)
                    stacks.insert(stack);
        };
        for (const ExperimentEdit& edit : m_experiment.edits) {
            if (edit.sender)
                add(*edit.sender, Site::kHeadOutput);
            for (const Intervention& one : edit.edits)
                if (const auto* const patch = std::get_if<ActivationPatch>(&one);
                    patch != nullptr && patch->target < 0 && !edit.sender)
                    add(patch->where, patch->site);
        }
        const bool byPosition = m_experiment.donor == Donor::kPair && !m_experiment.alignTokens;
        const std::size_t count = byPosition && !stacks.empty() ? m_inputs->unequalPairs(stacks) : 0;
        if (count > 0)
            m_job.warning((m_inputs->count() == 1 ? std::string("the two inputs have")
                                                  : concat(count, " of ", m_inputs->count(), " pairs have"))
                          + " unequal lengths: where all rows are patched together, rows without a "
                            "counterpart keep their own values. See --align");
        return count;
    }

    Result<void> takeHeads()
    {
        for (const std::string& given :
             m_words.heads.empty() ? std::vector<std::string>{"*.*.*.*"} : m_words.heads) {
            ASSIGN_OR_RETURN(const auto patterns, headPatterns(given));
            if (m_words.group)
                m_experiment.edits.emplace_back();
            for (const HeadPattern& where : patterns)
                if (m_words.group)
                    m_experiment.edits.back().edits.push_back(ablation(where));
                else
                    for (const HeadRef& head : info().headsOf(where))
                        m_experiment.edits.push_back({{ablation(patternOf(head))}});
        }
        return {};
    }

    /// "SITE,SITE", each once, of which each matches some head.
    Result<std::vector<HeadPattern>> headPatterns(const std::string& given) const
    {
        std::vector<HeadPattern> patterns;
        for (const std::string_view part : split(given, ',')) {
            ASSIGN_OR_RETURN(const auto where, patternOption("--heads", part, info()));
            if (std::ranges::find(patterns, where) == patterns.end())
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
        // By tokens, it depends on the input which row stands for a position.
        return {where, site, m_experiment.alignTokens ? ReferenceInput() : m_given};
    }

    /// The heads of a pattern one by one. Keys and values belong to all heads of a group.
    std::vector<HeadPattern> eachHead(const HeadPattern& where, Site site) const
    {
        std::vector<HeadPattern> all;
        for (const HeadRef& head : info().headsOf(where)) {
            HeadPattern one = patternOf(head);
            const StackShape& shape = *info().stack(head.stack);
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
        ASSIGN_OR_RETURN(const auto senders, patternOption("--sender", *m_words.sender, info()));
        const std::size_t dot = std::min(m_words.receiver->rfind('.'), m_words.receiver->size());
        const std::string letter = m_words.receiver->substr(std::min(dot + 1, m_words.receiver->size()));
        if (letter != "q" && letter != "k" && letter != "v")
            return badArgument("--receiver", "found \"", *m_words.receiver,
                               "\", expected SITE.q, SITE.k or SITE.v, such as decoder.2.self.0.k");
        ASSIGN_OR_RETURN(const auto receivers,
                         patternOption("--receiver", m_words.receiver->substr(0, dot), info()));
        const Site site = letter == "q" ? Site::kQuery : letter == "k" ? Site::kKey : Site::kValue;
        const auto from = m_words.group ? std::vector{senders} : eachHead(senders, Site::kHeadOutput);
        for (const HeadPattern& sender : from)
            for (const HeadPattern& receiver : eachHead(receivers, site))
                if (reaches(sender, receiver, site))
                    m_experiment.edits.push_back({{patchOf(receiver, site)}, sender});
        if (!m_experiment.edits.empty())
            return {};
        return badArgument("--receiver", "found ", *m_words.receiver, ", which reads nothing that ",
                           *m_words.sender,
                           " writes; expected a receiver after the sender in the same stack, or keys or "
                           "values of cross-attention after a sender of the encoder");
    }

    /// Whether a sender writes to the stream that the receiver reads, before it reads it.
    bool reaches(const HeadPattern& senders, const HeadPattern& receivers, Site site) const
    {
        const HeadRef to = info().headsOf(receivers).front();
        const bool cross = to.kind == AttentionKind::kCross;
        return std::ranges::any_of(info().headsOf(senders), [&](const HeadRef& from) {
            if (cross && site != Site::kQuery)
                return from.stack == StackKind::kEncoder;
            return from.stack == to.stack
                && (from.layer < to.layer
                    || (from.layer == to.layer && cross && from.kind == AttentionKind::kSelf));
        });
    }

    Result<void> takePatches()
    {
        ASSIGN_OR_RETURN(const Site site, patchedSite(*m_words.patch));
        std::vector<HeadPattern> places;
        for (const std::string& given : m_words.heads) {
            if (isOfStream(site))
                return badArgument("--heads", "found with --patch ", *m_words.patch,
                                   ", which belongs to a layer. Give --where");
            ASSIGN_OR_RETURN(const auto patterns, headPatterns(given));
            for (const HeadPattern& where : patterns)
                std::ranges::move(eachHead(where, site), std::back_inserter(places));
        }
        if (m_words.heads.empty()) {
            const auto* const usual = info().encoder ? "encoder.*.self.*" : "decoder.*.self.*";
            ASSIGN_OR_RETURN(const auto where,
                             patternOption("--where", m_words.where.value_or(usual), info()));
            places = patchPlaces(info(), where, site);
            if (places.empty())
                return badArgument("--where", "found ", toString(where),
                                   ", but cross-attention has no residual stream of its own; expected "
                                   "self-attention, such as decoder.*.self.*, for the streams of each layer");
        }
        for (const HeadPattern& where : places) {
            ActivationPatch patch = patchOf(where, site);
            ASSIGN_OR_RETURN(const auto positions, positionsIn(stackOfRows(patch)));
            for (const Index position : positions) {
                patch.source = patch.target = position;
                m_experiment.edits.push_back({{patch}});
            }
        }
        return {};
    }

    Result<void> takeHidden()
    {
        const auto stack = fromWord<StackKind>(*m_words.hide);
        if (!stack)
            return badArgument("--hide", "found \"", *m_words.hide, "\", expected encoder or decoder");
        if (info().stack(*stack) == nullptr)
            return badArgument("--hide", "the model has no ", *m_words.hide);
        ASSIGN_OR_RETURN(const auto positions, positionsIn(*stack));
        for (const Intervention& edit : hideVariants(*stack, std::ssize(positions)))
            m_experiment.edits.push_back({{edit}});
        return {};
    }

    /// The positions to try: those of the longest input, the given ones, or −1 for all at once.
    Result<std::vector<Index>> positionsIn(StackKind stack)
    {
        const std::string given = m_words.positions.value_or("each");
        if (given == "all")
            return std::vector<Index>{-1};
        if (given == "each") {
            ASSIGN_OR_RETURN(const auto longest, m_inputs->longest(m_job));
            std::vector<Index> all(static_cast<std::size_t>(longest.of(stack)));
            std::iota(all.begin(), all.end(), Index{0});
            return all;
        }
        const auto choice = parseRowChoice(given);
        if (!choice || choice->kind != RowChoice::Kind::kList)
            return badArgument("--positions", "found \"", given,
                               "\", expected each, all, or positions such as 0-3,5");
        constexpr Index kMostPositions = Index{1} << 20;
        std::vector<Index> positions;
        for (const auto& [first, last] : choice->ranges)
            for (Index position = first; position <= last && position - first < kMostPositions; ++position)
                positions.push_back(position);
        ASSIGN_OR_RETURN(const bool reached, m_inputs->reaches(stack, std::ranges::max(positions), m_job));
        if (reached)
            return positions;
        ASSIGN_OR_RETURN(const auto longest, m_inputs->longest(m_job));
        const Index length = longest.of(stack);
        const auto beyond = std::ranges::find_if(positions, [length](Index each) { return each >= length; });
        return badArgument("--positions", "found ", *beyond, ", expected each, all, or positions from 0 to ",
                           length - 1);
    }

    const TraceInfo& info() const { return m_experiment.model->traceInfo(); }

    const ExperimentWords& m_words;
    std::shared_ptr<ExperimentInputs> m_inputs;
    const Job& m_job;
    MadeExperiment m_made;
    Experiment& m_experiment = m_made.experiment;
    ReferenceInput m_given; ///< as edits name it; own = none in particular
};

} // namespace

Result<MadeExperiment> makeExperiment(const ExperimentWords& words, const std::shared_ptr<const Model>& model,
                                      const std::shared_ptr<ExperimentInputs>& inputs, const Job& job)
{
    return ExperimentMaker(words, inputs, job).make(model);
}

} // namespace headlight
