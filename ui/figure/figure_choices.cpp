#include "ui/figure/figure_choices.h"

#include "ui/figure/result_plots.h"
#include "ui/state/setting.h"
#include "ui/state/translation.h"

#include <QLocale>
#include <QRegularExpression>

#include <string>
#include <type_traits>

namespace headlight {

namespace {

const auto kAny = [](const auto& /*value*/) { return true; };

/// Calls `visit` with the key, the value and the valid values of each choice.
void visitFrame(const std::string& group, auto& choices, const auto& visit)
{
    visit(group + "backdrop", choices.backdrop, oneOf({"window", "light", "dark"}));
    visit(group + "title", choices.title, kAny);
    visit(group + "scaleBar", choices.scaleBar, kAny);
    visit(group + "folder", choices.folder, kAny);
}

void visitAll(FigureChoices& choices, const auto& visit)
{
    const auto paper = between(20.0, 1000.0); // millimetres
    visit("figure/format", choices.format, oneOf({"png", "svg", "pdf"}));
    visit("figure/width", choices.millimetres.rwidth(), paper);
    visit("figure/height", choices.millimetres.rheight(), paper);
    visit("figure/dpi", choices.dpi, between(FigureSize::kLeastDpi, FigureSize::kMostDpi));
    visit("figure/text", choices.textPoints, between(FigureSize::kLeastText, FigureSize::kMostText));
    visitFrame("figure/", choices, visit);
}

void visitAll(FilmChoices& choices, const auto& visit)
{
    const auto paces = between(FilmChoices::kLeastPace, FilmChoices::kMostPace);
    visit("film/milliseconds", choices.milliseconds, paces);
    visit("film/lastMilliseconds", choices.lastMilliseconds, paces);
    visitFrame("film/", choices, visit);
}

template <typename Choices>
Choices keptIn(const Settings& settings)
{
    Choices choices;
    visitAll(choices, [&](const std::string& key, auto& value, const auto& check) {
        value = Setting<std::remove_cvref_t<decltype(value)>>(key.c_str(), value, check).of(settings);
    });
    return choices;
}

void keepIn(Settings& settings, auto choices)
{
    visitAll(choices, [&](const std::string& key, const auto& value, const auto& /*check*/) {
        Setting<std::remove_cvref_t<decltype(value)>>(key.c_str(), value).set(settings, value);
    });
}

} // namespace

FigureChoices figureChoices(const Settings& settings)
{
    return keptIn<FigureChoices>(settings);
}

void keepFigureChoices(Settings& settings, const FigureChoices& choices)
{
    keepIn(settings, choices);
}

FilmChoices filmChoices(const Settings& settings)
{
    return keptIn<FilmChoices>(settings);
}

void keepFilmChoices(Settings& settings, const FilmChoices& choices)
{
    keepIn(settings, choices);
}

namespace {

/// Collects options and their values.
class Words
{
public:
    void flag(const char* option) { m_list << QLatin1String(option); }
    void add(const char* option, const QString& value) { m_list << QLatin1String(option) << value; }
    void add(const char* option, double value) { add(option, exactNumber(value)); }
    void add(const char* option, const std::string& value) { add(option, QString::fromStdString(value)); }
    QStringList take() { return std::move(m_list); }

private:
    QStringList m_list;
};

QString stackKind(StackKind stack, AttentionKind kind)
{
    return QLatin1String(stack == StackKind::kEncoder ? "encoder." : "decoder.")
        + QLatin1String(kind == AttentionKind::kSelf ? "self" : "cross");
}

void addSubject(Words& words, const FigureRequest& request)
{
    if (const auto* head = std::get_if<HeadRef>(&request.subject))
        words.add("--head", toString(*head));
    if (const auto* heads = std::get_if<std::vector<HeadRef>>(&request.subject))
        for (const HeadRef& head : *heads)
            words.add("--head", toString(head));
    if (const auto* layer = std::get_if<LayerRef>(&request.subject))
        words.add("--layer", toString(*layer));
    if (const auto* grid = std::get_if<HeadGridRef>(&request.subject))
        words.add("--grid", stackKind(grid->stack, grid->kind));
    if (const auto* table = std::get_if<PositionPicture>(&request.subject)) {
        words.add("--positions", std::string(stackName(table->stack)));
        words.add("--length", QString::number(table->values.rows()));
    }
}

/// Adds options that differ from a plain picture. Those for several heads have no effect on a single one.
void addMapOptions(Words& words, MapOptions options, bool several)
{
    if (!several)
        options.heads = HeadsTogether::kBeside;
    options.sharedScale = options.sharedScale || !several;
    for (const std::string& word : argumentsOf(options))
        words.flag(word.c_str());
}

void addPart(Words& words, const char* option, const std::optional<AxisSpan>& span)
{
    if (span)
        words.add(option, exactNumber(span->lower) + QLatin1Char(':') + exactNumber(span->upper));
}

void addSize(Words& words, const FigureSize& size)
{
    if (!size.size.isEmpty()) {
        const bool millimetres = size.unit == FigureSize::Unit::kMillimetres;
        words.add("--size",
                  exactNumber(size.size.width()) + QLatin1Char('x') + exactNumber(size.size.height())
                      + (millimetres ? QStringLiteral("mm") : QString()));
    }
    if (size.dpi > 0)
        words.add("--dpi", size.dpi);
    if (size.textPoints > 0)
        words.add("--text-size", size.textPoints);
}

} // namespace

QString shellWord(const QString& word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_./:=,@%+-]+$"));
    if (plain.match(word).hasMatch())
        return word;
    QString quoted = word;
    quoted.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + quoted + QLatin1Char('\'');
}

