#include "ui/views/input/input_view.h"

#include "core/trace/trace.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/value_scale.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/views/input/input_words.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/matrix_panel.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/waiting_words.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QSpinBox>
#include <QStackedWidget>

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace headlight {

namespace {

constexpr std::size_t kSegments = 2; ///< panel of a sentence
constexpr std::size_t kDifference = kPositionFormulas.size() + 1; ///< panel after the model's own positions

} // namespace

InputView::InputView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_contents(new QStackedWidget)
{
    auto* const controls = new WrapLayout(4);
    buildControls(*controls);
    column().setContentsMargins(8, 4, 8, 6);
    column().setSpacing(4);
    column().insertLayout(0, controls);
    column().insertWidget(1, makeStatement(tr("What is shown, or the number under the mouse")));
    pages().addWidget(m_contents);
    m_grid = addPanels(m_sentence, 4);
    m_formulaGrid = addPanels(m_formulas, kDifference + 1);
    m_orderTable = new OrderTable;
    m_contents->addWidget(m_orderTable);
    addCopies();
    arrange();
    connect(&workspace().passes(), &PassBoard::changed, this, &InputView::receiveOrder);
    setPage(Page::kSentence);
    setFocusProxy(m_modes->buttons().front());
}

QGridLayout* InputView::addPanels(std::vector<MatrixPanel*>& panels, std::size_t count)
{
    auto* const content = new QWidget;
    auto* const grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(8);
    for (std::size_t i = 0; i < count; ++i) {
        auto* const panel = new MatrixPanel;
        panels.push_back(panel);
        connect(panel, &MatrixPanel::hovered, this,
                [this, panel](const Cell& cell) { showPlace(*panel, cell); });
    }
    m_contents->addWidget(content);
    return grid;
}

void InputView::showPlace(const MatrixPanel& panel, const Cell& cell)
{
    for (MatrixPanel* each : m_page == Page::kSentence ? m_sentence : m_formulas)
        each->mark(cell);
    const Matrix& values = panel.values();
    const bool inside = cell.query && cell.key && *cell.query < values.rows() && *cell.key < values.cols();
    showHint(inside ? tr("%1, position %2, dimension %3: %4")
                          .arg(panel.title())
                          .arg(*cell.query)
                          .arg(*cell.key)
                          .arg(fullText(values(*cell.query, *cell.key)))
                    : QString());
}

void InputView::addCopies()
{
    auto* const copies = new CopyMenu(*this);
    const std::array<QString, 4> labels{tr("Copy the embeddings as a table"),
                                        tr("Copy the positions as a table"),
                                        tr("Copy the segments as a table"), tr("Copy the sum as a table")};
    for (std::size_t i = 0; i < m_sentence.size(); ++i)
        copies->addLargeTable(
            labels.at(i), [panel = m_sentence[i]] { return panel->values().size(); },
            [panel = m_sentence[i]] { return tableMaker(panel->values()); });
    copies->addTable(tr("Copy the word order’s effect as a table"),
                     [this] { return tableOf(*m_orderTable->model()); });
}

void InputView::buildControls(WrapLayout& row)
{
    m_modes = new ModeButtons<Page>(this);
    row.addWidget(m_modes->add(tr("This sentence"),
                               tr("Token embeddings + positions = what the first layer reads"),
                               Page::kSentence));
    row.addWidget(m_modes->add(tr("Formulas"),
                               tr("The formulas for positions beside each other, and their difference"),
                               Page::kFormulas));
    row.addWidget(m_modes->add(tr("Word order"),
                               tr("What changes when the words change places, with and without positions"),
                               Page::kOrder));
    m_modes->whenChosen(this, [this](Page page) { setPage(page); });
    explainTerm(*m_modes->buttons().at(1), Term::kPositions);
    m_stackChoice = new StackChoice(StackKind::kEncoder, tr("Stack whose input is shown"));
    m_stackChoice->whenChosen(this, [this](StackKind stack) { setStack(stack); });
    row.addWidget(m_stackChoice);
    buildSizes();
    row.addWidget(m_sizes);
}

/// Controls for the formulas: number of positions and dimensions, row, and difference.
void InputView::buildSizes()
{
    m_sizes = new QWidget;
    auto* const sizes = new WrapLayout(4, m_sizes);
    const auto field = [&](const QString& text, int low, int high, const QString& name) {
        auto* const label = new QLabel(text);
        auto* const spin = new QSpinBox;
        spin->setRange(low, high);
        spin->setKeyboardTracking(false);
        spin->setAccessibleName(name);
        label->setBuddy(spin);
        sizes->addTogether({label, spin});
        return spin;
    };
    m_length = field(tr("&Length"), 1, kLongest, tr("Number of positions"));
    m_width = field(tr("&Dimensions"), 1, kWidest, tr("Number of dimensions"));
    m_position = field(tr("&Row"), 0, kLongest - 1, tr("Position whose numbers are written out"));
    m_length->setValue(16);
    m_width->setValue(32);
    m_position->setValue(1);
    for (QSpinBox* spin : {m_length, m_width})
        connect(spin, &QSpinBox::valueChanged, this,
                [this] { setSize(m_length->value(), m_width->value()); });
    connect(m_position, &QSpinBox::valueChanged, this, &InputView::showRows);
    const auto choice = [&](const QString& name) {
        QComboBox* const combo = makeChoice(
            name,
            {tr("the paper’s"), tr("halves"), tr("steep"), tr("steep, own angles"), tr("the model’s own")});
        combo->setToolTip(name);
        connect(combo, &QComboBox::activated, this, [this] { showRows(); });
        return combo;
    };
    m_first = choice(tr("Formula that the other is taken from"));
    m_second = choice(tr("Formula that is taken away"));
    m_first->setCurrentIndex(2);
    sizes->addTogether({m_first, new QLabel(QStringLiteral("−")), m_second});
}

std::vector<const MatrixPanel*> InputView::panels() const
{
    const auto& all = m_page == Page::kSentence ? m_sentence : m_formulas;
    return m_page == Page::kOrder ? std::vector<const MatrixPanel*>()
                                  : std::vector<const MatrixPanel*>(all.begin(), all.end());
}

void InputView::setPage(Page page)
{
    m_page = page;
    m_modes->setValue(page);
    showPage(*m_contents, static_cast<int>(page));
    m_sizes->setVisible(page == Page::kFormulas);
    task().cancel();
    workspace().passes().drop(PassKind::kWordOrder);
    markDirty(ViewChange::kTrace);
}

void InputView::setStack(StackKind stack)
{
    m_stackChoice->want(stack);
    m_stack = stack;
    m_sized = false;
    markDirty(ViewChange::kTrace);
}

void InputView::setSize(int length, int width)
{
    m_sized = true;
    const QSignalBlocker one(m_length);
    const QSignalBlocker two(m_width);
    m_length->setValue(length);
    m_width->setValue(width);
    if (m_page == Page::kFormulas)
        showFormulas();
}

/// Side by side if there is room, otherwise stacked.
void InputView::arrange()
{
    // Depends only on the width: in a scrolled dock the height follows from the number of columns.
    const int letters = width() / std::max(1, fontMetrics().averageCharWidth());
    const int columns = letters > 170 ? 4 : letters > 90 ? 2 : 1;
    if (columns == m_columns)
        return;
    m_columns = columns;
    const auto place = [](QGridLayout& grid, const std::vector<MatrixPanel*>& panels, int most) {
        const int count = static_cast<int>(panels.size()), across = std::min(most, count);
        for (int i = 0; i < 6; ++i) {
            grid.setColumnStretch(i, i < across ? 1 : 0);
            grid.setRowStretch(i, i * across < count ? 1 : 0);
        }
        for (int i = 0; i < count; ++i) // the last one takes what is left of its row
            grid.addWidget(panels[static_cast<std::size_t>(i)], i / across, i % across, 1,
                           i + 1 < count ? 1 : across - i % across);
    };
    auto sentence = m_sentence;
    if (!m_segmented)
        sentence.erase(sentence.begin() + kSegments);
    place(*m_grid, sentence, columns);
    place(*m_formulaGrid, m_formulas, std::min(columns, 3));
}

void InputView::refresh(ViewChanges changes)
{
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kColours))
        return;
    const Trace& trace = workspace().snapshot()->trace;
    if (!trace.isNull())
        m_stack = m_stackChoice->offer(trace.info());
    if (trace.isNull() || m_page == Page::kOrder)
        m_stackChoice->hide();
    const QString reason = whyNothing();
    if (!reason.isEmpty()) {
        setStatement({});
        pages().showReason(reason);
        return;
    }
    pages().setCurrentIndex(1);
    if (m_page == Page::kSentence)
        showSentence();
    else if (m_page == Page::kFormulas)
        showFormulas();
    else if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel))
        showOrder();
}

