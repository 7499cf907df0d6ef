#include "core/analysis/head_behaviour.h"
#include "tests/support/catch.h"
#include "tests/support/edited_runs.h"
#include "tests/support/synthetic_snapshot.h"
#include "ui/picture/behaviour_words.h"
#include "ui/picture/probability_text.h"
#include "ui/state/settings.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/views/heads/head_measure.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/views/heads/heads_look.h"
#include "ui/views/heads/heads_model.h"
#include "ui/views/heads/heads_tools.h"
#include "ui/views/heads/heads_view.h"
#include "ui/widgets/map_legend.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct Bench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("view.ini"))};
    Workspace workspace;
    Focus focus;
    HeadsView view{{workspace, focus, settings}};

    Bench()
    {
        view.resize(320, 860);
        workspace.publish(syntheticSnapshot());
        view.show();
        settle();
    }
    void settle() const
    {
        QElapsedTimer clock;
        clock.start();
        do
            QCoreApplication::processEvents();
        while ((view.isWorking() || clock.elapsed() < 30) && clock.elapsed() < 20000);
    }
    void click(const HeadRef& head, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        const QPointF at = view.canvas().headsLayout().rectOf(head).center();
        QMouseEvent event(QEvent::MouseButtonPress, at, view.canvas().mapToGlobal(at), Qt::LeftButton,
                          Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
    void key(int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        QKeyEvent event(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&view.canvas(), &event);
        settle();
    }
};

} // namespace

TEST_CASE("heads view: every head has a picture whose pixels agree with its numbers", "[views]")
{
    const Bench bench;
    const Trace trace = bench.workspace.shownTrace();
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const QImage& image = bench.view.canvas().picture(head);
        REQUIRE_FALSE(image.isNull());
        const AttentionMap map = trace.attention(head);
        const Matrix weights = map.whole(MapKind::kWeights);
        const ValueScale scale = weightScale(WeightRange::kMaximum, weights.maxCoeff());
        for (Index q = 0; q < map.queries(); ++q) {
            for (Index k = 0; k < map.keys(); ++k) {
                if (map.at(MapKind::kMask, q, k) == 0)
                    continue;
                const auto x = static_cast<int>((static_cast<double>(k) + 0.5) * image.width()
                                                / static_cast<double>(map.keys()));
                const auto y = static_cast<int>((static_cast<double>(q) + 0.5) * image.height()
                                                / static_cast<double>(map.queries()));
                REQUIRE(
                    image.pixel(x, y)
                    == colourMap(bench.focus.colourMap(), Backdrop::kLight).at(scale.level(weights(q, k))));
            }
        }
    }
}

TEST_CASE("heads view: a click and the arrows choose the head", "[views]")
{
    const Bench bench;
    bench.click({StackKind::kDecoder, 1, AttentionKind::kCross, 2});
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 2});
    bench.key(Qt::Key_Left);
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 0, AttentionKind::kCross, 1});
    bench.key(Qt::Key_Up);
    CHECK(bench.focus.head() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kSelf, 1});
    bench.key(Qt::Key_End);
    CHECK(bench.focus.head().head == 3);
}

TEST_CASE("heads view: another trace replaces the pictures, another model the groups", "[views]")
{
    Bench bench;
    const HeadRef head{StackKind::kEncoder, 0, AttentionKind::kSelf, 0};
    const QImage before = bench.view.canvas().picture(head);
    SyntheticOptions other;
    other.seed = 5;
    bench.workspace.publish(syntheticSnapshot(other));
    bench.settle();
    CHECK(bench.view.canvas().picture(head) != before);
    other.target = 0;
    bench.workspace.publish(syntheticSnapshot(other));
    bench.settle();
    CHECK(bench.view.canvas().headsLayout().groups().size() == 1);
    bench.workspace.publish(nullptr);
    bench.settle();
    CHECK(bench.view.canvas().headsLayout().groups().empty());
}

