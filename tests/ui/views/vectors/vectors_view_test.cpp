#include "ui/views/vectors/vectors_view.h"

#include "tests/support/catch.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/views/vectors/angle_curves.h"
#include "ui/views/vectors/dictionary_model.h"
#include "ui/views/vectors/vector_canvas.h"
#include "ui/views/vectors/vector_controls.h"
#include "ui/window/rooms/view_dock.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSlider>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct VectorsBench : ViewBench
{
    VectorsView view{context};

    VectorsBench()
    {
        view.resize(520, 640);
        view.show();
        turn();
    }
    VectorCanvas& canvas() { return *view.findChild<VectorCanvas*>(); }
    const QAbstractItemModel& table() { return *view.findChild<QTableView*>()->model(); }
    QToolButton& button(const QString& text)
    {
        for (QToolButton* each : view.findChildren<QToolButton*>())
            if (each->text() == text)
                return *each;
        FAIL("no button " << text.toStdString());
        throw 0;
    }
    /// Chooses an entry from the menu of examples.
    void example(int index)
    {
        const QList<QAction*> actions = button(QStringLiteral("Examples")).menu()->actions();
        REQUIRE(index < actions.size());
        actions[index]->trigger();
        turn();
    }
    QString shown(int row, int column) { return table().index(row, column).data().toString(); }
};

const PlaneHandle kQueryHandle{PlaneHandle::Kind::kQuery, 0};

} // namespace

TEST_CASE("vectors view: the mouse drags the query, weights and answer follow", "[views]")
{
    VectorsBench bench;
    const auto before = bench.view.dictionary().answer();
    const PlaneHandle third{PlaneHandle::Kind::kKey, 2};
    const QPoint from = bench.canvas().handlePosition(kQueryHandle).toPoint();
    const QPoint to = bench.canvas().handlePosition(third).toPoint();
    QTest::mousePress(&bench.canvas(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&bench.canvas(), to);
    const QPointF wanted = bench.canvas().planePosition(to);
    CHECK(bench.view.dictionary().queryPlace().x() == Approx(wanted.x()).margin(0.05));
    CHECK(bench.view.dictionary().queryPlace().y() == Approx(wanted.y()).margin(0.05));
    QTest::mouseRelease(&bench.canvas(), Qt::LeftButton, {}, to);
    const auto after = bench.view.dictionary().answer();
    CHECK(after.weights[2] > before.weights[2]);
    CHECK(after.weights[2] > 0.5);
    // The table shows the same numbers.
    for (int i = 0; i < 4; ++i)
        CHECK(bench.table().index(i, DictionaryModel::kWeightColumn).data(DictionaryModel::kShare).toDouble()
              == after.weights[static_cast<std::size_t>(i)]);
}

TEST_CASE("vectors view: the keyboard moves every handle", "[views]")
{
    VectorsBench bench;
    bench.canvas().setFocus();
    const QPointF query = bench.view.dictionary().queryPlace();
    QTest::keyClick(&bench.canvas(), Qt::Key_Right);
    CHECK(bench.view.dictionary().queryPlace().x() > query.x());
    QTest::keyClick(&bench.canvas(), Qt::Key_N);
    CHECK(bench.canvas().current() == PlaneHandle{PlaneHandle::Kind::kKey, 0});
    const QPointF key = bench.view.dictionary().keyPlace(0);
    QTest::keyClick(&bench.canvas(), Qt::Key_Up, Qt::ShiftModifier);
    CHECK(bench.view.dictionary().keyPlace(0).y() > key.y());
    CHECK(bench.view.dictionary().keyPlace(0).x() == Approx(key.x()));
    bench.view.change([](VectorDictionary& d) { d.setValues(DictionaryValues::kArrows); });
    QTest::keyClick(&bench.canvas(), Qt::Key_N);
    CHECK(bench.canvas().current() == PlaneHandle{PlaneHandle::Kind::kArrow, 0});
    const QPointF arrow = bench.view.dictionary().arrowPlace(0).value();
    QTest::keyClick(&bench.canvas(), Qt::Key_Left);
    CHECK(bench.view.dictionary().arrowPlace(0)->x() < arrow.x());
}

TEST_CASE("vectors view: rule, temperature and values are chosen", "[views]")
{
    VectorsBench bench;
    auto* rule = bench.view.findChild<QComboBox*>();
    QTest::keyClick(rule, Qt::Key_Down);
    CHECK(bench.view.dictionary().rule() == DictionaryRule::kCosine);
    QTest::keyClick(rule, Qt::Key_Down);
    CHECK(bench.view.dictionary().rule() == DictionaryRule::kGeneral);
    CHECK(bench.view.statement().contains(QStringLiteral("Luong")));
    auto* slider = bench.view.findChild<QSlider*>();
    slider->setValue(slider->minimum());
    CHECK(bench.view.dictionary().temperature() == Approx(0.05));
    for (QDoubleSpinBox* field : bench.view.findChildren<QDoubleSpinBox*>())
        if (field->accessibleName().contains(QStringLiteral("Temperature")))
            CHECK(field->value() == Approx(0.05));
    bench.button(QStringLiteral("+ key")).click();
    CHECK(bench.view.dictionary().entries().size() == 5);
    bench.button(QStringLiteral("− key")).click();
    CHECK(bench.view.dictionary().entries().size() == 4);
}

TEST_CASE("vectors view: the row that is looked at is loaded, its loss is stated", "[views]")
{
    VectorsBench bench;
    SyntheticOptions options;
    options.width = 32; // heads of 8 dimensions
    bench.workspace.publish(syntheticSnapshot(options));
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 2});
    bench.focus.setPin({3, std::nullopt});
    ViewBench::turn();
    bench.button(QStringLiteral("Load current row")).click();
    const VectorDictionary& d = bench.view.dictionary();
    REQUIRE(d.row().has_value());
    CHECK(d.row()->query == 3);
    REQUIRE(d.entries().size() == 4); // the causal mask hides the others
    const Trace trace = bench.workspace.shownTrace();
    const Matrix weights = trace.attention(bench.focus.head()).whole(MapKind::kWeights);
    for (int i = 0; i < 4; ++i)
        CHECK(bench.table().index(i, DictionaryModel::kModelColumn).data(DictionaryModel::kShare).toDouble()
              == static_cast<double>(weights(3, i)));
    CHECK_FALSE(bench.view.findChild<QTableView*>()->isColumnHidden(DictionaryModel::kModelColumn));
    // The dot products in the plane, computed by hand.
    const Matrix q = trace.headMatrix(Site::kQuery, bench.focus.head());
    const Matrix axes = d.row()->plane.axes;
    const Matrix at = q.row(3) * axes.transpose();
    CHECK(d.queryPlace().x() == Approx(static_cast<double>(at(0, 0))).margin(1e-5));
    CHECK(d.row()->plane.lost > 0.01);
    CHECK(bench.view.statement().contains(QStringLiteral("loses")));
    bench.example(0);
    CHECK_FALSE(bench.view.dictionary().row().has_value());
    CHECK(bench.view.findChild<QTableView*>()->isColumnHidden(DictionaryModel::kModelColumn));
}

