#include "ui/views/lines/lines_view.h"

#include "ui/background/latest_task.h"
#include "ui/figure/figure.h"
#include "ui/picture/chip_colours.h"
#include "ui/picture/token_shading.h"
#include "ui/picture/value_scale.h"
#include "ui/state/workspace.h"
#include "ui/views/lines/head_squares.h"
#include "ui/views/lines/lines_canvas.h"
#include "ui/widgets/column_reading.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/next_token.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <QComboBox>
#include <QSpinBox>

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

constexpr Index kLookedThroughAtOnce = Index{1}
    << 17; ///< cells that are looked through without the background
constexpr Index kKeptCells = Index{1} << 24; ///< weights that are kept for hovering, 64 MiB
constexpr Index kMostLooked = Index{1} << 29; ///< numbers that are looked through for lines: seconds
constexpr std::size_t kNamedTokens = 5;

bool joinsSameTokens(const HeadRef& a, const HeadRef& b)
{
    return queryStack(a) == queryStack(b) && keyStack(a) == keyStack(b);
}

Index cellsOf(const std::vector<AttentionMap>& maps)
{
    return std::accumulate(maps.begin(), maps.end(), Index{0}, [](Index sum, const AttentionMap& map) {
        return sum + map.queries() * map.keys();
    });
}

Cell cellOf(const LineToken& token)
{
    return token.side == LineSide::kQuery ? Cell{token.index, std::nullopt} : Cell{std::nullopt, token.index};
}

/// The query of a cell, or its key if it has none.
std::optional<LineToken> tokenOf(const Cell& cell)
{
    if (cell.query)
        return LineToken{LineSide::kQuery, *cell.query};
    return cell.key ? std::optional(LineToken{LineSide::kKey, *cell.key}) : std::nullopt;
}

} // namespace

LinesView::LinesView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_squares(new HeadSquares)
    , m_segments(new SegmentChoice)
    , m_share(new QSpinBox)
    , m_summary(new ElidedLabel)
    , m_canvas(new LinesCanvas)
    , m_task(new LatestTask(this))
    , m_columns(new ColumnReading(this))
{
    auto* column = makeColumn(this, {8, 4, 8, 0}, 4);
    column->addWidget(m_squares);
    column->addLayout(makeControls());
    m_summary->setAccessibleName(tr("Lines drawn"));
    column->addWidget(m_summary);
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);

    connect(m_columns, &ColumnReading::ready, this, [this] {
        m_fan.reset();
        showIsolated();
        showSummary();
    });
    connect(m_squares, &HeadSquares::toggled, this,
            [this](const HeadRef& head) { focus().toggleHead(head); });
    connect(m_squares, &HeadSquares::onlyWanted, this, &LinesView::onlyHead);
    connect(m_canvas, &LinesCanvas::hovered, this, [this](const std::optional<LineToken>& token) {
        focus().setHover(token ? cellOf(*token) : Cell{});
    });
    connect(m_canvas, &LinesCanvas::sightChanged, this, &LinesView::showLinesInSight);
    connect(m_canvas, &LinesCanvas::activated, this,
            [this](const LineToken& token) { focus().togglePin(cellOf(token)); });
    m_canvas->setDescriber([this](const LineToken& token) { return toolTipOf(token); },
                           [this](const LineToken& token) { return tokenSentence(token); });
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addLargeTable(
        tr("Copy the heads’ weights as a table"), [this] { return cellsOf(m_maps); },
        [this] {
            FigureRequest figure;
            figure.trace = m_trace;
            figure.subject = m_heads;
            return [figure](const std::stop_token& stop) {
                return QString::fromUtf8(figureNumbers(figure, '\t', stop));
            };
        });
}

QLayout* LinesView::makeControls()
{
    auto* row = new WrapLayout(6);
    m_share->setRange(10, 100);
    m_share->setSingleStep(5);
    m_share->setSuffix(tr("% of each row"));
    m_share->setValue(kLinesShare.of(settings()));
    m_share->setAccessibleName(tr("Share of each row drawn"));
    m_share->setToolTip(tr("Draws each query’s largest weights, up to this share of its row"));
    row->addWidget(m_share);
    row->addWidget(m_segments);
    connect(m_share, &QSpinBox::valueChanged, this, [this](int share) {
        kLinesShare.set(settings(), share);
        showLines();
        showIsolated();
        showSummary();
    });
    connect(m_segments, &QComboBox::activated, this, [this] { markDirty(ViewChange::kTrace); });
    return row;
}

