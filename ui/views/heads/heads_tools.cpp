#include "ui/views/heads/heads_tools.h"

#include "ui/views/heads/head_values.h"
#include "ui/views/heads/heads_layout.h"
#include "ui/widgets/layouts.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QStringList>
#include <QToolButton>

#include <initializer_list>
#include <utility>

namespace headlight {

namespace {

constexpr int kMeasureLetters = 10; ///< width of "Thumbnails", the most common entry
constexpr int kSide = 8, kStripSide = 2; ///< pixels to the left and right of the tools

} // namespace

HeadsTools::HeadsTools(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_measure(new MeasureChoice)
    , m_filter(new QLineEdit)
{
    m_grid->setSizeConstraint(QLayout::SetNoConstraint); // minimumSizeHint() says how narrow it may be
    m_grid->setContentsMargins(kSide, 6, kSide, 4);
    m_grid->setSpacing(4);
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_measure->setMinimumContentsLength(kMeasureLetters);
    m_measure->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_filter->setPlaceholderText(tr("Filter: cross, first>0.5"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setAccessibleName(tr("Filter of the heads"));
    m_filter->setMinimumWidth(1);
    QStringList names;
    for (const HeadMeasure measure : headMeasures())
        names << measureWord(measure);
    m_filter->setToolTip(tr("Filter by name (cross, decoder.1) or by number (layer=3, head<2, "
                            "first>0.5). Numbers you can use: %1.")
                             .arg(names.join(QStringLiteral(", "))));
    auto* const forms = new ModeButtons<bool>(this);
    m_squares = forms->add(tr("Grid"), tr("All heads as thumbnails or colours, layers down and heads across"),
                           false);
    m_table = forms->add(tr("Table"), tr("All heads with their statistics; click a column to sort"), true);
    forms->setValue(false);
    auto* const pair = makeRow(nullptr, {}, 0);
    pair->addWidget(m_squares);
    pair->addWidget(m_table);
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_squares, m_table, m_measure})
        widget->setFocusPolicy(Qt::TabFocus);
    m_grid->addLayout(pair, 0, 0);
    m_grid->addWidget(m_measure, 0, 1);
    m_grid->addWidget(m_filter, 0, 2);
    m_grid->setColumnStretch(1, 2);
    m_grid->setColumnStretch(2, 3);
}

// The choice of the form disappears if there is no room for a table.
QSize HeadsTools::minimumSizeHint() const
{
    return {1, QWidget::minimumSizeHint().height()};
}

void HeadsTools::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const int letter = fontMetrics().averageCharWidth();
    const bool strip = width() < HeadsLayout::kStripLetters * letter;
    for (QToolButton* const form : {m_squares, m_table})
        form->setVisible(m_table->isChecked() || !strip);
    const int side = strip ? kStripSide : kSide; // every letter counts there
    m_grid->setContentsMargins(side, 6, side, 4);
    // In a narrow dock the filter moves below, where it has room for what one writes.
    const int forms = m_table->isHidden()
        ? 0
        : m_squares->sizeHint().width() + m_table->sizeHint().width() + m_grid->spacing();
    const bool below = width() < 2 * side + m_measure->minimumSizeHint().width() + m_grid->spacing() + forms
            + fieldWidthFor(QStringLiteral("decoder.cross.1"));
    if (std::exchange(m_filterBelow, below) != below) {
        m_grid->removeWidget(m_filter);
        if (below)
            m_grid->addWidget(m_filter, 1, 0, 1, 3);
        else
            m_grid->addWidget(m_filter, 0, 2);
    }
    m_grid->activate();
    fitHint();
}

// A hint that is cut says less than the one word.
void HeadsTools::fitHint()
{
    const QString hint = tr("Filter: cross, first>0.5");
    m_filter->setPlaceholderText(fieldWidthFor(hint) <= m_filter->width() ? hint : tr("Filter"));
}

int HeadsTools::fieldWidthFor(const QString& text) const
{
    constexpr int kFrame = 14; ///< of the field and between it and the text, left and right together
    return fontMetrics().horizontalAdvance(text) + kFrame;
}

namespace {

// Data of the entries after the statistics: the place among the results.
constexpr int kExperimentRole = Qt::UserRole + 1;

/// Index of the first of them.
int firstResult()
{
    return 1 + static_cast<int>(headMeasures().size());
}

} // namespace

MeasureChoice::MeasureChoice()
{
    addItem(tr("Thumbnails"));
    setItemData(0, tr("A thumbnail of each head’s map"), Qt::ToolTipRole);
    for (const HeadMeasure measure : headMeasures()) {
        addItem(measureName(measure), static_cast<int>(measure));
        setItemData(count() - 1, measureTip(measure), Qt::ToolTipRole);
    }
    setAccessibleName(tr("What the grid of heads shows"));
    setToolTip(tr("Thumbnails of the maps, or one statistic per head, shaded from smallest to largest"));
}

std::optional<HeadMeasure> MeasureChoice::statistic() const
{
    return currentIndex() > 0 && currentIndex() < firstResult()
        ? std::optional(static_cast<HeadMeasure>(currentData().toInt()))
        : std::nullopt;
}

std::optional<std::size_t> MeasureChoice::experiment() const
{
    const QVariant place = currentData(kExperimentRole);
    return place.isValid() ? std::optional(place.value<std::size_t>()) : std::nullopt;
}

void MeasureChoice::offer(const ExperimentBoard& board, Wanted wanted)
{
    const std::optional<std::size_t> before = experiment();
    int shown = currentIndex() < firstResult() ? currentIndex() : 0;
    int place = firstResult();
    const auto& results = board.results();
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!board.isOfModel(*results[i]) || headChanges(results[i]->table).size() < 2)
            continue;
        if (place == count())
            addItem(QString());
        setItemText(place, tr("Experiment %1").arg(i + 1));
        setItemData(place, results[i]->name, Qt::ToolTipRole);
        setItemData(place, QVariant::fromValue(i), kExperimentRole);
        if (wanted == Wanted::kShown ? before == i : wanted == Wanted::kLatest || results[i]->inHeads)
            shown = place;
        ++place;
    }
    setCurrentIndex(shown);
    while (count() > place)
        removeItem(count() - 1);
}

} // namespace headlight