TEST_CASE("vectors view: what is not recorded cannot be loaded", "[views]")
{
    VectorsBench bench;
    bench.view.loadFromFocus();
    CHECK_FALSE(bench.view.dictionary().row().has_value());
    CHECK(bench.view.statement().contains(QStringLiteral("not recorded")));
}

TEST_CASE("vector plane: handles are found where they stand", "[paint]")
{
    const PlaneFrame frame(QRectF(10, 20, 400, 300), 2.0);
    const QPointF back = frame.toPlane(frame.toPicture({1.25, -0.5}));
    CHECK(back.x() == Approx(1.25));
    CHECK(back.y() == Approx(-0.5));
    CHECK(frame.toPicture({0, 1}).y() < frame.toPicture({0, 0}).y());
    PlanePicture picture;
    picture.query = {1, 1};
    picture.keys.resize(2);
    picture.keys[0].at = {-1, 0.5};
    picture.keys[1].at = {0.2, -1.5};
    picture.keys[1].arrow = QPointF(1.5, -1);
    CHECK(handleAt(picture, frame, frame.toPicture({1, 1})) == kQueryHandle);
    CHECK(handleAt(picture, frame, frame.toPicture({-1, 0.5}) + QPointF(5, -5))
          == PlaneHandle{PlaneHandle::Kind::kKey, 0});
    CHECK(handleAt(picture, frame, frame.toPicture({1.5, -1})) == PlaneHandle{PlaneHandle::Kind::kArrow, 1});
    CHECK_FALSE(handleAt(picture, frame, frame.toPicture({-1.5, -1.5})).has_value());
    const double step = frame.gridStep();
    CHECK(step * frame.scale() >= 48);
    CHECK(step * frame.scale() <= 48 * 2.5);
}

