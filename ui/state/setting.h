#pragma once

#include "core/base/enum_words.h"
#include "ui/state/settings.h"

#include <QByteArray>
#include <QMetaType>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace headlight {

/// How a type is stored in a settings file. The program's own types have a specialization next to them.
template <typename T>
struct StoredSetting
{
    static QVariant store(const T& value) { return QVariant::fromValue(value); }
    /// Nothing if no valid T is stored: a file edited by hand can contain anything. It has texts in place of
    /// bytes, and of a list with one entry.
    static std::optional<T> read(const QVariant& stored)
    {
        QVariant value = stored;
        const bool fits = std::is_arithmetic_v<T> || stored.metaType() == QMetaType::fromType<T>()
            || stored.typeId() == QMetaType::QString;
        return fits && value.convert(QMetaType::fromType<T>()) ? std::optional(value.value<T>())
                                                               : std::nullopt;
    }
};

/// An enumeration is stored as its word.
template <typename T>
requires std::is_enum_v<T>
struct StoredSetting<T>
{
    static QVariant store(const T& value) { return QString::fromUtf8(wordOf(value)); }
    static std::optional<T> read(const QVariant& stored)
    {
        return fromWord<T>(stored.toString().toStdString());
    }
};

template <>
std::optional<bool> StoredSetting<bool>::read(const QVariant& stored);

/// An empty optional is stored as no key at all.
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

/// A value that is kept between starts: its key, its default, and its valid values.
template <typename T>
class Setting
{
public:
    using Check = std::function<bool(const T&)>;

    /// Without a `check`, every value of the type is valid.
    Setting(const char* key, T usual, Check check = {})
        : m_key(QString::fromLatin1(key))
        , m_usual(std::move(usual))
        , m_check(std::move(check))
    { }

    const T& usual() const { return m_usual; }
    /// The default if nothing valid is stored.
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

/// Checks that a word is one of the given ones.
inline auto oneOf(std::initializer_list<const char*> words)
{
    return [words = std::vector<const char*>(words)](const QString& value) {
        return std::any_of(words.begin(), words.end(),
                           [&value](const char* word) { return value == QLatin1String(word); });
    };
}

/// Moves an entry to the front of a list of recent items: each occurs once, nine at most.
void putFirst(Settings& settings, const Setting<QStringList>& recent, const QString& entry);

} // namespace headlight
