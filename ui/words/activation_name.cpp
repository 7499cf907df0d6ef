#include "ui/words/activation_name.h"

namespace headlight {

QString activationName(Activation activation, bool gated)
{
    switch (activation) {
    case Activation::kRelu:
        return gated ? QStringLiteral("ReGLU") : QStringLiteral("ReLU");
    case Activation::kSilu:
        return gated ? QStringLiteral("SwiGLU") : QStringLiteral("SiLU");
    case Activation::kTanh:
        return QStringLiteral("tanh");
    default:
        return gated ? QStringLiteral("GeGLU") : QStringLiteral("GELU");
    }
}

} // namespace headlight
