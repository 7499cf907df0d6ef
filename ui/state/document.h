#pragma once

#include "core/edit/interventions.h"
#include "core/sampling/options.h"
#include "core/text/tokenizer.h"
#include "ui/state/branches.h"
#include "ui/state/dialogue.h"

#include <QString>

#include <optional>
#include <vector>

namespace headlight {

/// All that the user made: what is undone, saved in sessions and restored at the next start.
struct Document
{
    QString text; ///< several lines make a batch
    int line = 0; ///< the line under the cursor: the one that is shown
    std::optional<Dialogue> dialogue; ///< read in place of the text, by way of the model's chat template
    bool ids = false; ///< the lines are token ids, although the model has a tokenizer
    QString pair; ///< second sentences, one per line of the text; read by encoder-only models
    QString target; ///< empty: the model's own output
    std::vector<TokenId> forced; ///< tokens that the user chose instead of the model's, from step 0 on
    Interventions interventions;
    DecodeOptions decoding;
    Branches branches; ///< histories of this sentence; the current one is `forced`, `target` and `decoding`
    std::vector<LineHistory>
        otherLines; ///< of a batch's lines that are not shown; those without any are absent
    bool operator==(const Document&) const = default;
};

/// The document without what a run does not read: names and results of branches, lines that are not shown.
Document shownPart(const Document& document);

} // namespace headlight
