#include "ui/views/compare/changed_head.h"

#include "core/analysis/map_comparison.h"
#include "ui/picture/value_scale.h"
#include "ui/words/head_name.h"

#include <optional>
#include <stop_token>

namespace headlight {

namespace {

struct ChangedHead
{
    HeadRef head;
    double mean = 0; ///< mean |B − A| over cells with numbers in both
};

/// Nothing if no map differs, or if stopped. Reads every map of both traces.
std::optional<ChangedHead> mostChangedHead(const Trace& a, const Trace& b, MapKind kind,
                                           const std::stop_token& stop)
{
    std::optional<ChangedHead> most;
    for (const LayerRef& layer : b.info().layers()) {
        for (int i = 0; i < b.info().heads(layer.stack); ++i) {
            if (stop.stop_requested())
                return std::nullopt;
            const HeadRef head{layer.stack, layer.layer, layer.kind, i};
            const MapComparison comparison
                = compareMaps(a.attention(head), b.attention(head), kind, TokenMatch::kExact);
            const double mean = comparison.isNull() ? 0 : comparison.summary(0, stop).mean;
            if (mean > 0 && (!most || mean > most->mean))
                most = ChangedHead{head, mean};
        }
    }
    return most;
}

} // namespace

ChangedHeadButton::ChangedHeadButton()
    : m_task(new LatestTask(this))
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setMinimumWidth(1); // its words may be wider than a small window has room for
    hide();
    connect(this, &QToolButton::clicked, this, [this] { emit chosen(m_head); });
}

void ChangedHeadButton::search(const Trace& a, const Trace& b, MapKind kind)
{
    m_task->start([this, a, b, kind](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        const std::optional<ChangedHead> most = mostChangedHead(a, b, kind, stop);
        deliver([this, most] {
            if (!most)
                return emit nothingFound();
            m_head = most->head;
            setText(tr("Most changed: %1, by %2 on average")
                        .arg(headName(most->head), fullText(static_cast<float>(most->mean))));
            setAccessibleName(text());
            setToolTip(text() + QLatin1Char('\n')
                       + tr("Show the head whose map differs most between A and B"));
            show();
        });
    });
}

} // namespace headlight
