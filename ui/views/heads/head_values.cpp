#include "ui/views/heads/head_values.h"

#include "core/analysis/head_statistics.h"
#include "core/analysis/sweep_result.h"
#include "core/edit/recorded_edits.h"
#include "core/trace/attention_map.h"
#include "ui/state/setting.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/kv_groups.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/map_words.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace headlight {

HeadValues headValues(const HeadsModel& model, HeadMeasure measure)
{
    HeadValues values;
    for (const HeadRef& head : model.heads())
        if (const auto statistics = model.statistics(head))
            if (const auto value = measureOf(*statistics, measure))
                values.values[head] = *value;
    std::tie(values.lower, values.upper) = model.range(measure).value_or(std::pair(0.0, 1.0));
    return values;
}

std::map<HeadRef, double> headChanges(const ExperimentTable& table)
{
    std::map<HeadRef, double> changes;
    for (const ExperimentTable::Row& row : table.rows)
        if (row.edits.size() == 1 && row.mean.mean)
            if (const auto head = replacedHead(row.edits.front()))
                changes[*head] = *row.mean.mean;
    return changes;
}

HeadValues headValues(const ExperimentTable& table)
{
    HeadValues values{headChanges(table), 0, 0, table.metric != "kl"};
    for (const auto& [head, change] : values.values)
        values.upper = std::max(values.upper, std::abs(change));
    values.lower = values.diverging ? -values.upper : 0;
    return values;
}

namespace {

constexpr Index kMostStatistics = Index{1} << 20; ///< largest map, in cells, that a tooltip reads

struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(HeadsView)
};

/// The tooltip's lines about a head's weights.
QString weightWords(const AttentionMap& map)
{
    const HeadStatistics statistics = headStatistics(map);
    QStringList lines;
    if (const auto entropy = statistics["entropy"]) {
        const Matrix weights = map.whole(MapKind::kWeights);
        Index best = 0; // NaN compares as lowest
        for (Index i = 1; i < weights.size(); ++i)
            if (!(weights.data()[i] <= weights.data()[best]) && !std::isnan(weights.data()[i]))
                best = i;
        // Two to the power of a row's entropy is the number of keys over which its weight is spread.
        lines << Texts::tr("largest weight %1: %2 → %3\nspread over %4 keys on average")
                     .arg(static_cast<double>(weights.data()[best]), 0, 'f', 3)
                     .arg(quotedToken(map.queryTokens(), best / weights.cols()),
                          quotedToken(map.keyTokens(), best % weights.cols()))
                     .arg(localNumber(std::exp2(*entropy), 1));
    }
    if (statistics.leftOut > 0)
        lines << Texts::tr("%n rows of weights are not numbers or do not sum to 1", nullptr,
                           static_cast<int>(statistics.leftOut));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

QString headTip(const Trace& trace, const HeadRef& head)
{
    QString text = headName(head);
    if (trace.isNull())
        return text;
    if (const QString shared = kvShareInWords(trace.info(), head); !shared.isEmpty())
        text += QLatin1Char('\n') + shared;
    if (isSwitchedOff(recordedEdits(trace.info()), head))
        text += QLatin1Char('\n') + Texts::tr("striped because it is switched off: its output is not used");
    const AttentionMap map = trace.attention(head);
    if (const QString mask = maskName(map); !mask.isEmpty())
        text += QLatin1Char('\n') + mask;
    const Index cells = map.queries() * map.keys();
    if (map.has(MapKind::kWeights) && cells > 0 && cells <= kMostStatistics)
        if (const QString words = weightWords(map); !words.isEmpty())
            text += QLatin1Char('\n') + words;
    return text;
}

namespace {
const Setting<QString> kHeadsMeasure{"heads/measure", {}};
const Setting<bool> kHeadsTable{"heads/table", false};
const Setting<int> kHeadsColumn{"heads/sortColumn", 0};
const Setting<bool> kHeadsDescending{"heads/descending", false};
} // namespace

HeadsLook headsLook(const Settings& settings)
{
    return {kHeadsMeasure.of(settings), kHeadsTable.of(settings), kHeadsColumn.of(settings),
            kHeadsDescending.of(settings)};
}

void keepHeadsLook(Settings& settings, const HeadsLook& look)
{
    kHeadsMeasure.set(settings, look.measure);
    kHeadsTable.set(settings, look.table);
    kHeadsColumn.set(settings, look.sortColumn);
    kHeadsDescending.set(settings, look.descending);
}

} // namespace headlight
