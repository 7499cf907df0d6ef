#pragma once

#include "core/analysis/effect.h"
#include "core/analysis/target_loss.h"
#include "core/analysis/word_order.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

namespace headlight {

/// Passes over the shown line that a view needs besides the run.
enum class PassKind : unsigned char { kLoss, kWordOrder, kEffects, kHeadEffects };
inline constexpr std::array kPassKinds{PassKind::kLoss, PassKind::kWordOrder, PassKind::kEffects,
                                       PassKind::kHeadEffects};

struct PassOrder
{
    bool causal = true; ///< kLoss: false = without the decoder's causal mask
    Index row = 0; ///< kEffects, kHeadEffects: at which a token is measured
    AskedTokens tokens = {};
    bool logProbability = false; ///< of the token; else its logit. Without `minus`
    bool mean = false; ///< kHeadEffects: means replace the heads, not zero
    bool operator==(const PassOrder&) const = default;
};

/// Views order passes here and find what they gave; ui/run does the work. Each kind has one order, the
/// latest. UI thread only.
class PassBoard : public QObject
{
    Q_OBJECT
public:
    /// kEffects: those of the cells of the entry's trace.
    using Effects = std::shared_ptr<const CellEffects>;
    using Result = std::variant<std::monostate, TargetLoss, WordOrder, Effects, HeadEffects>;

    struct Entry
    {
        PassOrder order;
        Trace trace; ///< of the shown run when it was ordered
        bool running = false; ///< or waiting for its turn
        Result result;
        QString failure; ///< why there is no result; empty if it did not fail
    };

    explicit PassBoard(QObject* parent = nullptr)
        : QObject(parent)
    { }

    const Entry& entry(PassKind kind) const { return m_entries[static_cast<std::size_t>(kind)]; }
    bool isRunning() const
    {
        return std::any_of(m_entries.begin(), m_entries.end(),
                           [](const Entry& each) { return each.running; });
    }

    void order(PassKind kind, const PassOrder& what, const Trace& trace)
    {
        set(kind, {what, trace, true, {}, {}});
        emit ordered(kind);
    }
    /// The view no longer wants it.
    void drop(PassKind kind)
    {
        if (!entry(kind).running)
            return;
        set(kind, {});
        emit dropped(kind);
    }
    void publish(PassKind kind, Result result, const QString& failure)
    {
        set(kind, {entry(kind).order, entry(kind).trace, false, std::move(result), failure});
    }
    /// As if it had just been ordered.
    void setRunning(PassKind kind) { set(kind, {entry(kind).order, entry(kind).trace, true, {}, {}}); }

signals:
    void ordered(headlight::PassKind kind);
    void dropped(headlight::PassKind kind);
    void changed(headlight::PassKind kind);

private:
    void set(PassKind kind, Entry entry)
    {
        m_entries[static_cast<std::size_t>(kind)] = std::move(entry);
        emit changed(kind);
    }

    std::array<Entry, kPassKinds.size()> m_entries;
};

} // namespace headlight
