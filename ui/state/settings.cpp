#include "ui/state/settings.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QStandardPaths>

#include <algorithm>

namespace headlight {

namespace {
constexpr int kRecentCount = 9;
const auto kGeometry = QStringLiteral("window/geometry");
const auto kLayout = QStringLiteral("window/layout");
const auto kLastModel = QStringLiteral("last/model");
const auto kLastText = QStringLiteral("last/text");
const auto kLastTarget = QStringLiteral("last/target");
const auto kLastPair = QStringLiteral("last/pair");
const auto kModelFolders = QStringLiteral("models/folders");
const auto kHubCache = QStringLiteral("models/hubCache");
const auto kPrecision = QStringLiteral("models/precision");
const auto kLargeAnswers = QStringLiteral("models/largeAnswers");
const auto kRecent = QStringLiteral("recent/models");
const auto kRecentSessions = QStringLiteral("recent/sessions");
const auto kColourMap = QStringLiteral("view/colourMap");
const auto kMapOptions = QStringLiteral("view/mapOptions");
const auto kZoomLinked = QStringLiteral("view/zoomLinked");
const auto kHeadsMeasure = QStringLiteral("heads/measure");
const auto kHeadsTable = QStringLiteral("heads/table");
const auto kHeadsColumn = QStringLiteral("heads/sortColumn");
const auto kHeadsDescending = QStringLiteral("heads/descending");
const auto kStreamQuantity = QStringLiteral("stream/quantity");
const auto kStreamTarget = QStringLiteral("stream/target");
const auto kTheme = QStringLiteral("view/theme");
const auto kLinesShare = QStringLiteral("lines/share");
const auto kPace = QStringLiteral("decoding/pace");
constexpr int kFirstPace = 4; ///< two steps a second
const auto kTextSize = QStringLiteral("view/textSize");
const auto kDisplayScale = QStringLiteral("view/displayScale");
const auto kLanguage = QStringLiteral("view/language");
constexpr int kPlainSize = 100;
constexpr int kLargestSize = 200;
const auto kTourSeen = QStringLiteral("help/tourSeen");

QString precisionName(HeldPrecision precision)
{
    return precision == HeldPrecision::kFull ? QStringLiteral("full")
        : precision == HeldPrecision::kHalf  ? QStringLiteral("half")
                                             : QStringLiteral("auto");
}

HeldPrecision precisionNamed(QStringView name)
{
    return name == QLatin1String("full") ? HeldPrecision::kFull
        : name == QLatin1String("half")  ? HeldPrecision::kHalf
                                         : HeldPrecision::kWhatFits;
}
} // namespace

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headlight"),
              QStringLiteral("headlight"))
    , m_dataFolder(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                   + QStringLiteral("/headlight"))
{ }

Settings::Settings(const QString& iniFile)
    : m_store(iniFile, QSettings::IniFormat)
    , m_dataFolder(QFileInfo(iniFile).absolutePath() + QStringLiteral("/data"))
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

QString Settings::lastPair() const
{
    return m_store.value(kLastPair).toString();
}

void Settings::setLastPair(const QString& text)
{
    m_store.setValue(kLastPair, text);
}

QStringList Settings::modelFolders() const
{
    return m_store.value(kModelFolders).toStringList();
}

void Settings::setModelFolders(const QStringList& folders)
{
    m_store.setValue(kModelFolders, folders);
}

bool Settings::hubCacheUsed() const
{
    return m_store.value(kHubCache, true).toBool();
}

void Settings::setHubCacheUsed(bool used)
{
    m_store.setValue(kHubCache, used);
}

HeldPrecision Settings::precision() const
{
    return precisionNamed(m_store.value(kPrecision).toString());
}

void Settings::setPrecision(HeldPrecision precision)
{
    m_store.setValue(kPrecision, precisionName(precision));
}

// One entry per model: "half:/where/it/is".
std::optional<HeldPrecision> Settings::largeModelAnswer(const QString& folder) const
{
    for (const QString& entry : m_store.value(kLargeAnswers).toStringList()) {
        const auto colon = entry.indexOf(QLatin1Char(':'));
        if (entry.mid(colon + 1) == folder)
            return precisionNamed(QStringView(entry).left(colon));
    }
    return std::nullopt;
}