void LinesView::onlyHead(const HeadRef& head)
{
    if (focus().heads().size() > 1 || focus().head() != head)
        return focus().selectOnly(head);
    // It is already the only head, so show its whole layer.
    std::vector<HeadRef> all;
    for (const HeadSquares::Square& square : m_squares->squares())
        if (square.head.layerRef() == head.layerRef())
            all.push_back(square.head);
    focus().setMoreHeads(all);
}

void LinesView::refresh(ViewChanges changes)
{
    constexpr ViewChanges kTokens = ViewChange::kTrace | ViewChange::kModel;
    constexpr ViewChanges kHeads = kTokens | ViewChange::kHead | ViewChange::kMoreHeads | ViewChange::kColours
        | ViewChange::kMapOptions;
    if (changes & kHeads)
        showHeads();
    showIsolated();
    showSummary();
    // Scroll to a pin that was set in another view.
    if (const auto pin = tokenOf(focus().pin()); pin && changes.testFlag(ViewChange::kPin))
        m_canvas->reveal(*pin);
}

void LinesView::letGo()
{
    m_task->cancel();
    m_columns->forget();
    m_trace = {};
    m_heads.clear();
    m_maps.clear();
    m_colours.clear();
    m_fan.reset();
    m_canvas->setMessage({});
}

void LinesView::showHeads()
{
    m_trace = workspace().shownTrace();
    showSquares();
    m_heads.clear();
    m_maps.clear();
    m_fan.reset();
    m_colours.clear();
    m_leftOut = 0;
    const Backdrop backdrop = PicturePalette::of(palette()).backdrop;
    for (const SelectedHead& selected : focus().heads()) {
        const AttentionMap map = m_trace.isNull() ? AttentionMap() : m_trace.attention(selected.head);
        if (map.isNull() || !map.has(MapKind::kWeights))
            continue;
        if (!joinsSameTokens(selected.head, focus().head())) {
            ++m_leftOut;
            continue;
        }
        m_heads.push_back(selected.head);
        m_maps.push_back(map);
        m_colours.push_back(headColour(selected.colour, backdrop));
    }
    if (m_maps.empty()) {
        m_task->cancel();
        m_weights.clear();
        m_canvas->setMessage(
            m_trace.isNull()
                ? waitingWords(workspace(), tr("Type a sentence to see its tokens joined by lines."))
                : notRecordedWords(workspace(),
                                   tr("No weights were recorded for %1.").arg(headName(focus().head()))));
        return;
    }
    showSegments();
    const HeadRef& head = focus().head();
    m_canvas->setTokens(m_trace.axis(queryStack(head)), m_trace.axis(keyStack(head)), m_segments->filter(),
                        rowNames());
    showLines();
}

LinesLayout::NameOf LinesView::rowNames() const
{
    const AttentionMap& shown = m_maps.front();
    if (!focus().mapOptions().nextTokens || shown.head().stack != StackKind::kDecoder)
        return {};
    return [map = shown, written = writtenToken(workspace())](int row) {
        return rowName(tokenText(map.queryTokens()[static_cast<std::size_t>(row)]),
                       nextToken(map, row, written));
    };
}

void LinesView::showSquares()
{
    std::vector<HeadSquares::Square> squares;
    const HeadRef& main = focus().head();
    const int count = m_trace.isNull() ? 0 : m_trace.info().heads(main.stack);
    for (int i = 0; i < count; ++i) {
        const HeadRef head{main.stack, main.layer, main.kind, i};
        squares.push_back({head, focus().colourIndex(head), head == main});
    }
    // Selected heads of other layers follow those of this layer.
    for (const SelectedHead& selected : focus().heads())
        if (count > 0 && selected.head.layerRef() != main.layerRef() && joinsSameTokens(selected.head, main))
            squares.push_back({selected.head, selected.colour, false});
    m_squares->setSquares(std::move(squares));
}

