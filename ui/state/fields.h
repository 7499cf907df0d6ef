#pragma once

#include "core/base/error.h"
#include "core/session/stored_types.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

// How the window's types are written in a session file.

template <>
struct StoredAs<QString>
{
    using As = std::string;
    static As stored(const QString& text) { return text.toStdString(); }
    static std::optional<Error> restore(const As& from, QString& text);
};

template <>
struct StoredAs<QStringList>
{
    using As = std::vector<QString>;
    static As stored(const QStringList& list) { return {list.begin(), list.end()}; }
    static std::optional<Error> restore(const As& from, QStringList& list);
};

/// As Base64.
template <>
struct StoredAs<QByteArray>
{
    using As = std::string;
    static As stored(const QByteArray& bytes) { return bytes.toBase64().toStdString(); }
    static std::optional<Error> restore(const As& from, QByteArray& bytes);
};

} // namespace headlight
