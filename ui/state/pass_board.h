#pragma once

#include "core/analysis/effect.h"
#include "core/analysis/target_loss.h"
#include "core/analysis/weighed_cell.h"
#include "core/analysis/word_order.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace headlight {

/// Passes over the shown line that a view needs besides the run.
enum class PassKind : unsigned char { kLoss, kWordOrder, kEffects, kPartEffects, kWeighedCells };
inline constexpr std::array kPassKinds{PassKind::kLoss, PassKind::kWordOrder, PassKind::kEffects,
                                       PassKind::kPartEffects, PassKind::kWeighedCells};

struct PassOrder
{
    bool causal = true; ///< kLoss: false = without the decoder's causal mask
    Index row = 0; ///< kEffects, kPartEffects, kWeighedCells: at which a token is measured
    AskedTokens tokens = {};
    bool logProbability = false; ///< of the token; else its logit. Without `minus`
    bool mean = false; ///< kPartEffects: means replace the parts, not zero
    std::optional<HeadPattern> heads = {}; ///< kWeighedCells: only their cells
    bool check = false; ///< kWeighedCells: also runs the line once per cell
    QString file = {}; ///< kWeighedCells: of sentences, instead of the line; the loss of their tokens
    QDateTime written = {}; ///< when `file` was
    int maxNewTokens = 0; ///< of the output for a sentence of `file`
    std::string targetLanguage = {};
    bool operator==(const PassOrder&) const = default;
};

/// Views order passes here and find what they gave; ui/run does the work. Each kind has one order, the
/// latest; what earlier ones gave is known until the model changes. UI thread only.
class PassBoard : public QObject
{
    Q_OBJECT
public:
    /// kEffects: those of the cells of the entry's trace.
    using Effects = std::shared_ptr<const CellEffects>;
    using Cells = std::shared_ptr<const std::vector<CellsOfInput>>;
    using Result = std::variant<std::monostate, TargetLoss, WordOrder, Effects, PartEffects, Cells>;

    struct Entry
    {
        PassOrder order;
        Trace trace; ///< of the shown run when it was ordered
        bool running = false; ///< or waiting for its turn
        Result result;
        QString failure; ///< why there is no result; empty if it did not fail
    };

    /// Of kWeighedCells; more are refused. Nobody tells more points apart.
    static constexpr std::size_t kMostCells = std::size_t{1} << 18U;

    using QObject::QObject;

    const Entry& entry(PassKind kind) const { return m_entries[static_cast<std::size_t>(kind)]; }
    bool isRunning() const
    {
        return std::ranges::any_of(m_entries, [](const Entry& each) { return each.running; });
    }

    /// The latest entry for this line, or an earlier one for the same tokens and edits. Null = not ordered.
    const Entry* find(PassKind kind, const PassOrder& what, const Trace& line) const
    {
        const Entry& latest = entry(kind);
        if (line.isNull())
            return nullptr;
        const bool same = latest.order == what && !latest.trace.isNull();
        if (same && latest.trace.leaf() == line.leaf())
            return &latest;
        const Line own = lineOf(line);
        const auto fits = [&](const Line& other) {
            return what.file.isEmpty() ? other == own : other.edits == own.edits; // a file has its own lines
        };
        if (same && latest.running && !what.file.isEmpty() && fits(lineOf(latest.trace)))
            return &latest;
        const auto found = std::find_if(m_known.rbegin(), m_known.rend(), [&](const Known& each) {
            return each.kind == kind && each.entry.order == what && fits(each.line);
        });
        return found == m_known.rend() ? nullptr : &found->entry;
    }
    /// There is another model.
    void forget()
    {
        m_known.clear();
        m_entries = {};
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
        const Entry& latest = entry(kind);
        if (result.index() != 0 && !latest.trace.isNull()) {
            m_known.push_back({kind, lineOf(latest.trace), {latest.order, {}, false, result, {}}});
            if (m_known.size() > kMostKnown)
                m_known.pop_front();
        }
        set(kind, {entry(kind).order, entry(kind).trace, false, std::move(result), failure});
    }
    /// As if it had just been ordered.
    void setRunning(PassKind kind) { set(kind, {entry(kind).order, entry(kind).trace, true, {}, {}}); }

signals:
    void ordered(headlight::PassKind kind);
    void dropped(headlight::PassKind kind);
    void changed(headlight::PassKind kind);

private:
    static constexpr std::size_t kMostKnown = 16;
    struct Line
    {
        std::vector<TokenLabel> source, target;
        std::string edits;
        bool operator==(const Line&) const = default;
    };
    struct Known
    {
        PassKind kind;
        Line line;
        Entry entry; ///< without its trace
    };
    static Line lineOf(const Trace& trace)
    {
        const TraceInfo& info = trace.info();
        return {info.encoder ? trace.tokens(StackKind::kEncoder) : std::vector<TokenLabel>(),
                info.decoder ? trace.tokens(StackKind::kDecoder) : std::vector<TokenLabel>(), info.editsJson};
    }
    void set(PassKind kind, Entry entry)
    {
        m_entries[static_cast<std::size_t>(kind)] = std::move(entry);
        emit changed(kind);
    }

    std::array<Entry, kPassKinds.size()> m_entries;
    std::deque<Known> m_known;
};

} // namespace headlight
