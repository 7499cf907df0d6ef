#include "ui/state/map_settings.h"

#include <QJsonDocument>

namespace headlight {

template <>
QVariant StoredSetting<MapOptions>::store(const MapOptions& value)
{
    return QJsonDocument(toJson(value)).toJson(QJsonDocument::Compact);
}

template <>
std::optional<MapOptions> StoredSetting<MapOptions>::read(const QVariant& stored)
{
    return mapOptionsFromJson(QJsonDocument::fromJson(stored.toByteArray()).object());
}

} // namespace headlight
