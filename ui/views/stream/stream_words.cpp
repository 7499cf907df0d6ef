#include "ui/views/stream/stream_words.h"

#include "ui/state/translation.h"

namespace headlight {

namespace {

QString lensNote(const StreamContent& content)
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

} // namespace

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