QString InputView::whyNothing() const
{
    if (m_page == Page::kFormulas)
        return {};
    const Trace& trace = workspace().snapshot()->trace;
    if (trace.isNull())
        return waitingWords(workspace(), tr("Type a sentence to see its embeddings and positions."));
    if (m_page == Page::kOrder && workspace().model() == nullptr)
        return tr("Running the sentence in another order needs the model, which a trace file does not "
                  "include. Open the model to do it.");
    if (m_page == Page::kSentence && trace.stackMatrix(Site::kEmbeddings, m_stack).rows() == 0)
        return workspace().isRunning() || workspace().model() != nullptr
            ? tr("Running the model once more to record its embeddings…")
            : tr("The trace does not include the embeddings. Open the model to see them.");
    return {};
}

void InputView::showSentence()
{
    const Trace trace = workspace().snapshot()->trace;
    const Matrix embeddings = trace.stackMatrix(Site::kEmbeddings, m_stack);
    const Matrix positions = trace.stackMatrix(Site::kPositions, m_stack);
    const Matrix segments = trace.stackMatrix(Site::kSegments, m_stack);
    Matrix sum = embeddings;
    const auto add = [&sum](const Matrix& part) {
        const bool fits = part.rows() == sum.rows() && part.cols() == sum.cols();
        if (fits)
            sum += part;
        return fits;
    };
    const bool placed = add(positions);
    const bool segmented = add(segments);
    const TokenAxis rows = trace.axis(m_stack);
    const auto show
        = [&](std::size_t index, const QString& title, const Matrix& values, const QString& line) {
              m_sentence[index]->show({title, line, values, rows, tr("Token"), tr("Dimension")},
                                      divergingMapName());
          };
    const QString size = QStringLiteral("[%1 × %2]").arg(embeddings.rows()).arg(embeddings.cols());
    show(0, embeddingTitle(workspace().model().get(), m_stack), embeddings, size);
    show(1, QStringLiteral("+ ") + tr("positions"), placed ? positions : Matrix(),
         placed ? size : tr("This model adds nothing for the position."));
    show(kSegments, QStringLiteral("+ ") + tr("segments"), segmented ? segments : Matrix(), size);
    m_sentence[kSegments]->setVisible(segmented);
    if (std::exchange(m_segmented, segmented) != segmented) {
        m_columns = 0;
        arrange();
    }
    show(3, QStringLiteral("= ") + tr("sum"), sum, size);
    const Matrix first = trace.residual(m_stack, 0);
    QString text = tr("%n token(s).", nullptr, static_cast<int>(embeddings.rows()));
    if (first.rows() == sum.rows() && first.cols() == sum.cols()) {
        const float apart = (first - sum).cwiseAbs().maxCoeff();
        text += QLatin1Char(' ')
            + (apart < 1e-4F ? tr("The sum is what the first layer reads.")
                             : tr("The first layer reads this sum after a norm or a projection."));
    }
    setStatement(text);
}

