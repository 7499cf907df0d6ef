// Experiments over many inputs against numbers from independent float64 programs (tests/data/laboratory), and
// their resuming and joining.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::kSanitized;
using headlight::test::runProgram;
using headlight::test::runProgramUntil;
using headlight::test::TemporaryFolder;
using nlohmann::json;

namespace {

json expected(const std::string& name)
{
    return json::parse(contentOf(std::string(headlight::test::kTestData) + "/laboratory/" + name));
}

json swept(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "sweep");
    arguments.emplace_back("--json");
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    return json::parse(finished.out);
}

std::map<std::string, json> byName(const json& result)
{
    std::map<std::string, json> points;
    for (const json& point : result["points"])
        points[point["name"]] = point;
    return points;
}

/// Compares numbers of one table, to 1e-4 of the largest.
class Table
{
public:
    void add(const std::string& name, const json& found, const json& wanted, double sign = 1)
    {
        if (wanted.is_array()) {
            REQUIRE(found.size() == wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i)
                add(name + " " + std::to_string(i), found[i], wanted[i], sign);
            return;
        }
        m_largest = std::max(m_largest, std::abs(wanted.get<double>()));
        m_rows.push_back({name, sign * found.get<double>(), wanted.get<double>()});
    }
    ~Table()
    {
        for (const Row& row : m_rows) {
            INFO(row.name);
            CHECK(row.found == Approx(row.wanted).margin(1e-4 * m_largest).epsilon(0));
        }
    }
    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

private:
    struct Row
    {
        std::string name;
        double found, wanted;
    };
    double m_largest = 0;
    std::vector<Row> m_rows;
};

std::string together(std::initializer_list<std::string_view> parts)
{
    std::string all;
    for (const std::string_view part : parts)
        all.append(part);
    return all;
}

std::string corpusIn(const TemporaryFolder& folder, std::size_t most = 30)
{
    std::string lines;
    const json all = expected("ablation.json");
    for (std::size_t i = 0; i < most; ++i)
        lines += all["sentences"][i].get<std::string>() + '\n';
    folder.write("corpus.txt", lines);
    return (folder / "corpus.txt").string();
}

/// "2.0" → decoder.2.self.0
std::string addressOf(const std::string& head)
{
    return together({"decoder.", head.substr(0, 1), ".self.", head.substr(2)});
}

std::string idsText(const json& ids)
{
    std::string text;
    for (const json& id : ids)
        text += (text.empty() ? "" : ",") + id.dump();
    return text;
}

} // namespace

TEST_CASE("laboratory: ablations of a decoder over thirty sentences", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json wanted = expected("ablation.json")["en-gpt"];
    for (const std::string by : {"zero", "mean", "resample"}) {
        const json result = swept({"--model", "en-gpt", "--text-file", corpusIn(folder), "--metric", "loss",
                                   "--rows", "prompt", "--by", by});
        Table changes, means, errors, base;
        base.add("base", result["base"]["each"], wanted["base"], -1);
        const auto points = byName(result);
        REQUIRE(points.size() == 16);
        for (const auto& [head, modes] : wanted["heads"].items()) {
            const json& point = points.at(head);
            CHECK(point["n"] == 30);
            changes.add(together({by, " ", head}), point["each"], modes[by]["each"], -1);
            means.add(together({by, " mean ", head}), point["mean"], modes[by]["mean"], -1);
            errors.add(together({by, " error ", head}), point["se"], modes[by]["se"]);
        }
        CHECK(result["by"] == by);
        CHECK(result["model"]["digest"].get<std::string>().size() == 64);
        CHECK((by == "zero") == !result.contains("reference"));
    }
}

TEST_CASE("laboratory: ablations of a translator, in four ways", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json wanted = expected("ablation.json")["en-fr"];
    for (const std::string by : {"zero", "mean", "mean-position", "resample"}) {
        if (kSanitized && by != "mean-position")
            continue; // each way takes a minute with the sanitizers
        const std::string corpus = corpusIn(folder), records = (folder / by).string();
        const json result = swept({"--text-file", corpus, "--by", by, "--resume", records});
        const json divergences
            = swept({"--text-file", corpus, "--by", by, "--resume", records, "--metric", "kl"});
        Table base, changes, means, errors, kl, klMeans, klErrors;
        base.add("base", result["base"]["each"], wanted["base"]);
        const auto points = byName(result), klPoints = byName(divergences);
        CHECK(points.size() == 36);
        for (const auto& [head, point] : points) {
            const json& mode = wanted["heads"].at(head).at(by);
            changes.add(together({by, " ", head}), point["each"], mode["each"]);
            means.add(together({by, " mean ", head}), point["mean"], mode["mean"]);
            errors.add(together({by, " error ", head}), point["se"], mode["se"]);
            kl.add(together({by, " kl ", head}), klPoints.at(head)["each"], mode["kl"]);
            klMeans.add(together({by, " mean kl ", head}), klPoints.at(head)["mean"], mode["mean_kl"]);
            klErrors.add(together({by, " kl error ", head}), klPoints.at(head)["se"], mode["se_kl"]);
        }
    }
}

TEST_CASE("laboratory: induction, ablated and along its paths", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json wanted = expected("induction.json");
    std::string ids, pairs;
    for (std::size_t i = 0; i < wanted["sequences"].size(); ++i) {
        ids += idsText(wanted["sequences"][i]) + '\n';
        pairs += json{{"clean", {{"ids", wanted["sequences"][i]}}},
                      {"corrupted", {{"ids", wanted["corrupted"][i]}}}}
                     .dump()
            + '\n';
    }
    folder.write("ids.txt", ids);
    folder.write("pairs.jsonl", pairs);
    const std::vector<std::string> measure{"--model", "en-gpt", "--rows", "65-127", "--metric", "loss"};
    const auto with = [&measure](std::vector<std::string> more) {
        more.insert(more.end(), measure.begin(), measure.end());
        return swept(more);
    };
    for (const std::string by : {"zero", "mean", "resample"}) {
        if (kSanitized && by != "resample")
            continue; // as above
        const json result = with({"--ids-file", (folder / "ids.txt").string(), "--by", by});
        Table base, changes, errors;
        base.add("base", result["base"]["each"], wanted["base"], -1);
        const auto points = byName(result);
        CHECK(points.size() == 16);
        for (const auto& [head, modes] : wanted["ablation"].items()) {
            changes.add(by + head, points.at(addressOf(head))["each"], modes[by]["change"], -1);
            errors.add(by + head, points.at(addressOf(head))["se"], modes[by]["se"]);
        }
    }
    for (const std::string between : {"frozen", "recomputed"}) {
        Table changes, means, errors;
        for (const std::string letter : {"q", "k", "v"}) {
            if (kSanitized && letter != "k")
                continue; // as above
            const json result
                = with({"--pairs", (folder / "pairs.jsonl").string(), "--sender", "decoder.0-1.self.*",
                        "--receiver", "decoder.2.self.0." + letter, "--between", between});
            const auto points = byName(result);
            CHECK(points.size() == 8);
            for (const std::string head : {"0.0", "0.1", "0.2", "0.3", "1.0", "1.1", "1.2", "1.3"}) {
                const json& path = wanted["paths"][together({head, " -> 2.0.", letter, " (", between, ")"})];
                const std::string name = together({"decoder.", head.substr(0, 1), ".self.", head.substr(2),
                                                   " -> decoder.2.self.0.", letter});
                changes.add(name, points.at(name)["each"], path["change"], -1);
                means.add(name, points.at(name)["mean"], path["mean"], -1);
                errors.add(name, points.at(name)["se"], path["se"]);
            }
        }
    }
}

