#include "tests/support/bert_folder.h"
#include "tests/support/catch.h"
#include "tests/support/language_folder.h"
#include "tests/support/paths.h"
#include "tests/support/qt_warnings.h"
#include "tests/support/settle.h"
#include "tests/support/synthetic_beams.h"
#include "tests/support/tiny_model.h"
#include "ui/run/opener.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/bars/output_row.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QClipboard>
#include <QFocusEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

using namespace headlight;

namespace {

struct InputBench
{
    Workspace workspace;
    const CommandActions commands;
    Opener opener{workspace};
    InputPanel panel{workspace, commands, opener};

    void addLine() { commands[CommandId::kAddLine].trigger(); }
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
    bench.addLine();
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("two"));
    CHECK(bench.workspace.document().text == QStringLiteral("one\ntwo"));
    CHECK(bench.workspace.document().line == 1);
    const int steps = bench.workspace.undoStack().count();
    QTest::keyClick(bench.panel.sentence(), Qt::Key_Up);
    CHECK(bench.workspace.document().line == 0);
    CHECK(bench.workspace.undoStack().count() == steps);
}

TEST_CASE("input: Return in the only line adds none, and says what does", "[window]")
{
    InputBench bench;
    SentenceEdit* const sentence = bench.panel.sentence();
    QTest::keyClicks(sentence, QStringLiteral("the cat"));
    CHECK_FALSE(bench.workspace.notice().has_value());
    QTest::keyClick(sentence, Qt::Key_Return);
    CHECK(bench.workspace.document().text == QStringLiteral("the cat"));
    REQUIRE(bench.workspace.notice().has_value());
    CHECK(bench.workspace.notice()->passing);
    CHECK(bench.workspace.notice()->advice.contains(QStringLiteral("Ctrl+Enter")));
    // What waits for an answer stays.
    bench.workspace.setNotice(Notice{QStringLiteral("This would take long."), {}, false});
    QTest::keyClick(sentence, Qt::Key_Enter, Qt::KeypadModifier);
    CHECK(bench.workspace.notice()->text == QStringLiteral("This would take long."));
    // In a batch, Return goes on with the next line.
    sentence->moveCursor(QTextCursor::Start);
    bench.addLine();
    CHECK(sentence->currentLine() == 1); // behind the line, wherever the cursor was
    QTest::keyClicks(sentence, QStringLiteral("a dog"));
    QTest::keyClick(sentence, Qt::Key_Return);
    QTest::keyClicks(sentence, QStringLiteral("two mice"));
    CHECK(bench.workspace.document().text == QStringLiteral("the cat\na dog\ntwo mice"));
}

TEST_CASE("input: no empty line is left behind", "[window]")
{
    InputBench bench;
    SentenceEdit* const sentence = bench.panel.sentence();
    QTest::keyClicks(sentence, QStringLiteral("the cat"));
    bench.addLine();
    QTest::keyClick(sentence, Qt::Key_Return);
    REQUIRE(bench.workspace.document().text == QStringLiteral("the cat\n\n"));
    QFocusEvent away(QEvent::FocusOut, Qt::ActiveWindowFocusReason);
    QApplication::sendEvent(sentence, &away);
    CHECK(bench.workspace.document().text == QStringLiteral("the cat\n\n")); // the user comes back
    QFocusEvent next(QEvent::FocusOut, Qt::TabFocusReason);
    QApplication::sendEvent(sentence, &next);
    CHECK(bench.workspace.document().text == QStringLiteral("the cat"));
    CHECK(sentence->toPlainText() == QStringLiteral("the cat"));
}

TEST_CASE("input: Shift+Return breaks a line inside one sentence", "[window]")
{
    InputBench bench;
    SentenceEdit* const field = bench.panel.sentence();
    QTest::keyClicks(field, QStringLiteral("one"));
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(field, QStringLiteral("more"));
    bench.addLine();
    QTest::keyClicks(field, QStringLiteral("two"));
    const Document& document = bench.workspace.document();
    CHECK(document.text == QStringLiteral("one\u2028more\ntwo"));
    CHECK(document.line == 1);
    CHECK(field->currentLine() == 1);
    // The field shows what the document contains, also after undo.
    bench.workspace.undoStack().undo();
    bench.workspace.undoStack().redo();
    CHECK(field->text() == document.text);
    QTest::keyClick(field, Qt::Key_Home, Qt::ControlModifier);
    QTest::keyClick(field, Qt::Key_Down); // inside the same sentence
    CHECK(bench.workspace.document().line == 0);
    QTest::keyClick(field, Qt::Key_Down);
    CHECK(bench.workspace.document().line == 1);
    CHECK(asRead(QStringLiteral("one\u2028more")) == QStringLiteral("one\nmore"));
}

