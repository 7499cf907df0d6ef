#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <QVariant>

namespace headlight {

/// Property of the application.
inline constexpr const char* kSpokenLanguage = "spokenLanguage";
/// The code of the language in use; "en" before the first call of useLanguage().
[[nodiscard]] inline QString spokenLanguage()
{
    const QString spoken = QCoreApplication::instance()->property(kSpokenLanguage).toString();
    return spoken.isEmpty() ? QStringLiteral("en") : spoken;
}

/// `text` in the window's language, for functions outside classes: Qt's tables list their texts under the
/// name of the namespace. `count` selects the plural form; negative = none.
[[nodiscard]] inline QString tr(const char* text, int count = -1)
{
    return QCoreApplication::translate("headlight", text, nullptr, count);
}

/// Names that stand between commas, in the window's language and in English.
[[nodiscard]] inline QStringList namesIn(const char* context, const char* names)
{
    QStringList both;
    for (const QString& list : {QCoreApplication::translate(context, names), QString::fromUtf8(names)})
        both << list.split(QStringLiteral(", "), Qt::SkipEmptyParts);
    both.removeDuplicates();
    return both;
}

} // namespace headlight
