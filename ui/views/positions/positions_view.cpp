#include "ui/views/positions/positions_view.h"

#include "ui/picture/colour_map.h"
#include "ui/picture/shown_maps.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/positions/position_effects_panel.h"
#include "ui/views/positions/position_switch.h"
#include "ui/views/positions/position_words.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/plot_theme.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/waiting_words.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QSplitter>

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t kMostCurves = 8; ///< the number of colours

/// Whether the recorded rows match the model's. True if nothing was recorded.
bool agrees(const StackPositions& positions, const Matrix& recorded)
{
    if (recorded.size() == 0)
        return true;
    const Matrix rows = positions.rows(recorded.rows());
    return rows.rows() == recorded.rows() && rows.cols() == recorded.cols()
        && (rows - recorded).cwiseAbs().maxCoeff() <= 1e-4F;
}

std::vector<float> columnOf(const Matrix& matrix, Index column)
{
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(matrix.rows()));
    for (Index row = 0; row < matrix.rows(); ++row)
        values.push_back(matrix(row, column));
    return values;
}

} // namespace

PositionsView::PositionsView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_switch(new PositionSwitch(context.workspace))
{
    m_switch->setContentsMargins(8, 4, 8, 0);
    column().insertWidget(0, m_switch);

    auto* column = pages().addColumn();
    m_controls = new WrapLayout(3);
    buildControls(*m_controls);
    column->addLayout(m_controls);
    column->addWidget(makeStatement(tr("Where the numbers come from, or the value under the mouse"), 2));
    column->addWidget(buildPlots(), 1);
    m_effects = new PositionEffectsPanel;
    pages().addWidget(m_effects);
    setFocusProxy(m_lengthField); // opening the view by its shortcut makes its keys work at once
    fillSelectionField();
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_plot);
    copies->addPicture(*m_curves, tr("Copy the curves as an image"));
    copies->addPicture(*m_effects, tr("Copy the effects of positions as an image"));
    copies->addLargeTable(
        tr("Copy the matrix as a table"), [this] { return m_shown.size(); },
        [this] { return tableMaker(m_shown); });
}

void PositionsView::buildControls(WrapLayout& layout)
{
    m_stackChoice = new StackChoice(StackKind::kEncoder);
    m_stackChoice->whenChosen(this, [this](StackKind stack) { setStack(stack); });
    layout.addWidget(m_stackChoice);

    m_modes = new ModeButtons<Mode>(this);
    layout.addWidget(m_modes->add(
        tr("Encodings"), tr("What is added to each embedding: positions × dimensions"), Mode::kMatrix));
    layout.addWidget(m_modes->add(
        tr("Similarity"), tr("Dot products of the encodings of every two positions"), Mode::kSimilarity));
    m_modes->setValue(m_mode);
    m_modes->whenChosen(this, [this](Mode mode) { setMode(mode); });
    layout.addStretch();

    auto* label = new QLabel(tr("&Length"));
    m_lengthField = new QSpinBox;
    m_lengthField->setRange(1, kLongest);
    m_lengthField->setKeyboardTracking(false);
    m_lengthField->setAccessibleName(tr("Number of positions"));
    label->setBuddy(m_lengthField);
    m_asText = new QCheckBox(tr("match te&xt"));
    m_asText->setToolTip(tr("Show as many positions as the text has tokens"));
    m_asText->setChecked(true);
    connect(m_lengthField, &QSpinBox::valueChanged, this, [this](int length) { setLength(length); });
    connect(m_asText, &QCheckBox::toggled, this,
            [this](bool on) { setLength(on ? std::nullopt : std::optional(m_lengthField->value())); });
    layout.addTogether({label, m_lengthField});
    layout.addWidget(m_asText);
}

