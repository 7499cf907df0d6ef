#include "ui/state/setting.h"

namespace headlight {

template <>
std::optional<bool> StoredSetting<bool>::read(const QVariant& stored)
{
    const QString word = stored.toString(); // a bool not yet written to disk also gives one of these words
    const bool yes = word == QLatin1String("true") || word == QLatin1String("1");
    const bool no = word == QLatin1String("false") || word == QLatin1String("0");
    return yes || no ? std::optional(yes) : std::nullopt;
}

void putFirst(Settings& settings, const Setting<QStringList>& recent, const QString& entry)
{
    constexpr int kRecentCount = 9;
    QStringList entries = recent.of(settings);
    entries.removeAll(entry);
    entries.prepend(entry);
    recent.set(settings, entries.mid(0, kRecentCount));
}

} // namespace headlight