void Settings::setLargeModelAnswer(const QString& folder, HeldPrecision precision)
{
    QStringList entries = m_store.value(kLargeAnswers).toStringList();
    entries.removeIf(
        [&](const QString& entry) { return entry.mid(entry.indexOf(QLatin1Char(':')) + 1) == folder; });
    entries << precisionName(precision) + QLatin1Char(':') + folder;
    m_store.setValue(kLargeAnswers, entries);
}

bool Settings::hasLargeModelAnswers() const
{
    return m_store.contains(kLargeAnswers);
}

void Settings::forgetLargeModelAnswers()
{
    m_store.remove(kLargeAnswers);
}

QStringList Settings::recentModels() const
{
    return m_store.value(kRecent).toStringList();
}

void Settings::addRecentModel(const QString& folder)
{
    putFirst(kRecent, folder);
}

QStringList Settings::recentSessions() const
{
    return m_store.value(kRecentSessions).toStringList();
}

void Settings::addRecentSession(const QString& file)
{
    putFirst(kRecentSessions, file);
}

void Settings::putFirst(const QString& key, const QString& entry)
{
    QStringList recent = m_store.value(key).toStringList();
    recent.removeAll(entry);
    recent.prepend(entry);
    while (recent.size() > kRecentCount)
        recent.removeLast();
    m_store.setValue(key, recent);
}

QString Settings::colourMap() const
{
    return m_store.value(kColourMap, QStringLiteral("viridis")).toString();
}

void Settings::setColourMap(const QString& name)
{
    m_store.setValue(kColourMap, name);
}

MapOptions Settings::mapOptions() const
{
    return mapOptionsFromJson(QJsonDocument::fromJson(m_store.value(kMapOptions).toByteArray()).object());
}

void Settings::setMapOptions(const MapOptions& options)
{
    m_store.setValue(kMapOptions, QJsonDocument(toJson(options)).toJson(QJsonDocument::Compact));
}

bool Settings::isZoomLinked() const
{
    return m_store.value(kZoomLinked, true).toBool();
}

void Settings::setZoomLinked(bool linked)
{
    m_store.setValue(kZoomLinked, linked);
}

HeadsLook Settings::headsLook() const
{
    return {m_store.value(kHeadsMeasure).toString(), m_store.value(kHeadsTable, false).toBool(),
            m_store.value(kHeadsColumn, 0).toInt(), m_store.value(kHeadsDescending, false).toBool()};
}

void Settings::setHeadsLook(const HeadsLook& look)
{
    m_store.setValue(kHeadsMeasure, look.measure);
    m_store.setValue(kHeadsTable, look.table);
    m_store.setValue(kHeadsColumn, look.sortColumn);
    m_store.setValue(kHeadsDescending, look.descending);
}

StreamLook Settings::streamLook() const
{
    return {m_store.value(kStreamQuantity, 0).toInt(), m_store.value(kStreamTarget, 0).toInt()};
}

void Settings::setStreamLook(const StreamLook& look)
{
    m_store.setValue(kStreamQuantity, look.quantity);
    m_store.setValue(kStreamTarget, look.target);
}

QString Settings::theme() const
{
    return m_store.value(kTheme, QStringLiteral("system")).toString();
}

void Settings::setTheme(const QString& theme)
{
    m_store.setValue(kTheme, theme);
}

int Settings::linesShare() const
{
    constexpr int kUsual = 90;
    return std::clamp(m_store.value(kLinesShare, kUsual).toInt(), 10, 100);
}

void Settings::setLinesShare(int percent)
{
    m_store.setValue(kLinesShare, percent);
}

int Settings::decodingPace() const
{
    return m_store.value(kPace, kFirstPace).toInt();
}

void Settings::setDecodingPace(int tick)
{
    m_store.setValue(kPace, tick);
}

int Settings::textSize() const
{
    return std::clamp(m_store.value(kTextSize, kPlainSize).toInt(), kPlainSize, kLargestSize);
}

void Settings::setTextSize(int percent)
{
    m_store.setValue(kTextSize, percent);
}

int Settings::displayScale() const
{
    return std::clamp(m_store.value(kDisplayScale, kPlainSize).toInt(), kPlainSize, kLargestSize);
}

void Settings::setDisplayScale(int percent)
{
    m_store.setValue(kDisplayScale, percent);
}

QString Settings::language() const
{
    return m_store.value(kLanguage).toString();
}

void Settings::setLanguage(const QString& language)
{
    m_store.setValue(kLanguage, language);
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