TEST_CASE("laboratory: scores of induction, and what a head's absence does to that of 2.0",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json wanted = expected("induction.json");
    std::string all, cut; // the independent score of induction leaves out the row that nothing follows
    for (json sequence : wanted["sequences"]) {
        all += idsText(sequence) + '\n';
        sequence.erase(sequence.size() - 1);
        cut += idsText(sequence) + '\n';
    }
    folder.write("all.txt", all);
    folder.write("cut.txt", cut);
    const auto statistics = [&folder](const char* file, std::vector<std::string> more) {
        more.insert(
            more.begin(),
            {"metrics", "--model", "en-gpt", "--ids-file", (folder / file).string(), "--mean", "--json"});
        const Finished finished = runProgram(more);
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        std::istringstream lines(finished.out);
        std::map<std::string, json> heads;
        for (std::string line; std::getline(lines, line);) {
            json head = json::parse(line);
            heads[head["head"]] = head;
        }
        return heads;
    };
    const auto heads = statistics("cut.txt", {}), whole = statistics("all.txt", {});
    Table scores, previous, without;
    for (const auto& [head, each] : wanted["score"].items())
        scores.add(head, heads.at(addressOf(head))["induction"]["each"], each);
    for (const auto& [head, each] : wanted["previous"].items())
        previous.add(head, whole.at(addressOf(head))["previous"]["each"], each);
    for (const auto& [head, each] : wanted["score_without"].items()) {
        const auto others = statistics("cut.txt", {"--ablate", addressOf(head)});
        without.add(head, others.at("decoder.2.self.0")["induction"]["each"], each);
    }
}

TEST_CASE("laboratory: a path is patched by the sender's mean", "[app][laboratory]")
{
    const auto patched = [](const std::string& ids, const std::string& by) {
        return std::vector<std::string>{"--model",
                                        "en-gpt",
                                        "--ids",
                                        ids,
                                        "--sender",
                                        "decoder.0.self.2",
                                        "--receiver",
                                        "decoder.2.self.0.k",
                                        "--by",
                                        by,
                                        "--rows",
                                        "all",
                                        "--max-new-tokens",
                                        "0"};
    };
    const json result = swept(patched("0,900,901,902,903,900,901,902", "mean"));
    CHECK(result["by"] == "mean");
    CHECK(result["points"][0]["name"] == "decoder.0.self.2 -> decoder.2.self.0.k");
    CHECK(result["points"][0]["mean"].get<double>() < -0.5); // the induction reads it
    // The mean over one row is the row.
    CHECK(std::abs(swept(patched("0", "mean"))["points"][0]["mean"].get<double>()) < 1e-6);
    std::vector<std::string> zero = patched("0,900", "zero");
    zero.insert(zero.begin(), "sweep");
    CHECK(runProgram(zero).err.find("--by: found zero") != std::string::npos);
}

TEST_CASE("laboratory: a sweep of 210 sentences killed ten times goes on to the same bytes",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string thirty = contentOf(corpusIn(folder));
    std::string lines;
    for (int copy = 0; copy < (kSanitized ? 2 : 7); ++copy)
        lines += thirty;
    folder.write("lines.txt", lines);
    const auto command = [&](const std::string& name) {
        return std::vector<std::string>{"sweep",
                                        "--text-file",
                                        (folder / "lines.txt").string(),
                                        "--json",
                                        "--resume",
                                        (folder / (name + ".records")).string(),
                                        "-o",
                                        (folder / (name + ".json")).string(),
                                        "--heads",
                                        "decoder.2.cross.*"};
    };
    REQUIRE(runProgram(command("whole")).status == 0);
    const auto sizeOf = [&](const char* name) {
        std::error_code none;
        const auto size = std::filesystem::file_size(folder / name, none);
        return none ? std::uintmax_t{0} : size;
    };
    const std::uintmax_t whole = sizeOf("whole.records");
    for (unsigned kill = 1; kill <= 10; ++kill) {
        const Finished ended = runProgramUntil([&] { return sizeOf("parts.records") > whole * kill / 12; },
                                               command("parts"), {}, {});
        CHECK(ended.status == 128 + SIGKILL);
        CHECK_FALSE(std::filesystem::exists(folder / "parts.json"));
    }
    CHECK(sizeOf("parts.records") < whole);
    REQUIRE(runProgram(command("parts")).status == 0);
    CHECK(contentOf(folder / "parts.records") == contentOf(folder / "whole.records"));
    CHECK(contentOf(folder / "parts.json") == contentOf(folder / "whole.json"));
    // Other edits are another experiment.
    std::vector<std::string> other = command("whole");
    other.back() = "encoder.0.self.*";
    const Finished refused = runProgram(other);
    CHECK(refused.status == 1);
    CHECK(refused.err.find("found the records of another run") != std::string::npos);
    other = command("whole");
    other.insert(other.end(), {"--by", "mean"});
    CHECK(runProgram(other).err.find(R"(("by":"zero"), expected those of this one ("by":"mean"))")
          != std::string::npos);
}

TEST_CASE("laboratory: kept records give other measures without another run", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string records = (folder / "records").string(), corpus = corpusIn(folder, 6);
    const auto measured = [&](const std::string& metric, bool kept) {
        std::vector<std::string> arguments{"sweep",    "--text-file", corpus,  "--heads", "decoder.2.cross.*",
                                           "--metric", metric,        "--json"};
        if (kept)
            arguments.insert(arguments.end(), {"--resume", records});
        const Finished finished = runProgram(arguments);
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return finished.out;
    };
    CHECK(measured("logprob", true) == measured("logprob", false));
    const std::string before = contentOf(records);
    for (const std::string metric : {"probability", "rank", "kl", "loss"})
        CHECK(measured(metric, true) == measured(metric, false));
    CHECK(contentOf(records) == before);
    // An estimate is that of one measure.
    std::vector<std::string> estimate{"sweep",   "--text-file", corpus,     "--estimate",
                                      "--heads", "*.2.*.*",     "--resume", (folder / "estimates").string()};
    REQUIRE(runProgram(estimate).status == 0);
    estimate.insert(estimate.end(), {"--metric", "loss"});
    CHECK(runProgram(estimate).err.find(R"(("metric":"logprob"), expected those of this one)")
          != std::string::npos);
}

