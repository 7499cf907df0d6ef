#include "ui/figure/figure_choices.h"

#include "ui/figure/result_plots.h"
#include "ui/state/setting.h"
#include "ui/state/translation.h"

#include <QLocale>
#include <QRegularExpression>

namespace headlight {

namespace {

const FigureChoices kUsualFigure;
const FilmChoices kUsualFilm;
const auto kBackdrops = oneOf({"window", "light", "dark"});
const auto kPaper = between(20.0, 1000.0); // millimetres
const auto kPaces = between(FilmChoices::kLeastPace, FilmChoices::kMostPace);

const Setting<QString> kFigureFormat{"figure/format", kUsualFigure.format, oneOf({"png", "svg", "pdf"})};
const Setting<double> kFigureWidth{"figure/width", kUsualFigure.millimetres.width(), kPaper};
const Setting<double> kFigureHeight{"figure/height", kUsualFigure.millimetres.height(), kPaper};
const Setting<double> kFigureDpi{"figure/dpi", kUsualFigure.dpi,
                                 between(FigureSize::kLeastDpi, FigureSize::kMostDpi)};
const Setting<double> kFigureTextPoints{"figure/text", kUsualFigure.textPoints,
                                        between(FigureSize::kLeastText, FigureSize::kMostText)};
const Setting<QString> kFigureBackdrop{"figure/backdrop", kUsualFigure.backdrop, kBackdrops};
const Setting<bool> kTitleChoice{"figure/title", kUsualFigure.title};
const Setting<bool> kFigureScaleBar{"figure/scaleBar", kUsualFigure.scaleBar};
const Setting<QString> kFigureFolder{"figure/folder", {}};
const Setting<int> kFilmPace{"film/milliseconds", kUsualFilm.milliseconds, kPaces};
const Setting<int> kFilmLast{"film/lastMilliseconds", kUsualFilm.lastMilliseconds, kPaces};
const Setting<QString> kFilmBackdrop{"film/backdrop", kUsualFilm.backdrop, kBackdrops};
const Setting<bool> kFilmTitle{"film/title", kUsualFilm.title};
const Setting<bool> kFilmScaleBar{"film/scaleBar", kUsualFilm.scaleBar};
const Setting<QString> kFilmFolder{"film/folder", {}};

} // namespace

FigureChoices figureChoices(const Settings& settings)
{
    return FigureChoices{.format = kFigureFormat.of(settings),
                         .millimetres = {kFigureWidth.of(settings), kFigureHeight.of(settings)},
                         .dpi = kFigureDpi.of(settings),
                         .textPoints = kFigureTextPoints.of(settings),
                         .backdrop = kFigureBackdrop.of(settings),
                         .title = kTitleChoice.of(settings),
                         .scaleBar = kFigureScaleBar.of(settings),
                         .folder = kFigureFolder.of(settings)};
}

void keepFigureChoices(Settings& settings, const FigureChoices& choices)
{
    kFigureFormat.set(settings, choices.format);
    kFigureWidth.set(settings, choices.millimetres.width());
    kFigureHeight.set(settings, choices.millimetres.height());
    kFigureDpi.set(settings, choices.dpi);
    kFigureTextPoints.set(settings, choices.textPoints);
    kFigureBackdrop.set(settings, choices.backdrop);
    kTitleChoice.set(settings, choices.title);
    kFigureScaleBar.set(settings, choices.scaleBar);
    kFigureFolder.set(settings, choices.folder);
}

FilmChoices filmChoices(const Settings& settings)
{
    return FilmChoices{.milliseconds = kFilmPace.of(settings),
                       .lastMilliseconds = kFilmLast.of(settings),
                       .backdrop = kFilmBackdrop.of(settings),
                       .title = kFilmTitle.of(settings),
                       .scaleBar = kFilmScaleBar.of(settings),
                       .folder = kFilmFolder.of(settings)};
}

void keepFilmChoices(Settings& settings, const FilmChoices& choices)
{
    kFilmPace.set(settings, choices.milliseconds);
    kFilmLast.set(settings, choices.lastMilliseconds);
    kFilmBackdrop.set(settings, choices.backdrop);
    kFilmTitle.set(settings, choices.title);
    kFilmScaleBar.set(settings, choices.scaleBar);
    kFilmFolder.set(settings, choices.folder);
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
