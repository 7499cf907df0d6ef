#include "ui/views/whatif/experiment_view.h"

#include "ui/figure/plot_export.h"
#include "ui/figure/result_plots.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/views/whatif/experiment_form.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/edit_text.h"
#include "ui/words/local_number.h"
#include "ui/words/token_text.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>
#include <utility>
#include <variant>

namespace headlight {

namespace {

/// Entries of the choice of a plot of edits. Those from kAgainst on compare with another result of the list.
constexpr int kBySize = 0, kByPlace = 1, kEstimates = 2, kAgainst = 3;

/// Entries of the choice of a plot of inputs, of which the last one shows what they measure without edits.
enum Each : int { kDots, kHistogram, kBase };
constexpr qsizetype kTextInName = 24; ///< of the text in a result's name
constexpr int kNamed = 8; ///< inputs of a bar that are named

const auto& at(const auto& list, int place)
{
    return list[static_cast<std::size_t>(place)];
}

/// The names of the results; equal ones are followed by the text or the file's folder, then by a number.
QStringList resultNames(const ExperimentBoard::Results& results)
{
    QStringList names;
    for (const auto& each : results)
        names << each->name;
    for (const bool numbered : {false, true}) {
        const QStringList before = names;
        for (qsizetype i = 0; i < names.size(); ++i) {
            const ExperimentResult& each = *results[static_cast<std::size_t>(i)];
            const QString mark = numbered ? QString::number(before.first(i + 1).count(before[i]))
                : each.file.isEmpty() ? shortened(each.lines.join(QLatin1Char(' ')).simplified(), kTextInName)
                                      : each.file.section(QLatin1Char('/'), -2, -2);
            if (before.count(before[i]) > 1 && !mark.isEmpty())
                names[i] += QStringLiteral(" (%1)").arg(mark);
        }
    }
    return names;
}

} // namespace

ExperimentView::ExperimentView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_board(ExperimentBoard::of(context.workspace))
    , m_form(new ExperimentForm(context.workspace, context.focus))
    , m_run(new QPushButton)
    , m_progress(new QProgressBar)
    , m_results(makeChoice(tr("Results of experiments"), {}, 20))
    , m_sort(makeChoice(tr("Plot of the edits"), {}, 16))
    , m_each(makeChoice(
          tr("Plot of the inputs"),
          {tr("a dot for each input"), tr("histogram of the inputs"), tr("each input without replacement")}))
    , m_menu(makeFlatButton(tr("Result"), tr("Save or copy this result")))
    , m_name(new ElidedLabel)
    , m_edits(new ResultPlot(tr("What each edit changes")))
    , m_inputs(new ResultPlot(tr("What the chosen edit changes for each input")))
    , m_plots(makeSplitter(Qt::Horizontal, {{m_edits, 0}, {m_inputs, 0}}))
{
    auto* const column = pages().addColumn();
    column->addWidget(m_form);
    column->addWidget(makeControls());
    column->addWidget(makeStatement(tr("Result of the experiment"), 2, 6));
    column->addWidget(m_name); // no hint takes its place
    column->addWidget(m_plots, 1);
    column->addStretch();
    connect(m_form, &ExperimentForm::wanted, this, &ExperimentView::start);
    connect(m_form, &ExperimentForm::changed, this, &ExperimentView::showSummary);
    connect(m_edits, &ResultPlot::activated, this, [this](int point) {
        const auto* const row = rowOf(point);
        if (row == nullptr || !makesEdits(*row))
            return;
        const Document& document = workspace().document();
        workspace().apply(withToggled(document, row->edits),
                          hasEdits(document, row->edits) ? tr("Remove an edit") : tr("Add an edit"));
    });
    connect(m_edits, &ResultPlot::chosen, this, &ExperimentView::takeEdit);
    connect(m_edits, &ResultPlot::chosen, this, &ExperimentView::showInputs);
    connect(m_inputs, &ResultPlot::activated, this, [this](int place) {
        const Plot& plot = m_inputs->plot();
        const bool bar = plot.kind == Plot::Kind::kHistogram;
        takeEdit();
        m_board.open(m_drawn, at(plot.points, bar ? at(m_inputs->bars(), place).points.back() : place).of);
    });
    connect(m_edits, &ResultPlot::hovered, this, [this](auto at) { showHint(editWords(at.value_or(-1))); });
    connect(m_inputs, &ResultPlot::hovered, this, [this](auto at) { showHint(inputWords(at.value_or(-1))); });
    connect(&m_board, &ExperimentBoard::changed, this, &ExperimentView::showResults);
    connect(&m_board, &ExperimentBoard::progressed, this, &ExperimentView::showProgress);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_edits, tr("Copy the plot of edits as an image"),
                       tr("Save the plot of edits as an image…"));
    copies->addPicture(*m_inputs, tr("Copy the plot of inputs as an image"),
                       tr("Save the plot of inputs as an image…"));
    copies->addTable(tr("Copy the numbers as CSV"),
                     [this] { return m_drawn ? QString::fromStdString(m_drawn->table.csv) : QString(); });
    copies->addTable(tr("Copy command line"), [this] { return command(); });
    showResults();
}

