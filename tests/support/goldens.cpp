#include "tests/support/goldens.h"

#include <cmath>
#include <sstream>

namespace headlight::test {

std::string mismatch(const Matrix& found, const Matrix& expected, double absolute, double relative)
{
    std::ostringstream text;
    if (found.rows() != expected.rows() || found.cols() != expected.cols()) {
        text << "found [" << found.rows() << " × " << found.cols() << "], expected [" << expected.rows()
             << " × " << expected.cols() << "]";
        return text.str();
    }
    double worst = 0.0;
    Index worstRow = 0, worstColumn = 0;
    for (Index row = 0; row < found.rows(); ++row) {
        for (Index column = 0; column < found.cols(); ++column) {
            const auto wanted = static_cast<double>(expected(row, column));
            const double off = std::abs(static_cast<double>(found(row, column)) - wanted);
            const double excess = off - absolute - relative * std::abs(wanted);
            if (excess <= 0.0 && !std::isnan(off))
                continue;
            if (text.tellp() == 0)
                text << "first at (" << row << ", " << column << "): found " << found(row, column)
                     << ", expected " << wanted;
            if (std::isnan(off) || excess > worst) {
                worst = std::isnan(off) ? worst : excess;
                worstRow = row;
                worstColumn = column;
            }
        }
    }
    if (text.tellp() != 0)
        text << "; worst at (" << worstRow << ", " << worstColumn << "): found "
             << found(worstRow, worstColumn) << ", expected " << expected(worstRow, worstColumn);
    return text.str();
}

} // namespace headlight::test
