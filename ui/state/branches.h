#pragma once

#include "core/sampling/options.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace headlight {

/// One token of a branch as it was when the branch was last decoded.
struct BranchToken
{
    TokenId id = 0;
    float logProbability = 0; ///< natural logarithm, from the raw logits
    bool operator==(const BranchToken&) const = default;
};

/// One way that a decoding went: what was given, how it went on, and what came of it.
struct Branch
{
    int id = 0; ///< never used twice in a document
    QString name;
    std::vector<TokenId> forced; ///< tokens that are given, from step 0 on
    QString target; ///< a target of the user's own instead
    DecodeOptions decoding;
    std::vector<BranchToken> tokens; ///< all of them, those given first; the current branch's may be old
    QString text;
    bool operator==(const Branch&) const = default;
};

/// The histories of a decoding. As they share their beginnings, they are a tree whose nodes are prefixes.
struct Branches
{
    std::vector<Branch> list; ///< in order of creation; empty: there is one history, without a name
    int current = -1; ///< id of the one that is shown; -1 where the list is empty
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

/// The line of a text that is shown for a cursor on `line`: that line, else the nearest one above that
/// is not blank, else the first one that is not; -1 where all are blank.
int shownLine(const QStringList& lines, int line);

/// What was chosen by hand for one line of the text. It is put aside while another line is shown.
struct LineHistory
{
    int line = 0; ///< of the text, from 0
    std::vector<TokenId> forced;
    QString target;
    Branches branches;
    bool operator==(const LineHistory&) const = default;
};

} // namespace headlight
