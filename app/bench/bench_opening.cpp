#include "app/bench/benches.h"

#include "app/bench/bench_tools.h"
#include "app/bench/random_models.h"
#include "core/model/model.h"
#include "core/run/execute.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kPositions = 1024;
constexpr int kRounds = 5;

Result<double> firstMap(const std::shared_ptr<const Model>& model)
{
    const std::vector<TokenId> ids = sampleIds(*model, 0, 20);
    const auto start = Clock::now();
    ASSIGN_OR_RETURN(auto lane,
                     prepareIds(*model, ids, model->isEncoderDecoder() ? ids : std::vector<TokenId>()));
    RunRequest request{model, {std::move(lane)}, {}, {}};
    request.plan.sites = {Site::kWeights, Site::kScores, Site::kMask}; // the heatmap's needs
    ASSIGN_OR_RETURN(const auto result, execute(request, {}));
    const HeadRef first{inputStack(*model), 0, AttentionKind::kSelf, 0};
    if (result.traces.front().attention(first).whole(MapKind::kWeights).rows() == 0)
        return badArgument("bench", "the model recorded no attention");
    return millisecondsSince(start);
}

} // namespace

Result<Json> measureOpening(const std::optional<fs::path>& folder, const fs::path& adapter)
{
    LoadOptions options;
    options.adapter = adapter;
    BenchFolder made;
    fs::path path = folder.value_or("");
    if (!folder) {
        ASSIGN_OR_RETURN(path, made.make());
        RETURN_IF_ERROR(writeRandomGpt2(path, kPositions));
    }
    double open = std::numeric_limits<double>::infinity();
    double map = open;
    std::int64_t parameters = 0;
    for (int round = 0; round < kRounds; ++round) {
        const auto start = Clock::now();
        ASSIGN_OR_RETURN(const auto model, loadModel(path, options, {}));
        open = std::min(open, millisecondsSince(start));
        ASSIGN_OR_RETURN(const auto first, firstMap(model));
        map = std::min(map, first);
        parameters = model->parameters();
    }
    return Json{{"parameters", parameters}, {"open_ms", open}, {"first_map_ms", map}};
}

} // namespace headlight