TEST_CASE("laboratory: shards join to the bytes of one run", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string corpus = corpusIn(folder);
    const auto run = [&](const std::string& shard, const std::string& name) {
        std::vector<std::string> arguments{
            "sweep",   "--text-file", corpus,   "--by", "mean",
            "--heads", "*.1.*.*",     "--json", "-o",   (folder / name).string()};
        if (!shard.empty())
            arguments.insert(arguments.end(), {"--shard", shard});
        const Finished finished = runProgram(arguments);
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return (folder / name).string();
    };
    const std::string whole = run("", "whole.json");
    const std::string first = run("1/3", "first.json"), second = run("2/3", "second.json");
    const std::string third = run("3/3", "third.json");
    const auto merged = [](std::vector<std::string> more) {
        more.insert(more.begin(), "merge");
        return runProgram(more);
    };
    CHECK(merged({third, first, second, "--json"}).out == contentOf(whole));
    const Finished table = merged({first, second, third});
    CHECK(table.out
          == runProgram({"sweep", "--text-file", corpus, "--by", "mean", "--heads", "*.1.*.*"}).out);
    const std::string csv = (folder / "all.csv").string();
    CHECK(merged({first, second, third, "-o", csv}).status == 0);
    CHECK(contentOf(csv).starts_with("stack,layer,kind,head,position,token,value,se,n\nencoder,1,self,0,,,"));
    const auto fails = [&](const std::vector<std::string>& files, const std::string& part) {
        const Finished refused = merged(files);
        INFO(refused.err);
        CHECK(refused.status == 1);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    fails({first, third}, "found 3/3, expected 2/3");
    fails({first, whole, third}, "whole.json: shard: found a whole result");
    fails({first, second}, "expected all 3 shards; 3/3 is missing");
    fails({first, first, third}, "found 1/3, expected 2/3");
    folder.write("no.json", R"({"points": [], "base": {"each": []}, "metric": "kl", "shard": 7})");
    fails({(folder / "no.json").string()}, "shard");
    folder.write("bad.json", "[]");
    fails({(folder / "bad.json").string()}, "headlight sweep");
    folder.write("torn.json", R"({"head":)");
    fails({(folder / "torn.json").string()}, "torn.json, line 1: not valid JSON at byte 8");
    folder.write("cut.json", contentOf(whole).substr(0, 100));
    fails({(folder / "cut.json").string()}, "cut.json: not valid JSON at byte 100");
    // The result of one input has what the table of its sweep has.
    const std::string one = (folder / "one.json").string(), table1 = (folder / "one.csv").string();
    for (const std::string& file : {one, table1})
        CHECK(
            runProgram({"sweep", "--text", "The cat sleeps.", "--heads", "encoder.1.*.*", "-o", file}).status
            == 0);
    CHECK(merged({one, "-o", csv}).status == 0);
    CHECK(contentOf(csv) == contentOf(table1));
    CHECK(contentOf(csv).starts_with("stack,layer,kind,head,position,logprob,change,kl,best\n"));
    // The statistics of heads are joined likewise.
    std::vector<std::string> parts;
    for (const std::string shard : {"1/2", "2/2", ""}) {
        parts.push_back((folder / ("heads" + shard.substr(0, 1))).string());
        std::vector<std::string> metrics{"metrics", "--text-file", corpus,      "--mean",
                                         "--json",  "-o",          parts.back()};
        if (!shard.empty())
            metrics.insert(metrics.end(), {"--shard", shard});
        CHECK(runProgram(metrics).status == 0);
    }
    CHECK(merged({parts[1], parts[0]}).out == contentOf(parts[2]));
    CHECK(merged({parts[2]}).out == contentOf(parts[2]));
    CHECK(merged({parts[1], parts[0], "-o", csv}).status == 2); // it is a text
    fails({parts[1], parts[1]}, "Give each shard once");
    const std::string few
        = folder.write("few.json", contentOf(parts[1]).substr(0, contentOf(parts[1]).find('\n'))).string();
    fails({parts[0], few}, "few.json: found 1 heads, expected ");
    fails({parts[0], few}, " as in " + parts[0]);
    const std::string each = (folder / "each.json").string();
    CHECK(runProgram({"metrics", "--text", "The cat sleeps.", "-o", each}).status == 0);
    fails({each}, "each.json: found the JSON of metrics without --mean, expected ");
    const std::string others = folder.write("others.txt", "The dog eats.\nThe cat sleeps.\n").string();
    const std::string strange = (folder / "strange.json").string();
    CHECK(runProgram({"metrics", "--text-file", others, "--mean", "--shard", "2/2", "-o", strange}).status
          == 0);
    fails({parts[0], strange}, "strange.json: inputs_digest: found ");
    const Finished wrong = runProgram({"sweep", "--text", "a", "--shard", "4/3"});
    CHECK(wrong.status == 2);
}

TEST_CASE("laboratory: pairs, their tokens, and clusters of mirrored pairs", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string her
        = R"({"text": "The table is old. I bought it.", "target_text": "La table est vieille."})";
    const std::string him
        = R"({"text": "The bed is old. I bought it.", "target_text": "La table est vieille."})";
    const auto line = [](const std::string& clean, const std::string& corrupted) {
        return R"({"clean": )" + clean + R"(, "corrupted": )" + corrupted
            + R"(, "token": "▁elle", "minus": 12, "row": "last"})" + "\n";
    };
    const std::string file = (folder / "pairs.jsonl").string();
    folder.write("pairs.jsonl", line(her, him) + line(him, her) + line(her, her));
    const Finished text = runProgram({"sweep", "--pairs", file, "--patch", "head_output", "--where",
                                      "decoder.0.cross.*", "--positions", "all", "--json"});
    // The piece may be several tokens of this vocabulary; ids always work.
    std::string lines = line(her, him) + line(him, her) + line(her, her);
    for (std::size_t at; (at = lines.find("\"▁elle\"")) != std::string::npos;)
        lines.replace(at, std::string("\"▁elle\"").size(), "340");
    folder.write("pairs.jsonl", lines);
    CHECK((text.status == 0 || text.err.find("--token") != std::string::npos));
    const json result = swept(
        {"--pairs", file, "--patch", "head_output", "--heads", "decoder.2.*.*", "--positions", "all"});
    CHECK(result["metric"] == "logit-difference");
    CHECK(result["clusters"] == json::array({0, 0, 1}));
    CHECK(result["into"] == "clean");
    const Finished twice = runProgram({"sweep", "--pairs", file, "--heads", "decoder.2.*.*", "--token", "7"});
    CHECK(twice.status == 2);
    CHECK(twice.err.find("--token: has no effect") != std::string::npos);
    for (const json& point : result["points"]) {
        const std::vector<double> each = point["each"];
        REQUIRE(each.size() == 3);
        CHECK(std::abs(each[2]) < 1e-4); // nothing differs between the two
        const double first = (each[0] + each[1]) / 2, second = each[2];
        CHECK(point["mean"].get<double>() == Approx((each[0] + each[1] + each[2]) / 3).margin(1e-9));
        CHECK(point["se"].get<double>() == Approx(std::abs(first - second) / 2).margin(1e-9));
    }
    // All streams at once carry everything over: the corrupted run becomes the clean one.
    const json recovered = swept({"--pairs", file, "--metric", "recovery", "--patch", "residual", "--where",
                                  "decoder.0.self.*", "--positions", "all"});
    CHECK(recovered["into"] == "corrupted");
    const json& base = recovered["base"]["each"];
    const json& other = recovered["other"]["each"];
    for (const json& point : recovered["points"])
        for (std::size_t i = 0; i < 3; ++i) {
            const double distance = other[i].get<double>() - base[i].get<double>();
            CHECK(point["each"][i].is_null() == (distance < 0.1));
            if (distance >= 0.1)
                CHECK(point["each"][i].get<double>()
                      == Approx(point["changes"][i].get<double>() / distance).margin(1e-9));
        }
    const auto fails = [&](const std::string& content, const std::string& part) {
        folder.write("bad.jsonl", content);
        const Finished refused = runProgram({"sweep", "--pairs", (folder / "bad.jsonl").string()});
        INFO(refused.err);
        CHECK(refused.status == 1);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    folder.write("bad.jsonl",
                 R"({"clean": {"text": "The cat."}, "corrupted": {"text": "The black cat sleeps."}})");
    const Finished rows = runProgram({"sweep", "--pairs", (folder / "bad.jsonl").string(), "--by", "pair",
                                      "--into", "corrupted", "--metric", "kl", "--rows", "all"});
    CHECK(rows.status == 2);
    CHECK(rows.err.find("--rows: the two inputs have ") != std::string::npos);
    fails("{}", "line 1, clean");
    fails(R"({"clean": {"text": ""}, "corrupted": {"text": "b"}})", "line 1, clean.text: found no text");
    const std::string both = R"({"clean": {"text": "a"}, "corrupted": {"text": "b"}, )";
    fails(both + R"("row": 99})", "bad.jsonl: line 1, row: ");
    const std::string distant = R"({"clean": {"ids": [1, 99999]}, "corrupted": {"ids": [1, 2]}})";
    fails("\n" + distant, "bad.jsonl: line 2");
    fails("\n" + both + R"("row": "x"})", "bad.jsonl: line 2, row: ");
    fails(both + R"("token": "no such token"})", "bad.jsonl: line 1, token: ");
    fails("\n[]\n", "line 2");
    fails(R"({"clean": {"text": "a", "ids": [1]}})", "text or ids, and not both");
    fails(R"({"clean": {"text": "a", "target": "b"}})", "clean.target");
    fails(R"({"clean": {"ids": [-1]}})", "clean.ids");
    fails(R"({"clean": {"text": "a"}, "corrupted": {"text": "b"}, "row": []})", "row");
}

TEST_CASE("laboratory: statistics over thirty sentences, rows pooled and sentence by sentence",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json wanted = expected("circuits.json");
    std::string ids;
    for (const json& sentence : wanted["similarity"]["ids"])
        ids += idsText(sentence) + '\n';
    folder.write("ids.txt", ids);
    const Finished finished = runProgram(
        {"metrics", "--model", "en-gpt", "--ids-file", (folder / "ids.txt").string(), "--mean", "--json"});
    REQUIRE(finished.status == 0);
    std::istringstream lines(finished.out);
    std::map<std::string, Table> tables;
    for (std::string line; std::getline(lines, line);) {
        const json head = json::parse(line);
        const std::string name = head["head"];
        for (const auto& [statistic, numbers] : wanted["statistics"].at(name).items()) {
            const json& found = head[statistic];
            CHECK(found["n"] == 30);
            json all{found["pooled"]["mean"], found["pooled"]["sd"], found["mean"], found["se"]};
            REQUIRE(found["pooled"]["quantiles"].size() == 3);
            for (const json& quantile : found["pooled"]["quantiles"])
                all.push_back(quantile);
            tables[statistic].add(name, all, numbers);
        }
    }
    CHECK(tables.size() == 6);
}

TEST_CASE("laboratory: statistics over pairs are those of both inputs' rows, with the error over pairs",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    folder.write("ids.txt", "319,1895,887,886\n319,1895,769\n487,987,273,1962,13\n487,987,319,1962,13\n");
    const std::string cat = R"({"ids": [319, 1895, 887, 886]})", dog = R"({"ids": [319, 1895, 769]})";
    folder.write("pairs.jsonl",
                 R"({"clean": )" + cat + R"(, "corrupted": )" + dog + "}\n" + R"({"clean": )" + dog
                     + R"(, "corrupted": )" + cat + "}\n"
                     + R"({"clean": {"ids": [487, 987, 273, 1962, 13]}, )"
                     + R"("corrupted": {"ids": [487, 987, 319, 1962, 13]}})" + "\n");
    const auto first = [&folder](const std::string& option, const std::string& file) {
        const Finished finished = runProgram(
            {"metrics", "--model", "en-gpt", option, (folder / file).string(), "--mean", "--json"});
        INFO(finished.err);
        REQUIRE(finished.status == 0);
        return json::parse(finished.out.substr(0, finished.out.find('\n')));
    };
    const json pairs = first("--pairs", "pairs.jsonl"), single = first("--ids-file", "ids.txt");
    CHECK(pairs["inputs"] == 2); // a pair and its mirror image count once
    CHECK(runProgram({"metrics", "--model", "en-gpt", "--pairs", (folder / "pairs.jsonl").string(), "--mean"})
              .out.starts_with("# mean over 2 pairs; "));
    for (const char* const name : {"entropy", "max", "previous"}) {
        const json &found = pairs[name], &wanted = single[name];
        for (const char* const number : {"mean", "sd"})
            CHECK(found["pooled"][number].get<double>()
                  == Approx(wanted["pooled"][number].get<double>()).margin(1e-9));
        CHECK(found["pooled"]["rows"] == wanted["pooled"]["rows"]);
        CHECK(found["pooled"]["quantiles"].is_null()); // rows of pairs are not kept
        CHECK(found["chance"].get<double>() == Approx(wanted["chance"].get<double>()).margin(1e-9));
        const std::vector<double> each = found["each"], of = wanted["each"];
        CHECK(each[1] == Approx((of[2] + of[3]) / 2).margin(1e-9));
        CHECK(found["se"].get<double>() == Approx(std::abs(each[0] - each[1]) / 2).margin(1e-9));
    }
    const auto fails = [&folder](std::vector<std::string> more, const std::string& part) {
        more.insert(more.begin(),
                    {"metrics", "--model", "en-gpt", "--pairs", (folder / "pairs.jsonl").string()});
        const Finished refused = runProgram(more);
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    fails({}, "--pairs: needs --mean");
    fails({"--mean", "--text", "a"}, "--pairs: excludes texts");
}

TEST_CASE("laboratory: pairs of different lengths are aligned by their tokens", "[app][laboratory]")
{
    const std::string model = std::string(headlight::test::kTestData) + "/models/gpt2";
    const std::string longer = "5,6,30,7,8,9", shorter = "5,6,7,8,9";
    const auto pair
        = [&](const std::string& clean, const std::string& corrupted, std::vector<std::string> more) {
              more.insert(more.begin(),
                          {"--model", model, "--ids", clean, "--reference-ids", corrupted, "--token", "11",
                           "--align", "token"});
              return swept(more);
          };
    // Each position takes the row of the same token, as an edit that names both positions does.
    const json patched
        = pair(shorter, longer, {"--row", "4", "--patch", "residual", "--where", "decoder.1.self.*"});
    CHECK(patched["align"] == "token");
    REQUIRE(patched["points"].size() == 5);
    for (const auto& [position, other] : std::map<int, int>{{1, 1}, {2, 3}, {4, 5}}) {
        const json edit{{"type", "patch"},    {"where", "decoder.1.self.*"},
                        {"site", "residual"}, {"from", other},
                        {"to", position},     {"reference", {{"ids", {5, 6, 30, 7, 8, 9}}}}};
        const json edited = swept({"--model", model, "--ids", shorter, "--row", "4", "--token", "11",
                                   "--edit", json::array({edit}).dump(), "--heads", "decoder.0.self.0"});
        CHECK(patched["points"][static_cast<std::size_t>(position)]["logprob"].get<double>()
              == Approx(edited["logprob"].get<double>()).margin(1e-5));
    }
    // The measured row goes with its token: it is another one in the other input.
    const json recovered = pair(longer, shorter,
                                {"--row", "5", "--metric", "recovery", "--patch", "residual", "--where",
                                 "decoder.*.self.*", "--positions", "all"});
    const json alone = swept(
        {"--model", model, "--ids", shorter, "--row", "4", "--token", "11", "--heads", "decoder.0.self.0"});
    CHECK(recovered["into"] == "corrupted");
    CHECK(recovered["base"]["mean"].get<double>() == Approx(alone["logprob"].get<double>()).margin(1e-5));
    // Inputs of the same tokens but one give the same numbers either way: rows, heads and paths.
    for (const std::vector<std::string>& edits :
         {std::vector<std::string>{"--by", "pair"},
          {"--by", "pair", "--group", "--heads", "*.*.*.*"},
          {"--patch", "k", "--positions", "all"},
          {"--sender", "decoder.0.self.*", "--receiver", "decoder.1.self.0.q"}}) {
        const json byToken = pair("5,6,7,8", "5,6,12,8", edits);
        std::vector<std::string> plain{"--model",         model,      "--ids",   "5,6,7,8",
                                       "--reference-ids", "5,6,12,8", "--token", "11"};
        plain.insert(plain.end(), edits.begin(), edits.end());
        const json byPosition = swept(plain);
        CHECK_FALSE(byPosition.contains("align"));
        REQUIRE(byToken["points"].size() == byPosition["points"].size());
        for (std::size_t i = 0; i < byToken["points"].size(); ++i) {
            CHECK(byToken["points"][i]["mean"].get<double>()
                  == Approx(byPosition["points"][i]["mean"].get<double>()).margin(1e-5));
        }
    }
    // A token without a counterpart has no number alone, and is refused where all rows are patched.
    const json each = pair(longer, shorter, {"--row", "4", "--patch", "residual"});
    for (const json& point : each["points"])
        CHECK(point["n"] == (point["edit"]["to"] == 2 ? 0 : 1));
    const auto fails = [&](std::vector<std::string> more, const std::string& part) {
        more.insert(more.begin(), {"sweep", "--model", model, "--align", "token"});
        const Finished refused = runProgram(more);
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    fails({"--ids", longer, "--reference-ids", shorter, "--by", "pair"}, "at position 2. Align by position");
    fails({"--ids", longer, "--reference-ids", shorter, "--patch", "v", "--row", "2", "--metric", "recovery"},
          "at position 2. Measure on other rows");
    fails({"--ids", longer, "--reference-ids", shorter, "--patch", "pattern"}, "excludes --patch pattern");
    fails({"--ids", longer}, "needs --patch");
}

TEST_CASE("laboratory: a frozen target is what the model writes without the edits", "[app][laboratory]")
{
    const auto written = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"--text", "My brother is a doctor.", "--heads", "decoder.0.self.0"});
        return swept(more);
    };
    const json plain = written({}), edited = written({"--ablate", "decoder.*.cross.*"});
    const json frozen = written({"--ablate", "decoder.*.cross.*", "--freeze-target"});
    REQUIRE(plain["tokens"] != edited["tokens"]);
    CHECK(frozen["tokens"] == plain["tokens"]);
    CHECK(frozen["logprob"].get<double>() < plain["logprob"].get<double>());
    CHECK(frozen["target"] == "written without the edits");
    // The same for every command that runs one pass.
    const auto effect = [](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"metrics", "--text",   "My brother is a doctor.",
                                           "--json",  "--ablate", "encoder.1.self.*"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(arguments);
    };
    const Finished given = effect({"--target-text", "Mon frère est médecin."});
    const Finished kept = effect({"--freeze-target"});
    INFO(kept.err);
    CHECK(kept.status == 0);
    CHECK(kept.out == given.out);
    const Finished both = effect({"--freeze-target", "--target-text", "Mon frère est médecin."});
    CHECK(both.status == 2);
    CHECK(both.err.find("excludes --target-text") != std::string::npos);
    const Finished none = runProgram({"sweep", "--model", "en-gpt", "--text", "The cat", "--freeze-target"});
    CHECK(none.status == 2);
    CHECK(none.err.find("encoder–decoder model, or --rows output") != std::string::npos);
}

TEST_CASE("laboratory: edits name their place by a token", "[app][laboratory]")
{
    const auto run = [](const json& edit, std::vector<std::string> more) {
        more.insert(more.begin(), {"metrics", "--json", "--edit", json::array({edit}).dump()});
        return runProgram(more);
    };
    const auto hidden = [](const std::string& stack, const json& token) {
        return json{{"type", "hide"}, {"stack", stack}, {"token", token}};
    };
    const std::vector<std::string> doctor{"--text", "My brother is a doctor."};
    // ▁My ▁brother ▁is ▁a ▁doctor . </s>
    const Finished byPosition = run(hidden("encoder", 4), doctor);
    REQUIRE(byPosition.status == 0);
    const auto numbers = [](const Finished& finished) { // without the edits that each line names
        std::vector<json> lines;
        std::size_t begin = 0;
        for (std::size_t end; (end = finished.out.find('\n', begin)) != std::string::npos; begin = end + 1) {
            lines.push_back(json::parse(finished.out.substr(begin, end - begin)));
            lines.back().erase("edits");
        }
        return lines;
    };
    REQUIRE(numbers(byPosition).size() > 10);
    for (const char* const name : {"doctor", "▁doctor", "1792"}) // 1792: its id
        CHECK(numbers(run(hidden("encoder", name), doctor)) == numbers(byPosition));
    CHECK(numbers(run(hidden("encoder", 3), doctor)) != numbers(byPosition));
    const auto patch = [](const json& from, const json& to) {
        return json{{"type", "patch"},    {"where", "encoder.1.self.*"},
                    {"site", "residual"}, {"reference", {{"text", "Our old sister is a nurse."}}},
                    {"from", from},       {"to", to}};
    };
    CHECK(numbers(run(patch("sister", "brother"), doctor)) == numbers(run(patch(2, 1), doctor)));
    CHECK(numbers(run(patch("sister", "brother"), doctor)) != numbers(run(patch(1, 1), doctor)));
    // The target is known beforehand if it is given or frozen.
    std::vector<std::string> frozen = doctor;
    frozen.emplace_back("--freeze-target");
    const Finished inTarget = run(hidden("decoder", "frère"), frozen);
    INFO(inTarget.err);
    CHECK(inTarget.status == 0);
    CHECK(numbers(inTarget) == numbers(run(hidden("decoder", 2), frozen))); // start, ▁Mon, ▁frère
    const auto fails = [&](const json& edit, const std::vector<std::string>& more, const std::string& part) {
        const Finished refused = run(edit, more);
        INFO(refused.err);
        CHECK(refused.status != 0);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    fails(hidden("decoder", "frère"), doctor, "not written yet. Give the target, or --freeze-target");
    fails(hidden("encoder", "sister"), doctor, "[0].token: found \"sister\", which occurs nowhere");
    fails(hidden("encoder", "My"), {"--text", "My cat, My dog"}, "which occurs at 0, ");
    fails(hidden("encoder", "cat"), {"--text", "The cat", "--text", "The black cat"},
          "at different positions");
    fails(hidden("encoder", "gastroenterology"), doctor, "Give one token, or its id");
    json anywhere = patch(2, "brother");
    anywhere["where"] = "*.1.self.*";
    anywhere["site"] = "q";
    fails(anywhere, doctor, "needs a \"where\" of one stack");
}

TEST_CASE("laboratory: rows and metrics say the same in different words", "[app][laboratory]")
{
    const std::vector<std::string> input{"--model", "en-gpt", "--text", "The black cat sleeps on the chair."};
    const auto base = [&input](std::vector<std::string> more) {
        more.insert(more.end(), input.begin(), input.end());
        more.insert(more.end(), {"--heads", "decoder.0.self.0"});
        return swept(more)["base"]["mean"].get<double>();
    };
    const double loss = base({"--rows", "prompt", "--metric", "loss"});
    const auto rows = swept({"--model", "en-gpt", "--text", "The black cat sleeps on the chair.", "--rows",
                             "prompt", "--heads", "decoder.0.self.0"});
    const auto count = static_cast<double>(rows["rows"].size());
    CHECK(base({"--rows", "prompt"}) == Approx(-loss * count));
    // No token follows the last row: it has no loss, but counts for all else.
    CHECK(base({"--rows", "all", "--metric", "loss"}) == Approx(loss));
    CHECK(base({"--row", "all", "--metric", "loss"}) == Approx(loss));
    CHECK(base({"--metric", "loss"}) == Approx(loss)); // without rows, those that have one
    CHECK(base({"--rows", "all"}) == Approx(-loss * count + base({"--rows", "last"})));
    const auto estimate = [&input](const char* of) {
        std::vector<std::string> all{"--rows",     of,        "--metric",        "loss",
                                     "--estimate", "--heads", "decoder.0.self.0"};
        all.insert(all.end(), input.begin(), input.end());
        return swept(all)["points"][0]["mean"].get<double>();
    };
    CHECK(estimate("all") == Approx(estimate("prompt")));
    CHECK(
        base({"--row", "2", "--token", "7", "--minus", "9"})
        == Approx(base({"--row", "2", "--token", "7"}) - base({"--row", "2", "--token", "9"})).margin(1e-4));
    CHECK(base({"--row", "2", "--token", "7", "--metric", "probability"})
          == Approx(std::exp(base({"--row", "2", "--token", "7"}))));
    CHECK(base({"--row", "2", "--metric", "rank"}) == 0); // the most likely one
    CHECK(base({"--rows", "0-1,3", "--metric", "kl"}) == 0);
    // The output of a model without an encoder is what it writes.
    const json written = swept({"--model", "en-gpt", "--text", "The black cat", "--rows", "output",
                                "--max-new-tokens", "5", "--heads", "decoder.0.self.0", "--metric", "rank"});
    CHECK(written["rows"].size() >= 2);
    CHECK(written["base"]["mean"] == 0);
    const auto fails = [&input](std::vector<std::string> more, const std::string& part) {
        more.insert(more.begin(), "sweep");
        more.insert(more.end(), input.begin(), input.end());
        const Finished refused = runProgram(more);
        INFO(refused.err);
        CHECK(refused.status == 2);
        CHECK(refused.err.find(part) != std::string::npos);
    };
    fails({"--rows", "3-1"}, "expected all, prompt");
    fails({"--rows", "99"}, "a position from 0 to");
    const std::string lack = ", but no token follows there, so there is no loss. Give a token (--token), or";
    fails({"--rows", "last", "--metric", "loss"}, "--rows: found \"last\"" + lack);
    fails({"--row", "last", "--metric", "loss"}, "--row: found \"last\"" + lack);
    fails({"--rows", "all", "--row", "1"}, "excludes --row");
    fails({"--metric", "logit-difference"}, "--minus");
    fails({"--row", "2", "--token", "7", "--minus", "7"}, "--minus: found the measured token itself");
    fails({"--metric", "recovery"}, "needs --patch");
    fails({"--by", "pair"}, "needs another input");
    fails({"--by", "mean", "--reference-file", "x", "--reference-text", "y"}, "excludes --reference-text");
    fails({"--by", "mean", "--reference-file", "x.jsonl"}, "found pairs (x.jsonl), expected sentences");
    fails({"--by", "mean", "--reference-target", "y"}, "needs --reference-text");
    fails({"--sender", "decoder.0.self.0"}, "needs --receiver");
    fails({"--between", "frozen"}, "--between: needs --sender");
    fails({"--seed", "3"}, "--seed: needs --by resample");
    fails({"--resume", "same.json", "-o", "same.json"}, "--resume: found the file of -o");
    fails({"--sender", "decoder.0.self.0", "--receiver", "decoder.1.self.0.z", "--reference-text", "a"},
          "SITE.q");
    fails({"--patch", "residual", "--heads", "decoder.0.self.0", "--reference-text", "a"}, "Give --where");
}

TEST_CASE("laboratory: a result never replaces a file that the command reads", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string corpus = corpusIn(folder, 4);
    const auto read = [&corpus] {
        std::ostringstream text;
        text << std::ifstream(corpus).rdbuf();
        return text.str();
    };
    const std::string before = read();
    for (const char* const command : {"sweep", "metrics", "cells", "effect"}) {
        const Finished refused = runProgram({command, "--text-file", corpus, "-o", corpus});
        INFO(command);
        CHECK(refused.status == 2);
        CHECK(refused.err.find("-o: found the file of --text-file") != std::string::npos);
    }
    CHECK(read() == before);
    const Finished merged = runProgram({"merge", corpus, "-o", (folder / "." / "corpus.txt").string()});
    CHECK(merged.status != 0);
    CHECK(read() == before);
}

TEST_CASE("laboratory: groups of heads are one edit, and a reference has a name", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string corpus = corpusIn(folder);
    const json groups
        = swept({"--text-file", corpus, "--group", "--heads", "decoder.2.cross.*,decoder.1.self.0", "--heads",
                 "decoder.2.self.1", "--by", "mean", "--reference-file", corpus});
    REQUIRE(groups["points"].size() == 2);
    CHECK(groups["points"][0]["name"] == "decoder.2.cross.*, decoder.1.self.0");
    CHECK(groups["points"][0]["edits"].size() == 2);
    CHECK(groups["reference"]["from"] == corpus);
    CHECK(groups["reference"]["sentences"] == 30);
    // The group is what --ablate switches off together.
    const json zero
        = swept({"--text-file", corpus, "--group", "--heads", "decoder.2.cross.*,decoder.1.self.0"});
    const json given = swept({"--text", "My brother is a doctor.", "--target-text", "Mon frère est médecin.",
                              "--group", "--heads", "decoder.2.cross.*,decoder.1.self.0"});
    const json ablated
        = swept({"--text", "My brother is a doctor.", "--target-text", "Mon frère est médecin.", "--ablate",
                 "decoder.2.cross.*", "--ablate", "decoder.1.self.0", "--heads", "decoder.1.self.0"});
    CHECK(zero["points"][0]["n"] == 30);
    CHECK(given["logprob"].get<double>() + given["points"][0]["mean"].get<double>()
          == Approx(ablated["logprob"].get<double>()).margin(1e-4));
}

TEST_CASE("laboratory: estimates by gradients stand beside runs, with their correlation", "[app][laboratory]")
{
    const std::vector<std::string> question{"--model",
                                            "en-gpt",
                                            "--text",
                                            "Tom and Mary went to the shop. Tom and",
                                            "--rows",
                                            "prompt",
                                            "--by",
                                            "mean",
                                            "--metric",
                                            "loss",
                                            "--reference-text",
                                            "My brother is a doctor."};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), question.begin(), question.end());
        return swept(more);
    };
    const json runs = with({}), alone = with({"--estimate"}), both = with({"--estimate", "--check"});
    CHECK(both["estimate"] == "gradient");
    CHECK_FALSE(alone.contains("correlation"));
    REQUIRE(both["points"].size() == 16);
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (std::size_t i = 0; i < 16; ++i) {
        CHECK(both["points"][i]["each"] == alone["points"][i]["each"]);
        CHECK(both["points"][i]["runs"]["mean"].get<double>()
              == Approx(runs["points"][i]["mean"].get<double>()));
        const double estimate = both["points"][i]["mean"], run = both["points"][i]["runs"]["mean"];
        x += estimate, y += run, xx += estimate * estimate, xy += estimate * run, yy += run * run;
    }
    CHECK(both["correlation"].get<double>()
          == Approx((xy - x * y / 16) / std::sqrt((xx - x * x / 16) * (yy - y * y / 16))));
    std::vector<std::string> rank{"sweep", "--estimate", "--metric", "rank"};
    rank.insert(rank.end(), question.begin(), question.begin() + 6);
    CHECK(runProgram(rank).err.find("no gradient") != std::string::npos);
}

