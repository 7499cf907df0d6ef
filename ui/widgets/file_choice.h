#pragma once

#include <QComboBox>
#include <QString>
#include <QStringList>

namespace headlight {

/// Sentences of a file, or what one of the first entries says. The last entry asks for a file.
class FileChoice : public QComboBox
{
    Q_OBJECT
public:
    enum class Takes : unsigned char { kSentences, kSentencesOrPairs };

    /// `otherwise`: the entries without a file. `name`: for screen readers. `takes`: what the dialog offers.
    FileChoice(const QString& name, const QStringList& otherwise, Takes takes);
    /// Empty = an entry without a file.
    QString file() const { return currentData().toString(); }
    void setFile(const QString& file);
    /// Whether the file's name is that of pairs: FILE.jsonl.
    bool holdsPairs() const { return file().endsWith(QLatin1String(".jsonl")); }

signals:
    void changed();

private:
    void ask();

    const int m_place; ///< of the file
    const Takes m_takes;
};

} // namespace headlight
