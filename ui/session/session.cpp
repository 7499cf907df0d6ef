#include "ui/session/session.h"

#include "ui/session/fields.h"

#include <QCoreApplication>

#include <array>
#include <span>

namespace headlight {

namespace {

constexpr auto kFormat = "headlight-session";
constexpr int kVersion = 1;

QString tr(const char* text)
{
    return QCoreApplication::translate("Session", text);
}

} // namespace

// The names of a structured binding must be as many as the members: a new member stops the compiler at
// the structure's function, where it gets its line.

static std::span<const char* const> namesOf(MapKind)
{
    static constexpr std::array kNames{"weights", "scores", "mask"};
    return kNames;
}

static std::span<const char* const> namesOf(Strategy)
{
    static constexpr std::array kNames{"greedy", "sample", "beam"};
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
    auto& [strategy, maxNewTokens, beams, lengthPenalty, temperature, topK, topP, minP, repetitionPenalty,
           seed, useCache]
        = options;
    visit("strategy", strategy);
    visit("maxNewTokens", maxNewTokens);
    visit("beams", beams);
    visit("lengthPenalty", lengthPenalty);
    visit("temperature", temperature);
    visit("topK", topK);
    visit("topP", topP);
    visit("minP", minP);
    visit("repetitionPenalty", repetitionPenalty);
    visit("seed", seed);
    visit("useCache", useCache);
}

template <typename Visitor>
static void fields(Visitor& visit, Document& document)
{
    auto& [text, line, pair, target, forced, interventions, decoding, branches] = document;
    visit("text", text);
    visit("line", line);
    visit("pair", pair);
    visit("target", target);
    visit("forced", forced);
    visit("edits", interventions);
    visit("decoding", decoding);
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
    auto& [head, map, pin, step] = focus;
    visit("head", head);
    visit("map", map);
    visit("pin", pin);
    visit("step", step);
}

template <typename Visitor>
static void fields(Visitor& visit, SessionWindow& window)
{
    auto& [views, layout, colourMap] = window;
    visit("views", views);
    visit("colourMap", colourMap);
    visit("layout", layout);
}

template <typename Visitor>
static void fields(Visitor& visit, Session& session)
{
    auto& [model, trace, document, focus, window] = session;
    visit("model", model);
    visit("trace", trace);
    visit("document", document);
    visit("focus", focus);
    visit("window", window);
}


SessionValue toValue(const Session& session)
{
    FieldWriter visit;
    visit("format", QString::fromLatin1(kFormat));
    visit("version", kVersion);
    Session copy = session;
    fields(visit, copy);
    return visit.take();
}

Result<ReadSession> sessionFromValue(const SessionValue& value, const std::string& file)
{
    ReadSession read;
    FieldFaults faults{file, std::nullopt, {}};
    QString format;
    int version = kVersion;
    {
        FieldReader visit(value, {}, faults);
        visit("format", format);
        visit("version", version);
        if (!faults.first && format != QLatin1String(kFormat))
            return badFile(file, "format",
                           format.isEmpty()
                               ? "this is no session of Headlight"
                               : "found \"" + format.toStdString() + "\", expected \"" + kFormat + '"');
        fields(visit, read.session);
    }
    if (faults.first)
        return *faults.first;
    if (version > kVersion)
        read.warnings << tr("The session was written by a newer version of Headlight.");
    if (!faults.unknown.isEmpty())
        read.warnings << tr("This version does not know, and leaves out: %1.")
                             .arg(faults.unknown.join(QStringLiteral(", ")));
    return read;
}

} // namespace headlight
