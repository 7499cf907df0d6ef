#pragma once

#include "core/edit/interventions.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"
#include "ui/state/focus.h"
#include "ui/state/view_id.h"

#include <QString>

#include <vector>

namespace headlight {

/// A state of the window that is worth seeing, on one of the models that come with the program.
struct Example
{
    QString title;
    QString look; ///< what to look at: holds of what the window shows then
    const char* model = "en-fr"; ///< folder of the built-in model
    QString text;
    int line = 0; ///< of a text of several lines: the one that is shown
    QString forced; ///< what the output is made to begin with; empty: nothing
    int beams = 1;
    Interventions edits;
    HeadRef head;
    MapKind map = MapKind::kWeights;
    Cell pin = {};
    ViewId view = view_ids::kHeatmap;
    QString output; ///< what the model then writes, as far as the look line speaks of it; empty: it does not
};

/// A dozen for each built-in model: encoder–decoder, decoder-only, encoder-only. "texts": those on the small
/// models of the introductions, each of which names its own.
std::vector<Example> examplesOf(const QString& model);
/// The models that have examples, and "texts", in the order in which they are offered.
std::vector<const char*> exampleModels();
/// What the model does, in a word or two: "Translate"
QString exampleModelName(const QString& model);
/// The sentence with which a built-in model is seen first; empty: another model.
QString firstSentence(const QString& model);

} // namespace headlight