void LinesView::showSegments()
{
    const HeadRef& head = focus().head();
    const std::vector<int> segments = segmentsOf(m_trace.tokens(queryStack(head)));
    const bool pair = head.kind == AttentionKind::kSelf && segments.size() > 1;
    m_segments->offer(pair ? segments : std::vector<int>());
}

bool LinesView::isLong() const
{
    return std::ranges::any_of(m_maps, [](const AttentionMap& map) {
        return map.queries() > kMostLooked / map.effort(MapKind::kWeights) / std::max<Index>(map.keys(), 1);
    });
}

void LinesView::showLines()
{
    m_sight = {};
    if (m_maps.empty())
        return;
    if (!isLong())
        return choose({});
    m_weights.clear();
    m_canvas->setLines({}, m_colours);
    showLinesInSight();
}

void LinesView::showLinesInSight()
{
    const auto [first, last] = m_canvas->queriesInSight();
    if (m_maps.empty() || !isLong() || (first >= m_sight.first && last <= m_sight.second))
        return;
    const int more = last - first;
    m_sight = {std::max(0, first - more), last + more};
    LineRule rule;
    rule.begin = m_sight.first;
    rule.end = m_sight.second;
    choose(rule);
}

void LinesView::choose(LineRule rule)
{
    rule.share = m_share->value() / 100.0;
    const Index cells = cellsOf(m_maps);
    const auto choose = [maps = m_maps, rule, keep = cells <= kKeptCells](const std::stop_token& stop) {
        Chosen chosen;
        chosen.set = attentionLines(maps, rule, stop);
        for (std::size_t i = 0; keep && i < maps.size() && !stop.stop_requested(); ++i)
            chosen.weights.push_back(maps[i].whole(MapKind::kWeights));
        return chosen;
    };
    if (cells <= kLookedThroughAtOnce) {
        m_task->cancel();
        take(choose({}));
        return;
    }
    m_weights.clear();
    m_choosing = true;
    m_task->start([this, choose](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        auto chosen = std::make_shared<Chosen>(choose(stop));
        deliver([this, chosen] {
            take(std::move(*chosen));
            showIsolated();
        });
    });
    showChoice();
}

void LinesView::take(Chosen chosen)
{
    m_choosing = false;
    m_weights = std::move(chosen.weights);
    m_canvas->setLines(std::move(chosen.set), m_colours);
    showChoice();
}

// The words about a token do not tell which lines were chosen, and take a while for a long row.
void LinesView::showChoice()
{
    if (!toldToken())
        showSummary();
}

std::vector<RowVector> LinesView::weightsOf(const LineToken& token) const
{
    const auto i = static_cast<Index>(token.index);
    const bool query = token.side == LineSide::kQuery;
    std::vector<RowVector> all(m_maps.size());
    for (std::size_t head = 0; head < m_maps.size(); ++head) {
        const AttentionMap& map = m_maps[head];
        if (i < 0 || i >= (query ? map.queries() : map.keys()))
            continue;
        if (head < m_weights.size())
            all[head]
                = query ? RowVector(m_weights[head].row(i)) : RowVector(m_weights[head].col(i).transpose());
        else if (query)
            all[head] = *sharedRow(map, MapKind::kWeights, i);
        else if (m_columns->canRead(map, MapKind::kWeights))
            all[head] = map.block(MapKind::kWeights, 0, i, map.queries(), 1).col(0).transpose();
    }
    return all;
}

std::optional<LineToken> LinesView::isolatedToken() const
{
    // A pinned token outranks the hovered one, whichever column it is in.
    const std::optional<LineToken> pin = tokenOf(focus().pin());
    return pin ? pin : tokenOf(focus().hover());
}

std::optional<LineToken> LinesView::toldToken() const
{
    const std::optional<LineToken> token = isolatedToken();
    return token && m_canvas->picture().rowOf(*token) ? token : std::nullopt;
}