TEST_CASE("laboratory: a result names which token is measured where none is given", "[app][laboratory]")
{
    const auto with = [](std::vector<std::string> more) {
        more.insert(more.end(),
                    {"--model", "en-gpt", "--text", "The black cat sleeps on the chair.", "--heads",
                     "decoder.0.self.0"});
        return swept(more);
    };
    const json rows = with({"--rows", "1-2,4"}), row = with({"--row", "1-2,4"});
    CHECK(rows["default_token"] == "following");
    CHECK(row["default_token"] == "most likely");
    CHECK(rows["rows"] == row["rows"]);
    CHECK(rows["tokens"] != row["tokens"]);
    CHECK(with({"--row", "2", "--metric", "rank"})["base"]["mean"] == 0);
    // After either option, all rows measure what follows, and so does a loss.
    CHECK(with({"--row", "all"})["default_token"] == "following");
    CHECK(with({"--row", "all"})["tokens"] == with({"--rows", "all"})["tokens"]);
    const json lossOfRow = with({"--row", "1-2,4", "--metric", "loss"});
    CHECK(lossOfRow["default_token"] == "following");
    CHECK(lossOfRow["tokens"] == rows["tokens"]);
    CHECK(lossOfRow["base"]["mean"].get<double>()
          == Approx(with({"--rows", "1-2,4", "--metric", "loss"})["base"]["mean"].get<double>()));
    CHECK_FALSE(with({"--row", "2", "--token", "7"}).contains("default_token"));
    CHECK(with({"--row", "2", "--token", "7", "--metric", "loss"})["base"]["mean"].get<double>()
          == Approx(-with({"--row", "2", "--token", "7"})["logprob"].get<double>()));
    // The last row has none, and is left out of rows and tokens, too.
    const json all = with({"--rows", "all", "--metric", "loss"});
    CHECK(all["rows"].size() + 1 == with({"--rows", "all"})["rows"].size());
    CHECK(all["tokens"].size() == all["rows"].size());
    CHECK(all["logprob"].get<double>()
          == Approx(-all["base"]["mean"].get<double>() * static_cast<double>(all["rows"].size())));
    const json& point = all["points"][0];
    CHECK(point["change"].get<double>()
          == Approx(-point["mean"].get<double>() * static_cast<double>(all["rows"].size())).margin(1e-9));
    // The heading says it.
    const auto heading = [](std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"sweep", "--model", "en-gpt", "--text", "The black cat", "--heads", "decoder.0.self.0"});
        const std::string out = runProgram(more).out;
        return out.substr(0, out.find('\n'));
    };
    CHECK(heading({"--row", "1"}).ends_with(" without these edits, default token: most likely"));
    CHECK(heading({"--rows", "1"}).ends_with(" without these edits, default token: following"));
    CHECK(heading({"--rows", "1", "--text", "The dog", "--metric", "rank"})
              .ends_with("inputs: 2, default token: following"));
    CHECK(heading({"--row", "1", "--token", "7"}).ends_with(" without these edits"));
    CHECK(heading({"--row", "1", "--metric", "kl"}).ends_with(" without these edits"));
    // cells do likewise.
    const auto cells = [](std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"cells", "--model", "en-gpt", "--text", "The black cat", "--heads", "decoder.0.self.0"});
        return runProgram(more).out;
    };
    CHECK(json::parse(cells({"--json"}))["default_token"] == "most likely");
    const json measured = json::parse(cells({"--json", "--row", "1-2", "--token", "7"}))["inputs"][0]["of"];
    CHECK(measured == json::parse(R"([{"row": 1, "token": 7}, {"row": 2, "token": 7}])"));
    CHECK(json::parse(cells({"--json"}))["inputs"][0]["of"].size() == 1); // the last row
    CHECK(json::parse(cells({"--json", "--of", "loss"}))["default_token"] == "following");
    CHECK_FALSE(json::parse(cells({"--json", "--token", "7"})).contains("default_token"));
    CHECK(cells({"--of", "loss"}).find("(loss, default token: following)") != std::string::npos);
}

