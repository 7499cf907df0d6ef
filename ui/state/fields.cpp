#include "ui/state/fields.h"

namespace headlight {

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
        return badFile({}, {}, "found \"" + from.substr(0, 60) + "\", expected Base64");
    bytes = *decoded;
    return std::nullopt;
}

} // namespace headlight
