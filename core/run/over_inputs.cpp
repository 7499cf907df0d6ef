#include "core/run/over_inputs.h"

#include "core/base/stopped.h"
#include "core/base/text_list.h"
#include "core/base/workers.h"
#include "core/io/zip_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace headlight {

namespace {

constexpr std::string_view kMagic = "headlight records 1\n";
constexpr std::size_t kAtOnce = 128; ///< inputs between two waits for the slowest
constexpr std::size_t kPreparedTogether = 32; ///< most inputs that one thread prepares at a time
constexpr std::size_t kCheckBytes = sizeof(std::uint64_t);

/// Reads or writes all bytes at a place of a file, by pread() or pwrite().
bool transferAll(const auto& transfer, int descriptor, auto bytes, std::uint64_t place)
{
    while (!bytes.empty()) {
        const ssize_t done = transfer(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(place));
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        place += static_cast<std::uint64_t>(done);
    }
    return true;
}

bool readAll(int descriptor, std::span<std::byte> bytes, std::uint64_t place)
{
    return transferAll(::pread, descriptor, bytes, place);
}

bool writeAll(int descriptor, std::span<const std::byte> bytes, std::uint64_t place)
{
    return transferAll(::pwrite, descriptor, bytes, place);
}

/// Stands behind a record: a record that was torn, or belongs to another place, does not have it.
std::uint64_t checkOf(std::span<const double> numbers, std::size_t input)
{
    return static_cast<std::uint64_t>(input) << 32U | crc32(std::as_bytes(numbers));
}

/// A nameless file for records that nobody wants to keep; -1 if there is no room for one.
int temporaryFile()
{
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "headlight-records-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0)
        ::unlink(name.c_str());
    return descriptor;
}

/// The first line that differs, as an error: of lists, the first member that does.
Error otherRecords(const std::string& file, const std::string& found, const std::string& expected)
{
    const auto had = split(found, '\n');
    const auto wanted = split(expected, '\n');
    std::size_t line = 0;
    while (line < std::min(had.size(), wanted.size()) && had[line] == wanted[line])
        ++line;
    const std::string given(line < had.size() ? had[line] : std::string_view("nothing"));
    const std::string meant(line < wanted.size() ? wanted[line] : std::string_view("nothing"));
    const auto apart = std::mismatch(given.begin(), given.end(), meant.begin(), meant.end()).first;
    const auto same = static_cast<std::size_t>(apart - given.begin());
    const std::size_t begin = same == 0 ? 0 : given.find_last_of(",{", same - 1) + 1;
    const auto member = [&](const std::string& of) {
        return of.substr(begin, std::min(of.find_first_of(",}", same), of.size()) - begin);
    };
    return badFile(file, {},
                   "found the records of another run (" + member(given) + "), expected those of this one ("
                       + member(meant) + "). Give another file, or remove it");
}

/// The inputs that run beside each other; their records are written in order.
class Batch
{
public:
    Batch(const OverInputs& request, const Job& job)
        : m_request(request)
        , m_job(job)
    {
        m_inner.stop = job.stop;
        m_inner.warn = [this](const std::string& text) {
            const std::scoped_lock guard(m_mutex);
            if (m_warned.insert(text).second) // once, not for each input
                m_job.warning(text);
        };
    }

    /// Runs count inputs from `first` on; `keep` gets their numbers in order.
    Result<void> run(std::size_t first, std::size_t count,
                     const std::function<Result<void>(std::span<const double>)>& keep)
    {
        std::vector<std::optional<Result<std::vector<double>>>> done(count);
        std::size_t kept = 0;
        std::optional<Error> fault;
        const auto keepReady = [&] {
            for (; kept < count && done[kept] && !fault; ++kept) {
                const auto& numbers = *done[kept];
                const auto written = numbers ? keep(*numbers) : Result<void>(numbers.error());
                if (!written) {
                    fault = written.error();
                    if (m_request.inputs > 1)
                        fault->details.push_back(concat("input ", first + kept + 1));
                    return;
                }
                done[kept]->value().clear();
                report(first + kept + 1);
            }
        };
        const Workers workers(m_request.parallel ? 0 : 1);
        const std::size_t together = m_request.prepare
            ? std::clamp(count / static_cast<std::size_t>(workers.threads()), std::size_t{1},
                         kPreparedTogether)
            : 1;
        const auto runOne = [&](std::size_t i) {
            {
                const std::scoped_lock guard(m_mutex);
                if (fault || m_job.stopped())
                    return;
            }
            if (m_request.prepare && i % together == 0)
                m_request.prepare(m_request.first + first + i, std::min(together, count - i), m_inner);
            auto numbers = m_request.numbers(m_request.first + first + i, m_inner);
            const std::scoped_lock guard(m_mutex);
            done[i] = std::move(numbers);
            keepReady();
        };
        workers.forEach((count + together - 1) / together, [&](std::size_t part) {
            for (std::size_t i = part * together; i < std::min(count, (part + 1) * together); ++i)
                runOne(i);
        });
        if (m_job.stopped())
            return stoppedError();
        return fault ? Result<void>(*fault) : Result<void>();
    }

private:
    void report(std::size_t done)
    {
        constexpr double kWorthTelling = 1.0; // seconds
        const double taken = std::chrono::duration<double>(Clock::now() - m_start).count();
        const double left
            = taken * static_cast<double>(m_request.inputs - done) / static_cast<double>(++m_counted);
        std::string what = concat("input ", done, " of ", m_request.inputs);
        if (left >= kWorthTelling)
            what += concat(", about ", std::lround(left), " s left");
        m_job.report({what, static_cast<std::int64_t>(done), static_cast<std::int64_t>(m_request.inputs)});
    }

