#include "ui/run/model_facts.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "ui/run/model_library.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"

#include <QFileInfo>
#include <QLocale>

namespace headlight {

namespace {

QString parametersInWords(qint64 count)
{
    const QLocale locale;
    if (count < 1'000'000)
        return tr("%1 parameters").arg(locale.toString(count));
    return tr("%1 million parameters")
        .arg(locale.toString(static_cast<double>(count) / 1e6, 'f', count < 100'000'000 ? 1 : 0));
}

} // namespace

ModelFacts factsOf(const Model& model)
{
    ModelFacts facts;
    facts.name = QString::fromStdString(model.name());
    facts.folder = QString::fromStdString(model.folder().string());
    if (const AdapterFacts* const adapter = model.adapter()) {
        facts.base = facts.folder;
        facts.folder = QString::fromStdString(adapter->folder.string());
        facts.name = tr("%1 + %2").arg(facts.name, QString::fromStdString(adapter->name));
    }
    facts.family = QString::fromStdString(model.family());
    facts.info = model.traceInfo();
    facts.parameters = model.parameters();
    facts.takesTarget = model.isEncoderDecoder();
    facts.hasTokenizer = model.tokenizers().source != nullptr;
    facts.takesPair = model.isEncoderOnly() && facts.hasTokenizer;
    facts.halfPrecision = model.halfPrecision();
    facts.roundsInputs = model.roundsInputs();
    return facts;
}

ModelFacts openFacts(const Workspace& workspace)
{
    if (workspace.model() != nullptr)
        return factsOf(*workspace.model());
    ModelFacts facts;
    facts.name = QFileInfo(workspace.traceFile()).fileName();
    if (workspace.showsOpenedTrace())
        facts.info = workspace.snapshot()->trace.info();
    return facts;
}

QString titleOf(const ModelFacts& facts)
{
    return facts.folder.isEmpty() || !facts.base.isEmpty() ? facts.name : modelTitle(facts.folder);
}

QString shapeInWords(const ModelFacts& facts)
{
    const auto& encoder = facts.info.encoder;
    const auto& decoder = facts.info.decoder;
    const int depth = encoder ? encoder->layers : decoder ? decoder->layers : 0;
    const int heads = encoder ? encoder->heads : decoder ? decoder->heads : 0;
    const QString layers = encoder && decoder
        ? tr("%1 + %2 layers").arg(depth).arg(decoder->layers)
        : QCoreApplication::translate("headlight", "%n layer(s)", nullptr, depth);
    return QStringLiteral("%1, %2, d_model %3, %4")
        .arg(layers, QCoreApplication::translate("headlight", "%n head(s)", nullptr, heads),
             QString::number(facts.info.modelWidth), parametersInWords(facts.parameters));
}

QString untrainedWords()
{
    return tr("This model is not trained: it shows how the numbers are computed, but its heads have learned "
              "nothing.");
}

QString builtinModel()
{
    const Result<std::filesystem::path> folder = builtinModelFolder();
    return folder ? QString::fromStdString(folder->string()) : QString();
}

} // namespace headlight
