#include "app/bench/benches.h"

#include "app/bench/bench_tools.h"
#include "app/bench/random_models.h"
#include "core/analysis/head_statistics.h"
#include "core/base/workers.h"
#include "core/io/safetensors.h"
#include "core/run/execute.h"
#include "core/tracefile/trace_file.h"
#include "ui/picture/cell_grid.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr RandomShape kShape{2, 2, 64, 256, 0};
constexpr Index kWindow = 512;
constexpr int kShortest = 512;
constexpr std::int64_t kTraceTokens = 131072;
constexpr std::int64_t kColumnTokens = 32768;
constexpr std::int64_t kTraceHeads = 2;
constexpr std::int64_t kTraceWidth = 64;
constexpr int kTraceLayers = 2;

/// A number from /proc/self/status in MB; 0 if there is none.
double processMegabytes(const std::string& field)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(field + ":"))
            return std::strtod(line.c_str() + field.size() + 1, nullptr) / 1024.0;
    return 0;
}

/// Peak memory of the process between construction and megabytes(), minus its initial memory.
class MemoryPeak
{
public:
    MemoryPeak()
    {
        ::malloc_trim(0);
        std::ofstream("/proc/self/clear_refs") << "5"; // resets the peak (proc(5))
        m_before = processMegabytes("VmRSS");
    }
    double megabytes() const { return std::max(0.0, processMegabytes("VmHWM") - m_before); }

private:
    double m_before = 0;
};

struct PassCost
{
    double seconds = 0, megabytes = 0;
};

/// A pass that keeps queries and keys of the weights.
RunRequest passOver(const std::shared_ptr<const Model>& model, const std::vector<TokenId>& ids)
{
    RunRequest request{model, {prepareIds(*model, ids, {}).value()}, {}, {}};
    request.plan.sites = {Site::kWeights, Site::kMask};
    request.plan.storage = MatrixStorage::kOperands;
    return request;
}

/// The shortest of several.
Result<PassCost> measurePass(const std::shared_ptr<const Model>& model, int length)
{
    const RunRequest request = passOver(model, std::vector<TokenId>(static_cast<std::size_t>(length), 7));
    PassCost cost{std::numeric_limits<double>::infinity(), 0};
    for (int round = 0; round < (length <= 8192 ? 3 : 1); ++round) {
        const MemoryPeak peak;
        const auto start = Clock::now();
        ASSIGN_OR_RETURN(const auto result, execute(request, {}));
        cost.seconds = std::min(cost.seconds, millisecondsSince(start) / 1e3);
        cost.megabytes = std::max(cost.megabytes, peak.megabytes());
    }
    return cost;
}

/// The exponent b of the best a·n^b (least squares of the logarithms).
double growth(const Json& rows, const char* name)
{
    double n = 0, sumX = 0, sumY = 0, sumXx = 0, sumXy = 0;
    for (const Json& row : rows) {
        const double x = std::log(row["tokens"].get<double>());
        const double y = std::log(std::max(row[name].get<double>(), 1e-6));
        n += 1;
        sumX += x;
        sumY += y;
        sumXx += x * x;
        sumXy += x * y;
    }
    const double spread = n * sumXx - sumX * sumX;
    return spread > 0 ? (n * sumXy - sumX * sumY) / spread : 0;
}

Result<Json> measurePasses(int longest)
{
    RandomShape windowed = kShape;
    windowed.window = kWindow;
    const auto causal = randomModel(kShape);
    const auto sliding = randomModel(windowed);
    Json rows = Json::array();
    for (const auto& model : {causal, sliding}) // excludes one-time allocations of the process
        RETURN_IF_ERROR(measurePass(model, kShortest));
    for (int length = kShortest; length <= longest; length *= 2) {
        ASSIGN_OR_RETURN(const auto whole, measurePass(causal, length));
        ASSIGN_OR_RETURN(const auto window, measurePass(sliding, length));
        rows.push_back({{"tokens", length},
                        {"seconds", whole.seconds},
                        {"megabytes", whole.megabytes},
                        {"window_seconds", window.seconds},
                        {"window_megabytes", window.megabytes}});
    }
    Json report{{"layers", kShape.layers}, {"heads", kShape.heads}, {"window", kWindow}, {"rows", rows}};
    for (const char* name : {"seconds", "megabytes", "window_seconds", "window_megabytes"})
        report["exponents"][name] = growth(rows, name);
    return report;
}

