#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::kPaper;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

std::string rendered(const TemporaryFolder& folder, const std::string& name,
                     const std::vector<std::string>& more)
{
    const std::string path = (folder / name).string();
    std::vector<std::string> arguments{"render", "--model", kPaper, "-o", path};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = runProgram(arguments);
    INFO(finished.err);
    CHECK(finished.status == 0);
    CHECK(finished.err.empty());
    CHECK(finished.out.empty());
    return contentOf(path);
}

// A PNG has its size in bytes 16 to 23 (PNG specification, 11.2.2), big-endian.
std::pair<unsigned, unsigned> pngSize(const std::string& png)
{
    REQUIRE(png.size() > 24);
    const auto number = [&](std::size_t at) {
        unsigned value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value * 256 + static_cast<unsigned char>(png[at + i]);
        return value;
    };
    return {number(16), number(20)};
}

const std::vector<std::string> kInput{"--ids", "5,6,7", "--target-ids", "0,8"};

std::vector<std::string> withInput(std::vector<std::string> more)
{
    more.insert(more.end(), kInput.begin(), kInput.end());
    return more;
}

} // namespace

TEST_CASE("render: what is not there is named with what there is", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "a.csv").string();
    const auto said
        = [&](const std::string& option, const std::string& place, std::vector<std::string> more) {
              more.insert(more.begin(), {"render", "--model", kPaper, option, place, "-o", path});
              return runProgram(withInput(more)).err;
          };
    const std::string all = " matches no head of this model, which has encoder 2 layers × 4 heads, decoder 2 "
                            "layers × 4 heads\n";
    CHECK(said("--head", "decoder.0.self.9", {}) == "headlight render: --head: decoder.0.self.9" + all);
    CHECK(said("--layer", "decoder.2.self", {}) == "headlight render: --layer: decoder.2.self.0" + all);
    CHECK(said("--grid", "encoder.cross", {}) == "headlight render: --grid: encoder.*.cross.*" + all);
    CHECK(said("--grid", "decoder.self", {"--query", "1", "--sums"})
          == "headlight: warning: --query has no effect with --grid\n"
             "headlight: warning: --sums has no effect with --grid\n");
    CHECK(said("--head", "encoder.0.self.0", {"--head", "decoder.0.self.0", "--queries", "0:2"})
          == "headlight: warning: --queries cuts maps that are as large as the first, and leaves whole: "
             "decoder.0.self.0\n");
}

TEST_CASE("render: every format is what its name says", "[app]")
{
    const TemporaryFolder folder;
    const auto head = withInput({"--head", "encoder.0.self.1"});
    CHECK(rendered(folder, "h.png", head).starts_with("\x89PNG"));
    CHECK(rendered(folder, "h.svg", head).find("<svg") != std::string::npos);
    CHECK(rendered(folder, "h.pdf", head).starts_with("%PDF"));
    const std::string csv = rendered(folder, "h.csv", head);
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 4); // tokens, then three queries
}

TEST_CASE("render: sizes in pixels and millimetres", "[app]")
{
    const TemporaryFolder folder;
    CHECK(pngSize(rendered(folder, "a.png", withInput({"--layer", "decoder.1.cross", "--size", "640x480"})))
          == std::pair(640U, 480U));
    CHECK(pngSize(rendered(folder, "b.png",
                           withInput({"--grid", "encoder.self", "--size", "127x63.5mm", "--dpi", "200"})))
          == std::pair(1000U, 500U));
}

TEST_CASE("render: positions need no input", "[app]")
{
    const TemporaryFolder folder;
    const std::string csv = rendered(folder, "p.csv", {"--positions", "encoder", "--length", "20"});
    CHECK(std::count(csv.begin(), csv.end(), '\n') >= 20);
    CHECK(rendered(folder, "p.png", {"--positions", "decoder"}).starts_with("\x89PNG"));
    const std::string path = (folder / "one.csv").string();
    for (const auto& [model, stack] : {std::pair{"en-bert", "encoder"}, {"en-gpt", "decoder"}}) {
        const Finished one = runProgram({"render", "--model", model, "--positions", stack, "-o", path});
        INFO(model << ": " << one.err);
        CHECK(one.status == 0);
    }
}

