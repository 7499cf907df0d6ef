#include "ui/views/paths/paths_view.h"

#include "core/analysis/effect.h"
#include "ui/figure/figure_choices.h"
#include "ui/state/focus.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/file_choice.h"
#include "ui/widgets/image_file.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/edit_text.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cstddef>

namespace headlight {

namespace {

QString readsName(Reads reads)
{
    const std::array kinds{PathsView::tr("queries"), PathsView::tr("keys"), PathsView::tr("values")};
    return kinds.at(static_cast<std::size_t>(reads));
}

/// A command without its inputs, but for the files of them.
QStringList withoutTexts(const QStringList& command)
{
    QStringList words;
    for (qsizetype i = 0; i < command.size(); ++i)
        if (command[i] == QLatin1String("--text") || command[i] == QLatin1String("--ids"))
            ++i; // and what it says
        else
            words << command[i];
    return words;
}

} // namespace

PathsView::PathsView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_board(ExperimentBoard::of(context.workspace))
    , m_stack(new StackChoice(StackKind::kDecoder, tr("Stack whose heads are shown")))
    , m_reads(makeChoice(tr("What the later head makes of what it reads"),
                         {tr("queries, keys and values"), tr("queries"), tr("keys"), tr("values")}))
    , m_by(makeChoice(tr("What replaces the sender’s output"), {tr("its mean"), tr("another sentence’s")}))
    , m_other(new QLineEdit)
    , m_align(makeChoice(tr("Which positions of the two sentences belong together"),
                         {tr("position by position"), tr("token by token")}))
    , m_inputs(new FileChoice(tr("Inputs of the patches"), {tr("the current text")},
                              FileChoice::Takes::kSentencesOrPairs))
    , m_progress(new QProgressBar)
    , m_stop(new QPushButton(tr("Stop")))
    , m_menu(makeFlatButton(tr("Result"), tr("Save or copy the paths")))
    , m_canvas(new PathsCanvas)
{
    auto* const column = pages().addColumn();
    column->addWidget(makeControls());
    column->addWidget(makeDonor());
    column->addWidget(makeStatement(tr("The paths in words"), 2));
    column->addWidget(m_canvas, 1);
    setFocusProxy(m_canvas);
    makeCanvasAccessible(*m_canvas);
    const auto edgeAt = [this](int edge) -> const PathEdge& {
        return m_canvas->graph().edges[static_cast<std::size_t>(edge)];
    };
    connect(m_canvas, &PathsCanvas::hovered, this, [this, edgeAt](std::optional<int> edge) {
        showHint(edge ? edgeWords(edgeAt(*edge)) : QString());
    });
    connect(m_canvas, &PathsCanvas::activated, this, &PathsView::patch);
    connect(m_canvas, &PathsCanvas::headChosen, this, [this](const HeadRef& head) { focus().setHead(head); });
    connect(&m_board, &ExperimentBoard::changed, this, [this] {
        showProgress();
        findEffects();
        if (!m_board.isRunning() && m_board.failure().isEmpty())
            m_patching.clear();
    });
    connect(&m_board, &ExperimentBoard::progressed, this, &PathsView::showProgress);
    auto* const copies = new CopyMenu(*this);
    copies->addPicture(*m_canvas);
    copies->addTable(tr("Copy the paths as a table"), [this] { return tableText(); });
    copies->addTable(tr("Copy command line"), [this] { return command(); });
    showProgress();
}

QWidget* PathsView::makeControls()
{
    m_progress->setAccessibleName(tr("Progress of the patch"));
    QMenu* const menu = addMenu(*m_menu);
    menu->addAction(tr("Copy command line"), this,
                    [this] { QGuiApplication::clipboard()->setText(command()); });
    menu->addAction(tr("Save image…"), this, &PathsView::save);
    connect(m_stop, &QPushButton::clicked, &m_board, &ExperimentBoard::cancel);
    connect(m_reads, &QComboBox::activated, this, &PathsView::showGraph);
    m_stack->whenChosen(this, [this](StackKind) { markDirty(ViewChange::kModel); });
    return makeBar({{m_stack}, {m_reads}, {m_progress}, {m_stop}, {m_menu}});
}

QWidget* PathsView::makeDonor()
{
    m_other->setAccessibleName(tr("Other sentence"));
    m_other->setPlaceholderText(tr("another sentence"));
    m_other->setMinimumWidth(18 * fontMetrics().averageCharWidth());
    for (const QComboBox* const choice : {m_by, m_align})
        connect(choice, &QComboBox::activated, this, &PathsView::showDonor);
    connect(m_inputs, &FileChoice::changed, this, &PathsView::showDonor);
    connect(m_other, &QLineEdit::editingFinished, this, &PathsView::findEffects);
    showDonor();
    return makeBar({{new QLabel(tr("A click replaces the sender’s output by")), m_by},
                    {m_other},
                    {m_align},
                    {new QLabel(tr("over", "inputs")), m_inputs}});
}

void PathsView::showDonor()
{
    const bool pair = m_by->currentIndex() == 1;
    m_by->setItemText(1, m_inputs->holdsPairs() ? tr("the pair’s other") : tr("another sentence’s"));
    m_other->setVisible(pair && !m_inputs->holdsPairs());
    m_align->setVisible(pair);
    findEffects();
}

bool PathsView::isWorking() const
{
    return PagedView::isWorking() || (!m_patching.isEmpty() && m_board.isRunning());
}

void PathsView::refresh(ViewChanges changes)
{
    m_canvas->setHead(focus().head());
    findEffects();
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel))
        return;
    const auto& model = workspace().model();
    if (model == nullptr) {
        task().cancel();
        m_of.reset();
        pages().showReason(tr("Paths are found in the model’s weights. Open a model to see them."));
        return;
    }
    const Trace trace = workspace().shownTrace();
    const bool own = !trace.isNull() && isTraceOf(*model, trace);
    const StackKind stack = own ? m_stack->offer(trace.info()) : measuredStack(*model);
    if (model == m_of.lock() && stack == m_shown)
        return;
    m_of = model;
    m_shown = stack;
    m_found.reset();
    compute();
}

