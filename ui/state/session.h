#pragma once

#include "core/base/result.h"
#include "core/session/fields.h"
#include "ui/state/document.h"
#include "ui/state/room.h"
#include "ui/state/scene.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// Where the model of a session was, and how to tell whether it is still the same.
struct SessionModel
{
    QString name;
    QString folder; ///< empty for the built-in model and for trace files
    QString relative; ///< the folder relative to the session file: both may have been moved together
    QString digest; ///< folderDigest()
    bool builtin = false;
    bool operator==(const SessionModel&) const = default;
};

/// State of the window. Sessions from older versions have no rooms and use the first one.
struct SessionWindow
{
    QStringList views; ///< views in open docks of the room, by registry id
    QByteArray layout; ///< as RoomLayout::docks
    QString colourMap;
    QString room = {}; ///< the shown room
    QString home = {}, centre = {}; ///< as in RoomLayout
    std::vector<int> sizes = {}; ///< likewise
    std::vector<RoomLayout> rooms = {}; ///< other built-in rooms that the user arranged, and the user's own
    bool operator==(const SessionWindow&) const = default;
};

/// A result of the Experiment view.
struct SessionExperiment
{
    QString name;
    QString file; ///< of the inputs; empty = lines
    QStringList lines; ///< inputs as they were typed
    bool ids = false;
    QStringList command;
    EmbeddedJson numbers = {}; ///< as `headlight sweep --json` prints them
    bool operator==(const SessionExperiment& other) const
    {
        return name == other.name && command == other.command && numbers.text == other.numbers.text;
    }
};

/// The result kept as A, by what makes it again.
struct SessionResult
{
    QString name;
    Document document;
    HeadRef head;
    int step = -1;
    QString model = {}; ///< the folder of the one that made it; empty = the session's
    bool operator==(const SessionResult&) const = default;
};

/// A view of a model as saved in a file: enough to show the same picture again.
struct Session
{
    SessionModel model;
    QString trace; ///< file shown instead of a model's results; usually empty
    Document document;
    SessionFocus focus;
    SessionWindow window;
    std::vector<Scene> scenes = {}; ///< in order
    std::vector<SessionExperiment> experiments = {}; ///< in order
    std::optional<SessionResult> kept = {}; ///< as keptOf()
    QString sheet = {}; ///< Workspace::sheet()
    QByteArray picture = {}; ///< PNG of the picture, for file managers; empty = none
    bool operator==(const Session&) const = default;
};

/// A session, and what its file contained that was not understood.
struct ReadSession
{
    Session session;
    QStringList warnings; ///< complete sentences: unknown members, a newer version
};

/// The result kept as A, if a model can make it again.
std::optional<SessionResult> keptOf(const Workspace& workspace);

/// The text of a session file. A new member of a structure does not compile without its line in session.cpp.
std::string toText(const Session& session);
/// kBadFile, naming the member, if a member has the wrong type or an impossible value. Missing members get
/// their defaults; unknown ones give a warning. `file` is the name used in messages.
Result<ReadSession> sessionFromTree(const SessionTree& tree, const std::string& file);

} // namespace headlight
