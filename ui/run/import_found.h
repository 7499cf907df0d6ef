#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace headlight {

/// What was read from another program's attention file, before it is shown.
struct ImportFound
{
    QString file;
    QStringList attention; ///< "decoder.self: 12 layers × 12 heads × 34 queries × 34 keys (weights)"
    int sentences = 1;
    QStringList tokens; ///< first tokens of the first sentence
    qsizetype allTokens = 0; ///< number of tokens in the first sentence
    QStringList warnings;
};

} // namespace headlight

Q_DECLARE_METATYPE(headlight::ImportFound)