TEST_CASE("render: options without effect are named", "[app]")
{
    const TemporaryFolder folder;
    const std::string path = (folder / "a.csv").string();
    const auto said = [&](std::vector<std::string> given) {
        given.insert(given.begin(), {"render", "-o", path});
        const Finished finished = runProgram(given);
        CHECK(finished.status == 0);
        return finished.err;
    };
    const auto idle = [](const std::string& what) { return "headlight: warning: " + what + '\n'; };
    const std::string alone = " has no effect with --positions without an input, such as --text";
    CHECK(said(withInput({"--model", kPaper, "--head", "encoder.0.self.1", "--length", "5"}))
          == idle("--length has no effect without --positions"));
    CHECK(said({"--positions", "encoder", "--text", "the cat", "--length", "2"})
          == idle("--text has no effect with --positions and --length"));
    CHECK(said({"--positions", "encoder", "--text", "the cat"}).empty());
    CHECK(said({"--positions", "encoder", "--map", "scores", "--scale", "log", "--query", "1"})
          == idle("--map has no effect with --positions") + idle("--scale has no effect with --positions"));
    CHECK(said({"--positions", "encoder", "--item", "3", "--ablate", "encoder.0.self.1"})
          == idle("--item" + alone) + idle("an edit" + alone));
    const Finished learned = runProgram({"render", "--model", "en-gpt", "--positions", "decoder", "--text",
                                         "a", "--length", "64", "-o", path});
    CHECK(learned.status == 2);
    CHECK(learned.err.find("the positions of the input. Leave it out to draw more of the model's")
          != std::string::npos);
}

TEST_CASE("render: a trace file gives the same picture as the pass it was made from", "[app]")
{
    const TemporaryFolder folder;
    const std::string trace = (folder / "t.safetensors").string();
    REQUIRE(
        runProgram({"trace", "--model", kPaper, "-o", trace, "--ids", "5,6,7", "--target-ids", "0,8"}).status
        == 0);
    const std::string direct = rendered(folder, "direct.csv", withInput({"--head", "decoder.0.cross.2"}));
    const std::string path = (folder / "read.csv").string();
    REQUIRE(runProgram({"render", "--trace", trace, "--head", "decoder.0.cross.2", "-o", path}).status == 0);
    CHECK(contentOf(path) == direct);
}

TEST_CASE("render: a picture that cannot be drawn is one line and the right status", "[app]")
{
    const TemporaryFolder folder;
    struct Case
    {
        std::vector<std::string> arguments;
        int status;
        std::string named;
    };
    const std::vector<Case> cases{
        {withInput({"--head", "encoder.0.self.1", "-o", (folder / "x.bmp").string()}), 2, "x.bmp"},
        {withInput({"-o", (folder / "x.png").string()}), 2, "--head"},
        {withInput({"--head", "encoder.*.self.1", "-o", (folder / "x.png").string()}), 2, "encoder.*.self.1"},
        {withInput({"--head", "encoder.0.self.1", "--size", "big", "-o", (folder / "x.png").string()}), 2,
         "big"},
        {withInput({"--head", "encoder.0.self.1", "--size", "0x0", "-o", (folder / "x.csv").string()}), 2,
         "--size"},
        {withInput({"--head", "encoder.0.self.1", "--size", "1x1", "-o", (folder / "x.png").string()}), 2,
         "--size"},
        {withInput(
             {"--head", "encoder.0.self.1", "--size", "100000x100000", "-o", (folder / "x.png").string()}),
         2, "--size"},
        {withInput({"--head", "encoder.0.self.1", "--colormap", "mud", "-o", (folder / "x.png").string()}), 2,
         "mud"},
        {withInput({"--head", "encoder.0.self.1", "--query", "3", "-o", (folder / "x.png").string()}), 2,
         "--query"},
        {withInput({"--head", "encoder.0.self.1", "--key", "3", "-o", (folder / "x.png").string()}), 2,
         "--key"},
        {withInput({"--head", "encoder.0.self.1", "--share", "1.5", "-o", (folder / "x.png").string()}), 2,
         "--share"},
        {withInput({"--head", "encoder.0.self.1", "--map", "bias", "-o", (folder / "x.png").string()}), 1,
         "bias"},
        {withInput({"--head", "encoder.0.self.1", "--item", "1", "-o", (folder / "x.png").string()}), 2,
         "--item"},
        {withInput({"--head", "encoder.9.self.1", "-o", (folder / "x.png").string()}), 2, "encoder.9.self.1"},
        {withInput({"--head", "encoder.0.self.1", "-o", "/nowhere/x.png"}), 1, "/nowhere"},
        {withInput({"--grid", "encoder", "-o", (folder / "x.png").string()}), 2, "--grid"},
    };
    for (const Case& c : cases) {
        std::vector<std::string> arguments{"render", "--model", kPaper};
        arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
        const Finished finished = runProgram(arguments);
        INFO(finished.err << " expected " << c.named);
        CHECK(finished.status == c.status);
        CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
        CHECK(finished.err.find(c.named) != std::string::npos);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "x.png"));
}

