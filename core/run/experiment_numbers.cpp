#include "core/run/experiment_numbers.h"

#include "core/base/text_list.h"
#include "core/io/npy.h"
#include "core/math/correlation.h"

#include <array>
#include <iterator>
#include <limits>
#include <utility>
#include <variant>

namespace headlight {

using Json = OrderedJson;

namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

Json numberJson(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

/// Interpolates linearly between ascending numbers; no number if there are none.
double quantileOf(const std::vector<double>& sorted, double share)
{
    if (sorted.empty())
        return kNoNumber;
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double next = sorted[std::min(below + 1, sorted.size() - 1)];
    return sorted[below] + (place - static_cast<double>(below)) * (next - sorted[below]);
}

/// A single number as text; empty for a range and for "*".
std::string single(const HeadPattern::Range& range)
{
    return range.first == range.last ? std::to_string(range.first) : std::string();
}

constexpr const char* kNoAddress = ",,,,,";

/// stack, layer, kind, head, position of an edit, separated and followed by commas; empty if it affects
/// several, or has none.
std::string csvAddress(const ExperimentNumbers::Edit& edit)
{
    const auto read = interventionsFromJson(edit.edits.dump(), "edit");
    if (!read || read->list.size() != 1)
        return kNoAddress;
    if (const auto* const hidden = std::get_if<TokenHidden>(&read->list.front()))
        return concat(stackName(hidden->stack), ",,,,", hidden->token, ',');
    const HeadPattern* const where = whereOf(read->list.front());
    if (where == nullptr)
        return kNoAddress;
    const auto* const patch = std::get_if<ActivationPatch>(&read->list.front());
    return concat(where->anyStack ? "" : stackName(where->stack), ',', single(where->layers), ',',
                  where->anyKind ? "" : kindName(where->kind), ',', single(where->heads), ',',
                  patch != nullptr && patch->target >= 0 ? std::to_string(patch->target) : "", ',');
}

std::string csvNumber(const std::optional<double>& value)
{
    return value ? shortestNumber(*value) : std::string();
}

/// One edit of a result; `numbers` has its inputs.
Result<ExperimentNumbers::Edit> editFromJson(const Json& point, const ExperimentNumbers& numbers,
                                             const std::string& file)
{
    const auto fault = [&](const std::string& expected) {
        return badFile(file, "points", "found something else, expected ", expected);
    };
    if (!point.is_object() || !point.value("name", Json()).is_string())
        return fault("a list of edits with names");
    ExperimentNumbers::Edit edit{point["name"].get<std::string>(), Json::array(),
                                 numbersIn(point, numbers.recovers() ? "changes" : "each")};
    if (point.contains("edits") && point["edits"].is_array())
        edit.edits = point["edits"];
    else
        edit.edits.push_back(point.value("edit", Json::object()));
    if (point.contains("runs"))
        edit.runs = numbersIn(point["runs"], numbers.recovers() ? "changes" : "each");
    const auto text = [&point](const char* name) {
        const Json value = point.value(name, Json());
        return value.is_string() ? value.get<std::string>() : std::string();
    };
    edit.token = text("token");
    edit.best = text("best");
    for (const auto& [name, to] :
         {std::pair{"kl", &edit.divergence}, std::pair{"logprob", &edit.logProbability}})
        if (const Json number = point.value(name, Json()); number.is_number())
            *to = number.get<double>();
    if (edit.changes.size() != numbers.base.size()
        || (!edit.runs.empty() && edit.runs.size() != numbers.base.size()))
        return fault(concat(numbers.base.size(), " numbers for ", edit.name, ", one per input"));
    return edit;
}

Result<ExperimentNumbers> numbersOf(const std::string& json, const std::string& file)
{
    const Json parsed = Json::parse(json, nullptr, false);
    if (parsed.is_discarded())
        return badFile(file, "", "found no JSON, expected the result of an experiment");
    return experimentFromJson(parsed, file);
}

} // namespace

Json listJson(const std::vector<double>& numbers)
{
    return listFrom(numbers, numberJson);
}

std::vector<double> numbersIn(const Json& object, const char* name)
{
    std::vector<double> numbers;
    const auto found = object.find(name);
    if (found != object.end() && found->is_array())
        for (const Json& each : *found)
            numbers.push_back(each.is_number() ? each.get<double>() : kNoNumber);
    return numbers;
}

Json shardJson(const Shard& shard)
{
    return {{"part", shard.part}, {"parts", shard.parts}};
}

Result<Shard> shardFromJson(const Json& json, const std::string& file)
{
    if (!json.contains("shard"))
        return Shard();
    const Json& shard = json["shard"];
    if (!shard.is_object() || !shard.value("part", Json()).is_number_unsigned()
        || !shard.value("parts", Json()).is_number_unsigned())
        return badFile(file, "shard", "found ", shard.dump(), ", expected part and parts");
    return Shard{shard["part"].get<std::size_t>(), shard["parts"].get<std::size_t>()};
}

std::vector<double> ExperimentNumbers::distances() const
{
    const bool intoOther = origin.value("into", "clean") == "corrupted";
    std::vector<double> all(base.size(), kNoNumber);
    for (std::size_t i = 0; i < std::min(base.size(), other.size()); ++i)
        all[i] = intoOther ? other[i] - base[i] : base[i] - other[i];
    return all;
}

std::vector<double> ExperimentNumbers::each(std::vector<double> changes) const
{
    if (!recovers())
        return changes;
    const std::vector<double> all = distances();
    for (std::size_t i = 0; i < changes.size(); ++i)
        changes[i] = all[i] >= kLeastDistance ? changes[i] / all[i] : kNoNumber;
    return changes;
}

InputMean ExperimentNumbers::mean(const std::vector<double>& changes) const
{
    if (changes.empty())
        return {};
    return recovers() ? recoveryOf(changes, distances(), clusters) : meanOf(changes, clusters);
}

std::optional<double> ExperimentNumbers::correlation() const
{
    std::vector<double> estimates, means;
    for (const Edit& edit : edits)
        if (const auto estimated = mean(edit).mean, run = mean(edit.runs).mean; estimated && run) {
            estimates.push_back(*estimated);
            means.push_back(*run);
        }
    return headlight::correlation(estimates, means);
}

Json quantilesJson(const std::vector<double>& each)
{
    std::vector<double> sorted;
    std::copy_if(each.begin(), each.end(), std::back_inserter(sorted),
                 [](double number) { return !std::isnan(number); });
    std::ranges::sort(sorted);
    Json quantiles = Json::array();
    for (const double share : {0.05, 0.5, 0.95})
        quantiles.push_back(numberJson(quantileOf(sorted, share)));
    return quantiles;
}

Json meanJson(const InputMean& mean, const std::vector<double>& each)
{
    return {{"mean", numberJson(mean.mean.value_or(kNoNumber))},
            {"se", numberJson(mean.error.value_or(kNoNumber))},
            {"n", mean.count},
            {"quantiles", quantilesJson(each)},
            {"each", listJson(each)}};
}

std::vector<std::string> jsonLines(const ExperimentNumbers& numbers)
{
    Json head = numbers.origin;
    if (numbers.shard.parts > 1)
        head["shard"] = shardJson(numbers.shard);
    if (!numbers.clusters.empty())
        head["clusters"] = numbers.clusters;
    head["base"] = meanJson(meanOf(numbers.base, numbers.clusters), numbers.base);
    if (numbers.paired())
        head["other"] = meanJson(meanOf(numbers.other, numbers.clusters), numbers.other);
    if (const auto correlation = numbers.correlation())
        head["correlation"] = *correlation;
    std::string first = toText(head);
    first.pop_back();
    std::vector<std::string> lines{first + R"(,"points":[)"};
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        Json point{{"name", edit.name}};
        point[edit.edits.size() == 1 ? "edit" : "edits"]
            = edit.edits.size() == 1 ? edit.edits[0] : edit.edits;
        const auto summary = [&](const std::vector<double>& changes) {
            Json json = meanJson(numbers.mean(changes), numbers.each(changes));
            if (numbers.recovers())
                json["changes"] = listJson(changes);
            return json;
        };
        point.update(summary(edit.changes));
        if (!edit.runs.empty())
            point["runs"] = summary(edit.runs);
        if (!edit.token.empty())
            point["token"] = edit.token;
        if (edit.divergence) {
            point["kl"] = numberJson(*edit.divergence);
            point["best"] = edit.best.empty() ? Json() : Json(edit.best);
        }
        if (edit.logProbability) {
            point["logprob"] = *edit.logProbability;
            point["change"] = *edit.logProbability - numbers.origin.value("logprob", kNoNumber);
        }
        lines.push_back(toText(point) + (&edit == &numbers.edits.back() ? "" : ","));
    }
    lines.emplace_back("]}");
    return lines;
}

