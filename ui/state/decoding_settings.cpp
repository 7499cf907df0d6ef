#include "ui/state/decoding_settings.h"

#include "core/options/decode_options.h"
#include "ui/state/settings.h"
#include "ui/state/workspace.h"

namespace headlight {

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
