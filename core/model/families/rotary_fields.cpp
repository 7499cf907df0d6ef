#include "core/model/families/rotary_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// The fields of one scaling in double precision, and what they apply to.
struct Scaling
{
    double theta = 10000.0;
    int dimensions = 0; ///< rotated dimensions per head
    double trained = 0.0; ///< max_position_embeddings
    double original = 0.0; ///< length before the scaling; 0 = not stated
    double factor = 1.0;
};

std::vector<double> plainFrequencies(const Scaling& scaling)
{
    // Su et al. 2021, section 3.4.2: θ_i = base^(-2i/d).
    std::vector<double> frequencies;
    for (int i = 0; i < scaling.dimensions; i += 2)
        frequencies.push_back(
            std::pow(scaling.theta, -static_cast<double>(i) / static_cast<double>(scaling.dimensions)));
    return frequencies;
}

/// Llama 3.1: waves longer than the original context are slowed by the factor, short ones are kept, and those
/// in between are interpolated.
void scaleLlama3(ConfigReader& fields, const Scaling& scaling, std::vector<double>& frequencies)
{
    const auto low = static_cast<double>(fields.real({"low_freq_factor"}, 1.0F, 1e-3F, 1e6F));
    const auto high = static_cast<double>(fields.real({"high_freq_factor"}, 4.0F, 1e-3F, 1e6F));
    if (high <= low)
        return fields.fault("high_freq_factor", "expected more than low_freq_factor");
    const double original = scaling.original > 0.0 ? scaling.original : 8192.0;
    for (double& frequency : frequencies) {
        const double wave = 2.0 * std::numbers::pi / frequency;
        const double mix = std::clamp((original / wave - low) / (high - low), 0.0, 1.0);
        frequency = (1.0 - mix) * frequency / scaling.factor + mix * frequency;
    }
}

/// YaRN (Peng et al. 2023, section 3.2): dimensions that rotate often within the original context are kept,
/// those that rotate rarely are slowed, with a ramp in between. Returns the factor of sine and cosine.
float scaleYarn(ConfigReader& fields, const Scaling& scaling, std::vector<double>& frequencies)
{
    const auto fast = static_cast<double>(fields.real({"beta_fast"}, 32.0F, 1e-3F, 1e6F));
    const auto slow = static_cast<double>(fields.real({"beta_slow"}, 1.0F, 1e-3F, 1e6F));
    const auto width = static_cast<double>(scaling.dimensions);
    const double original = scaling.original > 0.0 ? scaling.original : scaling.trained;
    const auto dimensionOf = [&](double turns) {
        return width * std::log(original / (turns * 2.0 * std::numbers::pi))
            / (2.0 * std::log(scaling.theta));
    };
    double first = dimensionOf(fast);
    double last = dimensionOf(slow);
    if (fields.flag({"truncate"}, true)) {
        first = std::floor(first);
        last = std::ceil(last);
    }
    first = std::max(first, 0.0);
    last = std::min(last, width - 1.0);
    if (first == last)
        last += 0.001;
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const double ramp = std::clamp((static_cast<double>(i) - first) / (last - first), 0.0, 1.0);
        frequencies[i] = frequencies[i] / scaling.factor * ramp + frequencies[i] * (1.0 - ramp);
    }
    const auto temperature = [&](float strength) {
        return scaling.factor <= 1.0 ? 1.0F
                                     : 0.1F * strength * static_cast<float>(std::log(scaling.factor)) + 1.0F;
    };
    const float all = fields.real({"mscale_all_dim"}, 0.0F, 0.0F, 1e3F);
    const float one = fields.real({"mscale"}, 0.0F, 0.0F, 1e3F);
    const float fallback = one > 0.0F && all > 0.0F ? temperature(one) / temperature(all) : temperature(1.0F);
    return fields.real({"attention_factor"}, fallback, 0.0F, 1e6F);
}

/// LongRoPE (Ding et al. 2024) as in Phi-3: a divisor per dimension, with one list for inputs up to the
/// original length and one for longer inputs. Returns the factor of sine and cosine.
float scaleLong(ConfigReader& fields, const Scaling& scaling, std::vector<double>& frequencies)
{
    fields.consider({"long_factor"}); // longer inputs are rejected
    const std::vector<float> divisors = fields.reals("short_factor");
    if (divisors.size() != frequencies.size()) {
        fields.fault("short_factor", "found ", divisors.size(), " numbers, expected ", frequencies.size(),
                     ", half the dimensions that rotate");
        return 1.0F;
    }
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        if (divisors[i] <= 0.0F) {
            fields.fault("short_factor", "found a number that is not positive");
            return 1.0F;
        }
        frequencies[i] /= static_cast<double>(divisors[i]);
    }
    const double factor = scaling.original > 0.0 ? scaling.trained / scaling.original : scaling.factor;
    const double original = scaling.original > 0.0 ? scaling.original : scaling.trained;
    const double attention
        = factor <= 1.0 || original <= 1.0 ? 1.0 : std::sqrt(1.0 + std::log(factor) / std::log(original));
    return fields.real({"attention_factor"}, static_cast<float>(attention), 0.0F, 1e6F);
}