TEST_CASE("vectors view: no heading is cut, however narrow the view is", "[views]")
{
    VectorsBench bench;
    bench.view.resize(240, 640);
    ViewBench::turn();
    const QHeaderView& header = *bench.view.findChild<QTableView*>()->horizontalHeader();
    for (int column = 0; column < header.count(); ++column) {
        INFO(bench.table().headerData(column, Qt::Horizontal).toString().toStdString());
        CHECK(header.sectionSize(column) >= header.sectionSizeHint(column));
    }
}

TEST_CASE("vectors view: an example is one click, and its numbers are on the screen", "[views][texts]")
{
    VectorsBench bench;
    bench.example(3);
    CHECK(bench.shown(0, DictionaryModel::kNameColumn) == QStringLiteral("fun"));
    CHECK(bench.shown(0, DictionaryModel::kScoreColumn) == QStringLiteral("55"));
    CHECK(bench.shown(1, DictionaryModel::kScoreColumn) == QStringLiteral("53"));
    CHECK(bench.shown(2, DictionaryModel::kScoreColumn) == QStringLiteral("−72"));
    CHECK(bench.shown(0, DictionaryModel::kWeightColumn).startsWith(QStringLiteral("0.88")));
    CHECK(bench.shown(3, DictionaryModel::kValueColumn).startsWith(QStringLiteral("9.88")));
    CHECK(bench.shown(4, DictionaryModel::kValueColumn) == QStringLiteral("10"));
    CHECK(bench.view.statement().contains(QStringLiteral("9.434"))); // |q|
    bench.example(2);
    CHECK(bench.shown(3, DictionaryModel::kValueColumn) == QStringLiteral("8.25"));
    CHECK(bench.view.statement().contains(QStringLiteral("5.65")));
    bench.example(8);
    CHECK(bench.shown(3, DictionaryModel::kValueColumn) == QStringLiteral("(0.032, 0.6155)"));
    // All of them can be shown and drawn.
    for (int i = 0; i < 12; ++i) {
        bench.example(i);
        CHECK_FALSE(bench.view.grab().isNull());
        CHECK(bench.table().rowCount() == static_cast<int>(bench.view.dictionary().entries().size()) + 2);
    }
}

TEST_CASE("vectors view: query, keys and parameters are typed", "[views]")
{
    VectorsBench bench;
    auto& query = *bench.view.findChild<QLineEdit*>(QStringLiteral("query"));
    query.setFocus();
    query.selectAll();
    QTest::keyClicks(&query, QStringLiteral("1, 2, 3"));
    QTest::keyClick(&query, Qt::Key_Return);
    CHECK(bench.view.dictionary().dimensions() == 3);
    CHECK(bench.view.dictionary().query()(2) == 3.0F);
    CHECK(bench.view.statement().contains(QStringLiteral("3 dimensions")));
    query.selectAll();
    QTest::keyClicks(&query, QStringLiteral("1, x"));
    QTest::keyClick(&query, Qt::Key_Return);
    CHECK(bench.view.dictionary().query()(1) == 2.0F); // invalid input changes nothing
    for (QSpinBox* field : bench.view.findChildren<QSpinBox*>())
        if (field->accessibleName().contains(QStringLiteral("Dimensions")))
            field->setValue(2);
    CHECK(bench.view.dictionary().dimensions() == 2);
    bench.view.change([](VectorDictionary& d) { d.setRule(DictionaryRule::kGeneral); });
    auto& parameters = *bench.view.findChild<QLineEdit*>(QStringLiteral("parameters"));
    REQUIRE(parameters.isVisible());
    parameters.setFocus();
    parameters.selectAll();
    QTest::keyClicks(&parameters, QStringLiteral("0 1 1 0"));
    QTest::keyClick(&parameters, Qt::Key_Return);
    CHECK(bench.view.dictionary().general()(0, 0) == 0.0F);
    CHECK(bench.view.dictionary().general()(0, 1) == 1.0F);
    // Edit a key in the table.
    auto& table = *bench.view.findChild<QTableView*>();
    const QModelIndex cell = table.model()->index(1, DictionaryModel::kKeyColumn);
    table.setCurrentIndex(cell);
    table.edit(cell);
    auto* const editor = table.findChild<QLineEdit*>();
    REQUIRE(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("-1 4"));
    QTest::keyClick(editor, Qt::Key_Return);
    ViewBench::turn();
    CHECK(bench.view.dictionary().entries()[1].key(1) == 4.0F);
}

