// References: another input whose activations edits take, with the decoder's input given or decoded.
#include "core/run/references.h"

#include "core/edit/interventions.h"
#include "core/model/builtin_model.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"

#include <string>
#include <utility>

namespace headlight::test {

namespace {

const std::string kText = "The black cat sleeps.";
const std::string kTargetText = "Un chien mange."; // not what the model would write

std::shared_ptr<const Model> enFr()
{
    static const auto model = loadModel(builtinModelFolder("en-fr").value(), {}, {}).value();
    return model;
}

std::vector<TokenId> idsOf(const std::vector<TokenLabel>& labels)
{
    std::vector<TokenId> ids;
    for (const TokenLabel& label : labels)
        ids.push_back(static_cast<TokenId>(label.id));
    return ids;
}

/// The same reference in its four forms: text or ids, target as text or as ids.
std::vector<ReferenceInput> fourForms()
{
    const LaneInput lane = prepareText(*enFr(), {kText, std::nullopt, kTargetText}).value();
    std::vector<ReferenceInput> forms(4);
    for (std::size_t i = 0; i < forms.size(); ++i) {
        if (i % 2 == 0)
            forms[i].text = kText;
        else
            forms[i].ids = idsOf(lane.source);
        if (i / 2 == 0)
            forms[i].targetText = kTargetText;
        else
            forms[i].targetIds = idsOf(lane.target);
    }
    return forms;
}

Matrix logitsUnder(const Intervention& edit)
{
    RunRequest request;
    request.model = enFr();
    // As long as the reference, which a frozen pattern needs.
    LaneInput lane = prepareText(*enFr(), {kText, std::nullopt, kTargetText}).value();
    std::swap(lane.source[0], lane.source[1]);
    std::swap(lane.target[1], lane.target[2]);
    request.lanes.push_back(std::move(lane));
    request.interventions = only(edit);
    request.plan.logits = LogitRows::kAll;
    return logitsOf(execute(request, {}).value().traces.front());
}

std::string faultOf(const ReferenceInput& reference, const std::shared_ptr<const Model>& model)
{
    ReferenceCache cache;
    const auto lanes = cache.lanes(model, reference, {}, {});
    return lanes ? "accepted" : lanes.error().describe();
}

} // namespace

TEST_CASE("references: the target is used, whether text or ids, beside text or ids", "[run][edit]")
{
    const LaneInput expected = prepareText(*enFr(), {kText, std::nullopt, kTargetText}).value();
    ReferenceInput plain;
    plain.text = kText;
    for (const ReferenceInput& form : fourForms()) {
        INFO(form.ids.size() << " ids, " << form.targetIds.size() << " target ids");
        ReferenceCache cache;
        const auto lanes = cache.lanes(enFr(), form, {}, {}).value();
        REQUIRE(lanes.size() == 1);
        CHECK(idsOf(lanes.front().source) == idsOf(expected.source));
        CHECK(idsOf(lanes.front().target) == idsOf(expected.target));
        CHECK(cache.passes() == 0); // nothing was decoded
    }
    CHECK(idsOf(ReferenceCache().lanes(enFr(), plain, {}, {}).value().front().target)
          != idsOf(expected.target));
}

TEST_CASE("references: patches, means and frozen patterns read all forms of a target", "[run][edit]")
{
    const auto editsFrom = [](const ReferenceInput& from) {
        return std::vector<Intervention>{
            ActivationPatch{where("decoder.1.self.*"), Site::kHeadOutput, from, 1, 1},
            HeadMean{where("decoder.1.self.*"), from},
            PatternEdit{where("decoder.*.cross.*"), PatternForm::kFrozen, from}};
    };
    ReferenceInput plain;
    plain.text = kText;
    const auto greedy = editsFrom(plain);
    const auto forms = fourForms();
    for (std::size_t kind = 0; kind < greedy.size(); ++kind) {
        INFO(describe(greedy[kind]));
        const Matrix first = logitsUnder(editsFrom(forms.front())[kind]);
        CHECK(first != logitsUnder(greedy[kind]));
        for (const ReferenceInput& form : forms)
            CHECK(logitsUnder(editsFrom(form)[kind]) == first);
    }
}

TEST_CASE("references: a target that is only the start token is not replaced", "[run][edit]")
{
    ReferenceInput reference = ids(kSource, {0});
    ReferenceCache cache;
    CHECK(cache.lanes(tinyModel(), reference, {}, {}).value().front().target.size() == 1);
    reference.targetIds.clear();
    CHECK(cache.lanes(tinyModel(), reference, {}, {}).value().front().target.size() > 1);
}

TEST_CASE("references: a target that cannot be used is refused", "[run][edit]")
{
    TinyOptions options;
    options.decoderOnly = true;
    CHECK(faultOf(ids(kSource, kTarget), tinyModel(options)).find("reference.target_ids: needs a model with")
          == 0);
    ReferenceInput reference;
    reference.text = "A cat.\nA dog.";
    reference.targetIds = {0, 5};
    CHECK(faultOf(reference, enFr())
          == "reference.target_ids: found 1 targets, expected 2, one for each sentence");
    reference.targetText = "Un chat.\nUn chien.";
    CHECK(faultOf(reference, enFr()).find("excludes target_ids") != std::string::npos);
    reference.targetIds.clear();
    CHECK(faultOf(reference, enFr()) == "accepted");
    reference.targetText = "";
    CHECK(faultOf(reference, enFr()).find("found 0 targets") != std::string::npos);
    const auto read = [](const std::string& fields) {
        const auto edits = interventionsFromJson(
            R"([{"type":"head_mean","where":"encoder.0.self.0","reference":{)" + fields + "}}]", "e");
        return edits ? std::string("accepted") : edits.error().describe();
    };
    CHECK(read(R"("text":"a","target_ids":[0,5])") == "accepted");
    CHECK(read(R"("ids":[1],"target_text":"b")") == "accepted");
    CHECK(read(R"("ids":[1],"text":"b")")
          == "e: [0].reference: found an object, expected an object with text or ids, and not both");
    CHECK(read(R"("text":"a","target_text":"b","target_ids":[1])").find("expected one of them")
          != std::string::npos);
    CHECK(read(R"("text":"a","target_text":5)") == "e: [0].reference.target_text: found 5, expected a text");
    CHECK(read(R"("text":"a","target":"b")").find("found \"target\"") != std::string::npos);
    CHECK(read(R"("text":"a","target_ids":[])").find("empty target_ids") != std::string::npos);
    CHECK(read(R"("ids":[4294967297])").find("expected a list of whole numbers") != std::string::npos);
}

} // namespace headlight::test
