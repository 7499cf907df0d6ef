#include "ui/views/why/why_view.h"

#include "ui/figure/figure_choices.h"
#include "ui/figure/plot_export.h"
#include "ui/state/experiment_board.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"
#include "ui/words/shared_row.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"
#include "ui/words/waiting_words.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr int kAroundLetters = 6, kAroundMarks = 18; ///< pixels; above and below those of a row
constexpr int kMarksWidth = 76; ///< pixels; a cell with marks
constexpr int kOfferedKeys = 200; ///< in the choice of another key: nobody scrolls through more

/// What a choice of tokens asks for: the id of an entry, or the typed text.
QString askedOf(const QComboBox& choice)
{
    int index = choice.currentIndex();
    if (index < 0 || choice.itemText(index) != choice.currentText())
        index = choice.findText(choice.currentText(), Qt::MatchExactly | Qt::MatchCaseSensitive);
    return index >= 0 ? choice.itemData(index).toString() : choice.currentText();
}

} // namespace

WhyView::WhyView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_parts(new PartsModel(this))
    , m_keys(new KeysModel(this))
    , m_writers(new WritersModel(this))
    , m_heads(new HeadComparison(context.workspace, context.focus, *m_parts))
    , m_cells(new CellComparison(context.workspace, context.focus))
    , m_sides(new ModeButtons<int>(this))
    , m_maps(new ModeButtons<MapKind>(this))
    , m_copies(new CopyMenu(*this))
{
    auto* const column = pages().addColumn();
    column->addWidget(makeControls());
    column->addWidget(makeStatement(tr("The number that is explained"), 2));
    m_partsTable = makeTable(*m_parts, tr("What each part of the model adds"));
    m_partsTable->verticalHeader()->show();
    m_splitter = makeSplitter(Qt::Horizontal, {{makeLeft(), 1}, {makeDetails(), 1}});
    m_splitter->setSizes({1000, 1000}); // halves, whatever the plot of cells would like
    column->addWidget(makeScrolling(m_splitter), 1);
    connect(m_left, &QStackedWidget::currentChanged, this, &WhyView::arrange);
    setFocusProxy(m_partsTable);
    connect(m_partsTable->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                showHint(m_parts->words(index));
                const std::optional<HeadRef> head = m_parts->headAt(index);
                if (head && m_partsTable->hasFocus() && *head != focus().head())
                    focus().setHead(*head);
            });
    connect(m_heads, &HeadComparison::changed, this, [this] {
        const int height = m_partsTable->verticalHeader()->defaultSectionSize();
        keepRowHeight(*m_partsTable, m_parts->effects().empty() ? kAroundLetters : kAroundMarks);
        m_partsTable->horizontalHeader()->setMinimumSectionSize(m_parts->effects().empty() ? -1
                                                                                           : kMarksWidth);
        selectHead();
        if (m_partsTable->verticalHeader()->defaultSectionSize() != height) // when all have their new place
            QTimer::singleShot(0, m_partsTable,
                               [this] { m_partsTable->scrollTo(m_partsTable->currentIndex()); });
    });
    connect(m_cells, &CellComparison::hinted, this, &WhyView::showHint);
    connect(m_cells, &CellComparison::cellChosen, this, &WhyView::goTo);
    connect(m_cells, &CellComparison::cellOpened, this, &WhyView::goTo);
    connect(m_cells, &CellComparison::cellOpened, this, [this] { m_path.clear(); }); // of another sentence
    m_copies->addPicture(*m_partsTable);
    m_copies->addPicture(m_cells->plot());
    m_copies->addTable(tr("Copy the parts as a table"), [this] { return tableOf(*m_parts); });
    m_copies->addTable(tr("Copy the keys as a table"), [this] { return tableOf(*m_keys); });
    m_copies->addTable(tr("Copy the writers as a table"), [this] { return tableOf(*m_writers); });
    m_copies->addTable(tr("Copy the command of the parts"), [this] { return partsCommand(); });
    m_copies->addTable(tr("Copy the command of the writers"), [this] { return writersCommand(); });
}