void InputView::showFormulas()
{
    const Trace& trace = workspace().snapshot()->trace;
    if (!m_sized && !trace.isNull()) {
        const QSignalBlocker one(m_length);
        const QSignalBlocker two(m_width);
        m_length->setValue(std::min(kLongest, static_cast<int>(trace.tokens(m_stack).size())));
        if (trace.info().modelWidth > 0)
            m_width->setValue(std::min(kWidest, trace.info().modelWidth));
    }
    pages().setCurrentIndex(1);
    const Index length = m_length->value();
    const Index width = m_width->value();
    task().start([this, length, width, model = workspace().model(),
                  stack = m_stack](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        std::vector<Matrix> tables;
        for (const PositionFormula formula : kPositionFormulas) {
            if (stop.stop_requested())
                return;
            tables.push_back(positionTable(formula, length, width));
        }
        const StackPositions own = positionTables(model).stack(stack);
        tables.push_back(own.isAdded() ? own.rows(own.available(length)) : Matrix());
        deliver([this, tables = std::move(tables)] {
            const QStringList titles = formulaTitles();
            for (std::size_t i = 0; i < kDifference; ++i)
                formulaPanel(i).show({titles.at(static_cast<qsizetype>(i)),
                                      {},
                                      tables[i],
                                      nullptr,
                                      tr("Position"),
                                      tr("Dimension")},
                                     divergingMapName());
            showRows();
        });
    });
}

