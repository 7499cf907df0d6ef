#include "ui/views/stream/stream_content.h"

#include "ui/state/translation.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Three or four characters: "0.04", "12.3", "3.1k".
QString shortNumber(double value)
{
    const double size = std::abs(value);
    const QLocale locale;
    if (size >= 1000)
        return withMinus(locale.toString(value / 1000, 'f', size >= 99500 ? 0 : 1)) + QLatin1Char('k');
    return withMinus(locale.toString(value, 'f', size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2));
}

} // namespace

QString StreamContent::tr(const char* text)
{
    return QCoreApplication::translate("StreamContent", text);
}

void StreamContent::reset(const TraceInfo& info, StackKind stack, TokenAxis tokens)
{
    const StreamQuantity quantity = m_quantity;
    const LensTarget target = m_target;
    clear();
    const StackShape& shape = *info.stack(stack);
    m_stack = stack;
    m_layers = shape.layers;
    m_cross = shape.cross;
    m_vocabulary = info.vocabulary;
    m_tokens = std::move(tokens);
    m_shownTokens = m_tokens->size();
    m_lens.resize(static_cast<std::size_t>(m_layers) + 1);
    setShown(quantity, target);
}

void StreamContent::showFirst(int columns)
{
    m_shownTokens = m_tokens ? std::min(m_tokens->size(), static_cast<std::size_t>(std::max(columns, 0))) : 0;
    findRange();
}

std::span<const TokenLabel> StreamContent::tokens() const
{
    return m_tokens ? std::span(*m_tokens).first(m_shownTokens) : std::span<const TokenLabel>();
}

void StreamContent::setShown(StreamQuantity quantity, LensTarget target)
{
    m_quantity = quantity;
    m_target = target;
    findRows();
    findRange();
}

void StreamContent::setLensRow(LensRow row)
{
    m_labels.merge(row.labels);
    const auto layer = static_cast<std::size_t>(row.layer);
    if (layer < m_lens.size())
        m_lens[layer] = std::make_shared<const LensRow>(std::move(row));
}

bool StreamContent::isLens() const
{
    return m_quantity == StreamQuantity::kLensProbability || m_quantity == StreamQuantity::kLensRank;
}

void StreamContent::findRows()
{
    using Part = StreamRow::Part;
    m_rows.clear();
    const bool additions = !isLens();
    const bool streams = isLens() || m_quantity == StreamQuantity::kNorm;
    for (int layer = 0; layer < m_layers; ++layer) {
        if (streams)
            m_rows.push_back({Part::kStream, layer});
        if (!additions)
            continue;
        m_rows.push_back({Part::kAttention, layer});
        if (m_cross)
            m_rows.push_back({Part::kCross, layer});
        m_rows.push_back({Part::kFeedForward, layer});
    }
    if (streams && m_layers > 0)
        m_rows.push_back({Part::kStream, m_layers});
}

void StreamContent::findRange()
{
    m_low = m_high = 1;
    if (m_quantity != StreamQuantity::kNorm && m_quantity != StreamQuantity::kShare)
        return;
    bool any = false;
    for (const StreamRow& row : m_rows) {
        for (int position = 0; position < static_cast<int>(m_shownTokens); ++position) {
            const std::optional<double> value = number(row, position);
            if (!value || *value <= 0)
                continue;
            m_low = any ? std::min(m_low, *value) : *value;
            m_high = any ? std::max(m_high, *value) : *value;
            any = true;
        }
    }
}

const Matrix& StreamContent::matrixOf(StreamRow::Part part) const
{
    const bool cosine = m_quantity == StreamQuantity::kCosine;
    switch (part) {
    case StreamRow::Part::kAttention:
        return cosine ? m_norms.attentionCosine : m_norms.attention;
    case StreamRow::Part::kCross:
        return cosine ? m_norms.crossCosine : m_norms.cross;
    case StreamRow::Part::kFeedForward:
        return cosine ? m_norms.feedForwardCosine : m_norms.feedForward;
    default:
        return m_norms.stream;
    }
}

const LensCell* StreamContent::lensCell(int layer, int position) const
{
    const auto row = static_cast<std::size_t>(layer);
    if (row >= m_lens.size() || !m_lens[row]
        || static_cast<std::size_t>(position) >= m_lens[row]->cells.size())
        return nullptr;
    return &m_lens[row]->cells[static_cast<std::size_t>(position)];
}

const LensScore* StreamContent::score(const LensCell& cell) const
{
    if (m_target == LensTarget::kFinal)
        return &cell.final;
    return cell.next ? &*cell.next : nullptr;
}