    using Clock = std::chrono::steady_clock;

    const OverInputs& m_request;
    const Job& m_job;
    const Clock::time_point m_start = Clock::now();
    std::size_t m_counted = 0; ///< inputs that were run now, not read from the file
    Job m_inner;
    std::mutex m_mutex;
    std::set<std::string> m_warned;
};

} // namespace

void InputRecords::close(const int* descriptor)
{
    if (*descriptor >= 0)
        ::close(*descriptor);
    delete descriptor;
}

Error InputRecords::fault(ErrorCode code, const char* doing) const
{
    return {code, concat(doing, ": ", std::generic_category().message(errno)),
            m_path.empty() ? "temporary file" : m_path.string()};
}

std::uint64_t InputRecords::placeOf(std::size_t input) const
{
    return m_begin + input * (m_width * sizeof(double) + kCheckBytes);
}

bool InputRecords::isSound(std::size_t input) const
{
    std::vector<double> numbers(m_width);
    std::array<std::byte, kCheckBytes> check{};
    if (!readAll(*m_descriptor, std::as_writable_bytes(std::span(numbers)), placeOf(input))
        || !readAll(*m_descriptor, check, placeOf(input + 1) - kCheckBytes))
        return false;
    std::uint64_t found = 0;
    std::memcpy(&found, check.data(), kCheckBytes);
    return found == checkOf(numbers, input);
}

Result<InputRecords> InputRecords::open(const OverInputs& request)
{
    const std::string head
        = concat(kMagic, request.about, "\nnumbers: ", request.width, "\ninputs: ", request.inputs, "\n\n");
    const int descriptor
        = request.file ? ::open(request.file->c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666) : temporaryFile();
    InputRecords records(request.file.value_or(std::filesystem::path()), descriptor, head.size(),
                         request.width);
    struct stat state = {};
    if (descriptor < 0 || ::fstat(descriptor, &state) != 0)
        return records.fault(ErrorCode::kFileUnwritable, "cannot be opened for writing");
    if (!S_ISREG(state.st_mode))
        return badFile(records.m_path.string(), {}, "found no regular file, expected one for the records");
    // A kill may have left a part of the head, which then is the beginning of this one.
    std::string found(std::min(static_cast<std::size_t>(state.st_size), head.size()), '\0');
    if (!readAll(descriptor, std::as_writable_bytes(std::span(found)), 0))
        return records.fault(ErrorCode::kFileUnreadable, "cannot be read");
    if (!head.starts_with(found)) {
        if (!found.starts_with(kMagic))
            return badFile(records.m_path.string(), {},
                           "found another kind of file, expected the records of a run, or no file");
        return otherRecords(records.m_path.string(), found, head);
    }
    if (found.size() < head.size() && !writeAll(descriptor, std::as_bytes(std::span(head)), 0))
        return records.fault(ErrorCode::kFileUnwritable, "cannot be written");
    while (records.m_count < request.inputs && records.isSound(records.m_count))
        ++records.m_count;
    if (::ftruncate(descriptor, static_cast<off_t>(records.placeOf(records.m_count))) != 0)
        return records.fault(ErrorCode::kFileUnwritable, "cannot be written");
    return records;
}

Result<void> InputRecords::append(std::span<const double> numbers)
{
    if (numbers.size() != m_width)
        return badArgument("records", "found ", numbers.size(), " numbers for an input, expected ", m_width);
    // One call, so that a kill leaves a whole record or one that its check refuses.
    std::vector<std::byte> bytes(numbers.size_bytes() + kCheckBytes);
    const std::uint64_t check = checkOf(numbers, m_count);
    std::ranges::copy(std::as_bytes(numbers), bytes.begin());
    std::memcpy(bytes.data() + numbers.size_bytes(), &check, kCheckBytes);
    if (!writeAll(*m_descriptor, bytes, placeOf(m_count)))
        return fault(ErrorCode::kFileUnwritable, "cannot be written");
    ++m_count;
    return {};
}

Result<void> InputRecords::read(std::size_t input, std::size_t first, std::span<double> into) const
{
    if (input >= m_count || first + into.size() > m_width)
        return badArgument("records", "there is no such number");
    if (!readAll(*m_descriptor, std::as_writable_bytes(into), placeOf(input) + first * sizeof(double)))
        return badFile(m_path.string(), {}, "found the end of the file, expected more records");
    return {};
}

Result<InputRecords> overInputs(const OverInputs& request, const Job& job)
{
    ASSIGN_OR_RETURN(auto records, InputRecords::open(request));
    Batch batch(request, job);
    while (records.count() < request.inputs) {
        const std::size_t first = records.count();
        RETURN_IF_ERROR(batch.run(first, std::min(kAtOnce, request.inputs - first),
                                  [&](std::span<const double> numbers) { return records.append(numbers); }));
    }
    return records;
}

} // namespace headlight
