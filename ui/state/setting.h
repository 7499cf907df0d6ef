#pragma once

#include "ui/state/settings.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

namespace headlight {

/// How a type stands in a settings file. A type of one's own has a specialization beside it.
template <typename T>
struct StoredSetting
{
    static QVariant store(const T& value) { return QVariant::fromValue(value); }
    /// Nothing where no T is stored. Files that were changed by hand hold anything.
    static std::optional<T> read(const QVariant& stored);
};

template <>
std::optional<bool> StoredSetting<bool>::read(const QVariant& stored);
template <>
std::optional<int> StoredSetting<int>::read(const QVariant& stored);
template <>
std::optional<double> StoredSetting<double>::read(const QVariant& stored);
template <>
std::optional<qulonglong> StoredSetting<qulonglong>::read(const QVariant& stored);
template <>
std::optional<QString> StoredSetting<QString>::read(const QVariant& stored);
template <>
std::optional<QStringList> StoredSetting<QStringList>::read(const QVariant& stored);
template <>
std::optional<QByteArray> StoredSetting<QByteArray>::read(const QVariant& stored);

/// An empty one has no key.
template <typename T>
struct StoredSetting<std::optional<T>>
{
    static QVariant store(const std::optional<T>& value)
    {
        return value ? StoredSetting<T>::store(*value) : QVariant();
    }
    static std::optional<std::optional<T>> read(const QVariant& stored)
    {
        return StoredSetting<T>::read(stored);
    }
};

/// A value that lasts from one start to the next: its key, its default, and which values it can have.
template <typename T>
class Setting
{
public:
    using Check = std::function<bool(const T&)>;

    /// Without a `check` every value of the type is good.
    Setting(const char* key, T usual, Check check = {})
        : m_key(QString::fromLatin1(key))
        , m_usual(std::move(usual))
        , m_check(std::move(check))
    { }

    /// The default where nothing is stored, or something that cannot be.
    T of(const Settings& settings) const
    {
        const std::optional<T> value = StoredSetting<T>::read(settings.value(m_key));
        return value && (!m_check || m_check(*value)) ? *value : m_usual;
    }
    void set(Settings& settings, const T& value) const
    {
        settings.setValue(m_key, StoredSetting<T>::store(value));
    }

private:
    QString m_key;
    T m_usual;
    Check m_check;
};

/// Checks that a number lies within bounds.
template <typename T>
auto between(T least, T most)
{
    return [least, most](const auto& value) { return value >= least && value <= most; };
}

/// Checks that a word is one of these.
inline auto oneOf(std::initializer_list<const char*> words)
{
    return [words = std::vector<const char*>(words)](const QString& value) {
        return std::any_of(words.begin(), words.end(),
                           [&value](const char* word) { return value == QLatin1String(word); });
    };
}

/// Puts an entry first in a list of what was used lately: each once, nine at most.
void putFirst(Settings& settings, const Setting<QStringList>& recent, const QString& entry);

} // namespace headlight
