#pragma once

#include "app/output.h"
#include "core/base/result.h"
#include "core/base/workers.h"
#include "core/model/model.h"

#include <QEvent>
#include <QRectF>
#include <QString>

#include <chrono>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

class QWidget;

namespace headlight {

/// A subfolder of the system's temporary folder for models that benchmarks write; removed with the object.
class BenchFolder
{
public:
    BenchFolder() = default;
    ~BenchFolder();
    BenchFolder(const BenchFolder&) = delete;
    BenchFolder& operator=(const BenchFolder&) = delete;

    /// Creates the folder, empty. Call it once per object.
    Result<std::filesystem::path> make();

private:
    std::filesystem::path m_path;
};

[[nodiscard]] inline double millisecondsSince(std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Processor time of this thread so far.
[[nodiscard]] inline double threadMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// A number of a report; −1 if it was not measured.
[[nodiscard]] inline double numberIn(const Json& report, const std::string& field)
{
    return report[field].is_number() ? report[field].get<double>() : -1.0;
}

/// Numbers of a report in words: the format has a "%f" for each field, whole numbers too.
[[nodiscard]] std::string inWords(const Json& report, const char* format, const auto&... fields)
{
    return formatted(format, numberIn(report, fields)...);
}

/// Ids of a text, from its place `first` on: any of the vocabulary, with repetitions.
std::vector<TokenId> sampleIds(const Model& model, int first, int count);

/// [512 × 768] · [3072 × 768]ᵀ on each thread, the largest product of a GPT-2-sized layer: the fastest of
/// several, in 10⁹ operations per second.
double productSpeed(const Workers& workers);

/// Bytes of weights read to decode one token, each counted once; 0 for models that read only some of them (a
/// mixture of experts).
std::int64_t bytesPerToken(const Model& model);

/// A search through more memory than most caches hold, by all cores together: a measure of the cost of
/// reading. The C library searches whole registers, however this program is compiled.
class PlainRead
{
public:
    PlainRead();
    void run();
    double bytes() const { return static_cast<double>(m_memory.size()); }
    /// Whether the last run found anything, which it cannot; using it keeps the compiler from removing the
    /// reads.
    bool found() const;

private:
    std::vector<unsigned char> m_memory;
    std::vector<const void*> m_found; ///< one per core
};

/// What a user's hands send to a widget, or to the part of it that scrolls.
void sendWheel(QWidget& widget, const QPointF& at, int steps);
void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button = Qt::NoButton);
/// Presses and releases a key.
void sendKey(QWidget& widget, int code, const QString& text = {});

/// A different place for every i.
QPointF placeWithin(const QRectF& area, int i);

constexpr double kFrameMs = 16; ///< how long the UI thread may be busy at a time

/// Processes events and records how long the UI thread was busy without a pause, call by call. UI thread.
class BusyMeter
{
public:
    /// Calls `send` and processes events until everything is painted.
    void act(const std::function<void()>& send);
    /// Processes events from the background until `done`; false after `limit` milliseconds.
    bool until(const std::function<bool()>& done, double limit = 120000);
    /// Processes events from the background for a few frames.
    void settle();
    /// Returns the number of busy periods, the median of those of at least a tenth of a millisecond, the
    /// longest, the most processor time in one (the rest was spent waiting for a core or the disk) and the
    /// number of missed frames. Starts over.
    Json report();

private:
    struct Time
    {
        double wall = 0, computed = 0; ///< milliseconds
    };
    void measure(const std::function<void()>& work);

    std::vector<Time> m_times;
};

} // namespace headlight