QTableView* WhyView::makeTable(QAbstractItemModel& model, const QString& name)
{
    QTableView* const table = headlight::makeTable(model, name, kAroundLetters);
    table->setItemDelegate(new SignedDelegate(table));
    table->verticalHeader()->hide();
    table->setMinimumHeight(6 * fontMetrics().height()); // and as much as there is room for
    table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    return table;
}

QComboBox* WhyView::makeTokenChoice(const QString& name, const QString& none) const
{
    QComboBox* const choice = makeChoice(name);
    choice->setEditable(true);
    choice->setInsertPolicy(QComboBox::NoInsert);
    choice->setToolTip(tr("Choose a token, or type one: a text that is one token, or an id"));
    choice->setMinimumContentsLength(12);
    choice->addItem(none, QString());
    connect(choice, &QComboBox::activated, this, &WhyView::compute);
    connect(choice->lineEdit(), &QLineEdit::returnPressed, this, &WhyView::compute);
    return choice;
}

QWidget* WhyView::makeControls()
{
    m_row = makePlainLabel();
    m_token = makeTokenChoice(tr("Token that is explained"), tr("the most likely"));
    explainTerm(*m_token, Term::kLogit);
    m_minus = makeTokenChoice(tr("Token that it is compared with"), tr("nothing"));
    auto* const label = new QLabel(tr("rather than"));
    label->setBuddy(m_minus);
    return makeBar({{m_row}, {m_token}, {label, m_minus}});
}

QWidget* WhyView::makeLeft()
{
    auto* const left = new QWidget;
    auto* const column = makeColumn(left);
    auto* const shown = m_sides->add(tr("Parts"), tr("Show what each part of the model adds"), 0);
    auto* const cells = m_sides->add(
        tr("Cells"), tr("Plot what the cells of attention maps weigh against what they do"), 1);
    auto* const plot = makeFlatButton(tr("Plot"), tr("Save the plot, or copy its command"));
    const auto drawing = [this](const QString& file) {
        return plotCommand(m_cells->numbers(), plotFigure(m_cells->plot()), file);
    };
    QMenu* const menu = addMenu(*plot);
    menu->addAction(tr("Save the plot…"), this, [this, drawing] {
        savePlot(workspace(), m_cells->plot(), drawing, QStringLiteral("cells"));
    });
    menu->addAction(tr("Copy the command of the plot"), this, [drawing] {
        QGuiApplication::clipboard()->setText(drawing(QStringLiteral("cells.pdf")));
    });
    auto* const result
        = makeFlatButton(tr("Result"), tr("Save or copy what is shown, or the commands that print it"));
    QMenu* const all = addMenu(*result);
    connect(all, &QMenu::aboutToShow, all, &QMenu::clear);
    connect(all, &QMenu::aboutToShow, this, [this, all] { m_copies->addTo(*all); });
    m_left = new QStackedWidget;
    auto* const parts = new QWidget;
    auto* const both = makeColumn(parts);
    both->addWidget(m_partsTable, 1);
    both->addWidget(m_heads);
    m_left->addWidget(parts);
    m_left->addWidget(m_cells);
    column->addWidget(makeBar({{shown}, {cells}, {plot}, {result}}));
    column->addWidget(m_left, 1);
    m_sides->whenChosen(this, [this](int side) { showCells(side == 1); });
    connect(m_left, &QStackedWidget::currentChanged, plot, [plot](int side) { plot->setVisible(side == 1); });
    plot->hide();
    showCells(false);
    return left;
}

void WhyView::showCells(bool cells)
{
    m_sides->setValue(cells ? 1 : 0);
    showPage(*m_left, cells ? 1 : 0);
}