TEST_CASE("heads view: thumbnails that only just fit do not make their scroll bar come and go", "[views]")
{
    // Beside a scroll bar, thumbnails are smaller and would not need one: such a window used to lay itself
    // out forever.
    Bench bench;
    const auto* const scroll = bench.view.findChild<QScrollArea*>();
    REQUIRE(scroll != nullptr);
    bool scrolled = false, fitted = false;
    for (int height = 300; height < 900; height += 3) {
        bench.view.resize(220, height);
        QCoreApplication::processEvents();
        QCoreApplication::processEvents();
        const QSize room = scroll->maximumViewportSize();
        const QSize canvas = bench.view.canvas().size();
        const bool bar = scroll->verticalScrollBar()->isVisible();
        REQUIRE(bar == (canvas.height() > room.height()));
        REQUIRE(canvas.width() <= scroll->viewport()->width());
        scrolled = scrolled || bar;
        fitted = fitted || !bar;
    }
    CHECK(scrolled);
    CHECK(fitted);
}

TEST_CASE("heads view: follows the map and the colours", "[views]")
{
    Bench bench;
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const QImage weights = bench.view.canvas().picture(head);
    bench.focus.setMap(MapKind::kScores);
    bench.settle();
    const QImage scores = bench.view.canvas().picture(head);
    CHECK(scores != weights);
    bench.focus.setMap(MapKind::kWeights);
    bench.focus.setColourMap(QStringLiteral("magma"));
    bench.settle();
    CHECK(bench.view.canvas().picture(head) != weights);
}

TEST_CASE("heads view: Shift adds heads to those that are shown together, by mouse and by keys", "[views]")
{
    const Bench bench;
    const HeadRef first{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const HeadRef second{StackKind::kDecoder, 0, AttentionKind::kCross, 0};
    bench.click(first);
    bench.click(second, Qt::ShiftModifier);
    CHECK(bench.focus.heads() == std::vector<SelectedHead>{{first, 0}, {second, 1}});
    bench.key(Qt::Key_Left, Qt::ShiftModifier); // the main head stays
    CHECK(bench.focus.head() == first);
    CHECK(bench.view.canvas().cursor() == HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 1});
    bench.key(Qt::Key_Return, Qt::ShiftModifier);
    CHECK(bench.focus.heads().size() == 3);
    bench.click(second, Qt::ShiftModifier); // a second click removes it
    CHECK(bench.focus.heads().size() == 2);
    bench.click(second);
    CHECK(bench.focus.heads() == std::vector<SelectedHead>{{second, 0}});
}

TEST_CASE("heads view: the grid is shaded from the smallest to the largest number", "[views]")
{
    Bench bench;
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    const Trace trace = bench.workspace.shownTrace();
    double least = 1e9, most = -1e9;
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const double entropy = headStatistics(trace.attention(head))["entropy"].value();
        least = std::min(least, entropy);
        most = std::max(most, entropy);
    }
    const QImage image = bench.view.canvas().grab().toImage();
    const ColourMap& colours = colourMap(bench.focus.colourMap(), Backdrop::kLight);
    const ValueScale scale{least, most, false};
    for (const HeadRef& head : bench.view.canvas().headsLayout().heads()) {
        const QRectF box = bench.view.canvas().headsLayout().rectOf(head);
        const auto entropy = static_cast<float>(headStatistics(trace.attention(head))["entropy"].value());
        CHECK(image.pixel((box.topLeft() + QPointF(4, 4)).toPoint()) == colours.at(scale.level(entropy)));
    }
    bench.view.shadeBy(std::nullopt);
    CHECK_FALSE(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: the table sorts by number, filters, and jumps to the head", "[views]")
{
    Bench bench;
    bench.view.showTable(true);
    bench.settle();
    QTableView& table = bench.view.table();
    REQUIRE(table.model()->rowCount() == 24);
    table.sortByColumn(HeadsModel::kFirstMeasure, Qt::DescendingOrder);
    double before = 1e9;
    for (int row = 0; row < 24; ++row) {
        const double entropy
            = table.model()->index(row, HeadsModel::kFirstMeasure).data(HeadsModel::kSortRole).toDouble();
        CHECK(entropy <= before);
        before = entropy;
    }
    bench.view.setFilter(QStringLiteral("cross layer=1"));
    bench.settle();
    CHECK(table.model()->rowCount() == 4);
    const QModelIndex row = table.model()->index(2, 0);
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, table.visualRect(row).center());
    bench.settle();
    CHECK(QString::fromStdString(toString(bench.focus.head())) == row.data().toString());
    bench.view.setFilter(QStringLiteral("entropy>1000"));
    bench.settle();
    CHECK(table.model()->rowCount() == 0);
}

