// A function over many inputs: order, stops, kills, torn files and foreign files.
#include "core/run/over_inputs.h"

#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

namespace headlight::test {

namespace {

constexpr std::size_t kInputs = 150;
constexpr std::size_t kWidth = 3;

std::vector<double> numbersOf(std::size_t input)
{
    const auto number = static_cast<double>(input);
    return {number, std::sqrt(number), input % 5 == 0 ? std::nan("") : 1.0 / (number + 1)};
}

/// The function, and how often it was called.
struct Counted
{
    std::atomic<std::size_t> calls{0};
    OverInputs over;

    explicit Counted(const std::optional<std::filesystem::path>& file)
    {
        over = {kInputs, kWidth, [this](std::size_t input, const Job&) -> Result<std::vector<double>> {
                    ++calls;
                    // Inputs that take longer are overtaken by those after them.
                    if (input % 7 == 0)
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    return numbersOf(input);
                }};
        over.file = file;
        over.about = "model: tiny\nedits: none";
    }
};

std::string bytesOf(const std::filesystem::path& path)
{
    if (!std::filesystem::is_regular_file(path))
        return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool holdsAll(const InputRecords& records)
{
    std::vector<double> numbers(kWidth);
    for (std::size_t input = 0; input < records.count(); ++input) {
        if (!records.read(input, 0, numbers))
            return false;
        const std::vector<double> expected = numbersOf(input);
        for (std::size_t i = 0; i < kWidth; ++i)
            if (numbers[i] != expected[i] && !(std::isnan(numbers[i]) && std::isnan(expected[i])))
                return false;
    }
    return records.count() == kInputs;
}

/// The bytes of a file that was written at once.
std::string wholeFile(const TemporaryFolder& folder)
{
    Counted counted(folder / "whole");
    REQUIRE(overInputs(counted.over, {}).has_value());
    return bytesOf(folder / "whole");
}

} // namespace

TEST_CASE("over inputs: each input is prepared once, with those after it, before it is run", "[run]")
{
    Counted counted({});
    std::mutex mutex;
    std::multiset<std::size_t> prepared;
    counted.over.prepare = [&](std::size_t first, std::size_t count, const Job&) {
        const std::scoped_lock guard(mutex);
        for (std::size_t input = first; input < first + count; ++input)
            prepared.insert(input);
    };
    counted.over.numbers = [&, numbers = counted.over.numbers](std::size_t input, const Job& job) {
        {
            const std::scoped_lock guard(mutex);
            if (!prepared.contains(input))
                return Result<std::vector<double>>(badArgument("input", "is not prepared"));
        }
        return numbers(input, job);
    };
    const auto records = overInputs(counted.over, {});
    REQUIRE(records);
    CHECK(holdsAll(*records));
    CHECK(prepared.size() == kInputs);
    CHECK(std::set<std::size_t>(prepared.begin(), prepared.end()).size() == kInputs);
}

TEST_CASE("over inputs: every input once, in order, with and without a file", "[run]")
{
    const TemporaryFolder folder;
    for (const bool parallel : {false, true}) {
        Counted counted(std::nullopt);
        counted.over.parallel = parallel;
        std::vector<std::int64_t> reported;
        Job job;
        job.progress = [&](const Progress& progress) { reported.push_back(progress.done); };
        const auto records = overInputs(counted.over, job);
        REQUIRE(records.has_value());
        CHECK(holdsAll(*records));
        CHECK(counted.calls == kInputs);
        REQUIRE(reported.size() == kInputs);
        CHECK(std::is_sorted(reported.begin(), reported.end()));
    }
    const std::string whole = wholeFile(folder);
    Counted again(folder / "whole");
    CHECK(holdsAll(overInputs(again.over, {}).value()));
    CHECK(again.calls == 0); // nothing is left to do
    CHECK(bytesOf(folder / "whole") == whole);
    Counted none(std::nullopt);
    none.over.inputs = 0;
    CHECK(overInputs(none.over, {}).value().count() == 0);
}

TEST_CASE("over inputs: a stop at any input and going on give the same bytes", "[run]")
{
    const TemporaryFolder folder;
    const std::string whole = wholeFile(folder);
    for (const std::int64_t at : {1, 2, 63, 64, 65, 149}) {
        INFO("stopped at input " << at);
        const auto path = folder / ("stopped" + std::to_string(at));
        Counted first(path);
        std::stop_source stop;
        Job job;
        job.stop = stop.get_token();
        job.progress = [&](const Progress& progress) {
            if (progress.done >= at)
                stop.request_stop();
        };
        const auto stopped = overInputs(first.over, job);
        REQUIRE_FALSE(stopped.has_value());
        CHECK(stopped.error().code == ErrorCode::kCancelled);
        Counted rest(path);
        CHECK(holdsAll(overInputs(rest.over, {}).value()));
        CHECK(rest.calls <= kInputs - static_cast<std::size_t>(at));
        CHECK(bytesOf(path) == whole);
    }
}

TEST_CASE("over inputs: a file that a kill left behind at any byte is completed to the same bytes", "[run]")
{
    const TemporaryFolder folder;
    const std::string whole = wholeFile(folder);
    const std::size_t record = (kWidth + 1) * sizeof(double);
    const std::size_t head = whole.size() - kInputs * record;
    std::vector<std::size_t> lengths{0, 1, head - 1, head, head + 1, whole.size() - 1};
    for (std::size_t torn = 0; torn <= record; ++torn)
        lengths.push_back(head + 70 * record + torn);
    for (const std::size_t length : lengths) {
        INFO(length << " bytes");
        const auto path = folder.write("torn", whole.substr(0, length));
        Counted rest(path);
        CHECK(holdsAll(overInputs(rest.over, {}).value()));
        CHECK(rest.calls == kInputs - (length < head ? 0 : (length - head) / record));
        CHECK(bytesOf(path) == whole);
    }
    // A block that was never written, and records that stand in a wrong place.
    std::string zeros = whole;
    zeros.replace(head + 20 * record, 30 * record, 30 * record, '\0');
    std::string swapped = whole;
    swapped.replace(head + 5 * record, record, whole.substr(head + 6 * record, record));
    for (const auto& [damaged, sound] : {std::pair{zeros, 20U}, {swapped, 5U}}) {
        const auto path = folder.write("damaged", damaged);
        Counted rest(path);
        CHECK(holdsAll(overInputs(rest.over, {}).value()));
        CHECK(rest.calls == kInputs - sound);
        CHECK(bytesOf(path) == whole);
    }
}

TEST_CASE("over inputs: another file is refused and stays as it is", "[run]")
{
    const TemporaryFolder folder;
    const std::string whole = wholeFile(folder);
    const auto fault = [&](const std::filesystem::path& path, const auto& change) {
        Counted counted(path);
        change(counted.over);
        const std::string before = bytesOf(path);
        const auto done = overInputs(counted.over, {});
        CHECK(counted.calls == 0);
        CHECK(bytesOf(path) == before);
        return done ? std::string("accepted") : done.error().message;
    };
    const auto nothing = [](OverInputs&) {};
    CHECK(fault(folder / "whole", [](OverInputs& over) { over.about = "model: tiny\nedits: one"; })
          == "found the records of another run (edits: none), expected those of this one (edits: one). Give "
             "another file, or remove it");
    CHECK(fault(folder / "whole", [](OverInputs& over) { over.inputs = 12; })
              .find("(inputs: 150), expected those of this one (inputs: 12)")
          != std::string::npos);
    CHECK(fault(folder.write("text", "a text of the user"), nothing).find("another kind of file")
          != std::string::npos);
    CHECK(fault(folder.path(), nothing).find("cannot be opened") != std::string::npos);
    CHECK(fault(folder / "missing/records", nothing).find("cannot be opened") != std::string::npos);
}

TEST_CASE("over inputs: the first input that fails is named, and those before it are kept", "[run]")
{
    const TemporaryFolder folder;
    const std::string whole = wholeFile(folder);
    Counted counted(folder / "failing");
    counted.over.numbers = [](std::size_t input, const Job& job) -> Result<std::vector<double>> {
        job.warning("the same for each");
        if (input == 90 || input == 93)
            return badArgument("ids", "is too long");
        return numbersOf(input);
    };
    int warnings = 0;
    Job job;
    job.warn = [&](const std::string&) { ++warnings; };
    const auto failed = overInputs(counted.over, job);
    REQUIRE_FALSE(failed.has_value());
    CHECK(failed.error().describe() == "ids: is too long (input 91)");
    CHECK(warnings == 1);
    Counted rest(folder / "failing");
    CHECK(holdsAll(overInputs(rest.over, {}).value()));
    CHECK(rest.calls == kInputs - 90);
    CHECK(bytesOf(folder / "failing") == whole);
    rest.over.file.reset();
    rest.over.width = 2;
    CHECK(overInputs(rest.over, {}).error().message == "found 3 numbers for an input, expected 2");
}

TEST_CASE("over inputs: the progress tells the time that is left", "[run]")
{
    OverInputs over;
    over.inputs = 100;
    over.width = 1;
    over.parallel = false;
    over.numbers = [](std::size_t, const Job&) -> Result<std::vector<double>> {
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return std::vector<double>{1};
    };
    std::vector<std::string> told;
    Job job;
    job.progress = [&told](const Progress& progress) { told.push_back(progress.what); };
    REQUIRE(overInputs(over, job));
    REQUIRE(told.size() == 100);
    CHECK(told[9].starts_with("input 10 of 100, about "));
    CHECK(told[9].ends_with(" s left"));
    CHECK(told.back() == "input 100 of 100");
}

} // namespace headlight::test
