#pragma once

#include "core/analysis/block_account.h"

#include <QString>

namespace headlight {

/// A step of a token's way through a layer, in words and numbers.
struct BlockStageWords
{
    QString title; ///< "Hidden units"
    QString formula; ///< how it follows from what stands above
    QString value; ///< the length of the vector; empty where it is not known
    QString note; ///< what there is to know of its numbers, and how they were checked
    bool warns = false; ///< what is recorded does not follow from what stands above
};

BlockStageWords wordsOf(const BlockAccount& account, const BlockStage& stage, bool edited);

/// Whether what is recorded is what follows, up to the rounding of single precision.
bool agrees(const BlockStage& stage);

/// All stages as a table for a spreadsheet: a line each, name and numbers.
QString blockTable(const BlockAccount& account);

} // namespace headlight
