#pragma once

#include "core/text/chat/value.h"

#include <memory>
#include <string>
#include <vector>

namespace headlight::chat {

/// A node of an expression. The first part is what a call, a filter or a test is applied to; the arguments
/// follow, named ones last.
struct Expression
{
    enum class Kind : unsigned char {
        kConstant,
        kVariable,
        kList,
        kTuple,
        kMap, ///< parts: key, value, key, value, …
        kNegative,
        kNot,
        kBinary, ///< name: + - * / // % ** ~
        kCompare, ///< parts: values; names: the operators between them
        kAnd,
        kOr,
        kConditional, ///< parts: condition, value, and the alternative (may be absent)
        kAttribute,
        kItem,
        kSlice, ///< parts: the whole, start, stop, step; null if left out
        kCall,
        kFilter,
        kTest,
        kSpread, ///< parts[0] with a "*" before it, among arguments
        kCaptured, ///< the text to which the filters of a block are applied
    };
    Kind kind = Kind::kConstant;
    int line = 1;
    int depth = 1; ///< height of the tree
    std::string name; ///< name of a variable, attribute, filter, test or operator
    Value constant;
    std::vector<std::unique_ptr<Expression>> parts;
    std::vector<std::string> names; ///< names of the named arguments; "**" for a dictionary of them
};
using ExpressionPointer = std::unique_ptr<Expression>;

struct Statement;
using Block = std::vector<Statement>;

struct Statement
{
    enum class Kind : unsigned char {
        kData, ///< text
        kOutput, ///< expressions[0]
        kIf, ///< expressions: conditions; blocks: one per condition, then "else" if there is one
        kFor, ///< names; expressions: list, then the condition if there is one; blocks: body, "else"
        kSet, ///< names; expressions[0]
        kSetAttribute, ///< names[0].text = expressions[0]
        kSetBlock, ///< names[0]; blocks[0]; expressions[0]: its filters, if there are any
        kMacro, ///< text: its name; names: parameters; expressions: defaults of the last ones; blocks[0]
        kCall, ///< expressions[0]: a call; blocks[0]: one macro, its caller()
        kFilterBlock, ///< blocks[0]; expressions[0]: its filters
        kWith, ///< names, expressions: one value each; blocks[0]
        kPlain, ///< blocks[0], unchanged
        kBreak,
        kContinue,
    };
    Kind kind = Kind::kData;
    int line = 1;
    bool recursive = false; ///< of a loop
    bool takesMore = false, takesNamed = false; ///< of a macro: whether it mentions varargs, kwargs
    std::string text;
    std::vector<std::string> names;
    std::vector<ExpressionPointer> expressions;
    std::vector<Block> blocks;
};

} // namespace headlight::chat
