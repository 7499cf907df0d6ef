#include "ui/views/cell/cell_words.h"

#include "ui/picture/value_scale.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/map_words.h"
#include "ui/words/token_text.h"

#include <QStringList>

#include <array>
#include <cmath>

namespace headlight {

namespace {

const QString kUnknown = QStringLiteral("–");

QString floatText(double value)
{
    return fullText(static_cast<float>(value));
}

/// "2.4 × 10⁻⁷" or "1.6": a distance that rounding explains, or does not.
QString distanceText(double value)
{
    if (value >= 0.1 && value < 1e4)
        return floatText(value);
    return value == 0 ? QStringLiteral("0") : withMinus(localNumber(QString::number(value, 'e', 1)));
}

void warn(StageWords& stage, bool disagrees, const std::vector<std::string>& edits)
{
    stage.warns = disagrees;
    if (disagrees && !edits.empty())
        stage.note += QLatin1Char(' ') + tr("An edit changed this run.");
}

/// Compares a recorded number with the one computed from the stage before. `computed`: how a number was made
/// that is not recorded.
void addCheck(StageWords& stage, const StageNumber& number, const std::vector<std::string>& edits,
              const QString& computed)
{
    if (!number.recorded)
        stage.audit = computed;
    else if (!number.again)
        stage.note = tr("As recorded. The trace does not include the numbers it was computed from.");
    else if (number.agrees())
        stage.audit = tr("recomputed, it differs by %1").arg(distanceText(number.off()));
    else
        stage.note = tr("As recorded, but recomputing gives %1 (difference %2).")
                         .arg(floatText(*number.again), distanceText(number.off()));
    warn(stage, number.recorded && number.again && !number.agrees(), edits);
}

/// "= |q| · |k| · cos θ = 3.214 × 2.178 × 0.5217, θ = 58.6°".
QString angleText(const VectorAngle& angle)
{
    if (!angle.cosine)
        return tr("|q| = %1, |k| = %2: without a length there is no angle.")
            .arg(floatText(angle.query), floatText(angle.key));
    constexpr double kDegrees = 57.29577951308232;
    return tr("= |q| · |k| · cos θ = %1 × %2 × %3, θ = %4°")
        .arg(floatText(angle.query), floatText(angle.key), floatText(*angle.cosine),
             localNumber(*angle.angle * kDegrees, 1));
}

/// What is the same of a stage in every cell.
struct StageKind
{
    const char* title;
    MapKind map; ///< that shows it, or the closest one
    Term term;
    const char* help; ///< a tooltip
};

/// One entry per CellStage, in their order.
constexpr std::array kStages{
    StageKind{
        QT_TRANSLATE_NOOP("headlight", "Dot product, q·k"), MapKind::kProducts, Term::kDotProduct,
        QT_TRANSLATE_NOOP(
            "headlight",
            "Query and key, dimension by dimension, as they enter the dot product (after rotary encoding, if "
            "any), their products, and the running sum (Σ). Click to show the dot products in the map.")},
    StageKind{
        QT_TRANSLATE_NOOP("headlight", "Score"), MapKind::kScores, Term::kScale,
        QT_TRANSLATE_NOOP("headlight",
                          "The dot product times the model’s scale. Click to show the scores in the map.")},
    StageKind{
        QT_TRANSLATE_NOOP("headlight", "Soft-cap"), MapKind::kMasked, Term::kScale,
        QT_TRANSLATE_NOOP(
            "headlight",
            "Soft-capping keeps large scores below a limit. Click to show the masked scores in the map.")},
    StageKind{
        QT_TRANSLATE_NOOP("headlight", "+ bias"), MapKind::kBias, Term::kBias,
        QT_TRANSLATE_NOOP("headlight",
                          "Adds a bias that depends on the distance between query and key. Click to show "
                          "the bias in the map.")},
    StageKind{QT_TRANSLATE_NOOP("headlight", "+ mask"), MapKind::kMasked, Term::kCausalMask,
              QT_TRANSLATE_NOOP("headlight",
                                "Whether this query can attend to this key: masked keys do not enter the "
                                "softmax. Click to show the masked scores in the map.")},
    StageKind{
        QT_TRANSLATE_NOOP("headlight", "Weight, softmax"), MapKind::kWeights, Term::kSoftmax,
        QT_TRANSLATE_NOOP("headlight",
                          "Softmax of the row: how much this query takes from each key. Shown: the row’s "
                          "largest weights, this one marked. Click to show the weights in the map.")},
    StageKind{QT_TRANSLATE_NOOP("headlight", "Weight × value"), MapKind::kWeights, Term::kQueryKeyValue,
              QT_TRANSLATE_NOOP("headlight",
                                "The key’s value (v), and the value times the weight, on the same scale.")},
    StageKind{QT_TRANSLATE_NOOP("headlight", "Head’s output"), MapKind::kWeights, Term::kProjection,
              QT_TRANSLATE_NOOP("headlight",
                                "The head’s output for this query, before the output projection (pale), and "
                                "this key’s part of it (strong).")},
    StageKind{QT_TRANSLATE_NOOP("headlight", "Weight × ‖v‖"), MapKind::kNormWeighted, Term::kNormWeight,
              QT_TRANSLATE_NOOP("headlight",
                                "A large weight on a small value contributes little. Weight × norm of the "
                                "value (Kobayashi et al. "
                                "2020; here before the output projection). Click to show this in the map.")},
};

StageWords wordsOf(CellStage stage)
{
    const StageKind& kind = kStages.at(static_cast<std::size_t>(stage));
    return {.stage = stage,
            .title = tr(kind.title),
            .value = kUnknown,
            .map = kind.map,
            .help = tr(kind.help),
            .term = kind.term};
}

/// A stage whose numbers are missing.
StageWords without(CellStage stage, const QString& what)
{
    StageWords words = wordsOf(stage);
    words.note = what;
    words.warns = true;
    return words;
}

StageWords productStage(const CellAccount& account)
{
    if (!account.dot)
        return without(CellStage::kProducts,
                       account.queryVector.size() > 0 ? tr("The trace does not include this head’s keys (k).")
                           : account.keyVector.size() > 0
                           ? tr("The trace does not include this head’s queries (q).")
                           : tr("The trace includes neither this head’s queries (q) nor its keys (k)."));
    StageWords stage = wordsOf(CellStage::kProducts);
    stage.formula = tr("sum over %1 dimensions").arg(account.products.size());
    stage.value = columnNumber(*account.dot);
    if (account.angle)
        stage.note = angleText(*account.angle);
    return stage;
}

StageWords scoreStage(const CellAccount& account, const std::vector<std::string>& edits)
{
    StageWords stage = account.score
        ? wordsOf(CellStage::kScore)
        : without(CellStage::kScore, tr("The trace does not include this head’s scores."));
    const QString symbol
        = scaleSymbol(static_cast<double>(account.rule.scale), static_cast<int>(account.headWidth),
                      static_cast<int>(account.modelWidth));
    if (!symbol.isEmpty())
        stage.title = tr("Score, %1").arg(symbol);
    stage.formula = QStringLiteral("× %1").arg(scaleInWords(account));
    if (!account.score)
        return stage;
    stage.value = columnNumber(account.score->value);
    addCheck(stage, *account.score, edits, tr("computed from the recorded queries and keys"));
    return stage;
}

StageWords capStage(const CellAccount& account)
{
    StageWords stage = wordsOf(CellStage::kCap);
    stage.formula
        = QStringLiteral("%1 · tanh(score / %1)").arg(floatText(static_cast<double>(account.rule.softcap)));
    if (account.capped)
        stage.value = columnNumber(*account.capped);
    return stage;
}

/// "+ 0.5", "− 0.5".
QString addedNumber(double number)
{
    return (number < 0 ? QStringLiteral("− %1") : QStringLiteral("+ %1")).arg(floatText(std::abs(number)));
}

StageWords biasStage(const CellAccount& account)
{
    const auto bias = static_cast<double>(*account.bias);
    StageWords stage = wordsOf(CellStage::kBias);
    stage.formula = addedNumber(bias);
    stage.note = tr("The bias by distance, as recorded.");
    if (account.contentToPosition || account.positionToContent) {
        QStringList terms;
        for (const auto& term : {account.contentToPosition, account.positionToContent})
            if (term)
                terms << addedNumber(static_cast<double>(*term));
        stage.formula = terms.join(QLatin1Char(' '));
        stage.note = account.contentToPosition && account.positionToContent
            ? tr("Query with relative position, then key with relative position.")
            : tr("The term of the relative position.");
        stage.map = account.contentToPosition ? MapKind::kContentToPosition : MapKind::kPositionToContent;
    }
    if (account.score)
        stage.value = columnNumber(account.capped.value_or(account.score->value) + bias);
    return stage;
}

StageWords maskStage(const CellAccount& account, const QString& whyMasked)
{
    if (!account.allowed)
        return without(CellStage::kMask, tr("The trace does not include this head’s mask."));
    StageWords stage = wordsOf(CellStage::kMask);
    stage.formula = *account.allowed ? tr("allowed") : tr("masked");
    if (!whyMasked.isEmpty())
        stage.note = tr("Masked: %1.").arg(whyMasked);
    stage.value = account.logit ? columnNumber(*account.logit)
        : *account.allowed      ? kUnknown
                                : QStringLiteral("−∞");
    return stage;
}

/// "= exp(5.046 − 9.019) ÷ Σ exp(score − 9.019) = 0.0188243 ÷ 1.02543"; empty where the weight comes of more
/// than the scores of the row, or they are not known.
QString softmaxText(const CellAccount& account)
{
    constexpr double kAgrees = 1e-3; ///< relative; recorded weights have single or half precision
    if (!account.logit || account.rowLogits.size() == 0 || account.rowLogits.array().isNaN().any())
        return {};
    const Eigen::RowVectorXd logits = account.rowLogits.cast<double>();
    const double largest = logits.maxCoeff();
    const double part = std::exp(*account.logit - largest), sum = (logits.array() - largest).exp().sum();
    if (!(std::abs(part / sum - account.weight->value) <= kAgrees * account.weight->value))
        return {};
    // Two digits more than the weight has, so that dividing by hand gives it.
    const auto quotientText = [](double value) { return localNumber(QString::number(value, 'g', 6)); };
    return tr("= exp(%1 − %2) ÷ Σ exp(score − %2) = %3 ÷ %4")
        .arg(floatText(*account.logit), floatText(largest), quotientText(part), quotientText(sum));
}

StageWords softmaxStage(const CellAccount& account, const std::vector<std::string>& edits)
{
    if (!account.weight)
        return without(CellStage::kSoftmax, tr("The trace does not include this head’s weights."));
    StageWords stage = wordsOf(CellStage::kSoftmax);
    const Index keys = account.rowKeys();
    stage.formula = keys == 1 ? tr("softmax over 1 key")
                              : tr("softmax over %1 keys, rank %2").arg(keys).arg(account.rank() + 1);
    stage.value = columnNumber(account.weight->value);
    addCheck(stage, *account.weight, edits,
             tr("computed from the recorded operands, with the same code as the run"));
    if (account.rule.dropout != 0.0F && account.weight->recorded)
        stage.note
            = tr("As recorded. Dropout removed some weights at random and scaled up the others: the trace "
                 "does not say which.");
    if (stage.note.isEmpty())
        stage.note = softmaxText(account);
    return stage;
}

StageWords valueStage(const CellAccount& account)
{
    if (account.weighted.size() == 0)
        return without(CellStage::kValue,
                       account.value.size() == 0 ? tr("The trace does not include this head’s values (v).")
                                                 : tr("The trace does not include this head’s weights."));
    StageWords stage = wordsOf(CellStage::kValue);
    stage.formula = tr("this key’s contribution, as a norm");
    stage.value = columnNumber(static_cast<double>(account.weighted.cast<double>().norm()));
    return stage;
}

StageWords outputStage(const CellAccount& account, const std::vector<std::string>& edits)
{
    if (account.output.size() == 0)
        return without(CellStage::kOutput, tr("The trace does not include this head’s output."));
    StageWords stage = wordsOf(CellStage::kOutput);
    stage.formula = tr("all keys of the row, as a norm");
    stage.value = columnNumber(account.output.cast<double>().norm());
    if (!edits.empty() && account.output.isZero(0)) {
        stage.note = tr("An edit has set it to 0.");
        return stage;
    }
    if (!account.outputOff)
        stage.note = tr("As recorded. The trace does not include the numbers it was computed from.");
    else if (account.outputAgrees())
        stage.audit
            = tr("the sum of weights × values agrees to within %1").arg(distanceText(*account.outputOff));
    else
        stage.note = tr("As recorded, but the sum of weights × values differs by up to %1.")
                         .arg(distanceText(*account.outputOff));
    warn(stage, !account.outputAgrees(), edits);
    return stage;
}

StageWords normStage(const CellAccount& account)
{
    const auto norm = static_cast<double>(account.valueNorms[account.key]);
    StageWords stage = wordsOf(CellStage::kNorm);
    stage.formula = QStringLiteral("%1 × %2").arg(floatText(account.weight->value), floatText(norm));
    stage.value = columnNumber(*account.normWeighted);
    if (account.normShare)
        stage.note = tr("%1% of the row by weight (rank %2), %3% by weight × ‖v‖ (rank %4).")
                         .arg(localNumber(100 * account.weight->value, 1))
                         .arg(account.rank() + 1)
                         .arg(localNumber(100 * *account.normShare, 1))
                         .arg(account.normRank() + 1);
    return stage;
}

QString exact(double value)
{
    return QString::number(value, 'g', 9);
}

QString tableRow(const QStringList& cells)
{
    return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
}

QString entry(const RowVector& values, Index i)
{
    return i < values.size() ? exact(static_cast<double>(values[i])) : QString();
}

QString tokenAt(const std::vector<TokenLabel>& tokens, Index i)
{
    const auto index = static_cast<std::size_t>(i);
    return index < tokens.size() ? tokenText(tokens[index]) : QString::number(i);
}

QString dimensionTable(const CellAccount& account)
{
    QString text = QLatin1Char('\n')
        + tableRow({tr("dimension"), QStringLiteral("q"), QStringLiteral("k"), QStringLiteral("q*k"),
                    QStringLiteral("v"), QStringLiteral("weight*v"), tr("output")});
    const Index count = std::max(
        {account.queryVector.size(), account.keyVector.size(), account.value.size(), account.output.size()});
    for (Index i = 0; i < count; ++i)
        text += tableRow({QString::number(i), entry(account.queryVector, i), entry(account.keyVector, i),
                          entry(account.products, i), entry(account.value, i), entry(account.weighted, i),
                          entry(account.output, i)});
    return count > 0 ? text : QString();
}

} // namespace

QString scaleInWords(const CellAccount& account)
{
    const auto scale = static_cast<double>(account.rule.scale);
    const int width
        = widthOfScale(scale, static_cast<int>(account.headWidth), static_cast<int>(account.modelWidth));
    if (width > 0)
        return QStringLiteral("1/√%1 = %2").arg(width).arg(floatText(scale));
    if (account.rule.scale != account.ownScale) // NOLINT(*-float-equal): it is the model's, or an edit's
        return tr("%1 (by an edit)").arg(floatText(scale));
    return scale == 1 && account.headWidth == 0 ? kUnknown // no vectors were recorded: nothing tells
        : scale == 1                            ? tr("1 (this model does not scale)")
                                                : tr("%1 (the model’s own)").arg(floatText(scale));
}

std::vector<StageWords> stagesOf(const CellAccount& account, const std::vector<std::string>& edits,
                                 const QString& whyMasked)
{
    std::vector<StageWords> stages{productStage(account), scoreStage(account, edits)};
    if (account.rule.softcap != 0)
        stages.push_back(capStage(account));
    if (account.bias)
        stages.push_back(biasStage(account));
    stages.push_back(maskStage(account, whyMasked));
    stages.push_back(softmaxStage(account, edits));
    stages.push_back(valueStage(account));
    stages.push_back(outputStage(account, edits));
    if (account.normWeighted)
        stages.push_back(normStage(account));
    return stages;
}

QString auditOf(const std::vector<StageWords>& stages)
{
    QStringList lines;
    for (const StageWords& stage : stages) {
        if (stage.warns)
            return {};
        if (!stage.audit.isEmpty())
            lines << tr("%1: %2").arg(stage.title, stage.audit);
    }
    return lines.isEmpty() ? QString()
                           : tr("Each number agrees with the one before it:") + QLatin1Char('\n')
            + lines.join(QLatin1Char('\n'));
}

QString cellTable(const CellAccount& account, const AttentionMap& map)
{
    QString text = tableRow({tr("head"), headName(account.head)});
    text
        += tableRow({tr("query"), QString::number(account.query), tokenAt(map.queryTokens(), account.query)});
    text += tableRow({tr("key"), QString::number(account.key), tokenAt(map.keyTokens(), account.key)});
    const auto line = [&text](const QString& name, const std::optional<double>& value) {
        if (value)
            text += tableRow({name, exact(*value)});
    };
    line(tr("dot product"), account.dot);
    if (account.angle) {
        line(QStringLiteral("|q|"), account.angle->query);
        line(QStringLiteral("|k|"), account.angle->key);
        line(QStringLiteral("cos"), account.angle->cosine);
        line(tr("angle (radians)"), account.angle->angle);
    }
    line(tr("scale"), static_cast<double>(account.rule.scale));
    line(tr("score"), account.score ? std::optional(account.score->value) : std::nullopt);
    line(tr("capped"), account.capped);
    line(tr("bias"), account.bias ? std::optional(static_cast<double>(*account.bias)) : std::nullopt);
    line(tr("mask"), account.allowed ? std::optional(*account.allowed ? 1.0 : 0.0) : std::nullopt);
    line(tr("weight"), account.weight ? std::optional(account.weight->value) : std::nullopt);
    line(tr("weight*|v|"), account.normWeighted);
    text += dimensionTable(account);
    if (account.rowWeights.size() == 0)
        return text;
    text += QLatin1Char('\n')
        + tableRow({tr("key"), tr("token"), tr("logit"), tr("weight"), QStringLiteral("|v|")});
    for (Index key = 0; key < account.keys; ++key)
        text += tableRow({QString::number(key), tokenAt(map.keyTokens(), key), entry(account.rowLogits, key),
                          entry(account.rowWeights, key), entry(account.valueNorms, key)});
    return text;
}

} // namespace headlight
