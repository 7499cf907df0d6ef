#pragma once

#include "core/base/result.h"

#include <Eigen/Core>

#include <cctype>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headlight {

/// The value of a formula; a number is a matrix of one cell.
using FormulaValue = Eigen::MatrixXd;
inline FormulaValue oneCell(double value)
{
    return FormulaValue::Constant(1, 1, value);
}

/// A call that the formula itself cannot answer: a function of a model's run.
struct FormulaCall
{
    std::string name;
    std::vector<std::variant<FormulaValue, std::string>> arguments;
    bool before = false; ///< inside before(…): about the run without its edits
};
using FormulaSource = std::function<Result<FormulaValue>(const FormulaCall&)>;
/// Values that a formula names.
using FormulaNames = std::map<std::string, FormulaValue, std::less<>>;

/// Whether a name of a formula may contain this.
inline bool isNamePart(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Computes a formula of numbers and matrices, such as "softmax([55, 53, -72]) @ [10; 9; 3]". A comma
/// separates the cells of a row, a semicolon the rows; rows may also be lists, as in Python: [[1, 2], [3,
/// 4]].
/// + − * / ^ work cell by cell and repeat a single number, row or column; @ multiplies matrices. Texts stand
/// in single quotes. pi, inf and nan are numbers. Rows and columns count from 0. The functions are those of
/// resources/docs/lessons.md; `source` (may be empty) answers all others. names: those of the lines above in
/// a sheet; null outside of one. kBadArgument names the formula, the place in it, what was found and what was
/// expected.
Result<FormulaValue> evaluate(std::string_view formula, const FormulaSource& source,
                              const FormulaNames* names = nullptr);

} // namespace headlight
