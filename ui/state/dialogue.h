#pragma once

#include "ui/state/setting.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <vector>

namespace headlight {

struct Document;

/// One turn of a conversation; line feeds in its text are line breaks.
struct Turn
{
    QString role; ///< "system", "user", "assistant", or any other role that the model's chat template knows
    QString text;
    bool operator==(const Turn&) const = default;
};

inline constexpr std::size_t kMostTurns = 500; ///< each gets fields in the window

/// A conversation used instead of the sentence; the model's chat template turns it into text.
struct Dialogue
{
    std::vector<Turn> turns;
    bool answer = true; ///< end the text where the assistant's answer begins
    bool operator==(const Dialogue&) const = default;
};

/// Whether all turns are only white space.
bool isBlank(const Dialogue& dialogue);

/// Role of the next turn: user and assistant alternate.
QString nextRole(const Dialogue& dialogue);

/// The document with another conversation, or without one. The last user turn also becomes the document's
/// text, so that whatever names a result by its sentence has one, and so that it remains when the
/// conversation goes. Choices made in the previous conversation do not fit the new one and are dropped.
Document withDialogue(const Document& document, const std::optional<Dialogue>& dialogue);

/// The shown line of the text as a user turn.
Dialogue dialogueOf(const Document& document);

/// The form used in the settings: "answer" or "end", then the role and the text of each turn.
QStringList toTexts(const Dialogue& dialogue);
/// Nothing if the list is not in that form or has too many turns.
std::optional<Dialogue> dialogueFromTexts(const QStringList& texts);

template <>
struct StoredSetting<Dialogue>
{
    static QVariant store(const Dialogue& dialogue) { return toTexts(dialogue); }
    static std::optional<Dialogue> read(const QVariant& stored);
};

} // namespace headlight
