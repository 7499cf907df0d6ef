#pragma once

#include "core/math/matrix.h"
#include "core/trace/site.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// kAuto: what the architecture says.
enum class Toggle : unsigned char { kAuto, kOn, kOff };

/// The masks of a pass as a whole. The causal toggles concern self-attention.
struct MaskSettings
{
    Toggle encoderCausal = Toggle::kAuto;
    Toggle decoderCausal = Toggle::kAuto;
    bool padding = true; ///< keys beyond a sentence's own length may not be attended to
    bool operator==(const MaskSettings&) const = default;
};

/// The head's output is zero before the output projection.
struct HeadOff
{
    HeadPattern where;
    bool operator==(const HeadOff&) const = default;
};

/// Queries queryBegin … queryEnd may (or may not) attend to keys keyBegin … keyEnd; half-open, in
/// positions of the sequence. keyEnd or queryEnd -1: to the end, however long it gets.
struct MaskEdit
{
    HeadPattern where;
    Index queryBegin = 0, queryEnd = 0;
    Index keyBegin = 0, keyEnd = 0;
    bool allow = false;
    bool operator==(const MaskEdit&) const = default;
};

using Intervention = std::variant<HeadOff, MaskEdit>;

/// The user's what-if: an ordered list in token and head coordinates.
struct Interventions
{
    MaskSettings masks;
    std::vector<Intervention> list;

    /// Nothing is changed: the plain model.
    bool empty() const { return list.empty() && masks == MaskSettings{}; }
    bool operator==(const Interventions&) const = default;
};

/// The JSON form that --edit reads, the window saves and traces carry; documented in `--help edit`.
std::string toJson(const Interventions& interventions);
Result<Interventions> interventionsFromJson(std::string_view json, const std::string& file);
/// "decoder.*.cross.*: 4->7" as --mask takes it.
Result<MaskEdit> parseMaskEdit(std::string_view text);
/// One line in words for banners and lists: "encoder.0.self.3 off".
std::string describe(const Intervention& intervention);

} // namespace headlight
