#include "ui/views/positions/position_words.h"

#include "core/base/text_list.h"
#include "ui/state/translation.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace headlight {

namespace {

constexpr double kFullTurn = 6.283185307179586; ///< radians

} // namespace

QString methodInWords(PositionMethod method)
{
    switch (method) {
    case PositionMethod::kSinusoidalInterleaved:
        return tr("sinusoids, sine and cosine interleaved");
    case PositionMethod::kSinusoidalHalves:
        return tr("sinusoids, all sines first, then all cosines");
    case PositionMethod::kSinusoidalStretched:
        return tr("sinusoids, all sines first, the slowest with a period of 2π × 10000");
    case PositionMethod::kSinusoidalSteep:
        return tr("steep sinusoids: the exponent counts dimensions, not pairs");
    case PositionMethod::kSinusoidalSteepOwn:
        return tr("steep sinusoids: the exponent counts dimensions, for sine and cosine");
    case PositionMethod::kLearned:
        return tr("a learned table");
    default:
        return {};
    }
}

QString whyNothingIsAdded(PositionMethod method)
{
    switch (method) {
    case PositionMethod::kRotary:
        return tr(
            "This model adds nothing to its embeddings.\n\nIt rotates queries and keys by angles that grow "
            "with "
            "the position (rotary encoding), so that a score depends on how far apart two tokens are.");
    case PositionMethod::kRelativeBias:
        return tr(
            "This model adds nothing to its embeddings.\n\nEach head has a learned number for every distance "
            "between query and key, which is added to the score (relative position bias).");
    case PositionMethod::kAlibi:
        return tr(
            "This model adds nothing to its embeddings.\n\nEach head lowers its scores in proportion to the "
            "distance between query and key (ALiBi).");
    case PositionMethod::kDisentangled:
        return tr(
            "This model adds nothing to its embeddings.\n\nIts scores have two more terms: the query with "
            "the "
            "relative position of the key, and the key with that of the query (disentangled attention).");
    case PositionMethod::kNone:
        return tr("This model has no positional encoding.\n\nOnly the causal mask lets "
                  "it distinguish one word order from another.");
    default:
        return tr(
            "No positional encoding was recorded.\n\nModels with rotary or relative positions add nothing to "
            "their embeddings: they apply the position inside attention.");
    }
}

QString effectsInWords(const PositionEffects& effects, const LayerRef& of)
{
    const QString layer = layerName(of);
    if (effects.method == PositionMethod::kRotary) {
        const auto pairs = static_cast<int>(effects.frequencies.size());
        const double slowest = static_cast<double>(*std::ranges::min_element(effects.frequencies));
        QString text
            = tr("%1: rotary; %2 pairs among %3 dimensions rotate, the slowest once every %4 tokens.")
                  .arg(layer)
                  .arg(pairs)
                  .arg(effects.headWidth)
                  .arg(slowest > 0 ? numberText(kFullTurn / slowest) : QStringLiteral("∞"));
        if (2 * pairs < effects.headWidth)
            text += QLatin1Char(' ')
                + tr("The other %1 dimensions do not rotate.").arg(effects.headWidth - 2 * pairs);
        if (effects.rotationScale != 1.0F)
            text += QLatin1Char(' ')
                + tr("Rotated vectors are scaled by %1.")
                      .arg(numberText(static_cast<double>(effects.rotationScale)));
        return text;
    }
    if (effects.method == PositionMethod::kAlibi)
        return tr("%1: ALiBi; each head adds its slope times the distance to the scores.").arg(layer);
    return effects.bothDirections
        ? tr("%1: relative positions, %2 buckets for both directions, the same in all "
             "layers of the stack.")
              .arg(layer)
              .arg(effects.buckets)
        : tr("%1: relative positions, %2 buckets, the same in all layers of the stack.")
              .arg(layer)
              .arg(effects.buckets);
}

QString angleInWords(const PositionEffects& effects, int position, int pair)
{
    const auto index = static_cast<std::size_t>(pair);
    if (index >= effects.frequencies.size())
        return {};
    const auto frequency = static_cast<double>(effects.frequencies[index]);
    const double angle = position * frequency;
    const auto pairs = static_cast<int>(effects.frequencies.size());
    const int first = effects.interleaved ? 2 * pair : pair;
    const int second = effects.interleaved ? first + 1 : pair + pairs;
    return tr("Position %1, pair %2 (dimensions %3 and %4): angle %5, %6 turns; one "
              "full turn every %7 tokens")
        .arg(position)
        .arg(pair)
        .arg(first)
        .arg(second)
        .arg(numberText(std::fmod(angle, kFullTurn)), numberText(angle / kFullTurn),
             frequency > 0 ? numberText(kFullTurn / frequency) : QStringLiteral("∞"));
}

QString rotationInWords(int distance, const std::vector<float>& means, const std::vector<float>& scores)
{
    const auto place = static_cast<std::size_t>(std::max(distance, 0));
    const QString text = tr("Distance %1").arg(distance);
    QStringList numbers;
    if (place < means.size())
        numbers << tr("mean effect %1").arg(numberText(static_cast<double>(means[place])));
    if (place < scores.size())
        numbers << tr("score %1").arg(numberText(static_cast<double>(scores[place])));
    if (numbers.isEmpty())
        return text;
    return tr("%1: %2").arg(text, numbers.join(QStringLiteral(", ")));
}

QString biasInWords(const Matrix& bias, int head, int distance)
{
    const Index column = Index{distance} + bias.cols() / 2;
    if (column < 0 || column >= bias.cols() || head >= bias.rows())
        return {};
    const QString place = distance == 0 ? tr("Key at the query’s position")
        : distance > 0                  ? tr("Key %1 after the query").arg(distance)
                                        : tr("Key %1 before the query").arg(-distance);
    return tr("%1: head %2 adds %3; all heads add %4 to %5")
        .arg(place)
        .arg(head)
        .arg(numberText(static_cast<double>(bias(head, column))),
             numberText(static_cast<double>(bias.col(column).minCoeff())),
             numberText(static_cast<double>(bias.col(column).maxCoeff())));
}

QString pairInWords(const std::vector<TokenLabel>& tokens, int query, int key, int head)
{
    const auto named = [&tokens](int i) {
        return static_cast<std::size_t>(i) < tokens.size()
            ? tr("%1 (%2)").arg(tokenInSentence(tokens[static_cast<std::size_t>(i)])).arg(i)
            : QString::number(i);
    };
    return tr("Score of %1 with %2 at other distances: head %3, everything else as recorded")
        .arg(named(query), named(key))
        .arg(head);
}

std::vector<int> parseIndexList(const QString& text, int count, std::size_t most)
{
    static const QRegularExpression entry(QStringLiteral(R"(^(\d{1,9})(?:\s*[-–]\s*(\d{1,9}))?$)"));
    static const QRegularExpression separator(QStringLiteral("[,;]"));
    std::vector<int> indexes;
    for (const QString& part : text.split(separator)) {
        const QRegularExpressionMatch match = entry.match(part.trimmed());
        if (!match.hasMatch())
            continue;
        const int first = match.captured(1).toInt();
        const int last = match.hasCaptured(2) ? match.captured(2).toInt() : first;
        for (int i = first; i <= std::min(last, count - 1) && indexes.size() < most; ++i) {
            if (std::ranges::find(indexes, i) == indexes.end())
                indexes.push_back(i);
        }
    }
    return indexes;
}

QString indexListText(const std::vector<int>& indexes)
{
    return QString::fromStdString(joined(indexes));
}

} // namespace headlight
