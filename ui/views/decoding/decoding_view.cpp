#include "ui/views/decoding/decoding_view.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/token_shading.h"
#include "ui/state/branch_edit.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/shown_decoding.h"
#include "ui/state/workspace.h"
#include "ui/views/decoding/branch_panel.h"
#include "ui/views/decoding/candidate_panel.h"
#include "ui/views/decoding/distribution_panel.h"
#include "ui/views/decoding/time_line.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/waiting_words.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QTabWidget>

#include <algorithm>

namespace headlight {

namespace {
constexpr int kWideInEms = 52; ///< width from which time line and panels are side by side

/// Step, token, probability, rank from 1, and entropy in bits of every step.
QString stepTable(const Snapshot& snapshot)
{
    QString text;
    for (std::size_t i = 0; i < snapshot.steps.size(); ++i) {
        const DecodeStep& step = snapshot.steps[i];
        text += QStringLiteral("%1\t%2\t%3\t%4\t%5\n")
                    .arg(QString::number(i), QString::fromStdString(step.token.text).simplified(),
                         tableNumber(step.probability()), QString::number(step.rank + 1),
                         QString::number(step.entropy, 'g', 9));
    }
    return text;
}
} // namespace

DecodingView::DecodingView(const ViewContext& context, QWidget* parent)
    : PagedView(context, parent)
    , m_player(new StepPlayer(context.workspace, this))
    , m_transport(new TransportBar(*m_player, context.settings, this))
    , m_stepsPart(new QWidget)
    , m_timeLine(new TimeLine)
    , m_tabs(new QTabWidget)
    , m_candidates(new CandidatePanel(context))
    , m_distribution(new DistributionPanel(context))
    , m_branches(new BranchPanel(context))
{
    auto* page = new QWidget;
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight, page);
    m_columns->setContentsMargins(8, 4, 8, 6);
    m_columns->setSpacing(10);
    buildSteps();
    m_columns->addWidget(m_stepsPart, 3);
    m_columns->addWidget(buildTabs(), 2);
    pages().addWidget(page);

    setFocusProxy(m_timeLine); // opening the view by its shortcut makes its keys work at once
    connectParts();
    m_transport->updateIcons();
    for (QWidget* const part : {static_cast<QWidget*>(this), m_stepsPart}) {
        auto* const copies = new CopyMenu(*part);
        copies->addPicture(*m_timeLine, tr("Copy the steps as an image"), tr("Save the steps as an image…"));
        copies->addPicture(*m_tabs, tr("Copy the details as an image"), tr("Save the details as an image…"));
        copies->addTable(tr("Copy the steps as a table"),
                         [this] { return stepTable(*shownDecoding(workspace())); });
    }
}

void DecodingView::connectParts()
{
    connect(m_timeLine, &TimeLine::stepChosen, this, &DecodingView::goTo);
    connect(m_timeLine, &TimeLine::editWanted, this, [this] {
        m_tabs->setCurrentIndex(0);
        m_candidates->editToken();
    });
    connect(m_candidates, &CandidatePanel::leaving, this, &DecodingView::leave);
    connect(m_distribution, &DistributionPanel::leaving, this, &DecodingView::leave);
    connect(m_branches, &BranchPanel::leaving, this, &DecodingView::leave);
    connect(m_distribution, &DistributionPanel::tokenWanted, this, [this](int step, TokenId token) {
        m_candidates->takeToken(step, token, m_distribution->stages().tokenText(token));
    });
    connect(&workspace(), &Workspace::documentChanged, this, [this](const Document& before) {
        const Document& now = workspace().document();
        // Another sentence: stop playback and show all steps.
        if (before.text == now.text && before.target == now.target && before.line == now.line)
            return;
        m_player->pause();
        if (!m_leaving)
            m_player->toEnd();
    });
}

void DecodingView::leave(int step)
{
    m_player->pause();
    m_leaving = true;
    workspace().setStep(step); // stays current once the new decoding gets that far
    markDirty(ViewChange::kDocument);
}

void DecodingView::buildSteps()
{
    auto* steps = makeColumn(m_stepsPart, {}, 4);
    steps->addWidget(m_transport);
    steps->addWidget(m_timeLine);
    m_legend = new QLabel;
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setForegroundRole(QPalette::PlaceholderText);
    m_legend->setMinimumWidth(1);
    m_legend->setWordWrap(true);
    explainTerm(*m_legend, Term::kSurprisal);
    steps->addWidget(m_legend);
    steps->addWidget(makeStatement(tr("The step in words")));
    m_outputRow = buildOutput();
    steps->addWidget(m_outputRow);
    steps->addStretch(1);
}

