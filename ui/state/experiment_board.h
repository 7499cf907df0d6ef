#pragma once

#include "core/analysis/experiment_table.h"
#include "core/analysis/experiment_words.h"
#include "ui/state/workspace.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace headlight {

struct ExperimentRecords;

/// The edits as arguments of a command.
inline QStringList editArguments(const Interventions& edits)
{
    QStringList words;
    for (const std::string& word : argumentsOf(edits))
        words << QString::fromStdString(word);
    return words;
}

struct ExperimentOrder
{
    QString name; ///< in the user's words
    ExperimentWords words;
    QString file; ///< of sentences or pairs; empty = the lines of the document
    bool shownLine = false; ///< instead: the line that the window shows, with its output
    bool inHeads = false; ///< the Heads view shows the result at once
};

/// What an experiment gave. Immutable.
struct ExperimentResult
{
    QString name;
    QString file; ///< as ordered
    QStringList lines; ///< without a file: the sentences as they were typed
    bool ids = false; ///< the sentences are lists of ids
    QStringList command; ///< prints the same numbers
    ExperimentTable table;
    bool inHeads = false; ///< as ordered
    std::shared_ptr<const ExperimentRecords> records = {}; ///< for other measures; null = of a session
};

/// Views order experiments here and find their results, which outlast input and model; ui/run runs them.
class ExperimentBoard : public QObject
{
    Q_OBJECT
public:
    using Results = std::vector<std::shared_ptr<const ExperimentResult>>;

    /// The one of this window; created at the first call.
    static ExperimentBoard& of(Workspace& workspace)
    {
        auto* const board = workspace.findChild<ExperimentBoard*>(QString(), Qt::FindDirectChildrenOnly);
        return board != nullptr ? *board : *new ExperimentBoard(&workspace);
    }

    void order(const ExperimentOrder& what)
    {
        publish(true, {});
        emit ordered(what);
    }
    void cancel() { emit cancelled(); }
    /// Opens the sentence of one of the inputs in the window.
    void open(const std::shared_ptr<const ExperimentResult>& result, int input)
    {
        emit openWanted(result, input);
    }
    /// Writes the numbers to a file, as its name says: .csv, .npz or .json.
    void save(const QString& file, const std::shared_ptr<const ExperimentResult>& result)
    {
        emit saveWanted(file, result);
    }

    /// The words of the command that an order would run now; empty without a runner.
    QStringList commandOf(const ExperimentOrder& what) const
    {
        return m_commandOf ? m_commandOf(what) : QStringList();
    }
    void setCommandOf(std::function<QStringList(const ExperimentOrder& what)> make)
    {
        m_commandOf = std::move(make);
    }
    /// The latest result of this command, and its place in the list; null and -1 = none.
    std::shared_ptr<const ExperimentResult> resultOf(const QStringList& command) const
    {
        return resultAt(placeOf(command));
    }
    int placeOf(const QStringList& command) const
    {
        const auto found = std::find_if(m_results.rbegin(), m_results.rend(),
                                        [&](const auto& each) { return each->command == command; });
        return static_cast<int>(m_results.rend() - found) - 1;
    }

    /// The result at this place in the list; null = none.
    std::shared_ptr<const ExperimentResult> resultAt(std::ptrdiff_t place) const
    {
        return place >= 0 && place < std::ssize(m_results) ? m_results[static_cast<std::size_t>(place)]
                                                           : nullptr;
    }

    /// The options that open the current model in a command.
    const QStringList& modelWords() const { return m_modelWords; }
    void setModelWords(const QStringList& words) { m_modelWords = words; }

    /// Whether a result is one of the current model, with the same adapter and precision.
    bool isOfModel(const ExperimentResult& result) const
    {
        const QString next = result.command.value(2 + m_modelWords.size());
        return !m_modelWords.isEmpty() && result.command.mid(2, m_modelWords.size()) == m_modelWords
            && next != QLatin1String("--adapter") && next != QLatin1String("--precision");
    }

    /// Positions that the user chose to measure, such as 3-7; empty = none in particular.
    const QString& rows() const { return m_rows; }
    void setRows(const QString& rows)
    {
        m_rows = rows;
        emit rowsChosen();
    }

    /// In the order of their first runs. That of an only input is there while it grows.
    const Results& results() const { return m_results; }
    void setResults(Results results)
    {
        m_results = std::move(results);
        emit changed();
    }
    /// Adds a result, in place of one of the same command.
    void addResult(const std::shared_ptr<const ExperimentResult>& result)
    {
        if (const int same = placeOf(result->command); same >= 0)
            m_results[static_cast<std::size_t>(same)] = result;
        else
            m_results.push_back(result);
        emit changed();
    }
    bool isRunning() const { return m_running; }
    /// Why the last order failed; empty if it did not.
    const QString& failure() const { return m_failure; }
    /// What else is to be said of the last order, until the next one.
    const QString& note() const { return m_note; }
    void tell(const QString& note)
    {
        m_note = note;
        emit changed();
    }
    /// Inputs that are done, or edits of an only one, of how many; 0 of 0 = not known.
    std::pair<int, int> progress() const { return m_progress; }
    /// Unset = not known yet.
    std::optional<int> secondsLeft() const;

    void publish(bool running, const QString& failure)
    {
        m_running = running;
        m_failure = failure;
        m_note.clear();
        m_progress = {0, 0};
        emit changed();
    }
    void setProgress(int done, int total)
    {
        if (done <= m_progress.first || m_progress.second != total) {
            m_since.start();
            m_first = done;
        }
        m_progress = {done, total};
        emit progressed();
    }

signals:
    void ordered(const headlight::ExperimentOrder& what);
    void cancelled();
    void changed();
    void progressed();
    void rowsChosen();
    void openWanted(const std::shared_ptr<const headlight::ExperimentResult>& result, int input);
    void saveWanted(const QString& file, const std::shared_ptr<const headlight::ExperimentResult>& result);

private:
    explicit ExperimentBoard(QObject* parent)
        : QObject(parent)
    { }

    Results m_results;
    QStringList m_modelWords;
    QString m_rows;
    std::function<QStringList(const ExperimentOrder& what)> m_commandOf;
    QElapsedTimer m_since; ///< since m_first inputs were done
    int m_first = 0;
    std::pair<int, int> m_progress{0, 0};
    bool m_running = false;
    QString m_failure, m_note;
};

inline std::optional<int> ExperimentBoard::secondsLeft() const
{
    const auto [done, total] = m_progress;
    if (done <= m_first)
        return std::nullopt;
    const double perInput = static_cast<double>(m_since.elapsed()) / (done - m_first);
    return static_cast<int>(perInput * (total - done) / 1000.0);
}

} // namespace headlight
