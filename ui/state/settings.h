#pragma once

#include "core/sampling/options.h"
#include "ui/state/map_options.h"

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <optional>

namespace headlight {

struct FigureChoices;
struct FilmChoices;

/// How weights that are stored in half precision are held in memory.
enum class HeldPrecision { kWhatFits, kFull, kHalf };

/// What the view of all heads shows.
struct HeadsLook
{
    QString measure; ///< word of the number that shades the grid; empty: pictures
    bool table = false;
    int sortColumn = 0; ///< of the table
    bool descending = false;
    bool operator==(const HeadsLook&) const = default;
};

/// What the view of the residual stream shows.
struct StreamLook
{
    int quantity = 0; ///< StreamQuantity
    int target = 0; ///< LensTarget
    bool operator==(const StreamLook&) const = default;
};

/// Every setting with its type and default, in one file. Tests inject a file of their own.
class Settings
{
public:
    Settings(); ///< the user's
    explicit Settings(const QString& iniFile);

    QByteArray windowGeometry() const;
    void setWindowGeometry(const QByteArray& geometry);
    QByteArray windowLayout() const;
    void setWindowLayout(const QByteArray& layout);
    QString lastModel() const; ///< folder; empty: the built-in one
    void setLastModel(const QString& folder);
    QString lastText() const;
    void setLastText(const QString& text);
    QString lastTarget() const;
    void setLastTarget(const QString& text);
    QString lastPair() const;
    void setLastPair(const QString& text);
    QStringList recentModels() const;
    void addRecentModel(const QString& folder);
    QStringList recentSessions() const; ///< files, the newest first
    void addRecentSession(const QString& file);
    QStringList modelFolders() const; ///< searched for models
    void setModelFolders(const QStringList& folders);
    bool hubCacheUsed() const; ///< models of Hugging Face's cache are offered
    void setHubCacheUsed(bool used);
    HeldPrecision precision() const;
    void setPrecision(HeldPrecision precision);
    /// What was answered, to be remembered, when a model that is large for the machine was opened.
    std::optional<HeldPrecision> largeModelAnswer(const QString& folder) const;
    void setLargeModelAnswer(const QString& folder, HeldPrecision precision);
    bool hasLargeModelAnswers() const;
    void forgetLargeModelAnswers();
    QString colourMap() const;
    void setColourMap(const QString& name);
    MapOptions mapOptions() const; ///< as the user chose them last
    void setMapOptions(const MapOptions& options);
    bool isZoomLinked() const; ///< views of the same tokens show the same part of them
    void setZoomLinked(bool linked);
    HeadsLook headsLook() const;
    void setHeadsLook(const HeadsLook& look);
    StreamLook streamLook() const;
    void setStreamLook(const StreamLook& look);
    QString theme() const; ///< as Theme::choose() takes it: "system", "light", …
    void setTheme(const QString& theme);
    int linesShare() const; ///< percent of each row that is drawn as lines
    void setLinesShare(int percent);
    /// How tokens are chosen; what a file of another version lacks has its default.
    DecodeOptions decoding() const;
    void setDecoding(const DecodeOptions& options);
    FigureChoices figureChoices() const; ///< what is out of bounds has its default
    void setFigureChoices(const FigureChoices& choices);
    FilmChoices filmChoices() const; ///< likewise
    void setFilmChoices(const FilmChoices& choices);
    int decodingPace() const; ///< tick of the slider
    void setDecodingPace(int tick);
    int textSize() const; ///< percent of the desktop's own
    void setTextSize(int percent);
    int displayScale() const; ///< percent; asked for before the first window
    void setDisplayScale(int percent);
    QString language() const; ///< "en", "fr"; empty: the system's
    void setLanguage(const QString& language);
    bool tourSeen() const;
    void setTourSeen(bool seen);

    /// A folder for files of the program's own: what a crash must not lose.
    QString dataFolder() const { return m_dataFolder; }

private:
    void putFirst(const QString& key, const QString& entry);

    QSettings m_store;
    QString m_dataFolder;
};

} // namespace headlight
