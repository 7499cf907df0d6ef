#include "ui/run/input_note_of.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr int kFewWords = 2; ///< a line with no more words is a fragment
constexpr qsizetype kMostWordLength = 24;

/// The text of the line that a token covers; empty for tokens added to the line.
QString typedText(const QList<uint>& line, const TokenLabel& token)
{
    if (token.rangeEnd <= token.rangeBegin || token.rangeEnd > line.size())
        return {};
    const QList<uint> part = line.mid(token.rangeBegin, token.rangeEnd - token.rangeBegin);
    return QString::fromUcs4(reinterpret_cast<const char32_t*>(part.constData()), part.size());
}

void addOnce(QStringList& list, const QString& text)
{
    const QString shown = text.trimmed();
    if (!shown.isEmpty() && !list.contains(shown))
        list << (shown.size() > kMostWordLength ? shown.left(kMostWordLength) + QChar(0x2026) : shown);
}

int wordCount(const QString& line)
{
    const QStringList parts = line.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return static_cast<int>(std::ranges::count_if(parts, [](const QString& part) {
        return std::ranges::any_of(part, [](QChar c) { return c.isLetterOrNumber(); });
    }));
}

} // namespace

InputNote inputNoteOf(const QString& line, const std::vector<TokenLabel>& tokens,
                      const std::optional<TrainingInput>& training)
{
    InputNote note;
    const QList<uint> points = line.toUcs4();
    for (const TokenLabel& token : tokens) {
        if (token.padding || token.fromTemplate || token.segment != 0)
            continue;
        const QString typed = typedText(points, token);
        // A special token that covers text other than its own name is the unknown token.
        const bool unknown = token.special && !typed.isEmpty()
            && !QString::fromStdString(token.text).startsWith(typed.trimmed());
        if (unknown)
            addOnce(note.unknown, typed);
        else if (training && !token.special && !training->hasRead(static_cast<TokenId>(token.id)))
            addOnce(note.unseen, typed);
    }
    const int words = wordCount(line);
    note.fragment = training && training->wholeSentences && words > 0 && words <= kFewWords;
    if (training && !note.empty())
        for (const std::string& example : training->examples)
            note.examples << QString::fromStdString(example);
    return note;
}

} // namespace headlight
