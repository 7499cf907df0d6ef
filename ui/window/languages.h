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

/// Loads the texts of a language (empty: the system's first one that there is) for the whole program,
/// Qt's own texts too. English needs no file. Returns the code of what is spoken now.
QString useLanguage(const QString& code);

/// The code of what useLanguage() chose; "en" before it was called.
QString spokenLanguage();

} // namespace headlight