TEST_CASE("laboratory: kept records of other rows or tokens are not taken for these", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string corpus = corpusIn(folder, 3);
    const auto run = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"sweep", "--model", "en-gpt", "--text-file", corpus, "--heads", "decoder.2.self.0",
                     "--json", "--resume", (folder / name).string()});
        return runProgram(more);
    };
    REQUIRE(run("row", {"--row", "2"}).status == 0);
    CHECK(run("row", {"--rows", "2"}).err.find("found the records of another run") != std::string::npos);
    // One run has the loss of what follows beside the measures of the most likely token.
    const Finished kept = run("row", {"--row", "2", "--metric", "loss"});
    REQUIRE(kept.status == 0);
    CHECK(kept.out == run("fresh", {"--row", "2", "--metric", "loss"}).out);
    REQUIRE(run("last", {"--rows", "last"}).status == 0);
    const Finished none = run("last", {"--rows", "last", "--metric", "loss"});
    CHECK(none.status == 2);
    CHECK(none.err.find("--metric: found loss, with the rows of input 1, but no token follows there")
          != std::string::npos);
}

TEST_CASE("laboratory: pairs say whose rows are measured, and refuse a loss by their line",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    const std::string file = (folder / "pairs.jsonl").string();
    const auto line = [](const std::string& more) {
        return R"({"clean": {"text": "The black cat"}, "corrupted": {"text": "The black dog"})" + more
            + "}\n";
    };
    const auto of = [&](const std::string& lines, std::vector<std::string> more = {}) {
        folder.write("pairs.jsonl", lines);
        more.insert(more.begin(), {"--model", "en-gpt", "--pairs", file, "--heads", "decoder.0.self.0"});
        return swept(more);
    };
    const std::string own = line(R"(, "row": 1)"), none = line("");
    CHECK(of(none + none)["rows"] == "last");
    CHECK(of(none + none)["default_token"] == "most likely");
    CHECK(of(own + own)["rows"] == "of each pair");
    const json some = of(own + none, {"--rows", "all"});
    CHECK(some["rows"] == "of each pair, or else all");
    CHECK(some["default_token"] == "following or most likely");
    CHECK(of(own + none, {"--rows", "all", "--metric", "loss"})["default_token"] == "following");
    CHECK_FALSE(of(line(R"(, "token": "7")"), {"--rows", "1"}).contains("default_token"));
    folder.write("pairs.jsonl", own + line(R"(, "row": "last")"));
    const Finished refused = runProgram({"sweep", "--model", "en-gpt", "--pairs", file, "--metric", "loss"});
    INFO(refused.err);
    CHECK(refused.status == 1);
    CHECK(refused.err.find("pairs.jsonl: line 2, row: found \"last\", but no token follows there")
          != std::string::npos);
}

