#include "ui/state/settings.h"

#include <QVariant>

#include <algorithm>

namespace headlight {

namespace {

QString key(const char* name)
{
    return QStringLiteral("decoding/") + QLatin1String(name);
}

template <typename T>
std::optional<T> optionalFrom(const QSettings& store, const char* name, double least, double most)
{
    bool ok = false;
    const double value = store.value(key(name)).toDouble(&ok);
    if (!ok || !(value >= least && value <= most))
        return std::nullopt;
    return static_cast<T>(value);
}

template <typename T>
void writeOptional(QSettings& store, const char* name, const std::optional<T>& value)
{
    if (value)
        store.setValue(key(name), *value);
    else
        store.remove(key(name));
}

} // namespace

// A file that was changed by hand must not make the program fail: numbers outside their range are as absent.
DecodeOptions Settings::decoding() const
{
    DecodeOptions options;
    const auto number = [this](const char* name, double least, double most, double absent) {
        return optionalFrom<double>(m_store, name, least, most).value_or(absent);
    };
    const auto whole = [&](const char* name, int least, int most, int absent) {
        return static_cast<int>(number(name, least, most, absent));
    };
    options.strategy = static_cast<Strategy>(whole("strategy", 0, 2, 0));
    options.beams = whole("beams", 1, 64, options.beams);
    options.beamGroups = whole("beamGroups", 1, options.beams, 1);
    if (options.beams % options.beamGroups != 0)
        options.beamGroups = 1;
    options.diversityPenalty = number("diversityPenalty", 0, 100, 0);
    options.lengthPenalty = number("lengthPenalty", -10, 10, 1);
    options.earlyStopping = static_cast<EarlyStopping>(whole("earlyStopping", 0, 2, 0));
    options.nBest = whole("nBest", 0, options.beams, 0);
    options.temperature = optionalFrom<double>(m_store, "temperature", 0.01, 100);
    options.topK = optionalFrom<int>(m_store, "topK", 1, 1 << 30);
    options.topP = optionalFrom<double>(m_store, "topP", 0, 1);
    options.minP = optionalFrom<double>(m_store, "minP", 0, 1);
    options.typicalP = optionalFrom<double>(m_store, "typicalP", 1e-6, 1);
    options.repetitionPenalty = number("repetitionPenalty", 0.01, 100, 1);
    bool ok = false;
    const qulonglong seed = m_store.value(key("seed")).toULongLong(&ok);
    options.seed = ok ? seed : 0;
    return options;
}

void Settings::setDecoding(const DecodeOptions& options)
{
    m_store.setValue(key("strategy"), static_cast<int>(options.strategy));
    m_store.setValue(key("beams"), options.beams);
    m_store.setValue(key("beamGroups"), options.beamGroups);
    m_store.setValue(key("diversityPenalty"), options.diversityPenalty);
    m_store.setValue(key("lengthPenalty"), options.lengthPenalty);
    m_store.setValue(key("earlyStopping"), static_cast<int>(options.earlyStopping));
    m_store.setValue(key("nBest"), options.nBest);
    writeOptional(m_store, "temperature", options.temperature);
    writeOptional(m_store, "topK", options.topK);
    writeOptional(m_store, "topP", options.topP);
    writeOptional(m_store, "minP", options.minP);
    writeOptional(m_store, "typicalP", options.typicalP);
    m_store.setValue(key("repetitionPenalty"), options.repetitionPenalty);
    m_store.setValue(key("seed"), static_cast<qulonglong>(options.seed));
}

} // namespace headlight
