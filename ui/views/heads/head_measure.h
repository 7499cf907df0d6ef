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

/// Index into headStatisticList(), whose entries shade, sort and filter the heads.
enum class HeadMeasure : std::size_t {};

/// All measures, in display order.
std::vector<HeadMeasure> headMeasures();
/// Finds a measure by its word; nothing if there is none.
std::optional<HeadMeasure> measureNamed(QStringView word);

std::optional<double> measureOf(const HeadStatistics& statistics, HeadMeasure measure);
QString measureName(HeadMeasure measure); ///< "First token (sink)"
QString measureWord(HeadMeasure measure); ///< "first": word in filters, as in `headlight metrics --json`
Term measureTerm(HeadMeasure measure); ///< term for the measure, otherwise for a head
QString measureTip(HeadMeasure measure); ///< what it says about a head
QString measureText(std::optional<double> value); ///< three decimals; "–" for none

/// Why a head has no such number.
QString measureMissing(HeadMeasure measure, const HeadRef& head);
/// Why no head has one: a sentence shown in place of the numbers.
QString measureMissing(HeadMeasure measure);

/// Which heads are shown: conditions that must all hold. "cross" or "decoder.1": the address or the name
/// contains it; "first>0.5", "entropy<=2", "layer=3": a comparison with a number. A value.
class HeadFilter
{
public:
    /// Anything not understood becomes a word to search for.
    static HeadFilter parse(const QString& text);

    bool isEmpty() const { return m_words.empty() && m_conditions.empty(); }
    /// Whether the filter needs the statistics of the heads.
    bool needsStatistics() const;
    /// Rejects heads whose number is unknown.
    bool accepts(const HeadRef& head, const std::optional<HeadStatistics>& statistics) const;

private:
    struct Condition
    {
        std::optional<HeadMeasure> measure; ///< unset = layer or head
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