/// A command on the shown line, under its edits unless the run without them is shown.
QString WhyView::command(const char* name, QStringList (WhyAnswer::*options)() const) const
{
    const QStringList asked = m_answer ? (*m_answer.*options)() : QStringList();
    if (asked.isEmpty())
        return {};
    return shellLine(QStringList{QStringLiteral("headlight"), QLatin1String(name)}
                     + ExperimentBoard::of(workspace()).modelWords() + lineWords(workspace().shownTrace())
                     + asked
                     + (workspace().showsUnedited() ? QStringList()
                                                    : editArguments(workspace().document().interventions)));
}

QWidget* WhyView::makeDetails()
{
    auto* const details = new QWidget;
    auto* const column = makeColumn(details);
    auto* const label = new QLabel(tr("Colour the Heatmap by"));
    const auto button = [this](MapKind kind) { return m_maps->add(stageName(kind), stageTip(kind), kind); };
    auto* const first = button(MapKind::kWeights);
    label->setBuddy(first);
    m_maps->whenChosen(this, [this](MapKind kind) { focus().setMap(kind); });
    column->addWidget(makeBar({{label}, {first}, {button(MapKind::kEffect)}, {button(MapKind::kIfMasked)}}));
    auto* const keys = makeTable(*m_keys, tr("What each key of the head adds"));
    keys->setSelectionBehavior(QAbstractItemView::SelectRows);
    keys->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    connect(keys, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (m_answer && m_answer->who)
            focus().setPin({static_cast<int>(m_answer->who->query), m_keys->row(index).key});
    });
    column->addWidget(keys, 2);
    m_where = new ElidedLabel; // its lines have their room, however low the view is
    column->addWidget(m_where);
    m_back = makeFlatButton(QStringLiteral("←"), tr("Back to where this head was found"), tr("Back"));
    connect(m_back, &QToolButton::clicked, this, &WhyView::walkBack);
    m_ratherLabel = new QLabel(tr("rather than"));
    m_ratherChoice = makeChoice(tr("The key that got less weight"));
    m_ratherLabel->setBuddy(m_ratherChoice);
    connect(m_ratherChoice, &QComboBox::activated, this, [this] {
        m_rather = m_ratherChoice->currentData().toInt();
        compute();
    });
    column->addWidget(makeBar({{m_back}, {m_ratherLabel}, {m_ratherChoice}}));
    auto* const writers = makeTable(*m_writers, tr("Who wrote the query, and who the key"));
    writers->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (const int numbers : {WritersModel::kQueryPart, WritersModel::kKeyPart}) // the names have the rest
        writers->horizontalHeader()->setSectionResizeMode(numbers, QHeaderView::ResizeToContents);
    connect(writers, &QTableView::clicked, this, &WhyView::walkTo);
    connect(writers, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (QGuiApplication::mouseButtons() == Qt::NoButton) // a double click's first click has walked
            walkTo(index);
    });
    column->addWidget(writers, 3);
    return details;
}

void WhyView::arrange()
{
    m_splitter->setOrientation(width() > height() * 3 / 2 ? Qt::Horizontal : Qt::Vertical);
    for (int i = 0; i < 2; ++i) // a splitter does not ask how high its parts are when they wrap
        m_splitter->widget(i)->setMinimumHeight(
            m_splitter->widget(i)->layout()->minimumHeightForWidth(m_splitter->widget(i)->width()));
}

void WhyView::refresh(ViewChanges changes)
{
    m_maps->setValue(focus().map()); // no button, if the Heatmap shows something else
    const bool waits = workspace().shownTrace().isNull();
    if (waits || workspace().model() == nullptr) {
        letGo();
        m_heads->setRow(std::nullopt);
        m_cells->setRow(std::nullopt);
        return pages().showReason(
            waits ? waitingWords(
                workspace(), tr("Type a sentence to see what made the model prefer one token to another."))
                  : tr("This is computed with the model, which a trace file does not include. Open the model "
                       "to see it."));
    }
    if (changes.testAnyFlags(ViewChange::kTrace | ViewChange::kModel | ViewChange::kHead | ViewChange::kPin))
        compute();
}