QWidget* DecodingView::across(bool away)
{
    m_away = away;
    // The window has its own row for the output; a second one would only take room from the views.
    m_outputRow->setVisible(!away);
    m_stepsPart->layout()->setContentsMargins(away ? QMargins(8, 4, 8, 4) : QMargins());
    if (!away) {
        m_columns->insertWidget(0, m_stepsPart);
        m_stepsPart->show();
    }
    arrange();
    updateGeometry();
    return m_stepsPart;
}

QWidget* DecodingView::buildTabs()
{
    m_tabs->setDocumentMode(true);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->addTab(m_candidates, tr("Candidates"));
    m_tabs->addTab(makeScrolling(m_distribution), tr("Distribution"));
    m_tabs->addTab(makeScrolling(m_branches), tr("Branches"));
    m_tabs->setTabToolTip(0, tr("The ten most likely tokens at this step; choose another one here"));
    m_tabs->setTabToolTip(1, tr("From the logits to the chosen token, stage by stage, with the settings"));
    m_tabs->setTabToolTip(2, tr("Branches of the decoding"));
    m_tabs->setAccessibleName(tr("The step in detail"));
    m_tabs->setMinimumWidth(1);
    return m_tabs;
}

QWidget* DecodingView::buildOutput()
{
    auto* part = new QWidget;
    auto* row = makeRow(part);
    auto* label = new QLabel(tr("O&utput"));
    m_output = new QLineEdit;
    m_output->setObjectName(QStringLiteral("output"));
    m_output->setReadOnly(true);
    m_output->setAccessibleName(tr("Output"));
    label->setBuddy(m_output);
    row->addWidget(label);
    row->addWidget(m_output, 1);
    return part;
}

void DecodingView::goTo(int step)
{
    const std::optional<OtherBeam> beam = otherBeam(workspace());
    if (!beam || step < static_cast<int>(beam->given))
        return m_player->goTo(step);
    m_player->pause();
    workspace().setBeamNode(beam->nodes.at(static_cast<std::size_t>(step) - beam->given));
}

void DecodingView::take(int row)
{
    m_candidates->take(row);
}

QString DecodingView::reasonForNothing() const
{
    const Snapshot& snapshot = *workspace().snapshot();
    if (snapshot.trace.isNull())
        return waitingWords(workspace(), tr("Type a sentence to see how the model decodes, token by token."));
    if (!snapshot.trace.info().decoder)
        return tr("This model has no decoder: it reads text but does not generate any.\nThe other views show "
                  "its attention.");
    if (workspace().model() != nullptr && workspace().document().decoding.maxNewTokens == 0)
        return tr("The model only reads: 0 new tokens are allowed. Raise “Max new tokens” beside the "
                  "output to let it write.");
    return snapshot.finished ? tr("Nothing was decoded.") : tr("Decoding…");
}

void DecodingView::refresh(ViewChanges changes)
{
    if (changes.testFlag(ViewChange::kColours)) {
        m_transport->updateIcons();
        m_legend->setText(legend());
    }
    if (!changes.testAnyFlags(ViewChange::kTrace | ViewChange::kDocument | ViewChange::kModel))
        return;
    m_shown = shownDecoding(workspace());
    const std::shared_ptr<const Snapshot> snapshot = m_shown;
    const auto count = static_cast<int>(snapshot->steps.size());
    m_leaving = false;
    m_timeLine->setSnapshot(snapshot);
    m_output->setText(snapshot->output);
    m_output->setCursorPosition(0);
    pages().setReason(reasonForNothing());
    pages().setCurrentIndex(count == 0 ? 0 : 1);
    m_distribution->adoptDocument();
    m_branches->refresh();
    showStep();
    showSpeed();
    m_transport->adapt(count > 0);
}

void DecodingView::letGo()
{
    m_shown = std::make_shared<const Snapshot>();
    m_timeLine->setSnapshot(m_shown);
}

void DecodingView::showStep()
{
    const Snapshot& snapshot = *m_shown;
    const int step = shownStepOf(workspace(), snapshot);
    const bool any = step >= 0;
    const bool other = any && snapshot.steps[static_cast<std::size_t>(step)].rank < 0;
    // A beam that was not chosen has kept neither candidates nor logits.
    m_tabs->setEnabled(!other);
    m_candidates->showStep(other ? -1 : step);
    m_distribution->showStep(other ? -1 : step);
    const QString words = any ? stepInWords(snapshot.steps[static_cast<std::size_t>(step)], step) : QString();
    setStatement(any && workspace().showsUnedited() ? tr("Without the edits: %1").arg(words) : words);
    m_transport->setPlace(any ? tr("Step %1 of %2").arg(step + 1).arg(snapshot.steps.size()) : QString());
    m_timeLine->showStep(step);
    pointAtRow(step);
}

