#include "ui/state/fields.h"

namespace headlight {

namespace {

Error unexpected(const std::string& found, const std::string& expected)
{
    return badFile({}, {}, "found \"" + found + "\", expected " + expected);
}

} // namespace

std::optional<Error> StoredAs<QString>::restore(const As& from, QString& text)
{
    text = QString::fromStdString(from);
    return std::nullopt;
}

std::optional<Error> StoredAs<QStringList>::restore(const As& from, QStringList& list)
{
    list = QStringList(from.begin(), from.end());
    return std::nullopt;
}

std::optional<Error> StoredAs<QByteArray>::restore(const As& from, QByteArray& bytes)
{
    const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(from),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return unexpected(from.substr(0, 60), "Base64");
    bytes = *decoded;
    return std::nullopt;
}

std::optional<Error> StoredAs<HeadRef>::restore(const As& from, HeadRef& head)
{
    if (const auto pattern = parseHeadPattern(from)) {
        const HeadRef one{pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first};
        // A pattern over several heads is not a single head.
        if (patternOf(one) == *pattern) {
            head = one;
            return std::nullopt;
        }
    }
    return unexpected(from, "a head such as \"decoder.1.cross.2\"");
}

std::optional<Error> StoredAs<Interventions>::restore(const As& from, Interventions& edits)
{
    ASSIGN_OR_RETURN(auto read, interventionsFromJson(from.text, {}));
    edits = std::move(read);
    return std::nullopt;
}

} // namespace headlight