TEST_CASE("heads view: heads that the filter leaves out are faint in the grid", "[views]")
{
    Bench bench;
    const HeadRef kept{StackKind::kDecoder, 0, AttentionKind::kCross, 1};
    const HeadRef left{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const auto colourOf = [&](const HeadRef& head) {
        const QRectF box = bench.view.canvas().headsLayout().rectOf(head);
        return bench.view.canvas().grab().toImage().pixel((box.topLeft() + QPointF(5, 5)).toPoint());
    };
    const QRgb keptBefore = colourOf(kept), leftBefore = colourOf(left);
    bench.view.setFilter(QStringLiteral("cross"));
    bench.settle();
    CHECK(colourOf(kept) == keptBefore);
    CHECK(colourOf(left) != leftBefore);
}

namespace {

/// A sweep that switches off every head of the view; `known` of the heads have results.
std::shared_ptr<const SweepResult> sweepOf(const HeadsView& view, std::size_t known)
{
    auto result = std::make_shared<SweepResult>();
    for (const HeadRef& head : view.canvas().headsLayout().heads()) {
        SweepPoint point;
        point.edit = HeadOff{patternOf(head)};
        point.known = result->points.size() < known;
        point.change = 0.25 * static_cast<double>(result->points.size()) - 1.0;
        point.divergence = 0.5 * static_cast<double>(result->points.size());
        result->points.push_back(point);
    }
    result->done = known;
    return result;
}

} // namespace

TEST_CASE("heads view: the result of a sweep colours the heads, while it runs and after", "[views]")
{
    const Bench bench;
    QComboBox& choice = bench.view.measureChoice();
    const int without = choice.count();
    SweepBoard& board = bench.workspace.sweeps();
    board.publish(sweepOf(bench.view, 3), true);
    bench.settle();
    REQUIRE(choice.count() == without + 2);
    CHECK_FALSE(bench.view.canvas().values().has_value()); // offered, not forced on the user
    choice.setCurrentIndex(without);
    emit choice.activated(without);
    bench.settle();
    const auto& heads = bench.view.canvas().headsLayout().heads();
    REQUIRE(bench.view.canvas().values().has_value());
    HeadValues values = *bench.view.canvas().values();
    CHECK(values.values.size() == 3); // the others are not known yet
    CHECK(values.values.at(heads[0]) == -1.0);
    CHECK(values.diverging);
    CHECK(values.lower == -1.0);
    CHECK(values.upper == 1.0);
    CHECK(bench.view.legend().isVisible());
    CHECK(bench.view.legend().low() == numberText(-1.0));

    board.publish(sweepOf(bench.view, heads.size()), false);
    bench.settle();
    values = *bench.view.canvas().values();
    CHECK(values.values.size() == heads.size());

    // For another document the numbers are invalid. The next sweep is shown in the same way.
    board.publish(nullptr, false);
    bench.settle();
    CHECK(choice.count() == without);
    CHECK_FALSE(bench.view.canvas().values().has_value());
    board.publish(sweepOf(bench.view, heads.size()), false);
    bench.settle();
    CHECK(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: the table is sorted by the sweep that colours the grid", "[views]")
{
    Bench bench;
    bench.workspace.sweeps().publish(sweepOf(bench.view, bench.view.canvas().headsLayout().heads().size()),
                                     false);
    bench.view.colourBySweep(SweepMeasure::kDivergence);
    bench.settle();
    bench.view.showTable(true);
    bench.settle();
    const QAbstractItemModel& rows = *bench.view.table().model();
    const int column = bench.view.model().columnOf(SweepMeasure::kDivergence);
    CHECK(rows.headerData(column, Qt::Horizontal).toString() == QStringLiteral("KL if off"));
    for (int row = 1; row < rows.rowCount(); ++row)
        CHECK(rows.index(row - 1, column).data(HeadsModel::kSortRole).toDouble()
              >= rows.index(row, column).data(HeadsModel::kSortRole).toDouble());
    CHECK(rows.index(0, 0).data().toString()
          == QString::fromStdString(toString(bench.view.canvas().headsLayout().heads().back())));
}

TEST_CASE("heads view: what was chosen is there at the next start", "[views]")
{
    Bench bench;
    bench.view.shadeBy(measureNamed(u"first").value());
    auto* measure = bench.view.findChild<QComboBox*>();
    emit measure->activated(measure->currentIndex());
    auto* table = bench.view.findChild<QToolButton*>();
    table->click();
    bench.view.table().sortByColumn(2, Qt::DescendingOrder);
    bench.settle();
    CHECK(headsLook(bench.settings) == HeadsLook{measureWord(measureNamed(u"first").value()), true, 2, true});
    HeadsView again{{bench.workspace, bench.focus, bench.settings}};
    CHECK(again.findChild<QComboBox*>()->currentText() == measureName(measureNamed(u"first").value()));
    CHECK(again.findChild<QToolButton*>()->isChecked());
    CHECK(again.table().horizontalHeader()->sortIndicatorSection() == 2);
    CHECK(again.table().horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder);
    // A setting unknown to this version becomes the first one.
    keepHeadsLook(bench.settings, {QStringLiteral("nonsense"), false, 99, false});
    HeadsView plain{{bench.workspace, bench.focus, bench.settings}};
    CHECK(plain.findChild<QComboBox*>()->currentIndex() == 0);
}

TEST_CASE("heads view: the row that a decoding step has computed is marked in the decoder's pictures",
          "[views]")
{
    Bench bench;
    const HeadsCanvas& canvas = bench.view.canvas();
    const HeadRef cross{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    const HeadRef encoder{StackKind::kEncoder, 1, AttentionKind::kSelf, 1};
    const auto drawn = [&](const HeadRef& head) {
        const QImage image = bench.view.canvas().grab().toImage();
        const QRect box = canvas.headsLayout().rectOf(head).adjusted(-4, 0, 0, 4).toRect();
        int found = 0;
        for (int y = box.top(); y <= box.bottom(); ++y)
            for (int x = box.left(); x <= box.right(); ++x)
                found += image.pixel(x, y) == PicturePalette::of(canvas.palette()).newest.rgb() ? 1 : 0;
        return found;
    };
    CHECK_FALSE(canvas.newest()); // the whole decoding is shown
    CHECK(drawn(cross) == 0);
    bench.workspace.setStep(2);
    bench.settle();
    REQUIRE(canvas.newest() == 2);
    const QRectF box = canvas.headsLayout().rectOf(cross);
    CHECK(canvas.newestRowOf(cross).top() == Approx(box.top() + box.height() * 2 / 3));
    CHECK(canvas.newestRowOf(cross).bottom() == Approx(box.bottom()));
    CHECK(canvas.newestRowOf(encoder).isEmpty());
    CHECK(drawn(cross) > 10);
    CHECK(drawn(encoder) == 0);
    // The next step's row; measures of heads have no rows.
    bench.workspace.setStep(3);
    bench.settle();
    CHECK(canvas.newest() == 3);
    CHECK(canvas.newestRowOf(cross).top() == Approx(box.top() + box.height() * 3 / 4));
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    CHECK(canvas.newestRowOf(cross).isEmpty());
    bench.view.shadeBy(std::nullopt);
    bench.workspace.setStep(-1);
    bench.settle();
    CHECK(drawn(cross) == 0);
}

TEST_CASE("heads view: a head that is switched off is hatched", "[views]")
{
    Bench bench;
    const HeadRef off{StackKind::kEncoder, 0, AttentionKind::kSelf, 1};
    const HeadRef other{StackKind::kEncoder, 0, AttentionKind::kSelf, 2};
    const auto publish = [&bench](const Interventions& edits) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->trace = test::runOne(test::tinyModel(), edits);
        snapshot->finished = true;
        bench.workspace.publish(snapshot);
        bench.settle();
        return bench.view.canvas().grab().toImage();
    };
    const auto part = [&bench](const QImage& image, const HeadRef& head) {
        return image.copy(bench.view.canvas().headsLayout().rectOf(head).adjusted(1, 1, -1, -1).toRect());
    };
    const QImage before = publish({});
    const QImage after = publish(test::only(HeadOff{patternOf(off)}));
    CHECK(part(before, off) != part(after, off));
    CHECK(part(before, other) == part(after, other));
}

TEST_CASE("heads view: without edits again, the heads are not coloured by a sweep any more", "[views]")
{
    Bench bench;
    auto result = std::make_shared<SweepResult>();
    SweepPoint point;
    point.edit = HeadOff{patternOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 1})};
    point.known = true;
    point.change = -1;
    result->points = {point};
    result->done = 1;
    bench.workspace.sweeps().publish(result, false);
    bench.view.colourBySweep(SweepMeasure::kLogProbability);
    REQUIRE(bench.view.canvas().values().has_value());
    Document next = bench.workspace.document();
    next.interventions.list = {point.edit};
    bench.workspace.apply(next, {});
    CHECK(bench.view.canvas().values().has_value());
    next.interventions = {};
    bench.workspace.apply(next, {});
    bench.settle();
    CHECK_FALSE(bench.view.canvas().values().has_value());
}

TEST_CASE("heads view: without a trace it says why nothing is there", "[views]")
{
    Bench bench;
    bench.workspace.publish(nullptr);
    bench.settle();
    const auto labels = bench.view.findChildren<QLabel*>();
    CHECK(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("Type a sentence"));
    }));
    bench.workspace.publish(syntheticSnapshot());
    bench.settle();
    CHECK(bench.view.canvas().isVisible());
}

