#pragma once

#include "core/base/result.h"
#include "core/session/fields.h"
#include "ui/state/document.h"
#include "ui/state/room.h"
#include "ui/state/scene.h"
#include "ui/state/session_focus.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace headlight {

/// Where the model of a session was, and how to tell that it is still the same.
struct SessionModel
{
    QString name;
    QString folder; ///< empty for the built-in model and for traces
    QString relative; ///< the same from the session file's folder: both may have been moved together
    QString digest; ///< folderDigest()
    bool builtin = false;
    bool operator==(const SessionModel&) const = default;
};

/// How the window stood. Sessions of older versions have no rooms: theirs is the first one.
struct SessionWindow
{
    QStringList views; ///< in open docks of the room, by their id in the registry
    QByteArray layout; ///< as RoomLayout::docks
    QString colourMap;
    QString room = {}; ///< that was shown
    QString home = {}, centre = {}; ///< as in RoomLayout
    std::vector<RoomLayout> rooms = {}; ///< the others, as far as the user arranged them, and the user's own
    bool operator==(const SessionWindow&) const = default;
};

/// One look at a model, as a file keeps it: enough to show the same picture again.
struct Session
{
    SessionModel model;
    QString trace; ///< file that was shown instead of a model's results; usually empty
    Document document;
    SessionFocus focus;
    SessionWindow window;
    std::vector<Scene> scenes = {}; ///< in their order
    QByteArray picture = {}; ///< PNG of what was shown, for file managers; empty: none
    bool operator==(const Session&) const = default;
};

/// A session, and what in its file was not understood.
struct ReadSession
{
    Session session;
    QStringList warnings; ///< whole sentences: unknown members, a newer version
};

/// The text of a session file. Every structure is mapped member by member in session.cpp: a new member of
/// one of them does not compile until it has its line there.
std::string toText(const Session& session);
/// kBadFile, naming the member, where one has another type or a value that cannot be; what is missing has
/// its default, what is unknown is a warning. `file` is the name for messages.
Result<ReadSession> sessionFromTree(const SessionTree& tree, const std::string& file);

} // namespace headlight
