#pragma once

#include "ui/state/translation.h"

#include <QList>
#include <QString>

namespace headlight {

/// A language that the program speaks.
struct Language
{
    QString code; ///< ISO 639, with a country where there are several: "zh_CN"
    QString name; ///< in the language itself
};

/// English, French, and those whose texts are in languageFolder().
QList<Language> languages();
/// Where users put the texts of further languages, as resources/translations/update makes them.
QString languageFolder();

/// Loads the texts of a language for the whole program, including Qt's own. Empty = the first of the system's
/// languages that the program supports. What a further language leaves out is in English. Returns the code of
/// the language in use.
QString useLanguage(const QString& code);

} // namespace headlight