TEST_CASE("laboratory: a mean comes with quantiles of its numbers", "[app][laboratory]")
{
    const TemporaryFolder folder;
    const json result = swept({"--model", "en-gpt", "--text-file", corpusIn(folder), "--metric", "loss",
                               "--rows", "prompt", "--heads", "decoder.3.self.2"});
    const json& point = result["points"][0];
    std::vector<double> each = point["each"];
    REQUIRE(each.size() == 30);
    std::sort(each.begin(), each.end());
    // 5, 50 and 95 % of the way from number 0 to number 29.
    CHECK(point["quantiles"][0].get<double>() == Approx(0.55 * each[1] + 0.45 * each[2]));
    CHECK(point["quantiles"][1].get<double>() == Approx((each[14] + each[15]) / 2));
    CHECK(point["quantiles"][2].get<double>() == Approx(0.45 * each[27] + 0.55 * each[28]));
}

TEST_CASE("laboratory: a cell's weight hardly tells what it does, the gradient's estimate nearly does",
          "[app][laboratory]")
{
    const TemporaryFolder folder;
    const Finished finished = runProgram({"cells", "--text-file", corpusIn(folder, 4), "--of", "loss",
                                          "--heads", "decoder.*.cross.*", "--check", "--json"});
    INFO(finished.err);
    REQUIRE(finished.status == 0);
    const json result = json::parse(finished.out);
    // Of all thirty sentences, an independent program has 0.07, 0.09, 0.64 and 0.91. Half of the cells change
    // the loss by less than three millionths, so that the rounding of another compiler's sums already moves
    // ranks.
    const json& correlation = result["correlation"];
    CHECK(correlation["weight"].get<double>() == Approx(-0.04).margin(0.03));
    CHECK(correlation["direct"].get<double>() == Approx(0.11).margin(0.03));
    CHECK(correlation["gradient"].get<double>() == Approx(0.61).margin(0.03));
    CHECK(correlation["if_masked"].get<double>() == Approx(0.90).margin(0.03));
    REQUIRE(result["inputs"].size() == 4);
    for (const char* const member :
         {"head", "query", "key", "weight", "direct", "gradient", "if_masked", "lost"})
        CHECK(result["inputs"][3]["cells"][0].contains(member));
    const Finished refused = runProgram({"cells", "--text", "a", "--heads", "encoder.*.cross.*"});
    CHECK(refused.status != 0);
    CHECK(refused.err.find("matches no head") != std::string::npos);
    const Finished alone = runProgram({"cells", "--text", "a", "--of", "logit-difference", "--check"});
    CHECK(alone.status == 2);
    CHECK(alone.err.find("--check: needs --minus") != std::string::npos);
}
