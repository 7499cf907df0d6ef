#include "ui/views/whatif/experiment_view.h"

#include "ui/figure/figure_choices.h"
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
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <variant>

namespace headlight {

namespace {

/// Entries of the choice of a plot of edits. Those from kAgainst on compare with another result of the list.
constexpr int kBySize = 0, kByPlace = 1, kEstimates = 2, kAgainst = 3;

constexpr qsizetype kTextInName = 24; ///< of the text in a result's name

QString textOf(const std::string& token)
{
    return quotedToken(TokenLabel{.text = token});
}

/// The names of the results. Those that several have are followed by the text or the file's folder, and by a
/// number where these are the same, too.
QStringList resultNames(const ExperimentBoard::Results& results)
{
    QStringList names;
    for (const auto& each : results)
        names << each->name;
    const auto tellApart = [&names](const auto& mark) {
        const QStringList before = names;
        for (qsizetype i = 0; i < names.size(); ++i)
            if (const QString told = before.count(before[i]) > 1 ? mark(before, i) : QString();
                !told.isEmpty())
                names[i] += QStringLiteral(" (%1)").arg(told);
    };
    tellApart([&results](const QStringList&, qsizetype i) {
        const ExperimentResult& each = *results[static_cast<std::size_t>(i)];
        return each.file.isEmpty() ? shortened(each.lines.join(QLatin1Char(' ')).simplified(), kTextInName)
                                   : QFileInfo(each.file).dir().dirName();
    });
    tellApart(
        [](const QStringList& all, qsizetype i) { return QString::number(all.first(i + 1).count(all[i])); });
    return names;
}

} // namespace

ExperimentView::ExperimentView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_board(ExperimentBoard::of(context.workspace))
    , m_form(new ExperimentForm(context.workspace, context.focus))
    , m_run(new QPushButton)
    , m_progress(new QProgressBar)
    , m_results(new QComboBox)
    , m_sort(new QComboBox)
    , m_each(new QComboBox)
    , m_menu(makeFlatButton(tr("Result"), tr("Save or copy this result")))
    , m_name(new ElidedLabel)
    , m_edits(new ResultPlot(tr("What each edit changes")))
    , m_inputs(new ResultPlot(tr("What the chosen edit changes for each input")))
    , m_plots(new QSplitter)
{
    auto* const column = pages().addColumn();
    column->addWidget(m_form);
    column->addWidget(makeControls());
    column->addWidget(makeStatement(tr("Result of the experiment"), 2, 6));
    column->addWidget(m_name); // no hint takes its place
    m_plots->setChildrenCollapsible(false);
    m_plots->addWidget(m_edits);
    m_plots->addWidget(m_inputs);
    column->addWidget(m_plots, 1);
    column->addStretch();
    connect(m_form, &ExperimentForm::wanted, this, &ExperimentView::start);
    connect(m_form, &ExperimentForm::changed, this, &ExperimentView::showSummary);
    connect(m_edits, &ResultPlot::activated, this, &ExperimentView::toggleEdits);
    connect(m_edits, &ResultPlot::chosen, this, [this] {
        takeEdit();
        showInputs();
    });
    connect(m_inputs, &ResultPlot::activated, this, &ExperimentView::openInput);
    connect(m_edits, &ResultPlot::hovered, this,
            [this](std::optional<int> point) { showHint(point ? editWords(*point) : QString()); });
    connect(m_inputs, &ResultPlot::hovered, this,
            [this](std::optional<int> place) { showHint(place ? inputWords(*place) : QString()); });
    connect(&m_board, &ExperimentBoard::changed, this, &ExperimentView::showResults);
    connect(&m_board, &ExperimentBoard::progressed, this, &ExperimentView::showProgress);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_edits, tr("Copy the plot of edits as an image"),
                       tr("Save the plot of edits as an image…"));
    copies->addPicture(*m_inputs, tr("Copy the plot of inputs as an image"),
                       tr("Save the plot of inputs as an image…"));
    copies->addTable(tr("Copy the numbers as CSV"),
                     [this] { return shown() ? QString::fromStdString(shown()->table.csv) : QString(); });
    copies->addTable(tr("Copy command line"), [this] { return command(); });
    showResults();
}

