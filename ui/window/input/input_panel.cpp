#include "ui/window/input/input_panel.h"

#include "core/model/model.h"
#include "ui/run/model_facts.h"
#include "ui/run/opener.h"
#include "ui/run/shown_lane.h"
#include "ui/state/commands.h"
#include "ui/state/line_history.h"
#include "ui/state/shown_decoding.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/window/bars/output_row.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/words/waiting_words.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QFocusEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <memory>
#include <utility>

namespace headlight {

namespace {
constexpr int kSentenceLines = 4;
constexpr int kTargetLines = 2;
constexpr int kAroundLines = 2; ///< of the output
constexpr int kPencilGap = 4; ///< after the output
constexpr int kLabelTop = 6; ///< above a label, as in the field beside it

/// What the decoder of an encoder–decoder model has read; otherwise empty.
QString targetOf(const Trace& trace)
{
    const bool both = !trace.isNull() && trace.info().encoder && trace.info().decoder;
    return both ? textOf(trace, StackKind::kDecoder) : QString();
}

} // namespace

InputPanel::InputPanel(Workspace& workspace, const CommandActions& commands, Opener& opener, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_opener(opener)
    , m_sentence(new SentenceEdit(kSentenceLines, false, this))
    , m_pair(new SentenceEdit(kSentenceLines, false, this))
    , m_target(new SentenceEdit(kTargetLines, true, this))
    , m_pairLabel(new QLabel(tr("Second sen&tence"), this))
    , m_targetLabel(new QLabel(this))
    , m_output(new ElidedLabel(this))
    , m_pencil(new QToolButton(this))
    , m_row(new OutputRow(workspace, this))
    , m_grid(new QGridLayout(this))
    , m_conversation(new ConversationEditor(workspace, m_bursts, this))
    , m_label(new QLabel(this))
    , m_addLine(commands[CommandId::kAddLine])
    , m_ids(commands[CommandId::kTypeIds])
    , m_chat(commands[CommandId::kConversation])
{
    m_label->setBuddy(m_sentence);
    m_pairLabel->setBuddy(m_pair);
    m_targetLabel->setBuddy(m_target);
    m_usualTip = tr("Type a sentence. Ctrl+Enter adds a line. Several lines make a batch: the line with the "
                    "cursor is "
                    "shown, the shorter ones are padded to the longest.")
        + QLatin1Char('\n') + tr("Shift+Enter breaks a line inside one sentence.");
    named(m_sentence, "sentence", tr("Sentence"), m_usualTip);
    named(m_pair, "pair", tr("Second sentence"),
          tr("The model reads both sentences together; this one is its second segment. In a "
             "batch, each line here goes with the same line above."))
        ->setHint(tr("leave empty for a single sentence"));
    named(m_target, "target", tr("Target"),
          tr("Leave empty to see the model’s own output. Text typed here is fed to the "
             "decoder instead (teacher forcing)."))
        ->setHint(tr("leave empty for the model’s own output"));

    m_grid->setContentsMargins(8, 6, 8, 4);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    int row = 0;
    for (const auto& [each, field] : {std::pair{m_label, m_sentence}, std::pair{m_pairLabel, m_pair},
                                      std::pair{m_targetLabel, m_target}}) {
        each->setContentsMargins(0, kLabelTop, 0, 0);
        // Where a trace without its model leaves only the first row, the label would take half of it.
        each->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
        m_grid->addWidget(each, row, 0, Qt::AlignTop);
        m_grid->addWidget(field, row, 1, 1, field == m_sentence ? 2 : 1);
        connect(field, &SentenceEdit::edited, this, &InputPanel::applyEdit);
        connect(field, &SentenceEdit::entered, this, &InputPanel::sayEntered);
        ++row;
    }
    m_grid->addWidget(m_conversation, 0, 1, 1, 2);
    m_grid->addLayout(makeOutput(), 2, 1);
    m_grid->setColumnStretch(1, 1);
    connect(m_sentence, &SentenceEdit::lineChanged, this, &InputPanel::applyLine);
    connect(&m_addLine, &QAction::triggered, this,
            [this] { (m_pair->hasFocus() ? m_pair : m_sentence)->addLine(); });
    connect(&m_ids, &QAction::triggered, this, &InputPanel::typeIds);
    connect(&m_chat, &QAction::triggered, this, &InputPanel::writeConversation);
    connect(&commands[CommandId::kToSentence], &QAction::triggered, this, &InputPanel::goToText);
    connect(&commands[CommandId::kToTarget], &QAction::triggered, this, &InputPanel::editTarget);
    connect(&workspace, &Workspace::sourceChanged, this, &InputPanel::adapt);
    connect(&workspace, &Workspace::documentChanged, this, &InputPanel::showDocument);
    connect(&workspace, &Workspace::snapshotChanged, this, &InputPanel::showOutput);
    connect(&workspace, &Workspace::stepChanged, this, &InputPanel::showOutput);
    connect(&workspace, &Workspace::modelChanged, this, &InputPanel::arrange);
    m_target->installEventFilter(this);
    connect(m_row, &OutputRow::textWanted, this, [this] { typeIds(false); });
    m_sentence->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_sentence, &QWidget::customContextMenuRequested, this, &InputPanel::showFieldMenu);
    adapt();
    onEvent(*this, {QEvent::Resize}, *this, [this] { tellEdge(); });
    // While it was hidden, its text may have changed its size.
    onEvent(*this, {QEvent::LayoutRequest, QEvent::Show}, *this, [this] {
        tellEdge();
        placePencil();
    });
    // The room of the output's row is counted in letters.
    onEvent(*this, {QEvent::FontChange}, *this, [this] { arrange(); });
}

void InputPanel::adapt()
{
    const bool trace = m_workspace.showsOpenedTrace();
    const ModelFacts facts = openFacts(m_workspace);
    m_takesTarget = !trace && (facts.takesTarget || m_workspace.model() == nullptr);
    m_takesPair = facts.takesPair;
    m_idsExpected = m_workspace.model() != nullptr && !facts.hasTokenizer;
    m_traceTexts.clear();
    if (trace)
        for (const Trace& sentence : m_opener.sentences())
            m_traceTexts << textOf(sentence);
    m_sentence->setReadOnly(trace);
    if (trace) // the keys lead from sentence to sentence
        m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setToolTip(trace ? tr("The text of this trace. Open its model to change it.") : m_usualTip);
    m_sentence->setHint(m_idsExpected ? tr("This model has no tokenizer: type token ids, such as 12 7 30")
                                      : tr("Type a sentence"));
    showDocument();
    showOutput();
}

QLayout* InputPanel::makeOutput()
{
    named(m_output, "shownOutput", tr("Output"), {})->setMostLines(kTargetLines);
    m_pencil->setText(QStringLiteral("✎"));
    m_pencil->setAutoRaise(true);
    named(m_pencil, "", tr("Type a target"),
          tr("Make the decoder write a text of your own (teacher forcing)"));
    connect(m_pencil, &QToolButton::clicked, this, &InputPanel::editTarget);
    auto* const line = makeRow(nullptr, {4, 0, 0, 0}, 4);
    line->addWidget(m_output, 1);
    // The pencil stands where the text ends: room for it after a full line.
    line->addSpacing(m_pencil->sizeHint().width());
    m_output->installEventFilter(this);
    return line;
}

void InputPanel::placePencil()
{
    int end = 0;
    for (const QString& line : m_output->shownLines())
        end = std::max(end, m_output->fontMetrics().horizontalAdvance(line));
    const QRect text = m_output->geometry();
    const QSize size = m_pencil->sizeHint();
    m_pencil->setGeometry(
        {{text.left() + std::min(end + kPencilGap, text.width()), text.center().y() + 1 - size.height() / 2},
         size});
}

void InputPanel::typeIds(bool ids)
{
    const auto model = m_workspace.model();
    Document next = m_workspace.document();
    if (model == nullptr || next.ids == ids)
        return;
    const QString text = ids ? idsOfText(*model, next.text) : textOfIds(*model, next.text);
    next = retyped(next, *m_workspace.snapshot(), {text, next.pair, next.target, next.line});
    next.ids = ids;
    m_workspace.apply(next, ids ? tr("Type token ids") : tr("Type text"));
}

void InputPanel::showIds()
{
    m_ids.setEnabled(m_workspace.model() != nullptr && !m_idsExpected && !m_workspace.document().dialogue);
    m_ids.setChecked(m_idsExpected || m_workspace.document().ids);
}

// A notice that does not leave by itself says more.
void InputPanel::sayEntered()
{
    if (const std::optional<Notice>& notice = m_workspace.notice(); !notice || notice->passing)
        m_workspace.setNotice(confirmation(tr("The model runs as you type."),
                                           tr("Ctrl+Enter adds a second sentence. Several make a batch.")));
}

void InputPanel::showConversation()
{
    const bool on = m_workspace.document().dialogue.has_value();
    m_addLine.setEnabled(!on && !m_sentence->isReadOnly());
    const auto model = m_workspace.model();
    const bool possible = model != nullptr && model->chat() != nullptr;
    m_chat.setEnabled(possible || on); // an unreadable conversation can still be left
    m_chat.setChecked(on);
    m_chat.setToolTip(possible || on ? commandTip(commandOf(CommandId::kConversation))
                          : model == nullptr
                          ? tr("A conversation needs a model, and none is open.")
                          : tr("This model has no chat template, which a conversation is written by."));
}

void InputPanel::writeConversation(bool on)
{
    const Document& now = m_workspace.document();
    if (now.dialogue.has_value() == on)
        return;
    m_workspace.apply(withDialogue(now, on ? std::optional(dialogueOf(now)) : std::nullopt),
                      on ? tr("Write a conversation") : tr("Write a sentence"));
    goToText();
}

void InputPanel::goToText()
{
    if (m_workspace.document().dialogue)
        m_conversation->goToLast();
    else
        m_sentence->setFocus(Qt::ShortcutFocusReason);
}

void InputPanel::showFieldMenu(const QPoint& at)
{
    const std::unique_ptr<QMenu> menu(m_sentence->createStandardContextMenu());
    menu->addSeparator();
    for (QAction* const action : {&m_ids, &m_chat})
        if (action->isEnabled())
            menu->addAction(action);
    menu->exec(m_sentence->mapToGlobal(at));
}

/// Shows the sentence or the conversation.
void InputPanel::arrangeText(bool chat)
{
    const QWidget* const focused = QApplication::focusWidget();
    const bool leavesText = m_sentence->isHidden() != chat
        && (focused == m_sentence || (focused != nullptr && m_conversation->isAncestorOf(focused)));
    m_sentence->setVisible(!chat);
    m_conversation->setVisible(chat);
    m_label->setBuddy(chat ? m_conversation->focusProxy() : m_sentence);
    if (leavesText) // otherwise Qt puts the cursor somewhere
        goToText();
    m_label->setText(chat ? tr("Conver&sation") : tr("&Sentence"));
}

/// Shows what the model has: a second sentence, a target, or an output.
void InputPanel::arrange()
{
    showIds();
    showConversation();
    const bool target = m_takesTarget && (m_editing || !m_workspace.document().target.isEmpty());
    const bool output = !target && !m_takesPair && (m_takesTarget || m_workspace.model() != nullptr);
    const bool chat = m_workspace.document().dialogue.has_value();
    arrangeText(chat);
    m_pair->setVisible(m_takesPair && !chat);
    m_pairLabel->setVisible(m_takesPair && !chat);
    m_target->setVisible(target);
    const bool recorded = !m_traceTexts.isEmpty() && !m_output->text().isEmpty();
    m_output->setVisible(output || recorded);
    m_pencil->setVisible(output && m_takesTarget);
    m_targetLabel->setVisible(target || output || recorded);
    m_targetLabel->setText(target         ? tr("T&arget")
                               : recorded ? tr("T&arget").remove(QLatin1Char('&'))
                                          : tr("Output"));
    m_targetLabel->setContentsMargins(0, output ? 0 : kLabelTop, 0, 0);
    m_grid->setAlignment(m_targetLabel, output ? Qt::AlignVCenter : Qt::AlignTop);
    m_row->setVisible(m_takesPair || target || output);
    // High enough for the pencil, for chips, and for the second line of a text to which they leave less room.
    // Without them, the text stands in the middle beside its label.
    const int lines = kTargetLines * m_output->fontMetrics().lineSpacing() + kAroundLines;
    m_grid->setRowMinimumHeight(2,
                                output ? std::max({m_pencil->sizeHint().height(), m_row->lineHeight(), lines})
                                    : recorded ? 2 * kLabelTop + fontMetrics().height()
                                               : 0);
    const int place = m_takesPair ? 1 : 2;
    if (std::exchange(m_rowPlace, place) != place)
        m_grid->addWidget(m_row, place, 2, Qt::AlignVCenter);
}

void InputPanel::editTarget()
{
    if (!m_takesTarget)
        return;
    m_editing = true;
    arrange();
    m_target->setFocus(Qt::ShortcutFocusReason);
}

void InputPanel::tellEdge()
{
    const int edge = m_grid->cellRect(0, 1).x();
    if (edge > 0 && std::exchange(m_edge, edge) != edge)
        emit edgeMoved(edge);
}

bool InputPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_target && event->type() == QEvent::FocusOut && m_editing) {
        const Qt::FocusReason reason
            = static_cast<QFocusEvent*>(event)->reason(); // NOLINT(*-static-cast-downcast)
        if (reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason) {
            m_editing = false;
            arrange();
        }
    }
    if (watched == m_output && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        placePencil();
    return QWidget::eventFilter(watched, event);
}

