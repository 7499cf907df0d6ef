#include "ui/run/model_facts.h"

#include "core/base/text_list.h"
#include "core/io/json_outline.h"
#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"
#include "core/text/chat/chat_format.h"
#include "ui/run/model_library.h"
#include "ui/run/opener.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"

#include <QFileInfo>
#include <QLocale>

#include <array>
#include <filesystem>
#include <map>

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

constexpr int kShownSpecials = 24; ///< T5 has a hundred gap tokens
constexpr std::size_t kMostOfConfig = 2000; ///< entries: a classifier's label list can be long

QString number(qint64 value)
{
    return QLocale().toString(value);
}

/// "32" if all layers agree, otherwise "8 (layers 0, 2), 16 (layers 1, 3)".
QString perLayer(const StackSpec& stack, auto value)
{
    std::map<QString, QStringList> layers;
    std::vector<QString> order;
    for (std::size_t i = 0; i < stack.layers.size(); ++i) {
        const QString each = value(stack.layers[i]);
        if (!layers.contains(each))
            order.push_back(each);
        layers[each] << QString::number(i);
    }
    if (order.size() <= 1)
        return order.empty() ? QString() : order.front();
    QStringList parts;
    for (const QString& each : order)
        parts << tr("%1 (layers %2)").arg(each, layers[each].join(QStringLiteral(", ")));
    return parts.join(QStringLiteral("; "));
}

// The names of the values of enumerations, in their order.

QString activationTitle(Activation activation)
{
    constexpr std::array kTitles{"ReLU", "GELU", "GELU (tanh)", "SiLU", "GELU (sigmoid)", "tanh"};
    return QLatin1String(kTitles.at(static_cast<std::size_t>(activation)));
}

QString schemeInWords(PositionScheme scheme)
{
    const std::array words{QString(),
                           tr("sinusoidal, interleaved"),
                           tr("sinusoidal, sines first"),
                           tr("sinusoidal, sines first, slowest wave 10000"),
                           tr("sinusoidal, steep"),
                           tr("sinusoidal, steep, an angle for each dimension"),
                           tr("learned")};
    return words.at(static_cast<std::size_t>(scheme));
}

QString placementInWords(NormPlacement placement)
{
    const std::array words{tr("after each sub-layer"), tr("before each sub-layer"),
                           tr("before and after each sub-layer"), tr("on the output of each sub-layer"),
                           tr("before each sub-layer, in the residual stream")};
    return words.at(static_cast<std::size_t>(placement));
}

QString positionsInWords(const StackSpec& stack)
{
    QStringList parts;
    if (stack.positions.scheme != PositionScheme::kNone)
        parts << schemeInWords(stack.positions.scheme);
    const AttentionSpec* self = stack.layers.empty() ? nullptr : &stack.layers.front().self;
    if (self != nullptr && self->rotary != nullptr) {
        const auto rotated = 2 * static_cast<int>(self->rotary->inverseFrequencies.size());
        parts << (rotated < self->headWidth
                      ? tr("rotary, on %1 of %2 dimensions").arg(rotated).arg(self->headWidth)
                      : tr("rotary"));
    }
    if (self != nullptr && self->relative)
        parts << tr("relative, %1 buckets").arg(self->relative->buckets);
    if (self != nullptr && self->alibi)
        parts << QStringLiteral("ALiBi");
    if (self != nullptr && self->disentangled)
        parts << (self->disentangled->buckets > 0
                      ? tr("disentangled, %1 buckets").arg(self->disentangled->buckets)
                      : tr("disentangled, %1 distances").arg(2 * self->disentangled->span));
    QString words = parts.isEmpty() ? tr("none") : parts.join(QStringLiteral(", "));
    if (stack.positions.maximum > 0)
        words += QStringLiteral("; ") + tr("at most %1 tokens").arg(number(stack.positions.maximum));
    else if (stack.positions.trained > 0)
        words += QStringLiteral("; ") + tr("made for %1 tokens").arg(number(stack.positions.trained));
    return words;
}

QString headsInWords(const AttentionSpec& attention)
{
    if (attention.kvHeads == attention.heads)
        return number(attention.heads);
    return tr("%1, with %2 key/value heads").arg(attention.heads).arg(attention.kvHeads);
}

