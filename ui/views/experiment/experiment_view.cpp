#include "ui/views/experiment/experiment_view.h"

#include "core/analysis/sweep_result.h"
#include "ui/figure/figure_choices.h"
#include "ui/state/focus.h"
#include "ui/views/experiment/experiment_form.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/curves_plot.h"
#include "ui/widgets/plot_theme.h"
#include "ui/widgets/reason_pages.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

namespace {

constexpr double kDotSize = 6; ///< pixels

QString meanText(const InputMean& mean)
{
    if (!mean.mean)
        return QStringLiteral("–");
    const QString value = withMinus(numberText(*mean.mean));
    return mean.error ? value + QStringLiteral(" ± ") + numberText(*mean.error) : value;
}

std::optional<HeadRef> headOf(const ExperimentTable::Row& row)
{
    return row.edits.size() == 1 ? replacedHead(row.edits.front()) : std::nullopt;
}

/// "2.0" under a dot if all heads belong to the same kind of attention, otherwise the whole address.
QString shortName(const ExperimentTable& table, const ExperimentTable::Row& row)
{
    const std::optional<HeadRef> head = headOf(row);
    const bool alike = head && std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& other) {
                           const auto one = headOf(other);
                           return one && one->stack == head->stack && one->kind == head->kind;
                       });
    return alike ? QStringLiteral("%1.%2").arg(head->layer).arg(head->head)
                 : QString::fromStdString(row.name);
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
    , m_menu(makeFlatButton(tr("Result"), tr("Save or copy this result")))
    , m_heads(new CurvesPlot)
    , m_inputs(new CurvesPlot)
    , m_plots(new QSplitter)
{
    m_heads->setAccessibleName(tr("What each replaced head changes"));
    m_inputs->setAccessibleName(tr("What the current head changes for each input"));
    auto* const column = pages().addColumn();
    column->addWidget(m_form);
    column->addWidget(makeControls());
    column->addWidget(makeStatement(tr("Result of the experiment"), 2));
    m_plots->setChildrenCollapsible(false);
    m_plots->addWidget(m_heads);
    m_plots->addWidget(m_inputs);
    column->addWidget(m_plots, 1);
    column->addStretch();
    connect(m_form, &ExperimentForm::wanted, this, &ExperimentView::start);
    connect(m_heads, &CurvesPlot::chosen, this, [this] {
        takeHead();
        showInputs();
    });
    connect(m_inputs, &CurvesPlot::activated, this, &ExperimentView::openInput);
    connect(m_heads, &CurvesPlot::hovered, this,
            [this](std::optional<int> dot) { showHint(dot ? headWords(*dot) : QString()); });
    connect(m_inputs, &CurvesPlot::hovered, this,
            [this](std::optional<int> dot) { showHint(dot ? inputWords(*dot) : QString()); });
    connect(&m_board, &ExperimentBoard::changed, this, &ExperimentView::showResults);
    connect(&m_board, &ExperimentBoard::progressed, this, &ExperimentView::showProgress);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_heads);
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
    m_results->setMinimumContentsLength(28);
    layout->addWidget(m_results);
    m_sort->setAccessibleName(tr("Order of the heads"));
    m_sort->addItems({tr("by size"), tr("by layer and head")});
    layout->addWidget(m_sort);
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
    connect(m_results, &QComboBox::activated, this, &ExperimentView::showHeads);
    connect(m_sort, &QComboBox::activated, this, &ExperimentView::showHeads);
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
    menu.addAction(tr("Save image…"), this, [this] {
        save(tr("Save image"), tr("PDF (*.pdf);;PNG image (*.png)"), QStringLiteral(".pdf"));
    });
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
    if (file.isEmpty() || !result)
        return;
    if (ending == QLatin1String(".csv") || ending == QLatin1String(".json"))
        m_board.save(file, ending == QLatin1String(".csv") ? result->table.csv : result->table.json);
    else if (!m_heads->save(file))
        workspace().setNotice(Notice{tr("%1 could not be written: is the folder writable?").arg(file), {}});
}

void ExperimentView::start()
{
    if (const auto order = m_form->order())
        m_board.order(*order);
    else
        setStatement(m_form->fault(), true);
}

std::shared_ptr<const ExperimentResult> ExperimentView::shown() const
{
    const auto& all = m_board.results();
    const auto place = static_cast<std::size_t>(std::max(0, m_results->currentIndex()));
    return place < all.size() ? all[place] : nullptr;
}

QString ExperimentView::command() const
{
    QStringList words;
    if (const auto result = shown())
        for (const QString& word : result->command)
            words << shellWord(word);
    return words.join(QLatin1Char(' '));
}

void ExperimentView::arrange()
{
    m_plots->setOrientation(width() > height() * 3 / 2 ? Qt::Horizontal : Qt::Vertical);
}