TEST_CASE("input: the output stands below the sentence, and its pencil opens the target", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    auto snapshot = std::make_shared<Snapshot>(*headlight::testing::beamSnapshot());
    snapshot->beams = nullptr;
    snapshot->output = QStringLiteral("le chat");
    bench.workspace.publish(snapshot);
    bench.panel.resize(900, 200);
    bench.panel.show();
    CHECK(bench.panel.output() == QStringLiteral("le chat"));
    CHECK(bench.panel.target()->isHidden());
    QCoreApplication::processEvents();
    const auto* const output = bench.panel.findChild<ElidedLabel*>(QStringLiteral("shownOutput"));
    const auto buttons = bench.panel.findChildren<QToolButton*>();
    const auto pencil = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* each) {
        return each->text() == QStringLiteral("✎");
    });
    REQUIRE(pencil != buttons.end());
    const int end = output->x() + output->fontMetrics().horizontalAdvance(bench.panel.output());
    CHECK((*pencil)->x() >= end);
    CHECK((*pencil)->x() <= end + 8);
    CHECK(std::abs((*pencil)->geometry().center().y() - output->geometry().center().y()) <= 1);
    bench.panel.editTarget();
    CHECK_FALSE(bench.panel.target()->isHidden());
    CHECK_FALSE(bench.panel.outputWidget() != bench.panel.target());
    QTest::keyClicks(bench.panel.target(), QStringLiteral("x"));
    QFocusEvent leaves(QEvent::FocusOut, Qt::TabFocusReason);
    QCoreApplication::sendEvent(bench.panel.target(), &leaves);
    CHECK_FALSE(bench.panel.target()->isHidden()); // it has a text
    bench.workspace.undoStack().undo();
    CHECK(bench.panel.target()->isHidden());
    CHECK(bench.workspace.document().target.isEmpty());
}

TEST_CASE("input: strategy, limit and end stand beside the output", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    OutputRow& row = bench.panel.outputRow();
    CHECK(row.facts().isEmpty());
    auto snapshot = std::make_shared<Snapshot>(*headlight::testing::beamSnapshot());
    snapshot->beams = nullptr;
    snapshot->finished = true;
    snapshot->most = 64;
    snapshot->stop = StopReason::kEnd;
    bench.workspace.publish(snapshot);
    CHECK(row.facts().startsWith(QStringLiteral("greedy · max 64 · ends with ")));
    auto cut = std::make_shared<Snapshot>(*snapshot);
    cut->stop = StopReason::kLength;
    cut->most = 3;
    bench.workspace.publish(cut);
    CHECK(row.facts() == QStringLiteral("greedy · max 3 · stopped at the limit"));
    CHECK(row.factsButton().text() == row.facts());
    // The limit can be chosen there.
    emit row.factsButton().menu()->aboutToShow();
    CHECK(row.mostTokens().value() == 64);
    row.mostTokens().setValue(0);
    CHECK(bench.workspace.document().decoding.maxNewTokens == 0);
    CHECK(row.chips() == QStringList{QStringLiteral("Prompt only")});
    bench.workspace.undoStack().undo();
    CHECK(row.chips().isEmpty());
}

