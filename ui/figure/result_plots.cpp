#include "ui/figure/result_plots.h"

#include "core/analysis/sweep_result.h"
#include "core/math/correlation.h"
#include "ui/state/translation.h"
#include "ui/words/edit_text.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace headlight {

namespace {

class ResultPlots
{
    Q_DECLARE_TR_FUNCTIONS(headlight::ResultPlots)
};

/// Between the sender of a path and its receiver.
constexpr std::string_view kPathArrow = " -> ";

/// "2.0" for a head if all are of one kind of attention, "2:5" for a position, otherwise the whole name.
QString shortName(const ExperimentTable& table, const ExperimentTable::Row& row)
{
    const auto one = [](const ExperimentTable::Row& each) {
        return each.edits.size() == 1 ? replacedHead(each.edits.front()) : std::nullopt;
    };
    const std::optional<HeadRef> head = one(row);
    const bool alike = head && std::ranges::all_of(table.rows, [&](const auto& each) {
                           const auto other = one(each);
                           return other && other->stack == head->stack && other->kind == head->kind;
                       });
    if (alike)
        return headNumbers(*head);
    const std::optional<int> position = positionOf(row);
    if (const auto layer = headOf(row); layer && position)
        return QStringLiteral("%1:%2").arg(layer->layer).arg(*position);
    return position ? QString::number(*position) : editName(row, false);
}

/// Words of the command line that plots have, too: others than English have their own.
[[maybe_unused]] constexpr std::array kWords{QT_TRANSLATE_NOOP("headlight::ResultPlots", "logprob"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "logit-difference"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "probability"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "rank"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "loss"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "recovery"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "zero"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "mean"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "mean-position"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "resample"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "pair"),
                                             QT_TRANSLATE_NOOP("headlight::ResultPlots", "hiding")};

QString translated(const std::string& word)
{
    return ResultPlots::tr(word.c_str());
}

/// "Change of logprob", or "recovery", "kl": what the numbers of an experiment are.
QString changeText(const ExperimentTable& table)
{
    const QString change = table.metric == "recovery" || table.metric == "kl"
        ? translated(table.metric)
        : tr("change of %1").arg(translated(table.metric));
    return table.estimated ? tr("%1, estimated").arg(change) : change;
}

/// log p, its negative and KL have natural logarithms.
bool isInNats(const std::string& metric)
{
    return metric == "logprob" || metric == "loss" || metric == "kl";
}

QString changesTitle(const ExperimentTable& table)
{
    const QString change = axisText(table.metric, changeText(table));
    return ResultPlots::tr("%1, mean over %n input(s)", nullptr, static_cast<int>(table.base.count))
        .arg(change.at(0).toUpper() + change.mid(1));
}

/// A number of each input, as a dot or counted. what: names it.
Plot eachPlot(const std::vector<double>& each, const InputMean& mean, const QString& what, Plot::Kind kind)
{
    Plot plot;
    plot.kind = kind;
    const bool counted = kind == Plot::Kind::kHistogram;
    plot.across = counted ? what : tr("inputs");
    plot.up = counted ? tr("inputs") : what;
    for (std::size_t input = 0; input < each.size(); ++input)
        if (const double value = each[input]; std::isfinite(value))
            plot.points.push_back({QString::number(input + 1), value, value, {}, static_cast<int>(input)});
    if (counted) {
        plot.mean = mean.mean;
        plot.error = mean.error;
    }
    return plot;
}

/// Names the row of a grid: its layer if there is one kind of attention, otherwise that, too.
QString gridRowName(const HeadRef& of, bool oneKind, bool perHead)
{
    QStringList words = QString::fromStdString(toString(of)).split(QLatin1Char('.'));
    if (!perHead)
        words.removeLast();
    if (oneKind) {
        words.removeAt(2);
        words.removeFirst();
    }
    return words.join(QLatin1Char('.'));
}

} // namespace

QStringList plotKinds()
{
    return {QStringLiteral("dots"), QStringLiteral("scatter"), QStringLiteral("histogram"),
            QStringLiteral("grid")};
}

QString meanText(const InputMean& mean)
{
    if (!mean.mean)
        return QStringLiteral("–");
    const QString value = withMinus(numberText(*mean.mean));
    return mean.error ? value + QStringLiteral(" ± ") + numberText(*mean.error) : value;
}

QString axisText(const std::string& metric, const QString& name)
{
    return isInNats(metric) ? tr("%1 (nats)").arg(name) : name;
}

QString withUnit(const ExperimentTable& table, const QString& number)
{
    const bool none = number == QStringLiteral("–");
    return isInNats(table.metric) && !none ? tr("%1 nats").arg(number) : number;
}

std::optional<HeadRef> headOf(const ExperimentTable::Row& row)
{
    if (row.edits.size() != 1)
        return std::nullopt;
    if (const auto head = replacedHead(row.edits.front()))
        return head;
    const auto* const patch = std::get_if<ActivationPatch>(&row.edits.front());
    if (patch == nullptr)
        return std::nullopt;
    return HeadRef{patch->where.stack, patch->where.layers.first, patch->where.kind,
                   patch->where.heads.first};
}