void WhyView::letGo()
{
    task().cancel();
    m_answer = nullptr;
}

void WhyView::ask(const QString& token, const QString& minus)
{
    m_token->setEditText(token.isEmpty() ? m_token->itemText(0) : token);
    m_minus->setEditText(minus.isEmpty() ? m_minus->itemText(0) : minus);
    compute();
}

void WhyView::compute()
{
    const Trace trace = workspace().shownTrace();
    const auto model = workspace().model();
    if (trace.isNull() || model == nullptr || !workspace().snapshot()->hasAllLayers()
        || !isTraceOf(*model, trace))
        return;
    const StackKind stack = measuredStack(*model);
    const auto& tokens = trace.tokens(stack);
    const auto length = std::ranges::count_if(tokens, [](const TokenLabel& token) { return !token.padding; });
    const Place place{focus().head(), focus().pin()}, before = std::exchange(m_at, place);
    if (place != before)
        m_rather.reset();
    if (place.head != before.head || place.cell.query != before.cell.query)
        m_path.clear();
    const Cell cell = completed(trace.attention(place.head), place.cell);
    const bool pinned = place.head.stack == stack && cell.query && *cell.query < length;
    if (m_path.empty())
        m_measured = pinned ? *cell.query : usualRow(*model, tokens);
    m_measured = std::clamp<Index>(m_measured, 0, std::max<Index>(0, length - 1));
    const bool last = m_path.empty() && !pinned && m_measured == length - 1; // of whatever text comes
    focus().setAsked({askedOf(*m_token), askedOf(*m_minus)},
                     last ? std::nullopt : std::optional(static_cast<int>(m_measured)));
    const auto [token, minus] = focus().asked();
    const WhyQuestion asked{.trace = trace,
                            .model = model,
                            .row = m_measured,
                            .token = token.toStdString(),
                            .minus = minus.toStdString(),
                            .head = place.head,
                            .query = m_path.empty() && place.head.stack == stack ? m_measured
                                                                                 : cell.query.value_or(0),
                            .key = cell.key,
                            .rather = m_rather};
    task().start([this, asked](const std::stop_token&, const LatestTask::Deliver& deliver) {
        deliver(
            [this, answer = std::make_shared<const WhyAnswer>(WhyAnswer::to(asked))] { receive(answer); });
    });
}

void WhyView::receive(const std::shared_ptr<const WhyAnswer>& answer)
{
    const bool failed = !answer->failure.isEmpty();
    if (failed && !workspace().snapshot()->finished)
        return; // the row may still be on its way; the end of the run asks again
    m_answer = answer;
    pages().setCurrentIndex(1);
    offerTokens(*m_token);
    offerTokens(*m_minus);
    failed ? m_parts->clear() : m_parts->setAccount(answer->account, answer->info, answer->stack);
    const auto row = failed ? std::nullopt : std::optional(answer->row);
    m_heads->setRow(row);
    m_cells->setRow(row);
    m_partsTable->resizeColumnsToContents();
    m_keys->setKeys(answer->keys, m_parts->largest()); // one scale of colours for both
    showWriters();
    selectHead();
    const QString token = tokenInSentence(answer->token);
    if (failed)
        return setStatement(answer->minus && answer->minus->id == answer->token.id
                                ? tr("%1 cannot be compared with itself. Choose another token.").arg(token)
                                : answer->failure);
    m_row->setText((answer->info.decoder ? tr("After %1:") : tr("At %1:"))
                       .arg(placedToken(workspace().shownTrace().tokens(answer->stack), answer->row)));
    const EffectAccount& account = answer->account;
    const QString value = partText(account.value);
    QString words = answer->minus ? tr("The logit of %1 exceeds that of %2 by %3, the sum of all parts.")
                                        .arg(token, tokenInSentence(*answer->minus), value)
                                  : tr("The logit of %1 is %2, the sum of all parts.").arg(token, value);
    if (std::abs(account.remainder) > 1e-3 * std::max(1.0, std::abs(account.value)))
        words += QLatin1Char(' ')
            + tr("%1 is left over, since the head is not linear.").arg(partText(account.remainder));
    setStatement(words);
}

