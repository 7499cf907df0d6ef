#include "ui/views/decoding_view.h"

#include "ui/models/candidates_model.h"
#include "ui/models/decoding_edit.h"
#include "ui/models/probability_text.h"
#include "ui/models/steps_model.h"
#include "ui/models/token_details.h"
#include "ui/models/token_shading.h"
#include "ui/paint/transport_icons.h"
#include "ui/views/candidate_delegate.h"
#include "ui/views/elided_label.h"
#include "ui/views/step_delegate.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <cmath>

namespace headlight {

namespace {

constexpr int kWideInEms = 52; ///< from this width on, time line and candidates stand side by side
constexpr double kSlowest = 0.5; ///< steps per second
constexpr int kPaceTicks = 10; ///< of the slider; each doubles the pace half-way

double paceOf(int tick)
{
    return kSlowest * std::exp2(static_cast<double>(tick) / 2.0);
}

} // namespace

DecodingView::DecodingView(const ViewContext& context, QWidget* parent)
    : TraceView(context, parent)
    , m_player(new StepPlayer(context.workspace, this))
    , m_steps(new StepsModel(this))
    , m_candidates(new CandidatesModel(this))
    , m_pages(new QStackedWidget)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages);
    // Side by side the parts need more width than one above the other; without this the view could never
    // become narrow enough to change.
    layout->setSizeConstraint(QLayout::SetNoConstraint);

    m_reason = new QLabel;
    m_reason->setAlignment(Qt::AlignCenter);
    m_reason->setWordWrap(true);
    m_reason->setMargin(24);
    m_reason->setForegroundRole(QPalette::PlaceholderText);
    m_pages->addWidget(m_reason);
    m_pages->addWidget(buildSteps());

    setFocusProxy(m_timeLine); // who opens the view by its shortcut can use the keys at once
    connect(m_player, &StepPlayer::playingChanged, this, &DecodingView::updateActions);
    connect(&context.workspace, &Workspace::documentChanged, this, [this](const Document& before) {
        const Document& now = workspace().document();
        // Another sentence: the play is over, and all of it is what one wants to see.
        if (before.text == now.text && before.target == now.target && before.line == now.line)
            return;
        m_player->pause();
        if (!m_wantedStep)
            m_player->toEnd();
    });
    updateIcons();
}

QWidget* DecodingView::buildSteps()
{
    auto* page = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, page);
    m_columns->setContentsMargins(8, 4, 8, 6);
    m_columns->setSpacing(10);
    auto* steps = new QVBoxLayout;
    steps->setSpacing(4);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(2);
    buildControls(*bar);
    steps->addLayout(bar);
    steps->addWidget(buildTimeLine());
    m_headline = new ElidedLabel;
    m_headline->setAccessibleName(tr("The step in words"));
    steps->addWidget(m_headline);
    steps->addLayout(buildOutput());
    steps->addStretch(1);
    m_columns->addLayout(steps, 3);
    m_columns->addWidget(buildCandidates(), 2);
    return page;
}

QLayout* DecodingView::buildOutput()
{
    auto* row = new QHBoxLayout;
    auto* label = new QLabel(tr("O&utput"));
    m_output = new QLineEdit;
    m_output->setReadOnly(true);
    m_output->setAccessibleName(tr("Output"));
    label->setBuddy(m_output);
    row->addWidget(label);
    row->addWidget(m_output, 1);
    return row;
}

QAction* DecodingView::addStepAction(const QString& text, const QKeySequence& shortcut,
                                     void (StepPlayer::*slot)())
{
    auto* action = new QAction(text, this);
    action->setShortcut(shortcut);
    action->setToolTip(QStringLiteral("%1 (%2)").arg(text, shortcut.toString(QKeySequence::NativeText)));
    addAction(action);
    connect(action, &QAction::triggered, m_player, slot);
    return action;
}

void DecodingView::buildControls(QBoxLayout& layout)
{
    m_restart = addStepAction(tr("Restart"), QKeySequence(Qt::ALT | Qt::Key_Home), &StepPlayer::restart);
    m_back = addStepAction(tr("Step back"), QKeySequence(Qt::ALT | Qt::Key_Left), &StepPlayer::back);
    m_play = addStepAction(tr("Play"), QKeySequence(Qt::Key_F9), &StepPlayer::togglePlay);
    m_forward
        = addStepAction(tr("Step forward"), QKeySequence(Qt::ALT | Qt::Key_Right), &StepPlayer::forward);
    m_end = addStepAction(tr("Run to end"), QKeySequence(Qt::ALT | Qt::Key_End), &StepPlayer::toEnd);
    for (QAction* action : {m_restart, m_back, m_play, m_forward, m_end}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->text());
        layout.addWidget(button);
    }
    layout.addSpacing(8);
    buildPace(layout);
    layout.addStretch(1);
    m_place = new QLabel;
    m_place->setAccessibleName(tr("Place in the decoding"));
    layout.addWidget(m_place);
}