QWidget* ExperimentView::makeControls()
{
    auto* const bar = new QWidget;
    auto* const layout = new WrapLayout(4);
    bar->setLayout(layout);
    layout->addWidget(m_run);
    m_progress->setAccessibleName(tr("Progress of the experiment"));
    m_progress->setTextVisible(true);
    layout->addWidget(m_progress);
    m_results->setAccessibleName(tr("Results of experiments"));
    m_results->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_results->setMinimumContentsLength(20);
    layout->addWidget(m_results);
    m_sort->setAccessibleName(tr("Plot of the edits"));
    m_sort->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_sort->setMinimumContentsLength(16);
    layout->addWidget(m_sort);
    m_each->setAccessibleName(tr("Plot of the inputs"));
    m_each->addItems(
        {tr("a dot for each input"), tr("histogram of the inputs"), tr("each input without replacement")});
    layout->addWidget(m_each);
    connect(m_each, &QComboBox::activated, this, &ExperimentView::showInputs);
    auto* const menu = new QMenu(m_menu);
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    fillMenu(*menu);
    layout->addWidget(m_menu);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_board.isRunning())
            m_board.cancel();
        else
            start();
    });
    connect(m_results, &QComboBox::activated, this, &ExperimentView::showEdits);
    connect(m_sort, &QComboBox::activated, this, [this] {
        m_sortChosen = true;
        showEdits();
    });
    return bar;
}

void ExperimentView::fillMenu(QMenu& menu)
{
    menu.addAction(tr("Copy command line"), this,
                   [this] { QGuiApplication::clipboard()->setText(command()); });
    menu.addAction(tr("Save as CSV…"), this,
                   [this] { save(tr("Save as CSV"), tr("CSV (*.csv)"), QStringLiteral(".csv")); });
    menu.addAction(tr("Save as JSON…"), this,
                   [this] { save(tr("Save as JSON"), tr("JSON (*.json)"), QStringLiteral(".json")); });
    menu.addAction(tr("Save as NumPy arrays…"), this, [this] {
        save(tr("Save as NumPy arrays"), tr("NumPy arrays (*.npz)"), QStringLiteral(".npz"));
    });
    menu.addAction(tr("Save the plot of edits…"), this, [this] { savePlot(*m_edits); });
    menu.addAction(tr("Save the plot of inputs…"), this, [this] { savePlot(*m_inputs); });
    const auto copyCommand = [this](const ResultPlot& plot) {
        QGuiApplication::clipboard()->setText(plotCommand(plot, QStringLiteral("experiment.pdf")));
    };
    menu.addAction(tr("Copy the command of the plot of edits"), this,
                   [this, copyCommand] { copyCommand(*m_edits); });
    menu.addAction(tr("Copy the command of the plot of inputs"), this,
                   [this, copyCommand] { copyCommand(*m_inputs); });
    menu.addAction(tr("Remove from the list"), this, [this] {
        ExperimentBoard::Results all = m_board.results();
        std::erase(all, shown());
        m_board.setResults(std::move(all));
    });
}

void ExperimentView::save(const QString& title, const QString& filter, const QString& ending)
{
    const auto result = shown();
    QString file
        = QFileDialog::getSaveFileName(window(), title, QStringLiteral("experiment") + ending, filter);
    if (!file.isEmpty() && result)
        m_board.save(file.endsWith(ending) ? file : file + ending, result);
}

/// The command that prints the numbers, with what it draws of them.
QStringList ExperimentView::numbersOf(const ResultPlot& plot) const
{
    QStringList words = shown() ? shown()->command : QStringList();
    if (&plot == m_inputs && showsBase())
        words << QStringLiteral("--plot-of") << QStringLiteral("base");
    else if (const auto* const row = rowOf(m_edits->choice()); &plot == m_inputs && row != nullptr)
        words << QStringLiteral("--plot-of") << QString::fromStdString(row->name);
    else if (compared())
        words << QStringLiteral("--against") << QStringLiteral("other.json");
    else if (m_sort->currentData() == kBySize)
        words << QStringLiteral("--sort") << QStringLiteral("change");
    return words;
}

QString ExperimentView::plotCommand(const ResultPlot& plot, const QString& file) const
{
    const QString command = headlight::plotCommand(numbersOf(plot), plotFigure(plot), file);
    const auto other = &plot == m_edits ? compared() : nullptr;
    return other == nullptr ? command
                            : shellLine(other->command
                                        + QStringList{QStringLiteral("--json"), QStringLiteral("-o"),
                                                      QStringLiteral("other.json")})
            + QStringLiteral(" && ") + command;
}