/// A trace of queries and keys in a new folder.
Result<fs::path> longTraceIn(BenchFolder& folder, std::int64_t tokens)
{
    ASSIGN_OR_RETURN(const auto made, folder.make());
    const fs::path path = made / "long.safetensors";
    const auto written = writeLongTrace(path, tokens);
    return written ? Result<fs::path>(path) : written.error();
}

/// The shortest of five, in milliseconds.
double shortestMs(const auto& work)
{
    constexpr int kRounds = 5;
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < kRounds; ++round) {
        const auto start = Clock::now();
        work(round);
        best = std::min(best, millisecondsSince(start));
    }
    return best;
}

/// Tokens with some repetitions, as in a text.
std::vector<TokenId> mixedIds(int count)
{
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i)
        ids.push_back(static_cast<TokenId>(std::int64_t{i} * i % 251));
    return ids;
}

/// 32 heads of 8,192 tokens, queries and keys only, processed one after the other like in `headlight
/// metrics`.
double statisticsSeconds()
{
    constexpr int kTokens = 8192;
    constexpr int kHeads = 32;
    const auto result = execute(passOver(randomModel({1, 4, 64, 256, 0}), mixedIds(kTokens)), {});
    const auto start = Clock::now();
    for (int head = 0; head < kHeads; ++head)
        headStatistics(
            result->traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, head % 4}));
    return millisecondsSince(start) / 1e3;
}

/// How long it takes until columns of a map can be read: what normalises its rows is computed once.
Result<double> secondsToColumns(std::int64_t tokens)
{
    BenchFolder folder;
    ASSIGN_OR_RETURN(const auto path, longTraceIn(folder, tokens));
    ASSIGN_OR_RETURN(const auto file, readTraceFile(path, {}));
    const AttentionMap map = file.traces.front().attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0});
    const auto start = Clock::now();
    map.normalise(MapKind::kWeights);
    return millisecondsSince(start) / 1e3;
}

/// The exact picture of a whole map, as the window reads it.
double secondsOfMap(const AttentionMap& map)
{
    constexpr Index kTiles = 1400;
    const CellReader reader(map, MapKind::kWeights, CellReader::Keep::kNothing);
    Workers workers;
    const auto start = Clock::now();
    reader.read(reader.whole(), kTiles, kTiles, {}, &workers);
    return millisecondsSince(start) / 1e3;
}

Result<Json> measureTrace()
{
    BenchFolder folder;
    ASSIGN_OR_RETURN(const auto path, longTraceIn(folder, kTraceTokens));
    Json report{{"tokens", kTraceTokens}, {"layers", kTraceLayers}, {"heads", kTraceHeads}};
    const MemoryPeak peak;
    std::optional<TraceFile> file;
    std::optional<Error> fault;
    report["open_ms"] = shortestMs([&](int) {
        file.reset();
        auto read = readTraceFile(path, {});
        if (read)
            file = std::move(*read);
        else
            fault = read.error();
    });
    if (fault)
        return *fault;
    report["open_megabytes"] = peak.megabytes();
    const AttentionMap map
        = file->traces.front().attention({StackKind::kDecoder, 1, AttentionKind::kSelf, 1});
    Matrix row(1, kTraceTokens);
    report["row_ms"]
        = shortestMs([&](int round) { map.read(MapKind::kWeights, kTraceTokens - 1 - round, 0, row); });
    Matrix part(64, 512);
    report["rectangle_ms"] = shortestMs([&](int round) {
        map.read(MapKind::kWeights, kTraceTokens - 1000 - std::int64_t{64} * round, 65536, part);
    });
    report["map_seconds"] = secondsOfMap(map);
    Matrix column(kTraceTokens, 1);
    report["column_ms"]
        = shortestMs([&](int round) { map.read(MapKind::kWeights, 0, std::int64_t{20000} * round, column); });
    ASSIGN_OR_RETURN(const auto seconds, secondsToColumns(kColumnTokens));
    report["columns"] = {{"tokens", kColumnTokens}, {"seconds", seconds}};
    return report;
}

} // namespace

