#pragma once

#include "core/analysis/block_account.h"

#include <QString>

namespace headlight {

/// A step of a token's path through a layer, in words and numbers.
struct BlockStageWords
{
    QString title; ///< "Hidden units"
    QString formula; ///< how it follows from the steps above
    QString value; ///< norm of the vector; empty if unknown
    QString note; ///< explains its numbers and how they were checked
    bool warns = false; ///< the recorded numbers do not follow from the steps above
};

BlockStageWords wordsOf(const BlockAccount& account, const BlockStage& stage, bool edited);

/// Whether the recorded numbers agree with the computed ones up to single-precision rounding.
bool agrees(const BlockStage& stage);

/// All stages as a table for a spreadsheet: one line each, with name and numbers.
QString blockTable(const BlockAccount& account);

} // namespace headlight
