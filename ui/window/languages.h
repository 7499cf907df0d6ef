#pragma once

#include <QString>

#include <span>

class QCoreApplication;

namespace headlight {

/// A language that the program speaks.
struct Language
{
    const char* code; ///< ISO 639-1
    const char* name; ///< in the language itself, UTF-8
};

std::span<const Language> languages();

/// Loads the texts of a language for the whole program, Qt's own texts included. Empty: the first of the
/// system's languages that the program speaks. English needs no file. Returns the code of the language in
/// use.
QString useLanguage(const QString& code);

/// The code of what useLanguage() chose; "en" before it was called.
QString spokenLanguage();

} // namespace headlight
