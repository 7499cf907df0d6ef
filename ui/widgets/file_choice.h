#pragma once

#include <QComboBox>
#include <QString>

namespace headlight {

/// Sentences of a file, or what the first entry says. The last entry asks for a file.
class FileChoice : public QComboBox
{
    Q_OBJECT
public:
    /// `otherwise`: the entry without a file. `name`: for screen readers.
    FileChoice(const QString& name, const QString& otherwise);
    /// Empty = the first entry.
    QString file() const { return currentData().toString(); }
    void setFile(const QString& file);
    /// Whether the file's name is that of pairs: FILE.jsonl.
    bool holdsPairs() const { return file().endsWith(QLatin1String(".jsonl")); }

signals:
    void changed();

private:
    void ask();
};

} // namespace headlight
