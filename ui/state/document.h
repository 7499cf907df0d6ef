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

/// Everything the user made: the part that undo covers, sessions save and the next start restores.
struct Document
{
    QString text; ///< several lines make a batch
    int line = 0; ///< line under the cursor, which is the one shown
    std::optional<Dialogue> dialogue; ///< read instead of the text, by way of the model's chat template
    bool ids = false; ///< the lines are token ids, although the model has a tokenizer
    QString pair; ///< second sentences, one per line of the text; for encoder-only models
    QString target; ///< empty = the model's own output
    std::vector<TokenId> forced; ///< tokens that the user chose in place of the model's, from step 0 on
    Interventions interventions;
    DecodeOptions decoding;
    Branches branches; ///< histories of this sentence; the current one is `forced`, `target` and `decoding`
    std::vector<LineHistory>
        otherLines; ///< lines of a batch that are not shown; lines without choices are absent
    bool operator==(const Document&) const = default;
};

/// The document without what a run does not read: names and results of branches, and lines not shown.
Document shownPart(const Document& document);

} // namespace headlight