namespace {

/// A text so long that its thumbnails are read row by row, with queries and keys of its first layers only, as
/// a pass publishes it.
std::shared_ptr<const Snapshot> longSnapshot(quint64 request, int layersDone)
{
    SyntheticOptions options;
    options.source = 0;
    options.target = 7000;
    options.heads = options.kvHeads = 2;
    options.width = 4;
    options.seed = static_cast<unsigned>(request);
    auto chunk = std::make_shared<TraceChunk>();
    StackChunk& stack = chunk->decoder.emplace();
    stack.rows = options.target;
    for (int layer = 0; layer < options.layers; ++layer) {
        AttentionChunk& attention = stack.self.emplace_back();
        attention.queries = attention.keys = options.target;
        if (layer >= layersDone)
            continue;
        attention.mask.emplace_back(options.target, options.target);
        attention.mask.back().causal();
        for (int head = 0; head < options.heads; ++head) {
            const auto stream = static_cast<std::uint64_t>(layer * 10 + head);
            attention.query.push_back(noiseMatrix(options.seed, stream, options.target, 2));
            attention.key.push_back(noiseMatrix(options.seed, stream + 100, options.target, 2));
        }
    }
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = request;
    const auto tokens
        = std::make_shared<const std::vector<TokenLabel>>(syntheticTokens(options.target, true));
    snapshot->trace = Trace(std::make_shared<const TraceInfo>(syntheticInfo(options)), chunk, tokens, tokens);
    snapshot->finished = layersDone == options.layers;
    return snapshot;
}

} // namespace

