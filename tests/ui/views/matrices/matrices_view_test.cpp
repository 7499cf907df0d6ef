#include "ui/views/matrices/matrices_view.h"

#include "core/lesson/matrix_sheet.h"
#include "tests/support/catch.h"
#include "tests/support/settle.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/view_bench.h"
#include "ui/state/window_settings.h"
#include "ui/views/matrices/matrix_block.h"
#include "ui/views/matrices/sheet_examples.h"
#include "ui/widgets/sheet_page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>
#include <QTimer>

#include <vector>

using namespace headlight;
using namespace headlight::testing;

namespace {

struct MatricesBench : ViewBench
{
    MatricesView view{context};

    MatricesBench()
    {
        view.resize(1100, 600);
        view.show();
        settled();
    }
    void settled()
    {
        turn();
        REQUIRE(QTest::qWaitFor([&] { return !view.isWorking(); }));
        turn();
    }
    MatrixBlock& block(const QString& name) const
    {
        for (MatrixBlock* const each : view.blocks())
            if (!each->isHidden() && each->table().accessibleName().startsWith(name + QLatin1Char(' ')))
                return *each;
        FAIL("no block " << name.toStdString());
        return *view.blocks().front();
    }
    QString cell(const QString& name, int row, int column) const
    {
        const QAbstractItemModel& model = *block(name).table().model();
        return model.index(row, column).data().toString();
    }
    void type(const QString& name, int row, int column, const QString& text)
    {
        QAbstractItemModel& model = *block(name).table().model();
        model.setData(model.index(row, column), text);
        settled();
    }
};

} // namespace

TEST_CASE("matrices: a sheet is computed as it is typed", "[view][matrices]")
{
    MatricesBench bench;
    CHECK(bench.view.sheet().startsWith(QStringLiteral("X = "))); // an example, not an empty page
    bench.view.setSheet(QStringLiteral("X = [1, 2; 3, 4]\nY = X @ X"));
    bench.settled();
    CHECK(bench.cell(QStringLiteral("Y"), 1, 0) == QStringLiteral("15"));
    // A line that is no formula yet keeps the last numbers.
    bench.view.setSheet(QStringLiteral("X = [1, 2; 3, 4]\nY = X @ X\nZ"));
    bench.settled();
    CHECK(bench.cell(QStringLiteral("Y"), 1, 0) == QStringLiteral("15"));
    CHECK(bench.view.statement().contains(QStringLiteral("line 3")));
}

TEST_CASE("matrices: editing a cell edits the sheet, and can be undone", "[view][matrices]")
{
    MatricesBench bench;
    bench.view.setSheet(QStringLiteral("# mine\nX = [1, 2]\nY = X + X\nZ = Y + 1"));
    bench.settled();
    const QString before = bench.view.sheet();
    bench.type(QStringLiteral("X"), 0, 1, QStringLiteral("0.5"));
    CHECK(bench.view.sheet() == QStringLiteral("# mine\nX = [1, 0.5]\nY = X + X\nZ = Y + 1"));
    bench.type(QStringLiteral("X"), 0, 1, QStringLiteral("0,25")); // as in French
    CHECK(bench.view.sheet().contains(QStringLiteral("X = [1, 0.25]")));
    // A computed cell keeps its formula, and says that it is typed.
    bench.type(QStringLiteral("Y"), 0, 0, QStringLiteral("−3"));
    CHECK(bench.view.sheet().contains(QStringLiteral("Y[0, 0] = -3\n")));
    CHECK(bench.cell(QStringLiteral("Z"), 0, 0) == QStringLiteral("−2"));
    bench.block(QStringLiteral("Y"))
        .table()
        .setCurrentIndex(bench.block(QStringLiteral("Y")).table().model()->index(0, 0));
    QTest::keyClick(&bench.block(QStringLiteral("Y")).table(), Qt::Key_Delete);
    bench.settled();
    CHECK(bench.cell(QStringLiteral("Z"), 0, 0) == QStringLiteral("3"));
    auto* const text = bench.view.findChild<QPlainTextEdit*>();
    for (int i = 0; i < 10 && bench.view.sheet() != before; ++i)
        text->undo();
    bench.settled();
    CHECK(bench.view.sheet() == before);
    CHECK(bench.cell(QStringLiteral("X"), 0, 1) == QStringLiteral("2"));
    // What is no number changes nothing.
    bench.type(QStringLiteral("X"), 0, 1, QStringLiteral("two"));
    CHECK(bench.view.sheet() == before);
    CHECK(bench.view.statement().contains(QStringLiteral("no number")));
}

