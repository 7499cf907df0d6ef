#include "ui/views/heads/heads_view.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/probability_text.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/views/heads/heads_canvas.h"
#include "ui/views/heads/heads_model.h"
#include "ui/widgets/map_legend.h"

#include <QComboBox>

#include <tuple>
#include <utility>

// By which numbers the heads are coloured: their statistics, or what a sweep found.

namespace headlight {

namespace {

/// Place of the first measure of a sweep in the choice: after the pictures and the statistics.
const int kFirstSweep = 1 + static_cast<int>(headMeasures().size());

} // namespace

void HeadsView::shadeBy(std::optional<HeadMeasure> measure)
{
    m_measure->setCurrentIndex(measure ? m_measure->findData(static_cast<int>(*measure)) : 0);
    showValues();
}

void HeadsView::showValues()
{
    wantStatistics();
    const std::optional<SweepMeasure> sweep = sweepShown();
    std::optional<HeadValues> values;
    if (sweep)
        values = sweepValues(*sweep);
    else if (m_measure->currentIndex() > 0)
        values = measureValues(static_cast<HeadMeasure>(m_measure->currentData().toInt()));
    m_legend->setVisible(values.has_value());
    if (values) {
        m_legend->setMap(values->diverging ? divergingMapName() : focus().colourMap());
        m_legend->setEnds(numberText(values->lower), numberText(values->upper));
    }
    m_canvas->setValues(std::move(values));
}

HeadValues HeadsView::measureValues(HeadMeasure measure) const
{
    HeadValues values;
    for (const HeadRef& head : m_model->heads())
        if (const auto statistics = m_model->statistics(head))
            if (const auto value = measureOf(*statistics, measure))
                values.values[head] = *value;
    // From the smallest to the largest: what is told apart are the heads of this text.
    std::tie(values.lower, values.upper) = m_model->range(measure).value_or(std::pair(0.0, 1.0));
    return values;
}

HeadValues HeadsView::sweepValues(SweepMeasure measure) const
{
    HeadValues values;
    for (const HeadRef& head : m_model->heads())
        if (const auto value = m_model->sweepValue(head, measure))
            values.values[head] = *value;
    values.upper = m_model->sweepRange(measure);
    values.diverging = measure == SweepMeasure::kLogProbability;
    values.lower = values.diverging ? -values.upper : 0;
    return values;
}

std::optional<SweepMeasure> HeadsView::sweepShown() const
{
    const int place = m_measure->currentIndex() - kFirstSweep;
    return place < 0 ? std::nullopt : std::optional(static_cast<SweepMeasure>(place));
}

void HeadsView::colourBySweep(SweepMeasure measure)
{
    m_sweepWanted = measure;
    showSweep();
}

void HeadsView::showSweep()
{
    m_model->setSweep(workspace().sweeps().result());
    const bool offered = m_measure->count() > kFirstSweep;
    if (m_model->hasSweep() && !m_sweepWanted && workspace().sweeps().currentOrder().colourHeads)
        m_sweepWanted = SweepMeasure::kLogProbability;
    if (m_model->hasSweep() && !offered) {
        for (const SweepMeasure measure : {SweepMeasure::kLogProbability, SweepMeasure::kDivergence}) {
            m_measure->addItem(HeadsModel::sweepName(measure));
            m_measure->setItemData(m_measure->count() - 1, HeadsModel::sweepTip(measure), Qt::ToolTipRole);
        }
        // A new sweep is looked at as the last one was.
        if (m_sweepWanted)
            m_measure->setCurrentIndex(kFirstSweep + static_cast<int>(*m_sweepWanted));
    } else if (!m_model->hasSweep() && offered) {
        if (sweepShown())
            m_measure->setCurrentIndex(0);
        while (m_measure->count() > kFirstSweep)
            m_measure->removeItem(kFirstSweep);
    } else if (m_sweepWanted && offered) {
        m_measure->setCurrentIndex(kFirstSweep + static_cast<int>(*m_sweepWanted));
    }
    showValues();
    showRow();
}

} // namespace headlight