TEST_CASE("heads view: after Stop, layers that were not run show nothing of the text before", "[views]")
{
    Bench bench;
    const HeadRef first{StackKind::kDecoder, 0, AttentionKind::kSelf, 0};
    const HeadRef second{StackKind::kDecoder, 1, AttentionKind::kSelf, 0};
    HeadsCanvas& canvas = bench.view.canvas();
    bench.workspace.publish(longSnapshot(2, 2));
    bench.settle();
    const QImage before = canvas.picture(first);
    REQUIRE_FALSE(before.isNull());
    REQUIRE_FALSE(canvas.picture(second).isNull());

    bench.workspace.setRunning(true);
    bench.workspace.publish(longSnapshot(3, 1));
    bench.workspace.setRunning(false); // the user stopped the run after its first layer
    bench.settle();
    CHECK(canvas.picture(first) != before);
    CHECK_FALSE(canvas.isOld(first));
    CHECK(canvas.picture(second).isNull());
}

TEST_CASE("heads view: thumbnails of another text are faint until they are replaced", "[views]")
{
    const Bench bench;
    HeadsCanvas& canvas = bench.view.canvas();
    const HeadRef head{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
    const auto colour = [&] {
        const QRectF box = canvas.headsLayout().rectOf(head);
        return canvas.grab().toImage().pixel((box.topLeft() + QPointF(5, 5)).toPoint());
    };
    const QRgb before = colour();
    canvas.fadeThumbnails();
    CHECK(canvas.isOld(head));
    CHECK(colour() != before);
    const AttentionMap map = bench.workspace.shownTrace().attention(head);
    const CellReader reader(map, MapKind::kWeights, CellReader::Keep::kNothing);
    canvas.setThumbnail(head, reader.read(reader.whole(), 64, 64, {}));
    CHECK_FALSE(canvas.isOld(head));
    CHECK(colour() == before);
}

TEST_CASE("heads view: heads are named by what they do, below their thumbnails and in the table", "[views]")
{
    Bench bench;
    bench.view.resize(700, 900);
    bench.settle();
    const HeadsModel& model = bench.view.model();
    int named = 0;
    for (const HeadRef& head : model.heads()) {
        const auto statistics = model.statistics(head);
        REQUIRE(statistics.has_value());
        const auto behaviour = headBehaviour(*statistics);
        CHECK(model.behaviour(head) == behaviour);
        named += behaviour ? 1 : 0;
        CHECK(bench.view.canvas().captionOf(head).isEmpty() == !behaviour.has_value());
        const QModelIndex cell = model.index(model.rowOf(head), HeadsModel::kBehaviourColumn);
        CHECK(cell.data(Qt::DisplayRole).toString() == (behaviour ? behaviourText(*behaviour) : QString()));
        CHECK(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("0.5")) == behaviour.has_value());
    }
    CHECK(named > 0);
    bench.view.resize(160, 300); // too small for text
    bench.settle();
    for (const HeadRef& head : model.heads())
        CHECK(bench.view.canvas().captionOf(head).isEmpty());
}

