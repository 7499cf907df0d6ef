#include "tests/support/catch.h"
#include "ui/state/dialogue.h"
#include "ui/state/document.h"
#include "ui/state/session.h"
#include "ui/state/window_settings.h"

#include <QTemporaryDir>

#include <string>

using namespace headlight;

namespace {

const QString kBroken = QStringLiteral("one\u2028two");

Document documentWithLines()
{
    Document document;
    document.text = QStringLiteral("zero\n") + kBroken;
    document.line = 1;
    document.forced = {3};
    document.branches.list.resize(1);
    document.otherLines.resize(1);
    return document;
}

Result<ReadSession> sessionOf(const std::string& text)
{
    const auto tree = SessionTree::parse(text, "s.headlight");
    if (!tree)
        return tree.error();
    return sessionFromTree(*tree, "s.headlight");
}

} // namespace

TEST_CASE("dialogue: the shown line becomes a user's turn, and the last user's turn the sentence",
          "[dialogue]")
{
    const Document before = documentWithLines();
    Dialogue dialogue = dialogueOf(before);
    REQUIRE(dialogue.turns.size() == 1);
    CHECK(dialogue.turns[0] == Turn{QStringLiteral("user"), QStringLiteral("one\ntwo")});
    CHECK(dialogue.answer);
    Document chat = withDialogue(before, dialogue);
    CHECK(chat.text == kBroken); // one line
    CHECK(chat.line == 0);
    // Choices made by hand and the other lines belong to a different input.
    CHECK(chat.forced.empty());
    CHECK(chat.branches.list.empty());
    CHECK(chat.otherLines.empty());
    dialogue.turns.push_back({QStringLiteral("assistant"), QStringLiteral("three")});
    dialogue.turns.push_back({QStringLiteral("user"), QStringLiteral("four")});
    dialogue.turns.push_back({QStringLiteral("assistant"), {}});
    chat = withDialogue(chat, dialogue);
    CHECK(chat.text == QStringLiteral("four"));
    const Document after = withDialogue(chat, std::nullopt);
    CHECK_FALSE(after.dialogue);
    CHECK(after.text == QStringLiteral("four"));
}

TEST_CASE("dialogue: what stays the same keeps what was chosen in it", "[dialogue]")
{
    Document chat = withDialogue(documentWithLines(), dialogueOf(documentWithLines()));
    chat.forced = {5};
    CHECK(withDialogue(chat, chat.dialogue).forced == chat.forced);
    Dialogue closed = *chat.dialogue;
    closed.answer = false;
    CHECK(withDialogue(chat, closed).forced.empty());
}

TEST_CASE("dialogue: user and assistant alternate; blank is blank in all turns", "[dialogue]")
{
    Dialogue dialogue;
    CHECK(isBlank(dialogue));
    CHECK(nextRole(dialogue) == QStringLiteral("user"));
    dialogue.turns = {{QStringLiteral("system"), QStringLiteral(" \n")}};
    CHECK(isBlank(dialogue));
    CHECK(nextRole(dialogue) == QStringLiteral("user"));
    dialogue.turns.push_back({QStringLiteral("user"), QStringLiteral("x")});
    CHECK_FALSE(isBlank(dialogue));
    CHECK(nextRole(dialogue) == QStringLiteral("assistant"));
    CHECK(withDialogue({}, Dialogue{}).text.isEmpty());
}

TEST_CASE("session: conversations are kept; files without one have none; too long ones are refused",
          "[session]")
{
    Session session;
    session.document = withDialogue(
        session.document,
        Dialogue{{{QStringLiteral("system"), QStringLiteral("a\nb")}, {QStringLiteral("user"), kBroken}},
                 false});
    const auto read = sessionOf(toText(session));
    REQUIRE(read);
    CHECK(read->session.document == session.document);
    CHECK(read->warnings.isEmpty());
    CHECK_FALSE(sessionOf(toText(Session{}))->session.document.dialogue);
    session.document.dialogue->turns.resize(501);
    const auto refused = sessionOf(toText(session));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().describe().find("conversation.turns: found 501, expected at most 500")
          != std::string::npos);
}

TEST_CASE("dialogue: the settings keep it; lists that are none are nothing", "[dialogue]")
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("talk.ini"));
    Dialogue dialogue{{{QStringLiteral("user"), kBroken + QStringLiteral(", \"a\\\n;\u0001 漢字")},
                       {QStringLiteral("assistant"), {}}},
                      false};
    {
        Settings settings(file);
        CHECK_FALSE(kLastDialogue.of(settings));
        kLastDialogue.set(settings, dialogue);
    }
    {
        Settings settings(file);
        CHECK(kLastDialogue.of(settings) == dialogue);
        kLastDialogue.set(settings, std::nullopt);
    }
    CHECK_FALSE(kLastDialogue.of(Settings(file)));
    for (const bool answer : {true, false}) {
        dialogue.answer = answer;
        CHECK(dialogueFromTexts(toTexts(dialogue)) == dialogue);
    }
    for (const QStringList& damaged :
         {QStringList(),
          {QStringLiteral("answer")},
          {QStringLiteral("answer"), QStringLiteral("user")},
          {QStringLiteral("perhaps"), QStringLiteral("user"), QStringLiteral("x")}})
        CHECK_FALSE(dialogueFromTexts(damaged));
    dialogue.turns.resize(kMostTurns);
    CHECK(dialogueFromTexts(toTexts(dialogue)));
    dialogue.turns.resize(kMostTurns + 1);
    CHECK_FALSE(dialogueFromTexts(toTexts(dialogue)));
}
