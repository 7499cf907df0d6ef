#pragma once

#include "core/lesson/formula.h"
#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A cell that is set by hand, whatever its line computes.
struct SheetCell
{
    Eigen::Index row = 0, column = 0;
    std::string formula; ///< of a number
    bool operator==(const SheetCell&) const = default;
};

/// A line of a sheet: "Q = X @ W_Q".
struct SheetLine
{
    std::string note; ///< the comment above it, without "#"; may have several lines
    std::string name;
    std::string formula; ///< core/lesson/formula.h, which may name the lines above
    std::vector<SheetCell> cells;
    bool operator==(const SheetLine&) const = default;
    /// Whether its numbers are typed, not computed.
    bool isGiven() const;
};

/// Matrices that are given, and what is computed from them, line by line: attention as a text writes it. As a
/// text, each line is "NAME = FORMULA" or "NAME[ROW, COLUMN] = NUMBER", with comments from "#" on; a formula
/// goes on while a bracket is open. np.array(…) and torch.tensor(…) around a list are ignored.
struct MatrixSheet
{
    std::vector<SheetLine> lines;
    bool operator==(const MatrixSheet&) const = default;

    /// kBadFile names the line, what was found and what was expected.
    static Result<MatrixSheet> parse(std::string_view text, const std::string& file);
    std::string text() const;
    const SheetLine* find(std::string_view name) const;
};

struct SheetValue
{
    std::string name;
    FormulaValue value; ///< at most kMostSheetCells
    std::string error; ///< why there is no value; empty if there is one
};

inline constexpr Eigen::Index kMostSheetCells = 20'000;

/// The values of all lines, in their order. A line after one without a value may have none, either.
std::vector<SheetValue> compute(const MatrixSheet& sheet);

/// A matrix as people paste it: rows are lines, or lists in brackets, or end with a semicolon; numbers are
/// separated by blanks, tabs or commas. Nothing if it is none, or has rows of different lengths.
std::optional<FormulaValue> parsedMatrix(std::string_view text);
/// The matrix as a formula: "[0, 1; .5, -inf]", each number the shortest that reads back as the same.
std::string formulaOf(const FormulaValue& value);

/// How a cell of a line is computed, for products, cell-by-cell sums and softmax of named lines.
struct SheetCellAccount
{
    std::string text; ///< "0.1 · 0 + 0.5 · 1 = 0.5"; empty for other formulas
    /// Which cells it is computed from: a line's name, and a place, of which -1 is all.
    std::vector<std::pair<std::string, std::pair<Eigen::Index, Eigen::Index>>> from;
};
SheetCellAccount cellAccount(const MatrixSheet& sheet, const std::vector<SheetValue>& values,
                             std::size_t line, Eigen::Index row, Eigen::Index column);

/// A recorded head as a sheet: its queries, keys and values are given, and scores, weights and output
/// computed from them by its rule. kUnsupported if they were not recorded, if the rule is none of these
/// formulas (another comparison, a learned sink, dropped weights), or if a matrix is too large.
Result<MatrixSheet> sheetOf(const Trace& trace, const HeadRef& head);

enum class SheetCode : unsigned char { kNumPy, kTorch };

/// A script of Python that computes the same numbers in double precision. kBadArgument if a line uses a
/// function that has no counterpart there, such as one of a model.
Result<std::string> codeOf(const MatrixSheet& sheet, SheetCode language);

/// A work sheet in Markdown, a part for each line: its formula, shape and numbers, with the cells of computed
/// lines left empty, or filled in if it is the solution. Matrices with more than kWidestOnPaper columns stand
/// as their shape, and what is computed from such is given.
std::vector<std::string> workSheetParts(const MatrixSheet& sheet, const std::vector<SheetValue>& values,
                                        bool solution);
/// The same in one piece.
std::string workSheet(const MatrixSheet& sheet, const std::vector<SheetValue>& values, bool solution);

inline constexpr Eigen::Index kWidestOnPaper = 12;

} // namespace headlight
