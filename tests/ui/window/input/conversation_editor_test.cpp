#include "core/model/model.h"
#include "tests/support/catch.h"
#include "tests/support/chat_folder.h"
#include "tests/support/contains.h"
#include "tests/support/gguf_chat_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/state/commands.h"
#include "ui/state/dialogue.h"
#include "ui/state/document.h"
#include "ui/state/window_settings.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/input/conversation_editor.h"
#include "ui/window/input/turn_row.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace headlight;
using headlight::test::ChatFolder;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

struct ChatPanel
{
    Workspace workspace;
    const CommandActions commands;
    Opener opener{workspace};
    InputPanel panel{workspace, commands, opener};

    ChatPanel()
    {
        panel.resize(800, 300);
        panel.show();
        QTest::keyClicks(panel.sentence(), QStringLiteral("the cat"));
        panel.writeConversation(true);
    }
    ConversationEditor& editor() const { return panel.conversation(); }
    TurnEdit& field(std::size_t turn) const { return editor().rows().at(turn)->edit(); }
    const Dialogue& dialogue() const { return workspace.document().dialogue.value(); }
    /// "user:the cat|assistant:".
    QString talk() const
    {
        QStringList turns;
        for (const Turn& turn : dialogue().turns)
            turns << turn.role + QLatin1Char(':') + turn.text;
        return turns.join(QLatin1Char('|'));
    }
};

/// A question without an answer.
const Dialogue kShortTalk{{{QStringLiteral("system"), QStringLiteral("Be\nbrief; \"please\", %1.")},
                           {QStringLiteral("user"), QStringLiteral("The black cat")}},
                          true};

const Snapshot& newestOf(const WindowStart& start)
{
    return *start.workspace.snapshot();
}

/// A window with a model that has a chat template; its sentence has become a conversation.
struct TalkingWindow
{
    ChatFolder folder;
    WindowBench bench;
    WindowStart start;

    TalkingWindow()
        : start(withSentence(bench.settings))
    {
        start.window.start(QString::fromStdString(folder.path().string()));
        REQUIRE(
            WindowStart::wait([&] { return newestOf(start).finished && !newestOf(start).trace.isNull(); }));
        const quint64 before = newestOf(start).request;
        start.action("edit.conversation")->trigger();
        REQUIRE(start.waitNewer(before));
    }
    static Settings& withSentence(Settings& settings)
    {
        kLastText.set(settings, QStringLiteral("The black cat"));
        return settings;
    }
};

} // namespace

TEST_CASE("conversation: the sentence becomes a user's turn and comes back from the last one",
          "[window][chat]")
{
    ChatPanel bench;
    CHECK(bench.talk() == QStringLiteral("user:the cat"));
    CHECK(bench.panel.sentence()->isHidden());
    CHECK(bench.editor().isVisible());
    CHECK(bench.workspace.document().text == QStringLiteral("the cat"));
    QTest::keyClicks(&bench.field(0), QStringLiteral(" sat"));
    CHECK(bench.talk() == QStringLiteral("user:the cat sat"));
    bench.panel.writeConversation(false);
    CHECK_FALSE(bench.workspace.document().dialogue);
    CHECK(bench.panel.sentence()->isVisible());
    CHECK(bench.panel.sentence()->text() == QStringLiteral("the cat sat"));
    bench.workspace.undoStack().undo();
    CHECK(bench.talk() == QStringLiteral("user:the cat sat"));
}

