#include "ui/state/map_settings.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace headlight {

template <>
QVariant StoredSetting<MapOptions>::store(const MapOptions& value)
{
    QJsonObject object;
    MapOptions options = value;
    for (const OptionEntry& entry : entriesOf(options))
        object[QLatin1String(entry.name)] = QString::fromStdString(entry.text());
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

template <>
std::optional<MapOptions> StoredSetting<MapOptions>::read(const QVariant& stored)
{
    const QJsonObject object = QJsonDocument::fromJson(stored.toByteArray()).object();
    MapOptions options;
    for (const OptionEntry& entry : entriesOf(options))
        for (const std::string& name :
             {std::string(entry.spelling.former), separated(entry.name, '_'), std::string(entry.name)})
            (void)entry.take(object[QString::fromStdString(name)].toVariant().toString().toStdString());
    return options;
}

} // namespace headlight
