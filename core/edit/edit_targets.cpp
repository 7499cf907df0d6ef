#include "core/edit/edit_targets.h"

namespace headlight {

namespace {

/// "has none: its layers are dense", "has experts in decoder layers 1, 3".
std::string expertsInWords(const TraceInfo& model)
{
    std::string text;
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = model.stack(stack);
        std::string layers;
        for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer)
            if (const int count = shape->expertsOf(layer); count > 0)
                layers += concat(layers.empty() ? "" : ", ", layer, " (0 to ", count - 1, ")");
        if (!layers.empty())
            text += concat(text.empty() ? "" : "; ", stackName(stack), " layers ", layers);
    }
    return text.empty() ? "has none: its layers are dense" : "has experts in " + text;
}

} // namespace

Error EditTargets::noHead(const HeadPattern& where) const
{
    return badArgument(toString(where), "matches no head of this model, which has ", m_model.shapeInWords());
}

Result<void> EditTargets::checkExperts(const ExpertPattern& where) const
{
    for (const StackKind stack : {StackKind::kEncoder, StackKind::kDecoder}) {
        const StackShape* const shape = m_model.stack(stack);
        for (int layer = 0; shape != nullptr && layer < shape->layers; ++layer)
            for (int expert = 0; expert < shape->expertsOf(layer); ++expert)
                if (where.matches({stack, layer, expert}))
                    return {};
    }
    return badArgument(toString(where), "matches no expert of this model, which ", expertsInWords(m_model));
}

Result<void> EditTargets::checkStack(StackKind stack) const
{
    if (m_model.stack(stack) != nullptr)
        return {};
    return fault("the model has no ", stackName(stack));
}

Result<void> EditTargets::checkIndex(const std::string& what, Index index, Index length,
                                     const std::string& sequence) const
{
    if (length < 0 || index < length)
        return {};
    const std::string plural = what == "query" ? "queries" : what + "s";
    return fault(what, " ", index, " does not exist: ", sequence, " has ", plural, " 0 to ", length - 1);
}

} // namespace headlight
