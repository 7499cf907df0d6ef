#include "ui/state/settings.h"

namespace headlight {

namespace {
constexpr int kRecentCount = 9;
const auto kGeometry = QStringLiteral("window/geometry");
const auto kLayout = QStringLiteral("window/layout");
const auto kLastModel = QStringLiteral("last/model");
const auto kLastText = QStringLiteral("last/text");
const auto kLastTarget = QStringLiteral("last/target");
const auto kRecent = QStringLiteral("recent/models");
const auto kColourMap = QStringLiteral("view/colourMap");
const auto kTheme = QStringLiteral("view/theme");
const auto kPace = QStringLiteral("decoding/pace");
constexpr int kFirstPace = 4; ///< two steps a second
const auto kTourSeen = QStringLiteral("help/tourSeen");
} // namespace

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headlight"),
              QStringLiteral("headlight"))
{ }

Settings::Settings(const QString& iniFile)
    : m_store(iniFile, QSettings::IniFormat)
{ }

QByteArray Settings::windowGeometry() const
{
    return m_store.value(kGeometry).toByteArray();
}

void Settings::setWindowGeometry(const QByteArray& geometry)
{
    m_store.setValue(kGeometry, geometry);
}

QByteArray Settings::windowLayout() const
{
    return m_store.value(kLayout).toByteArray();
}

void Settings::setWindowLayout(const QByteArray& layout)
{
    m_store.setValue(kLayout, layout);
}

QString Settings::lastModel() const
{
    return m_store.value(kLastModel).toString();
}

void Settings::setLastModel(const QString& folder)
{
    m_store.setValue(kLastModel, folder);
}

QString Settings::lastText() const
{
    return m_store.value(kLastText, QStringLiteral("The black cat sleeps on the chair.")).toString();
}

void Settings::setLastText(const QString& text)
{
    m_store.setValue(kLastText, text);
}

QString Settings::lastTarget() const
{
    return m_store.value(kLastTarget).toString();
}

void Settings::setLastTarget(const QString& text)
{
    m_store.setValue(kLastTarget, text);
}

QStringList Settings::recentModels() const
{
    return m_store.value(kRecent).toStringList();
}

void Settings::addRecentModel(const QString& folder)
{
    QStringList recent = recentModels();
    recent.removeAll(folder);
    recent.prepend(folder);
    while (recent.size() > kRecentCount)
        recent.removeLast();
    m_store.setValue(kRecent, recent);
}

QString Settings::colourMap() const
{
    return m_store.value(kColourMap, QStringLiteral("viridis")).toString();
}

void Settings::setColourMap(const QString& name)
{
    m_store.setValue(kColourMap, name);
}

QString Settings::theme() const
{
    return m_store.value(kTheme, QStringLiteral("system")).toString();
}

void Settings::setTheme(const QString& theme)
{
    m_store.setValue(kTheme, theme);
}

int Settings::decodingPace() const
{
    return m_store.value(kPace, kFirstPace).toInt();
}

void Settings::setDecodingPace(int tick)
{
    m_store.setValue(kPace, tick);
}

bool Settings::tourSeen() const
{
    return m_store.value(kTourSeen, false).toBool();
}

void Settings::setTourSeen(bool seen)
{
    m_store.setValue(kTourSeen, seen);
}

} // namespace headlight