void DecodingView::buildPace(QBoxLayout& layout)
{
    auto* pace = new QSlider(Qt::Horizontal);
    pace->setRange(0, kPaceTicks);
    pace->setPageStep(2);
    pace->setFixedWidth(80);
    pace->setAccessibleName(tr("Pace of the play"));
    auto* label = new QLabel;
    const auto show = [this, pace, label] {
        m_player->setPace(paceOf(pace->value()));
        const QString text = tr("%1 steps/s").arg(locale().toString(m_player->pace(), 'g', 2));
        label->setText(text);
        pace->setToolTip(tr("Pace of the play: %1").arg(text));
    };
    connect(pace, &QSlider::valueChanged, this, show);
    pace->setValue(4);
    label->setMinimumWidth(
        label->fontMetrics().horizontalAdvance(tr("%1 steps/s").arg(QStringLiteral("0.71"))));
    layout.addWidget(pace);
    layout.addWidget(label);
}

QWidget* DecodingView::buildTimeLine()
{
    m_timeLine = new QListView;
    m_timeLine->setModel(m_steps);
    m_timeLine->setItemDelegate(new StepDelegate(m_timeLine));
    m_timeLine->setFlow(QListView::LeftToRight);
    m_timeLine->setWrapping(false);
    m_timeLine->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_timeLine->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_timeLine->setFrameShape(QFrame::NoFrame);
    m_timeLine->setMouseTracking(true);
    m_timeLine->setAccessibleName(tr("Steps of the decoding"));
    m_timeLine->setFixedHeight(StepDelegate::itemHeight(font())
                               + m_timeLine->horizontalScrollBar()->sizeHint().height() + 2);
    connect(m_timeLine->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (!m_syncing && current.isValid())
                    m_player->goTo(current.row());
            });
    return m_timeLine;
}

QWidget* DecodingView::buildCandidates()
{
    auto* box = new QWidget;
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    m_table = new QTableView;
    m_table->setModel(m_candidates);
    m_table->setItemDelegate(new CandidateDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMouseTracking(true);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 2);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(CandidatesModel::kRankColumn, fontMetrics().averageCharWidth() * 7);
    m_table->setColumnWidth(CandidatesModel::kTokenColumn, fontMetrics().averageCharWidth() * 22);
    m_table->setMinimumSize(0, 4 * fontMetrics().height());
    m_table->setAccessibleName(tr("Best candidates of the step"));
    layout->addWidget(m_table, 1);

    layout->setSpacing(4);
    auto* buttons = new QHBoxLayout;
    m_take = new QPushButton(tr("&Take this one"));
    m_take->setToolTip(tr("Decode on from the chosen candidate (double click, or Enter in the list)"));
    m_backToModel = new QPushButton(tr("&Back to the model's choice"));
    m_backToModel->setToolTip(tr("Drop your choice at this step and those after it"));
    buttons->addWidget(m_take);
    buttons->addWidget(m_backToModel);
    buttons->addStretch(1);
    layout->addLayout(buttons);

    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { take(index.row()); });
    connect(m_take, &QPushButton::clicked, this, [this] { take(m_table->currentIndex().row()); });
    connect(m_backToModel, &QPushButton::clicked, this, &DecodingView::backToModel);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &DecodingView::updateActions);
    return box;
}

void DecodingView::take(int row)
{
    const int step = shownStep(workspace());
    if (step < 0 || row < 0 || row >= m_candidates->rowCount() || m_candidates->isTaken(row))
        return;
    const QString text = m_candidates->index(row, CandidatesModel::kTokenColumn).data().toString();
    m_player->pause();
    m_wantedStep = step;
    workspace().apply(
        takeCandidate(workspace().document(), *workspace().snapshot(), step, m_candidates->idAt(row)),
        tr("Take “%1” at step %2").arg(text).arg(step + 1));
}

void DecodingView::backToModel()
{
    const int step = shownStep(workspace());
    m_player->pause();
    m_wantedStep = step;
    workspace().apply(withoutChoice(workspace().document(), *workspace().snapshot(), step),
                      tr("Back to the model's choice"));
}

QString DecodingView::headline() const
{
    return m_pages->currentIndex() == 0 ? m_reason->text() : m_headline->text();
}

QString DecodingView::reasonForNothing() const
{
    const Snapshot& snapshot = *workspace().snapshot();
    if (snapshot.trace.isNull())
        return workspace().document().text.isEmpty()
            ? tr("Type a sentence to see how the model decodes, token by token.")
            : tr("The first tokens are on their way …");
    if (!snapshot.trace.info().decoder)
        return tr("This model has no decoder: it reads a text, but does not write one.\n"
                  "Its attention is in the other views.");
    return snapshot.finished ? tr("Nothing was decoded.") : tr("The first tokens are on their way …");
}

void DecodingView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kColours))
        updateIcons();
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kDocument | ViewChange::kModel))
        return;
    const std::shared_ptr<const Snapshot> snapshot = workspace().snapshot();
    const auto count = static_cast<int>(snapshot->steps.size());
    if (m_wantedStep && (*m_wantedStep < count || snapshot->finished)) {
        // The new decoding has come as far as the step at which another token was taken.
        const int wanted = *m_wantedStep;
        if (wanted < count - 1)
            workspace().setStep(wanted);
        if (snapshot->finished)
            m_wantedStep.reset();
    }
    m_syncing = true;
    m_steps->setSnapshot(snapshot);
    m_syncing = false;
    m_output->setText(snapshot->output);
    m_output->setCursorPosition(0);
    m_reason->setText(reasonForNothing());
    m_pages->setCurrentIndex(count == 0 ? 0 : 1);
    showStep();
    updateActions();
}

