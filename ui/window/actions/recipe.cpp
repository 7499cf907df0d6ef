#include "ui/window/actions/recipe.h"

#include "core/analysis/experiment_words.h"
#include "core/base/text_list.h"
#include "core/options/decode_options.h"
#include "ui/figure/figure_choices.h"
#include "ui/run/model_library.h"
#include "ui/run/shown_lane.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

namespace headlight {

namespace {

/// The lines of the text, which form a batch, and the number of the shown one. `--target-text` is required
/// once for each line, although only that of the shown line matters.
void addLines(QStringList& words, const Document& document, const ModelFacts& model)
{
    const QStringList lines = document.text.split(QLatin1Char('\n'));
    const QStringList pairs = document.pair.split(QLatin1Char('\n'));
    const int shown = shownLine(lines, document.line);
    const auto pairOf = [&pairs](qsizetype i) {
        return pairs.value(i).trimmed().isEmpty() ? QString() : asRead(pairs.value(i));
    };
    bool pair = false;
    for (int i = 0; i < lines.size(); ++i)
        pair = pair || (model.takesPair && !lines[i].trimmed().isEmpty() && !pairOf(i).isEmpty());
    const bool target = model.takesTarget && model.hasTokenizer && !document.target.trimmed().isEmpty();
    int item = 0, count = 0;
    for (int i = 0; i < lines.size(); ++i) {
        if (lines[i].trimmed().isEmpty())
            continue;
        if (i == shown)
            item = count;
        ++count;
        if (model.hasTokenizer && !document.ids)
            words << QStringLiteral("--text") << asRead(lines[i]);
        else
            words << QStringLiteral("--ids") << idsIn(lines[i]).join(QLatin1Char(','));
        if (pair)
            words << QStringLiteral("--pair") << pairOf(i);
        if (target)
            words << QStringLiteral("--target-text") << document.target;
    }
    if (count > 1)
        words << QStringLiteral("--item") << QString::number(item);
}

void addMessages(QStringList& words, const Dialogue& dialogue)
{
    words << QStringLiteral("--messages") << QString::fromStdString(toJson(messagesOf(dialogue)));
    if (!dialogue.answer)
        words << QStringLiteral("--no-generation-prompt");
}

/// The options for what ui/run/run_job.cpp makes of the document, and for the current step.
void addDecoding(QStringList& words, const Workspace& workspace, const ModelFacts& model)
{
    const Document& document = workspace.document();
    const Snapshot& snapshot = *workspace.shownRun();
    const int count = static_cast<int>(snapshot.steps.size());
    if (document.decoding.maxNewTokens == 0) { // prompt only: a pass, not a decoding
        if (model.info.encoder)
            words << QStringLiteral("--max-new-tokens") << QStringLiteral("0");
        return;
    }
    // The unedited run may have ended earlier: then all of it is shown.
    const int step = workspace.step() < count ? workspace.step() : -1;
    if (workspace.beamNode() >= 0 && !workspace.showsUnedited())
        words << QStringLiteral("--beam-node") << QString::number(workspace.beamNode());
    else if (step < 0 && !snapshot.finished && count > 0)
        words << QStringLiteral("--step") << QString::number(count - 1); // more steps are coming
    else
        words << QStringLiteral("--step") << (step < 0 ? QStringLiteral("all") : QString::number(step));
    if (model.takesTarget && !document.target.trimmed().isEmpty()) {
        if (!model.hasTokenizer)
            words << QStringLiteral("--force") << idsIn(document.target).join(QLatin1Char(','))
                  << QStringLiteral("--max-new-tokens") << QString::number(idsIn(document.target).size() + 1);
        return;
    }
    if (!document.forced.empty())
        words << QStringLiteral("--force") << QString::fromStdString(joined(document.forced, ","));
    for (const std::string& word : argumentsOf(document.decoding))
        words << QString::fromStdString(word);
    words << QStringLiteral("--max-new-tokens") << QString::number(snapshot.most);
}

} // namespace

QStringList modelWords(const FigureSource& source)
{
    return QStringList{QStringLiteral("headlight"), QStringLiteral("render")} + modelArguments(source.model);
}

QStringList sourceWords(const Workspace& workspace, const FigureSource& source)
{
    QStringList words{QStringLiteral("headlight"), QStringLiteral("render")};
    if (!source.trace.isEmpty()) {
        words << QStringLiteral("--trace") << source.trace;
        if (workspace.snapshot()->lanes > 1)
            words << QStringLiteral("--item") << QString::number(workspace.snapshot()->lane);
        return words;
    }
    words = modelWords(source);
    if (workspace.document().dialogue)
        addMessages(words, *workspace.document().dialogue);
    else
        addLines(words, workspace.document(), source.model);
    if (!workspace.showsUnedited())
        for (const std::string& word : argumentsOf(workspace.document().interventions))
            words << QString::fromStdString(word);
    if (source.model.info.decoder)
        addDecoding(words, workspace, source.model);
    return words;
}

QString renderRecipe(const QStringList& from, const FigureRequest& figure, const FigureSize& size,
                     const QString& file)
{
    QStringList words = from + figureWords(figure, size);
    words << QStringLiteral("-o") << file;
    return shellLine(words);
}

} // namespace headlight
