#include "ui/run/reporting_job.h"

#include "ui/background/worker_thread.h"

#include <QCoreApplication>
#include <QObject>
#include <QRegularExpression>

#include <array>
#include <chrono>
#include <memory>
#include <mutex>

namespace headlight {

namespace {

constexpr std::chrono::milliseconds kProgressInterval{50};

/// What Progress::what says, with %1, %2, … for its numbers. A name at the end, of a file, stays as it is.
[[maybe_unused]] constexpr std::array kPhrases{
    QT_TRANSLATE_NOOP("Progress", "layer %1 of %2"),
    QT_TRANSLATE_NOOP("Progress", "layer %1 of %2, about %3 s left"),
    QT_TRANSLATE_NOOP("Progress", "step %1 of %2"),
    QT_TRANSLATE_NOOP("Progress", "step %1 of %2, about %3 s left"),
    QT_TRANSLATE_NOOP("Progress", "run %1 of %2"),
    QT_TRANSLATE_NOOP("Progress", "input %1 of %2"),
    QT_TRANSLATE_NOOP("Progress", "input %1 of %2, about %3 s left"),
    QT_TRANSLATE_NOOP("Progress", "writing part %1 of the trace"),
    QT_TRANSLATE_NOOP("Progress", "reading weights"),
    QT_TRANSLATE_NOOP("Progress", "opening weights"),
    QT_TRANSLATE_NOOP("Progress", "averaging the reference"),
    QT_TRANSLATE_NOOP("Progress", "trying edits"),
    QT_TRANSLATE_NOOP("Progress", "reading the stream"),
    QT_TRANSLATE_NOOP("Progress", "drawing frames"),
};

QString translated(const std::string& what)
{
    static const QRegularExpression kNumber(QStringLiteral("\\d+"));
    const QString plain = QString::fromStdString(what);
    QString phrase = plain;
    QStringList numbers;
    for (auto found = kNumber.match(phrase); found.hasMatch();
         found = kNumber.match(phrase, found.capturedStart() + 2)) {
        numbers << found.captured();
        phrase.replace(found.capturedStart(), found.capturedLength(),
                       QLatin1Char('%') + QString::number(numbers.size()));
    }
    QString words = QCoreApplication::translate("Progress", phrase.toUtf8().constData());
    if (words == phrase)
        return plain;
    for (const QString& number : numbers)
        words = words.arg(number);
    return words;
}

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
        headlight::post(
            receiver,
            [sink, stop, what = translated(progress.what), done = progress.done, total = progress.total] {
                if (!stop.stop_requested())
                    sink(what, done, total);
            });
    };
    return job;
}

} // namespace headlight