QString PathsView::measured() const
{
    const AskedTokens& asked = focus().asked();
    if (m_inputs->holdsPairs())
        return tr("change of the pairs’ logit difference");
    if (asked.minus.isEmpty() || asked.token.isEmpty())
        return tr("change of log p of all tokens, in nats");
    const std::optional<int> row = explainedRow();
    return row ? tr("change of the logit difference that Why explains, in row %1").arg(*row)
               : tr("change of the logit difference that Why explains, in the last row");
}

/// That of the shown line, if there is no other one.
std::optional<int> PathsView::explainedRow() const
{
    const auto lines = workspace().document().text.split(QLatin1Char('\n'), Qt::SkipEmptyParts).size();
    const Trace trace = workspace().shownTrace();
    const auto row = m_inputs->file().isEmpty() && lines == 1 ? focus().askedRow() : std::nullopt;
    const bool known = row && !trace.isNull() && workspace().model() != nullptr
        && *row < std::ssize(trace.tokens(measuredStack(*workspace().model())));
    return known ? row : std::nullopt;
}

std::optional<ExperimentOrder> PathsView::orderOf(const PathEdge& edge) const
{
    const bool pair = m_by->currentIndex() == 1;
    const QString other = m_other->text().trimmed();
    if (pair && !m_inputs->holdsPairs() && other.isEmpty())
        return std::nullopt;
    const AskedTokens& asked = focus().asked();
    constexpr std::array kSites{Site::kQuery, Site::kKey, Site::kValue};
    const QString path = pathWords(patternOf(edge.from), kSites.at(static_cast<std::size_t>(edge.reads)),
                                   patternOf(edge.to));
    ExperimentOrder order;
    order.file = m_inputs->file();
    order.words.sender = toString(edge.from);
    order.words.receiver = edge.receiver();
    order.words.by = pair ? "pair" : "mean";
    if (pair && m_align->currentIndex() == 1)
        order.words.align = "token";
    if (m_inputs->holdsPairs()) {
        order.words.rows = "last";
        order.words.metric = "logit-difference"; // of the tokens that each pair names
    } else if (asked.minus.isEmpty() || asked.token.isEmpty()) {
        order.words.rows = "all";
    } else {
        const std::optional<int> row = explainedRow();
        order.shownLine = row.has_value();
        order.words.row = row ? std::to_string(*row) : "last";
        order.words.token = asked.token.toStdString();
        order.words.minus = asked.minus.toStdString();
    }
    if (pair && !m_inputs->holdsPairs()) {
        order.words.reference.emplace();
        order.words.reference->text = other.toStdString();
    }
    order.name = !pair           ? tr("Path %1, sender by its mean; %2").arg(path, m_inputs->currentText())
        : m_inputs->holdsPairs() ? tr("Path %1, sender by the pair’s other %2; %3")
                                       .arg(path, m_align->currentText(), m_inputs->currentText())
                                 : tr("Path %1, sender as in “%2” %3; %4")
                                       .arg(path, other, m_align->currentText(), m_inputs->currentText());
    order.name = (QStringList{order.name, measured()} + changeWords(workspace().document().interventions))
                     .join(QLatin1String("; "));
    return order;
}

