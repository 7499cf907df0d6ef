#pragma once

#include "core/model/config_reader.h"
#include "core/nn/arch_spec.h"

#include <memory>
#include <string_view>

namespace headlight {

/// Defaults of readRotary() for fields missing in config.json.
struct RotaryDefaults
{
    int headWidth = 0; ///< d_k
    float theta = 10000.0F; ///< base of the frequencies
    float partial = 1.0F; ///< rotated share of a head's dimensions
    int length = 2048; ///< max_position_embeddings
    int original = 0; ///< original_max_position_embeddings; 0 = none
    bool interleaved = false; ///< whether pairs are neighbours; there is no field for it
    std::string_view layerType = {}; ///< layer type to use, if rope_parameters has one object per type
    std::string_view scaling = {}; ///< JSON of rope_scaling if the field is absent; empty = none
};

/// The frequencies of Su et al. 2021, section 3.4.2, for so many rotated dimensions: θ_i = base^(-2i/d).
std::shared_ptr<RotarySpec> plainRotary(int dimensions, float base);

struct RotaryFields
{
    std::shared_ptr<const RotarySpec> spec;
    int trained = 0; ///< longest input the model was made for
    int longest = 0; ///< longest input for which the frequencies are valid; 0 = no limit
};

/// Rotary positions from rope_theta (or rotary_emb_base), partial_rotary_factor (or rotary_pct),
/// max_position_embeddings and rope_scaling or rope_parameters with `type` or `rope_type`: default, linear,
/// dynamic, llama3, yarn, longrope (also called su). The frequencies of dynamic and longrope depend on the
/// length of the input: those of short inputs are used, and `longest` is the length up to which they are
/// valid. Any other type is a fault.
RotaryFields readRotary(ConfigReader& config, const RotaryDefaults& defaults);

} // namespace headlight
