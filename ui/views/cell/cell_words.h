#pragma once

#include "core/analysis/cell_account.h"
#include "core/trace/attention_map.h"
#include "ui/widgets/term.h"

#include <QString>

#include <vector>

namespace headlight {

/// The stages of computing a weight, in order.
enum class CellStage : unsigned char {
    kProducts, ///< q · k
    kScore, ///< × scale
    kCap, ///< soft-cap, if the model has one
    kBias, ///< + bias, if one is recorded
    kMask,
    kSoftmax,
    kValue, ///< weight × value
    kOutput, ///< the head's output
    kNorm, ///< weight × ‖v‖
};

/// A stage in words and numbers.
struct StageWords
{
    CellStage stage = CellStage::kProducts;
    QString title; ///< "Dot product, q·k"
    QString formula = {}; ///< how the value follows from the stage before
    QString value; ///< four digits; "–" if unknown
    QString note = {}; ///< what is missing, or does not agree; empty = nothing to say
    bool warns = false; ///< the recorded numbers are inconsistent, or something is missing
    MapKind map = MapKind::kWeights; ///< the map that shows this stage, or the closest one
    QString audit = {}; ///< how the number was checked, if it agrees
    QString help; ///< a sentence for a tooltip
    Term term = Term::kDotProduct; ///< for what it computes
};

/// One entry per stage that the head has. whyMasked: maskReason(), for a masked cell.
std::vector<StageWords> stagesOf(const CellAccount& account, const std::vector<std::string>& edits,
                                 const QString& whyMasked = {});

/// How the numbers of all stages were checked, a line each; empty if some do not agree, or none was checked.
QString auditOf(const std::vector<StageWords>& stages);

/// "1/√64 = 0.125", or the plain number for any other scale.
QString scaleInWords(const CellAccount& account);

/// Everything as a table for a spreadsheet: stages, then one line per dimension, then one per key of the row;
/// tab-separated, numbers with all their digits.
QString cellTable(const CellAccount& account, const AttentionMap& map);

} // namespace headlight