QWidget* ExperimentView::makeControls()
{
    auto* const layout = new WrapLayout(4, new QWidget);
    m_progress->setAccessibleName(tr("Progress of the experiment"));
    fillMenu(*addMenu(*m_menu));
    for (QWidget* const each :
         std::initializer_list<QWidget*>{m_run, m_progress, m_results, m_sort, m_each, m_menu})
        layout->addWidget(each);
    connect(m_run, &QPushButton::clicked, this, [this] { m_board.isRunning() ? m_board.cancel() : start(); });
    connect(m_sort, &QComboBox::activated, this, [this] { m_sortChosen = true; });
    for (const QComboBox* const each : {m_results, m_sort})
        connect(each, &QComboBox::activated, this, &ExperimentView::showEdits);
    connect(m_each, &QComboBox::activated, this, &ExperimentView::showInputs);
    return layout->parentWidget();
}

void ExperimentView::fillMenu(QMenu& menu)
{
    const auto add = [&](const QString& words, auto action) { menu.addAction(words, this, action); };
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    const QString drawn = QStringLiteral("experiment.pdf");
    add(tr("Copy command line"), [=, this] { copy(command()); });
    const auto addSave = [&](const QString& words, const QString& filter, const QString& ending) {
        add(words, [=, this, name = QStringLiteral("experiment") + ending] {
            const auto result = m_drawn;
            const QString file = QFileDialog::getSaveFileName(window(), words.chopped(1), name, filter);
            if (!file.isEmpty() && result)
                m_board.save(file.endsWith(ending) ? file : file + ending, result);
        });
    };
    addSave(tr("Save as CSV…"), tr("CSV (*.csv)"), QStringLiteral(".csv"));
    addSave(tr("Save as JSON…"), tr("JSON (*.json)"), QStringLiteral(".json"));
    addSave(tr("Save as NumPy arrays…"), tr("NumPy arrays (*.npz)"), QStringLiteral(".npz"));
    const auto draw = [this](const ResultPlot* plot) {
        const auto drawing = [=, this](const QString& file) { return plotCommand(*plot, file); };
        savePlot(workspace(), *plot, drawing, QStringLiteral("experiment"));
    };
    add(tr("Save the plot of edits…"), [=, this] { draw(m_edits); });
    add(tr("Save the plot of inputs…"), [=, this] { draw(m_inputs); });
    add(tr("Copy the command of the plot of edits"), [=, this] { copy(plotCommand(*m_edits, drawn)); });
    add(tr("Copy the command of the plot of inputs"), [=, this] { copy(plotCommand(*m_inputs, drawn)); });
    add(tr("Remove from the list"), [this] {
        ExperimentBoard::Results all = m_board.results();
        std::erase(all, m_drawn);
        m_board.setResults(std::move(all));
    });
}

