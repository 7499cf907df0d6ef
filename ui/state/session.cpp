#include "ui/state/session.h"

#include "core/base/text_list.h"
#include "core/options/decode_options.h"
#include "core/options/stored_option.h"
#include "core/session/stored_types.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"

namespace headlight {

// How the window's types are written in a session file.

template <>
struct StoredAs<QString>
{
    using As = std::string;
    static As stored(const QString& text) { return text.toStdString(); }
    static std::optional<Error> restore(const As& from, QString& text)
    {
        text = QString::fromStdString(from);
        return std::nullopt;
    }
};

template <>
struct StoredAs<QStringList>
{
    using As = std::vector<QString>;
    static As stored(const QStringList& list) { return {list.begin(), list.end()}; }
    static std::optional<Error> restore(const As& from, QStringList& list)
    {
        list = QStringList(from.begin(), from.end());
        return std::nullopt;
    }
};

/// As Base64.
template <>
struct StoredAs<QByteArray>
{
    using As = std::string;
    static As stored(const QByteArray& bytes) { return bytes.toBase64().toStdString(); }
    static std::optional<Error> restore(const As& from, QByteArray& bytes)
    {
        const auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(from),
                                                            QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return badFile({}, {}, "found \"" + from.substr(0, 60) + "\", expected Base64");
        bytes = *decoded;
        return std::nullopt;
    }
};

namespace {

constexpr auto kSessionFormat = "headlight-session";
constexpr int kVersion = 1;

/// Checks the document, those of the scenes and that of the kept result.
std::optional<Error> tooManyTurns(const Session& session, const std::string& file)
{
    std::vector<const Document*> documents{&session.document};
    for (const Scene& scene : session.scenes)
        documents.push_back(&scene.document);
    if (session.kept)
        documents.push_back(&session.kept->document);
    for (const Document* document : documents)
        if (document->dialogue && document->dialogue->turns.size() > kMostTurns)
            return badFile(file, "conversation.turns",
                           "found " + std::to_string(document->dialogue->turns.size()) + ", expected at most "
                               + std::to_string(kMostTurns));
    return std::nullopt;
}

} // namespace

// A structured binding must have as many names as the structure has members: a new member stops the compiler
// at the structure's function, where the member gets its name.

static void fields(auto& visit, Cell& cell)
{
    auto& [query, key] = cell;
    visit("query", query, "key", key);
}

static void fields(auto& visit, BranchToken& token)
{
    auto& [id, logProbability] = token;
    visit("id", id, "logProbability", logProbability);
}

static void fields(auto& visit, Branch& branch)
{
    auto& [id, name, forced, target, decoding, tokens, text] = branch;
    visit("id", id, "name", name, "forced", forced, "target", target, "decoding", decoding, "tokens", tokens,
          "text", text);
}

static void fields(auto& visit, Branches& branches)
{
    auto& [list, current, nextId] = branches;
    visit("list", list, "current", current, "nextId", nextId);
}

static void fields(auto& visit, LineHistory& history)
{
    auto& [line, forced, target, branches] = history;
    visit("line", line, "forced", forced, "target", target, "branches", branches);
}

static void fields(auto& visit, MapOptions& options)
{
    visitOptions(visit, ownEntriesOf(options));
    visit("transform", options.transform);
}

static void fields(auto& visit, Turn& turn)
{
    auto& [role, text] = turn;
    visit("role", role, "text", text);
}

static void fields(auto& visit, Dialogue& dialogue)
{
    auto& [turns, answer] = dialogue;
    visit("turns", turns, "answer", answer);
}

static void fields(auto& visit, Document& document)
{
    auto& [text, line, dialogue, ids, pair, target, forced, interventions, decoding, branches, otherLines]
        = document;
    visit("text", text, "line", line, "conversation", dialogue, "ids", ids, "pair", pair, "target", target,
          "forced", forced, "edits", interventions, "decoding", decoding, "branches", branches, "otherLines",
          otherLines);
}

static void fields(auto& visit, SessionModel& model)
{
    auto& [name, folder, relative, digest, builtin] = model;
    visit("name", name, "folder", folder, "relative", relative, "digest", digest, "builtin", builtin);
}

static void fields(auto& visit, SessionFocus& focus)
{
    auto& [head, moreHeads, map, pin, step, options] = focus;
    visit("head", head, "moreHeads", moreHeads, "map", map, "pin", pin, "step", step, "options", options);
}

static void fields(auto& visit, RoomLayout& room)
{
    auto& [id, title, home, centre, open, docks, sizes] = room;
    visit("id", id, "title", title, "home", home, "centre", centre, "open", open, "docks", docks, "sizes",
          sizes);
}

static void fields(auto& visit, SessionWindow& window)
{
    auto& [views, layout, colourMap, room, home, centre, sizes, rooms] = window;
    visit("views", views, "colourMap", colourMap, "layout", layout, "room", room, "home", home, "centre",
          centre, "sizes", sizes, "rooms", rooms);
}

static void fields(auto& visit, Scene& scene)
{
    auto& [name, model, document, focus, room, view, notes, sheet] = scene;
    visit("name", name, "model", model, "document", document, "focus", focus, "room", room, "view", view,
          "notes", notes, "sheet", sheet);
}

static void fields(auto& visit, SessionExperiment& experiment)
{
    auto& [name, file, lines, ids, command, numbers] = experiment;
    visit("name", name, "file", file, "lines", lines, "ids", ids, "command", command, "numbers", numbers);
}

static void fields(auto& visit, SessionResult& result)
{
    auto& [name, document, head, step, model] = result;
    visit("name", name, "document", document, "head", head, "step", step, "model", model);
}

static void fields(auto& visit, Session& session)
{
    auto& [model, trace, document, focus, window, scenes, experiments, kept, sheet, picture] = session;
    visit("model", model, "trace", trace, "document", document, "focus", focus, "window", window, "scenes",
          scenes, "experiments", experiments, "kept", kept, "sheet", sheet, "picture", picture);
}

std::optional<SessionResult> keptOf(const Workspace& workspace)
{
    const auto kept = workspace.kept();
    if (kept == nullptr)
        return std::nullopt;
    const bool own = workspace.model() != nullptr && kept->model.lock() == workspace.model();
    if (!own && kept->folder.isEmpty())
        return std::nullopt;
    return SessionResult{kept->name, kept->document, kept->head, kept->step, own ? QString() : kept->folder};
}

std::string toText(const Session& session)
{
    FieldWriter visit;
    visit("format", QString::fromLatin1(kSessionFormat));
    visit("version", kVersion);
    Session copy = session;
    fields(visit, copy);
    return visit.text();
}

Result<ReadSession> sessionFromTree(const SessionTree& tree, const std::string& file)
{
    ReadSession read;
    FieldFaults faults(file);
    QString format;
    int version = kVersion;
    {
        FieldReader visit(tree, faults);
        visit("format", format);
        visit("version", version);
        if (!faults.report.error() && format != QLatin1String(kSessionFormat))
            return badFile(file, "format",
                           format.isEmpty() ? "this is no session of Headlight"
                                            : "found \"" + format.toStdString() + "\", expected \""
                                   + kSessionFormat + '"');
        fields(visit, read.session);
    }
    for (Scene& scene : read.session.scenes)
        scene.name = shortName(scene.name);
    for (RoomLayout& room : read.session.window.rooms)
        room.title = shortName(room.title);
    if (read.session.kept)
        read.session.kept->name = shortName(read.session.kept->name);
    if (faults.report.error())
        return *faults.report.error();
    if (const auto fault = tooManyTurns(read.session, file))
        return *fault;
    if (version > kVersion)
        read.warnings << tr("The session was written by a newer version of Headlight.");
    if (!faults.unknown.empty())
        read.warnings << tr("Ignored, because this version does not know it: %1.")
                             .arg(QString::fromStdString(joined(faults.unknown)));
    return read;
}

} // namespace headlight
