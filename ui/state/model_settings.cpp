#include "ui/state/model_settings.h"

namespace headlight {

namespace {

// One entry per model: "half:/where/it/is".
const Setting<QStringList> kLargeAnswers{"models/largeAnswers", {}};

// An adapter and its base, alternating.
const Setting<QStringList> kAdapterBases{"models/adapterBases", {}};
constexpr qsizetype kMostAdapterBases = 200; ///< entries; the oldest are dropped

QString folderIn(const QString& answer)
{
    return answer.mid(answer.indexOf(QLatin1Char(':')) + 1);
}

} // namespace

std::optional<HeldPrecision> largeModelAnswer(const Settings& settings, const QString& folder)
{
    for (const QString& answer : kLargeAnswers.of(settings))
        if (folderIn(answer) == folder)
            return StoredSetting<HeldPrecision>::read(answer.section(QLatin1Char(':'), 0, 0));
    return std::nullopt;
}

void setLargeModelAnswer(Settings& settings, const QString& folder, HeldPrecision precision)
{
    QStringList answers = kLargeAnswers.of(settings);
    answers.removeIf([&folder](const QString& answer) { return folderIn(answer) == folder; });
    answers << StoredSetting<HeldPrecision>::store(precision).toString() + QLatin1Char(':') + folder;
    kLargeAnswers.set(settings, answers);
}

QString adapterBaseOf(const Settings& settings, const QString& adapter)
{
    const QStringList pairs = kAdapterBases.of(settings);
    for (qsizetype i = 0; i + 1 < pairs.size(); i += 2)
        if (pairs[i] == adapter)
            return pairs[i + 1];
    return {};
}

void setAdapterBase(Settings& settings, const QString& adapter, const QString& base)
{
    const QStringList before = kAdapterBases.of(settings);
    QStringList pairs{adapter, base};
    for (qsizetype i = 0; i + 1 < before.size() && pairs.size() < kMostAdapterBases; i += 2)
        if (before[i] != adapter)
            pairs << before[i] << before[i + 1];
    kAdapterBases.set(settings, pairs);
}

bool hasLargeModelAnswers(const Settings& settings)
{
    return !kLargeAnswers.of(settings).isEmpty();
}

void forgetLargeModelAnswers(Settings& settings)
{
    kLargeAnswers.set(settings, {});
}

} // namespace headlight