void ExperimentView::savePlot(const ResultPlot& plot)
{
    const QString fault = headlight::savePlot(
        *window(), plotFigure(plot), [&](const QString& file) { return plotCommand(plot, file); },
        QStringLiteral("experiment"));
    if (!fault.isEmpty())
        workspace().setNotice(Notice{fault, {}});
}

void ExperimentView::start()
{
    const auto order = m_form->order();
    if (!order)
        return setStatement(m_form->fault(), true);
    const auto& all = m_board.results();
    const auto same = std::ranges::find(all, m_board.resultOf(m_board.commandOf(*order)));
    if (same != all.end()) // it is run again
        m_results->setCurrentIndex(static_cast<int>(same - all.begin()));
    m_board.order(*order);
}

std::shared_ptr<const ExperimentResult> ExperimentView::shown() const
{
    const auto& all = m_board.results();
    const auto place = static_cast<std::size_t>(std::max(0, m_results->currentIndex()));
    return place < all.size() ? all[place] : nullptr;
}

QString ExperimentView::command() const
{
    return shown() ? shellLine(shown()->command) : QString();
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
    if (workspace().model() == nullptr && m_board.results().empty())
        pages().showReason(tr("An experiment runs the model. Open a model to use it."));
    else
        pages().setCurrentIndex(1);
}

void ExperimentView::showResults()
{
    const auto& all = m_board.results();
    {
        const QSignalBlocker quiet(m_results);
        const bool grown = m_results->count() < static_cast<int>(all.size());
        const int before = m_results->currentIndex();
        m_results->clear();
        m_results->addItems(resultNames(all));
        for (int i = 0; i < m_results->count(); ++i)
            m_results->setItemData(i, all[static_cast<std::size_t>(i)]->command.join(QLatin1Char(' ')),
                                   Qt::ToolTipRole);
        m_results->setCurrentIndex(grown ? m_results->count() - 1 : std::min(before, m_results->count() - 1));
    }
    for (QWidget* const each : std::initializer_list<QWidget*>{m_results, m_sort, m_menu, m_plots})
        each->setVisible(!all.empty());
    m_run->setText(m_board.isRunning() ? tr("Stop") : tr("Run"));
    m_run->setToolTip(m_board.isRunning() ? tr("Stop the experiment")
                                          : tr("Run the model on every input, once for each replacement"));
    m_progress->setVisible(m_board.isRunning());
    showProgress();
    if (shown() != m_drawn || m_drawn == nullptr)
        showEdits();
    showSummary();
}

