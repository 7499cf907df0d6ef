// Plots and NumPy arrays of experiments, by the suffix of -o.
#include "tests/app/program.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <string>
#include <vector>

using headlight::test::contentOf;
using headlight::test::Finished;
using headlight::test::runProgram;
using headlight::test::TemporaryFolder;

namespace {

const std::vector<std::string> kSweep{
    "sweep",  "--model",  "en-gpt", "--text",  "The cat sleeps.",  "--text", "The dog eats.", "--rows",
    "prompt", "--metric", "loss",   "--heads", "decoder.0.self.*", "--by",   "mean"};

Finished run(std::vector<std::string> words, const std::vector<std::string>& more)
{
    words.insert(words.end(), more.begin(), more.end());
    return runProgram(words);
}

bool says(const Finished& finished, const std::string& text)
{
    INFO(finished.err);
    CHECK(finished.status == 2);
    return finished.err.find(text) != std::string::npos;
}

} // namespace

TEST_CASE("plots: a sweep, and the JSON of one, give the same arrays and the same figures", "[app][plot]")
{
    const TemporaryFolder folder;
    const auto at = [&folder](const char* name) { return (folder.path() / name).string(); };
    REQUIRE(run(kSweep, {"--json", "-o", at("all.json")}).status == 0);
    REQUIRE(run(kSweep, {"-o", at("direct.npz")}).status == 0);
    REQUIRE(run({"merge", at("all.json")}, {"-o", at("merged.npz")}).status == 0);
    CHECK(contentOf(at("direct.npz")).size() > 1000);
    CHECK(contentOf(at("direct.npz")) == contentOf(at("merged.npz")));
    for (const char* const suffix : {"png", "svg", "pdf"}) {
        const std::string file = at("plot.") + suffix;
        const Finished drawn = run(kSweep, {"-o", file, "--size", "120x80mm", "--theme", "dark"});
        INFO(drawn.err);
        REQUIRE(drawn.status == 0);
        CHECK(drawn.out.empty());
        CHECK(contentOf(file).size() > 1000);
    }
    // The figure names its command, and has the names of the heads and the words of its language.
    const std::string drawn = contentOf(at("plot.svg"));
    CHECK(drawn.find("headlight sweep --model en-gpt") != std::string::npos);
    CHECK(drawn.find("0.3") != std::string::npos);
    REQUIRE(
        run({"merge", at("all.json")}, {"-o", at("fr.svg"), "--plot", "histogram", "--language", "fr"}).status
        == 0);
    CHECK(contentOf(at("fr.svg")).find("changement de perte") != std::string::npos);
    REQUIRE(
        run({"merge", at("all.json")}, {"-o", at("base.svg"), "--plot", "dots", "--plot-of", "base"}).status
        == 0);
    CHECK(contentOf(at("base.svg")).find("loss without replacement") != std::string::npos);
    REQUIRE(run({"merge", at("all.json")}, {"-o", at("sorted.svg"), "--sort", "change"}).status == 0);
    REQUIRE(run({"merge", at("all.json")}, {"-o", at("listed.svg")}).status == 0);
    // Without their commands, which differ in any case.
    const auto drawnIn = [&](const char* name) {
        const std::string figure = contentOf(at(name));
        return figure.substr(figure.find("</desc>"));
    };
    CHECK(drawnIn("sorted.svg") != drawnIn("listed.svg"));
    // One result against another, here itself: they agree.
    REQUIRE(run({"merge", at("all.json")}, {"-o", at("against.svg"), "--against", at("all.json")}).status
            == 0);
    CHECK(contentOf(at("against.svg")).find("1.00") != std::string::npos);
}

