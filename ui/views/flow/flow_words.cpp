#include "ui/views/flow/flow_words.h"

#include "ui/picture/value_scale.h"
#include "ui/state/translation.h"
#include "ui/views/flow/flow_source.h"
#include "ui/widgets/step_words.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QLocale>
#include <QStringList>

#include <array>

namespace headlight {

namespace {

QString place(const FlowBox& box)
{
    const bool encoder = box.stack == StackKind::kEncoder;
    if (box.layer < 0 || box.kind == FlowBox::Kind::kTokens || box.kind == FlowBox::Kind::kNext)
        return encoder ? tr("Encoder") : tr("Decoder");
    if (box.head >= 0)
        return headName(box.headRef());
    if (box.kind == FlowBox::Kind::kMatrix && box.site == Site::kOutput)
        return layerName(box.layerRef());
    return layerName(box.stack, box.layer);
}

/// What a box of a recorded matrix is called, its sign in formulas, and what explains it. Sites without an
/// entry have no box.
struct SiteWords
{
    Site site;
    const char* title;
    const char* sign;
    std::optional<Term> term;
};

constexpr std::array kSiteWords{
    SiteWords{Site::kEmbeddings, QT_TRANSLATE_NOOP("headlight", "Embeddings"),
              QT_TRANSLATE_NOOP("headlight", "emb."), Term::kEmbedding},
    SiteWords{Site::kPositions, QT_TRANSLATE_NOOP("headlight", "Positions"),
              QT_TRANSLATE_NOOP("headlight", "pos."), Term::kPositions},
    SiteWords{Site::kSegments, QT_TRANSLATE_NOOP("headlight", "Segments"),
              QT_TRANSLATE_NOOP("headlight", "seg."), std::nullopt},
    SiteWords{Site::kQuery, QT_TRANSLATE_NOOP("headlight", "Queries"), "Q", Term::kQueryKeyValue},
    SiteWords{Site::kKey, QT_TRANSLATE_NOOP("headlight", "Keys"), "K", Term::kQueryKeyValue},
    SiteWords{Site::kValue, QT_TRANSLATE_NOOP("headlight", "Values"), "V", Term::kQueryKeyValue},
    SiteWords{Site::kScores, QT_TRANSLATE_NOOP("headlight", "Scores"), "QKᵀ", Term::kScale},
    SiteWords{Site::kBias, QT_TRANSLATE_NOOP("headlight", "Bias"), "B", Term::kBias},
    SiteWords{Site::kMask, QT_TRANSLATE_NOOP("headlight", "Mask"), "", Term::kCausalMask},
    SiteWords{Site::kWeights, QT_TRANSLATE_NOOP("headlight", "Weights"), "A", Term::kSoftmax},
    SiteWords{Site::kHeadOutput, QT_TRANSLATE_NOOP("headlight", "Head output"), "AV", Term::kHead},
    SiteWords{Site::kResidual, QT_TRANSLATE_NOOP("headlight", "Stream"), "x%1", Term::kResidualStream},
    SiteWords{Site::kFinal, QT_TRANSLATE_NOOP("headlight", "Final norm"), "", Term::kResidualStream},
    SiteWords{Site::kLogits, QT_TRANSLATE_NOOP("headlight", "Logits"),
              QT_TRANSLATE_NOOP("headlight", "logits"), Term::kLogit},
    SiteWords{Site::kOutput, QT_TRANSLATE_NOOP("headlight", "Attention update"), "+Δ", std::nullopt},
    SiteWords{Site::kFeedForwardOutput, QT_TRANSLATE_NOOP("headlight", "Feed-forward update"), "+Δ",
              std::nullopt},
};

SiteWords wordsOf(Site site)
{
    for (const SiteWords& each : kSiteWords)
        if (each.site == site)
            return each;
    return {site, "", "", std::nullopt};
}

} // namespace

QString siteTitle(const FlowBox& box)
{
    if (box.rotated && box.site == Site::kQuery)
        return tr("Queries, rotated");
    if (box.rotated && box.site == Site::kKey)
        return tr("Keys, rotated");
    return tr(wordsOf(box.site).title);
}

QString siteSign(const FlowBox& box)
{
    const QString sign = tr(wordsOf(box.site).sign);
    const bool turns = box.rotated && (box.site == Site::kQuery || box.site == Site::kKey);
    return box.site == Site::kResidual ? sign.arg(box.layer) : turns ? sign + QStringLiteral("↻") : sign;
}

QString boxName(const FlowBox& box)
{
    switch (box.kind) {
    case FlowBox::Kind::kTokens:
        return tr("%1 · Tokens").arg(place(box));
    case FlowBox::Kind::kMatrix:
        return tr("%1 · %2").arg(place(box), siteTitle(box));
    case FlowBox::Kind::kStep:
        return tr("%1 · %2").arg(
            place(box), box.name.isEmpty() || box.isSum() ? tr(stepWords(box.step).title) : box.name);
    case FlowBox::Kind::kPart: // the + of "+ Positions" is a sign in the diagram
        return tr("%1 · %2").arg(place(box), box.name.mid(box.name.startsWith(QLatin1String("+ ")) ? 2 : 0));
    case FlowBox::Kind::kLabel:
        return tr("%1 · %2").arg(place(box), box.name);
    case FlowBox::Kind::kNext:
        return tr("%1 · Next token").arg(place(box));
    default:
        return place(box);
    }
}

QString placeWords(const Trace& trace, const FlowBox& box, int row, int column, float value)
{
    const QString token = quotedToken(trace.tokens(box.rowStack()), row);
    if (box.kind == FlowBox::Kind::kTokens || column < 0) {
        const auto& tokens = trace.tokens(box.rowStack());
        const auto index = static_cast<std::size_t>(row);
        const QString place = QString::number(row);
        return tr("%1: %2 (position %3)")
            .arg(boxName(box), token, index < tokens.size() ? tokenPlace(tokens[index], place) : place);
    }
    if (const auto columns = box.columnStack())
        return tr("%1: %2 to %3 is %4")
            .arg(boxName(box), token, quotedToken(trace.tokens(*columns), column), fullText(value));
    if (box.site == Site::kLogits)
        return tr("%1: after %2, token id %3 is %4")
            .arg(boxName(box), token)
            .arg(column)
            .arg(fullText(value));
    return tr("%1: %2, dimension %3 is %4").arg(boxName(box), token).arg(column).arg(fullText(value));
}

std::optional<Term> termOfBox(const FlowBox& box)
{
    switch (box.kind) {
    case FlowBox::Kind::kTokens:
    case FlowBox::Kind::kNext:
        return Term::kToken;
    case FlowBox::Kind::kStep:
        return box.is(LayerStep::Kind::kAttention) && box.attention == AttentionKind::kCross
            ? Term::kCrossAttention
            : stepWords(box.step).term;
    case FlowBox::Kind::kLayer:
    case FlowBox::Kind::kLabel:
        return std::nullopt;
    case FlowBox::Kind::kHead:
    case FlowBox::Kind::kSquare:
        return Term::kHead;
    case FlowBox::Kind::kMatrix:
    case FlowBox::Kind::kPart:
        break;
    }
    return wordsOf(box.site).term;
}

std::optional<ViewId> viewInto(const FlowBox& box)
{
    switch (box.kind) {
    case FlowBox::Kind::kTokens:
        return view_ids::kTokens;
    case FlowBox::Kind::kNext:
        return view_ids::kDecoding;
    case FlowBox::Kind::kHead:
    case FlowBox::Kind::kSquare:
        return view_ids::kHeatmap;
    case FlowBox::Kind::kStep:
        return box.is(LayerStep::Kind::kAttention) ? view_ids::kHeatmap : view_ids::kStream;
    case FlowBox::Kind::kMatrix:
    case FlowBox::Kind::kPart:
        break;
    default:
        return std::nullopt;
    }
    switch (box.site) {
    case Site::kWeights:
    case Site::kScores:
    case Site::kBias:
    case Site::kMask:
        return view_ids::kHeatmap;
    case Site::kQuery:
    case Site::kKey:
    case Site::kValue:
    case Site::kHeadOutput:
        return view_ids::kCell;
    case Site::kEmbeddings:
    case Site::kPositions:
    case Site::kSegments:
        return view_ids::kPositions;
    case Site::kLogits: // the numbers of the head, or what it reads
        return box.kind == FlowBox::Kind::kMatrix ? view_ids::kDecoding : view_ids::kStream;
    default:
        return view_ids::kStream;
    }
}

/// What a box other than a matrix is and does: "Norm", "Feed-forward: …".
static QString boxWords(const FlowBox& box, const Architecture& facts)
{
    // The name of a part may have a colon already: "Positions: sinusoids".
    const QString pattern = box.kind == FlowBox::Kind::kPart ? tr("%1 · %2") : tr("%1: %2");
    const QString name = box.detail.isEmpty() ? boxName(box) : pattern.arg(boxName(box), box.detail);
    const StackFacts* const stack = facts.stack(box.stack);
    switch (box.kind) {
    case FlowBox::Kind::kLayer:
        return box.open ? tr("%1. Click the title to fold it.").arg(name)
                        : tr("%1. Click the title to open it.").arg(name);
    case FlowBox::Kind::kNext:
        return tr("%1: the most likely tokens after the followed one.").arg(name);
    case FlowBox::Kind::kStep:
        if (!box.detail.isEmpty())
            break;
        if (box.step == LayerStep::Kind::kFeedForward && stack != nullptr && box.layer >= 0
            && static_cast<std::size_t>(box.layer) < stack->layers.size()) {
            const FeedForwardFacts& layer = stack->layers[static_cast<std::size_t>(box.layer)].feedForward;
            if (layer.inner > 0)
                return tr("%1: %2, for each token alone.").arg(name, feedForwardDetail(layer));
        }
        return tr("%1: %2").arg(name, tr(stepWords(box.step).does));
    default:
        break;
    }
    return box.detail.isEmpty() ? name : name + QLatin1Char('.');
}

/// Where Enter leads.
static QString viewHint(const FlowBox& box)
{
    const std::optional<ViewId> view = viewInto(box);
    if (!view)
        return {};
    if (*view == view_ids::kHeatmap)
        return tr("Enter shows it in the Heatmap.");
    if (*view == view_ids::kPositions)
        return tr("Enter shows the positional encodings.");
    if (*view == view_ids::kStream)
        return tr("Enter shows the residual stream.");
    if (*view == view_ids::kDecoding)
        return tr("Enter shows the decoding.");
    if (*view == view_ids::kTokens)
        return tr("Enter shows the tokens.");
    return tr("Enter shows how the cell is computed.");
}

QString flowWords(const FlowScene& scene, const FlowPlace& place)
{
    const FlowBox* const box = scene.layout.box(place.box);
    if (box == nullptr)
        return {};
    if (box->kind == FlowBox::Kind::kTokens && place.row >= 0)
        return placeWords(scene.trace, *box, place.row, -1, 0);
    if (box->kind != FlowBox::Kind::kMatrix)
        return boxWords(*box, scene.facts);
    if (place.row < 0 && scene.size(*box).first > 0)
        return boxName(*box);
    const FlowNumbers numbers = place.row < 0 ? FlowNumbers() : flowNumbers(scene.trace, *box);
    if (numbers.isNull() || place.row >= numbers.map.queries() || place.column >= numbers.map.keys())
        return (scene.toCome ? tr("%1: not computed yet") : tr("%1: not recorded")).arg(boxName(*box));
    return placeWords(scene.trace, *box, place.row, place.column,
                      numbers.map.at(numbers.kind, place.row, place.column));
}

QString flowTip(const FlowScene& scene, const FlowPlace& place)
{
    const FlowBox* const box = scene.layout.box(place.box);
    if (box == nullptr)
        return {};
    QStringList lines{flowWords(scene, place)};
    if (box->kind == FlowBox::Kind::kMatrix && scene.size(*box).first > 0) {
        const ValueScale scale = scene.pictures.colours(FlowPictures::groupOf(*box)).scale;
        lines << tr("Colours from %1 to %2").arg(numberText(scale.lower), numberText(scale.upper));
        if (shadeOf(box->site) == Shade::kMean)
            lines << tr("Where numbers are smaller than a dot, it shows their mean.");
    }
    if (const QString hint = viewHint(*box); !hint.isEmpty())
        lines << hint;
    return lines.join(QLatin1Char('\n'));
}

namespace {

QString dotted(const QStringList& parts)
{
    return parts.join(QStringLiteral(" · "));
}

/// "32,000 × 512".
QString shape(std::int64_t rows, std::int64_t columns)
{
    const QLocale locale;
    return QStringLiteral("%1 × %2").arg(locale.toString(static_cast<qlonglong>(rows)),
                                         locale.toString(static_cast<qlonglong>(columns)));
}

} // namespace

QString countText(std::int64_t count)
{
    const QLocale locale;
    const auto value = static_cast<double>(count);
    const auto scaled = [&locale](double number, const QString& unit) {
        const int decimals = number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
        return locale.toString(number, 'f', decimals) + QChar(0x00A0) + unit;
    };
    if (value < 1000)
        return locale.toString(static_cast<qlonglong>(count));
    if (value < 999.5e3)
        return scaled(value / 1e3, QStringLiteral("k"));
    if (value < 999.5e6)
        return scaled(value / 1e6, QStringLiteral("M"));
    return scaled(value / 1e9, QStringLiteral("G"));
}

QString normTitle(NormKind kind)
{
    return kind == NormKind::kLayerNorm ? tr("Layer norm") : tr("RMS norm");
}

QString scaleTitle(float factor)
{
    return tr("× %1").arg(QLocale().toString(static_cast<double>(factor), 'g', 4));
}

QString attentionTitle(AttentionKind kind, const AttentionFacts& facts)
{
    if (kind == AttentionKind::kCross)
        return tr("Cross-attention");
    return facts.causal ? tr("Masked self-attention") : tr("Self-attention");
}

QString attentionDetail(const AttentionFacts& facts)
{
    QStringList parts{
        facts.kvHeads == facts.heads
            ? tr("%1 heads, width %2").arg(facts.heads).arg(facts.headWidth)
            : tr("%1 heads of %2, %3 key/value").arg(facts.heads).arg(facts.headWidth).arg(facts.kvHeads)};
    if (facts.window > 0)
        parts << tr("window %1").arg(facts.window);
    if (facts.positions == PositionMethod::kRotary)
        parts << tr("rotary");
    else if (facts.positions == PositionMethod::kRelativeBias)
        parts << tr("relative bias");
    else if (facts.positions == PositionMethod::kAlibi)
        parts << QStringLiteral("ALiBi");
    else if (facts.positions == PositionMethod::kDisentangled)
        parts << tr("disentangled");
    if (facts.normalisesHeads)
        parts << tr("q, k normalised");
    if (facts.sinks)
        parts << tr("learned sinks");
    if (facts.softcap > 0)
        parts << tr("cap %1").arg(static_cast<double>(facts.softcap));
    return dotted(parts << countText(facts.parameters));
}

QString feedForwardDetail(const FeedForwardFacts& facts)
{
    QStringList parts;
    if (facts.experts > 0)
        parts << tr("%1 of %2 experts").arg(facts.perToken).arg(facts.experts);
    return dotted(parts << QStringLiteral("%1 → %2 → %1").arg(facts.width).arg(facts.inner)
                        << activationName(facts.activation, facts.gated) << countText(facts.parameters));
}

QString embeddingDetail(const StackFacts& stack)
{
    QStringList parts{shape(stack.vocabulary, stack.embeddingWidth)};
    if (stack.embeddingScale != 1.0F)
        parts << scaleTitle(stack.embeddingScale);
    parts << (stack.embeddingShared ? tr("shared with the encoder") : countText(stack.embeddingParameters));
    return dotted(parts);
}

QString positionsTitle(const StackFacts& stack)
{
    if (isSinusoidal(stack.positions))
        return tr("+ Positions: sinusoids");
    switch (stack.positions) {
    case PositionMethod::kLearned:
        return tr("+ Positions: learned");
    case PositionMethod::kRotary:
        return tr("Positions: rotary");
    case PositionMethod::kRelativeBias:
        return tr("Positions: relative bias");
    case PositionMethod::kAlibi:
        return tr("Positions: ALiBi");
    case PositionMethod::kDisentangled:
        return tr("Positions: disentangled");
    default:
        return tr("No positions");
    }
}

QString positionsDetail(const StackFacts& stack)
{
    if (isSinusoidal(stack.positions))
        return tr("a formula, no parameters");
    switch (stack.positions) {
    case PositionMethod::kLearned:
        return dotted({shape(stack.positionRows, stack.embeddingWidth), countText(stack.positionParameters)});
    case PositionMethod::kRotary:
        return tr("turns queries and keys in each layer");
    case PositionMethod::kRelativeBias:
        return dotted({tr("added to the scores in each layer"), countText(stack.positionParameters)});
    case PositionMethod::kAlibi:
        return tr("added to the scores in each layer");
    case PositionMethod::kDisentangled:
        return dotted({tr("two terms of the scores in each layer"), countText(stack.positionParameters)});
    default:
        return tr("order comes from the mask alone");
    }
}

QString headDetail(const HeadFacts& head)
{
    QStringList parts{tr("%1 logits").arg(QLocale().toString(static_cast<qlonglong>(head.vocabulary)))};
    if (head.transform)
        parts << tr("with an extra layer");
    if (head.tied)
        parts << tr("tied to the embedding");
    if (head.softcap > 0)
        parts << tr("cap %1").arg(static_cast<double>(head.softcap));
    if (head.parameters > 0)
        parts << countText(head.parameters);
    return dotted(parts);
}

} // namespace headlight
