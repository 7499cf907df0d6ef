#pragma once

#include "core/analysis/head_statistics.h"
#include "core/trace/site.h"
#include "ui/widgets/term.h"

#include <QString>
#include <QStringView>

#include <cstddef>
#include <optional>
#include <vector>

namespace headlight {

/// An entry of headStatisticList(), by which heads are shaded, sorted and filtered: its place there.
enum class HeadMeasure : std::size_t {};

/// All of them, in the order in which they are offered.
std::vector<HeadMeasure> headMeasures();
/// By its word; nothing where there is none.
std::optional<HeadMeasure> measureNamed(QStringView word);

std::optional<double> measureOf(const HeadStatistics& statistics, HeadMeasure measure);
QString measureName(HeadMeasure measure); ///< "First token (sink)"
QString measureWord(HeadMeasure measure); ///< "first": for filters, as in `headlight metrics --json`
Term measureTerm(HeadMeasure measure); ///< the word of the trade that it measures, or that of a head
QString measureTip(HeadMeasure measure); ///< what it says of a head
QString measureText(std::optional<double> value); ///< three decimals; "–" for none

/// Why a head has no such number.
QString measureMissing(HeadMeasure measure, const HeadRef& head);
/// Why no head has one: a sentence for the place where the numbers would be.
QString measureMissing(HeadMeasure measure);

/// Which heads are shown: conditions that must all hold. "cross" or "decoder.1": the address or the name
/// contains it; "first>0.5", "entropy<=2", "layer=3": a number compares so. A value.
class HeadFilter
{
public:
    /// What is not understood is taken as a word that must be contained.
    static HeadFilter parse(const QString& text);

    bool isEmpty() const { return m_words.empty() && m_conditions.empty(); }
    /// Whether numbers of heads must be known.
    bool needsStatistics() const;
    /// A head whose number is not known does not pass.
    bool accepts(const HeadRef& head, const std::optional<HeadStatistics>& statistics) const;

private:
    struct Condition
    {
        std::optional<HeadMeasure> measure; ///< unset: layer or head
        bool layer = false;
        enum class Sign : unsigned char { kLess, kAtMost, kMore, kAtLeast, kEqual } sign = Sign::kEqual;
        double limit = 0;
        bool holds(double value) const;
    };
    static std::optional<Condition> condition(const QString& term);

    std::vector<QString> m_words;
    std::vector<Condition> m_conditions;
};

} // namespace headlight
