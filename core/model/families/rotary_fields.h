#pragma once

#include "core/model/config_reader.h"
#include "core/nn/arch_spec.h"

#include <memory>
#include <string_view>

namespace headlight {

/// What readRotary() takes for fields that config.json leaves out.
struct RotaryDefaults
{
    int headWidth = 0; ///< d_k
    float theta = 10000.0F; ///< base of the frequencies
    float partial = 1.0F; ///< share of a head's dimensions that turn
    int length = 2048; ///< max_position_embeddings
    int original = 0; ///< original_max_position_embeddings; 0: none
    bool interleaved = false; ///< pairs are neighbours; no field says so
    std::string_view layerType = {}; ///< whose object in rope_parameters counts, where it has one for each
    std::string_view scaling = {}; ///< JSON of rope_scaling where the field is absent; empty: none
};

struct RotaryFields
{
    std::shared_ptr<const RotarySpec> spec;
    int trained = 0; ///< longest input that the model was made for
    int longest = 0; ///< beyond it the scaling would need other frequencies; 0: no limit
};

/// Rotary positions from rope_theta (or rotary_emb_base), partial_rotary_factor (or rotary_pct),
/// max_position_embeddings and rope_scaling or rope_parameters with `type` or `rope_type`: default,
/// linear, dynamic, llama3, yarn, longrope (also spelled su). The frequencies of dynamic and longrope
/// depend on the length of the input: those of short inputs are used, and `longest` says how far they
/// reach. Any other type is a fault.
RotaryFields readRotary(ConfigReader& config, const RotaryDefaults& defaults);

} // namespace headlight