void LinesView::showIsolated()
{
    LinesMarks marks;
    marks.pin = tokenOf(focus().pin());
    marks.hover = tokenOf(focus().hover());
    marks.found = focus().found();
    if (const auto row = m_maps.empty() ? std::nullopt : newestRow(workspace(), focus().head()))
        marks.newest = LineToken{LineSide::kQuery, *row};
    const std::optional<LineToken> token = isolatedToken();
    if (!token || m_maps.empty())
        return m_canvas->setIsolated(std::nullopt, marks);
    const Cell both = focus().cell();
    const bool query = token->side == LineSide::kQuery;
    marks.other = tokenOf(query ? Cell{std::nullopt, both.key} : Cell{both.query, std::nullopt});
    marks.colours = m_colours;
    if (!m_fan || m_fan->token != *token || m_fan->share != m_share->value())
        m_fan = tokenFan(*token, m_share->value(), weightsOf(*token));
    marks.stripes = m_fan->weights;
    marks.stripeSide = query ? LineSide::kKey : LineSide::kQuery;
    m_canvas->setIsolated(m_fan->lines, std::move(marks));
}

QString LinesView::tokenSentence(const LineToken& token) const
{
    if (m_maps.empty() || !m_canvas->picture().rowOf(token))
        return {};
    const TokenLabel& label = m_canvas->picture().label(token);
    const QString name = quotedToken(label);
    const QString place = tokenPlace(label, QString::number(token.index));
    const HeadRef& head = focus().head();
    const bool query = token.side == LineSide::kQuery;
    const auto shading = shadingOf(m_trace, head, MapKind::kWeights, cellOf(token),
                                   query ? ReadingDirection::kLooksAt : ReadingDirection::kLookedAtBy);
    if (!shading && !query && m_columns->isPreparing())
        return columnWaitingWords();
    QStringList named;
    if (shading) {
        const std::vector<TokenLabel>& others = m_trace.tokens(shading->stack);
        for (const int other : shading->strongest(kNamedTokens)) {
            const auto index = static_cast<std::size_t>(other);
            if (shading->values[index] <= 0 || index >= others.size())
                break;
            named << QStringLiteral("%1 %2").arg(quotedToken(others[index]),
                                                 cellText(shading->values[index]));
        }
    }
    const QString list = named.isEmpty() ? tr("nothing") : named.join(QStringLiteral(" · "));
    const QString sentence = query ? tr("%1 (%2) looks at: %3").arg(name, place, list)
                                   : tr("%1 (%2) is looked at by: %3").arg(name, place, list);
    return m_canvas->marks().newest == token ? tr("%1 · just computed").arg(sentence) : sentence;
}

QString LinesView::toolTipOf(const LineToken& token) const
{
    const QString which = headName(focus().head()).toHtmlEscaped();
    return QStringLiteral("<p>%1</p><p>%2</p>").arg(tokenSentence(token).toHtmlEscaped(), which);
}

QString LinesView::linesInWords() const
{
    const LineSet& set = m_canvas->lines();
    const bool sight = isLong();
    if (m_choosing)
        return sight ? tr("Choosing the lines of the rows in sight…") : tr("Choosing the lines…");
    if (set.limited())
        return (sight ? tr("Of the rows in sight, the %1 largest of %2 lines: weights of %3 and above.")
                      : tr("The %1 largest of %2 lines: weights of %3 and above."))
            .arg(set.lines.size())
            .arg(set.found)
            .arg(fullText(set.threshold));
    if (!sight && set.lines.size() == 1)
        return tr("1 line.");
    return (sight ? tr("Of the rows in sight, %1 lines.") : tr("%1 lines.")).arg(set.lines.size());
}

void LinesView::showSummary()
{
    if (m_maps.empty()) {
        m_summary->setText({});
        return;
    }
    QString text;
    if (const auto token = toldToken()) {
        text = tokenSentence(*token);
        if (m_fan && m_fan->token == *token && m_fan->found > m_fan->lines.size())
            text = tr("%1 · the %2 largest of %3 lines").arg(text).arg(m_fan->lines.size()).arg(m_fan->found);
    } else {
        text = linesInWords();
    }
    if (m_leftOut > 0)
        text += QLatin1Char(' ') + tr("Left out because they connect other tokens: %1.").arg(m_leftOut);
    m_summary->setText(text);
}

} // namespace headlight
