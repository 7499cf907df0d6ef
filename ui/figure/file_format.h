#pragma once

#include <QCoreApplication>
#include <QFileInfo>
#include <QString>

namespace headlight {

/// A file format for export.
struct FileFormat
{
    const char* suffix; ///< file name suffix, in lower case, without the dot
    const char* name; ///< name in dialogs: a text of the context "FileFormat"

    QString suffixText() const { return QString::fromLatin1(suffix); }
    QString nameText() const { return QCoreApplication::translate("FileFormat", name); }
    /// "PNG image (*.png)", the form that file dialogs take.
    QString filter() const { return QStringLiteral("%1 (*.%2)").arg(nameText(), suffixText()); }
};

/// The format in `formats` that matches a path's suffix; nullptr if none does.
auto formatOf(const auto& formats, const QString& path) -> decltype(&*formats.begin())
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    for (const auto& each : formats)
        if (suffix == each.file.suffixText())
            return &each;
    return nullptr;
}

/// The suffixes, each preceded by `before`, in a sentence: ".png, .svg or .pdf".
QString suffixesOf(const auto& formats, const QString& before = QStringLiteral("."))
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