TEST_CASE("render: the title of a picture says that its head is switched off", "[app]")
{
    const TemporaryFolder folder;
    const auto head = withInput({"--head", "encoder.0.self.1"});
    const auto off = withInput({"--head", "encoder.0.self.1", "--ablate", "encoder.0.self.1"});
    const auto other = withInput({"--head", "encoder.0.self.1", "--ablate", "encoder.1.self.0"});
    const std::string plain = rendered(folder, "plain.svg", head);
    CHECK(plain.find("switched off") == std::string::npos);
    CHECK(plain.find("with edits") == std::string::npos);
    CHECK(rendered(folder, "off.svg", off).find("head 1 · switched off") != std::string::npos);
    CHECK(rendered(folder, "other.svg", other).find("head 1 · with edits") != std::string::npos);
}

TEST_CASE("render: numbers of heads of unlike sizes are all written, with their tokens", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> input{
        "--ids", "5,6,7", "--target-ids", "0,5", "--head", "decoder.0.self.1", "--head", "encoder.0.self.0"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), input.begin(), input.end());
        return more;
    };
    const auto written = nlohmann::json::parse(rendered(folder, "a.json", with({})));
    CHECK(written["tokens"].size() == 3);
    CHECK(written["target_tokens"].size() == 2);
    CHECK(written["decoder_attentions"][0][0].size() == 2);
    CHECK(written["encoder_attentions"][0][0].size() == 3);
    CHECK(written["command"].get<std::string>().find("--head encoder.0.self.0") != std::string::npos);
    const Finished array = runProgram(with({"render", "--model", kPaper, "-o", (folder / "a.npy").string()}));
    CHECK(array.status != 0);
    CHECK(array.err.find("unlike sizes") != std::string::npos);
    const Finished combined = runProgram(
        with({"render", "--model", kPaper, "-o", (folder / "a.csv").string(), "--combine", "mean"}));
    CHECK(combined.status == 2);
    CHECK(combined.err.find("--combine: found 1 head of another kind") != std::string::npos);
    const std::string csv = (folder / "part.csv").string();
    const Finished cut = runProgram(with({"render", "--model", kPaper, "-o", csv, "--queries", "1:2"}));
    CHECK(cut.status == 0);
    CHECK(cut.err.find("leaves whole: encoder.0.self.0\n") != std::string::npos);
    const std::string part = contentOf(csv);
    CHECK(part.find("decoder.0.self.1,1,0,") != std::string::npos);
    CHECK(part.find("decoder.0.self.1,0,0,") == std::string::npos);
}

TEST_CASE("render: a file of differences or of positions is not taken for attention", "[app]")
{
    const TemporaryFolder folder;
    const auto written = nlohmann::json::parse(
        rendered(folder, "d.json",
                 {"--ids", "5,6,7", "--target-ids", "0,5", "--head", "decoder.0.cross.1", "--ablate",
                  "encoder.0.self.1", "--difference"}));
    CHECK(written["map"] == "difference of weights");
    rendered(folder, "p.json", {"--positions", "encoder", "--length", "3"});
    for (const auto& [name, fault] :
         {std::pair{"d.json", "map: found difference of weights"},
          {"p.json", "positions: found a table of positions, expected attention weights"}}) {
        const Finished opened = runProgram({"metrics", "--trace", (folder / name).string()});
        INFO(opened.err);
        CHECK(opened.status == 1);
        CHECK(opened.err.find(fault) != std::string::npos);
    }
}

