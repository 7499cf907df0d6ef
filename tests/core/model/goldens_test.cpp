// Every family against results of independent implementations: attention weights to 2e-5, streams and logits
// to 1e-4 plus 1e-5 of their magnitude, decoded tokens exactly.
#include "core/model/families/family.h"
#include "core/run/execute.h"
#include "tests/support/catch.h"
#include "tests/support/goldens.h"
#include "tests/support/paths.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace headlight::test {

namespace {

namespace fs = std::filesystem;

constexpr double kWeights = 2e-5;
constexpr double kStream = 1e-4;
constexpr double kStreamRelative = 1e-5;

std::shared_ptr<const Model> open(const fs::path& folder)
{
    auto model = loadModel(folder, {}, {});
    if (!model)
        FAIL(model.error().describe());
    return *model;
}

RecordPlan everything(MatrixStorage storage)
{
    RecordPlan plan;
    plan.sites = {Site::kEmbeddings, Site::kPositions, Site::kQuery,  Site::kKey,     Site::kValue,
                  Site::kScores,     Site::kBias,      Site::kMask,   Site::kWeights, Site::kHeadOutput,
                  Site::kResidual,   Site::kFinal,     Site::kLogits, Site::kRouter,  Site::kExperts};
    plan.logits = LogitRows::kAll;
    plan.storage = storage;
    return plan;
}

/// Compares one lane's records of one stack with the goldens.
class LaneCheck
{
public:
    LaneCheck(const Trace& trace, const Goldens& goldens, std::int64_t lane, std::pair<Index, Index> real)
        : m_trace(trace)
        , m_goldens(goldens)
        , m_lane(lane)
        , m_source(real.first)
        , m_target(real.second)
    { }

    void run() const
    {
        for (const LayerRef& layer : m_trace.info().layers())
            weights(layer);
        for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder})
            if (const StackShape* shape = m_trace.info().stack(stack)) {
                streams(stack, shape->layers);
                for (int layer = 0; layer < shape->layers; ++layer)
                    experts(stack, layer);
            }
        if (m_goldens.has("logits"))
            logits();
    }

