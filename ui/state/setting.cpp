#include "ui/state/setting.h"

#include <QMetaType>

namespace headlight {

namespace {

template <typename T>
std::optional<T> wholly(T value, bool understood)
{
    return understood ? std::optional<T>(value) : std::nullopt;
}

} // namespace

template <>
std::optional<bool> StoredSetting<bool>::read(const QVariant& stored)
{
    const QString word = stored.toString(); // a bool not yet written to disk also gives one of these words
    const bool yes = word == QLatin1String("true") || word == QLatin1String("1");
    return wholly(yes, yes || word == QLatin1String("false") || word == QLatin1String("0"));
}

template <>
std::optional<QString> StoredSetting<QString>::read(const QVariant& stored)
{
    return wholly(stored.toString(), stored.typeId() == QMetaType::QString);
}

template <>
std::optional<QStringList> StoredSetting<QStringList>::read(const QVariant& stored)
{
    // A list with one entry is stored as plain text.
    return wholly(stored.toStringList(),
                  stored.typeId() == QMetaType::QStringList || stored.typeId() == QMetaType::QString);
}

template <>
std::optional<QByteArray> StoredSetting<QByteArray>::read(const QVariant& stored)
{
    return wholly(stored.toByteArray(),
                  stored.typeId() == QMetaType::QByteArray || stored.typeId() == QMetaType::QString);
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