void DecodingView::showStep()
{
    const Snapshot& snapshot = *workspace().snapshot();
    const int step = shownStep(workspace());
    const bool any = step >= 0;
    m_candidates->setStep(any ? &snapshot.steps[static_cast<std::size_t>(step)] : nullptr);
    m_headline->setText(any ? stepInWords(step) : QString());
    m_place->setText(any ? tr("Step %1 of %2").arg(step + 1).arg(snapshot.steps.size()) : QString());
    m_syncing = true;
    const QModelIndex index = m_steps->index(step);
    if (any && m_timeLine->currentIndex() != index) {
        m_timeLine->setCurrentIndex(index);
        m_timeLine->scrollTo(index);
    }
    m_syncing = false;
    pointAtRow(step);
}

void DecodingView::pointAtRow(int step)
{
    // While stepping, all views show the row that produced the token; a pin of the user's outranks it.
    const bool stepping = workspace().step() >= 0;
    const Trace trace = workspace().shownTrace();
    std::optional<int> row;
    if (stepping && !trace.isNull() && queryStack(focus().head()) == StackKind::kDecoder)
        row = static_cast<int>(trace.tokens(StackKind::kDecoder).size()) - 1;
    if (row == m_pointedRow && step == m_pointedStep)
        return;
    if (row)
        focus().setHover({row, std::nullopt});
    else if (m_pointedRow && focus().hover() == Cell{m_pointedRow, std::nullopt})
        focus().setHover({});
    m_pointedRow = row;
    m_pointedStep = step;
}

QString DecodingView::stepInWords(int step) const
{
    const Snapshot& snapshot = *workspace().snapshot();
    const StepView& view = snapshot.steps[static_cast<std::size_t>(step)];
    const QString token = tokenInSentence(view.token);
    const QString probability = probabilityText(static_cast<double>(view.probability));
    const int rank = view.rank + 1;
    if (view.forced && !workspace().document().target.isEmpty())
        return tr("Your target says %1: probability %2, rank %3.").arg(token, probability).arg(rank);
    if (isOwnChoice(view))
        return tr("You chose %1: probability %2, rank %3.").arg(token, probability).arg(rank);
    if (view.rank > 0)
        return tr("%1 was drawn: probability %2, rank %3.").arg(token, probability).arg(rank);
    return tr("The model chose %1: probability %2.").arg(token, probability);
}

void DecodingView::updateIcons()
{
    m_restart->setIcon(transportIcon(TransportIcon::kRestart, palette()));
    m_back->setIcon(transportIcon(TransportIcon::kBack, palette()));
    m_forward->setIcon(transportIcon(TransportIcon::kForward, palette()));
    m_end->setIcon(transportIcon(TransportIcon::kEnd, palette()));
    updateActions();
}

void DecodingView::updateActions()
{
    const bool playing = m_player->isPlaying();
    m_play->setText(playing ? tr("Pause") : tr("Play"));
    m_play->setToolTip(
        QStringLiteral("%1 (%2)").arg(m_play->text(), m_play->shortcut().toString(QKeySequence::NativeText)));
    m_play->setIcon(transportIcon(playing ? TransportIcon::kPause : TransportIcon::kPlay, palette()));
    const bool any = shownStep(workspace()) >= 0;
    m_play->setEnabled(any);
    m_restart->setEnabled(m_player->canGoBack());
    m_back->setEnabled(m_player->canGoBack());
    m_forward->setEnabled(m_player->canGoForward());
    m_end->setEnabled(m_player->canGoForward());
    const int row = m_table->currentIndex().row();
    m_take->setEnabled(row >= 0 && row < m_candidates->rowCount() && !m_candidates->isTaken(row));
    m_backToModel->setEnabled(!workspace().document().forced.empty());
}

void DecodingView::resizeEvent(QResizeEvent* event)
{
    TraceView::resizeEvent(event);
    const bool wide = width() >= kWideInEms * 2 * fontMetrics().averageCharWidth();
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setStretch(0, wide ? 3 : 0);
    m_columns->setStretch(1, wide ? 2 : 1);
}

QSize DecodingView::sizeHint() const
{
    // High enough that all ten candidates are seen beside the time line.
    return {100 * fontMetrics().averageCharWidth(), 11 * (fontMetrics().height() + 2) + 48};
}

QSize DecodingView::minimumSizeHint() const
{
    return {36 * fontMetrics().averageCharWidth(),
            6 * fontMetrics().height() + StepDelegate::itemHeight(font())};
}

void DecodingView::changeEvent(QEvent* event)
{
    TraceView::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_timeLine != nullptr)
        m_timeLine->setFixedHeight(StepDelegate::itemHeight(font())
                                   + m_timeLine->horizontalScrollBar()->sizeHint().height() + 2);
}

} // namespace headlight
