#pragma once

#include <QString>

#include <span>

namespace headlight {

/// A language that the program speaks.
struct Language
{
    const char* code; ///< ISO 639-1
    const char* name; ///< in the language itself, UTF-8
};

std::span<const Language> languages();

/// Loads the texts of a language for the whole program, including Qt's own. Empty = the first of the system's
/// languages that the program supports. English needs no file. Returns the code of the language in use.
QString useLanguage(const QString& code);

/// The code of the language in use; "en" before the first call of useLanguage().
QString spokenLanguage();

} // namespace headlight
