#include "ui/window/input_panel.h"

#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/sentence_edit.h"

#include <QGridLayout>
#include <QLabel>

#include <cstdlib>
#include <utility>

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
    , m_pair(new SentenceEdit(kSentenceLines, false, this))
    , m_target(new SentenceEdit(kTargetLines, true, this))
    , m_pairLabel(new QLabel(tr("Second sen&tence"), this))
    , m_targetLabel(new QLabel(tr("T&arget"), this))
{
    auto* label = new QLabel(tr("&Sentence"), this);
    label->setBuddy(m_sentence);
    m_pairLabel->setBuddy(m_pair);
    m_targetLabel->setBuddy(m_target);
    m_sentence->setObjectName(QStringLiteral("sentence"));
    m_sentence->setAccessibleName(tr("Sentence"));
    m_pair->setObjectName(QStringLiteral("pair"));
    m_pair->setAccessibleName(tr("Second sentence"));
    m_target->setObjectName(QStringLiteral("target"));
    m_target->setAccessibleName(tr("Target"));
    m_sentence->setToolTip(
        tr("Type a sentence. Several lines make a batch: the line with the cursor is shown, "
           "the shorter ones are padded to the longest."));
    m_pair->setToolTip(tr("The model reads both sentences together; this one is its second segment. In a "
                          "batch, each line here goes with the same line above."));
    m_pair->setHint(tr("leave empty for a single sentence"));
    m_target->setToolTip(tr("Leave empty to see the model’s own output. Text typed here is fed to the "
                            "decoder instead (teacher forcing)."));
    m_target->setHint(tr("leave empty for the model’s own output"));
    setIdsExpected(false);
    setPairVisible(false);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 8, 4);
    layout->setHorizontalSpacing(8);
    layout->setVerticalSpacing(4);
    int row = 0;
    for (const auto& [each, field] :
         {std::pair{label, m_sentence}, std::pair{m_pairLabel, m_pair}, std::pair{m_targetLabel, m_target}}) {
        each->setContentsMargins(0, 6, 0, 0);
        layout->addWidget(each, row, 0, Qt::AlignTop);
        layout->addWidget(field, row, 1);
        connect(field, &SentenceEdit::edited, this, &InputPanel::applyEdit);
        ++row;
    }
    connect(m_sentence, &SentenceEdit::lineChanged, this, &InputPanel::applyLine);
    connect(&workspace, &Workspace::documentChanged, this, &InputPanel::showDocument);
    connect(&workspace, &Workspace::snapshotChanged, this, &InputPanel::showOutput);
    showDocument();
}

void InputPanel::setPairVisible(bool visible)
{
    m_pair->setVisible(visible);
    m_pairLabel->setVisible(visible);
}

void InputPanel::setTargetVisible(bool visible)
{
    m_target->setVisible(visible);
    m_targetLabel->setVisible(visible);
}

void InputPanel::setIdsExpected(bool ids)
{
    m_sentence->setHint(ids ? tr("This model has no tokenizer: type token ids, such as 12 7 30")
                            : tr("Type a sentence"));
}

int InputPanel::mergeId(const QString& before, const QString& after, const SentenceEdit* field)
{
    const bool paused = !m_sinceKey.isValid() || m_sinceKey.elapsed() > kPause;
    const bool pasted = std::abs(after.size() - before.size()) > 1;
    const bool wordEnded = after.endsWith(QLatin1Char(' ')) || after.endsWith(QLatin1Char('\n'));
    if (paused || pasted || wordEnded || field != m_lastField)
        ++m_burst;
    m_sinceKey.start();
    m_lastField = field;
    return m_burst;
}

void InputPanel::applyEdit()
{
    const Document& now = m_workspace.document();
    Document next = now;
    next.text = m_sentence->toPlainText();
    next.pair = m_pair->toPlainText();
    next.target = m_target->toPlainText();
    next.line = m_sentence->currentLine();
    int id = 0;
    if (next.target != now.target)
        id = mergeId(now.target, next.target, m_target);
    else if (next.pair != now.pair)
        id = mergeId(now.pair, next.pair, m_pair);
    else if (next.text != now.text)
        id = mergeId(now.text, next.text, m_sentence);
    else
        return;
    const TypedText typed{next.text, next.pair, next.target, next.line};
    m_workspace.apply(retyped(now, *m_workspace.snapshot(), typed), tr("Typing"), id);
}

void InputPanel::applyLine()
{
    const Document& now = m_workspace.document();
    if (m_sentence->toPlainText() != now.text)
        return; // the edit that moved the cursor comes right after
    m_workspace.apply(onLine(now, *m_workspace.snapshot(), m_sentence->currentLine()), {});
}

void InputPanel::showDocument()
{
    m_sentence->show(m_workspace.document().text);
    m_sentence->goToLine(m_workspace.document().line);
    m_pair->show(m_workspace.document().pair);
    m_target->show(m_workspace.document().target);
}

void InputPanel::showOutput()
{
    const QString& output = m_workspace.snapshot()->output;
    m_target->setHint(output.isEmpty() ? tr("leave empty for the model’s own output")
                                       : tr("leave empty for the model’s own output: %1").arg(output));
}

} // namespace headlight