void DecodingView::showSpeed()
{
    const Snapshot& snapshot = *workspace().shownRun();
    if (snapshot.steps.empty() || snapshot.milliseconds <= 0) {
        m_transport->setSpeed({}, {});
        return;
    }
    const double speed = 1000.0 * static_cast<double>(snapshot.steps.size()) / snapshot.milliseconds;
    const QString text = tr("%1 tokens/s").arg(locale().toString(speed, 'f', speed < 10 ? 1 : 0));
    m_transport->setSpeed(snapshot.cached ? text : tr("%1, full passes").arg(text),
                          snapshot.cached ? QString()
                                          : tr("An edit lets earlier positions see later ones, so nothing "
                                               "can be cached: each step is a full pass over all tokens."));
}

void DecodingView::pointAtRow(int step)
{
    // While stepping, all views show the row that produced the token, unless the user has pinned another.
    const bool stepping = workspace().step() >= 0 || workspace().beamNode() >= 0;
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

QString DecodingView::stepInWords(const DecodeStep& view, int step) const
{
    if (view.rank < 0)
        return tr("A beam that was not chosen, up to %1: probability %2. Its candidates and its distribution "
                  "were "
                  "not recorded.")
            .arg(tokenInSentence(view.token), probabilityText(static_cast<double>(view.probability())));
    return choiceInWords(view, step) + QLatin1Char(' ')
        + tr("Surprisal %1 bits, entropy %2 bits.")
              .arg(locale().toString(surpriseBits(view), 'f', 2), locale().toString(view.entropy, 'f', 2));
}

QString DecodingView::choiceInWords(const DecodeStep& view, int step) const
{
    if (!view.hasToken())
        return tr("No token can be chosen: the logits are not numbers (NaN).");
    const QString token = tokenInSentence(view.token);
    const QString probability = probabilityText(static_cast<double>(view.probability()));
    const int rank = view.rank + 1;
    if (view.forced && !workspace().document().target.isEmpty())
        return tr("Your target has %1: probability %2, rank %3.").arg(token, probability).arg(rank);
    if (isOwnChoice(view))
        return (isPicked(workspace().document(), step)
                    ? tr("You chose %1: probability %2, rank %3.")
                    : tr("%1 is kept from the earlier output: probability %2, rank %3."))
            .arg(token, probability)
            .arg(rank);
    if (view.rank > 0)
        return workspace().document().decoding.strategy == Strategy::kBeam
            ? tr("The best beam has %1: probability %2, rank %3.").arg(token, probability).arg(rank)
            : tr("%1 was sampled: probability %2, rank %3.").arg(token, probability).arg(rank);
    return tr("The model chose %1: probability %2.").arg(token, probability);
}

QString DecodingView::legend() const
{
    const ChipColours colours = chipColours(palette());
    const auto entry = [](const QColor& colour, const QString& text) {
        return QStringLiteral("<span style='color:%1'>■</span>&nbsp;%2").arg(colour.name(), text);
    };
    return entry(colours.rampEnd, tr("probability")) + QStringLiteral(" &nbsp; ")
        + entry(colours.key, tr("surprisal (bits)")) + QStringLiteral(" &nbsp; ")
        + entry(colours.muted, tr("entropy (bits, one scale)"));
}

void DecodingView::arrange()
{
    const bool wide = !m_away && width() >= kWideInEms * 2 * fontMetrics().averageCharWidth();
    m_columns->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_columns->setStretchFactor(m_stepsPart, wide ? 3 : 0);
    m_columns->setStretchFactor(m_tabs, wide ? 3 : 1);
}

QSize DecodingView::sizeHint() const
{
    // High enough to show all ten candidates beside the time line.
    return {100 * fontMetrics().averageCharWidth(), 15 * (fontMetrics().height() + 2) + 48};
}

QSize DecodingView::minimumSizeHint() const
{
    const int steps = m_away ? 0 : 7 * fontMetrics().height() + TimeLine::stepHeight(font());
    return {30 * fontMetrics().averageCharWidth(),
            10 * fontMetrics().height() + steps}; // below that the dock scrolls
}

int DecodingView::heightForWidth(int width) const
{
    // Stacked in a narrow dock, the parts wrap and need more lines than usual.
    const int usual = minimumSizeHint().height();
    const bool stacked = m_columns->direction() == QBoxLayout::TopToBottom;
    return stacked ? std::max(usual, m_columns->minimumHeightForWidth(width)) : usual;
}

} // namespace headlight
