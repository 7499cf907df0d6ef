#include "ui/window/rooms/room_settings.h"

namespace headlight {

namespace {

constexpr QChar kBetween = u'\n';
constexpr QChar kBetweenViews = u',';
constexpr int kParts = 7; ///< texts per RoomLayout; older versions did not have the last

} // namespace

template <>
QVariant StoredSetting<std::vector<RoomLayout>>::store(const std::vector<RoomLayout>& value)
{
    QStringList rooms;
    for (const RoomLayout& room : value) {
        QStringList sizes;
        for (const int size : room.sizes)
            sizes << QString::number(size);
        rooms << QStringList{room.id,
                             room.title,
                             room.home,
                             room.centre,
                             room.open.join(kBetweenViews),
                             QString::fromLatin1(room.docks.toBase64()),
                             sizes.join(kBetweenViews)}
                     .join(kBetween);
    }
    return rooms;
}

template <>
std::optional<std::vector<RoomLayout>> StoredSetting<std::vector<RoomLayout>>::read(const QVariant& stored)
{
    const auto rooms = StoredSetting<QStringList>::read(stored);
    if (!rooms)
        return std::nullopt;
    std::vector<RoomLayout> layouts;
    for (const QString& room : *rooms) {
        const QStringList parts = room.split(kBetween);
        if (parts.size() != kParts && parts.size() != kParts - 1)
            return std::nullopt;
        std::vector<int> sizes;
        for (const QString& size : parts.value(kParts - 1).split(kBetweenViews, Qt::SkipEmptyParts))
            sizes.push_back(size.toInt());
        layouts.push_back({parts[0], parts[1], parts[2], parts[3],
                           parts[4].split(kBetweenViews, Qt::SkipEmptyParts),
                           QByteArray::fromBase64(parts[5].toLatin1()), sizes});
    }
    return layouts;
}

} // namespace headlight
