#include "ui/state/option_settings.h"

#include "core/options/decode_options.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"

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

namespace {

QString keyOf(const OptionEntry& entry)
{
    return QStringLiteral("decoding/") + QLatin1String(entry.name);
}

} // namespace

DecodeOptions keptDecoding(const Settings& settings)
{
    DecodeOptions options;
    for (const OptionEntry& entry : formEntries(options)) {
        const QString text = settings.value(keyOf(entry)).toString();
        const auto* const choice = std::get_if<Choice>(&entry.value);
        bool isPlace = false;
        const auto place = static_cast<std::size_t>(text.toUInt(&isPlace)); // in older settings
        if (choice != nullptr && isPlace && place < choice->words.size())
            choice->choose(place);
        else
            (void)entry.take(text.toStdString());
    }
    if (options.beams % options.beamGroups != 0)
        options.beamGroups = 1;
    if (options.nBest > options.beams)
        options.nBest = 0;
    return options;
}

void keepDecoding(Settings& settings, DecodeOptions options)
{
    for (const OptionEntry& entry : formEntries(options)) {
        const std::string text = entry.text();
        settings.setValue(keyOf(entry), text.empty() ? QVariant() : QString::fromStdString(text));
    }
}

void restoreDecoding(Workspace& workspace, const Settings& settings)
{
    Document document = workspace.document();
    if (document.decoding != DecodeOptions{})
        return;
    document.decoding = keptDecoding(settings);
    workspace.apply(document, {});
}

} // namespace headlight
