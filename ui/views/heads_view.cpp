#include "ui/views/heads_view.h"

#include "ui/paint/head_name.h"
#include "ui/paint/token_text.h"
#include "ui/run/latest_task.h"
#include "ui/views/head_chooser.h"
#include "ui/views/heads_canvas.h"

#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr Index kTiles = 64; ///< of a thumbnail, in each direction
constexpr Index kMostStatistics = Index{1} << 20; ///< cells of a map that a tool tip reads

/// What a tool tip says of a head's weights.
QString weightWords(const AttentionMap& map)
{
    const Matrix weights = map.whole(MapKind::kWeights);
    double entropy = 0;
    Index rows = 0, bestQuery = 0, bestKey = 0;
    for (Index q = 0; q < weights.rows(); ++q) {
        double row = 0;
        for (Index k = 0; k < weights.cols(); ++k) {
            const double w = static_cast<double>(weights(q, k));
            row -= w > 0 ? w * std::log(w) : 0;
        }
        entropy += row;
        rows += weights.row(q).sum() > 0 ? 1 : 0;
    }
    const float largest = weights.maxCoeff(&bestQuery, &bestKey);
    const auto token = [](const std::vector<TokenLabel>& tokens, Index i) {
        return static_cast<std::size_t>(i) < tokens.size() ? quotedToken(tokens[static_cast<std::size_t>(i)])
                                                           : QString::number(i);
    };
    // The exponential of a row's entropy: over how many keys its weight is spread.
    const double spread = std::exp(entropy / static_cast<double>(std::max<Index>(1, rows)));
    return HeadsView::tr("largest weight %1: %2 → %3\nspread over %4 keys on average")
        .arg(static_cast<double>(largest), 0, 'f', 3)
        .arg(token(map.queryTokens(), bestQuery), token(map.keyTokens(), bestKey))
        .arg(spread, 0, 'f', 1);
}

QString tipFor(const Trace& trace, const HeadRef& head)
{
    QString text = headName(head);
    if (trace.isNull())
        return text;
    const AttentionMap map = trace.attention(head);
    const Index cells = map.queries() * map.keys();
    if (map.has(MapKind::kWeights) && cells > 0 && cells <= kMostStatistics)
        text += QLatin1Char('\n') + weightWords(map);
    return text;
}

/// Tells its owner of the room that it has.
class Scroll : public QScrollArea
{
public:
    explicit Scroll(HeadsCanvas* canvas)
        : m_canvas(canvas)
    {
        setWidget(canvas);
        setFrameShape(QFrame::NoFrame);
        setBackgroundRole(QPalette::Base);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        m_canvas->fitInto(viewport()->size());
    }

private:
    HeadsCanvas* m_canvas;
};

} // namespace

HeadsView::HeadsView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_canvas(new HeadsCanvas)
    , m_task(new LatestTask(this))
{
    m_scroll = new Scroll(m_canvas);
    setFocusProxy(m_canvas);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_scroll);
    m_canvas->setTip([this](const HeadRef& head) { return tipFor(workspace().shownTrace(), head); });
    connect(m_canvas, &HeadsCanvas::chosen, this, [this](const HeadRef& head) { focus().setHead(head); });
    connect(m_canvas, &HeadsCanvas::revealRequested, this, [this](const QRect& rect) {
        const QPoint middle = rect.center();
        m_scroll->ensureVisible(middle.x(), middle.y(), rect.width() / 2, rect.height() / 2);
    });
}

HeadsView::~HeadsView() = default;

bool HeadsView::isWorking() const
{
    return m_task->isRunning();
}

void HeadsView::refresh(ViewChanges changes)
{
    const Trace trace = workspace().shownTrace();
    if (changes & (ViewChange::kTrace | ViewChange::kModel))
        m_canvas->setGroups(trace.isNull() ? std::vector<HeadGroup>() : headGroups(trace.info()));
    if (changes & (ViewChange::kColours | ViewChange::kMap)) {
        HeatmapOptions options;
        options.colourMap = focus().colourMap();
        options.weightRange = WeightRange::kMaximum; // each thumbnail has its own scale: it shows a shape
        m_canvas->setLook(focus().map(), options);
    }
    if (changes & (ViewChange::kTrace | ViewChange::kMap | ViewChange::kModel))
        startThumbnails();
    if (!trace.isNull())
        m_canvas->setCurrent(nearestHead(trace.info(), focus().head()));
}

void HeadsView::startThumbnails()
{
    const Trace trace = workspace().shownTrace();
    if (trace.isNull()) {
        m_task->cancel();
        return;
    }
    m_task->start([this, trace, heads = m_canvas->headsLayout().heads(),
                   kind = focus().map()](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        std::vector<std::pair<HeadRef, CellGrid>> batch;
        const auto flush = [&] {
            if (batch.empty())
                return;
            deliver([this, done = std::move(batch)] {
                for (const auto& [head, grid] : done)
                    m_canvas->setThumbnail(head, grid);
            });
            batch.clear();
        };
        for (const HeadRef& head : heads) {
            if (stop.stop_requested())
                return;
            const AttentionMap map = trace.attention(head);
            CellGrid grid;
            if (map.has(kind)) {
                const CellReader reader(map, kind, CellReader::Keep::kNothing);
                grid = reader.read(reader.whole(), kTiles, kTiles, stop);
            }
            batch.emplace_back(head, std::move(grid));
            // A row of the grid at a time: the first pictures come early, the messages stay few.
            if (batch.size() >= 16)
                flush();
        }
        flush();
    });
}

} // namespace headlight