std::string npzOf(const ExperimentNumbers& numbers)
{
    std::vector<std::pair<std::string, std::string>> arrays;
    const auto texts = [&arrays](const char* name, const std::vector<std::string>& all) {
        arrays.emplace_back(concat(name, ".npy"), npyTextFile(all));
    };
    const auto shaped = [&arrays](const char* name, const auto& shape, const std::vector<double>& all) {
        arrays.emplace_back(concat(name, ".npy"), npyFile(shape, std::span<const double>(all)));
    };
    const auto list = [&](const char* name, const std::vector<double>& all) {
        shaped(name, std::array<std::int64_t, 1>{std::ssize(all)}, all);
    };
    const auto perInput = [&](const char* name, std::vector<double> ExperimentNumbers::Edit::*changes) {
        std::vector<double> all;
        for (const ExperimentNumbers::Edit& edit : numbers.edits) {
            const auto each = numbers.each(edit.*changes);
            all.insert(all.end(), each.begin(), each.end());
        }
        shaped(name, std::array<std::int64_t, 2>{std::ssize(numbers.edits), std::ssize(numbers.base)}, all);
    };
    std::vector<std::string> names, edits;
    std::vector<double> means, errors, counts;
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        const InputMean mean = numbers.mean(edit);
        names.push_back(edit.name);
        edits.push_back(toText(edit.edits));
        means.push_back(mean.mean.value_or(kNoNumber));
        errors.push_back(mean.error.value_or(kNoNumber));
        counts.push_back(static_cast<double>(mean.count));
    }
    texts("names", names);
    texts("edits", edits);
    list("mean", means);
    list("se", errors);
    list("n", counts);
    perInput("each", &ExperimentNumbers::Edit::changes);
    if (!numbers.edits.empty() && !numbers.edits.front().runs.empty())
        perInput("runs", &ExperimentNumbers::Edit::runs);
    list("base", numbers.base);
    if (numbers.paired())
        list("other", numbers.other);
    if (!numbers.clusters.empty())
        list("clusters", {numbers.clusters.begin(), numbers.clusters.end()});
    texts("about", {toText(numbers.origin)});
    texts("metric", {numbers.origin.value("metric", "")});
    const auto reference = numbers.origin.find("reference");
    const Json from = reference != numbers.origin.end() && reference->is_object()
        ? reference->value("from", Json())
        : Json();
    texts("reference", {from.is_string() ? from.get<std::string>() : numbers.origin.value("by", "")});
    return storedZip(arrays);
}