void ExperimentView::refresh(ViewChanges changes)
{
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel))
        m_form->adapt();
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
        for (const auto& result : all) {
            m_results->addItem(result->name);
            m_results->setItemData(m_results->count() - 1, result->command.join(QLatin1Char(' ')),
                                   Qt::ToolTipRole);
        }
        m_results->setCurrentIndex(grown ? m_results->count() - 1 : std::min(before, m_results->count() - 1));
    }
    for (QWidget* const each : std::initializer_list<QWidget*>{m_results, m_sort, m_menu, m_plots})
        each->setVisible(!all.empty());
    m_run->setText(m_board.isRunning() ? tr("Stop") : tr("Run"));
    m_run->setToolTip(m_board.isRunning() ? tr("Stop the experiment")
                                          : tr("Run the model on every input, once for each replacement"));
    m_progress->setVisible(m_board.isRunning());
    showProgress();
    if (shown() != m_drawn)
        showHeads();
    setStatement(m_board.failure().isEmpty() ? summary() : m_board.failure(), !m_board.failure().isEmpty());
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
    if (!result)
        return tr("An experiment replaces heads, one after the other, over many sentences, and shows what "
                  "that changes on average, and for each of them.");
    const ExperimentTable& table = result->table;
    QString text = tr("%n input(s); without replacement: %1.", nullptr, static_cast<int>(table.base.count))
                       .arg(meanText(table.base));
    if (m_order.empty())
        return text;
    const auto strongest
        = std::max_element(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
              return std::abs(a.mean.mean.value_or(0)) < std::abs(b.mean.mean.value_or(0));
          });
    return text + QLatin1Char(' ')
        + tr("Largest change: %1, %2.")
              .arg(QString::fromStdString(strongest->name), meanText(strongest->mean));
}

void ExperimentView::showHeads()
{
    const auto result = m_drawn = shown();
    m_order.clear();
    CurvesPlot::Curve curve;
    QStringList names;
    if (result) {
        const auto& rows = result->table.rows;
        m_order.resize(rows.size());
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        const auto size = [&rows](std::size_t i) { return std::abs(rows[i].mean.mean.value_or(0)); };
        if (m_sort->currentIndex() == 0)
            std::stable_sort(m_order.begin(), m_order.end(),
                             [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
        for (const std::size_t i : m_order) {
            curve.values.push_back(static_cast<float>(rows[i].mean.mean.value_or(std::nan(""))));
            curve.errors.push_back(static_cast<float>(rows[i].mean.error.value_or(std::nan(""))));
            names << shortName(result->table, rows[i]);
        }
    }
    draw(*m_heads, std::move(curve), names);
    m_heads->setAxisName(result ? tr("Heads, change of %1").arg(QString::fromStdString(result->table.metric))
                                : QString());
    m_heads->setChoice(m_order.empty() ? -1 : 0);
    showInputs();
    setStatement(summary());
}

void ExperimentView::draw(CurvesPlot& plot, CurvesPlot::Curve curve, const QStringList& names) const
{
    curve.colour = lineColours(palette()).front();
    curve.dots = kDotSize;
    plot.setChoices(names);
    plot.setCurves({std::move(curve)});
}

const ExperimentTable::Row* ExperimentView::rowOf(int dot) const
{
    const auto result = shown();
    return result && dot >= 0 && static_cast<std::size_t>(dot) < m_order.size()
        ? &result->table.rows[m_order[static_cast<std::size_t>(dot)]]
        : nullptr;
}

void ExperimentView::showInputs()
{
    CurvesPlot::Curve curve;
    QStringList names;
    if (const auto* const row = rowOf(m_heads->choice()))
        for (const double value : row->each) {
            curve.values.push_back(static_cast<float>(value));
            names << QString::number(names.size() + 1);
        }
    draw(*m_inputs, std::move(curve), names);
    m_inputs->setAxisName(tr("Inputs"));
    m_inputs->setChoice(-1);
}

QString ExperimentView::headWords(int dot) const
{
    const auto* const row = rowOf(dot);
    return row == nullptr ? QString()
                          : tr("%1: %2 (%n input(s))", nullptr, static_cast<int>(row->mean.count))
                                .arg(QString::fromStdString(row->name), meanText(row->mean));
}

QString ExperimentView::inputWords(int dot) const
{
    const auto* const row = rowOf(m_heads->choice());
    if (row == nullptr)
        return {};
    const QString line = shown()->lines.value(dot);
    return tr("%1, input %2: %3. Click to open it.")
               .arg(QString::fromStdString(row->name))
               .arg(dot + 1)
               .arg(withMinus(numberText(row->each[static_cast<std::size_t>(dot)])))
        + (line.isEmpty() ? QString() : QLatin1Char(' ') + line);
}

void ExperimentView::takeHead()
{
    const auto* const row = rowOf(m_heads->choice());
    if (const auto head = row == nullptr ? std::nullopt : headOf(*row))
        focus().setHead(*head);
}

void ExperimentView::openInput(int input)
{
    takeHead();
    m_board.open(shown(), input);
}

} // namespace headlight