QWidget* PositionsView::buildPlots()
{
    m_plot = new HeatmapPlot;
    showMatrix(); // empty so far, but as a table it asks for less room
    connect(m_plot, &HeatmapPlot::hovered, this, &PositionsView::showPlace);
    connect(m_plot, &HeatmapPlot::doubleClicked, m_plot, &HeatmapPlot::showAll);
    connect(m_plot, &HeatmapPlot::viewChanged, this, [this] {
        if (m_encodings.size() > 0)
            setStatement(describeSource(static_cast<int>(m_encodings.rows())));
    });
    connect(m_plot, &HeatmapPlot::clicked, this, [this](const Cell& place) {
        if (const auto index = m_mode == Mode::kMatrix || !place.query ? place.key : place.query)
            toggleSelected(*index);
    });

    auto* lower = new QWidget;
    auto* column = makeColumn(lower, {0, 4, 0, 0}, 4);
    auto* row = new QHBoxLayout;
    m_selectionLabel = makePlainLabel();
    m_selectionField = new QLineEdit;
    m_selectionField->setMaximumWidth(fontMetrics().averageCharWidth() * 24);
    m_selectionLabel->setBuddy(m_selectionField);
    m_legend = new QLabel;
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(m_selectionLabel);
    row->addWidget(m_selectionField, 1);
    row->addWidget(m_legend, 2);
    column->addLayout(row);
    m_curves = new CurvesPlot;
    connect(m_curves, &CurvesPlot::hovered, this, [this](std::optional<int> place) {
        const std::vector<int>& chosen = selection();
        if (!place || chosen.empty())
            showPlace({});
        else if (m_mode == Mode::kMatrix)
            showPlace({*place, chosen.front()});
        else
            showPlace({chosen.front(), *place});
    });
    column->addWidget(m_curves, 1);
    m_splitter = makeSplitter(Qt::Vertical, {{m_plot, 1}, {lower, 1}});
    connect(m_selectionField, &QLineEdit::textEdited, this, &PositionsView::setSelection);
    connect(&workspace(), &Workspace::editsAskedChanged, this, [this] {
        if (m_encodings.size() > 0)
            setStatement(describeSource(static_cast<int>(m_encodings.rows())));
    });
    return m_splitter;
}

void PositionsView::arrange()
{
    // Stacked, both need some height to be readable.
    const bool low = height() < 18 * fontMetrics().height();
    m_splitter->setOrientation(low || width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

QSize PositionsView::minimumSizeHint() const
{
    return {std::max(m_controls->minimumSize().width() + 16, 30 * fontMetrics().averageCharWidth()),
            11 * fontMetrics().height()};
}

QSize PositionsView::sizeHint() const
{
    return {m_controls->sizeHint().width() + 40, 22 * fontMetrics().height()};
}

void PositionsView::setMode(Mode mode)
{
    m_mode = mode;
    m_modes->setValue(mode);
    fillSelectionField();
    markDirty(ViewChange::kTrace);
}

void PositionsView::setStack(StackKind stack)
{
    m_stackChoice->want(stack);
    m_stack = stack;
    markDirty(ViewChange::kTrace);
}

void PositionsView::setLength(std::optional<int> length)
{
    m_length = length;
    const QSignalBlocker blocker(m_asText);
    m_asText->setChecked(!length);
    markDirty(ViewChange::kTrace);
}

void PositionsView::setTables(const PositionTables& tables)
{
    m_tables = tables;
    markDirty(ViewChange::kTrace);
}

void PositionsView::setSelection(const QString& list)
{
    selection() = parseIndexList(list, static_cast<int>(std::max<Index>(m_shown.cols(), 1)), kMostCurves);
    if (m_selectionField->text() != list)
        fillSelectionField();
    showCurves();
}

void PositionsView::toggleSelected(int index)
{
    std::vector<int>& chosen = selection();
    const auto found = std::find(chosen.begin(), chosen.end(), index);
    if (found != chosen.end())
        chosen.erase(found);
    else if (chosen.size() < kMostCurves)
        chosen.push_back(index);
    fillSelectionField();
    showCurves();
}

void PositionsView::fillSelectionField()
{
    const bool matrix = m_mode == Mode::kMatrix;
    m_selectionLabel->setText(matrix ? tr("&Dimensions") : tr("&Positions"));
    m_selectionField->setAccessibleName(matrix ? tr("Dimensions drawn as curves")
                                               : tr("Positions drawn as curves"));
    m_selectionField->setToolTip(
        matrix ? tr("Dimensions drawn as curves, such as 0, 1, 8-11. Click in the map to add or remove one.")
               : tr("Positions drawn as curves, such as 0, 5. Click in the map to add or remove one."));
    m_selectionField->setText(indexListText(selection()));
}

QString PositionsView::statement() const
{
    return pages().currentWidget() == m_effects ? m_effects->statement() : PagedView::statement();
}

void PositionsView::refresh(ViewChanges changes)
{
    if ((changes.testFlag(ViewChange::kModel) || !m_tables) && workspace().model() != nullptr)
        setTables(positionTables(workspace().model()));
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel)) {
        readTrace();
        compute();
    }
    const auto inside = ViewChange::kTrace | ViewChange::kModel | ViewChange::kHead | ViewChange::kHover
        | ViewChange::kPin | ViewChange::kColours | ViewChange::kDocument;
    if (changes.testAnyFlags(inside))
        showPage();
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kColours)) {
        showMatrix();
        showCurves();
        showPlace({});
    }
}