private:
    Index realRows(StackKind stack) const { return stack == StackKind::kEncoder ? m_source : m_target; }

    void weights(const LayerRef& layer) const
    {
        const bool encoder = layer.stack == StackKind::kEncoder;
        const bool cross = layer.kind == AttentionKind::kCross;
        const std::string name = (encoder     ? "encoder.attn."
                                      : cross ? "decoder.cross_attn."
                                              : "decoder.self_attn.")
            + std::to_string(layer.layer);
        if (layer.kind == AttentionKind::kSelf) {
            sinks(layer);
            operands(layer, Site::kQuery, "decoder.q.");
            operands(layer, Site::kKey, "decoder.k.");
        }
        if (!m_goldens.has(name))
            return;
        const int heads = m_trace.info().heads(layer.stack);
        for (int head = 0; head < heads; ++head) {
            const HeadRef address{layer.stack, layer.layer, layer.kind, head};
            const Matrix found = m_trace.attention(address).whole(MapKind::kWeights);
            const Matrix expected = m_goldens.matrix(name, m_lane * heads + head);
            const Index rows = realRows(layer.stack);
            INFO(name << " head " << head << " lane " << m_lane);
            CHECK(mismatch(found.topRows(rows), expected.topRows(rows), kWeights) == "");
        }
    }

    /// Queries or keys as they enter the dot product.
    void operands(const LayerRef& layer, Site site, const std::string& prefix) const
    {
        const std::string name = prefix + std::to_string(layer.layer);
        if (!m_goldens.has(name))
            return;
        const auto stored = static_cast<int>(m_goldens.shape(name).at(0));
        const int heads = m_trace.info().heads(layer.stack);
        for (int head = 0; head < heads; ++head) {
            const Matrix found = m_trace.headMatrix(site, {layer.stack, layer.layer, layer.kind, head});
            const Matrix expected = m_goldens.matrix(name, head / (heads / stored));
            INFO(name << " head " << head);
            CHECK(mismatch(found, expected, kWeights, kWeights) == "");
        }
    }

    /// The share of each row that goes to a learned sink.
    void sinks(const LayerRef& layer) const
    {
        const std::string name = std::string(stackName(layer.stack)) + ".sink." + std::to_string(layer.layer);
        CHECK(m_goldens.has(name) == (m_trace.sinks(layer).rows() > 0));
        if (!m_goldens.has(name))
            return;
        const Index rows = realRows(layer.stack);
        INFO(name << " lane " << m_lane);
        CHECK(mismatch(m_trace.sinks(layer).leftCols(rows), m_goldens.matrix(name, m_lane).leftCols(rows),
                       kWeights)
              == "");
    }

    void experts(StackKind stack, int layer) const
    {
        const std::string prefix = std::string(stackName(stack)) + ".";
        const std::string name = prefix + "router." + std::to_string(layer);
        REQUIRE(m_goldens.has(name) == (m_trace.router(stack, layer).rows() > 0));
        if (!m_goldens.has(name))
            return;
        const Index rows = realRows(stack);
        INFO(name << " lane " << m_lane);
        CHECK(mismatch(m_trace.router(stack, layer).topRows(rows),
                       m_goldens.matrix(name, m_lane).topRows(rows), kWeights)
              == "");
        const Matrix chosen = m_goldens.matrix(prefix + "experts." + std::to_string(layer), m_lane);
        CHECK(m_trace.experts(stack, layer).topRows(rows).cast<float>() == chosen.topRows(rows));
    }

    void streams(StackKind stack, int layers) const
    {
        const Index rows = realRows(stack);
        const std::string prefix = std::string(stackName(stack)) + ".";
        for (int layer = 0; layer <= layers; ++layer) {
            const std::string name = prefix + "hidden." + std::to_string(layer);
            if (!m_goldens.has(name))
                continue;
            // The reference's last entry is after the final norm.
            const Matrix found
                = layer == layers ? m_trace.stackMatrix(Site::kFinal, stack) : m_trace.residual(stack, layer);
            INFO(name << " lane " << m_lane);
            CHECK(mismatch(found.topRows(rows), m_goldens.matrix(name, m_lane).topRows(rows), kStream,
                           kStreamRelative)
                  == "");
        }
        const std::string name = prefix + "last_block_out";
        if (m_goldens.has(name)) {
            INFO(name << " lane " << m_lane);
            CHECK(mismatch(m_trace.residual(stack, layers).topRows(rows),
                           m_goldens.matrix(name, m_lane).topRows(rows), kStream, kStreamRelative)
                  == "");
        }
    }

    void logits() const
    {
        const StackKind last = m_trace.info().decoder ? StackKind::kDecoder : StackKind::kEncoder;
        const Matrix expected = m_goldens.matrix("logits", m_lane);
        for (Index row = 0; row < realRows(last); ++row) {
            INFO("logits row " << row << " lane " << m_lane);
            CHECK(mismatch(m_trace.logits(row), expected.row(row), kStream, kStreamRelative) == "");
        }
    }

    const Trace& m_trace;
    const Goldens& m_goldens;
    std::int64_t m_lane;
    Index m_source, m_target;
};

std::vector<TokenId> part(const std::vector<TokenId>& ids, std::size_t lane, std::size_t width,
                          std::size_t length)
{
    const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(lane * width);
    return {begin, begin + static_cast<std::ptrdiff_t>(length)};
}

