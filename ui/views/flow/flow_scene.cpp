#include "ui/views/flow/flow_scene.h"

#include "core/sampling/distribution.h"
#include "core/sampling/sampler.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/token_text.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace headlight {

std::pair<int, int> FlowScene::size(const FlowBox& box) const
{
    if (box.kind == FlowBox::Kind::kTokens)
        return {static_cast<int>(trace.tokens(box.stack).size()), 1};
    const FlowPictures::Picture* const picture
        = box.kind == FlowBox::Kind::kMatrix ? pictures.find(box) : nullptr;
    if (picture == nullptr)
        return {0, 0};
    const CellRect& cells = picture->overview.rect;
    return {static_cast<int>(cells.rows), static_cast<int>(cells.columns)};
}

std::optional<int> FlowScene::followedRow(const FlowBox& box) const
{
    if (!box.hasRows())
        return std::nullopt;
    const std::optional<int>& row = followed.of(box.rowStack());
    return row && *row < size(box).first ? row : std::nullopt;
}

QRectF FlowScene::rowRect(const FlowBox& box, int row) const
{
    const int rows = std::max(1, size(box).first);
    const double height = box.rect.height() / rows;
    return {box.rect.left(), box.rect.top() + row * height, box.rect.width(), height};
}

FlowPlace FlowScene::placeAt(const QPointF& point) const
{
    FlowPlace place{layout.boxAt(point), -1, -1};
    const FlowBox* const box = layout.box(place.box);
    if (box == nullptr || !box->hasRows())
        return place;
    const auto [rows, columns] = size(*box);
    if (rows == 0)
        return place;
    const auto cell = [](double at, double extent, int count) {
        return std::clamp(static_cast<int>(std::floor(at / extent * count)), 0, count - 1);
    };
    place.row = cell(point.y() - box->rect.top(), box->rect.height(), rows);
    if (box->kind == FlowBox::Kind::kMatrix)
        place.column = cell(point.x() - box->rect.left(), box->rect.width(), columns);
    return place;
}

std::vector<QPolygonF> FlowScene::thread() const
{
    std::vector<QPolygonF> way;
    for (const FlowLink& link : layout.links()) {
        const FlowBox* const from = layout.box(link.from);
        const FlowBox* const to = layout.box(link.to);
        if (from == nullptr || to == nullptr || !followed.of(from->stack))
            continue;
        const auto height = [this](const FlowBox& box) {
            const std::optional<int> row = followedRow(box);
            return row ? rowRect(box, *row).center().y() : box.rect.center().y();
        };
        const QPointF start(from->rect.right(), height(*from));
        const QPointF end(to->rect.left(), height(*to));
        if (!link.over) {
            way.push_back({start, end});
            continue;
        }
        constexpr double kAside = 5;
        const bool sum = to->isSum();
        QPolygonF around{start, start + QPointF(kAside, 0), {start.x() + kAside, *link.over}};
        if (sum)
            around << QPointF(to->rect.center().x(), *link.over)
                   << QPointF(to->rect.center().x(), to->rect.top());
        else
            around << QPointF(end.x() - kAside, *link.over) << end - QPointF(kAside, 0) << end;
        way.push_back(around);
    }
    return way;
}

FlowWindow between(const FlowWindow& from, const FlowWindow& to, double part)
{
    FlowWindow found = to;
    found.scale = from.scale * std::pow(to.scale / from.scale, part);
    if (std::abs(to.scale - from.scale) < 1e-3 * to.scale) {
        found.origin = from.origin + (to.origin - from.origin) * part;
        return found;
    }
    const QPointF fixed = (from.origin * from.scale - to.origin * to.scale) / (from.scale - to.scale);
    found.origin = fixed - (fixed - from.origin) * from.scale / found.scale;
    return found;
}

namespace {

/// The step whose pass ended with the row; null if there is none.
const DecodeStep* stepAt(const Snapshot& snapshot, const Trace& trace, int row)
{
    const auto& tokens = trace.tokens(StackKind::kDecoder);
    for (const DecodeStep& step : snapshot.steps) {
        const auto& read = step.trace.tokens(StackKind::kDecoder);
        if (static_cast<int>(read.size()) != row + 1)
            continue;
        // Another beam may have read other tokens.
        const bool same = read.size() <= tokens.size()
            && std::equal(read.begin(), read.end(), tokens.begin(),
                          [](const TokenLabel& a, const TokenLabel& b) { return a.id == b.id; });
        return same ? &step : nullptr;
    }
    return nullptr;
}

QString wordOf(const Snapshot& snapshot, std::int64_t id)
{
    const auto& known = snapshot.vocabulary;
    return tokenText(
        {.id = id, .text = known ? known->display(static_cast<TokenId>(id)) : std::to_string(id)});
}

std::vector<NextToken> ofLogits(const Snapshot& snapshot, const RowVector& logits, std::size_t count)
{
    const std::span<const float> scores(logits.data(), static_cast<std::size_t>(logits.size()));
    const std::vector<double> probabilities = softmax({scores.begin(), scores.end()});
    std::vector<NextToken> found;
    for (const Candidate& best : bestCandidates(scores, static_cast<int>(count)))
        found.push_back({wordOf(snapshot, best.id), probabilities[static_cast<std::size_t>(best.id)], false});
    return found;
}

} // namespace

std::vector<NextToken> nextTokens(const Workspace& workspace, const Trace& trace, StackKind stack, int row,
                                  std::size_t count)
{
    if (trace.isNull() || row < 0)
        return {};
    const auto run = workspace.shownRun();
    const DecodeStep* const step = stack == StackKind::kDecoder ? stepAt(*run, trace, row) : nullptr;
    std::vector<NextToken> found;
    if (step != nullptr) {
        for (const DecodeStep::Choice& choice : step->candidates) {
            if (found.size() == count)
                break;
            found.push_back({tokenText({.id = choice.id, .text = choice.text}),
                             static_cast<double>(choice.probability()), choice.id == step->id()});
        }
        return found;
    }
    const RowVector logits = trace.logits(row);
    return logits.size() > 0 ? ofLogits(*run, logits, count) : found;
}

} // namespace headlight