QString ExperimentView::plotCommand(const ResultPlot& plot, const QString& file) const
{
    QStringList numbers = m_drawn ? m_drawn->command : QStringList();
    QString before;
    if (&plot == m_inputs) {
        const auto* const row = rowOf(m_edits->choice());
        if (m_each->currentIndex() == kBase)
            numbers << QStringLiteral("--plot-of") << QStringLiteral("base");
        else if (row != nullptr)
            numbers << QStringLiteral("--plot-of") << QString::fromStdString(row->name);
    } else if (const auto other = compared()) {
        const QString made = QStringLiteral("other.json");
        before = shellLine(other->command + QStringList{QStringLiteral("--json"), QStringLiteral("-o"), made})
            + QStringLiteral(" && ");
        numbers << QStringLiteral("--against") << made;
    } else if (m_sort->currentData() == kBySize) {
        numbers << QStringLiteral("--sort") << QStringLiteral("change");
    }
    return before + headlight::plotCommand(numbers, plotFigure(plot), file);
}

void ExperimentView::start()
{
    const auto order = m_form->order();
    if (!order)
        return setStatement(m_form->fault(), true);
    if (const int same = m_board.placeOf(m_board.commandOf(*order)); same >= 0) { // it is run again
        m_results->setCurrentIndex(same);
        showEdits();
    }
    m_ordered = true;
    m_board.order(*order);
}

void ExperimentView::arrange()
{
    m_plots->setOrientation(width() > height() * 3 / 2 ? Qt::Horizontal : Qt::Vertical);
}

void ExperimentView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel))
        m_form->adapt();
    if (changes.testAnyFlags(ViewChange::kDocument))
        showSummary();
    m_run->setEnabled(workspace().model() != nullptr);
    const bool idle = workspace().model() == nullptr && m_board.results().empty();
    idle ? pages().showReason(tr("An experiment runs the model. Open a model to use it."))
         : pages().setCurrentIndex(1);
}

void ExperimentView::showResults()
{
    const auto& all = m_board.results();
    const int count = static_cast<int>(all.size());
    const bool running = m_board.isRunning(), grown = m_results->count() < count;
    // Another view's result joins the list, and what the user reads stays, also when it grows.
    const int read = m_drawn ? m_board.placeOf(m_drawn->command) : -1;
    const int place = !m_drawn || (grown && m_ordered) ? count - 1
        : read >= 0                                    ? read
        : grown                                        ? count - 1
                                                       : std::min(m_results->currentIndex(), count - 1);
    m_ordered = m_ordered && running;
    m_results->clear();
    m_results->addItems(resultNames(all));
    for (int i = 0; i < count; ++i)
        m_results->setItemData(i, m_board.resultAt(i)->command.join(QLatin1Char(' ')), Qt::ToolTipRole);
    m_results->setCurrentIndex(place);
    setShown({m_results, m_sort, m_menu, m_name, m_plots}, !all.empty());
    m_run->setText(running ? tr("Stop") : tr("Run"));
    m_run->setToolTip(running ? tr("Stop the experiment")
                              : tr("Run the model on every input, once for each replacement"));
    m_progress->setVisible(running);
    showProgress();
    if (m_board.resultAt(m_results->currentIndex()) != m_drawn || m_drawn == nullptr)
        showEdits();
    showSummary();
}

void ExperimentView::showProgress()
{
    const auto [done, total] = m_board.progress();
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    const std::optional<int> left = m_board.secondsLeft();
    m_progress->setFormat(left && *left > 0 ? tr("%1 of %2, about %3 s left").arg(done).arg(total).arg(*left)
                                            : tr("%1 of %2").arg(done).arg(total));
}

