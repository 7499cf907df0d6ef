#pragma once

#include "core/edit/interventions.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"
#include "ui/state/focus.h"
#include "ui/state/room.h"
#include "ui/state/view_id.h"

#include <QString>

#include <vector>

namespace headlight {

/// A state of the window worth seeing, on one of the built-in models.
struct Example
{
    QString title;
    QString look; ///< what to look at, matching what the window then shows
    const char* model = "en-fr"; ///< folder of the built-in model
    QString text;
    int line = 0; ///< shown line of a text with several lines
    QString forced; ///< forced beginning of the output; empty = none
    int beams = 1;
    Interventions edits;
    HeadRef head;
    MapKind map = MapKind::kWeights;
    Cell pin = {};
    ViewId view = view_ids::kHeatmap;
    QString output; ///< the model's output, as far as the look line mentions it; empty = it does not
};

/// A dozen for each built-in model: encoder–decoder, decoder-only, encoder-only. "texts": those on the small
/// models of the introductions, each of which names its own model.
std::vector<Example> examplesOf(const QString& model);
/// The models that have examples, and "texts", in display order.
std::vector<const char*> exampleModels();
/// What the model does, in one or two words: "Translate"
QString exampleModelName(const QString& model);
/// The first sentence shown with a built-in model; empty for other models.
QString firstSentence(const QString& model);
/// The workspace that shows what a built-in model is for.
RoomId firstRoom(const QString& model);

} // namespace headlight