TEST_CASE("conversation: Return goes on and adds turns that alternate", "[window][chat]")
{
    ChatPanel bench;
    QTest::keyClick(&bench.field(0), Qt::Key_Return);
    CHECK(bench.talk() == QStringLiteral("user:the cat|assistant:"));
    QTest::keyClicks(&bench.field(1), QStringLiteral("sat"));
    QTest::keyClick(&bench.field(0), Qt::Key_Return); // there is a turn after it
    CHECK(bench.editor().rows().size() == 2);
    QTest::keyClick(&bench.field(1), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(&bench.field(1), QStringLiteral("down"));
    QTest::keyClick(&bench.field(1), Qt::Key_Enter, Qt::KeypadModifier);
    CHECK(bench.talk() == QStringLiteral("user:the cat|assistant:sat\ndown|user:"));
    QApplication::clipboard()->setText(QStringLiteral("a\r\nb\n"));
    bench.field(2).paste();
    CHECK(bench.dialogue().turns[2].text == QStringLiteral("a\nb\n"));
}

TEST_CASE("conversation: undo goes back word by word, and over turns", "[window][chat]")
{
    ChatPanel bench;
    QTest::keyClicks(&bench.field(0), QStringLiteral(" sat"));
    QTest::keyClick(&bench.field(0), Qt::Key_Return);
    QTest::keyClicks(&bench.field(1), QStringLiteral("on"));
    bench.workspace.undoStack().undo();
    CHECK(bench.talk() == QStringLiteral("user:the cat sat|assistant:"));
    CHECK(bench.field(1).turnText().isEmpty());
    bench.workspace.undoStack().undo();
    CHECK(bench.editor().rows().size() == 1);
    bench.workspace.undoStack().undo();
    CHECK(bench.talk() == QStringLiteral("user:the cat"));
    for (int i = 0; i < 3; ++i)
        bench.workspace.undoStack().redo();
    CHECK(bench.talk() == QStringLiteral("user:the cat sat|assistant:on"));
    CHECK(bench.field(1).turnText() == QStringLiteral("on"));
}

TEST_CASE("conversation: turns are moved, removed and get other roles", "[window][chat]")
{
    ChatPanel bench;
    QTest::mouseClick(&bench.editor().addition(), Qt::LeftButton);
    QTest::keyClicks(&bench.field(1), QStringLiteral("sat"));
    QTest::keyClick(&bench.field(1), Qt::Key_Up, Qt::AltModifier);
    CHECK(bench.talk() == QStringLiteral("assistant:sat|user:the cat"));
    QTest::keyClick(&bench.field(0), Qt::Key_Up, Qt::AltModifier); // there is nothing above
    CHECK(bench.talk() == QStringLiteral("assistant:sat|user:the cat"));
    QTest::keyClick(&bench.field(0), Qt::Key_Down, Qt::AltModifier);
    CHECK(bench.talk() == QStringLiteral("user:the cat|assistant:sat"));
    QComboBox& role = bench.editor().rows()[0]->role();
    role.setCurrentIndex(0);
    emit role.activated(0);
    CHECK(bench.dialogue().turns[0].role == QStringLiteral("system"));
    CHECK(bench.workspace.document().text.isEmpty()); // there is no user turn
    role.lineEdit()->setText(QStringLiteral("tool"));
    QTest::keyClick(role.lineEdit(), Qt::Key_Return);
    CHECK(bench.dialogue().turns[0].role == QStringLiteral("tool"));
    QTest::mouseClick(&bench.editor().rows()[0]->removal(), Qt::LeftButton);
    CHECK(bench.talk() == QStringLiteral("assistant:sat"));
    CHECK_FALSE(bench.editor().rows()[0]->removal().isEnabled()); // the last turn stays
    bench.workspace.undoStack().undo();
    CHECK(bench.talk() == QStringLiteral("tool:the cat|assistant:sat"));
}

TEST_CASE("conversation: the answer is opened or not", "[window][chat]")
{
    ChatPanel bench;
    CHECK(bench.editor().answer().isChecked());
    bench.editor().answer().click();
    CHECK_FALSE(bench.dialogue().answer);
    bench.workspace.undoStack().undo();
    CHECK(bench.editor().answer().isChecked());
}

TEST_CASE("conversation: every part has a name for those who cannot see it", "[window][chat]")
{
    ChatPanel bench;
    const TurnRow& row = *bench.editor().rows()[0];
    CHECK(row.edit().accessibleName() == QStringLiteral("Text of turn 1"));
    CHECK(row.role().accessibleName() == QStringLiteral("Role of turn 1"));
    CHECK(row.removal().accessibleName() == QStringLiteral("Remove turn 1"));
}

TEST_CASE("conversation: the window writes one by the model's template, and greys it without one",
          "[window][chat]")
{
    const ChatFolder folder;
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("The black cat"));
    WindowStart start(bench.settings);
    start.window.start(QString::fromStdString(folder.path().string()));
    REQUIRE(WindowStart::wait([&] { return newestOf(start).finished && !newestOf(start).trace.isNull(); }));
    QAction& action = *start.action("edit.conversation");
    CHECK(action.isEnabled());
    CHECK_FALSE(action.isChecked());
    const quint64 before = newestOf(start).request;
    action.trigger();
    REQUIRE(start.waitNewer(before));
    CHECK(action.isChecked());
    CHECK_FALSE(start.action("edit.typeIds")->isEnabled());
    CHECK(newestOf(start).written == QStringLiteral("[user] The black cat\n[assistant]"));
    CHECK(newestOf(start).trace.tokens(StackKind::kDecoder).front().fromTemplate);
    // With a model without a template, a conversation can only be left.
    start.window.openModel(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.workspace.notice().has_value(); }));
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("no chat template")));
    CHECK(action.isEnabled());
    action.trigger();
    CHECK_FALSE(start.workspace.document().dialogue);
    CHECK_FALSE(action.isEnabled());
    CHECK(action.toolTip().contains(QStringLiteral("no chat template")));
}