void ExperimentView::showSummary()
{
    if (!m_board.failure().isEmpty())
        return setStatement(m_board.failure(), true);
    if (!m_board.note().isEmpty() || !m_drawn)
        return setStatement(m_board.note().isEmpty() ? m_form->purpose() : m_board.note());
    const ExperimentTable& table = m_drawn->table;
    const Document& document = workspace().document();
    const QStringList typed = document.text.split(QLatin1Char('\n'));
    const auto isTyped = [&typed](const QString& line) { return typed.contains(line); };
    QStringList words;
    if (workspace().model() != nullptr && !m_board.isOfModel(*m_drawn))
        words << tr("This is the result of another model.");
    else if (m_drawn->file.isEmpty() && !std::ranges::all_of(m_drawn->lines, isTyped))
        words << tr("This is the result of an earlier text.");
    words << tr("%n input(s); without replacement: %1.", nullptr, static_cast<int>(table.base.count))
                 .arg(withUnit(table, meanText(table.base)));
    if (const auto other = compared())
        words << comparisonPlot(table, other->table).title + QLatin1Char('.');
    else if (isChecked(table))
        words << estimatesPlot(table).title + QLatin1Char('.');
    if (const auto strongest = strongestRow(table)) {
        const ExperimentTable::Row& row = table.rows[*strongest];
        words << tr("Largest change: %1, %2.").arg(editName(row), withUnit(table, meanText(row.mean)));
    }
    const auto isIn = [this](const QString& word) { return m_drawn->command.contains(word); };
    const auto isMade = [&document](const ExperimentTable::Row& each) {
        return each.edits.size() == 1 && hasEdits(document, each.edits);
    };
    if (!std::ranges::all_of(editArguments(document.interventions), isIn)
        && std::ranges::any_of(table.rows, isMade))
        words << tr("These results do not include the edits you have added from them since.");
    setStatement(words.join(QLatin1Char(' ')));
}

std::shared_ptr<const ExperimentResult> ExperimentView::compared() const
{
    return m_board.resultAt(m_sort->currentData().toInt() - kAgainst);
}

void ExperimentView::offerPlots()
{
    const QVariant before = m_sort->currentData();
    m_sort->clear();
    m_sort->addItem(tr("by size"), kBySize);
    m_sort->addItem(tr("by layer and head"), kByPlace);
    if (m_drawn && isChecked(m_drawn->table))
        m_sort->addItem(tr("estimates and runs"), kEstimates);
    for (int i = 0; i < m_results->count() && m_drawn; ++i) {
        const auto other = m_board.resultAt(i);
        if (other == m_drawn || comparisonPlot(m_drawn->table, other->table).points.empty())
            continue;
        m_sort->addItem(tr("against: %1").arg(m_results->itemText(i)), kAgainst + i);
        m_sort->setItemData(m_sort->count() - 1, m_results->itemText(i), Qt::ToolTipRole);
    }
    const QVariant wanted = m_sortChosen ? before : hasOneInput() ? kByPlace : kBySize;
    m_sort->setCurrentIndex(std::max(0, m_sort->findData(wanted)));
}

Plot ExperimentView::editsPlot() const
{
    if (!m_drawn)
        return {};
    const ExperimentTable& table = m_drawn->table;
    if (const auto other = compared())
        return comparisonPlot(table, other->table);
    const int shown = m_sort->currentData().toInt();
    if (shown != kByPlace)
        return shown == kEstimates ? estimatesPlot(table) : changesPlot(table, true);
    // A grid has no room for errors.
    const bool patches = !table.rows.empty() && positionOf(table.rows[0]) && headOf(table.rows[0]);
    const Plot grid = hasOneInput() || patches ? gridPlot(table) : Plot();
    return grid.points.empty() ? changesPlot(table, false) : grid;
}

void ExperimentView::showEdits()
{
    const auto before = std::exchange(m_drawn, m_board.resultAt(m_results->currentIndex()));
    const auto* row = before == m_drawn ? rowOf(m_edits->choice()) : nullptr;
    m_name->setText(m_results->currentText());
    offerPlots();
    m_edits->setPlot(editsPlot());
    setShown({m_inputs, m_each}, m_drawn && !hasOneInput());
    if (row == nullptr && m_drawn)
        row = m_drawn->table.rows.data() + strongestRow(m_drawn->table).value_or(0);
    m_edits->setChoice(m_drawn ? m_edits->placeMadeFrom(placeOf(*row)) : -1);
    showInputs();
    showSummary();
}

const ExperimentTable::Row* ExperimentView::rowOf(int point) const
{
    const auto& points = m_edits->plot().points;
    const bool known = m_drawn && point >= 0 && point < std::ssize(points);
    return known ? &at(m_drawn->table.rows, at(points, point).of) : nullptr;
}

