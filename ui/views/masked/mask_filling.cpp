#include "ui/views/masked/mask_filling.h"

#include <algorithm>

namespace headlight {

namespace {

/// Where the n-th code point of a text begins, in UTF-16 units; −1 beyond its end.
qsizetype unitOf(const QString& text, int codePoint)
{
    qsizetype at = 0;
    for (int i = 0; i < codePoint; ++i) {
        if (at >= text.size())
            return -1;
        const bool wide = text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
        at += wide ? 2 : 1;
    }
    return at;
}

struct Place
{
    QString text;
    qsizetype begin = -1;
    qsizetype end = -1;
    bool valid() const { return begin >= 0 && end > begin && end <= text.size(); }
};

Place placeOf(const Document& document, int line, const MaskedToken& mask)
{
    const QStringList lines = (mask.inPair ? document.pair : document.text).split(QLatin1Char('\n'));
    Place place;
    place.text = lines.value(line);
    place.begin = unitOf(place.text, mask.begin);
    place.end = unitOf(place.text, mask.end);
    return place;
}

} // namespace

std::optional<Document> fillMask(const Document& document, int line, const MaskedToken& mask,
                                 const MaskedToken::Choice& choice)
{
    Place place = placeOf(document, line, mask);
    if (!place.valid())
        return std::nullopt;
    // In some vocabularies the mask includes the space before it. The code below decides whether the word
    // needs one.
    const bool tookSpace = place.text[place.begin].isSpace();
    while (place.begin < place.end && place.text[place.begin].isSpace())
        ++place.begin;
    using Joint = MaskedToken::Joint;
    qsizetype begin = place.begin;
    while (begin > 0 && choice.joint == Joint::kJoined && place.text[begin - 1].isSpace())
        --begin;
    const bool needsSpace = begin > 0 && !place.text[begin - 1].isSpace()
        && (choice.joint == Joint::kSpaceBefore || (tookSpace && choice.joint == Joint::kAsIs));
    const QString word = (needsSpace ? QStringLiteral(" ") : QString()) + choice.word;
    Document next = document;
    QString& whole = mask.inPair ? next.pair : next.text;
    QStringList lines = whole.split(QLatin1Char('\n'));
    lines[line].replace(begin, place.end - begin, word);
    whole = lines.join(QLatin1Char('\n'));
    next.forced.clear();
    return next;
}

QString surroundings(const Document& document, int line, const MaskedToken& mask, int length)
{
    const Place place = placeOf(document, line, mask);
    if (!place.valid())
        return {};
    const qsizetype size = place.text.size();
    const qsizetype shown = std::min<qsizetype>(size, length);
    const qsizetype middle = (place.begin + place.end) / 2;
    const qsizetype from = std::clamp<qsizetype>(middle - shown / 2, 0, size - shown);
    return (from > 0 ? QStringLiteral("…") : QString()) + place.text.mid(from, shown)
        + (from + shown < size ? QStringLiteral("…") : QString());
}

} // namespace headlight
