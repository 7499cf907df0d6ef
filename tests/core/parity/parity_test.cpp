#include "core/parity/parity.h"

#include "core/io/folder_digest.h"
#include "core/model/model.h"
#include "core/parity/probe.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/probe_files.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

using namespace headlight;
using headlight::test::builtInFolder;
using headlight::test::ProbeDraft;
using headlight::test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<const Model> builtIn(const std::string& name)
{
    return loadModel(builtInFolder(name), {}, {}).value();
}

const ParityKind& kindOf(const ParityReport& report, Site site)
{
    const auto found = std::find_if(report.kinds.begin(), report.kinds.end(),
                                    [site](const ParityKind& kind) { return kind.site == site; });
    REQUIRE(found != report.kinds.end());
    return *found;
}

/// The result of checking a changed probe.
Result<ParityReport> checked(const std::shared_ptr<const Model>& model, const ProbeDraft& draft)
{
    const TemporaryFolder folder;
    draft.write(folder / kProbeFile);
    const auto probe = readProbe(folder / kProbeFile);
    return probe ? checkParity(model, *probe, {}) : Result<ParityReport>(probe.error());
}

} // namespace

TEST_CASE("parity: the built-in models agree with PyTorch to the promised number", "[parity]")
{
    const auto [name, attention]
        = GENERATE(std::pair("en-fr", 9), std::pair("en-bert", 4), std::pair("en-gpt", 4));
    INFO(name);
    const auto model = builtIn(name);
    REQUIRE(!probeOf(*model).empty());
    const auto probe = readProbe(probeOf(*model));
    REQUIRE(probe);
    CHECK(probe->reference.starts_with("PyTorch"));
    CHECK(probe->leftOut.empty());
    const auto report = checkParity(model, *probe, {});
    REQUIRE(report);
    CHECK(report->agrees());
    CHECK(report->largest() < 1e-4);
    CHECK(report->largest() > 0.0); // another implementation rounds differently
    CHECK(kindOf(*report, Site::kWeights).tensors == attention);
    CHECK(kindOf(*report, Site::kWeights).largest < 2e-5);
    CHECK(kindOf(*report, Site::kResidual).tensors > 4);
    CHECK(kindOf(*report, Site::kFinal).tensors == (std::string(name) == "en-fr" ? 2 : 1));
    CHECK(kindOf(*report, Site::kLogits).tensors == 1);
}

TEST_CASE("parity: a number that differs is named with its place", "[parity]")
{
    const auto model = builtIn("en-gpt");
    ProbeDraft draft(probeOf(*model));
    const auto& shape = draft.parts.at("decoder.2.self.weights").shape; // heads, queries, keys
    const auto place = static_cast<std::size_t>((1 * shape[1] + 4) * shape[2] + 3);
    const float before = draft.number("decoder.2.self.weights", place);
    draft.setNumber("decoder.2.self.weights", place, before + 3e-3F);
    const auto report = checked(model, draft);
    REQUIRE(report);
    CHECK_FALSE(report->agrees());
    const ParityKind& weights = kindOf(*report, Site::kWeights);
    CHECK_FALSE(weights.agrees);
    CHECK(weights.largest == Approx(3e-3).epsilon(0.01));
    CHECK(worstInWords(weights).starts_with("decoder.2.self.weights: head 1, query 4, key 3: found "));
    CHECK(weights.expected == Approx(before + 3e-3F));
    CHECK(weights.found == Approx(before).margin(2e-5));
    CHECK(kindOf(*report, Site::kLogits).agrees);

    // One logit, and one that is NaN, which never agrees.
    ProbeDraft other(probeOf(*model));
    const auto columns = static_cast<std::size_t>(other.parts.at("logits").shape[1]);
    other.setNumber("logits", 2 * columns + 17, std::numeric_limits<float>::quiet_NaN());
    const auto broken = checked(model, other);
    REQUIRE(broken);
    CHECK_FALSE(kindOf(*broken, Site::kLogits).agrees);
    CHECK(std::isnan(broken->largest()));
    CHECK(worstInWords(kindOf(*broken, Site::kLogits)).starts_with("logits: position 2, token id 17: "));
    CHECK(kindOf(*broken, Site::kWeights).agrees);

    // A probe may hold the logits of the last position only.
    ProbeDraft last(probeOf(*model));
    ProbeDraft::Part& logits = last.parts.at("logits");
    const auto position = std::exchange(logits.shape[0], 1) - 1;
    logits.bytes.erase(logits.bytes.begin(),
                       logits.bytes.end() - logits.shape[1] * std::ptrdiff_t{sizeof(float)});
    last.setNumber("logits", 17, last.number("logits", 17) + 1);
    const auto ending = checked(model, last);
    REQUIRE(ending);
    CHECK(worstInWords(kindOf(*ending, Site::kLogits))
              .starts_with(concat("logits: position ", position, ", token id 17: ")));
}

