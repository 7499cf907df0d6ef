#include "ui/state/scene.h"

namespace headlight {

QString shortName(QString name, int most)
{
    name.replace(QLatin1Char('\n'), QLatin1Char(' '));
    if (name.size() <= most)
        return name;
    name.truncate(most - 1);
    if (name.back().isHighSurrogate())
        name.chop(1); // half a character
    return name + QChar(0x2026);
}

} // namespace headlight