/// Applies the scaling of this kind; faults go to the reader of the scaling's own object.
void applyScaling(ConfigReader& fields, const Scaling& scaling, RotaryFields& result, RotarySpec& spec)
{
    std::vector<double> frequencies = plainFrequencies(scaling);
    const std::string type = fields.text({"rope_type", "type"}, "default");
    fields.consider({"finetuned"}); // how a YaRN model was made
    if (type == "linear") {
        for (double& frequency : frequencies)
            frequency /= scaling.factor;
    } else if (type == "dynamic") {
        result.longest = result.trained;
    } else if (type == "llama3") {
        scaleLlama3(fields, scaling, frequencies);
    } else if (type == "yarn") {
        spec.scale = scaleYarn(fields, scaling, frequencies);
    } else if (type == "longrope" || type == "su") {
        spec.scale = scaleLong(fields, scaling, frequencies);
        result.longest = scaling.original > 0.0 ? static_cast<int>(scaling.original) : result.trained;
    } else if (type != "default") {
        fields.fault("rope_type", "found \"", type,
                     "\", expected default, linear, dynamic, llama3, yarn or longrope; others are not "
                     "supported");
    }
    spec.inverseFrequencies.assign(frequencies.begin(), frequencies.end());
}

} // namespace

std::shared_ptr<RotarySpec> plainRotary(int dimensions, float base)
{
    const std::vector<double> frequencies
        = plainFrequencies({.theta = static_cast<double>(base), .dimensions = dimensions});
    auto rotary = std::make_shared<RotarySpec>();
    rotary->inverseFrequencies.assign(frequencies.begin(), frequencies.end());
    return rotary;
}

RotaryFields readRotary(ConfigReader& config, const RotaryDefaults& defaults)
{
    // Newer configurations use rope_parameters for everything, older ones rope_scaling.
    const nlohmann::json* object = config.find({"rope_parameters", "rope_scaling"});
    const std::string field = config.find({"rope_parameters"}) ? "rope_parameters" : "rope_scaling";
    if (object && object->is_object() && object->contains(defaults.layerType))
        object = &object->at(std::string(defaults.layerType));
    const bool given = object || config.isNull("rope_parameters") || config.isNull("rope_scaling");
    const nlohmann::json none = given || defaults.scaling.empty() ? nlohmann::json::object()
                                                                  : nlohmann::json::parse(defaults.scaling);
    if (object && !object->is_object())
        config.fault(field, "expected an object or null");
    ConfigReader fields(object && object->is_object() ? *object : none, config.file());

    constexpr int kMostPositions = 1 << 28;
    Scaling scaling;
    const float theta = config.real({"rope_theta", "rotary_emb_base"}, defaults.theta, 1.001F, 1e12F);
    scaling.theta = static_cast<double>(fields.real({"rope_theta"}, theta, 1.001F, 1e12F));
    const float stated = config.real({"partial_rotary_factor", "rotary_pct"}, defaults.partial, 0.0F, 1.0F);
    const float partial = fields.real({"partial_rotary_factor"}, stated, 0.0F, 1.0F);
    scaling.dimensions
        = static_cast<int>(static_cast<double>(defaults.headWidth) * static_cast<double>(partial));
    RotaryFields result;
    result.trained = config.integer({"max_position_embeddings"}, defaults.length, 1, kMostPositions);
    scaling.trained = result.trained;
    const int original
        = config.integer({"original_max_position_embeddings"}, defaults.original, 1, kMostPositions);
    scaling.original = fields.integer({"original_max_position_embeddings"}, original, 1, kMostPositions);
    scaling.factor = static_cast<double>(fields.real({"factor"}, 1.0F, 1e-3F, 1e6F));
    if (scaling.dimensions % 2 != 0)
        config.fault("head_dim", "found ", scaling.dimensions, " rotary dimensions, expected an even number");

    auto spec = std::make_shared<RotarySpec>();
    spec->interleaved = defaults.interleaved;
    applyScaling(fields, scaling, result, *spec);
    if (scaling.dimensions % 2 != 0)
        spec->inverseFrequencies.clear();
    config.adopt(fields, field);
    result.spec = std::move(spec);
    return result;
}

} // namespace headlight