QString shellLine(QStringList words)
{
    for (QString& word : words)
        word = shellWord(word);
    return words.join(QLatin1Char(' '));
}

QString exactNumber(double number)
{
    return QString::number(number, 'g', QLocale::FloatingPointShortest);
}

QStringList figureWords(const FigureRequest& request, const FigureSize& size)
{
    Words words;
    addSubject(words, request);
    const auto* const plot = std::get_if<Plot>(&request.subject);
    if (plot != nullptr) {
        words.add("--plot", plotKinds().at(static_cast<qsizetype>(plot->kind)));
    } else if (std::holds_alternative<PositionPicture>(request.subject)) {
        MapOptions shown; // the other options are for attention
        shown.values = request.options.values;
        addMapOptions(words, shown, false);
    } else {
        words.add("--map", std::string(wordOf(request.map)));
        if (const auto& effects = request.trace.effects(); effects && isOfEffects(request.map)) {
            if (!effects->logProbability)
                words.add("--of", QStringLiteral("logit-difference"));
            words.add("--row", QString::number(effects->row));
            words.add("--token", QString::number(effects->token));
            if (effects->minus >= 0)
                words.add("--minus", QString::number(effects->minus));
        }
        if (!request.before.isNull())
            words.flag("--difference");
        if (request.manyRuns)
            words.add("--repeats", QString::number(request.manyRuns->runs));
        if (request.manyRuns && request.manyRuns->spread)
            words.flag("--spread");
        addMapOptions(words, request.options, !std::holds_alternative<HeadRef>(request.subject));
    }
    if (request.marks.pin.query)
        words.add("--query", QString::number(*request.marks.pin.query));
    if (request.marks.pin.key)
        words.add("--key", QString::number(*request.marks.pin.key));
    addPart(words, "--queries", request.queries);
    addPart(words, "--keys", request.keys);
    if (plot == nullptr)
        words.add("--colormap", request.colourMap);
    if (request.backdrop == Backdrop::kDark)
        words.add("--theme", QStringLiteral("dark"));
    if (!request.title.isEmpty())
        words.add("--title", request.title);
    if (!request.showTitle)
        words.flag("--no-title");
    if (!request.scaleBar)
        words.flag("--no-scale-bar");
    addSize(words, size);
    if (const QString language = spokenLanguage(); language != QLatin1String("en"))
        words.add("--language", language);
    return words.take();
}

} // namespace headlight
