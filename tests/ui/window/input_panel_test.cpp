#include "tests/support/catch.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/input_panel.h"
#include "ui/window/sentence_edit.h"

#include <QMimeData>
#include <QScrollBar>
#include <QTest>
#include <QUndoStack>

using namespace headlight;

namespace {

struct InputBench
{
    Workspace workspace;
    InputPanel panel{workspace};
};

} // namespace

TEST_CASE("input: what is typed is the document at once", "[window]")
{
    InputBench bench;
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("the cat"));
    CHECK(bench.workspace.document().text == QStringLiteral("the cat"));
    QTest::keyClicks(bench.panel.target(), QStringLiteral("le chat"));
    CHECK(bench.workspace.document().target == QStringLiteral("le chat"));
}

TEST_CASE("input: undo goes back word by word and shows it", "[window]")
{
    InputBench bench;
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("the cat"));
    bench.workspace.undoStack().undo();
    CHECK(bench.panel.sentence()->toPlainText() == QStringLiteral("the"));
    bench.workspace.undoStack().undo();
    CHECK(bench.panel.sentence()->toPlainText().isEmpty());
    bench.workspace.undoStack().redo();
    bench.workspace.undoStack().redo();
    CHECK(bench.panel.sentence()->toPlainText() == QStringLiteral("the cat"));
    CHECK(bench.workspace.document().text == QStringLiteral("the cat"));
}

TEST_CASE("input: undo keeps the cursor at what changed", "[window]")
{
    InputBench bench;
    Document document;
    document.text = QStringLiteral("the cat sat");
    bench.workspace.apply(document, {});
    document.text = QStringLiteral("the black cat sat");
    bench.workspace.apply(document, QStringLiteral("Typing"));
    CHECK(bench.panel.sentence()->textCursor().position() == 9);
    bench.workspace.undoStack().undo();
    CHECK(bench.panel.sentence()->textCursor().position() == 3);
}

TEST_CASE("input: the line with the cursor is the one shown, and that is no undo step", "[window]")
{
    InputBench bench;
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("one"));
    QTest::keyClick(bench.panel.sentence(), Qt::Key_Return);
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("two"));
    CHECK(bench.workspace.document().text == QStringLiteral("one\ntwo"));
    CHECK(bench.workspace.document().line == 1);
    const int steps = bench.workspace.undoStack().count();
    QTest::keyClick(bench.panel.sentence(), Qt::Key_Up);
    CHECK(bench.workspace.document().line == 0);
    CHECK(bench.workspace.undoStack().count() == steps);
}

TEST_CASE("input: typing drops tokens that were chosen by hand", "[window]")
{
    InputBench bench;
    Document document;
    document.text = QStringLiteral("a");
    document.forced = {1, 2};
    bench.workspace.apply(document, {});
    bench.panel.sentence()->moveCursor(QTextCursor::End);
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("b"));
    CHECK(bench.workspace.document().text == QStringLiteral("ab"));
    CHECK(bench.workspace.document().forced.empty());
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().forced == std::vector<TokenId>{1, 2});
}

TEST_CASE("input: the target stays one line, the sentence grows to four", "[window]")
{
    InputBench bench;
    bench.panel.resize(600, 200);
    bench.panel.show();
    QTest::keyClicks(bench.panel.target(), QStringLiteral("a"));
    QTest::keyClick(bench.panel.target(), Qt::Key_Return);
    QTest::keyClicks(bench.panel.target(), QStringLiteral("b"));
    CHECK(bench.workspace.document().target == QStringLiteral("ab"));
    const int one = bench.panel.sentence()->height();
    Document document = bench.workspace.document();
    document.text = QStringLiteral("1\n2\n3\n4\n5\n6");
    bench.workspace.apply(document, {});
    QTest::qWait(1);
    const int four = bench.panel.sentence()->height();
    CHECK(four > 2 * one);
    CHECK(four < 5 * one);
}

TEST_CASE("input: a line of scripts whose letters are higher fits into the field", "[window]")
{
    SentenceEdit edit(4, false);
    edit.resize(600, 30);
    edit.show(QStringLiteral("cat 黑猫 קטה قط 👩‍👩‍👧 ⋯ ﷽"));
    edit.QWidget::show();
    QTest::qWait(20);
    CHECK(edit.verticalScrollBar()->maximum() == 0);
}

TEST_CASE("input: files dropped on a field are for the window", "[window]")
{
    class Probe : public SentenceEdit
    {
    public:
        using SentenceEdit::canInsertFromMimeData;
        using SentenceEdit::SentenceEdit;
    };
    const Probe probe(1, false);
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(QStringLiteral("/tmp"))});
    CHECK_FALSE(probe.canInsertFromMimeData(&files));
    QMimeData text;
    text.setText(QStringLiteral("hello"));
    CHECK(probe.canInsertFromMimeData(&text));
}

TEST_CASE("input: the empty target shows what the model itself said", "[window]")
{
    InputBench bench;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->output = QStringLiteral("le chat 100%1");
    bench.workspace.publish(snapshot);
    bench.panel.resize(900, 200);
    bench.panel.show();
    QCoreApplication::processEvents();
    CHECK(bench.panel.target()->placeholderText().contains(QStringLiteral("le chat 100%1")));
    // A long one stays on its line.
    auto longer = std::make_shared<Snapshot>();
    longer->output = QStringLiteral("un mot ").repeated(200) + QStringLiteral("\net la suite");
    bench.workspace.publish(longer);
    const QPlainTextEdit& target = *bench.panel.target();
    const QString hint = target.placeholderText();
    CHECK(hint.endsWith(QChar(0x2026)));
    CHECK(target.fontMetrics().horizontalAdvance(hint) < target.viewport()->width());
    CHECK(target.fontMetrics().horizontalAdvance(hint) > target.viewport()->width() / 2);
}

TEST_CASE("input: a second sentence is part of the document, with undo steps of its own", "[window]")
{
    InputBench bench;
    CHECK(bench.panel.pair()->isHidden());
    bench.panel.setPairVisible(true);
    CHECK_FALSE(bench.panel.pair()->isHidden());
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("one"));
    QTest::keyClicks(bench.panel.pair(), QStringLiteral("two"));
    CHECK(bench.workspace.document().text == QStringLiteral("one"));
    CHECK(bench.workspace.document().pair == QStringLiteral("two"));
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().pair.isEmpty());
    CHECK(bench.panel.pair()->toPlainText().isEmpty());
    CHECK(bench.workspace.document().text == QStringLiteral("one"));
}
