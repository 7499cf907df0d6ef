#include "tests/support/catch.h"
#include "tests/support/drawn_map.h"
#include "ui/picture/value_scale.h"
#include "ui/widgets/heatmap_accessible.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/words/token_text.h"

#include <QAccessible>
#include <QCoreApplication>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct AccessibleBench
{
    HeatmapPlot plot;
    QAccessibleInterface* face = nullptr;

    explicit AccessibleBench(const AttentionMap& map, MapKind kind = MapKind::kWeights)
    {
        makeHeatmapsAccessible();
        plot.resize(820, 600);
        plot.setMap(map, kind);
        plot.show();
        for (int i = 0; i < 4; ++i)
            QCoreApplication::processEvents();
        face = QAccessible::queryAccessibleInterface(&plot);
        REQUIRE(face != nullptr);
        REQUIRE(face->tableInterface() != nullptr);
    }
    QAccessibleTableInterface& table() const { return *face->tableInterface(); }
    QString name(int query, int key) const { return table().cellAt(query, key)->text(QAccessible::Name); }
};

} // namespace

TEST_CASE("accessible heatmap: a table whose cells say query, key and value", "[accessible]")
{
    const AttentionMap map = drawnMap(5, 7);
    AccessibleBench bench(map);
    CHECK(bench.face->role() == QAccessible::Table);
    CHECK(bench.table().rowCount() == 5);
    CHECK(bench.table().columnCount() == 7);
    CHECK(bench.face->childCount() == 35);
    for (const auto& [query, key] : {std::pair{0, 0}, std::pair{4, 6}, std::pair{2, 5}}) {
        const QString name = bench.name(query, key);
        INFO(name.toStdString());
        CHECK(name.contains(tokenText(map.queryTokens()[static_cast<std::size_t>(query)])));
        CHECK(name.contains(tokenText(map.keyTokens()[static_cast<std::size_t>(key)])));
        CHECK(name.endsWith(fullText(map.at(MapKind::kWeights, query, key))));
    }
    CHECK(bench.table().rowDescription(3).contains(tokenText(map.queryTokens()[3])));
    CHECK(bench.table().cellAt(5, 0) == nullptr);
    CHECK(bench.table().cellAt(0, -1) == nullptr);
}

TEST_CASE("accessible heatmap: a masked cell says so, a mask says what is allowed", "[accessible]")
{
    AccessibleBench bench(drawnMap(4, 4, true));
    CHECK(bench.name(1, 2).endsWith(QStringLiteral("masked")));
    CHECK_FALSE(bench.name(2, 1).endsWith(QStringLiteral("masked")));
    AccessibleBench mask(drawnMap(4, 4, true), MapKind::kMask);
    CHECK(mask.name(2, 1).endsWith(QStringLiteral("allowed")));
}

TEST_CASE("accessible heatmap: cells know their place, and the place knows its cell", "[accessible]")
{
    AccessibleBench bench(drawnMap(5, 7));
    QAccessibleInterface* const cell = bench.table().cellAt(3, 4);
    CHECK(cell->role() == QAccessible::Cell);
    CHECK(bench.face->indexOfChild(cell) == 3 * 7 + 4);
    CHECK(bench.face->child(3 * 7 + 4) == cell);
    CHECK(cell->parent() == bench.face);
    const QPoint middle = cell->rect().center();
    CHECK(bench.face->childAt(middle.x(), middle.y()) == cell);
    const QRectF drawn = bench.plot.shownLayout().cells.cell(3, 4);
    CHECK(bench.plot.mapFromGlobal(cell->rect().center()) == drawn.toAlignedRect().center());
}

TEST_CASE("accessible heatmap: the keyboard's cell has the focus, a pinned row is selected", "[accessible]")
{
    AccessibleBench bench(drawnMap(5, 7));
    bench.plot.setMarks({{2, 3}, {1, std::nullopt}});
    CHECK(bench.table().cellAt(2, 3)->state().focused);
    CHECK_FALSE(bench.table().cellAt(2, 4)->state().focused);
    CHECK(bench.table().isRowSelected(1));
    CHECK(bench.table().cellAt(1, 6)->state().selected);
    CHECK(bench.table().selectedRows() == QList<int>{1});
    std::optional<Cell> clicked;
    QObject::connect(&bench.plot, &HeatmapPlot::clicked, [&clicked](const Cell& cell) { clicked = cell; });
    CHECK(bench.table().selectColumn(4));
    CHECK(clicked == Cell{std::nullopt, 4});
    // After a change to a map of another size, old cells are invalid and new ones are valid.
    QAccessibleInterface* const far = bench.table().cellAt(4, 6);
    bench.plot.setMap(drawnMap(2, 2), MapKind::kWeights);
    CHECK(bench.table().rowCount() == 2);
    CHECK_FALSE(far->isValid());
    CHECK(far->text(QAccessible::Name).isEmpty());
}