QString maskInWords(const AttentionSpec& attention)
{
    if (attention.window == 0)
        return attention.causal ? tr("causal") : tr("none");
    return attention.causal ? tr("causal, sliding window of %1").arg(attention.window)
                            : tr("sliding window of %1").arg(attention.window);
}

FactSection describeStack(const StackSpec& stack, const QString& title)
{
    const auto feedForward = [](const LayerSpec& layer) {
        const FeedForwardSpec& feed = layer.feedForward;
        return number(feed.width) + QStringLiteral(", ") + activationTitle(feed.activation)
            + (feed.gated ? QStringLiteral(", ") + tr("gated") : QString());
    };
    const QString norm
        = stack.norm == NormKind::kLayerNorm ? QStringLiteral("LayerNorm, ") : QStringLiteral("RMSNorm, ");
    FactSection section{
        title,
        {{tr("Layers"), number(static_cast<qint64>(stack.layers.size())), {}},
         {tr("Heads"), perLayer(stack, [](const LayerSpec& layer) { return headsInWords(layer.self); }),
          tr("If there are fewer key/value heads than heads, several heads share one.")},
         {tr("Head width"),
          perLayer(stack, [](const LayerSpec& layer) { return number(layer.self.headWidth); }),
          {}},
         {tr("Mask"), perLayer(stack, [](const LayerSpec& layer) { return maskInWords(layer.self); }),
          tr("In a sliding window a query sees only that many keys, itself included.")},
         {tr("Positions"), positionsInWords(stack), {}},
         {tr("Feed-forward"), perLayer(stack, feedForward), {}},
         {tr("Norm layers"), norm + placementInWords(stack.placement), {}}}};
    if (stack.segments > 0)
        section.facts.push_back({tr("Segments"), number(stack.segments), {}});
    return section;
}

FactSection describeArchitecture(const Model& model)
{
    const ArchSpec& spec = model.spec();
    FactSection section{tr("Model"), {}};
    const QString kind = model.isEncoderDecoder() ? tr("encoder and decoder")
        : model.isEncoderOnly()                   ? tr("encoder only")
                                                  : tr("decoder only");
    section.facts = {{tr("Family"), QString::fromStdString(model.family()), {}},
                     {tr("Architecture"), kind, {}},
                     {tr("d_model"), number(spec.width), tr("Width of the stream between the layers")},
                     {tr("Vocabulary"), number(spec.vocabulary), {}},
                     {tr("Logits"),
                      !spec.head.present          ? tr("none: the checkpoint has no language-model head")
                          : model.isEncoderOnly() ? tr("of masked words")
                                                  : tr("of the next word"),
                      {}},
                     {std::filesystem::is_directory(model.folder()) ? tr("Folder") : tr("File"),
                      QString::fromStdString(model.folder().string()),
                      {}}};
    return section;
}

FactSection describeWeights(const Model& model)
{
    FactSection section{tr("Weights"), {}};
    // Blocks of quantised weights take less than two bytes a weight, or less than four beside others.
    const auto bytes = static_cast<double>(model.memoryBytes());
    const auto parameters = static_cast<double>(model.parameters());
    const bool blocks = bytes < (model.halfPrecision() ? 2 : 4) * parameters;
    const QString held = blocks ? tr("%1, quantised weights kept")
        : model.halfPrecision() ? tr("%1, half precision kept")
                                : tr("%1, as F32");
    section.facts
        = {{tr("Parameters"), number(model.parameters()), tr("Tied weights are counted once.")},
           {tr("In the file"), QString::fromStdString(model.weightTypes()), {}},
           {tr("In memory"), held.arg(bytesInWords(model.memoryBytes())),
            blocks || model.halfPrecision()
                ? tr("Weights are kept in memory as stored; computation is in F32. You can change this in "
                     "Preferences.")
                : tr("Weights stored as F32 are read from the file when needed.")}};
    if (!model.spec().trained)
        section.facts.insert(section.facts.begin(), {tr("Training"), tr("none"), untrainedWords()});
    return section;
}

