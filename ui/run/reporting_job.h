#pragma once

#include "core/base/job.h"

#include <QString>

#include <functional>
#include <stop_token>

class QObject;

namespace headlight {

/// total = 0: unknown.
using ProgressSink = std::function<void(const QString& what, qint64 done, qint64 total)>;

/// A job for a background thread. It reports progress to `sink` on the thread of `receiver`, at most 20 times
/// a second, until it is stopped. `receiver` must outlive the job.
Job reportingJob(QObject* receiver, const std::stop_token& stop, const ProgressSink& sink);

} // namespace headlight
