#include "ui/window/recipe.h"

#include "ui/run/run_job.h"

#include <QRegularExpression>

namespace headlight {

namespace {

QString mapName(MapKind map)
{
    switch (map) {
    case MapKind::kScores:
        return QStringLiteral("scores");
    case MapKind::kMask:
        return QStringLiteral("mask");
    case MapKind::kWeights:
        break;
    }
    return QStringLiteral("weights");
}

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
    for (const Intervention& each : interventions.list) {
        if (const auto* off = std::get_if<HeadOff>(&each))
            words << QStringLiteral("--ablate") << QString::fromStdString(toString(off->where));
    }
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
    words << QStringLiteral("--head") << QString::fromStdString(toString(focus.head()));
    words << QStringLiteral("--map") << mapName(focus.map());
    if (focus.pin().query)
        words << QStringLiteral("--query") << QString::number(*focus.pin().query);
    words << QStringLiteral("--colormap") << focus.colourMap();
    for (QString& word : words)
        word = shellWord(word);
    return words.join(QLatin1Char(' '));
}

} // namespace headlight
