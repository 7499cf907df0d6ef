#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

struct OverInputs;

/// The numbers that a function gives for each of many inputs: one record of `width` doubles per input, in the
/// order of the inputs, in a file. Memory does not grow with the inputs. Single-threaded.
class InputRecords
{
public:
    std::size_t count() const { return m_count; }
    std::size_t width() const { return m_width; }
    /// Reads the numbers first … first + into.size() - 1 of one input.
    Result<void> read(std::size_t input, std::size_t first, std::span<double> into) const;

private:
    friend Result<InputRecords> overInputs(const OverInputs& request, const Job& job);
    InputRecords(std::filesystem::path path, int descriptor, std::uint64_t begin, std::size_t width)
        : m_path(std::move(path))
        , m_descriptor(new int(descriptor), close)
        , m_begin(begin)
        , m_width(width)
    { }
    static Result<InputRecords> open(const OverInputs& request);
    static void close(const int* descriptor);
    std::uint64_t placeOf(std::size_t input) const;
    bool isSound(std::size_t input) const;
    Result<void> append(std::span<const double> numbers);
    Error fault(ErrorCode code, const char* doing) const;

    std::filesystem::path m_path; ///< empty = a file without a name, gone at the end
    std::unique_ptr<const int, void (*)(const int*)> m_descriptor;
    std::uint64_t m_begin = 0; ///< bytes before the first record
    std::size_t m_width = 0; ///< numbers per record
    std::size_t m_count = 0; ///< records
};

/// A function over many inputs.
struct OverInputs
{
    std::size_t inputs = 0;
    std::size_t width = 0; ///< numbers that the function gives for an input
    /// Called for each input, by several threads at once. NaN stands for no number.
    std::function<Result<std::vector<double>>(std::size_t input, const Job& job)> numbers;
    /// Called before `numbers`, for inputs that follow each other, by several threads at once: for work that
    /// is cheaper for several inputs together. What it fails to do, `numbers` must do. May be empty.
    std::function<void(std::size_t first, std::size_t count, const Job& job)> prepare = {};
    /// Whether inputs are run beside each other. Inputs that fill the cores or the memory by themselves are
    /// run one after the other.
    bool parallel = true;
    /// Keeps the records, so that a run that was stopped or killed can go on. If it exists, the inputs that
    /// it holds are not run again. Unset = a temporary file.
    std::optional<std::filesystem::path> file = {};
    std::size_t first = 0; ///< the number of the first input, for the functions
    /// What the numbers are, one "name: value" per line: model, edits, inputs. A file with other lines is
    /// refused.
    std::string about = {};
};

/// Runs the function over all inputs and returns the records. Each is written as soon as all before it are,
/// so a stop or a kill loses only what was running, and going on gives the same bytes as running at once.
/// Errors: kCancelled; kBadFile if the file holds something else; the error of the first input that fails
/// (its number is in the details), after which `file` holds the inputs before it.
Result<InputRecords> overInputs(const OverInputs& request, const Job& job);

} // namespace headlight
