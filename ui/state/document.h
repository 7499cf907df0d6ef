#pragma once

#include "core/edit/interventions.h"
#include "core/sampling/options.h"
#include "core/text/tokenizer.h"
#include "ui/state/dialogue.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace headlight {

/// One token of a branch as it was when the branch was last decoded.
struct BranchToken
{
    TokenId id = 0;
    float logProbability = 0; ///< natural logarithm, from the raw logits
    bool operator==(const BranchToken&) const = default;
};

/// One course of a decoding: what was given, how it is decoded, and the result.
struct Branch
{
    int id = 0; ///< never used twice in a document
    QString name;
    std::vector<TokenId> forced; ///< tokens given by the user, from step 0 on
    QString target; ///< the user's own target, if any
    DecodeOptions decoding;
    std::vector<BranchToken> tokens; ///< all tokens, given ones first; the current branch's may be old
    QString text;
    bool operator==(const Branch&) const = default;
};

/// The histories of a decoding. Since they share beginnings, they form a tree whose nodes are prefixes.
struct Branches
{
    std::vector<Branch> list; ///< in order of creation; empty = a single history without a name
    int current = -1; ///< id of the shown branch; -1 if the list is empty
    int nextId = 1;
    bool operator==(const Branches&) const = default;

    const Branch* find(int id) const
    {
        for (const Branch& branch : list)
            if (branch.id == id)
                return &branch;
        return nullptr;
    }
    Branch* find(int id) { return const_cast<Branch*>(static_cast<const Branches&>(*this).find(id)); }
};

/// The line shown with the cursor on `line`: it, the nearest above or the first not blank; -1 = all are.
int shownLine(const QStringList& lines, int line);

/// What the user chose by hand for one line of the text; set aside while another line is shown.
struct LineHistory
{
    int line = 0; ///< in the text, from 0
    std::vector<TokenId> forced;
    QString target;
    Branches branches;
    bool operator==(const LineHistory&) const = default;
};

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
