#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace headlight {

/// Benchmarks of long inputs on a small random model: time and memory of passes that keep the operands of
/// every head's matrix, for 512 tokens to `longest`, with the exponents of their growth; and a trace of
/// 131,072 tokens (queries and keys of two layers of two heads, a temporary file of 268 MB): opening, a row,
/// a rectangle, statistics.
Result<nlohmann::ordered_json> measureLong(int longest);

/// Writes such a trace, with a causal mask stored as a rule, for viewing it in the window.
Result<void> writeLongTrace(const std::filesystem::path& path, std::int64_t tokens);

/// The same as a readable table.
std::string longTable(const nlohmann::ordered_json& report);

/// Measures the time to open a model, and from there to the first heatmap of 20 tokens: {"parameters",
/// "open_ms", "first_map_ms"}, the shortest of several openings. Without a folder, a GPT-2-sized checkpoint
/// (124 million random numbers, half a gigabyte) is written to the temporary folder and removed afterwards.
/// adapter: opened with the model; empty = none.
Result<nlohmann::ordered_json> measureOpening(const std::optional<std::filesystem::path>& folder,
                                              const std::filesystem::path& adapter = {});

class Model;

/// Compares passes of a model in this program and in PyTorch, alternating within one run, with the same
/// number of threads: {"model", "threads", "torch", "numpy", "product_gflops", "passes": [{"tokens", "steps",
/// "milliseconds", "torch_milliseconds", "ratio" (PyTorch's time over ours), "peak_share", "same_best"}]};
/// times are medians. The model must have Llama's architecture (PyTorch computes it with F32 weights, however
/// they are stored here); if none is given, it has GPT-2's smallest shape with random weights. Both sides
/// keep the attention weights of all heads and compute the logits of the last token. steps > 0: a pass
/// followed by that many decoding steps. product_gflops is the fastest matrix product of the same run on all
/// threads; peak_share does not count the blocks of keys that the causal mask hides, and is given only for
/// passes without steps. `python`: the interpreter. An error names missing packages.
Result<nlohmann::ordered_json> measureAgainstTorch(const std::string& python,
                                                   const std::shared_ptr<const Model>& given);
std::string torchTable(const nlohmann::ordered_json& report);

/// Measures the window and its views without a display: milliseconds from an event to the end of the painting
/// it causes. Must be the first thing the process does, since the time to the first image counts from the
/// start of the process.
Result<nlohmann::ordered_json> measureUi(int argc, char** argv);

/// The report of measureUi() as text.
std::string uiTable(const nlohmann::ordered_json& report);

/// Opens a trace of 131,072 tokens in the window, without a display, and uses it like a user: measures how
/// soon images appear, and how long the UI thread is busy with each event and with background results.
Result<nlohmann::ordered_json> measureLongUi(int argc, char** argv);

/// Types a text of 32,768 words into the window with this model, likewise: tokens, the run, its layers.
Result<nlohmann::ordered_json> measureTypedUi(int argc, char** argv, const std::string& model);

/// The report of either as text.
std::string longUiTable(const nlohmann::ordered_json& report);

} // namespace headlight