void WhyView::showWriters()
{
    const std::optional<WhoAsked>& who = m_answer->who;
    m_back->setVisible(!m_path.empty());
    QStringList walked;
    for (const auto& [head, cell] : m_path)
        walked << writerText(writerOf(head));
    m_back->setText(QStringLiteral("← ") + walked.join(QStringLiteral(" › ")));
    setShown({m_ratherLabel, m_ratherChoice}, who && who->keys.size() > 1);
    if (!who) {
        m_writers->clear();
        m_where->setText(m_answer->failure.isEmpty() ? tr("Select a head to see what it looks at, and why.")
                                                     : QString());
        return;
    }
    const StackKind side = who->head.kind == AttentionKind::kCross ? StackKind::kEncoder : who->head.stack;
    const Trace trace = workspace().shownTrace();
    const AskedKey& key = who->keys.front();
    m_where->setText(tr("%1: why %2 looks at %3")
                         .arg(headName(who->head), placedToken(trace.tokens(who->head.stack), who->query),
                              placedToken(trace.tokens(side), key.key)));
    m_writers->setParts(who->queryWriters, who->keyWriters,
                        who->keys.size() > 1 ? contrastOf(key, who->keys[1]) : key.parts);
    m_ratherChoice->clear();
    for (const KeysModel::Row& row : m_keys->rows())
        if (row.key != key.key && m_ratherChoice->count() < kOfferedKeys)
            m_ratherChoice->addItem(QStringLiteral("%1 %2").arg(row.key).arg(tokenText(row.token)), row.key);
    if (who->keys.size() > 1)
        m_ratherChoice->setCurrentIndex(m_ratherChoice->findData(static_cast<int>(who->keys[1].key)));
}

void WhyView::offerTokens(QComboBox& choice)
{
    const QString text = choice.currentText(), asked = askedOf(choice);
    while (choice.count() > 1)
        choice.removeItem(1);
    for (const TokenLabel& token : m_answer->likely)
        choice.addItem(tokenText(token), QString::number(token.id));
    const int known = choice.findData(asked);
    choice.setCurrentIndex(known);
    if (known < 0)
        choice.setEditText(text);
}

void WhyView::selectHead()
{
    const QSignalBlocker quiet(*m_partsTable->selectionModel());
    m_partsTable->setCurrentIndex(m_parts->indexOf(writerOf(focus().head())));
    m_partsTable->viewport()->update();
}

void WhyView::walkTo(const QModelIndex& writer)
{
    const std::optional<Writer> found = m_writers->writerAt(writer);
    if (!found || found->kind != Writer::Kind::kHead || !m_answer || !m_answer->who)
        return;
    const WhoAsked& who = *m_answer->who;
    const Index position = writer.column() < WritersModel::kKeyWriter ? who.query : who.keys.front().key;
    goTo({found->stack, found->layer, found->attention, found->index},
         {static_cast<int>(position), std::nullopt});
}

void WhyView::goTo(const HeadRef& head, const Cell& cell)
{
    const Place now{focus().head(), focus().pin()}, next{head, cell};
    if (next == now)
        return;
    m_path.push_back(now);
    showPlace(next);
}

void WhyView::walkBack()
{
    if (m_path.empty())
        return;
    const Place before = m_path.back();
    m_path.pop_back();
    showPlace(before);
}

void WhyView::showPlace(const Place& place)
{
    m_at = place;
    m_rather.reset();
    focus().setPin(place.cell);
    focus().setHead(place.head);
}

} // namespace headlight
