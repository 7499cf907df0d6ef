#include "ui/run/reporting_job.h"

#include "ui/background/worker_thread.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <mutex>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds kProgressInterval{50};

} // namespace

Job reportingJob(QObject* receiver, const std::stop_token& stop, const ProgressSink& sink)
{
    Job job;
    job.stop = stop;
    auto last = std::make_shared<std::chrono::steady_clock::time_point>();
    auto lock = std::make_shared<std::mutex>();
    job.progress = [receiver, sink, last, lock, stop](const Progress& progress) {
        {
            const std::scoped_lock guard(*lock);
            const auto now = std::chrono::steady_clock::now();
            if (stop.stop_requested() || now - *last < kProgressInterval)
                return;
            *last = now;
        }
        headlight::post(receiver,
                        [sink, stop, what = QString::fromStdString(progress.what), done = progress.done,
                         total = progress.total] {
                            if (!stop.stop_requested())
                                sink(what, done, total);
                        });
    };
    return job;
}

} // namespace headlight