void PositionsView::letGo()
{
    m_trace = {};
    m_tables.reset();
    m_known = {};
    m_effects->forget();
}

void PositionsView::showPage()
{
    const bool ofStack = focus().head().stack == m_stack;
    m_switch->setVisible(workspace().model() != nullptr && !m_trace.isNull());
    m_switch->setStack(m_encodings.size() > 0 || m_known.isAdded() ? m_stack : focus().head().stack,
                       m_known.method == PositionMethod::kLearned);
    m_switch->update(ofStack ? focus().head() : HeadRef{m_stack, 0, AttentionKind::kSelf, 0});
    const bool added = m_encodings.size() > 0;
    // Rotations and biases act inside the attention: show those of the current head.
    HeadRef head = focus().head();
    head.kind = AttentionKind::kSelf;
    if (!added && !m_trace.isNull())
        m_effects->show(workspace().model(), m_trace, head, focus());
    pages().setCurrentIndex(added ? 1 : !m_trace.isNull() && m_effects->hasAny() ? 2 : 0);
    if (pages().showsReason())
        pages().setReason(reasonForNothing());
}

void PositionsView::readTrace()
{
    // The whole text, whatever the current step: the positions of a decoding do not change.
    m_trace = workspace().snapshot()->trace;
    if (!m_trace.isNull())
        m_stack = m_stackChoice->offer(m_trace.info());
    m_recorded = m_trace.isNull() ? Matrix() : m_trace.stackMatrix(Site::kPositions, m_stack);
}

void PositionsView::compute()
{
    // The trace may come from a different model than the open one: what was recorded decides.
    const bool fits = m_tables && agrees(m_tables->stack(m_stack), m_recorded);
    m_known = fits ? m_tables->stack(m_stack) : recognisePositions(m_recorded);
    const auto recorded = static_cast<int>(m_recorded.rows());
    const int wanted = m_length.value_or(recorded);
    if (wanted <= recorded)
        m_encodings = m_recorded.topRows(wanted);
    else
        m_encodings = m_known.available(wanted) >= recorded ? m_known.rows(wanted) : m_recorded;
    const auto length = static_cast<int>(m_encodings.rows());
    setStatement(describeSource(length));
    m_shown = m_mode == Mode::kMatrix
        ? m_encodings
        : positionSimilarity(m_encodings.topRows(std::min<Index>(length, kLongest)));
    const QSignalBlocker blocker(m_lengthField);
    m_lengthField->setMaximum(std::max(kLongest, recorded));
    m_lengthField->setValue(m_length.value_or(length));
}