TokenLabel StreamContent::label(std::int64_t token) const
{
    const auto found = m_labels.find(token);
    return found != m_labels.end() ? found->second : TokenLabel{.id = token, .text = std::to_string(token)};
}

std::optional<double> StreamContent::number(const StreamRow& row, int position) const
{
    if (isLens()) {
        const LensCell* cell = lensCell(row.layer, position);
        const LensScore* found = cell != nullptr ? score(*cell) : nullptr;
        if (found == nullptr)
            return std::nullopt;
        return m_quantity == StreamQuantity::kLensRank ? static_cast<double>(found->rank)
                                                       : static_cast<double>(found->probability);
    }
    const Matrix& numbers = matrixOf(row.part);
    if (row.layer >= numbers.rows() || position >= numbers.cols())
        return std::nullopt;
    const auto value = static_cast<double>(numbers(row.layer, position));
    if (m_quantity != StreamQuantity::kShare)
        return value;
    const Matrix& stream = m_norms.stream;
    if (row.layer >= stream.rows() || position >= stream.cols() || stream(row.layer, position) <= 0)
        return std::nullopt;
    return value / static_cast<double>(stream(row.layer, position));
}

double StreamContent::level(const StreamRow& row, int position) const
{
    const std::optional<double> value = number(row, position);
    if (!value)
        return -1;
    switch (m_quantity) {
    case StreamQuantity::kLensProbability:
        return *value;
    case StreamQuantity::kLensRank:
        // From the first rank to the last in the vocabulary, logarithmically.
        return 1
            - std::log(1 + *value) / std::log(static_cast<double>(std::max<std::int64_t>(m_vocabulary, 2)));
    case StreamQuantity::kCosine:
        return (1 + *value) / 2;
    default:
        if (*value <= 0 || m_high <= m_low)
            return *value > 0 ? 0.5 : 0;
        return std::log(*value / m_low) / std::log(m_high / m_low);
    }
}

QString StreamContent::rowName(const StreamRow& row) const
{
    switch (row.part) {
    case StreamRow::Part::kAttention:
        return m_cross ? tr("layer %1: + self-attention").arg(row.layer)
                       : tr("layer %1: + attention").arg(row.layer);
    case StreamRow::Part::kCross:
        return tr("layer %1: + cross-attention").arg(row.layer);
    case StreamRow::Part::kFeedForward:
        return tr("layer %1: + feed-forward").arg(row.layer);
    default:
        return row.layer == 0 ? tr("input") : tr("after layer %1").arg(row.layer - 1);
    }
}

QString StreamContent::text(const StreamRow& row, int position) const
{
    if (isLens()) {
        const LensCell* cell = lensCell(row.layer, position);
        if (cell != nullptr && cell->broken)
            return tr("NaN");
        return cell != nullptr && !cell->best.empty() ? tokenText(label(cell->best.front().id)) : QString();
    }
    const std::optional<double> value = number(row, position);
    return value ? shortNumber(*value) : QString();
}

QString StreamContent::lensWords(const StreamRow& row, int position) const
{
    const LensCell* cell = lensCell(row.layer, position);
    if (cell != nullptr && cell->broken)
        return tr("the logits are not numbers (NaN)");
    if (cell == nullptr || cell->best.empty())
        return tr("not read yet");
    const QString text = tr("%1 with %2")
                             .arg(tokenInSentence(label(cell->best.front().id)),
                                  probabilityText(static_cast<double>(cell->best.front().probability)));
    const LensCell* last = lensCell(m_layers, position);
    if (m_target == LensTarget::kFinal && last != nullptr && !last->broken)
        return tr("%1; the last layer’s %2 has %3, rank %4")
            .arg(text, tokenInSentence(label(last->best.front().id)),
                 probabilityText(static_cast<double>(cell->final.probability)),
                 QString::number(cell->final.rank + 1));
    if (m_target == LensTarget::kNext && cell->next)
        return tr("%1; the next token %2 has %3, rank %4")
            .arg(text, tokenInSentence((*m_tokens)[static_cast<std::size_t>(position) + 1]),
                 probabilityText(static_cast<double>(cell->next->probability)),
                 QString::number(cell->next->rank + 1));
    return text;
}