TEST_CASE("render: several heads, combined or side by side", "[app]")
{
    const TemporaryFolder folder;
    const auto numbers = [&](const std::string& name, std::vector<std::string> more) {
        return rendered(folder, name, withInput(std::move(more)));
    };
    const std::vector<std::string> two{"--head", "encoder.0.self.1", "--head", "encoder.1.self.0"};
    const auto with = [&two](std::vector<std::string> more) {
        more.insert(more.begin(), two.begin(), two.end());
        return more;
    };
    const std::string beside = numbers("beside.csv", with({}));
    CHECK(std::count(beside.begin(), beside.end(), '\n') == 1 + 2 * 9); // one line per cell
    const std::string mean = numbers("mean.csv", with({"--combine", "mean"}));
    CHECK(std::count(mean.begin(), mean.end(), '\n') == 4); // one table
    CHECK(mean != numbers("max.csv", with({"--combine", "max"})));
    CHECK(numbers("beside.png", with({"--own-scales", "--marginals"})).starts_with("\x89PNG"));
    CHECK(numbers("mean.svg", with({"--combine", "mean", "--scale", "log"})).find("Mean of 2 heads")
          != std::string::npos);
}

TEST_CASE("render: options leave tokens out and choose the colours", "[app]")
{
    const TemporaryFolder folder;
    const std::string head = "encoder.0.self.1";
    const auto csv = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), {"--head", head});
        return rendered(folder, name, withInput(std::move(more)));
    };
    const std::string plain = csv("plain.csv", {});
    const std::string hidden = csv("hidden.csv", {"--leave-out", "first"});
    CHECK(hidden != plain);
    CHECK(csv("alias.csv", {"--hide", "first"}) == hidden); // the older names still work
    CHECK(csv("again.csv", {"--leave-out", "first", "--renormalise"}) != hidden);
    CHECK(csv("mass.csv", {"--mass", "0.5"}) != plain);
    CHECK(csv("all.csv", {"--share", "1"}) == plain);
    CHECK(csv("words.csv", {"--words"}) == plain); // ids are not words
    for (const char* map : {"products", "masked", "norm"})
        CHECK(csv(std::string(map) + ".csv", {"--map", map}) != plain);
    const auto picture = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), {"--head", head});
        return rendered(folder, name, withInput(std::move(more)));
    };
    const std::string linear = picture("linear.png", {});
    CHECK(picture("log.png", {"--scale", "log"}) != linear);
    CHECK(picture("row.png", {"--scale", "row"}) != linear);
    CHECK(picture("sums.png", {"--marginals"}) != linear);
    CHECK(picture("values.png", {"--values", "off"}) != linear);
    CHECK(csv("next.csv", {"--next-tokens", "on"}) == plain); // an encoder’s rows do not write
}

TEST_CASE("render: a part of the map, and a figure without a title and a scale bar", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> head{"--head", "encoder.0.self.1", "--size", "500x400"};
    const auto picture = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), head.begin(), head.end());
        return rendered(folder, name, withInput(std::move(more)));
    };
    const std::string plain = picture("plain.png", {});
    CHECK(picture("part.png", {"--queries", "0:2", "--keys", "1:2.5"}) != plain);
    CHECK(picture("title.png", {"--no-title"}) != plain);
    CHECK(picture("bar.png", {"--no-scale-bar"}) != plain);
    CHECK(picture("fr.png", {"--language", "fr"}) != plain);
    // The whole range equals no range.
    const auto withoutComment = [](const std::string& png) { return png.substr(png.rfind("IDAT")); };
    CHECK(withoutComment(picture("all.png", {"--queries", "0:3", "--keys", "0:3"})) == withoutComment(plain));
    // Larger text takes up more of the same paper.
    const std::vector<std::string> paper{"--head", "encoder.0.self.1", "--size", "85x70mm", "--dpi", "150"};
    auto small = paper, large = paper;
    small.insert(small.end(), {"--text-size", "6"});
    large.insert(large.end(), {"--text-size", "12"});
    const std::string a = rendered(folder, "6.png", withInput(small));
    const std::string b = rendered(folder, "12.png", withInput(large));
    CHECK(pngSize(a) == std::pair(502U, 413U));
    CHECK(pngSize(a) == pngSize(b));
    CHECK(withoutComment(a) != withoutComment(b));
}

