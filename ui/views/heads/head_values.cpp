#include "ui/views/heads/head_values.h"

#include "core/analysis/sweep_result.h"
#include "core/base/workers.h"
#include "core/edit/recorded_edits.h"
#include "core/trace/attention_map.h"
#include "ui/state/setting.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/views/heads/heads_model.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/map_words.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <tuple>

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
        text += QLatin1Char('\n')
            + Texts::tr("cross-hatched because it is switched off: its output is not used");
    const AttentionMap map = trace.attention(head);
    if (!map.has(MapKind::kWeights))
        text += QLatin1Char('\n') + Texts::tr("its map is not computed");
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

namespace {

constexpr std::size_t kStatisticsAtOnce = 64; ///< heads; each delivery sorts the table again
constexpr std::size_t kHeadsAtOnce = 16; ///< thumbnails; each delivery repaints
constexpr Index kTiles = 64; ///< per thumbnail, in each direction

void readSlowThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                        const std::stop_token& stop, const std::function<void(HeadGrids)>& show)
{
    for (const HeadRef& head : heads)
        if (!trace.attention(head).has(kind))
            show({{head, {}}});
    Workers workers;
    for (const bool preview : {true, false}) {
        for (const HeadRef& head : heads) {
            const AttentionMap map = trace.attention(head);
            if (!map.has(kind))
                continue;
            const CellReader reader(map, kind, CellReader::Keep::kNothing);
            CellGrid grid = preview ? reader.sample(reader.whole(), kTiles, kTiles, stop, &workers)
                                    : reader.read(reader.whole(), kTiles, kTiles, stop, &workers);
            if (stop.stop_requested())
                return;
            show({{head, std::move(grid)}});
        }
    }
}

} // namespace

bool anySlow(const Trace& trace, const std::vector<HeadRef>& heads)
{
    constexpr Index kSlowCells = Index{1} << 27;
    return std::any_of(heads.begin(), heads.end(), [&](const HeadRef& head) {
        const AttentionMap map = trace.attention(head);
        return map.queries() > kSlowCells / map.effort(MapKind::kWeights) / std::max<Index>(map.keys(), 1);
    });
}

void readThumbnails(const Trace& trace, const std::vector<HeadRef>& heads, MapKind kind,
                    const std::stop_token& stop, const std::function<void(HeadGrids)>& show)
{
    if (anySlow(trace, heads))
        return readSlowThumbnails(trace, heads, kind, stop, show);
    // Process a row of the grid at a time, so that the first thumbnails appear early and messages stay few.
    const Workers workers;
    for (std::size_t begin = 0; begin < heads.size() && !stop.stop_requested(); begin += kHeadsAtOnce) {
        HeadGrids grids(std::min(kHeadsAtOnce, heads.size() - begin));
        workers.forEach(grids.size(), [&](std::size_t i) {
            grids[i].first = heads[begin + i];
            const AttentionMap map = trace.attention(heads[begin + i]);
            if (!map.has(kind) || stop.stop_requested())
                return;
            const CellReader reader(map, kind, CellReader::Keep::kNothing);
            grids[i].second = reader.read(reader.whole(), kTiles, kTiles, stop);
        });
        show(std::move(grids));
    }
}

Index statisticsEffort(const Trace& trace, const std::vector<HeadRef>& heads)
{
    Index cells = 0;
    for (const HeadRef& head : heads) {
        const AttentionMap map = trace.attention(head);
        cells += map.queries() * map.keys() * map.effort(MapKind::kWeights);
    }
    return cells;
}

void readStatistics(const Trace& trace, const std::vector<HeadRef>& heads, const std::stop_token& stop,
                    const std::function<void(StatisticsOfHeads)>& show)
{
    // Quick maps are shared out among the threads, each of a slow one by itself.
    const bool slow = anySlow(trace, heads);
    const std::size_t atOnce = slow ? 1 : kStatisticsAtOnce;
    const Workers all, own(slow ? 0 : 1);
    for (std::size_t begin = 0; begin < heads.size() && !stop.stop_requested(); begin += atOnce) {
        StatisticsOfHeads batch(std::min(atOnce, heads.size() - begin));
        all.forEach(batch.size(), [&](std::size_t i) {
            const AttentionMap map = trace.attention(heads[begin + i]);
            if (map.has(MapKind::kWeights) && !stop.stop_requested())
                batch[i] = {heads[begin + i], headStatistics(map, stop, own)};
        });
        std::erase_if(batch, [](const auto& each) { return each.second.values.empty(); });
        if (!stop.stop_requested())
            show(std::move(batch));
    }
}

} // namespace headlight