TEST_CASE("matrices: a pasted matrix replaces a given one", "[view][matrices]")
{
    MatricesBench bench;
    bench.view.setSheet(QStringLiteral("X = [1, 2]\nY = X + X"));
    bench.settled();
    QGuiApplication::clipboard()->setText(QStringLiteral("[[1., 0.],\n [0., 3.]]"));
    QTest::keySequence(&bench.block(QStringLiteral("X")).table(), QKeySequence::Paste);
    bench.settled();
    CHECK(bench.cell(QStringLiteral("Y"), 1, 1) == QStringLiteral("6"));
    QTest::keySequence(&bench.block(QStringLiteral("Y")).table(), QKeySequence::Paste);
    CHECK(bench.view.statement().contains(QStringLiteral("is computed")));
}

TEST_CASE("matrices: a chosen cell says how it is computed, and steps hide what comes later",
          "[view][matrices]")
{
    MatricesBench bench;
    bench.view.setSheet(QStringLiteral("X = [1, 2; 3, 4]\nY = X @ X\nZ = Y + 1"));
    bench.settled();
    QTableView& table = bench.block(QStringLiteral("Y")).table();
    table.setCurrentIndex(table.model()->index(1, 0));
    const QAbstractItemModel& x = *bench.block(QStringLiteral("X")).table().model();
    CHECK(x.index(1, 1).data(Qt::BackgroundRole).isValid());
    bench.view.step(-1);
    CHECK(bench.cell(QStringLiteral("Z"), 0, 0).isEmpty());
    CHECK(bench.cell(QStringLiteral("Y"), 0, 0) == QStringLiteral("7"));
    bench.view.step(-1);
    CHECK(bench.cell(QStringLiteral("Y"), 0, 0).isEmpty());
    CHECK(bench.cell(QStringLiteral("X"), 0, 0) == QStringLiteral("1")); // given
    bench.view.step(1);
    CHECK(bench.cell(QStringLiteral("Y"), 0, 0) == QStringLiteral("7"));
    bench.view.step(3);
    CHECK(bench.cell(QStringLiteral("Z"), 0, 0) == QStringLiteral("8"));
}

TEST_CASE("matrices: in a small window a step leads to the matrix that comes or goes", "[view][matrices]")
{
    MatricesBench bench;
    bench.view.resize(420, 300);
    QString sheet = QStringLiteral("A0 = [1, 2, 3; 4, 5, 6; 7, 8, 9]");
    for (int i = 1; i < 12; ++i)
        sheet += QStringLiteral("\nA%1 = A%2 + 1").arg(i).arg(i - 1);
    bench.view.setSheet(sheet);
    bench.settled();
    const auto isSeen
        = [&](const char* name) { return !bench.block(QLatin1String(name)).visibleRegion().isEmpty(); };
    bench.view.step(-1);
    CHECK(isSeen("A11"));
    CHECK_FALSE(isSeen("A1"));
    bench.view.step(-10);
    CHECK(isSeen("A1"));
    CHECK_FALSE(isSeen("A11"));
    bench.view.step(11);
    CHECK(isSeen("A11"));
}

TEST_CASE("matrices: each example computes, and the current head opens as a sheet", "[view][matrices]")
{
    MatricesBench bench;
    const auto names = sheetExampleNames();
    for (std::size_t i = 0; i < names.size(); ++i) {
        INFO(names[i]);
        bench.view.showExample(static_cast<int>(i));
        bench.settled();
        CHECK_FALSE(bench.cell(QStringLiteral("A") + (names[i] == "heads" ? "1" : ""), 0, 0).isEmpty());
        CHECK(bench.view.code(MatricesView::Text::kNumPy).startsWith(QStringLiteral("import numpy")));
        CHECK(bench.view.code(MatricesView::Text::kTorch).startsWith(QStringLiteral("import torch")));
    }
    bench.workspace.publish(syntheticSnapshot({}, 3));
    bench.focus.setHead({StackKind::kDecoder, 1, AttentionKind::kSelf, 2});
    bench.settled();
    bench.view.takeHead();
    bench.settled();
    CHECK(bench.view.sheet().contains(QStringLiteral("masked = scaled + M")));
    CHECK_FALSE(bench.cell(QStringLiteral("O"), 0, 0).isEmpty());
}

