#pragma once
// Passes of the tiny model with edits, and helpers to inspect them.

#include "core/edit/interventions.h"
#include "tests/support/tiny_model.h"

namespace headlight::test {

inline const Ids kSource = {5, 9, 14, 3, 22};
inline const Ids kOther = {7, 21, 4, 18, 11};
inline const Ids kTarget = {0, 7, 12, 4};
inline const Ids kOtherTarget = {0, 25, 3, 9};

HeadPattern where(const char* text);
Interventions only(Intervention edit);
ReferenceInput ids(const Ids& source, const Ids& target);
Trace runOne(const std::shared_ptr<const Model>& model, const Interventions& edits = {});
Matrix logitsOf(const Trace& trace);
Matrix weightsOf(const Trace& trace, const HeadRef& head);

/// Patches every place of patchPlaces() at every position below `positions` from the reference's same one.
std::vector<Intervention> patchVariants(const TraceInfo& model, const HeadPattern& where, Site site,
                                        const ReferenceInput& from, Index positions);

inline const HeadRef kEncoderHead{StackKind::kEncoder, 1, AttentionKind::kSelf, 2};
inline const HeadRef kDecoderHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};
inline const HeadRef kCrossHead{StackKind::kDecoder, 1, AttentionKind::kCross, 3};

} // namespace headlight::test