TEST_CASE("parity: hidden states and logits may be off by their size, weights may not", "[parity]")
{
    CHECK(parityTolerance(Site::kWeights).absolute == 2e-5);
    CHECK(parityTolerance(Site::kWeights).relative == 0.0);
    CHECK(parityTolerance(Site::kLogits).absolute == 1e-4);
    CHECK(parityTolerance(Site::kResidual).relative == 1e-5);
    const auto model = builtIn("en-fr");
    ProbeDraft draft(probeOf(*model));
    draft.setNumber("encoder.1.self.weights", 0, draft.number("encoder.1.self.weights", 0) + 5e-5F);
    draft.setNumber("encoder.residual.1", 0, draft.number("encoder.residual.1", 0) + 5e-5F);
    const auto report = checked(model, draft);
    REQUIRE(report);
    CHECK_FALSE(kindOf(*report, Site::kWeights).agrees);
    CHECK(kindOf(*report, Site::kResidual).agrees);
    CHECK(kindOf(*report, Site::kResidual).largest > 4e-5);
}

TEST_CASE("parity: the place is that of the largest difference", "[parity]")
{
    // A large number may be off by more than a small one, and be within the tolerance.
    const auto model = builtIn("en-fr");
    ProbeDraft draft(probeOf(*model));
    auto& numbers = draft.parts.at("encoder.residual.1");
    const auto columns = static_cast<std::size_t>(numbers.shape[1]);
    std::size_t large = 0;
    for (std::size_t i = 1; i < 3 * columns; ++i)
        if (std::abs(draft.number("encoder.residual.1", i))
            > std::abs(draft.number("encoder.residual.1", large)))
            large = i;
    const std::size_t small = large == 0 ? 1 : 0;
    const float before = draft.number("encoder.residual.1", large);
    draft.setNumber("encoder.residual.1", small, draft.number("encoder.residual.1", small) + 3e-4F);
    draft.setNumber("encoder.residual.1", large, before + 3.1e-4F);
    const auto report = checked(model, draft);
    REQUIRE(report);
    const ParityKind& residual = kindOf(*report, Site::kResidual);
    CHECK_FALSE(residual.agrees);
    CHECK(residual.largest == Approx(std::abs(residual.found - residual.expected)));
    CHECK(residual.expected == Approx(before + 3.1e-4F));
}

TEST_CASE("parity: a probe that cannot be one is refused with tensor, found and expected",
          "[parity][damaged]")
{
    const auto model = builtIn("en-bert");
    struct Damage
    {
        std::string says;
        std::function<void(ProbeDraft&)> make;
    };
    const std::vector<Damage> damages{
        {R"(format: found "headlight-trace", expected "headlight-probe")",
         [](ProbeDraft& d) { d.metadata["format"] = "headlight-trace"; }},
        {R"(version: found "2", expected "1")", [](ProbeDraft& d) { d.metadata["version"] = "2"; }},
        {"input_ids: not found", [](ProbeDraft& d) { d.parts.erase("input_ids"); }},
        {"segment_ids: found ",
         [](ProbeDraft& d) {
             d.parts["segment_ids"].shape[0] -= 1;
             d.parts["segment_ids"].bytes.resize(d.parts["segment_ids"].bytes.size() - 8);
         }},
        {"input_ids: found -1", [](ProbeDraft& d) { d.setId("input_ids", 2, -1); }},
        {"found 999999, expected ids from 0 to 4095", [](ProbeDraft& d) { d.setId("input_ids", 2, 999999); }},
        {"input_ids: found the shape [1, ",
         [](ProbeDraft& d) { d.parts["input_ids"].shape.insert(d.parts["input_ids"].shape.begin(), 1); }},
        {"logits: found the shape [1, ",
         [](ProbeDraft& d) { d.parts["logits"].shape.insert(d.parts["logits"].shape.begin(), 1); }},
        {"encoder.final: found the shape [",
         [](ProbeDraft& d) {
             std::swap(d.parts["encoder.final"].shape[0], d.parts["encoder.final"].shape[1]);
         }},
        {"encoder.9.self.weights: found the shape ",
         [](ProbeDraft& d) { d.parts["encoder.9.self.weights"] = d.parts["encoder.0.self.weights"]; }},
        {"decoder.0.cross.weights: found the shape ",
         [](ProbeDraft& d) { d.parts["decoder.0.cross.weights"] = d.parts["encoder.0.self.weights"]; }},
        {"encoder.final: found I32, expected F32",
         [](ProbeDraft& d) { d.parts["encoder.final"].dtype = DType::kI32; }},
        {"no result of the reference was found",
         [](ProbeDraft& d) {
             std::erase_if(d.parts, [](const auto& part) { return !part.first.ends_with("_ids"); });
         }},
    };
    for (const Damage& damage : damages) {
        INFO(damage.says);
        ProbeDraft draft(probeOf(*model));
        damage.make(draft);
        const auto report = checked(model, draft);
        REQUIRE_FALSE(report);
        INFO(report.error().describe());
        CHECK(report.error().describe().find(damage.says) != std::string::npos);
        CHECK(report.error().file.ends_with(kProbeFile));
    }
}