TEST_CASE("matrices: the sheet is there at the next start, and on paper", "[view][matrices]")
{
    MatricesBench bench;
    bench.view.setSheet(QStringLiteral("X = [1, 2]\nY = X + 6"));
    bench.settled();
    CHECK(kMatrixSheet.of(bench.settings) == bench.view.sheet());
    const QString own = bench.view.sheet();
    bench.view.showExample(1); // as a lesson does
    bench.settled();
    Workspace later;
    Focus focus;
    const MatricesView again({later, focus, bench.settings});
    CHECK(again.sheet() == own);
    bench.view.setSheet(own);
    bench.settled();
    const auto written = [&](const QString& name, bool solution) {
        const QString path = bench.folder.filePath(name);
        REQUIRE(bench.view.write(path, solution));
        QFile file(path);
        REQUIRE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    CHECK_FALSE(written(QStringLiteral("a.md"), false).contains("| 7 | 8 |"));
    CHECK(written(QStringLiteral("a.md"), true).contains("| 7 | 8 |"));
    CHECK(written(QStringLiteral("a.pdf"), false).startsWith("%PDF"));
    CHECK(written(QStringLiteral("A.PDF"), false).startsWith("%PDF"));
    CHECK(written(QStringLiteral("a.txt"), false) == "X = [1, 2]\nY = X + 6\n");
    CHECK_FALSE(bench.view.write(QStringLiteral("/no/such/folder/a.md"), false));
    CHECK_FALSE(bench.view.write(QStringLiteral("/dev/full"), false));
}

TEST_CASE("matrices: a name without an ending gets that of the chosen filter", "[views][matrices]")
{
    MatricesBench bench;
    const QString file = bench.folder.filePath(QStringLiteral("solved"));
    // The dialog has its own loop of events: answer from there.
    QTimer::singleShot(50, &bench.view, [&] {
        auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        dialog->selectNameFilter(dialog->nameFilters().filter(QStringLiteral("*.md")).value(0));
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(file);
        QMetaObject::invokeMethod(dialog, "accept");
        if (dialog->isVisible())
            dialog->reject();
    });
    for (QAction* const action : bench.view.findChildren<QAction*>())
        if (action->text() == QStringLiteral("Its solution…"))
            action->trigger();
    CHECK(QFile::exists(file + QStringLiteral(".md")));
}

TEST_CASE("matrices: a cell of a work sheet has lines around it and room for a pen", "[views][matrices]")
{
    const auto sheet = MatrixSheet::parse("X = [1, 2]\nY = X + 6", {}).value();
    QTextDocument page;
    fillPage(page, workSheet(sheet, compute(sheet), false));
    std::vector<QTextTable*> tables;
    for (QTextFrame* const frame : page.rootFrame()->childFrames())
        if (auto* const table = qobject_cast<QTextTable*>(frame))
            tables.push_back(table);
    REQUIRE(tables.size() == 2);
    for (QTextTable* const table : tables) {
        CHECK((table->rows() == 2 && table->columns() == 3));
        CHECK(table->format().borderCollapse());
    }
    CHECK(tables[0]->cellAt(1, 2).firstCursorPosition().block().text() == QStringLiteral("2"));
    CHECK(tables[1]->cellAt(1, 2).firstCursorPosition().block().text() == QString(12, QChar(QChar::Nbsp)));
}

TEST_CASE("matrices: a whole sheet fits on one page, its matrices side by side", "[views][matrices]")
{
    MatricesBench bench;
    const QTemporaryDir folder;
    bench.view.showExample(0);
    bench.settled();
    const QString path = folder.filePath(QStringLiteral("a.pdf"));
    REQUIRE(bench.view.write(path, false));
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    CHECK(content.contains("/Count 1\n"));
}

TEST_CASE("matrices: an example that nobody has seen is not the user's sheet", "[views][matrices]")
{
    ViewBench bench;
    MatricesView view(bench.context);
    CHECK_FALSE(view.sheet().isEmpty());
    CHECK(bench.workspace.sheet().isEmpty());
    view.show();
    ViewBench::turn();
    CHECK(bench.workspace.sheet() == view.sheet());
    const QString first = view.sheet();
    view.showExample(1);
    ViewBench::turn();
    CHECK(bench.workspace.sheet() == view.sheet());
    bench.workspace.setSheet({});
    CHECK(view.sheet() == first);
}
