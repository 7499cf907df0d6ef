#include "ui/views/decoding/candidate_panel.h"

#include "core/base/text_list.h"
#include "core/sampling/decode_step.h"
#include "ui/state/branch_edit.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/line_history.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/candidate_table.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/local_number.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headlight {

namespace {

/// The tokens of a text as a continuation, without special tokens. Ids if there is no tokenizer.
std::vector<TokenId> tokensOf(const Tokenizer* vocabulary, const QString& text)
{
    std::vector<TokenId> ids;
    if (vocabulary == nullptr) {
        for (const QString& word : idsIn(text)) {
            bool ok = false;
            ids.push_back(word.toInt(&ok));
            if (!ok || ids.back() < 0)
                return {};
        }
        return ids;
    }
    const auto tokens = vocabulary->encode(text.toStdString(), std::nullopt, {.addSpecial = false});
    return tokens ? listFrom(*tokens, &Token::id) : ids;
}

} // namespace

CandidatePanel::CandidatePanel(const ViewContext& context)
    : m_context(context)
    , m_candidates(new CandidatesModel(this))
    , m_rest(new QLabel)
    , m_take(new QPushButton(tr("&Use this token")))
    , m_backToModel(new QPushButton(tr("&Back to the model’s choice")))
    , m_other(new QLineEdit)
{
    auto* layout = makeColumn(this, {}, 4);
    buildTable();
    layout->addWidget(m_table, 1);
    m_rest->setObjectName(QStringLiteral("otherTokens"));
    m_rest->setForegroundRole(QPalette::PlaceholderText);
    m_rest->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_rest->hide();
    layout->addWidget(m_rest);
    layout->addStretch(); // below the list, which is only as high as its rows
    auto* other = new QHBoxLayout;
    auto* label = new QLabel(tr("&Other text"));
    label->setBuddy(m_other);
    m_other->setObjectName(QStringLiteral("otherText"));
    m_other->setAccessibleName(tr("Other text"));
    m_other->setPlaceholderText(tr("your text, then Enter"));
    m_other->setToolTip(tr("Replaces this step’s token with your text (F2 in the time line) and continues "
                           "decoding from there. The previous output is kept as a branch."));
    other->addWidget(label);
    other->addWidget(m_other, 1);
    layout->addLayout(other);
    auto* buttons = new WrapLayout(4);
    m_take->setToolTip(
        tr("Continue decoding from the selected candidate (double-click, or Enter in the list)"));
    m_backToModel->setToolTip(tr("Discard your choices from this step on"));
    buttons->addWidget(m_take);
    buttons->addWidget(m_backToModel);
    layout->addLayout(buttons);

    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { take(index.row()); });
    connect(m_take, &QPushButton::clicked, this, [this] { take(m_table->currentIndex().row()); });
    connect(m_backToModel, &QPushButton::clicked, this, [this] {
        Workspace& workspace = m_context.workspace;
        emit leaving(m_step);
        workspace.apply(withoutChoice(workspace.document(), *workspace.snapshot(), m_step),
                        tr("Back to the model’s choice"));
    });
    connect(m_other, &QLineEdit::returnPressed, this, [this] { takeText(m_other->text()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &CandidatePanel::adapt);
    connect(&context.workspace, &Workspace::documentChanged, this, &CandidatePanel::adapt);
    adapt();
}

void CandidatePanel::buildTable()
{
    m_table = new CandidateTable(m_candidates);
    m_table->setMinimumHeight(m_table->minimumSizeHint().height()); // and as much as there is room for
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_table->setObjectName(QStringLiteral("candidates"));
    m_table->setAccessibleName(tr("Best candidates at this step"));
}

void CandidatePanel::showStep(int step)
{
    const std::shared_ptr<const Snapshot> shown = m_context.workspace.shownRun();
    const auto& steps = shown->steps;
    const bool any = step >= 0 && static_cast<std::size_t>(step) < steps.size();
    m_step = any ? step : -1;
    m_candidates->setStep(any ? &steps[static_cast<std::size_t>(step)] : nullptr);
    m_table->setMaximumHeight(m_candidates->rowCount() > 0
                                  ? m_table->verticalHeader()->length() + 2 * m_table->frameWidth()
                                  : QWIDGETSIZE_MAX);
    m_rest->hide();
    if (any)
        showRest(steps[static_cast<std::size_t>(step)]);
    adapt();
}

void CandidatePanel::showRest(const DecodeStep& step)
{
    std::vector<TokenId> listed;
    double sum = 0;
    for (const CandidateRow& row : m_candidates->rows()) {
        listed.push_back(row.id);
        sum += static_cast<double>(row.probability);
    }
    const std::int64_t all = step.trace.isNull() ? 0 : step.trace.info().vocabulary;
    const auto others = static_cast<int>(all - static_cast<std::int64_t>(listed.size()));
    if (listed.empty() || others <= 0 || !std::isfinite(sum))
        return;
    // The sum of the listed ones is rounded; where the logits are kept, the small rest is exact.
    const double rest = step.logits != nullptr ? probabilityBeyond(*step.logits, listed) : 1 - sum;
    m_rest->setText(tr("%Ln other token(s) together", "", others) + QStringLiteral("  ")
                    + probabilityText(std::max(rest, 0.0)));
    m_rest->setToolTip(m_rest->text());
    m_rest->show();
}

void CandidatePanel::adapt()
{
    const int row = m_table->currentIndex().row();
    m_take->setEnabled(mayChoose() && row >= 0 && row < m_candidates->rowCount()
                       && !m_candidates->isTaken(row));
    m_backToModel->setEnabled(mayChoose() && !m_context.workspace.document().forced.empty());
    m_other->setEnabled(mayChoose() && m_step >= 0);
}

// Choices change the edited run; the unedited one is read-only.
bool CandidatePanel::mayChoose() const
{
    return !m_context.workspace.showsUnedited();
}

void CandidatePanel::take(int row)
{
    if (!mayChoose() || m_step < 0 || row < 0 || row >= m_candidates->rowCount()
        || m_candidates->isTaken(row))
        return;
    takeToken(m_step, m_candidates->idAt(row),
              m_candidates->index(row, CandidatesModel::kTokenColumn).data().toString());
}

void CandidatePanel::takeToken(int step, TokenId token, const QString& text)
{
    const auto& steps = m_context.workspace.snapshot()->steps;
    const auto index = static_cast<std::size_t>(step);
    if (!mayChoose() || step < 0 || index >= steps.size() || steps[index].token.id == token)
        return;
    m_step = step;
    branch({token}, text);
}

void CandidatePanel::takeText(const QString& text)
{
    if (!mayChoose() || m_step < 0 || text.isEmpty())
        return;
    const std::vector<TokenId> tokens = tokensOf(m_context.workspace.snapshot()->vocabulary.get(), text);
    if (tokens.empty())
        return;
    m_other->clear();
    branch(tokens, text.trimmed());
}

void CandidatePanel::branch(const std::vector<TokenId>& tokens, const QString& text)
{
    Workspace& workspace = m_context.workspace;
    const BranchNames names{tr("The original branch"), tr("“%1” at step %2").arg(text).arg(m_step + 1)};
    emit leaving(m_step);
    workspace.apply(branchOff(workspace.document(), *workspace.snapshot(), m_step, tokens, names),
                    tr("Use “%1” at step %2").arg(text).arg(m_step + 1));
}

void CandidatePanel::editToken()
{
    const auto& steps = m_context.workspace.snapshot()->steps;
    if (!mayChoose() || m_step < 0 || static_cast<std::size_t>(m_step) >= steps.size())
        return;
    const Tokenizer* const vocabulary = m_context.workspace.snapshot()->vocabulary.get();
    const TokenLabel& token = steps[static_cast<std::size_t>(m_step)].token;
    QString text = QString::fromStdString(token.text);
    text.replace(QChar(0x2423), QLatin1Char(' ')); // the open box represents a space
    m_other->setText(vocabulary != nullptr ? text : QString::number(token.id));
    m_other->setFocus(Qt::ShortcutFocusReason);
    for (QWidget* around = parentWidget(); around != nullptr; around = around->parentWidget())
        if (auto* const area = qobject_cast<QScrollArea*>(around)) // in a dock that is not high enough
            area->ensureWidgetVisible(m_other);
    m_other->selectAll();
}

} // namespace headlight
