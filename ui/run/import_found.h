#pragma once

#include <QMetaType>
#include <QString>
#include <QStringList>

namespace headlight {

/// What was understood of another program's attention, before it is shown.
struct ImportFound
{
    QString file;
    QStringList attention; ///< "decoder.self: 12 layers × 12 heads × 34 queries × 34 keys (weights)"
    int sentences = 1;
    QStringList tokens; ///< the first ones of the first sentence
    qsizetype allTokens = 0; ///< of the first sentence
    QStringList warnings;
};

} // namespace headlight

Q_DECLARE_METATYPE(headlight::ImportFound)