TEST_CASE("heads view: a number that no head has says why", "[views]")
{
    Bench bench;
    bench.view.shadeBy(measureNamed(u"induction"));
    bench.settle();
    CHECK(bench.view.missingText().contains(QStringLiteral("No token of this text repeats")));
    bench.view.shadeBy(measureNamed(u"entropy"));
    bench.settle();
    CHECK(bench.view.missingText().isEmpty());
}

TEST_CASE("heads view: names of heads are not cut in the table", "[views]")
{
    Bench bench;
    bench.view.resize(320, 400);
    bench.view.showTable(true);
    bench.settle();
    const QTableView& table = bench.view.table();
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        const QString name = table.model()->index(row, 0).data().toString();
        CHECK(table.columnWidth(0) >= table.fontMetrics().horizontalAdvance(name));
    }
}

TEST_CASE("heads layout: twelve heads stand side by side in a narrow dock", "[views]")
{
    HeadGroup group;
    group.layers = group.heads = 12;
    const HeadsLayout layout({group}, {290, 700}, 20, 20);
    CHECK(layout.size().width() <= 290);
    CHECK(layout.rectOf({StackKind::kEncoder, 0, AttentionKind::kSelf, 11}).right() <= 290);
}

TEST_CASE("heads view: in a strip the tools begin at its edge", "[views][heads]")
{
    QWidget dock;
    dock.resize(600, 100);
    HeadsTools tools(&dock);
    dock.show();
    const int letter = tools.fontMetrics().averageCharWidth();
    tools.resize(60 * letter, 60);
    QCoreApplication::processEvents();
    const int beside = tools.measure().x();
    tools.resize(19 * letter, 60);
    QCoreApplication::processEvents();
    CHECK(tools.measure().x() < beside);
    CHECK_FALSE(tools.table().isVisible());
}

TEST_CASE("heads view: captions of neighbours do not touch", "[views]")
{
    Bench bench;
    bench.view.resize(250, 860); // names are nearly as wide as the thumbnails, or wider
    bench.settle();
    const HeadsCanvas& canvas = bench.view.canvas();
    const HeadsLayout& layout = canvas.headsLayout();
    const QImage image = bench.view.canvas().grab().toImage();
    int checked = 0;
    for (const HeadRef& head : layout.heads()) {
        HeadRef next = head;
        ++next.head;
        if (layout.indexOf(next) < 0 || canvas.captionOf(head).isEmpty() || canvas.captionOf(next).isEmpty())
            continue;
        const QRectF one = layout.captionOf(head), other = layout.captionOf(next);
        const QColor ground = image.pixelColor(QPointF(one.right() + 1, one.bottom() + 2).toPoint());
        ++checked;
        for (int x = static_cast<int>(std::ceil(one.right())) + 1; x < static_cast<int>(other.left()) - 1;
             ++x)
            for (int y = static_cast<int>(one.top()) + 3; y < static_cast<int>(one.bottom()); ++y)
                CHECK(image.pixelColor(x, y) == ground);
    }
    CHECK(checked > 0);
}
