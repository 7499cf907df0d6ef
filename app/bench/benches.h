#pragma once

#include "app/output.h"
#include "core/base/result.h"
#include "core/io/tensor.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Benchmarks of long inputs on a small random model: time and memory of passes that keep the operands of
/// every head's matrix, for 512 tokens to `longest`, with the exponents of their growth; and a trace of
/// 131,072 tokens (queries and keys of two layers of two heads, a temporary file of 268 MB): opening, a row,
/// a rectangle, statistics.
Result<Json> measureLong(int longest);

/// Writes such a trace, with a causal mask stored as a rule, for viewing it in the window.
Result<void> writeLongTrace(const std::filesystem::path& path, std::int64_t tokens);

/// The same as a readable table.
std::string longTable(const Json& report);

/// Measures the time to open a model, and from there to the first heatmap of 20 tokens: {"parameters",
/// "open_ms", "first_map_ms"}, the shortest of several openings. Without a folder, a GPT-2-sized checkpoint
/// (124 million random numbers, half a gigabyte) is written to the temporary folder and removed afterwards.
/// adapter: opened with the model; empty = none.
Result<Json> measureOpening(const std::optional<std::filesystem::path>& folder,
                            const std::filesystem::path& adapter = {});

/// How to run what Headlight is compared with.
struct AgainstOptions
{
    std::string python = "python3", node = "node";
    std::string peers; ///< folder whose node_modules holds ONNX Runtime and llama.cpp
    int rounds = 5;
    HeldPrecision precision = HeldPrecision::kWhatFits; ///< how this program opens the models
};

/// The name of a random model of GPT-2's smallest shape, made for a comparison.
constexpr auto kRandomGpt2 = "random-gpt2";

/// Compares passes of decoder-only models in this program and in PyTorch, ONNX Runtime and llama.cpp, in
/// turns within one run, on the same ids and with the same number of threads. given: model folders, GGUF
/// files, or kRandomGpt2. Returns {"comparisons", "not_compared": [a text that says why]}, with one
/// comparison for each model and peer: {"model", "processor", "load" (of the machine
/// before it), "threads", "peer" (its key: torch,
/// onnxruntime, llama_cpp), KEY (its version), "rounds", "product_gflops", "passes": [{"tokens", "steps",
/// "best" (the id of the best next token), "milliseconds", "least_milliseconds", "KEY_milliseconds",
/// "KEY_least_milliseconds", "ratio" (the peer's time over ours), "least_ratio", "peak_share"}]}.
/// "milliseconds" are medians. Headlight keeps the attention weights of all heads and computes the logits of
/// the last token. steps > 0: the time of so many decoding steps after the pass, also as
/// "tokens_per_second". product_gflops is the fastest matrix product of the same run on all threads;
/// peak_share does not count the blocks of keys that the causal mask hides. A best token that differs is an
/// error, and so is a report without any comparison.
Result<Json> measureAgainst(const AgainstOptions& options, const std::vector<std::string>& given);
std::string againstTable(const Json& report);

/// One such comparison, with PyTorch.
Result<Json> measureAgainstTorch(const AgainstOptions& options, const std::string& given);
std::string comparisonTable(const Json& report);

/// Measures the window and its views without a display: milliseconds from an event to the end of the painting
/// it causes. Must be the first thing the process does, since the time to the first image counts from the
/// start of the process.
Result<Json> measureUi(int argc, char** argv);

/// The report of measureUi() as text.
std::string uiTable(const Json& report);

/// Opens a trace of so many tokens in the window, without a display, and uses it like a user: measures how
/// soon images appear, and how long the UI thread is busy with each event and with background results.
Result<Json> measureLongUi(int argc, char** argv, int tokens);

/// Types a text of 32,768 words into the window with this model, likewise: tokens, the run, its layers.
Result<Json> measureTypedUi(int argc, char** argv, const std::string& model);

/// The report of either as text.
std::string longUiTable(const Json& report);

} // namespace headlight