TEST_CASE("input: every setting that is not the default is a chip, and a click resets it", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.publish(headlight::testing::beamSnapshot());
    OutputRow& row = bench.panel.outputRow();
    CHECK(row.chips().isEmpty());
    bench.panel.show();
    Document next = bench.workspace.document();
    next.text = QStringLiteral("a");
    next.decoding.strategy = Strategy::kBeam;
    next.decoding.repetitionPenalty = 1.25;
    next.interventions.masks.padding = false;
    next.interventions.list
        = {HeadOff{}, PositionEdit{StackKind::kEncoder, PositionTable::kNone}, HeadScale{}};
    std::get<HeadScale>(next.interventions.list.back()).enabled = false; // disabled: has no effect
    bench.workspace.apply(next, {});
    const QStringList all{QStringLiteral("Beams × 4"), QStringLiteral("Repetition penalty 1.25"),
                          QStringLiteral("Padding mask off"),
                          QCoreApplication::translate("headlight", "%n edit(s)", nullptr, 1),
                          QStringLiteral("Positions off")};
    CHECK(row.chips() == all);
    // It stays for other sentences.
    QTest::keyClicks(bench.panel.sentence(), QStringLiteral("b"));
    CHECK(row.chips() == all);
    for (int left = static_cast<int>(all.size()); left > 0; --left) {
        QTest::mouseClick(row.chip(0), Qt::LeftButton);
        QCoreApplication::processEvents();
        CHECK(row.chips().size() == left - 1);
    }
    const Document& now = bench.workspace.document();
    CHECK(now.decoding == DecodeOptions{});
    CHECK(now.interventions.empty());
    CHECK(now.interventions.list.size() == 3); // disabled, not removed
    bench.workspace.undoStack().undo();
    CHECK(row.chips() == QStringList{QStringLiteral("Positions off")});
}

TEST_CASE("input: what the model cannot know is a quiet note with sentences that it can", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    Document document;
    document.text = QStringLiteral("Cat");
    bench.workspace.apply(document, {});
    QToolButton& note = bench.panel.outputRow().noteButton();
    CHECK(note.isHidden());
    auto snapshot = std::make_shared<Snapshot>(*headlight::testing::beamSnapshot());
    snapshot->note.fragment = true;
    snapshot->note.examples = {QStringLiteral("The cat sleeps.")};
    bench.workspace.publish(snapshot);
    CHECK_FALSE(note.isHidden());
    CHECK(note.text().contains(QStringLiteral("whole sentences")));
    REQUIRE(note.menu() != nullptr);
    emit note.menu()->aboutToShow();
    note.menu()->actions().back()->trigger();
    CHECK(bench.workspace.document().text == QStringLiteral("The cat sleeps."));
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().text == QStringLiteral("Cat"));
    auto unknown = std::make_shared<Snapshot>(*snapshot);
    unknown->note = {{QStringLiteral("猫")}, {}, false, {}};
    bench.workspace.publish(unknown);
    CHECK(note.text().contains(QStringLiteral("“猫”")));
    CHECK(note.menu() == nullptr);
    bench.workspace.publish(headlight::testing::beamSnapshot());
    CHECK(note.isHidden());
}

TEST_CASE("input: the note may change and go while its menu is open", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    QToolButton& note = bench.panel.outputRow().noteButton();
    auto snapshot = std::make_shared<Snapshot>(*headlight::testing::beamSnapshot());
    snapshot->note = {{}, {}, true, {QStringLiteral("The cat sleeps.")}};
    bench.workspace.publish(snapshot);
    bench.panel.show();
    const auto other = std::make_shared<Snapshot>(*snapshot);
    other->note.examples = {QStringLiteral("The dog runs."), QStringLiteral("It rains.")};
    const auto without = std::make_shared<Snapshot>(*snapshot);
    without->note = {{QStringLiteral("猫")}, {}, false, {}};
    const test::QtWarnings warnings;
    for (const auto& next : {other, without}) {
        bool wasOpen = false;
        QTimer::singleShot(0, &note, [&] {
            QWidget* const menu = QApplication::activePopupWidget();
            wasOpen = menu != nullptr;
            bench.workspace.publish(next);
            if (menu != nullptr)
                menu->close();
        });
        note.showMenu();
        CHECK(wasOpen);
    }
    CHECK(note.menu() == nullptr);
    CHECK(test::QtWarnings::texts() == QStringList());
}