QString editName(const ExperimentTable::Row& row, bool whole)
{
    if (const auto head = headOf(row); head && row.name == toString(*head))
        return whole ? headName(*head) : shortHeadName(*head);
    const auto* const patch
        = row.edits.size() == 1 ? std::get_if<ActivationPatch>(&row.edits.front()) : nullptr;
    if (patch == nullptr) // more than one head
        return QString::fromStdString(row.name);
    if (const auto arrow = row.name.find(kPathArrow); arrow != std::string::npos)
        if (const auto sender = parseHeadPattern(std::string_view(row.name).substr(0, arrow)))
            return pathWords(*sender, patch->site, patch->where);
    const QString place = patchWords(*patch);
    return patch->target < 0 ? place : WhatIf::tr("%1 at position %2").arg(place).arg(patch->target);
}

std::optional<int> positionOf(const ExperimentTable::Row& row)
{
    if (row.edits.size() != 1)
        return std::nullopt;
    if (const auto* const hidden = std::get_if<TokenHidden>(&row.edits.front()))
        return static_cast<int>(hidden->token);
    const auto* const patch = std::get_if<ActivationPatch>(&row.edits.front());
    return patch != nullptr && patch->target >= 0 ? std::optional(static_cast<int>(patch->target))
                                                  : std::nullopt;
}

std::optional<std::size_t> strongestRow(const ExperimentTable& table)
{
    const auto size = [](const auto& row) { return std::abs(row.mean.mean.value_or(0)); };
    const auto strongest = std::ranges::max_element(
        table.rows, [&](const auto& a, const auto& b) { return size(a) < size(b); });
    return strongest == table.rows.end()
        ? std::nullopt
        : std::optional(static_cast<std::size_t>(strongest - table.rows.begin()));
}

bool isChecked(const ExperimentTable& table)
{
    return std::ranges::any_of(table.rows, [](const auto& row) { return row.estimate.mean.has_value(); });
}

Plot changesPlot(const ExperimentTable& table, bool bySize)
{
    Plot plot;
    plot.title = changesTitle(table);
    plot.across = tr("edits");
    plot.up = axisText(table.metric, changeText(table));
    std::vector<std::size_t> order(table.rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto size = [&table](std::size_t row) { return std::abs(table.rows[row].mean.mean.value_or(0)); };
    if (bySize)
        std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    for (const std::size_t row : order)
        if (const InputMean& mean = table.rows[row].mean; mean.mean)
            plot.points.push_back(
                {shortName(table, table.rows[row]), 0, *mean.mean, mean.error, static_cast<int>(row)});
    return plot;
}

Plot gridPlot(const ExperimentTable& table)
{
    using RowKey
        = std::tuple<StackKind, AttentionKind, int, int>; // with its layer, and its head if it has one
    struct GridCell
    {
        std::size_t edit;
        RowKey row;
        int column;
    };
    std::vector<GridCell> cells;
    std::map<RowKey, HeadRef> rows;
    std::map<int, QString> columns;
    bool positions = false, layers = false, perHead = false;
    for (std::size_t edit = 0; edit < table.rows.size(); ++edit) {
        const ExperimentTable::Row& each = table.rows[edit];
        const std::optional<HeadRef> head = headOf(each);
        const std::optional<int> position = positionOf(each);
        if ((!head && !position) || each.name.find(kPathArrow) != std::string::npos) // a path has two ends
            continue;
        const HeadRef of = head.value_or(HeadRef());
        const int column = position.value_or(of.head);
        cells.push_back({edit, {of.stack, of.kind, of.layer, position ? of.head : 0}, column});
        rows.emplace(cells.back().row, of);
        columns.emplace(column,
                        each.token.empty() ? QString::number(column) : tokenText({.text = each.token}));
        positions = positions || position;
        layers = layers || head;
        perHead = perHead || (position && of.head != rows.begin()->second.head);
    }
    Plot plot;
    plot.kind = Plot::Kind::kGrid;
    plot.title = changesTitle(table);
    plot.across = positions ? tr("positions") : tr("heads");
    plot.diverging = table.metric != "kl";
    const auto kindOf = [](const auto& row) { return std::pair(row.second.stack, row.second.kind); };
    const bool oneKind = !rows.empty() && kindOf(*rows.begin()) == kindOf(*rows.rbegin());
    if (layers)
        plot.up
            = oneKind ? attentionName(rows.begin()->second.stack, rows.begin()->second.kind) : tr("layers");
    for (const auto& [key, of] : rows)
        plot.rows << (layers ? gridRowName(of, oneKind, perHead) : QString());
    for (const auto& [column, name] : columns)
        plot.columns << name;
    for (const GridCell& cell : cells)
        if (const ExperimentTable::Row& each = table.rows[cell.edit]; each.mean.mean)
            plot.points.push_back(
                {editName(each, false),
                 static_cast<double>(std::distance(columns.begin(), columns.find(cell.column))),
                 static_cast<double>(std::distance(rows.begin(), rows.find(cell.row))),
                 {},
                 static_cast<int>(cell.edit),
                 *each.mean.mean});
    return plot;
}

Plot estimatesPlot(const ExperimentTable& table)
{
    Plot plot;
    plot.kind = Plot::Kind::kScatter;
    plot.sameUnit = true;
    const QString change = changeText(table);
    plot.across = axisText(table.metric, tr("%1, estimated").arg(change));
    plot.up = axisText(table.metric, tr("%1, by a run").arg(change));
    std::vector<double> across, up;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const ExperimentTable::Row& each = table.rows[row];
        if (!each.mean.mean || !each.estimate.mean)
            continue;
        plot.points.push_back(
            {editName(each, false), *each.estimate.mean, *each.mean.mean, {}, static_cast<int>(row)});
        across.push_back(*each.estimate.mean);
        up.push_back(*each.mean.mean);
    }
    const auto agreement = correlation(across, up);
    plot.title = agreement
        ? tr("Estimates and runs: correlation %1").arg(withMinus(localNumber(*agreement, 2)))
        : tr("Estimates and runs");
    return plot;
}

