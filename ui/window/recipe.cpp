#include "ui/window/recipe.h"

#include "ui/run/run_job.h"

#include <QRegularExpression>

namespace headlight {

namespace {

void addMasks(QStringList& words, const Interventions& interventions)
{
    const auto causal = [&words](Toggle toggle, const QString& stack) {
        if (toggle != Toggle::kAuto)
            words << QStringLiteral("--causal")
                  << stack + (toggle == Toggle::kOn ? QStringLiteral("=on") : QStringLiteral("=off"));
    };
    causal(interventions.masks.encoderCausal, QStringLiteral("encoder"));
    causal(interventions.masks.decoderCausal, QStringLiteral("decoder"));
    if (!interventions.masks.padding)
        words << QStringLiteral("--padding-mask") << QStringLiteral("off");
    Interventions listed = interventions.active();
    listed.masks = {};
    if (!listed.list.empty())
        words << QStringLiteral("--edit") << QString::fromStdString(toJson(listed));
}

/// What differs from a plain picture.
void addMapOptions(QStringList& words, const MapOptions& options, bool several)
{
    const MapOptions plain;
    const auto add
        = [&words](const char* option, const QString& value) { words << QLatin1String(option) << value; };
    if (several && options.heads != plain.heads)
        add("--combine", wordOf(options.heads));
    if (several && !options.sharedScale && options.heads == HeadsTogether::kBeside)
        words << QStringLiteral("--own-scales");
    if (options.scale != plain.scale)
        add("--scale", wordOf(options.scale));
    if (options.range != plain.range)
        add("--range", wordOf(options.range));
    if (options.transform.hidden != HiddenTokens::kNone) {
        add("--hide", wordOf(options.transform.hidden));
        if (options.transform.renormalise)
            words << QStringLiteral("--renormalise");
    }
    if (options.transform.words)
        words << QStringLiteral("--words");
    if (options.transform.mass < 1)
        add("--mass", QString::number(options.transform.mass));
    if (options.marginals)
        words << QStringLiteral("--marginals");
    if (!options.values)
        add("--values", QStringLiteral("off"));
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

QString renderRecipe(const Document& document, const Focus& focus, const ModelFacts& model, bool builtin)
{
    QStringList words{QStringLiteral("headlight"), QStringLiteral("render")};
    if (!builtin)
        words << QStringLiteral("--model") << model.folder;
    const QStringList lines = document.text.split(QLatin1Char('\n'));
    const int shown = shownLine(lines, document.line);
    const QString option = model.hasTokenizer ? QStringLiteral("--text") : QStringLiteral("--ids");
    int item = 0, count = 0;
    for (int i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().isEmpty())
            continue;
        if (i == shown)
            item = count;
        ++count;
        words << option << lines[i];
    }
    if (count > 1)
        words << QStringLiteral("--item") << QString::number(item);
    if (count == 1 && model.takesTarget && !document.target.trimmed().isEmpty())
        words << QStringLiteral("--target-text") << document.target;
    addMasks(words, document.interventions);
    for (const SelectedHead& each : focus.heads())
        words << QStringLiteral("--head") << QString::fromStdString(toString(each.head));
    words << QStringLiteral("--map") << wordOf(focus.map());
    addMapOptions(words, focus.mapOptions(), focus.heads().size() > 1);
    if (focus.pin().query)
        words << QStringLiteral("--query") << QString::number(*focus.pin().query);
    if (focus.pin().key)
        words << QStringLiteral("--key") << QString::number(*focus.pin().key);
    words << QStringLiteral("--colormap") << focus.colourMap();
    for (QString& word : words)
        word = shellWord(word);
    return words.join(QLatin1Char(' '));
}

} // namespace headlight