TEST_CASE("conversation: many turns scroll, and leave a small window's views their room", "[window][chat]")
{
    WindowBench bench;
    WindowStart start(bench, {1024, 700});
    Dialogue dialogue;
    dialogue.turns.assign(30, Turn{QStringLiteral("user"), QStringLiteral("a\nb\nc\nd\ne")});
    start.workspace.apply(withDialogue(start.workspace.document(), dialogue), {});
    start.settle(100);
    ConversationEditor& editor = start.window.input().conversation();
    CHECK(editor.isVisible());
    CHECK(editor.height() <= 700 / 6 + 8);
    CHECK(start.window.width() <= 1024);
    start.window.resize(1440, 900);
    start.settle(100);
    CHECK(editor.height() <= 900 / 6 + 8);
    editor.goToLast();
    CHECK(editor.rows().back()->edit().hasFocus());
    // A new turn is scrolled to.
    QTest::mouseClick(&editor.addition(), Qt::LeftButton);
    start.settle(50);
    REQUIRE(editor.rows().size() == 31);
    CHECK(WindowStart::wait([&] { return !editor.rows().back()->edit().visibleRegion().isEmpty(); }));
    QTest::keyClick(&editor.answer(), Qt::Key_S, Qt::AltModifier); // the label's mnemonic
    CHECK(editor.rows().back()->edit().hasFocus());
    // When the conversation goes, the cursor stays in the text.
    start.workspace.undoStack().undo();
    start.workspace.apply(withDialogue(start.workspace.document(), std::nullopt), {});
    CHECK(start.window.input().sentence()->hasFocus());
    start.workspace.apply(withDialogue(start.workspace.document(), dialogue), {});
    CHECK(editor.rows().back()->edit().hasFocus());
}

TEST_CASE("conversation: a GGUF file's own template writes it", "[window][chat][gguf]")
{
    const test::TemporaryFolder folder;
    const std::string file
        = folder
              .write("talker.gguf",
                     test::ggufWithTemplate(
                         "{% for m in messages %}{{ m.role }}: {{ m.content }}<|end|>{% endfor %}"
                         "{% if add_generation_prompt %}assistant:{% endif %}"))
              .string();
    const std::string silent = folder.write("silent.gguf", test::ggufWithTemplate({})).string();
    WindowBench bench;
    kLastText.set(bench.settings, QStringLiteral("The black cat"));
    WindowStart start(bench.settings);
    start.window.start(QString::fromStdString(file));
    REQUIRE(WindowStart::wait([&] { return newestOf(start).finished && !newestOf(start).trace.isNull(); }));
    QAction& action = *start.action("edit.conversation");
    REQUIRE(action.isEnabled());
    const quint64 before = newestOf(start).request;
    action.trigger();
    REQUIRE(start.waitNewer(before));
    CHECK(newestOf(start).written == QStringLiteral("user: The black cat<|end|>assistant:"));
    const auto& tokens = newestOf(start).trace.tokens(StackKind::kDecoder);
    REQUIRE(tokens.size() >= 30); // one byte each, except the special one
    // "user: ", and everything after "cat" up to the model's output.
    for (std::size_t i = 0; i < tokens.size(); ++i)
        CHECK(tokens[i].fromTemplate == (i < 6 || (i >= 19 && i < 30)));
    CHECK(tokens[19].text == "<|end|>");
    CHECK(tokens[19].special);

    start.window.openModel(QString::fromStdString(silent));
    REQUIRE(WindowStart::wait([&] { return start.workspace.notice().has_value(); }));
    CHECK(start.workspace.notice()->text.contains(QStringLiteral("no chat template")));
    const std::string faulty
        = folder.write("faulty.gguf", test::ggufWithTemplate("a\n{{ 1 | nothing }}")).string();
    start.workspace.setNotice(std::nullopt);
    start.window.openModel(QString::fromStdString(faulty));
    REQUIRE(WindowStart::wait([&] {
        return start.workspace.notice() && start.workspace.notice()->text.contains(QStringLiteral("nothing"));
    }));
    CHECK_THAT(start.workspace.notice()->text.toStdString(), test::containing("tokenizer.chat_template"));
    CHECK_THAT(start.workspace.notice()->text.toStdString(), test::containing("line 2"));
}

