#pragma once

#include "tests/support/tiny_model.h"

namespace headlight::test {

/// A model with the sizes of GPT-2 small and random weights, for measuring.
inline std::shared_ptr<const Model> gpt2Shape(int vocabulary)
{
    TinyOptions options;
    options.width = 768;
    options.heads = 12;
    options.headWidth = options.valueWidth = 64;
    options.layers = 12;
    options.feedForward = 4 * options.width;
    options.vocabulary = vocabulary;
    options.placement = NormPlacement::kPre;
    options.activation = Activation::kGeluTanh;
    options.decoderOnly = true;
    return tinyModel(options);
}

/// Different ids below 1010.
inline Ids scatteredIds(int count)
{
    Ids ids;
    for (int i = 0; i < count; ++i)
        ids.push_back(10 + i * 37 % 1000);
    return ids;
}

} // namespace headlight::test