void InputView::showRows()
{
    const Index row = m_position->value();
    for (std::size_t i = 0; i < kDifference; ++i) {
        const Matrix& values = formulaPanel(i).values();
        formulaPanel(i).setLine(values.rows() == 0 ? tr("This model adds nothing for the position.")
                                    : row < values.rows()
                                    ? tr("Row %1: %2").arg(row).arg(rowText(values, row))
                                    : tr("There are %1 positions.").arg(values.rows()));
    }
    const Matrix& one = formulaPanel(static_cast<std::size_t>(m_first->currentIndex())).values();
    const Matrix& other = formulaPanel(static_cast<std::size_t>(m_second->currentIndex())).values();
    const bool alike = one.rows() == other.rows() && one.cols() == other.cols() && one.size() > 0;
    const Matrix difference = alike ? Matrix(one - other) : Matrix();
    const QString title = QStringLiteral("%1 − %2").arg(m_first->currentText(), m_second->currentText());
    formulaPanel(kDifference)
        .show({title,
               alike ? tr("Row %1: %2").arg(row).arg(rowText(difference, row))
                     : tr("The two have different sizes."),
               difference, nullptr, tr("Position"), tr("Dimension")},
              divergingMapName());
    setStatement(alike ? tr("%1: at most %2 apart.").arg(title, fullText(difference.cwiseAbs().maxCoeff()))
                       : tr("%1: the two have different sizes.").arg(title));
}

void InputView::showOrder()
{
    setStatement(tr("Running the sentence in another order…"));
    workspace().passes().order(PassKind::kWordOrder, {}, workspace().snapshot()->trace);
}

bool InputView::isWorking() const
{
    return PagedView::isWorking() || workspace().passes().entry(PassKind::kWordOrder).running;
}

void InputView::receiveOrder(PassKind kind)
{
    if (kind != PassKind::kWordOrder || m_page != Page::kOrder)
        return;
    const PassBoard::Entry& entry = workspace().passes().entry(kind);
    if (!entry.failure.isEmpty())
        return pages().showReason(tr("The sentence cannot be run in another order: %1.").arg(entry.failure));
    const auto* const order = std::get_if<WordOrder>(&entry.result);
    if (order == nullptr)
        return;
    m_order = *order;
    pages().setCurrentIndex(1);
    m_orderTable->showOrder(m_order);
    setStatement(tr("The words in reverse order, all masks but padding off. With positions, a token’s output "
                    "changes "
                    "by up to %1 of its norm; without, by up to %2: attention then sees a set, not an order.")
                     .arg(shareText(m_order.largestWith()), shareText(m_order.largestWithout())));
}

} // namespace headlight
