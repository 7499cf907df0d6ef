#pragma once
// What tests of adapters run and compare.

#include "tests/support/adapter_folder.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/tiny_model.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight::test {

inline const std::vector<TokenId> kAdapterIds{5, 17, 3, 40, 8, 22};

/// One pass with everything recorded.
inline Trace traceOf(const std::shared_ptr<const Model>& model, const Interventions& edits = {})
{
    RunRequest request;
    request.model = model;
    request.interventions = edits;
    request.plan = recordAll();
    const std::vector<TokenId> target
        = model->isEncoderDecoder() ? std::vector<TokenId>{0, 9, 31} : std::vector<TokenId>{};
    request.lanes.push_back(prepareIds(*model, kAdapterIds, target).value());
    auto result = execute(request, {});
    REQUIRE(result.has_value());
    return result->traces.front();
}

/// Checks that both agree to 1e-5: the weights of every head, and the logits.
inline void checkSame(const Trace& one, const Trace& other)
{
    for (const HeadRef& head : headsOf(one))
        CHECK(mismatch(one.attention(head).whole(MapKind::kWeights),
                       other.attention(head).whole(MapKind::kWeights), 1e-5)
              == "");
    CHECK_FALSE(one.logitRows().empty());
    for (const Index row : one.logitRows())
        CHECK(mismatch(one.logits(row), other.logits(row), 1e-5, 1e-5) == "");
}

/// Whether the last logits differ by more than rounding.
inline bool isDifferent(const Trace& one, const Trace& other)
{
    return mismatch(one.logits(one.logitRows().back()), other.logits(other.logitRows().back()), 1e-3) != "";
}

/// The base with the adapter over it; opens without warnings.
inline std::shared_ptr<const Model> openedOver(AdapterFolder& adapter, const ModelFolder& base)
{
    auto adapted = adapter.openOver(base.folder.path());
    if (!adapted)
        FAIL(adapted.error().describe());
    CHECK(adapter.warnings.empty());
    return *std::move(adapted);
}

/// Checks that opening fails with a message that has all parts.
inline void refused(AdapterFolder& adapter, const ModelFolder& base, const std::vector<std::string>& parts)
{
    const auto opened = adapter.openOver(base.folder.path());
    REQUIRE_FALSE(opened.has_value());
    const std::string text = opened.error().describe();
    INFO(text);
    for (const std::string& part : parts)
        CHECK(text.find(part) != std::string::npos);
}

} // namespace headlight::test
