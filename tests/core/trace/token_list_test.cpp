
#include "core/trace/trace.h"
#include "tests/support/catch.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headlight::test {

namespace {

constexpr int kManySteps = 200'000; ///< too many links to release by recursion

TokenLabel stepLabel(int id)
{
    TokenLabel label;
    label.id = id;
    label.text = std::to_string(id);
    return label;
}

} // namespace

TEST_CASE("token list: a list that continues another one has its labels and its own", "[trace]")
{
    const TokenAxis prompt = std::make_shared<const std::vector<TokenLabel>>(
        std::vector<TokenLabel>{stepLabel(7), stepLabel(8)});
    const auto start = std::make_shared<const TokenList>(prompt);
    const auto one = std::make_shared<const TokenList>(start, stepLabel(9));
    const auto other = std::make_shared<const TokenList>(start, stepLabel(10));
    const auto two = std::make_shared<const TokenList>(one, stepLabel(11));
    CHECK(start->labels() == *prompt);
    CHECK(other->labels() == std::vector<TokenLabel>{stepLabel(7), stepLabel(8), stepLabel(10)});
    CHECK(two->labels() == std::vector<TokenLabel>{stepLabel(7), stepLabel(8), stepLabel(9), stepLabel(11)});
    CHECK(one->labels() == std::vector<TokenLabel>{stepLabel(7), stepLabel(8), stepLabel(9)});
    CHECK(two->size() == 4);
}

TEST_CASE("token list: the steps of a long decoding share their tokens and chunks", "[trace]")
{
    // Copying all labels at each step would take 1.6 TB here, and a recursive release 200,000 stack frames.
    const auto info = std::make_shared<const TraceInfo>();
    auto rows = std::make_shared<const TokenList>(std::make_shared<const std::vector<TokenLabel>>(1));
    std::shared_ptr<const TraceChunk> leaf;
    std::vector<Trace> steps;
    for (int i = 0; i < kManySteps; ++i) {
        TraceChunk chunk;
        chunk.parent = leaf;
        leaf = std::make_shared<const TraceChunk>(std::move(chunk));
        steps.emplace_back(info, leaf, rows, rows);
        rows = std::make_shared<const TokenList>(rows, stepLabel(i));
    }
    CHECK(steps.back().tokens(StackKind::kDecoder).size() == kManySteps);
    CHECK(steps.back().tokens(StackKind::kDecoder).back() == stepLabel(kManySteps - 2));
    CHECK(steps.back().chunks().size() == kManySteps);
    // Releases the whole chain starting from its leaf.
    const Trace last = steps.back();
    steps.clear();
    leaf.reset();
    rows.reset();
    CHECK(last.tokens(StackKind::kEncoder).size() == kManySteps);
}

} // namespace headlight::test
