#include "ui/views/stream/stream_words.h"

#include "ui/state/translation.h"

namespace headlight {

namespace {

QString lensNote(const StreamContent& content)
{
    const LensFacts& facts = content.facts();
    QString text = facts.finalNorm
        ? tr("The logit lens: the model's own final norm and head read the stream at every layer.")
        : tr("The logit lens: the model's own head reads the stream at every layer.");
    if (facts.transform)
        text += QLatin1Char(' ')
            + tr("This head has a layer of its own, which was trained for the last layer's stream only.");
    if (facts.postNorm)
        text += QLatin1Char(' ')
            + tr("Only an approximation here: in this post-norm model every layer normalises the stream "
                 "anew, so "
                 "that an earlier stream is not a part of the last one.");
    return text;
}

} // namespace

QString obstacleInWords(const LensFacts& facts)
{
    using Obstacle = LensFacts::Obstacle;
    switch (facts.obstacle) {
    case Obstacle::kNoModel:
        return tr("The logit lens needs a model that reads the stream. A trace file has none.");
    case Obstacle::kOtherModel:
        return tr("This trace was recorded with another model than the one that is open.");
    case Obstacle::kNoHead:
        return tr("This model has no language-model head, so nothing can be read from its stream. Norms are "
                  "there.");
    case Obstacle::kOtherStack:
        return tr(
            "The head of this model reads the decoder. The encoder's stream has no head; norms are there.");
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
            + tr("A norm follows each addition in this post-norm model, so sizes do not add up.")
                                                  : QString();
    switch (content.quantity()) {
    case StreamQuantity::kShare:
        return tr("How large an addition is against the stream that its layer starts with.") + post;
    case StreamQuantity::kCosine:
        return tr("Direction of an addition against the stream that its layer starts with: −1 removes, 0 "
                  "adds "
                  "something new, +1 strengthens what is there.")
            + post;
    default:
        return tr("L2 norms of the stream and of what each sub-layer adds to it, as recorded.") + post;
    }
}

} // namespace headlight
