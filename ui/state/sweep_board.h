#pragma once

#include "core/analysis/sweep_result.h"
#include "core/trace/trace.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <utility>

namespace headlight {

/// What a sweep tries on the shown input, on top of the active edits.
struct SweepOrder
{
    enum class Kind { kHeads, kHide, kPatch };
    Kind kind = Kind::kHeads;
    HeadPattern where; ///< kHeads, kPatch
    StackKind stack = StackKind::kEncoder; ///< kHide
    Site site = Site::kResidual; ///< kPatch
    ReferenceInput from; ///< kPatch
    /// Position whose next token is measured; unset = the whole output.
    std::optional<Index> row;
    std::optional<TokenId> token; ///< only with a row; unset = the most likely token
    std::optional<RowChoice> rows; ///< several positions instead, with the tokens that follow there
    std::optional<TokenId> minus; ///< for the logit difference
    bool colourHeads = false; ///< show the result in the Heads view at once
};

/// Views order sweeps here and find their results; ui/run does the work. UI thread only.
class SweepBoard : public QObject
{
    Q_OBJECT
public:
    explicit SweepBoard(QObject* parent = nullptr)
        : QObject(parent)
    { }

    void order(const SweepOrder& what)
    {
        m_order = what;
        emit ordered();
    }
    void cancel() { emit cancelled(); }
    const SweepOrder& currentOrder() const { return m_order; }

    /// The result so far; null before the first sweep and when it no longer matches the shown run.
    std::shared_ptr<const SweepResult> result() const { return m_result; }
    bool isRunning() const { return m_running; }
    /// Why the last order failed; empty if it did not.
    const QString& failure() const { return m_failure; }
    /// The run that the result belongs to.
    const Trace& trace() const { return m_trace; }
    /// Whether edits made from the result are active on top of that run.
    bool isEdited() const { return m_edited; }

    /// Begins a sweep of that run.
    void begin(const Trace& trace)
    {
        m_trace = trace;
        m_edited = false;
        publish(nullptr, true);
    }
    void setEdited(bool edited)
    {
        if (std::exchange(m_edited, edited) != edited)
            emit changed();
    }

    void publish(std::shared_ptr<const SweepResult> result, bool running, const QString& failure = {})
    {
        m_result = std::move(result);
        m_running = running;
        m_failure = failure;
        emit changed();
    }

signals:
    void ordered();
    void cancelled();
    void changed();

private:
    SweepOrder m_order;
    std::shared_ptr<const SweepResult> m_result;
    Trace m_trace;
    bool m_running = false;
    bool m_edited = false;
    QString m_failure;
};

} // namespace headlight
