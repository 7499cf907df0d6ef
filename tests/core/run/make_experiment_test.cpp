// Experiments as words describe them: which edits they try, and what they say about their inputs.
#include "core/run/run_experiment.h"

#include "tests/support/catch.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

InputPair pairOf(const Ids& clean, const Ids& corrupted, const Ids& target = {}, const Ids& otherTarget = {})
{
    InputPair pair;
    pair.clean.ids = clean;
    pair.corrupted.ids = corrupted;
    pair.clean.targetIds = target;
    pair.corrupted.targetIds = otherTarget;
    pair.file = "pairs.jsonl";
    pair.line = "line 1";
    return pair;
}

/// An experiment that was made, or why it was not, with its warnings.
struct Made
{
    Result<MadeExperiment> experiment;
    std::vector<std::string> warnings;
    OrderedJson origin; ///< of its results

    std::string fault() const { return experiment ? std::string("none") : experiment.error().describe(); }
    std::vector<std::string> names() const
    {
        std::vector<std::string> all;
        for (const ExperimentEdit& edit : experiment.value().experiment.edits)
            all.push_back(nameOf(edit));
        return all;
    }
};

Made made(const ExperimentWords& words, const std::vector<InputPair>& pairs, bool decoderOnly = true)
{
    TinyOptions options;
    options.decoderOnly = decoderOnly;
    const auto model = tinyModel(options);
    Job job;
    std::vector<std::string> warnings;
    job.warn = [&warnings](const std::string& text) { warnings.push_back(text); };
    const auto inputs = ExperimentInputs::make(words, model, ExperimentSource::of(pairs)).value();
    auto experiment = makeExperiment(words, model, inputs, job);
    OrderedJson origin;
    if (experiment)
        origin = emptyNumbers(words, *experiment, *inputs, OrderedJson::object(), {}).origin;
    return {std::move(experiment), std::move(warnings), std::move(origin)};
}

ExperimentWords ofPairs(std::vector<std::string> heads = {})
{
    ExperimentWords words;
    words.by = "pair";
    words.heads = std::move(heads);
    return words;
}

