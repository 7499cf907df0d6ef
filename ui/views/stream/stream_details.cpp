#include "ui/views/stream/stream_details.h"

#include "ui/widgets/curves_plot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plot_theme.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace headlight {

StreamDetails::StreamDetails()
    : m_best(new LensModel(this))
    , m_words(new ElidedLabel)
    , m_table(new CandidateTable(m_best))
    , m_curvesTitle(new QLabel)
    , m_curves(new CurvesPlot)
{
    auto* column = makeColumn(this, {0, 4, 0, 0}, 3);
    m_words->setAccessibleName(tr("The selected cell, or the one under the mouse"));
    column->addWidget(m_words);
    m_table->setAccessibleName(tr("Best tokens of the selected cell"));
    auto* curvesPart = new QWidget;
    auto* right = makeColumn(curvesPart, {}, 2);
    m_curvesTitle->setTextFormat(Qt::RichText);
    m_curvesTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    right->addWidget(m_curvesTitle);
    right->addWidget(m_curves, 1);
    auto* parts = makeSplitter(Qt::Horizontal, {{m_table, 1}, {curvesPart, 1}});
    parts->setSizes({1000, 1000}); // equal halves
    column->addWidget(parts, 1);
}

void StreamDetails::setBest(std::vector<LensModel::Row> best, bool isLens)
{
    m_best->setRows(std::move(best));
    m_table->setVisible(isLens);
    // All of the list: where there is little room the view scrolls, and the list does not scroll inside it.
    m_table->setMinimumHeight(m_best->rowCount() * m_table->verticalHeader()->defaultSectionSize());
}

void StreamDetails::showCurves(const StreamContent& content, int column, std::optional<int> layer)
{
    using Part = StreamRow::Part;
    const QList<QColor> colours = lineColours(palette());
    std::vector<CurvesPlot::Curve> curves;
    const auto add = [&](Part part, const QString& name) {
        std::vector<float> values = content.curve(part, column);
        const bool known = std::any_of(values.begin(), values.end(), [](float v) { return v == v; });
        if (!known)
            return;
        const QColor colour = colours[static_cast<qsizetype>(curves.size()) % colours.size()];
        curves.push_back({name, std::move(values), colour});
    };
    if (content.isLens()) {
        add(Part::kStream,
            content.quantity() == StreamQuantity::kLensRank ? tr("rank after each layer, from 0")
                                                            : tr("probability after each layer"));
    } else {
        if (content.quantity() == StreamQuantity::kNorm)
            add(Part::kStream, tr("stream"));
        add(Part::kAttention, tr("attention"));
        add(Part::kCross, tr("cross-attention"));
        add(Part::kFeedForward, tr("feed-forward"));
    }
    // The lens table names its rows after the layer before them; the stream before the first layer is the
    // input.
    const int first = content.isLens() ? -1 : 0;
    m_curves->setStart(first);
    m_curves->setAxisName(content.isLens() ? tr("Layer (−1: input)") : tr("Layer"));
    m_curves->setCurves(std::move(curves));
    m_curvesTitle->setText(m_curves->legend());
    m_curves->setMarker(layer ? std::optional(*layer + first) : std::nullopt);
}

QVariant LensModel::data(const QModelIndex& index, int role) const
{
    if (role == Qt::AccessibleTextRole || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role != Qt::ToolTipRole)
        return CandidatesModel::data(index, role);
    const Row& shown = row(index);
    return tr("Rank %1: id %2, probability %3")
        .arg(shown.rank + 1)
        .arg(shown.id)
        .arg(localNumber(QString::number(static_cast<double>(shown.probability), 'g', 6)));
}

QVariant LensModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == kTermRole && section != kTokenColumn)
        return termNumber(Term::kLogitLens);
    return CandidatesModel::headerData(section, orientation, role);
}

std::vector<LensModel::Row> bestTokens(const StreamContent& content, int layer, int position)
{
    const LensCell* const cell = content.isLens() ? content.lensCell(layer, position) : nullptr;
    const LensCell* const last = cell != nullptr ? content.lensCell(content.layers(), position) : nullptr;
    const auto next = static_cast<std::size_t>(position) + 1;
    const std::int64_t target = last == nullptr || last->broken ? -1
        : content.target() == LensTarget::kFinal                ? last->best.front().id
        : next < content.tokens().size()                        ? content.tokens()[next].id
                                                                : -1;
    std::vector<LensModel::Row> best;
    for (std::size_t i = 0; cell != nullptr && i < cell->best.size(); ++i)
        best.push_back({static_cast<int>(i), static_cast<TokenId>(cell->best[i].id),
                        tokenText(content.label(cell->best[i].id)), cell->best[i].probability,
                        cell->best[i].id == target, false});
    return best;
}

} // namespace headlight