QString PositionsView::describeSource(int length) const
{
    const auto recorded = static_cast<int>(m_recorded.rows());
    const QString method = workspace().areEditsAsked()
        ? tr("a formula")
        : methodInWords(m_known.method); // else it is the answer
    const QString size = tr("%1 positions × %2 dimensions").arg(length).arg(m_encodings.cols());
    QString text;
    if (length <= recorded)
        text = tr("%1, as added to this text: %2.").arg(size, method);
    else if (m_known.method == PositionMethod::kLearned)
        text = tr("%1 of the model’s learned table; the text has %2.").arg(size).arg(recorded);
    else
        text = tr("%1 by the model’s formula: %2; the text has %3.").arg(size, method).arg(recorded);
    if (m_length && length < *m_length)
        text += QLatin1Char(' ')
            + (m_known.limit > 0 ? tr("The model’s position table ends here: it accepts no longer text.")
                                 : tr("The trace has no more positions. Open the model to see more."));
    if (m_mode == Mode::kSimilarity && length > kLongest)
        text += QLatin1Char(' ') + tr("Showing similarities for the first %1.").arg(kLongest);
    if (const QString pooled = m_plot->poolingNote(); !pooled.isEmpty())
        text += QLatin1Char(' ') + pooled;
    return text;
}

QString PositionsView::reasonForNothing() const
{
    if (m_trace.isNull() && (m_known.method == PositionMethod::kUnknown || m_known.isAdded()))
        return waitingWords(workspace(),
                            tr("Type a sentence to see what is added to its embeddings for the position."));
    if (m_known.isAdded())
        return tr("Nothing was added for the position in this run.");
    return whyNothingIsAdded(m_known.method);
}

void PositionsView::showMatrix()
{
    const bool matrix = m_mode == Mode::kMatrix;
    HeatmapOptions look;
    look.colourMap = focus().colourMap();
    look.aroundZero = matrix; // encodings are signed, similarities may not be
    look.table = TableNames{matrix ? tr("Added value") : tr("Dot product"), tr("Position"),
                            matrix ? tr("Dimension") : tr("Position")};
    m_plot->setAccessibleName(look.table->title);
    m_plot->showMap(tableMap(m_shown), MapKind::kScores, look);
}

void PositionsView::showCurves()
{
    const QList<QColor> colours = lineColours(palette());
    const bool matrix = m_mode == Mode::kMatrix;
    std::vector<CurvesPlot::Curve> curves;
    for (const int index : selection()) {
        if (index >= m_shown.cols() || index >= (matrix ? m_shown.cols() : m_shown.rows()))
            continue;
        const QColor colour = colours[static_cast<qsizetype>(curves.size()) % colours.size()];
        // Similarities are symmetric: a position's column equals its row.
        curves.push_back({QString::number(index), columnOf(m_shown, index), colour});
    }
    m_curves->setAxisName(tr("Position"));
    m_curves->setCurves(std::move(curves));
    m_legend->setText(m_curves->legend());
}

void PositionsView::showPlace(Cell place)
{
    if (place.query.value_or(0) >= m_shown.rows() || place.key.value_or(0) >= m_shown.cols())
        place = {};
    m_plot->setMarks({place, {}});
    m_curves->setMarker(m_mode == Mode::kMatrix ? place.query : place.key);
    showHint(place.query && place.key ? placeInWords(*place.query, *place.key) : QString());
}

QString PositionsView::placeInWords(int row, int column) const
{
    const auto named = [this](int position) {
        const std::vector<TokenLabel>* tokens = m_trace.isNull() ? nullptr : &m_trace.tokens(m_stack);
        if (tokens == nullptr || static_cast<std::size_t>(position) >= tokens->size())
            return QString::number(position);
        const TokenLabel& token = (*tokens)[static_cast<std::size_t>(position)];
        return tr("%1 (%2)").arg(position).arg(tokenPlace(token, tokenInSentence(token)));
    };
    const QString value = numberText(static_cast<double>(m_shown(row, column)));
    return m_mode == Mode::kMatrix
        ? tr("Position %1, dimension %2: %3").arg(named(row)).arg(column).arg(value)
        : tr("Positions %1 and %2, %3 apart: %4")
              .arg(named(row), named(column))
              .arg(std::abs(row - column))
              .arg(value);
}

} // namespace headlight