void PathsView::findEffects()
{
    m_effects.clear();
    const auto& all = m_board.results();
    const bool own = m_found && workspace().model() == m_of.lock();
    for (const PathEdge& edge : own ? m_canvas->graph().edges : std::vector<PathEdge>()) {
        const std::string name = edge.name();
        const bool patched = std::any_of(all.begin(), all.end(), [&name](const auto& each) {
            return !each->table.rows.empty() && each->table.rows.front().name == name;
        });
        if (const auto order = patched ? orderOf(edge) : std::nullopt) {
            const QStringList command = m_board.commandOf(*order);
            const QStringList asked = withoutTexts(command);
            const auto former = std::find_if(all.rbegin(), all.rend(), [&](const auto& each) {
                return order->file.isEmpty() && withoutTexts(each->command) == asked;
            });
            const auto found = m_board.resultOf(command);
            if (const auto result = found || former == all.rend() ? found : *former;
                result && !result->table.rows.empty())
                m_effects[name] = {result->table.rows.front().mean, result->command, found == nullptr};
        }
    }
    m_canvas->setEffects(m_effects);
    if (m_found)
        setStatement(summary(), !m_patching.isEmpty() && !m_board.failure().isEmpty());
}

void PathsView::compute()
{
    pages().showReason(tr("Comparing the weights of all heads…"));
    task().start([this, model = m_of.lock(), stack = m_shown](const std::stop_token& stop,
                                                              const LatestTask::Deliver& deliver) {
        auto found = compositionsIn(*model, stack, false, {stop, {}, {}});
        deliver([this, found = std::move(found)] {
            if (!found)
                return pages().showReason(QString::fromStdString(found.error().describe()));
            m_found = *found;
            showGraph();
        });
    });
}

void PathsView::showGraph()
{
    if (!m_found)
        return;
    const int reads = m_reads->currentIndex() - 1;
    m_canvas->setGraph(
        PathGraph::of(*m_found, m_shown, reads < 0 ? std::nullopt : std::optional(static_cast<Reads>(reads))),
        [this](const PathEdge& edge) { return edgeWords(edge); });
    pages().setCurrentIndex(1);
    findEffects();
}

QString PathsView::summary() const
{
    const PathGraph& graph = m_canvas->graph();
    if (!m_board.failure().isEmpty() && !m_patching.isEmpty())
        return m_board.failure();
    if (graph.edges.empty())
        return tr("No two heads of this stack compose beyond chance (%1 ± %2).")
            .arg(localNumber(graph.random.mean, 3), localNumber(graph.random.deviation, 3));
    const QString chance
        = tr("%1 ± %2").arg(localNumber(graph.random.mean, 3), localNumber(graph.random.deviation, 3));
    const QString all = graph.edges.size() < graph.beyondChance
        ? tr("The %1 strongest of %2 compositions beyond chance (%3).")
              .arg(graph.edges.size())
              .arg(graph.beyondChance)
              .arg(chance)
        : tr("%n composition(s) beyond chance (%1).", nullptr, static_cast<int>(graph.edges.size()))
              .arg(chance);
    const bool former = std::ranges::any_of(m_effects, [](const auto& each) { return each.second.former; });
    return all + QLatin1Char(' ')
        + (former ? tr("Numbers in brackets are of an earlier text: click a path to patch it in this one.")
                  : tr("A large one may do nothing: click a path to patch it."));
}

