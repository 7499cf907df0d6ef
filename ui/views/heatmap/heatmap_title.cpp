#include "ui/views/heatmap/heatmap_title.h"

#include "core/analysis/head_statistics.h"
#include "core/edit/recorded_edits.h"
#include "ui/background/latest_task.h"
#include "ui/views/heatmap/heatmap_content.h"
#include "ui/views/heatmap/heatmap_header.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"

#include <stop_token>

namespace headlight {

namespace {

constexpr Index kNamedCells = Index{1} << 32; ///< naming a head may take seconds, but no longer
constexpr Index kStatisticCellsAtOnce = Index{1} << 16; ///< cells read while the window waits

} // namespace

HeatmapTitle::HeatmapTitle(HeatmapHeader& header, const HeatmapContent& content, QObject* parent)
    : QObject(parent)
    , m_header(header)
    , m_content(content)
    , m_task(new LatestTask(this))
{ }

void HeatmapTitle::update()
{
    m_task->cancel();
    m_behaviour.reset();
    if (m_content.trace.isNull())
        return;
    readBehaviour();
    show();
}

void HeatmapTitle::readBehaviour()
{
    const AttentionMap map = m_content.plain;
    if (!map.has(MapKind::kWeights) || m_content.manyRuns)
        return;
    if (map.queries() * map.keys() * map.effort(MapKind::kWeights) <= kStatisticCellsAtOnce) {
        m_behaviour = headBehaviour(headStatistics(map));
        return;
    }
    if (map.queries() > kNamedCells / map.effort(MapKind::kWeights) / map.keys())
        return; // would take minutes: the Heads view computes the numbers on request
    m_task->start([this, map](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        deliver([this, found = headBehaviour(headStatistics(map, stop))] {
            m_behaviour = found;
            show();
        });
    });
}

void HeatmapTitle::show() const
{
    const QString heads = headsTitle(m_content.shown.heads, m_content.options.heads);
    const bool single = m_content.shown.heads.size() == 1;
    QStringList about; // the heads
    QString toolTip = tr("On the command line: %1").arg(QString::fromStdString(toString(m_content.head)));
    if (m_behaviour && single) {
        about << behaviourText(*m_behaviour);
        toolTip = behaviourTip(*m_behaviour) + QLatin1Char('\n') + toolTip;
    }
    if (const QString mask = maskName(m_content.plain); !mask.isEmpty()) {
        // A sliding window is easily mistaken for something that the head has learned.
        if (maskPatternOf(m_content.plain).kind == MaskPattern::Kind::kWindow)
            about << mask;
        toolTip += QLatin1Char('\n') + mask;
    }
    if (isSwitchedOff(recordedEdits(m_content.trace.info()), m_content.head)) {
        about << offWords();
        toolTip += QLatin1Char('\n')
            + tr("This head is switched off: its weights are computed, but its output is not used.");
    }
    QString title = (QStringList(heads) + about).join(QStringLiteral(" · "));
    if (m_content.differenceOf)
        title = tr("Difference, after − before: %1").arg(title);
    if (m_content.manyRuns)
        title = (m_content.manyRuns->spread ? tr("Spread over %1 runs: %2") : tr("Mean of %1 runs: %2"))
                    .arg(QString::number(m_content.manyRuns->runs), title);
    // What several runs or heads became is no title of the one that is chosen: all of it is said beside it.
    const bool whole = !single || m_content.differenceOf || m_content.manyRuns;
    m_header.setTitle(title, whole ? title : about.join(QStringLiteral(" · ")), toolTip);
    m_header.setChanges(changesText(m_content.options.transform));
}

} // namespace headlight
