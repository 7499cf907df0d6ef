#include "core/edit/head_change.h"

#include "core/math/layers.h"

#include <algorithm>
#include <cstdint>

namespace headlight {

namespace {

/// Sets row `row` of a pattern in place; allowed has one entry per key.
void setRow(PatternForm form, Index position, const std::vector<std::uint8_t>& allowed,
            Eigen::Ref<RowVector> row)
{
    row.setZero();
    const Index keys = row.size();
    if (form == PatternForm::kUniform) {
        const auto count = std::count(allowed.begin(), allowed.end(), std::uint8_t{1});
        for (Index key = 0; key < keys && count > 0; ++key)
            if (allowed[static_cast<std::size_t>(key)] != 0)
                row[key] = 1.0F / static_cast<float>(count);
        return;
    }
    Index key = 0;
    if (form == PatternForm::kIdentity)
        key = position;
    else if (form == PatternForm::kPrevious)
        key = std::max<Index>(0, position - 1);
    if (key < keys && allowed[static_cast<std::size_t>(key)] != 0)
        row[key] = 1.0F;
}

} // namespace

void HeadChange::applyPattern(const Matrix* frozen, const RowPlace& place, MatrixSpan values) const
{
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(values.cols()), 1);
    for (Index row = 0; row < values.rows(); ++row) {
        const Index position = place.first + row;
        if (place.mask != nullptr)
            place.mask->fillRow(place.maskRow + row, 0, allowed);
        if (form != PatternForm::kFrozen) {
            RowVector changed(values.cols());
            setRow(form, position, allowed, changed);
            values.row(row) = changed;
            continue;
        }
        const Index source = target < 0 ? position : position - target;
        if (frozen == nullptr || source < 0 || source >= frozen->rows())
            continue;
        const Index known = std::min(values.cols(), frozen->cols());
        values.row(row).setZero();
        for (Index key = 0; key < known; ++key)
            if (allowed[static_cast<std::size_t>(key)] != 0)
                values(row, key) = (*frozen)(source, key);
    }
}

void HeadChange::apply(std::size_t ofLane, const RowPlace& place, MatrixSpan values) const
{
    const auto given
        = [&]() -> const Matrix& { return *(rows.size() == 1 ? rows.front() : rows.at(ofLane)); };
    switch (kind) {
    case Kind::kScale:
        if (factor == 0.0F)
            values.setZero(); // drops the previous values
        else
            values *= factor;
        break;
    case Kind::kConstant:
        values.rowwise() = given().row(0);
        break;
    case Kind::kRows: {
        const Matrix& from = given();
        const Index begin = target < 0 ? 0 : target;
        for (Index row = 0; row < values.rows(); ++row) {
            const Index source = place.first + row - begin;
            if (source >= 0 && source < from.rows())
                values.row(row) = from.row(source);
        }
        break;
    }
    case Kind::kPattern:
        applyPattern(rows.empty() ? nullptr : &given(), place, values);
        break;
    case Kind::kDropout:
        dropOut(values, factor, seed, place.first);
        break;
    }
}

} // namespace headlight
