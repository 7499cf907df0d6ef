#pragma once

#include "app/bench/bench_tools.h"
#include "app/bench/benches.h"
#include "app/bench/line_program.h"
#include "core/base/result.h"
#include "core/text/tokenizer.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace headlight {

class Model;

/// A task for both sides: a pass, optionally followed by steps of one token each.
struct Task
{
    int tokens = 0;
    int steps = 0;
};
/// One pass of either side.
struct Pass
{
    double milliseconds = 0; ///< of the steps alone, if there are any
    std::int64_t best = -1; ///< id of the last token's largest logit
};

enum class PeerKind : unsigned char { kTorch, kOnnx, kLlama };

/// A program to compare with. Its script follows the protocol that torch_side.py describes.
struct Peer
{
    PeerKind kind;
    const char* key; ///< in the names of the report's fields
    const char* name;
    const char* script;
    const char* scriptFile;
};
/// Every one, PyTorch first.
std::span<const Peer> allPeers();

/// A model that both sides open.
struct Contestant
{
    std::shared_ptr<const Model> model;
    std::string name;
    std::filesystem::path path; ///< file or folder
    bool llama = false, gpt2 = false; ///< architectures that torch_side.py knows

    bool isGguf() const { return path.extension() == ".gguf"; }
    bool hasOnnx() const { return std::filesystem::exists(path / "model.onnx"); }
};

/// Whether the model consists only of parts that torch_side.py's Llama supports.
bool isLlama(const Model& model);

/// Why the peer cannot run this model, and what would help.
Result<void> suits(const Peer& peer, const Contestant& contestant);

/// A running peer and the folder with its script.
class Side
{
public:
    Side(const Peer& peer, const AgainstOptions& options)
        : m_peer(peer)
        , m_options(options)
    { }

    /// Starts the script and returns the peer's version. An error of kind kUnsupported says what is not
    /// installed.
    Result<std::string> start(const Contestant& contestant, int threads);
    /// Writes what the script reads at the first pass.
    Result<void> give(const Contestant& contestant) const;
    Result<Pass> pass(const Task& task, const std::vector<TokenId>& ids);

private:
    /// Whether the script reads the model where it is.
    bool opensGiven(const Contestant& contestant) const;
    bool usesPython() const { return m_peer.kind == PeerKind::kTorch; }
    Error broken(const std::string& what) const;
    Result<Json> answer();

    const Peer& m_peer;
    const AgainstOptions& m_options;
    BenchFolder m_made;
    std::filesystem::path m_folder;
    LineProgram m_program;
};

} // namespace headlight