LaneInput inputFor(const Model& model, const Goldens& goldens, std::size_t lane, std::size_t lanes)
{
    const std::vector<TokenId> all = goldens.ids("input_ids");
    const std::size_t width = all.size() / lanes;
    std::size_t length = width;
    if (goldens.has("attention_mask")) {
        length = 0;
        for (const TokenId one : part(goldens.ids("attention_mask"), lane, width, width))
            length += static_cast<std::size_t>(one);
    }
    std::vector<TokenId> target;
    if (goldens.has("decoder_input_ids")) {
        const std::vector<TokenId> targets = goldens.ids("decoder_input_ids");
        target = part(targets, lane, targets.size() / lanes, targets.size() / lanes);
    }
    LaneInput input = prepareIds(model, part(all, lane, width, length), target).value();
    if (goldens.has("token_type_ids"))
        input.segments = part(goldens.ids("token_type_ids"), lane, width, length);
    return input;
}

void checkForward(const std::shared_ptr<const Model>& model, const Goldens& goldens, std::size_t lanes,
                  MatrixStorage storage)
{
    RunRequest request;
    request.model = model;
    request.plan = everything(storage);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        request.lanes.push_back(inputFor(*model, goldens, lane, lanes));
    const auto result = execute(request, {});
    if (!result)
        FAIL(result.error().describe());
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto source = static_cast<Index>(request.lanes[lane].source.size());
        const auto target
            = model->isEncoderDecoder() ? static_cast<Index>(request.lanes[lane].target.size()) : source;
        LaneCheck(result->traces[lane], goldens, static_cast<std::int64_t>(lane), {source, target}).run();
    }
}

void checkGreedy(const std::shared_ptr<const Model>& model, const Goldens& goldens, bool cache)
{
    if (!goldens.has("greedy_ids"))
        return;
    DecodeRequest request;
    request.model = model;
    request.options.maxNewTokens = static_cast<int>(goldens.ids("greedy_ids").size());
    request.options.useCache = cache;
    LaneInput input = inputFor(*model, goldens, 0, 1);
    if (goldens.has("greedy_prompt_ids"))
        input = prepareIds(*model, goldens.ids("greedy_prompt_ids"), {}).value();
    if (model->isEncoderDecoder())
        input.target.resize(1); // the start token
    request.lanes.push_back(input);
    const auto decoded = decode(request, {}, {});
    if (!decoded)
        FAIL(decoded.error().describe());
    CHECK(decoded->front().ids == goldens.ids("greedy_ids"));
}

void checkBeams(const std::shared_ptr<const Model>& model, const Goldens& goldens)
{
    if (!goldens.has("beam4_ids"))
        return;
    DecodeRequest request;
    request.model = model;
    request.options.strategy = Strategy::kBeam;
    request.options.maxNewTokens = 12;
    LaneInput input = inputFor(*model, goldens, 0, 1);
    if (model->isEncoderDecoder())
        input.target.resize(1);
    request.lanes.push_back(input);
    const auto decoded = decode(request, {}, {});
    if (!decoded)
        FAIL(decoded.error().describe());
    const DecodedLane& lane = decoded->front();
    CHECK(lane.ids == goldens.ids("beam4_ids"));
    const std::vector<TokenId> all = goldens.ids("beam4_all_ids");
    const Matrix scores = goldens.matrix("beam4_all_scores");
    REQUIRE(lane.beams.size() == 4);
    for (std::size_t beam = 0; beam < 4; ++beam) {
        std::vector<TokenId> expected = part(all, beam, all.size() / 4, all.size() / 4);
        while (!expected.empty() && expected.back() == -1)
            expected.pop_back();
        INFO("beam " << beam);
        CHECK(lane.beams[beam].ids == expected);
        CHECK(lane.beams[beam].score == Approx(scores(0, static_cast<Index>(beam))).margin(1e-4));
    }
}

/// The main case: one sequence.
void checkCase(const std::shared_ptr<const Model>& model, const Goldens& goldens)
{
    for (const MatrixStorage storage : {MatrixStorage::kMatrices, MatrixStorage::kOperands})
        checkForward(model, goldens, 1, storage);
    checkGreedy(model, goldens, true);
    checkGreedy(model, goldens, false);
    checkBeams(model, goldens);
}