void ExperimentView::showInputs()
{
    const auto* const row = rowOf(m_edits->choice());
    if (row == nullptr)
        return m_inputs->setPlot({});
    const auto kind = m_each->currentIndex() == kHistogram ? Plot::Kind::kHistogram : Plot::Kind::kDots;
    const auto place = static_cast<std::size_t>(placeOf(*row));
    m_inputs->setPlot(m_each->currentIndex() == kBase ? basePlot(m_drawn->table, kind)
                                                      : inputsPlot(m_drawn->table, place, kind));
}

QString ExperimentView::editWords(int point) const
{
    const auto* const row = rowOf(point);
    if (row == nullptr)
        return {};
    const auto quoted = [](const std::string& token) { return quotedToken(TokenLabel{.text = token}); };
    const QString token = row->token.empty() ? QString() : QLatin1Char(' ') + quoted(row->token);
    QStringList words{tr("%1: %2 (%n input(s))", nullptr, static_cast<int>(row->mean.count))
                          .arg(editName(*row) + token, withUnit(m_drawn->table, meanText(row->mean)))};
    if (const auto other = compared()) {
        const auto& rows = other->table.rows;
        if (const auto same = std::ranges::find(rows, row->name, &ExperimentTable::Row::name);
            same != rows.end())
            words << tr("In the other experiment: %1.").arg(withUnit(other->table, meanText(same->mean)));
    }
    if (row->estimate.mean)
        words << tr("Estimated by the gradient: %1.").arg(withUnit(m_drawn->table, meanText(row->estimate)));
    if (row->divergence)
        words << tr("KL %1 nats; most likely token: %2.")
                     .arg(numberText(*row->divergence), row->best.empty() ? tr("none") : quoted(row->best));
    if (makesEdits(*row))
        words << tr("Click to add this edit, click again to remove it.");
    return words.join(QLatin1Char(' '));
}

/// Whether a click makes the edits of this row in the window: those of one input, from what has a name.
bool ExperimentView::makesEdits(const ExperimentTable::Row& row) const
{
    return m_edits->plot().kind == Plot::Kind::kGrid && hasOneInput() && !row.edits.empty()
        && !m_drawn->command.contains(QStringLiteral("--reference-file"))
        && std::ranges::none_of(row.edits, [](const Intervention& edit) {
               const auto* const patch = std::get_if<ActivationPatch>(&edit);
               return patch != nullptr && patch->from.own();
           });
}

QString ExperimentView::inputWords(int place) const
{
    const auto* const row = rowOf(m_edits->choice());
    const Plot& plot = m_inputs->plot();
    if (row == nullptr || place < 0)
        return {};
    const auto shown
        = [this](double value) { return withUnit(m_drawn->table, withMinus(numberText(value))); };
    if (plot.kind == Plot::Kind::kHistogram) {
        const PlotBar& bar = at(m_inputs->bars(), place);
        QStringList inputs;
        for (const int point : bar.points)
            inputs << at(plot.points, point).name;
        const int count = static_cast<int>(inputs.size());
        if (count > kNamed)
            inputs = inputs.mid(0, kNamed) << QStringLiteral("…");
        return tr("%1: from %2 to %3, %n input(s): %4. Click to open the last.", nullptr, count)
            .arg(editName(*row), withMinus(numberText(bar.lower)), shown(bar.upper),
                 inputs.join(QLatin1String(", ")));
    }
    const Plot::Point& point = at(plot.points, place);
    const QString line = m_drawn->lines.value(point.of);
    return (m_each->currentIndex() == kBase
                ? tr("Without replacement, input %1: %2. Click to open it.").arg(point.name, shown(point.up))
                : tr("%1, input %2: %3. Click to open it.").arg(editName(*row), point.name, shown(point.up)))
        + (line.isEmpty() ? QString() : QLatin1Char(' ') + line);
}

void ExperimentView::takeEdit()
{
    const auto* const row = rowOf(m_edits->choice());
    if (row == nullptr)
        return;
    if (const auto head = headOf(*row))
        focus().setHead(*head);
    const Trace trace = workspace().shownTrace();
    const auto position = positionOf(*row);
    if (position && !trace.isNull() && *position < std::ssize(trace.tokens(focus().head().stack)))
        focus().setPin({*position, std::nullopt});
}

} // namespace headlight
