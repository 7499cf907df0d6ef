// The loss of a line against plain log-softmax loops over recorded logits, and the leak without a causal
// mask.
#include "core/run/loss.h"

#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/tiny_model.h"

#include <cmath>
#include <stop_token>
#include <string>

namespace headlight::test {

namespace {

LossRequest lossRequest(const std::shared_ptr<const Model>& model, const Trace& trace, TokenId last)
{
    LossRequest request;
    request.model = model;
    if (trace.info().encoder)
        request.source = trace.tokens(StackKind::kEncoder);
    request.input = trace.tokens(StackKind::kDecoder);
    request.last.id = last;
    return request;
}

double plainLoss(const RowVector& logits, std::int64_t token)
{
    double sum = 0;
    for (Index i = 0; i < logits.size(); ++i)
        sum += std::exp(static_cast<double>(logits(i)));
    return std::log(sum) - static_cast<double>(logits(static_cast<Index>(token)));
}

} // namespace

TEST_CASE("target loss: −log p of the shifted line, one pass and step by step", "[run][texts]")
{
    for (const bool decoderOnly : {false, true}) {
        TinyOptions options;
        options.decoderOnly = decoderOnly;
        const auto model = tinyModel(options);
        const Ids line{5, 9, 14, 3, 21};
        const Trace trace
            = (decoderOnly ? runTiny(model, {{line, {}}}) : runTiny(model, {{{4, 8, 2}, line}})).front();
        const auto loss = targetLoss(lossRequest(model, trace, 7), {});
        REQUIRE(loss.has_value());
        REQUIRE(loss->tokens.size() == line.size());
        double sum = 0;
        for (std::size_t i = 0; i < line.size(); ++i) {
            const TokenLoss& token = loss->tokens[i];
            CHECK(token.input.id == line[i]);
            CHECK(token.target.id == (i + 1 < line.size() ? line[i + 1] : 7));
            const double expected = plainLoss(trace.logits(static_cast<Index>(i)), token.target.id);
            CHECK(token.onePass == Approx(expected).margin(1e-5));
            CHECK(token.stepByStep == Approx(expected).margin(1e-5));
            CHECK(token.logitDifference < 1e-4);
            sum += expected;
        }
        CHECK(loss->sum() == Approx(sum).margin(1e-4));
        CHECK(loss->mean() == Approx(sum / 5).margin(1e-4));
        CHECK(loss->largestDifference() < 1e-5);
    }
}

TEST_CASE("target loss: without the causal mask, what comes later changes what was predicted earlier",
          "[run][texts]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{{4, 8, 2}, {5, 9, 14, 3, 21}}}).front();
    LossRequest request = lossRequest(model, trace, 7);
    request.interventions.masks.decoderCausal = Toggle::kOff;
    const auto leaking = targetLoss(request, {});
    REQUIRE(leaking.has_value());
    CHECK(leaking->largestDifference() > 1e-3);
    // The last position sees the same tokens either way.
    CHECK(leaking->tokens.back().logitDifference < 1e-4);
    // One pass is a run with that edit.
    const Trace open = runTiny(model, {{{4, 8, 2}, {5, 9, 14, 3, 21}}}, request.interventions).front();
    for (Index i = 0; i < 4; ++i)
        CHECK(leaking->tokens[static_cast<std::size_t>(i)].onePass
              == Approx(plainLoss(open.logits(i), leaking->tokens[static_cast<std::size_t>(i)].target.id))
                     .margin(1e-5));
}

TEST_CASE("target loss: impossible requests are refused, and a stop is heard", "[run]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{{4, 8, 2}, {5, 9}}}).front();
    LossRequest request = lossRequest(model, trace, 7);
    request.last.id = 4000;
    CHECK_FALSE(targetLoss(request, {}).has_value());
    request = lossRequest(model, trace, 7);
    request.input.clear();
    CHECK_FALSE(targetLoss(request, {}).has_value());
    request = lossRequest(model, trace, 7);
    request.source.front().id = -1;
    CHECK_FALSE(targetLoss(request, {}).has_value());
    TinyOptions options;
    options.encoderOnly = true;
    const auto encoder = tinyModel(options);
    request.model = encoder;
    CHECK_FALSE(targetLoss(request, {}).has_value());
    std::stop_source stop;
    stop.request_stop();
    Job job;
    job.stop = stop.get_token();
    const auto stopped = targetLoss(lossRequest(model, trace, 7), job);
    REQUIRE_FALSE(stopped.has_value());
    CHECK(stopped.error().code == ErrorCode::kCancelled);
}

TEST_CASE("target loss: progress counts the layers of the whole pass and then the tokens", "[run]")
{
    const auto model = tinyModel();
    const Trace trace = runTiny(model, {{{4, 8, 2}, {5, 9, 14, 3, 21}}}).front();
    for (const Toggle causal : {Toggle::kAuto, Toggle::kOff}) {
        LossRequest request = lossRequest(model, trace, 7);
        request.interventions.masks.decoderCausal = causal;
        std::vector<std::string> told;
        std::int64_t last = 0;
        Job job;
        job.progress = [&](const Progress& progress) {
            CHECK(progress.done >= last);
            last = progress.done;
            told.push_back(progress.what);
        };
        REQUIRE(targetLoss(request, job).has_value());
        REQUIRE(told.size() == 9); // two layers of each stack, five tokens
        CHECK(told.front().starts_with("step 1 of 9"));
        CHECK(last == 1000);
    }
    // A stop in the middle is heard at the next token.
    std::stop_source stop;
    Job job;
    job.stop = stop.get_token();
    int steps = 0;
    job.progress = [&](const Progress&) {
        if (++steps == 6)
            stop.request_stop();
    };
    CHECK_FALSE(targetLoss(lossRequest(model, trace, 7), job).has_value());
    CHECK(steps == 6);
}

TEST_CASE("target loss: the estimate grows with the line, and faster without a cache", "[run]")
{
    const auto model = tinyModel();
    const auto secondsFor = [&](std::size_t tokens, Toggle causal) {
        const Trace trace = runTiny(model, {{{4, 8, 2}, Ids(tokens, 5)}}).front();
        LossRequest request = lossRequest(model, trace, 7);
        request.interventions.masks.decoderCausal = causal;
        return estimatedSeconds(request).value();
    };
    CHECK(secondsFor(200, Toggle::kAuto) > 5 * secondsFor(20, Toggle::kAuto));
    CHECK(secondsFor(200, Toggle::kOff) > 5 * secondsFor(200, Toggle::kAuto));
    LossRequest nothing;
    nothing.model = model;
    CHECK_FALSE(estimatedSeconds(nothing).has_value());
}

TEST_CASE("target loss: the built-in family decodes to the same log-probabilities", "[run][texts]")
{
    const auto model = loadModel(std::string(kTestData) + "/models/paper-transformer", {}, {}).value();
    DecodeRequest decoding;
    decoding.model = model;
    decoding.lanes.push_back(prepareIds(*model, {5, 17, 3, 40, 22}, {}).value());
    decoding.options.maxNewTokens = 6;
    const auto decoded = decode(decoding, {}, {});
    REQUIRE(decoded.has_value());
    const DecodedLane& lane = decoded->front();
    LossRequest request;
    request.model = model;
    request.source = decoding.lanes.front().source;
    request.input = decoding.lanes.front().target;
    for (std::size_t i = 0; i + 1 < lane.steps.size(); ++i)
        request.input.push_back(lane.steps[i].token);
    request.last = lane.steps.back().token;
    const auto loss = targetLoss(request, {});
    REQUIRE(loss.has_value());
    REQUIRE(loss->tokens.size() == lane.logProbabilities.size());
    for (std::size_t i = 0; i < lane.logProbabilities.size(); ++i) {
        CHECK(loss->tokens[i].stepByStep
              == Approx(-static_cast<double>(lane.logProbabilities[i])).margin(1e-4));
        CHECK(loss->tokens[i].onePass == Approx(-static_cast<double>(lane.logProbabilities[i])).margin(1e-4));
    }
}

} // namespace headlight::test