TEST_CASE("parity: means and deviations of norms are compared, too", "[parity]")
{
    const auto model = builtIn("en-gpt");
    ProbeDraft draft(probeOf(*model));
    // The first norm reads the stream from the reference.
    const auto shape = draft.parts.at("decoder.residual.0").shape;
    ProbeDraft::Part means{
        DType::kF32, {shape[0]}, std::vector<std::byte>(static_cast<std::size_t>(shape[0]) * 4)};
    draft.parts["decoder.0.self_norm.mean"] = means;
    for (std::int64_t row = 0; row < shape[0]; ++row) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < shape[1]; ++i)
            sum += static_cast<double>(
                draft.number("decoder.residual.0", static_cast<std::size_t>(row * shape[1] + i)));
        draft.setNumber("decoder.0.self_norm.mean", static_cast<std::size_t>(row),
                        static_cast<float>(sum / static_cast<double>(shape[1])));
    }
    const auto report = checked(model, draft);
    REQUIRE(report);
    CHECK(report->agrees());
    CHECK(kindOf(*report, Site::kNorms).tensors == 1);
    draft.setNumber("decoder.0.self_norm.mean", 1, 3.0F);
    const auto off = checked(model, draft);
    REQUIRE(off);
    CHECK(
        worstInWords(kindOf(*off, Site::kNorms)).starts_with("decoder.0.self_norm.mean: position 1: found "));
    CHECK_FALSE(off->agrees());
}

TEST_CASE("parity: tensors that are no results are left out and named; a folder may have no probe",
          "[parity]")
{
    const auto model = builtIn("en-gpt");
    ProbeDraft draft(probeOf(*model));
    draft.parts["something.else"] = draft.parts["logits"];
    const auto report = checked(model, draft);
    REQUIRE(report);
    CHECK(report->agrees());
    CHECK(report->leftOut == std::vector<std::string>{"something.else"});

    const TemporaryFolder folder;
    CHECK(probeOf(folder.path()).empty());
    fs::create_symlink(folder / "gone", folder / kProbeFile);
    CHECK_FALSE(probeOf(folder.path()).empty()); // reading it gives the error
    CHECK_FALSE(readProbe(folder / kProbeFile));
}

TEST_CASE("parity: a check can be stopped", "[parity]")
{
    const auto model = builtIn("en-gpt");
    const auto probe = readProbe(probeOf(*model));
    REQUIRE(probe);
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    const auto report = checkParity(model, *probe, job);
    REQUIRE_FALSE(report);
    CHECK(report.error().code == ErrorCode::kCancelled);
}

TEST_CASE("parity: a probe changes nothing of a model's digest", "[parity]")
{
    // Sessions store the digest: adding a reference later must not count as a change.
    const TemporaryFolder folder;
    test::linkModel(fs::path(test::kTestData) / "models/gpt2", folder / "model");
    const auto before = folderDigest(folder / "model");
    REQUIRE(before);
    fs::copy_file(builtInFolder("en-gpt") / kProbeFile, folder / "model" / kProbeFile);
    CHECK(folderDigest(folder / "model").value() == *before);
}

TEST_CASE("parity: a difference has one digit and is never made smaller", "[parity]")
{
    CHECK(differenceInWords(0.0) == "0");
    CHECK(differenceInWords(3e-6) == "3e-6");
    CHECK(differenceInWords(2.1e-6) == "3e-6");
    CHECK(differenceInWords(9.4e-6) == "1e-5");
    CHECK(differenceInWords(0.5) == "5e-1");
    CHECK(differenceInWords(12.0) == "2e1");
    CHECK(differenceInWords(std::numeric_limits<double>::quiet_NaN()) == "nan");
}