std::vector<std::string> csvLines(const ExperimentNumbers& numbers)
{
    const bool checked = numbers.isChecked();
    std::vector<std::string> lines{
        concat("stack,layer,kind,head,position,token,value,se,n", checked ? ",run,run_se" : "")};
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        const InputMean mean = numbers.mean(edit), run = numbers.mean(edit.runs);
        const std::string address = csvAddress(edit);
        lines.push_back(concat(address, csvField(address == kNoAddress ? edit.name : edit.token), ',',
                               csvNumber(mean.mean), ',', csvNumber(mean.error), ',', mean.count));
        if (checked)
            lines.back() += concat(',', csvNumber(run.mean), ',', csvNumber(run.error));
    }
    return lines;
}

std::vector<std::string> csvOfDistributions(const ExperimentNumbers& numbers)
{
    std::vector<std::string> lines{"stack,layer,kind,head,position,logprob,change,kl,best"};
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        std::optional<double> change = edit.logProbability;
        if (change)
            *change -= numbers.origin["logprob"].get<double>();
        lines.push_back(concat(csvAddress(edit), csvNumber(edit.logProbability), ',', csvNumber(change), ',',
                               csvNumber(edit.divergence), ',', csvField(edit.best)));
    }
    return lines;
}

Result<ExperimentNumbers> experimentFromJson(const Json& json, const std::string& file)
{
    const auto fault = [&](const std::string& field, const std::string& expected) {
        return badFile(file, field, "found something else, expected ", expected);
    };
    ExperimentNumbers numbers;
    if (!json.is_object() || !json.contains("points") || !json["points"].is_array() || !json.contains("base")
        || !json["base"].is_object() || !json.contains("metric") || !json["metric"].is_string())
        return fault("", "the JSON of headlight sweep over many inputs");
    for (const auto& [name, value] : json.items())
        if (name != "points" && name != "base" && name != "other" && name != "clusters" && name != "shard"
            && name != "correlation")
            numbers.origin[name] = value;
    for (const char* const word : {"by", "into", "text", "recovery_of", "default_token"})
        if (json.contains(word) && !json[word].is_string())
            return fault(word, "text");
    if (json.contains("logprob") && !json["logprob"].is_number())
        return fault("logprob", "a number");
    ASSIGN_OR_RETURN(numbers.shard, shardFromJson(json, file));
    if (json.contains("clusters")) {
        const Json& clusters = json["clusters"];
        if (!clusters.is_array()
            || !std::ranges::all_of(clusters, [](const Json& each) { return each.is_number_unsigned(); }))
            return fault("clusters", "a list of whole numbers");
        numbers.clusters = clusters.get<std::vector<std::size_t>>();
    }
    numbers.base = numbersIn(json["base"], "each");
    numbers.other = json.contains("other") && json["other"].is_object() ? numbersIn(json["other"], "each")
                                                                        : std::vector<double>();
    numbers.other.resize(numbers.base.size(), kNoNumber);
    if (!numbers.clusters.empty() && numbers.clusters.size() != numbers.base.size())
        return fault("clusters", concat(numbers.base.size(), " numbers, one per input"));
    for (const Json& point : json["points"]) {
        ASSIGN_OR_RETURN(numbers.edits.emplace_back(), editFromJson(point, numbers, file));
    }
    return numbers;
}