void checkFolder(const fs::path& folder)
{
    const auto model = open(folder);
    checkCase(model, Goldens(folder / "goldens.safetensors"));
    const fs::path batch = folder / "goldens_padbatch.safetensors";
    if (fs::exists(batch))
        checkForward(model, Goldens(batch), 2, MatrixStorage::kMatrices);
}

/// False for a family that this program does not support yet: the shared folder has references for more.
bool isKnown(const fs::path& folder)
{
    std::ifstream file(folder / "config.json");
    const auto config = nlohmann::json::parse(file);
    return findFamily(config.value("model_type", "")) != nullptr;
}

/// Folders whose form the program refuses, with a message that names the field.
const std::map<std::string, std::string> kRefused{
    {"gemma3_text-bidirectional", "use_bidirectional_attention"}};

/// Checks all folders below `root` that contain a model of a known family and its reference; returns their
/// number.
int checkFoldersIn(const fs::path& root)
{
    std::set<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(root))
        if (fs::exists(entry.path() / "config.json") && isKnown(entry.path()))
            folders.insert(entry.path());
    for (const fs::path& folder : folders) {
        INFO(folder.filename().string());
        if (const auto refused = kRefused.find(folder.filename().string()); refused != kRefused.end()) {
            const auto model = loadModel(folder, {}, {});
            REQUIRE_FALSE(model);
            CHECK(model.error().field == refused->second);
            continue;
        }
        checkFolder(folder);
    }
    return static_cast<int>(folders.size());
}

/// Checks all GGUF files in a folder that have a reference of the same name; returns their number.
int checkGgufFilesIn(const fs::path& folder)
{
    int checked = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        fs::path reference = entry.path();
        reference.replace_extension(".safetensors");
        if (entry.path().extension() != ".gguf" || !fs::exists(reference))
            continue;
        INFO(entry.path().filename().string());
        const auto model = open(entry.path());
        CHECK(model->warnings().empty());
        checkCase(model, Goldens(reference));
        ++checked;
    }
    return checked;
}

} // namespace

TEST_CASE("goldens: GGUF files that come with the tests", "[model][goldens][gguf]")
{
    const fs::path folder = fs::path(kTestData) / "gguf";
    CHECK(checkGgufFilesIn(folder) == 2);
    checkCase(open(folder / "split-00001-of-00003.gguf"), Goldens(folder / "llama-q8_0.safetensors"));
}

TEST_CASE("goldens: every GGUF file of the shared folder, every container of one", "[model][goldens][gguf]")
{
    const fs::path shared = fs::path(kSharedData) / "gguf/models";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    CHECK(checkGgufFilesIn(shared) >= 33);
    for (const char* const name : {"v2", "align64", "align8", "other-types", "split-00001-of-00003"}) {
        INFO(name);
        checkCase(open(shared / "format" / (std::string(name) + ".gguf")),
                  Goldens(shared / "llama-q8_0.safetensors"));
    }
}

TEST_CASE("goldens: the models that come with the tests", "[model][goldens]")
{
    CHECK(checkFoldersIn(fs::path(kTestData) / "models") >= 7);
}

TEST_CASE("goldens: the built-in models against what PyTorch computed from the same weights",
          "[model][goldens]")
{
    // The ids from the original tokenizers are compared in the tests of the tokenizers.
    const fs::path models = fs::path(kSourceRoot) / "resources/models";
    int checked = 0;
    for (const auto& entry : fs::directory_iterator(models)) {
        const fs::path name = entry.path().filename();
        if (!fs::exists(entry.path() / "config.json"))
            continue;
        INFO(name.string());
        checkCase(open(entry.path()), Goldens(fs::path(kTestData) / name / "golden.safetensors"));
        ++checked;
    }
    CHECK(checked >= 3);
}

TEST_CASE("goldens: every family in the shared folder", "[model][goldens]")
{
    const fs::path shared = fs::path(kSharedData) / "goldens";
    if (!fs::exists(shared)) {
        WARN("skipped: " << shared << " is not there");
        return;
    }
    CHECK(checkFoldersIn(shared) >= 52);
}

} // namespace headlight::test