TEST_CASE("render: a file of numbers has the rows and keys that were asked for", "[app]")
{
    const TemporaryFolder folder;
    const auto lines = [](const std::string& csv) {
        std::vector<std::string> all;
        std::istringstream stream(csv);
        for (std::string line; std::getline(stream, line);)
            all.push_back(line);
        return all;
    };
    const auto whole = lines(rendered(folder, "whole.csv", withInput({"--head", "decoder.0.cross.2"})));
    const auto part = lines(rendered(
        folder, "part.csv", withInput({"--head", "decoder.0.cross.2", "--queries", "1:2", "--keys", "0:2"})));
    REQUIRE(part.size() == 2);
    for (std::size_t i = 0; i < part.size(); ++i) {
        CHECK(std::count(part[i].begin(), part[i].end(), ',') == 2);
        CHECK(whole[i == 0 ? 0 : i + 1].starts_with(part[i]));
    }
}

TEST_CASE("render: steps of a decoding are those that generate makes", "[app]")
{
    const TemporaryFolder folder;
    const auto rows = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), {"--head", "decoder.0.self.1", "--ids", "5,6,7"});
        const std::string csv = rendered(folder, name, more);
        return std::count(csv.begin(), csv.end(), '\n') - 1;
    };
    CHECK(rows("first.csv", {"--step", "0"}) == 1);
    CHECK(rows("third.csv", {"--step", "2", "--max-new-tokens", "5"}) == 3);
    CHECK(rows("target.csv", {"--step", "all", "--target-ids", "0,8,9"}) == 3);
    CHECK(rows("forced.csv", {"--step", "all", "--force", "8,9", "--max-new-tokens", "2"}) == 2);
    CHECK(rows("node.csv", {"--beam-node", "0", "--strategy", "beam", "--beams", "2"}) == 1);
    // The same tokens as in one pass over the greedy output; the numbers differ only by rounding, since sums
    // are added in another order.
    const auto tokensOf = [&](const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(), {"--head", "decoder.0.self.1", "--ids", "5,6,7"});
        const std::string csv = rendered(folder, name, more);
        return csv.substr(0, csv.find('\n'));
    };
    CHECK(tokensOf("whole.csv", {"--step", "all"}) == tokensOf("greedy.csv", {}));
}

TEST_CASE("render: a part or a step that makes no sense is refused in one line", "[app]")
{
    const TemporaryFolder folder;
    struct Case
    {
        std::vector<std::string> arguments;
        std::string named;
    };
    const std::vector<Case> cases{
        {{"--queries", "2"}, "--queries"},
        {{"--queries", "2:1"}, "--queries"},
        {{"--keys", "0:4"}, "0:3"},
        {{"--keys", "a:b"}, "--keys"},
        {{"--step", "last"}, "--step"},
        {{"--step", "100000"}, "--step"},
        {{"--step", "0", "--beam-node", "0"}, "--beam-node"},
        {{"--beam-node", "0"}, "--strategy beam"},
        {{"--beam-node", "5000", "--strategy", "beam"}, "5000"},
        {{"--strategy", "beam"}, "--step"},
        {{"--force", "3"}, "--step"},
        {{"--step", "all", "--force", "x"}, "--force"},
        {{"--step", "all", "--item", "1"}, "--item"},
        {{"--step", "all", "--trace", "t.safetensors"}, "--trace"},
        {{"--text-size", "1"}, "--text-size"},
        {{"--language", "tlh"}, "--language"},
    };
    for (const Case& c : cases) {
        std::vector<std::string> arguments{"render",
                                           "--model",
                                           kPaper,
                                           "--ids",
                                           "5,6,7",
                                           "--head",
                                           "encoder.0.self.1",
                                           "-o",
                                           (folder / "x.png").string()};
        arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
        const Finished finished = runProgram(arguments);
        INFO(finished.err << " expected " << c.named);
        CHECK(finished.status == 2);
        CHECK(std::count(finished.err.begin(), finished.err.end(), '\n') == 1);
        CHECK(finished.err.find(c.named) != std::string::npos);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "x.png"));
}