TEST_CASE("plots: one input has plots and arrays, too", "[app][plot]")
{
    const TemporaryFolder folder;
    const std::vector<std::string> one{"sweep",           "--model", "en-gpt", "--text",
                                       "The cat sleeps.", "--rows",  "prompt"};
    const auto at = [&folder](const char* name) { return (folder.path() / name).string(); };
    CHECK(run(one, {"-o", at("a.npz")}).status == 0);
    CHECK(run(one, {"-o", at("a.svg"), "--plot", "dots", "--sort", "change"}).status == 0);
    CHECK(contentOf(at("a.npz")).find("names.npy") != std::string::npos);
    CHECK(contentOf(at("a.svg")).find("3.3") != std::string::npos);
}

TEST_CASE("plots: what cannot be drawn is refused with a reason", "[app][plot]")
{
    const TemporaryFolder folder;
    const auto at = [&folder](const char* name) { return (folder.path() / name).string(); };
    CHECK(says(run(kSweep, {"--plot", "dots"}), "--plot: needs -o FILE.png"));
    CHECK(says(run(kSweep, {"--against", "x.json", "-o", at("a.csv")}), "--against: needs -o FILE.png"));
    CHECK(says(run(kSweep, {"--plot", "scatter", "-o", at("a.svg")}), "--estimate and --check"));
    CHECK(says(run(kSweep, {"--plot-of", "decoder.9", "-o", at("a.svg")}), "decoder.0.self.0"));
    CHECK(says(run(kSweep, {"--plot-of", "decoder.0.self.0", "--plot", "scatter", "-o", at("a.svg")}),
               "--plot-of: excludes"));
    CHECK(says(run(kSweep, {"--size", "huge", "-o", at("a.svg")}), "--size"));
    CHECK(says(run({"cells", "--text", "a"}, {"--up", "lost", "-o", at("a.svg")}), "needs --check"));
    CHECK(contentOf(at("a.svg")).empty());
    REQUIRE(run(kSweep, {"--json", "-o", at("all.json")}).status == 0);
    const Finished missing
        = run({"merge", at("all.json")}, {"--against", at("none.json"), "-o", at("a.svg")});
    CHECK(missing.status != 0);
    CHECK(missing.err.find("none.json") != std::string::npos);
    // Another result without a common edit.
    REQUIRE(run({"sweep", "--model", "en-gpt", "--text", "The cat sleeps."},
                {"--hide", "decoder", "--json", "-o", at("other.json")})
                .status
            == 0);
    const Finished apart = run({"merge", at("all.json")}, {"--against", at("other.json"), "-o", at("a.svg")});
    CHECK(apart.status != 0);
    CHECK(apart.err.find("no edit of this result") != std::string::npos);
}

TEST_CASE("plots: options of a figure that is not drawn are named", "[app][plot]")
{
    const Finished idle = run(kSweep, {"--dpi", "200", "--theme", "dark"});
    CHECK(idle.status == 0);
    CHECK(idle.err.find("--dpi has no effect without -o FILE.png, FILE.svg or FILE.pdf\n")
          != std::string::npos);
    CHECK(idle.err.find("--theme has no effect without -o FILE.png") != std::string::npos);
    CHECK(run(kSweep, {"--dpi", "200", "--quiet"}).err.empty());

    const TemporaryFolder folder;
    const std::string all = (folder / "all.json").string();
    REQUIRE(run(kSweep, {"--json", "-o", all}).status == 0);
    CHECK(run({"merge", all}, {"--dpi", "200"}).err.find("--dpi has no effect without -o FILE.png")
          != std::string::npos);
}

TEST_CASE("plots: cells of several inputs are points", "[app][plot]")
{
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "cells.svg").string();
    const Finished drawn
        = runProgram({"cells", "--model", "en-gpt", "--text", "The cat sleeps.", "--text", "The dog eats.",
                      "--heads", "decoder.1.self.*", "--check", "--across", "if_masked", "-o", file});
    INFO(drawn.err);
    REQUIRE(drawn.status == 0);
    const std::string figure = contentOf(file);
    CHECK(figure.find("rank correlation") != std::string::npos);
    CHECK(figure.find("lost if masked, measured (logprob, nats)") != std::string::npos);
}