TEST_CASE("conversation: the heatmap's words say which tokens are the template's", "[window][chat]")
{
    TalkingWindow talking;
    WindowStart& start = talking.start;
    const auto& tokens = newestOf(start).trace.tokens(StackKind::kDecoder);
    const auto own = static_cast<int>(
        std::find_if(tokens.begin(), tokens.end(), [](const TokenLabel& each) { return !each.fromTemplate; })
        - tokens.begin());
    REQUIRE(own > 0);
    const auto& heatmap = *start.window.findChild<HeatmapView*>();
    const QString mark = QStringLiteral("from the chat template");
    // The key comes from the template, the query does not.
    start.focus.setPin({own, 0});
    REQUIRE(WindowStart::wait(
        [&] { return heatmap.statusText().contains(QStringLiteral("(0, %1)").arg(mark)); }));
    CHECK(heatmap.statusText().count(mark) == 1);
    CHECK(heatmap.statusText().contains(QStringLiteral("(%1) → ").arg(own)));
    // Both were typed by a person.
    start.focus.setPin({own, own});
    REQUIRE(WindowStart::wait([&] { return !heatmap.statusText().contains(mark); }));
    CHECK(heatmap.statusText().contains(QStringLiteral("(%1)").arg(own)));
    // A focus stays in place when the answer's opening, which comes after it, disappears.
    const quint64 answered = newestOf(start).request;
    start.window.input().conversation().answer().click();
    REQUIRE(start.waitNewer(answered));
    CHECK(start.focus.pin() == Cell{own, own});
    CHECK_FALSE(heatmap.statusText().contains(mark));
}

TEST_CASE("conversation: a trace file shows which tokens the template wrote", "[window][chat]")
{
    TalkingWindow talking;
    WindowStart& start = talking.start;
    const std::vector<TokenLabel> expected = start.workspace.shownTrace().tokens(StackKind::kDecoder);
    const QString file = talking.bench.file("talk.safetensors");
    start.window.exports().write(file);
    REQUIRE(WindowStart::wait([&] { return start.workspace.notice().has_value(); }));
    REQUIRE_FALSE(start.workspace.notice()->error);

    WindowStart other(talking.bench.settings);
    other.window.start(file);
    REQUIRE(WindowStart::wait(
        [&] { return other.workspace.model() == nullptr && !other.workspace.shownTrace().isNull(); }));
    const auto& tokens = other.workspace.shownTrace().tokens(StackKind::kDecoder);
    REQUIRE(tokens.size() == expected.size());
    for (std::size_t i = 0; i < tokens.size(); ++i)
        CHECK(tokens[i].fromTemplate == expected[i].fromTemplate);
    const auto& heatmap = *other.window.findChild<HeatmapView*>();
    other.focus.setPin({0, 0});
    CHECK(WindowStart::wait(
        [&] { return heatmap.statusText().contains(QStringLiteral("(0, from the chat template)")); }));
}

TEST_CASE("conversation: the next start has it, as it has the sentence", "[window][chat]")
{
    const ChatFolder folder;
    const QString model = QString::fromStdString(folder.path().string());
    WindowBench bench;
    {
        WindowStart start(bench.settings);
        start.window.start(model);
        REQUIRE(WindowStart::wait([&] { return start.workspace.model() != nullptr; }));
        start.workspace.apply(withDialogue(start.workspace.document(), kShortTalk), {});
        start.window.close();
    }
    {
        WindowStart again(bench.settings);
        again.window.start({});
        CHECK(again.workspace.document().dialogue == kShortTalk); // before the model is open
        REQUIRE(
            WindowStart::wait([&] { return newestOf(again).finished && !newestOf(again).trace.isNull(); }));
        CHECK(again.workspace.document().dialogue == kShortTalk);
        CHECK(again.window.input().conversation().rows().size() == 2);
        CHECK(newestOf(again).written.startsWith(QStringLiteral("[system] Be\nbrief")));
        CHECK_FALSE(again.workspace.undoStack().canUndo());
        // Another model has its own line, and this one's conversation returns with it.
        again.window.openModel(bench.model);
        REQUIRE(WindowStart::wait([&] { return again.workspace.model()->chat() == nullptr; }));
        again.workspace.apply(withDialogue(again.workspace.document(), std::nullopt), {});
        again.window.openModel(model);
        REQUIRE(WindowStart::wait([&] { return again.workspace.document().dialogue.has_value(); }));
        CHECK(again.workspace.document().dialogue == kShortTalk);
        again.window.close();
    }
    {
        // A model without a template starts with only the last user turn.
        WindowStart plain(bench.settings);
        plain.window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-fr"));
        REQUIRE(
            WindowStart::wait([&] { return newestOf(plain).finished && !newestOf(plain).trace.isNull(); }));
        CHECK_FALSE(plain.workspace.document().dialogue);
        CHECK(plain.workspace.document().text == QStringLiteral("The black cat"));
        CHECK_FALSE(plain.workspace.notice());
    }
}