Plot comparisonPlot(const ExperimentTable& across, const ExperimentTable& up)
{
    Plot plot;
    plot.kind = Plot::Kind::kScatter;
    plot.sameUnit = across.metric == up.metric;
    const auto axis = [](const ExperimentTable& table) {
        const QString change = axisText(table.metric, changeText(table));
        return table.by.empty() ? change : tr("%1, by %2").arg(change, translated(table.by));
    };
    plot.across = axis(across);
    plot.up = axis(up);
    std::map<std::string, double> others;
    for (const ExperimentTable::Row& row : up.rows)
        if (row.mean.mean)
            others.emplace(row.name, *row.mean.mean);
    std::vector<double> first, second;
    for (std::size_t row = 0; row < across.rows.size(); ++row) {
        const ExperimentTable::Row& each = across.rows[row];
        const auto other = others.find(each.name);
        if (!each.mean.mean || other == others.end())
            continue;
        plot.points.push_back(
            {editName(each, false), *each.mean.mean, other->second, {}, static_cast<int>(row)});
        first.push_back(*each.mean.mean);
        second.push_back(other->second);
    }
    const auto agreement = correlation(first, second);
    plot.title = agreement ? tr("Two experiments: correlation %1").arg(withMinus(localNumber(*agreement, 2)))
                           : tr("Two experiments");
    return plot;
}

Plot inputsPlot(const ExperimentTable& table, std::size_t row, Plot::Kind kind)
{
    const ExperimentTable::Row& shown = table.rows[row];
    Plot plot = eachPlot(shown.each, shown.mean, axisText(table.metric, changeText(table)), kind);
    plot.title = tr("%1: %2").arg(editName(shown), changeText(table));
    return plot;
}

Plot basePlot(const ExperimentTable& table, Plot::Kind kind)
{
    // What is to be recovered is measured, not recovered yet.
    const QString measure = table.metric == "recovery" ? tr("measure") : translated(table.metric);
    Plot plot = eachPlot(table.baseEach, table.base, axisText(table.metric, measure), kind);
    plot.title = tr("%1 without replacement").arg(measure);
    return plot;
}

QString cellName(const NamedCell& cell)
{
    return QStringLiteral("%1: %2 → %3").arg(shortHeadName(cell.cell.head), cell.query, cell.key);
}

QString cellNumberName(const CellNumber& number)
{
    const std::string_view name = number.name;
    return name == "weight"  ? tr("weight")
        : name == "direct"   ? tr("direct effect")
        : name == "gradient" ? tr("weight × gradient")
        : name == "lost"     ? tr("lost if masked, measured")
                             : tr("lost if masked, estimated");
}

Plot cellsPlot(const std::vector<NamedCell>& cells, const CellNumber& across, const CellNumber& up,
               const QString& measured)
{
    Plot plot;
    plot.kind = Plot::Kind::kScatter;
    const auto isLoss = [](const CellNumber& number) {
        return number.name == std::string_view("lost") || number.name == std::string_view("if_masked");
    };
    plot.sameUnit = isLoss(across) && isLoss(up);
    const std::string metric = measured.toStdString();
    const QString what = isInNats(metric) ? tr("%1, nats").arg(translated(metric)) : translated(metric);
    const auto axis = [&](const CellNumber& number) {
        return number.name == std::string_view("weight") ? cellNumberName(number)
                                                         : tr("%1 (%2)").arg(cellNumberName(number), what);
    };
    plot.across = axis(across);
    plot.up = axis(up);
    std::vector<double> first, second;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const double x = across.of(cells[i].cell), y = up.of(cells[i].cell);
        if (!std::isfinite(x) || !std::isfinite(y))
            continue;
        plot.points.push_back({cellName(cells[i]), x, y, {}, static_cast<int>(i)});
        first.push_back(x);
        second.push_back(y);
    }
    const QString count = ResultPlots::tr("%n cell(s)", nullptr, static_cast<int>(first.size()));
    const auto agreement = rankCorrelation(first, second);
    plot.title
        = agreement ? tr("%1, rank correlation %2").arg(count, withMinus(localNumber(*agreement, 2))) : count;
    return plot;
}

} // namespace headlight
