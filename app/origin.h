#pragma once

#include "app/output.h"
#include "app/run_options.h"

#include "core/analysis/stream_parts.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// The model with its digest, the adapter and the edits, for results and for the records of --resume.
Result<Json> originOf(const PassOptions& pass, const Model& model, const Interventions& interventions);

/// A result with the edits of its run, as toJson() writes them; unchanged if there are none.
Json withEdits(Json result, const std::string& edits);

/// Rows that an option names: last, all, or positions such as 2,4-6 below `length`.
Result<std::vector<Index>> rowsNamed(const std::string& option, const std::string& text, Index length);

/// The heads of patterns that an option gives, each head once; of one stack only, if one is given. A pattern
/// that matches none is a usage error, which `expected` explains.
Result<std::vector<HeadRef>> headsNamed(const Model& model, const std::string& option,
                                        const std::vector<std::string>& patterns,
                                        std::optional<StackKind> stack, const std::string& expected);

/// A list for each row.
Json jsonRows(const DoubleMatrix& matrix);
/// A line for each row: its name, padded to a width, and its numbers in a format of printf.
Result<void> printRows(Output& output, const std::vector<std::string>& names, std::size_t width,
                       const DoubleMatrix& matrix, const char* format);

} // namespace headlight