Result<std::string> experimentNpz(const std::string& json, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto numbers, numbersOf(json, file));
    return npzOf(numbers);
}

Result<ExperimentTable> experimentTable(const std::string& json, const std::string& file)
{
    ASSIGN_OR_RETURN(const auto numbers, numbersOf(json, file));
    ExperimentTable table{numbers.origin["metric"].get<std::string>(),
                          numbers.origin.value("by", ""),
                          false,
                          meanOf(numbers.base, numbers.clusters),
                          {},
                          json,
                          joined(csvLines(numbers), "\n") + '\n',
                          numbers.base};
    for (const ExperimentNumbers::Edit& edit : numbers.edits) {
        const auto edits = interventionsFromJson(edit.edits.dump(), file); // a path has a sender besides
        const bool ran = !edit.runs.empty();
        table.estimated = !ran && numbers.origin.contains("estimate");
        table.rows.push_back(
            {edit.name, edits ? edits->list : std::vector<Intervention>(),
             numbers.mean(ran ? edit.runs : edit.changes), numbers.each(ran ? edit.runs : edit.changes),
             ran ? numbers.mean(edit.changes) : InputMean(), edit.token, edit.best, edit.divergence});
    }
    return table;
}

Result<ExperimentTable> tableOf(const ExperimentNumbers& numbers)
{
    return experimentTable(joined(jsonLines(numbers), "\n") + '\n', "experiment");
}

} // namespace headlight
