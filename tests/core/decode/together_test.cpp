// Sentences that are written together get the outputs that they get alone.
#include "core/decode/together.h"

#include "core/base/text_list.h"
#include "core/model/builtin_model.h"
#include "core/run/execute.h"
#include "core/run/lanes.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"
#include "tests/support/tiny_model.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace headlight::test {

namespace {

DecodeRequest requestOf(const std::shared_ptr<const Model>& model, std::vector<LaneInput> lanes, int length)
{
    DecodeRequest request;
    request.model = model;
    request.lanes = std::move(lanes);
    request.options.maxNewTokens = length;
    request.idsOnly = true;
    return request;
}

/// Requires that each lane gets the same output in the batch as alone.
void requireSame(const DecodeRequest& request)
{
    const auto together = decode(request, {}, {}).value();
    REQUIRE(together.size() == request.lanes.size());
    for (std::size_t i = 0; i < together.size(); ++i) {
        DecodeRequest one = request;
        one.lanes = {request.lanes[i]};
        one.idsOnly = false;
        const DecodedLane alone = decode(one, {}, {}).value().front();
        INFO("lane " << i);
        CHECK(together[i].ids == alone.ids);
        CHECK(together[i].stop == alone.stop);
    }
}

std::vector<LaneInput> lanesOf(const Model& model, const std::vector<Ids>& sources)
{
    return listFrom(sources, [&model](const Ids& ids) { return prepareIds(model, ids, {}).value(); });
}

SentenceBatch batchOf(const Model& model, const std::vector<LaneInput>& lanes)
{
    const PaddedLanes padded = padLanes(model, lanes, {}).value();
    SentenceBatch batch{padded.source, {}, padded.lengths};
    for (const LaneInput& lane : lanes)
        batch.prompts.push_back(tokenIds(tokensOf(model, lane, StackKind::kDecoder)));
    return batch;
}

} // namespace

TEST_CASE("together: sentences of any length get the outputs that they get alone", "[decode]")
{
    for (const PositionScheme positions :
         {PositionScheme::kSinusoidalInterleaved, PositionScheme::kNone, PositionScheme::kLearned}) {
        TinyOptions options;
        options.positions = positions;
        const auto model = tinyModel(options);
        requireSame(
            requestOf(model, lanesOf(*model, {{5, 9, 14, 3}, {7}, {21, 4}, {5, 9, 14, 3, 8, 8, 11}}), 12));
    }
}

TEST_CASE("together: prompts of a decoder-only model get the outputs that they get alone", "[decode]")
{
    TinyOptions options;
    options.decoderOnly = true;
    const auto model = tinyModel(options);
    requireSame(requestOf(model, lanesOf(*model, {{5, 9, 14}, {7, 7, 2}, {21, 4, 6}}), 12));
    // Of other lengths, each is decoded by itself.
    requireSame(requestOf(model, lanesOf(*model, {{5, 9, 14}, {7}}), 12));
}

TEST_CASE("together: more sentences than one batch holds, of the built-in model", "[decode]")
{
    const auto model = loadModel(builtinModelFolder("en-fr").value(), {}, {}).value();
    const std::vector<std::string> words{"The cat", "My old friend", "She", "The children of the teacher"};
    const std::vector<std::string> rest{" sleeps.", " reads a good book in the garden.",
                                        " was very tired because it rained.",
                                        " wants to know where the house is.", " is here."};
    std::vector<LaneInput> lanes;
    for (const std::string& who : words)
        for (const std::string& what : rest)
            lanes.push_back(prepareText(*model, {who + what, std::nullopt, std::nullopt}).value());
    requireSame(requestOf(model, lanes, 40));
    requireSame(requestOf(model, lanes, 3)); // most stop at the limit
    requireSame(requestOf(model, {lanes[0], lanes[7]}, 0));
}

TEST_CASE("together: a tie leaves the choice to the sentence alone", "[decode]")
{
    ModelFolder folder("paper-transformer");
    const auto plain = folder.open().value();
    const auto lanes = lanesOf(*plain, {{5, 6, 7}, {9, 8}});
    const auto clear = writeTogether(plain, batchOf(*plain, lanes), {}, {}).value();
    REQUIRE(clear.front());
    const TokenId best = clear.front()->ids.front();

    auto& table = folder.tensors.at("model.shared.weight");
    const auto width
        = static_cast<std::ptrdiff_t>(table.values.size() / static_cast<std::size_t>(table.shape.front()));
    const TokenId same = best == 11 ? 12 : 11; // in neither sentence
    std::copy_n(table.values.begin() + best * width, width, table.values.begin() + same * width);
    const auto tied = folder.open().value();
    CHECK_FALSE(writeTogether(tied, batchOf(*tied, lanes), {}, {}).value().front());
    requireSame(requestOf(tied, lanes, 6));
}

TEST_CASE("together: a stop ends the work", "[decode]")
{
    const auto model = tinyModel();
    std::stop_source source;
    source.request_stop();
    const auto stopped
        = decode(requestOf(model, lanesOf(*model, {{5, 9}, {7}}), 12), {source.get_token(), {}, {}}, {});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::kCancelled);
}

} // namespace headlight::test