ExperimentWords patches(const std::string& positions)
{
    ExperimentWords words;
    words.patch = "residual";
    words.positions = positions;
    return words;
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("experiment: pairs of unequal lengths are counted where all rows are patched", "[experiment]")
{
    const std::vector<InputPair> pairs{pairOf({1, 2, 3}, {1, 2, 4}), pairOf({1, 2, 3}, {1, 2}),
                                       pairOf({1, 2}, {1, 2, 4})};
    const Made heads = made(ofPairs(), pairs);
    CHECK(heads.origin["unequal_pairs"] == 2);
    REQUIRE(heads.warnings.size() == 1);
    CHECK(heads.warnings.front().starts_with("2 of 3 pairs have unequal lengths"));
    CHECK(made(patches("all"), pairs).origin["unequal_pairs"] == 2);
    const Made one = made(ofPairs(), {pairs[1]});
    REQUIRE(one.warnings.size() == 1);
    CHECK(one.warnings.front().starts_with("the two inputs have unequal lengths"));
    ExperimentWords path;
    path.sender = "decoder.0.self.0";
    path.receiver = "decoder.1.self.0.q";
    CHECK(made(path, pairs).origin["unequal_pairs"] == 2);
    // Equal lengths need no word, nor do positions one by one, which have no number where a row is missing.
    for (const Made& silent : {made(ofPairs(), {pairs[0]}), made(patches("each"), pairs)}) {
        CHECK(silent.warnings.empty());
        CHECK_FALSE(silent.origin.contains("unequal_pairs"));
    }
    ExperimentWords aligned = patches("all");
    aligned.align = "token";
    CHECK(made(aligned, pairs).warnings.empty());
    aligned = ofPairs();
    aligned.by = "mean";
    aligned.align = "position";
    CHECK(made(aligned, pairs).warnings.empty());
}

TEST_CASE("experiment: lengths are compared in the stacks that are patched", "[experiment]")
{
    const std::vector<InputPair> sources{pairOf({1, 2, 3}, {1, 2}, {0, 5}, {0, 6})};
    const std::vector<InputPair> targets{pairOf({1, 2}, {1, 3}, {0, 5}, {0, 6, 7})};
    const auto unequal = [](const char* heads, const std::vector<InputPair>& pairs) {
        return made(ofPairs({heads}), pairs, false).origin.contains("unequal_pairs");
    };
    CHECK(unequal("encoder.*.*.*", sources));
    CHECK_FALSE(unequal("decoder.*.*.*", sources));
    CHECK_FALSE(unequal("encoder.*.*.*", targets));
    CHECK(unequal("decoder.*.cross.*", targets));
    CHECK(unequal("*.*.*.*", targets));
    // The keys of cross-attention are rows of the encoder.
    ExperimentWords keys;
    keys.patch = "k";
    keys.where = "decoder.*.cross.*";
    keys.positions = "all";
    CHECK(made(keys, sources, false).origin.contains("unequal_pairs"));
    CHECK_FALSE(made(keys, targets, false).origin.contains("unequal_pairs"));
}

TEST_CASE("experiment: an edit that is given twice is tried once", "[experiment]")
{
    const std::vector<InputPair> pairs{pairOf({1, 2, 3}, {1, 2, 4})};
    CHECK(made(ofPairs({"decoder.0.self.1,decoder.0.self.1", "decoder.0.self.0-1"}), pairs).names()
          == Names{"decoder.0.self.1", "decoder.0.self.0"});
    ExperimentWords groups = ofPairs({"decoder.0.self.1,decoder.0.self.1", "decoder.0.self.1"});
    groups.group = true;
    CHECK(made(groups, pairs).names() == Names{"decoder.0.self.1"});
    ExperimentWords positions = patches("1,1");
    positions.where = "decoder.0.self.*";
    CHECK(made(positions, pairs).names() == Names{"decoder.0.self.*: residual at 1"});
}

TEST_CASE("experiment: a range must not name what the model does not have", "[experiment]")
{
    const std::vector<InputPair> pairs{pairOf({1, 2, 3}, {1, 2, 4})};
    CHECK(made(ofPairs({"decoder.0-9.self.*"}), pairs).fault()
          == "--heads: found decoder.0-9.self.*, expected layers from 0 to 1");
    CHECK(made(ofPairs({"decoder.0.self.2-4"}), pairs).fault()
          == "--heads: found decoder.0.self.2-4, expected heads from 0 to 3");
    CHECK(made(ofPairs({"decoder.0-1.self.0-3"}), pairs).names().size() == 8);
    ExperimentWords where = patches("all");
    where.where = "decoder.1-2.self.*";
    CHECK(made(where, pairs).fault().starts_with("--where: found decoder.1-2.self.*"));
}

TEST_CASE("experiment: a position that no input has is refused", "[experiment]")
{
    const std::vector<InputPair> pairs{pairOf({1, 2, 3}, {1, 2, 4}), pairOf({1, 2, 3, 4}, {1, 2, 3, 5}),
                                       pairOf({1, 2, 3, 4, 5}, {1, 2, 3})};
    CHECK(made(patches("0,3"), pairs).names().size() == 4); // of two layers; the second pair has them
    CHECK(made(patches("1,4"), pairs).fault()
          == "--positions: found 4, expected each, all, or positions from 0 to 3");
    CHECK(made(patches("1000"), pairs).fault().starts_with("--positions: found 1000"));
}

TEST_CASE("experiment: the origin says of which measure a recovery is", "[experiment]")
{
    std::vector<InputPair> pairs{pairOf({1, 2, 3}, {1, 2, 4}), pairOf({1, 2, 3}, {1, 2, 5})};
    ExperimentWords words = ofPairs();
    words.metric = "recovery";
    CHECK(made(words, pairs).origin["recovery_of"] == "logprob");
    pairs[0].minus = "7";
    CHECK(made(words, pairs).origin["recovery_of"] == "logit-difference or logprob");
    words.minus = "8";
    CHECK(made(words, pairs).origin["recovery_of"] == "logit-difference");
    words.metric = "logit-difference";
    CHECK_FALSE(made(words, pairs).origin.contains("recovery_of"));
}

TEST_CASE("experiment: edits that no input had are told", "[experiment]")
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    ExperimentNumbers numbers;
    numbers.base = {-1, -2};
    numbers.edits = {{"first", {}, {kNone, 0.5}}, {"second", {}, {kNone, kNone}}};
    Job job;
    std::vector<std::string> warnings;
    job.warn = [&warnings](const std::string& text) { warnings.push_back(text); };
    warnOfUntried(numbers, job);
    REQUIRE(warnings.size() == 1);
    CHECK(warnings.front().starts_with("1 of 2 edits have no number (n = 0), such as second"));
    numbers.edits.pop_back();
    warnOfUntried(numbers, job);
    CHECK(warnings.size() == 1);
}

} // namespace headlight::test
