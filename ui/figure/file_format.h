#pragma once

#include <QFileInfo>
#include <QString>
#include <QStringList>

namespace headlight {

/// A kind of file that something is exported as.
struct FileFormat
{
    const char* suffix; ///< end of the file's name, in lower case, without the dot
    const char* name; ///< what dialogs call it: a text of the context "FileFormat"

    QString suffixText() const { return QString::fromLatin1(suffix); }
    QString nameText() const;
    /// "PNG picture (*.png)", as file dialogs take it.
    QString filter() const;
};

/// The format of `formats` that a path's end names; nullptr if it names none.
template <typename Formats>
auto formatOf(const Formats& formats, const QString& path) -> decltype(&*formats.begin())
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const auto& each : formats)
        if (suffix == each.file.suffixText())
            return &each;
    return nullptr;
}

/// The ends of names, each after `before`, in a sentence: ".png, .svg or .pdf".
template <typename Formats>
QString suffixesOf(const Formats& formats, const QString& before = QStringLiteral("."))
{
    QString text;
    for (auto each = formats.begin(); each != formats.end(); ++each) {
        if (each != formats.begin())
            text += each + 1 == formats.end() ? QStringLiteral(" or ") : QStringLiteral(", ");
        text += before + each->file.suffixText();
    }
    return text;
}

} // namespace headlight