TEST_CASE("vectors view: the selected key is on the curves of cos θ and exp(cos θ)", "[views]")
{
    VectorsBench bench;
    bench.example(10);
    auto& curves = *bench.view.findChild<AngleCurves*>();
    bench.canvas().setCurrent({PlaneHandle::Kind::kKey, 1});
    CHECK(curves.words().contains(QStringLiteral("60.0°")));
    CHECK(curves.words().contains(QStringLiteral("1.649")));
    QTest::keyClick(&bench.canvas(), Qt::Key_N);
    CHECK(curves.words().contains(QStringLiteral("90.0°")));
    // exp(cos θ) is above cos θ everywhere and falls from 0 to π.
    CHECK(curves.placeOf(0, std::exp(1.0)).y() < curves.placeOf(0, 1).y());
    CHECK(curves.placeOf(1, 0).x() > curves.placeOf(0, 0).x());
}

TEST_CASE("vectors view: a token such as <s> is no markup", "[views]")
{
    VectorsBench bench;
    int notes = 0;
    for (const QLabel* const label : bench.view.findChildren<QLabel*>())
        if (label->accessibleName() == QStringLiteral("What is shown")) {
            CHECK(label->textFormat() == Qt::PlainText);
            ++notes;
        }
    CHECK(notes == 1);
}

TEST_CASE("vectors view: in a low dock it scrolls, and no control is cut off", "[views][vectors]")
{
    ViewBench bench;
    QWidget dock;
    auto* const view = new VectorsView(bench.context);
    QScrollArea* const scroll = scrolling(view, &dock);
    dock.show();
    for (const QSize size : {QSize(525, 245), QSize(420, 300), QSize(700, 200), QSize(525, 245)}) {
        dock.resize(size);
        scroll->resize(size);
        ViewBench::turn();
        const auto& controls = *view->findChild<VectorControls*>();
        INFO(size.width() << " x " << size.height() << ", the view " << view->height());
        CHECK(controls.height() >= controls.heightForWidth(controls.width()));
        CHECK(view->height() > size.height());
    }
}

TEST_CASE("vectors view: no heading of the table is cut", "[views][vectors]")
{
    ViewBench bench;
    QWidget window;
    auto* const view = new VectorsView(bench.context);
    QScrollArea* const scroll = scrolling(view, &window);
    window.show();
    const auto& table = *view->findChild<QTableView*>();
    const QHeaderView& header = *table.horizontalHeader();
    // The centre and the dock of Explain at 1024 × 700 and at 1440 × 900.
    for (const QSize size :
         {QSize(618, 252), QSize(618, 190), QSize(474, 252), QSize(860, 330), QSize(530, 280)}) {
        window.resize(size);
        scroll->resize(size);
        ViewBench::turn();
        ViewBench::turn();
        INFO(size.width() << " x " << size.height());
        CHECK(header.length() <= table.viewport()->width());
        CHECK(table.mapTo(view, QPoint(table.width(), 0)).x() <= view->width());
        CHECK_FALSE(header.isSectionHidden(DictionaryModel::kHardColumn));
        CHECK(header.isSectionHidden(DictionaryModel::kAngleColumn) == (size.width() < 700));
        for (int section = 0; section < header.count(); ++section)
            if (!header.isSectionHidden(section))
                CHECK(header.sectionSize(section) >= header.sectionSizeHint(section));
    }
}

TEST_CASE("vectors view: the name of an answer goes over the empty cells beside it", "[views][vectors]")
{
    VectorsBench bench;
    const auto& table = *bench.view.findChild<QTableView*>();
    const int hard = bench.table().rowCount() - 1;
    REQUIRE(hard > 0);
    for (const int row : {hard - 1, hard}) {
        const int cells = table.columnSpan(row, DictionaryModel::kNameColumn);
        for (int column = 1; column < cells; ++column)
            CHECK(bench.table().index(row, column).data().toString().isEmpty());
        CHECK_FALSE(bench.table().index(row, cells).data().toString().isEmpty());
    }
}
