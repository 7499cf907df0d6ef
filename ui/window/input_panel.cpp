#include "ui/window/input_panel.h"

#include "ui/window/sentence_edit.h"

#include <QGridLayout>
#include <QLabel>

#include <cstdlib>

namespace headlight {

namespace {
constexpr int kPause = 1000; ///< milliseconds without a key after which another undo step starts
constexpr int kSentenceLines = 4;
constexpr int kTargetLines = 2;
} // namespace

InputPanel::InputPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_sentence(new SentenceEdit(kSentenceLines, false, this))
    , m_target(new SentenceEdit(kTargetLines, true, this))
    , m_targetLabel(new QLabel(tr("T&arget"), this))
{
    auto* label = new QLabel(tr("&Sentence"), this);
    label->setBuddy(m_sentence);
    m_targetLabel->setBuddy(m_target);
    m_sentence->setObjectName(QStringLiteral("sentence"));
    m_sentence->setAccessibleName(tr("Sentence"));
    m_target->setObjectName(QStringLiteral("target"));
    m_target->setAccessibleName(tr("Target"));
    m_sentence->setToolTip(
        tr("Type a sentence. Several lines make a batch: the line with the cursor is shown, "
           "the shorter ones are padded to the longest."));
    m_target->setToolTip(tr("Leave this empty to see what the model itself says. What you type here is given "
                            "to the decoder instead (teacher forcing)."));
    m_target->setPlaceholderText(tr("empty: the model's own output"));
    setIdsExpected(false);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 8, 4);
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    layout->addWidget(label, 0, 0, Qt::AlignTop);
    layout->addWidget(m_sentence, 0, 1);
    layout->addWidget(m_targetLabel, 1, 0, Qt::AlignTop);
    layout->addWidget(m_target, 1, 1);
    for (QLabel* each : {label, m_targetLabel})
        each->setContentsMargins(0, 6, 0, 0);

    connect(m_sentence, &SentenceEdit::edited, this, &InputPanel::applyEdit);
    connect(m_target, &SentenceEdit::edited, this, &InputPanel::applyEdit);
    connect(m_sentence, &SentenceEdit::lineChanged, this, &InputPanel::applyLine);
    connect(&workspace, &Workspace::documentChanged, this, &InputPanel::showDocument);
    connect(&workspace, &Workspace::snapshotChanged, this, &InputPanel::showOutput);
    showDocument();
}

void InputPanel::setTargetVisible(bool visible)
{
    m_target->setVisible(visible);
    m_targetLabel->setVisible(visible);
}

void InputPanel::setIdsExpected(bool ids)
{
    m_sentence->setPlaceholderText(ids ? tr("This model has no tokenizer: type token ids, such as 12 7 30")
                                       : tr("Type a sentence"));
}

int InputPanel::mergeId(const QString& before, const QString& after, bool isTarget)
{
    const bool paused = !m_sinceKey.isValid() || m_sinceKey.elapsed() > kPause;
    const bool pasted = std::abs(after.size() - before.size()) > 1;
    const bool wordEnded = after.endsWith(QLatin1Char(' ')) || after.endsWith(QLatin1Char('\n'));
    if (paused || pasted || wordEnded || isTarget != m_lastWasTarget)
        ++m_burst;
    m_sinceKey.start();
    m_lastWasTarget = isTarget;
    return m_burst;
}

void InputPanel::applyEdit()
{
    const Document& now = m_workspace.document();
    Document next = now;
    next.text = m_sentence->toPlainText();
    next.target = m_target->toPlainText();
    next.line = m_sentence->currentLine();
    const bool isTarget = next.target != now.target;
    if (next.text == now.text && !isTarget)
        return;
    // Tokens that were chosen by hand belong to the old sentence.
    next.forced.clear();
    next.branches = {};
    const int id = isTarget ? mergeId(now.target, next.target, true) : mergeId(now.text, next.text, false);
    m_workspace.apply(next, tr("Typing"), id);
}

void InputPanel::applyLine()
{
    Document next = m_workspace.document();
    if (m_sentence->toPlainText() != next.text)
        return; // the edit that moved the cursor comes right after
    next.line = m_sentence->currentLine();
    m_workspace.apply(next, {});
}

void InputPanel::showDocument()
{
    m_sentence->show(m_workspace.document().text);
    m_sentence->goToLine(m_workspace.document().line);
    m_target->show(m_workspace.document().target);
}

void InputPanel::showOutput()
{
    const QString& output = m_workspace.snapshot()->output;
    m_target->setPlaceholderText(output.isEmpty() ? tr("empty: the model's own output")
                                                  : tr("empty: the model's own output — %1").arg(output));
    m_target->viewport()->update(); // Qt repaints an old placeholder only when it appears
}

} // namespace headlight