QString PathsView::edgeWords(const PathEdge& edge) const
{
    QString words = tr("%1 → %2 of %3: composition %4 (chance %5 ± %6)")
                        .arg(headName(edge.from), readsName(edge.reads), headName(edge.to),
                             localNumber(edge.composition, 3), localNumber(m_canvas->graph().random.mean, 3),
                             localNumber(m_canvas->graph().random.deviation, 3));
    const auto found = m_effects.find(edge.name());
    if (found == m_effects.end())
        return words;
    const InputMean& change = found->second.change;
    QString number = withMinus(numberText(change.mean.value_or(0)));
    if (change.error)
        number += QStringLiteral(" ± ") + numberText(*change.error);
    words += QLatin1Char('\n');
    if (found->second.former)
        words += tr("Of an earlier text:") + QLatin1Char(' ');
    return words
        + (found->second.none()
               ? tr("Patched: no effect, %1 (%2, %n line(s))", nullptr, static_cast<int>(change.count))
               : tr("Patched: %1 (%2, %n line(s))", nullptr, static_cast<int>(change.count)))
              .arg(number, measured());
}

void PathsView::patch(int edge)
{
    findEffects();
    const PathEdge& path = m_canvas->graph().edges[static_cast<std::size_t>(edge)];
    const auto order = orderOf(path);
    if (!order) {
        m_other->setFocus();
        return setStatement(tr("Type the other sentence: the sender puts out what it does there."), true);
    }
    const auto known = m_effects.find(path.name());
    if (m_board.isRunning() || workspace().model() != m_of.lock()
        || (known != m_effects.end() && !known->second.former))
        return setStatement(edgeWords(path));
    m_patching = m_board.commandOf(*order);
    m_board.order(*order);
}

void PathsView::showProgress()
{
    const bool running = !m_patching.isEmpty() && m_board.isRunning();
    m_progress->setVisible(running);
    m_stop->setVisible(running);
    const auto [done, total] = m_board.progress();
    m_progress->setRange(0, total);
    m_progress->setValue(done);
}

QString PathsView::command() const
{
    QStringList words{QStringLiteral("headlight"), QStringLiteral("circuits")};
    words += m_board.modelWords();
    words << QStringLiteral("--head")
          << QLatin1String(m_shown == StackKind::kEncoder ? "encoder.*.*.*" : "decoder.*.*.*");
    if (const int edge = m_canvas->current(); edge >= 0) {
        const auto found = m_effects.find(m_canvas->graph().edges[static_cast<std::size_t>(edge)].name());
        if (found != m_effects.end())
            words = found->second.command;
    }
    return shellLine(words);
}

QString PathsView::tableText() const
{
    QString text = QStringLiteral("path\tcomposition\tpatch\tse\tn\n");
    for (const PathEdge& edge : m_canvas->graph().edges) {
        text += QString::fromStdString(edge.name()) + QLatin1Char('\t')
            + tableNumber(static_cast<float>(edge.composition));
        const auto found = m_effects.find(edge.name());
        const InputMean change
            = found != m_effects.end() && !found->second.former ? found->second.change : InputMean();
        for (const std::optional<double>& number : {change.mean, change.error})
            text += QLatin1Char('\t') + (number ? tableNumber(static_cast<float>(*number)) : QString());
        text += QLatin1Char('\t') + (change.count > 0 ? QString::number(change.count) : QString())
            + QLatin1Char('\n');
    }
    return text;
}

void PathsView::save()
{
    const QString fault = saveImage(*m_canvas, QStringLiteral("paths"), command());
    if (!fault.isEmpty())
        workspace().setNotice(Notice{fault, {}});
}

} // namespace headlight