void ExperimentView::showSummary()
{
    setStatement(!m_board.failure().isEmpty()    ? m_board.failure()
                     : !m_board.note().isEmpty() ? m_board.note()
                                                 : summary(),
                 !m_board.failure().isEmpty());
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

QString ExperimentView::summary() const
{
    const auto result = shown();
    if (!result) {
        const QString purpose = m_form->purpose();
        return !purpose.isEmpty()
            ? purpose
            : tr("Makes one edit after the other, and shows what each changes on average "
                 "and in each sentence.");
    }
    const ExperimentTable& table = result->table;
    const QStringList typed = workspace().document().text.split(QLatin1Char('\n'));
    const bool former = result->file.isEmpty()
        && std::ranges::any_of(result->lines,
                               [&typed](const QString& line) { return !typed.contains(line); });
    QString text = workspace().model() != nullptr && !m_board.isOfModel(*result)
        ? tr("This is the result of another model.") + QLatin1Char(' ')
        : former ? tr("This is the result of an earlier text.") + QLatin1Char(' ')
                 : QString();
    text += tr("%n input(s); without replacement: %1.", nullptr, static_cast<int>(table.base.count))
                .arg(meanText(table.base));
    if (const auto other = compared())
        text += QLatin1Char(' ') + comparisonPlot(table, other->table).title + QLatin1Char('.');
    else if (isChecked(table))
        text += QLatin1Char(' ') + estimatesPlot(table).title + QLatin1Char('.');
    const auto strongest = strongestRow(table);
    if (!strongest)
        return text;
    const ExperimentTable::Row& row = table.rows[*strongest];
    text += QLatin1Char(' ')
        + tr("Largest change: %1, %2.").arg(QString::fromStdString(row.name), meanText(row.mean));
    const auto& active = workspace().document().interventions.list;
    const bool edited = std::ranges::any_of(table.rows, [&](const auto& each) {
        return each.edits.size() == 1 && std::ranges::find(active, each.edits[0]) != active.end();
    });
    return edited ? text + QLatin1Char(' ')
            + tr("These results do not include the edits you have added from them since.")
                  : text;
}

std::shared_ptr<const ExperimentResult> ExperimentView::compared() const
{
    const auto& all = m_board.results();
    const int place = m_sort->currentData().toInt() - kAgainst;
    return place >= 0 && static_cast<std::size_t>(place) < all.size() ? all[static_cast<std::size_t>(place)]
                                                                      : nullptr;
}

void ExperimentView::offerPlots()
{
    const QSignalBlocker quiet(m_sort);
    const QVariant before = m_sort->currentData();
    m_sort->clear();
    m_sort->addItem(tr("by size"), kBySize);
    m_sort->addItem(tr("by layer and head"), kByPlace);
    if (m_drawn && isChecked(m_drawn->table))
        m_sort->addItem(tr("estimates and runs"), kEstimates);
    const auto& all = m_board.results();
    for (std::size_t i = 0; i < all.size() && m_drawn; ++i)
        if (all[i] != m_drawn && !comparisonPlot(m_drawn->table, all[i]->table).points.empty()) {
            const QString name = m_results->itemText(static_cast<int>(i));
            m_sort->addItem(tr("against: %1").arg(name), kAgainst + static_cast<int>(i));
            m_sort->setItemData(m_sort->count() - 1, name, Qt::ToolTipRole);
        }
    m_sort->setCurrentIndex(std::max(0,
                                     m_sort->findData(m_sortChosen        ? before
                                                          : hasOneInput() ? kByPlace
                                                                          : kBySize)));
}

bool ExperimentView::hasOneInput() const
{
    return m_drawn && m_drawn->table.base.count == 1;
}

/// The edits by layer and head, or by layer and position: as a grid where there is no error to show.
Plot ExperimentView::placesPlot() const
{
    const auto& rows = m_drawn->table.rows;
    const bool patches = !rows.empty() && positionOf(rows.front()) && headOf(rows.front());
    Plot grid = hasOneInput() || patches ? gridPlot(m_drawn->table) : Plot();
    return grid.points.empty() ? changesPlot(m_drawn->table, false) : grid;
}

void ExperimentView::showEdits()
{
    const auto result = m_drawn == shown() ? m_drawn : nullptr;
    const auto* const before = result ? rowOf(m_edits->choice()) : nullptr;
    const int row = before == nullptr ? -1 : static_cast<int>(before - result->table.rows.data());
    m_drawn = shown();
    m_name->setText(m_drawn ? m_results->currentText() : QString());
    m_name->setVisible(m_drawn != nullptr);
    offerPlots();
    const int plot = m_sort->currentData().toInt();
    if (const auto other = compared())
        m_edits->setPlot(comparisonPlot(m_drawn->table, other->table));
    else
        m_edits->setPlot(!m_drawn                 ? Plot()
                             : plot == kEstimates ? estimatesPlot(m_drawn->table)
                             : plot == kByPlace   ? placesPlot()
                                                  : changesPlot(m_drawn->table, true));
    for (QWidget* const each : std::initializer_list<QWidget*>{m_inputs, m_each})
        each->setVisible(m_drawn && !hasOneInput());
    const auto strongest = m_drawn ? strongestRow(m_drawn->table) : std::nullopt;
    m_edits->setChoice(m_edits->placeMadeFrom(row >= 0 ? row : static_cast<int>(strongest.value_or(0))));
    showInputs();
    showSummary();
}

const ExperimentTable::Row* ExperimentView::rowOf(int point) const
{
    const auto& points = m_edits->plot().points;
    return m_drawn && point >= 0 && static_cast<std::size_t>(point) < points.size()
        ? &m_drawn->table.rows[static_cast<std::size_t>(points[static_cast<std::size_t>(point)].of)]
        : nullptr;
}

/// Whether the plot of inputs shows what they measure without edits.
bool ExperimentView::showsBase() const
{
    return m_each->currentIndex() == 2;
}

void ExperimentView::showInputs()
{
    const auto* const row = rowOf(m_edits->choice());
    if (row == nullptr)
        return m_inputs->setPlot({});
    if (showsBase())
        return m_inputs->setPlot(basePlot(m_drawn->table, Plot::Kind::kDots));
    const auto kind = m_each->currentIndex() == 0 ? Plot::Kind::kDots : Plot::Kind::kHistogram;
    m_inputs->setPlot(
        inputsPlot(m_drawn->table, static_cast<std::size_t>(row - m_drawn->table.rows.data()), kind));
}

QString ExperimentView::editWords(int point) const
{
    const auto* const row = rowOf(point);
    if (row == nullptr)
        return {};
    QString name = QString::fromStdString(row->name);
    if (!row->token.empty())
        name += QLatin1Char(' ') + textOf(row->token);
    QString words = tr("%1: %2 (%n input(s))", nullptr, static_cast<int>(row->mean.count))
                        .arg(name, meanText(row->mean));
    const auto other = compared();
    if (other != nullptr) {
        const auto& rows = other->table.rows;
        const auto same
            = std::ranges::find_if(rows, [row](const auto& each) { return each.name == row->name; });
        if (same != rows.end())
            words += QLatin1Char(' ') + tr("In the other experiment: %1.").arg(meanText(same->mean));
    }
    if (row->estimate.mean)
        words += QLatin1Char(' ') + tr("Estimated by the gradient: %1.").arg(meanText(row->estimate));
    if (row->divergence)
        words += QLatin1Char(' ')
            + tr("KL %1 nats; most likely token: %2.")
                  .arg(numberText(*row->divergence), row->best.empty() ? tr("none") : textOf(row->best));
    if (makesEdits(*row))
        words += QLatin1Char(' ') + tr("Click to add this edit, click again to remove it.");
    return words;
}

/// Whether a click on a cell makes the edits of this row in the window: those of one input, and what they
/// take its numbers from has a name.
bool ExperimentView::makesEdits(const ExperimentTable::Row& row) const
{
    return m_edits->plot().kind == Plot::Kind::kGrid && hasOneInput() && !row.edits.empty()
        && !m_drawn->command.contains(QStringLiteral("--reference-file"))
        && std::ranges::none_of(row.edits, [](const Intervention& edit) {
               const auto* const patch = std::get_if<ActivationPatch>(&edit);
               return patch != nullptr && patch->from.own();
           });
}

void ExperimentView::toggleEdits(int point)
{
    const auto* const row = rowOf(point);
    if (row == nullptr || !makesEdits(*row))
        return;
    Document next = workspace().document();
    const auto placeOf
        = [&next](const Intervention& edit) { return std::ranges::find(next.interventions.list, edit); };
    const bool there = std::ranges::all_of(
        row->edits, [&](const Intervention& edit) { return placeOf(edit) != next.interventions.list.end(); });
    for (const Intervention& edit : row->edits)
        if (const auto place = placeOf(edit); there)
            next = withoutEdit(next, static_cast<std::size_t>(place - next.interventions.list.begin()));
        else if (place == next.interventions.list.end())
            next = withEdit(next, edit);
    workspace().apply(next, there ? tr("Remove an edit") : tr("Add an edit"));
}

QString ExperimentView::inputWords(int place) const
{
    const auto* const row = rowOf(m_edits->choice());
    const Plot& plot = m_inputs->plot();
    if (row == nullptr || place < 0)
        return {};
    const QString name = QString::fromStdString(row->name);
    if (plot.kind == Plot::Kind::kHistogram) {
        const PlotBar& bar = m_inputs->bars()[static_cast<std::size_t>(place)];
        QStringList inputs;
        constexpr qsizetype kNamed = 8;
        for (const int point : bar.points)
            if (inputs.size() < kNamed)
                inputs << plot.points[static_cast<std::size_t>(point)].name;
        if (static_cast<qsizetype>(bar.points.size()) > kNamed)
            inputs << QStringLiteral("…");
        return tr("%1: from %2 to %3, %n input(s): %4. Click to open the last.", nullptr,
                  static_cast<int>(bar.points.size()))
            .arg(name, withMinus(numberText(bar.lower)), withMinus(numberText(bar.upper)),
                 inputs.join(QLatin1String(", ")));
    }
    const Plot::Point& point = plot.points[static_cast<std::size_t>(place)];
    const QString line = m_drawn->lines.value(point.of), value = withMinus(numberText(point.up));
    return (showsBase() ? tr("Without replacement, input %1: %2. Click to open it.").arg(point.name, value)
                        : tr("%1, input %2: %3. Click to open it.").arg(name, point.name, value))
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

void ExperimentView::openInput(int place)
{
    const Plot& plot = m_inputs->plot();
    const int point = plot.kind == Plot::Kind::kHistogram
        ? m_inputs->bars()[static_cast<std::size_t>(place)].points.back()
        : place;
    takeEdit();
    m_board.open(m_drawn, plot.points[static_cast<std::size_t>(point)].of);
}

} // namespace headlight
