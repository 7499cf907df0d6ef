#include "ui/state/session.h"

#include "ui/state/fields.h"
#include "ui/state/translation.h"

#include <array>
#include <span>

namespace headlight {

namespace {

constexpr auto kSessionFormat = "headlight-session";
constexpr int kVersion = 1;

/// Checks the document and those of the scenes.
std::optional<Error> tooManyTurns(const Session& session, const std::string& file)
{
    std::vector<const Document*> documents{&session.document};
    for (const Scene& scene : session.scenes)
        documents.push_back(&scene.document);
    for (const Document* document : documents)
        if (document->dialogue && document->dialogue->turns.size() > kMostTurns)
            return badFile(file, "conversation.turns",
                           "found " + std::to_string(document->dialogue->turns.size()) + ", expected at most "
                               + std::to_string(kMostTurns));
    return std::nullopt;
}

} // namespace

// A structured binding must have as many names as the structure has members: a new member stops the compiler
// at the structure's function, where the member gets its line.

static std::span<const char* const> namesOf(MapKind)
{
    static constexpr std::array kNames{"weights",
                                       "scores",
                                       "mask",
                                       "products",
                                       "masked",
                                       "bias",
                                       "norm",
                                       "content_to_position",
                                       "position_to_content",
                                       "kept"};
    static_assert(kNames.size() == static_cast<std::size_t>(MapKind::kKept) + 1);
    return kNames;
}

static std::span<const char* const> namesOf(Strategy)
{
    static constexpr std::array kNames{"greedy", "sample", "beam"};
    return kNames;
}

static std::span<const char* const> namesOf(EarlyStopping)
{
    static constexpr std::array kNames{"heuristic", "first", "never"};
    return kNames;
}

static std::span<const char* const> namesOf(HeadsTogether)
{
    static constexpr std::array kNames{"beside", "mean", "max"};
    return kNames;
}

static std::span<const char* const> namesOf(HiddenTokens)
{
    static constexpr std::array kNames{"none", "first", "special"};
    return kNames;
}

static std::span<const char* const> namesOf(ColourScale)
{
    static constexpr std::array kNames{"linear", "log", "row"};
    return kNames;
}

static std::span<const char* const> namesOf(WeightRange)
{
    static constexpr std::array kNames{"one", "max"};
    return kNames;
}

template <typename Visitor>
static void fields(Visitor& visit, Cell& cell)
{
    auto& [query, key] = cell;
    visit("query", query);
    visit("key", key);
}

template <typename Visitor>
static void fields(Visitor& visit, DecodeOptions& options)
{
    auto& [strategy, maxNewTokens, beams, lengthPenalty, beamGroups, diversityPenalty, earlyStopping, nBest,
           temperature, topK, topP, minP, typicalP, repetitionPenalty, seed, useCache, targetLanguage]
        = options;
    visit("strategy", strategy);
    visit("maxNewTokens", maxNewTokens);
    visit("beams", beams);
    visit("lengthPenalty", lengthPenalty);
    visit("beamGroups", beamGroups);
    visit("diversityPenalty", diversityPenalty);
    visit("earlyStopping", earlyStopping);
    visit("nBest", nBest);
    visit("temperature", temperature);
    visit("topK", topK);
    visit("topP", topP);
    visit("minP", minP);
    visit("typicalP", typicalP);
    visit("repetitionPenalty", repetitionPenalty);
    visit("seed", seed);
    visit("useCache", useCache);
    visit("targetLanguage", targetLanguage);
}

template <typename Visitor>
static void fields(Visitor& visit, BranchToken& token)
{
    auto& [id, logProbability] = token;
    visit("id", id);
    visit("logProbability", logProbability);
}

template <typename Visitor>
static void fields(Visitor& visit, Branch& branch)
{
    auto& [id, name, forced, target, decoding, tokens, text] = branch;
    visit("id", id);
    visit("name", name);
    visit("forced", forced);
    visit("target", target);
    visit("decoding", decoding);
    visit("tokens", tokens);
    visit("text", text);
}

template <typename Visitor>
static void fields(Visitor& visit, Branches& branches)
{
    auto& [list, current, nextId] = branches;
    visit("list", list);
    visit("current", current);
    visit("nextId", nextId);
}

template <typename Visitor>
static void fields(Visitor& visit, LineHistory& history)
{
    auto& [line, forced, target, branches] = history;
    visit("line", line);
    visit("forced", forced);
    visit("target", target);
    visit("branches", branches);
}

template <typename Visitor>
static void fields(Visitor& visit, MapTransform& transform)
{
    auto& [hidden, renormalise, words, mass] = transform;
    visit("hide", hidden);
    visit("renormalise", renormalise);
    visit("words", words);
    visit("mass", mass);
}

template <typename Visitor>
static void fields(Visitor& visit, MapOptions& options)
{
    auto& [heads, transform, scale, range, sharedScale, marginals, values, nextTokens] = options;
    visit("combine", heads);
    visit("transform", transform);
    visit("scale", scale);
    visit("range", range);
    visit("sharedScale", sharedScale);
    visit("marginals", marginals);
    visit("values", values);
    visit("nextTokens", nextTokens);
}

template <typename Visitor>
static void fields(Visitor& visit, Turn& turn)
{
    auto& [role, text] = turn;
    visit("role", role);
    visit("text", text);
}

template <typename Visitor>
static void fields(Visitor& visit, Dialogue& dialogue)
{
    auto& [turns, answer] = dialogue;
    visit("turns", turns);
    visit("answer", answer);
}

template <typename Visitor>
static void fields(Visitor& visit, Document& document)
{
    auto& [text, line, dialogue, ids, pair, target, forced, interventions, decoding, branches, otherLines]
        = document;
    visit("text", text);
    visit("line", line);
    visit("conversation", dialogue);
    visit("ids", ids);
    visit("pair", pair);
    visit("target", target);
    visit("forced", forced);
    visit("edits", interventions);
    visit("decoding", decoding);
    visit("branches", branches);
    visit("otherLines", otherLines);
}

template <typename Visitor>
static void fields(Visitor& visit, SessionModel& model)
{
    auto& [name, folder, relative, digest, builtin] = model;
    visit("name", name);
    visit("folder", folder);
    visit("relative", relative);
    visit("digest", digest);
    visit("builtin", builtin);
}

template <typename Visitor>
static void fields(Visitor& visit, SessionFocus& focus)
{
    auto& [head, moreHeads, map, pin, step, options] = focus;
    visit("head", head);
    visit("moreHeads", moreHeads);
    visit("map", map);
    visit("pin", pin);
    visit("step", step);
    visit("options", options);
}

template <typename Visitor>
static void fields(Visitor& visit, RoomLayout& room)
{
    auto& [id, title, home, centre, open, docks] = room;
    visit("id", id);
    visit("title", title);
    visit("home", home);
    visit("centre", centre);
    visit("open", open);
    visit("docks", docks);
}

template <typename Visitor>
static void fields(Visitor& visit, SessionWindow& window)
{
    auto& [views, layout, colourMap, room, home, centre, rooms] = window;
    visit("views", views);
    visit("colourMap", colourMap);
    visit("layout", layout);
    visit("room", room);
    visit("home", home);
    visit("centre", centre);
    visit("rooms", rooms);
}

template <typename Visitor>
static void fields(Visitor& visit, Scene& scene)
{
    auto& [name, model, document, focus, room, view] = scene;
    visit("name", name);
    visit("model", model);
    visit("document", document);
    visit("focus", focus);
    visit("room", room);
    visit("view", view);
}

template <typename Visitor>
static void fields(Visitor& visit, Session& session)
{
    auto& [model, trace, document, focus, window, scenes, picture] = session;
    visit("model", model);
    visit("trace", trace);
    visit("document", document);
    visit("focus", focus);
    visit("window", window);
    visit("scenes", scenes);
    visit("picture", picture);
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
    if (faults.report.error())
        return *faults.report.error();
    if (const auto fault = tooManyTurns(read.session, file))
        return *fault;
    if (version > kVersion)
        read.warnings << tr("The session was written by a newer version of Headlight.");
    QStringList unknown;
    for (const std::string& name : faults.unknown)
        unknown << QString::fromStdString(name);
    if (!unknown.isEmpty())
        read.warnings << tr("Ignored, because this version does not know it: %1.")
                             .arg(unknown.join(QStringLiteral(", ")));
    return read;
}

} // namespace headlight