Result<void> writeLongTrace(const fs::path& path, std::int64_t tokens)
{
    // All operands are parts of one row of random numbers.
    const std::int64_t size = kTraceHeads * tokens * kTraceWidth;
    const auto noise
        = randomNumbers(static_cast<std::size_t>(size + std::int64_t{4099} * kTraceLayers * 2), 1.0F);
    std::vector<std::int64_t> ids(static_cast<std::size_t>(tokens));
    Json words = Json::array();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        ids[i] = static_cast<std::int64_t>(i * i % 49999); // 25,000 of them, as in a long text
        words.push_back(concat("w", ids[i]));
    }
    std::vector<TensorToWrite> tensors{integerTensor("input_ids", {tokens}, ids)};
    std::size_t begin = 0;
    for (int layer = 0; layer < kTraceLayers; ++layer)
        for (const char* operand : {".self.q", ".self.k"}) {
            tensors.push_back(floatTensor(concat("decoder.", layer, operand),
                                          {kTraceHeads, tokens, kTraceWidth},
                                          std::span(noise).subspan(begin, static_cast<std::size_t>(size))));
            begin += 4099;
        }
    const Json config{
        {"heads", kTraceHeads},
        {"layers", kTraceLayers},
        {"decoder", {{"causal", true}, {"self", {{"scale", 0.25}, {"mask", {{"causal", true}}}}}}}};
    return writeSafetensors(path, tensors,
                            {{"format", "headlight-trace"},
                             {"version", "1"},
                             {"model", "long"},
                             {"tokens", words.dump()},
                             {"config", config.dump()}});
}

Result<Json> measureLong(int longest)
{
    Json report;
    ASSIGN_OR_RETURN(report["passes"], measurePasses(longest));
    ASSIGN_OR_RETURN(report["trace"], measureTrace());
    report["statistics_seconds"] = statisticsSeconds();
    return report;
}

std::string longTable(const Json& report)
{
    const Json& passes = report["passes"];
    std::string text = inWords(passes,
                               "%.0f layers x %.0f heads, queries and keys kept\n"
                               "              causal               window of %.0f\n"
                               "  tokens        s         MB        s         MB\n",
                               "layers", "heads", "window");
    for (const Json& row : passes["rows"])
        text += inWords(row, "%8.0f %9.3f %9.1f %9.3f %9.1f\n", "tokens", "seconds", "megabytes",
                        "window_seconds", "window_megabytes");
    text += inWords(passes["exponents"], "exponent %9.2f %9.2f %9.2f %9.2f\n", "seconds", "megabytes",
                    "window_seconds", "window_megabytes");
    const Json& trace = report["trace"];
    return text
        + inWords(trace, "trace of %.0f tokens, %.0f layers x %.0f heads\n", "tokens", "layers", "heads")
        + inWords(trace, "opened                    %9.1f ms, %.0f MB\n", "open_ms", "open_megabytes")
        + inWords(trace, "a row                     %9.1f ms\n", "row_ms")
        + inWords(trace, "a rectangle of 64 x 512   %9.1f ms\n", "rectangle_ms")
        + inWords(trace, "the whole map             %9.2f s\n", "map_seconds")
        + inWords(trace, "a column after that       %9.1f ms\n", "column_ms")
        + inWords(trace["columns"], "columns of %.0f tokens   %9.2f s once\n", "tokens", "seconds")
        + inWords(report, "statistics, 32 heads of 8192 tokens %.2f s", "statistics_seconds");
}

} // namespace headlight