QString InputPanel::output() const
{
    return m_output->text();
}

QWidget* InputPanel::outputWidget() const
{
    return m_target->isVisible() ? static_cast<QWidget*>(m_target) : m_output;
}

void InputPanel::applyEdit()
{
    if (!m_traceTexts.isEmpty())
        return;
    const Document& now = m_workspace.document();
    const TypedText typed{m_sentence->text(), m_pair->text(), m_target->text(), m_sentence->currentLine()};
    int id = 0;
    if (typed.target != now.target)
        id = m_bursts.idOf(now.target, typed.target, m_target);
    else if (typed.pair != now.pair)
        id = m_bursts.idOf(now.pair, typed.pair, m_pair);
    else if (typed.text != now.text)
        id = m_bursts.idOf(now.text, typed.text, m_sentence);
    else
        return;
    m_workspace.apply(retyped(now, *m_workspace.snapshot(), typed), tr("Typing"), id);
}

void InputPanel::applyLine()
{
    if (!m_traceTexts.isEmpty())
        return m_opener.showSentence(m_sentence->currentLine());
    const Document& now = m_workspace.document();
    if (m_sentence->text() != now.text)
        return; // the edit that moved the cursor follows immediately
    m_workspace.apply(onLine(now, *m_workspace.snapshot(), m_sentence->currentLine()), {});
}

void InputPanel::showDocument()
{
    const bool trace = !m_traceTexts.isEmpty();
    m_sentence->show(trace ? m_traceTexts.join(QLatin1Char('\n')) : m_workspace.document().text);
    m_sentence->goToLine(trace ? m_workspace.snapshot()->lane : m_workspace.document().line);
    m_pair->show(m_workspace.document().pair);
    m_target->show(m_workspace.document().target);
    arrange();
}

void InputPanel::showOutput()
{
    const std::shared_ptr<const Snapshot> decoding = shownDecoding(m_workspace);
    const QString output = decoding->output;
    m_output->setText(m_traceTexts.isEmpty() ? output : targetOf(m_workspace.shownTrace()));
    placePencil();
    arrange();
    m_target->setHint(output.isEmpty() ? tr("leave empty for the model’s own output")
                                       : tr("leave empty for the model’s own output: %1").arg(output));
}

} // namespace headlight