TEST_CASE("render: the difference is the run with the edits minus the run without them", "[app]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> head = withInput({"--head", "encoder.1.self.0"});
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), head.begin(), head.end());
        return more;
    };
    const auto numbersOf = [](const std::string& csv) {
        std::vector<double> numbers;
        std::istringstream lines(csv);
        std::string line;
        std::getline(lines, line); // tokens
        while (std::getline(lines, line)) {
            std::istringstream fields(line);
            std::string field;
            std::getline(fields, field, ','); // the query
            while (std::getline(fields, field, ','))
                numbers.push_back(std::stod(field));
        }
        return numbers;
    };
    const auto before = numbersOf(rendered(folder, "before.csv", head));
    const auto after = numbersOf(rendered(folder, "after.csv", with({"--ablate", "encoder.0.self.*"})));
    const auto difference
        = numbersOf(rendered(folder, "d.csv", with({"--ablate", "encoder.0.self.*", "--difference"})));
    REQUIRE(before.size() == 9);
    REQUIRE(difference.size() == 9);
    bool moved = false;
    for (std::size_t i = 0; i < difference.size(); ++i) {
        CHECK(difference[i] == Approx(after[i] - before[i]).margin(1e-6));
        moved = moved || std::abs(difference[i]) > 1e-4;
    }
    CHECK(moved);
    const Finished none = runProgram({"render", "--model", kPaper, "-o", (folder / "n.png").string(), "--ids",
                                      "5,6", "--head", "encoder.0.self.0", "--difference"});
    CHECK(none.status == 2);
    CHECK(none.err.find("needs an edit to compare with") != std::string::npos);
}

TEST_CASE("render: --film draws every step of a decoding", "[app]")
{
    const TemporaryFolder folder;
    const auto film = [&](const std::string& name, const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"render", "--model", kPaper, "--film", (folder / name).string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runProgram(withInput(arguments));
    };
    const std::string head = "decoder.0.cross.0";
    const Finished pictures = film("steps.png", {"--head", head, "--head", "decoder.1.cross.1"});
    INFO(pictures.err);
    REQUIRE(pictures.status == 0);
    CHECK(pictures.out.empty());
    // One target token, and the model's next one.
    const auto first = pngSize(contentOf(folder / "steps-001.png"));
    CHECK(first == pngSize(contentOf(folder / "steps-002.png")));
    CHECK(contentOf(folder / "steps-001.png") != contentOf(folder / "steps-002.png"));
    CHECK(contentOf(folder / "steps-003.png").empty());
    CHECK(film("plain.png", {"--head", head}).status == 0);
    CHECK(film("part.png", {"--head", head, "--keys", "0:2"}).status == 0);
    CHECK(film("change.png", {"--head", head, "--ablate", "decoder.0.self.*", "--difference"}).status == 0);
    const std::string plain = contentOf(folder / "plain-002.png");
    REQUIRE_FALSE(plain.empty());
    CHECK(plain != contentOf(folder / "part-002.png"));
    CHECK(plain != contentOf(folder / "change-002.png"));
    CHECK(film("film.webp", {"--head", head, "--pace", "4"}).status == 0);
    const std::string webp = contentOf(folder / "film.webp");
    CHECK(webp.substr(0, 4) == "RIFF");
    CHECK(webp.substr(8, 4) == "WEBP");
    // Incompatible options.
    const auto refused = [&](const std::vector<std::string>& more, const std::string& said) {
        const Finished finished = film("no.webp", more);
        CHECK(finished.status == 2);
        CHECK(finished.err.find(said) != std::string::npos);
        CHECK(contentOf(folder / "no.webp").empty());
    };
    refused({}, "--head");
    refused({"--head", head, "--step", "1"}, "--step");
    refused({"--head", head, "-o", "x.png"}, "-o");
    refused({"--head", head, "--size", "100x100"}, "--size");
    CHECK(film("film.gif", {"--head", head}).status == 2);
    const Finished still = film("no.webp", {"--head", "encoder.0.self.0"});
    CHECK(still.status == 1);
    CHECK(still.err.find("encoder") != std::string::npos);
}
