#pragma once

#include <QString>

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

} // namespace headlight
