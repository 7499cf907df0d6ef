#pragma once

#include "core/nn/layer_plan.h"
#include "ui/widgets/term.h"

#include <QColor>
#include <QtGlobal>

#include <array>
#include <optional>

namespace headlight {

/// How pictures of a model show a step of a layer; the texts are for tr().
struct StepWords
{
    const char* title;
    const char* does; ///< a sentence without its subject
    std::optional<Term> term;
    QRgb accent; ///< muted hues that colour-blind people can tell apart; 0 = none
};

/// One entry per LayerStep::Kind, in their order. Attention and updates are drawn as heads and numbers, with
/// words of their own. An edit of the wiring is not drawn.
inline constexpr std::array kStepWords{
    StepWords{QT_TRANSLATE_NOOP("headlight", "Norm"),
              QT_TRANSLATE_NOOP("headlight", "scales each token’s vector to a fixed size."), Term::kLayerNorm,
              0xFFF0E442},
    StepWords{"", "", Term::kHead, 0xFFE69F00},
    StepWords{QT_TRANSLATE_NOOP("headlight", "Feed-forward"),
              QT_TRANSLATE_NOOP("headlight", "processes each token alone."), Term::kFeedForward, 0xFF56B4E9},
    StepWords{QT_TRANSLATE_NOOP("headlight", "Scale"),
              QT_TRANSLATE_NOOP("headlight", "multiplies the update by a constant."), Term::kResidualStream,
              0xFF999999},
    StepWords{"", "", Term::kResidualStream, 0},
    StepWords{QT_TRANSLATE_NOOP("headlight", "Sum"),
              QT_TRANSLATE_NOOP("headlight", "adds the update to the residual stream."),
              Term::kResidualStream, 0},
    StepWords{QT_TRANSLATE_NOOP("headlight", "Convolution"),
              QT_TRANSLATE_NOOP("headlight", "adds a mixture of the layer’s input and its neighbours."),
              std::nullopt, 0xFF0072B2},
    StepWords{"", "", std::nullopt, 0},
};

constexpr const StepWords& stepWords(LayerStep::Kind kind)
{
    return kStepWords.at(static_cast<std::size_t>(kind));
}

} // namespace headlight