QString StreamContent::words(const StreamRow& row, int position) const
{
    if (position < 0 || static_cast<std::size_t>(position) >= m_shownTokens)
        return {};
    const TokenLabel& token = (*m_tokens)[static_cast<std::size_t>(position)];
    const QString place = tr("%1, position %2 (%3)")
                              .arg(rowName(row))
                              .arg(position)
                              .arg(tokenPlace(token, tokenInSentence(token)));
    if (isLens())
        return tr("%1: %2").arg(place, lensWords(row, position));
    const std::optional<double> value = number(row, position);
    const QString said = value ? numberText(*value) : tr("not recorded");
    switch (m_quantity) {
    case StreamQuantity::kShare:
        return tr("%1: %2 of the stream’s norm").arg(place, said);
    case StreamQuantity::kCosine:
        return tr("%1: cosine with the stream %2").arg(place, said);
    default:
        return tr("%1: norm %2").arg(place, said);
    }
}

std::pair<QString, QString> StreamContent::ends() const
{
    switch (m_quantity) {
    case StreamQuantity::kLensProbability:
        return {QStringLiteral("0"), QStringLiteral("1")};
    case StreamQuantity::kLensRank:
        return {tr("rank %1").arg(m_vocabulary), tr("rank 1")};
    case StreamQuantity::kCosine:
        return {QStringLiteral("−1"), QStringLiteral("+1")};
    default:
        return {shortNumber(m_low), tr("%1 (logarithmic)").arg(shortNumber(m_high))};
    }
}

std::vector<float> StreamContent::curve(StreamRow::Part part, int position) const
{
    std::vector<float> values;
    const int last = part == StreamRow::Part::kStream ? m_layers : m_layers - 1;
    for (int layer = 0; layer <= last; ++layer) {
        const std::optional<double> value = number({part, layer}, position);
        values.push_back(value ? static_cast<float>(*value) : std::nanf(""));
    }
    return values;
}

QString tableOf(const StreamContent& content, const std::stop_token& stop)
{
    QString text;
    for (const TokenLabel& token : content.tokens())
        text += QLatin1Char('\t') + QString::fromStdString(token.text).simplified();
    for (const StreamRow& row : content.rows()) {
        if (stop.stop_requested())
            break;
        text += QLatin1Char('\n') + content.rowName(row);
        for (int at = 0; at < static_cast<int>(content.tokens().size()); ++at) {
            const std::optional<double> number = content.number(row, at);
            const QString known = number ? QString::number(*number, 'g', 9) : QString();
            text += QLatin1Char('\t')
                + (content.isLens() ? (content.text(row, at) + QLatin1Char(' ') + known).simplified()
                                    : known);
        }
    }
    return content.rows().empty() ? QString() : text + QLatin1Char('\n');
}

static QString lensNote(const StreamContent& content)
{
    const LensFacts& facts = content.facts();
    QString text = facts.finalNorm
        ? tr("Logit lens: the model’s final norm and language-model head read the stream at every layer.")
        : tr("Logit lens: the model’s language-model head reads the stream at every layer.");
    if (facts.transform)
        text += QLatin1Char(' ')
            + tr("The language-model head has an extra layer, trained on the last layer’s stream only.");
    if (facts.postNorm)
        text += QLatin1Char(' ')
            + tr("Only an approximation: this post-norm model renormalises the stream in every layer, so an "
                 "earlier stream is not simply part of the last one.");
    return text;
}

QString obstacleInWords(const LensFacts& facts)
{
    using Obstacle = LensFacts::Obstacle;
    switch (facts.obstacle) {
    case Obstacle::kNoModel:
        return tr(
            "The logit lens needs the model, which a trace file does not include. Open the model to use it.");
    case Obstacle::kOtherModel:
        return tr("This trace was recorded with a different model from the one that is open.");
    case Obstacle::kNoHead:
        return tr("This model has no language-model head, so the logit lens does not apply. Choose “Norms” "
                  "instead.");
    case Obstacle::kOtherStack:
        return tr("The language-model head reads the decoder’s stream only. For the encoder choose “Norms”.");
    case Obstacle::kNotRecorded:
        return tr("The stream of this text was not recorded.");
    default:
        return {};
    }
}

QString streamNote(const StreamContent& content)
{
    if (content.isLens())
        return lensNote(content);
    const QString post = content.facts().postNorm ? QLatin1Char(' ')
            + tr("This post-norm model normalises after each update, so the norms do not add up.")
                                                  : QString();
    switch (content.quantity()) {
    case StreamQuantity::kShare:
        return tr("Norm of each update relative to the stream that enters the layer.") + post;
    case StreamQuantity::kCosine:
        return tr("Cosine of each update with the stream that enters the layer: −1 removes, 0 adds something "
                  "new, +1 reinforces.")
            + post;
    default:
        return tr("L2 norms of the stream and of what each sub-layer adds to it, as recorded.") + post;
    }
}

} // namespace headlight
