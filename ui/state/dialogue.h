#pragma once

#include "ui/state/setting.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace headlight {

struct Document;

/// One turn of a conversation; its text has line feeds where it was broken.
struct Turn
{
    QString role; ///< "system", "user", "assistant", or what else the model's chat template knows
    QString text;
    bool operator==(const Turn&) const = default;
};

inline constexpr std::size_t kMostTurns = 500; ///< each gets fields in the window

/// A conversation that stands in the sentence's place; the model's chat template writes it.
struct Dialogue
{
    std::vector<Turn> turns;
    bool answer = true; ///< the text ends where the assistant's answer begins
    bool operator==(const Dialogue&) const = default;
};

/// Nothing but white space in all its turns.
bool isBlank(const Dialogue& dialogue);

/// Whose turn comes after the last one: user and assistant alternate.
QString nextRole(const Dialogue& dialogue);

/// The document with another conversation, or without one. The last user's text is the document's text too,
/// so that what names a result by its sentence has one, and so that it stays when the conversation goes. What
/// was chosen in the conversation before does not fit the new one and is dropped.
Document withDialogue(const Document& document, const std::optional<Dialogue>& dialogue);

/// The shown line of the text as a user's turn.
Dialogue dialogueOf(const Document& document);

/// "answer" or "end", then the role and the text of each turn: how the settings keep it.
QStringList toTexts(const Dialogue& dialogue);
/// Nothing where the list is none of those, or has too many turns.
std::optional<Dialogue> dialogueFromTexts(const QStringList& texts);

template <>
struct StoredSetting<Dialogue>
{
    static QVariant store(const Dialogue& dialogue) { return toTexts(dialogue); }
    static std::optional<Dialogue> read(const QVariant& stored);
};

} // namespace headlight