TEST_CASE("input: a beam that was not chosen is said beside the output", "[window]")
{
    InputBench bench;
    bench.workspace.setModel(test::tinyModel());
    bench.workspace.publish(headlight::testing::beamSnapshot());
    OutputRow& row = bench.panel.outputRow();
    bench.panel.show();
    bench.workspace.setBeamNode(4); // on the chosen beam's path
    CHECK(row.chips().isEmpty());
    bench.workspace.setBeamNode(9);
    CHECK(row.chips() == QStringList{QStringLiteral("A beam that was not chosen")});
    CHECK(bench.panel.output() == QStringLiteral("t10 t21 t1"));
    QTest::mouseClick(row.chip(0), Qt::LeftButton);
    QCoreApplication::processEvents();
    CHECK(bench.workspace.beamNode() == -1);
    CHECK(row.chips().isEmpty());
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
    headlight::test::settle();
    CHECK(edit.verticalScrollBar()->maximum() == 0);
}

TEST_CASE("input: a long text is laid out once, beside its scroll bar", "[window][long]")
{
    SentenceEdit edit(4, false);
    edit.resize(400, 60);
    edit.setVisible(true);
    QCoreApplication::processEvents();
    int widths = 0; // at which its lines were broken
    QObject::connect(edit.document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged,
                     &edit, [&widths] { ++widths; });
    edit.insertPlainText(QStringLiteral("the cat ").repeated(2000));
    QCoreApplication::processEvents();
    CHECK(edit.verticalScrollBar()->isVisible());
    CHECK(widths == 1);
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
    bench.panel.editTarget();
    QCoreApplication::processEvents();
    CHECK(bench.panel.target()->placeholderText().contains(QStringLiteral("le chat 100%1")));
    // A long one stays on one line.
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
    const test::BertFolder bert;
    bench.workspace.setModel(loadModel(bert.path(), {}, {}).value());
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

TEST_CASE("input: the target language is a choice beside the output, for models that have several",
          "[window]")
{
    const test::LanguageFolder folder;
    InputBench bench;
    bench.panel.show();
    auto* const button = bench.panel.findChild<QToolButton*>(QStringLiteral("targetLanguage"));
    REQUIRE(button != nullptr);
    bench.workspace.setModel(
        loadModel(std::filesystem::path(test::kTestData) / "models/bart", {}, {}).value());
    CHECK(button->isHidden());
    bench.workspace.setModel(loadModel(folder.path(), {}, {}).value());
    CHECK_FALSE(button->isHidden());
    emit button->menu()->aboutToShow();
    QList<QAction*> actions = button->menu()->actions();
    REQUIRE(actions.size() == test::LanguageFolder::kLanguages + 2); // the default and a separator
    CHECK(actions.front()->isChecked());
    actions.back()->trigger();
    CHECK(bench.workspace.document().decoding.targetLanguage == "__de__");
    CHECK(button->text().contains(QStringLiteral("de")));
    bench.workspace.undoStack().undo();
    CHECK(bench.workspace.document().decoding.targetLanguage.empty());
}

TEST_CASE("input: several pasted lines are one text or a batch, as the user says", "[window][long]")
{
    InputBench bench;
    SentenceEdit* const field = bench.panel.sentence();
    const auto paste = [&](const QString& text, const QString& answer) {
        field->clear();
        int asked = 0;
        QTimer::singleShot(0, field, [&] {
            auto* const question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (question == nullptr)
                return;
            ++asked;
            for (QAbstractButton* button : question->buttons())
                if (!answer.isEmpty() && button->text().remove(QLatin1Char('&')).startsWith(answer)) {
                    button->click();
                    return;
                }
            question->reject();
        });
        QApplication::clipboard()->setText(text);
        field->paste();
        QApplication::processEvents();
        return asked;
    };
    const QString two = QStringLiteral("one\ntwo\n");
    CHECK(paste(two, QStringLiteral("One text")) == 1);
    CHECK(bench.workspace.document().text == QStringLiteral("one\u2028two"));
    CHECK(paste(two, QStringLiteral("Batch of 2")) == 1);
    CHECK(bench.workspace.document().text == QStringLiteral("one\ntwo"));
    CHECK(paste(two, QStringLiteral("Cancel")) == 1);
    CHECK(bench.workspace.document().text.isEmpty());
    CHECK(paste(QStringLiteral("a single line\r\n"), {}) == 0);
    CHECK(bench.workspace.document().text == QStringLiteral("a single line"));
}
