#include "core/analysis/head_behaviour.h"

#include "core/model/model.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/model_folder.h"

using namespace headlight;
using namespace headlight::test;

namespace {

/// A mask written as text ("1..|11."), with the interface of a recorded map.
class DrawnMask : public AttentionSource
{
public:
    explicit DrawnMask(const std::string& drawing)
    {
        m_rows.emplace_back();
        for (const char c : drawing) {
            if (c == '|')
                m_rows.emplace_back();
            else
                m_rows.back().push_back(c == '1');
        }
    }
    Index queries() const override { return static_cast<Index>(m_rows.size()); }
    Index keys() const override { return static_cast<Index>(m_rows.front().size()); }
    bool has(MapKind kind) const override { return kind == MapKind::kMask; }
    void read(MapKind, Index query, Index key, MatrixSpan out) const override
    {
        for (Index r = 0; r < out.rows(); ++r)
            for (Index c = 0; c < out.cols(); ++c)
                out(r, c) = m_rows[static_cast<std::size_t>(query + r)][static_cast<std::size_t>(key + c)];
    }

private:
    std::vector<std::vector<bool>> m_rows;
};

MaskPattern patternOf(const std::string& drawing)
{
    const auto axis = std::make_shared<const std::vector<TokenLabel>>();
    return maskPatternOf({{}, std::make_shared<DrawnMask>(drawing), axis, axis});
}

using Kind = MaskPattern::Kind;

} // namespace

TEST_CASE("mask pattern: the usual masks are recognised", "[analysis]")
{
    CHECK(patternOf("111|111|111").kind == Kind::kNone);
    CHECK(patternOf("1..|11.|111").kind == Kind::kCausal);
    CHECK(patternOf("1...|11..|.11.|..11") == MaskPattern{Kind::kWindow, 2});
    CHECK(patternOf("1...|11..|111.|.111") == MaskPattern{Kind::kWindow, 3});
    CHECK(patternOf("1..|.1.|..1") == MaskPattern{Kind::kWindow, 1});
    CHECK(maskPatternOf({}).kind == Kind::kNotRecorded);
}

TEST_CASE("mask pattern: padding at the end does not count", "[analysis]")
{
    CHECK(patternOf("110|110|110").kind == Kind::kNone);
    CHECK(patternOf("1...|11..|11..|11..").kind == Kind::kCausal);
}

TEST_CASE("mask pattern: a mask changed by hand is not named wrongly", "[analysis]")
{
    CHECK(patternOf("1..|11.|1.1").kind == Kind::kOther);
    CHECK(patternOf("1..|...|111").kind == Kind::kOther);
    CHECK(patternOf("111|11.|111").kind == Kind::kOther);
}

TEST_CASE("mask pattern: Gemma 2 alternates between a window and none", "[analysis]")
{
    ModelFolder folder("gemma2");
    const auto window = folder.config["sliding_window"].get<Index>();
    const auto model = folder.open().value();
    RunRequest request;
    request.model = model;
    request.plan.sites = {Site::kWeights, Site::kMask};
    std::vector<TokenId> ids;
    for (Index i = 0; i < window + 5; ++i)
        ids.push_back(static_cast<TokenId>(3 + i));
    request.lanes.push_back(prepareIds(*model, ids, {}).value());
    const Trace trace = execute(request, {}).value().traces.front();
    const auto pattern = [&](int layer) {
        return maskPatternOf(trace.attention({StackKind::kDecoder, layer, AttentionKind::kSelf, 0}));
    };
    CHECK(pattern(0) == MaskPattern{Kind::kWindow, window});
    CHECK(pattern(1) == MaskPattern{Kind::kCausal, 0});
}