FactSection describeAdapter(const AdapterFacts& adapter)
{
    FactSection section{tr("Adapter"), {}};
    const QString rank = adapter.leastRank == adapter.mostRank
        ? number(adapter.mostRank)
        : tr("%1 to %2").arg(number(adapter.leastRank), number(adapter.mostRank));
    section.facts = {{tr("Name"), QString::fromStdString(adapter.name), {}},
                     {tr("Rank"), rank, tr("Rows of A, columns of B: W x becomes W x + scale · B (A x).")},
                     {tr("Alpha"), QLocale().toString(adapter.alpha, 'g', 4),
                      adapter.rootOfRank ? tr("The scale is alpha divided by the root of the rank.")
                                         : tr("The scale is alpha divided by the rank.")},
                     {tr("Target modules"), QString::fromStdString(joined(adapter.modules)), {}},
                     {tr("Changed matrices"), number(adapter.matrices), {}},
                     {tr("Parameters"), number(adapter.parameters), tr("Not among those of the model.")},
                     {tr("Base model"), QString::fromStdString(adapter.base), tr("As the adapter names it")},
                     {tr("Folder"), QString::fromStdString(adapter.folder.string()), {}}};
    return section;
}

FactSection describeTokenizer(const Model& model)
{
    FactSection section{tr("Tokenizer"), {}};
    const Tokenizer* tokenizer = model.tokenizers().source.get();
    if (tokenizer == nullptr) {
        section.facts.push_back({tr("Kind"), tr("none: type token ids"), {}});
        return section;
    }
    section.facts.push_back({tr("Kind"), QString::fromStdString(tokenizer->kind()), {}});
    section.facts.push_back({tr("Tokens"), number(tokenizer->vocabularySize()), {}});
    if (model.tokenizers().target != nullptr && model.tokenizers().target.get() != tokenizer)
        section.facts.push_back({tr("Target side"), tr("has a separate tokenizer"), {}});
    std::vector<TokenId> specials;
    for (TokenId id = 0; id < tokenizer->vocabularySize(); ++id) {
        if (tokenizer->isSpecial(id))
            specials.push_back(id);
    }
    QStringList words;
    for (const TokenId id : specials) {
        if (words.size() == kShownSpecials) {
            words << tr("and %1 more").arg(static_cast<int>(specials.size()) - kShownSpecials);
            break;
        }
        words << QStringLiteral("%1 %2").arg(QString::fromStdString(tokenizer->piece(id))).arg(id);
    }
    section.facts.push_back({tr("Special tokens"),
                             words.isEmpty() ? tr("none") : words.join(QStringLiteral(", ")),
                             tr("Each with its id")});
    if (model.chat() != nullptr)
        section.facts.push_back({tr("Chat template"), *model.chat() ? tr("yes") : tr("faulty"),
                                 *model.chat()
                                     ? tr("Edit → Conversation writes a conversation by it. A sentence is "
                                          "read exactly as you type it.")
                                     : QString::fromStdString(model.chat()->error().describe())});
    return section;
}

std::vector<Fact> configFacts(const std::vector<OutlineEntry>& entries)
{
    return listFrom(entries, [](const OutlineEntry& each) {
        return Fact{QString::fromStdString(each.name),
                    QString::fromStdString(each.value),
                    {},
                    configFacts(each.below)};
    });
}

FactSection describeConfig(const Model& model)
{
    const JsonOutline outline = outlineOf(model.configJson(), kMostOfConfig);
    const bool folder = model.folder().extension() != ".gguf";
    FactSection section{folder ? QStringLiteral("config.json") : QStringLiteral("GGUF"),
                        configFacts(outline.entries), false};
    if (outline.cut)
        section.facts.push_back({QStringLiteral("…"), tr("The rest is in the file.")});
    return section;
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

QList<FactSection> describeModel(const Model& model)
{
    QList<FactSection> sections{describeArchitecture(model)};
    const ArchSpec& spec = model.spec();
    if (spec.encoder)
        sections.push_back(describeStack(*spec.encoder, tr("Encoder")));
    if (spec.decoder)
        sections.push_back(describeStack(*spec.decoder, tr("Decoder")));
    sections.push_back(describeWeights(model));
    if (const AdapterFacts* const adapter = model.adapter())
        sections.push_back(describeAdapter(*adapter));
    sections.push_back(describeTokenizer(model));
    sections.push_back(describeConfig(model));
    return sections;
}

} // namespace headlight
