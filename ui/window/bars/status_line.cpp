#include "ui/window/bars/status_line.h"

#include "ui/background/once_after.h"
#include "ui/run/model_facts.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/pass_board.h"
#include "ui/state/scene.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>

#include <utility>

namespace headlight {

namespace {

constexpr int kPatience = 250; ///< milliseconds

} // namespace

StatusLine::StatusLine(Workspace& workspace, RunController& runs, QWidget* parent)
    : QStatusBar(parent)
    , m_workspace(workspace)
    , m_runs(runs)
    , m_activity(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_tokens(new QLabel(this))
    , m_details(new QWidget(this))
    , m_more(new QToolButton(this))
    , m_model(new QLabel(this))
    , m_time(new QLabel(this))
{
    m_progress->setMaximumWidth(160);
    m_progress->setMaximumHeight(14);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_cancel->setText(tr("Stop"));
    m_cancel->setToolTip(tr("Stop what is running"));
    // Leave room between them, and at the edge of a full screen, which has no size grip.
    const int beside = fontMetrics().averageCharWidth();
    for (QLabel* label : {m_tokens, m_model, m_time})
        label->setContentsMargins(beside, 0, beside, 0);
    for (QLabel* label : {m_activity, m_model}) { // names of files, which must not widen the window
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(1);
    }
    setContentsMargins(0, 0, fontMetrics().averageCharWidth(), 0);
    addWidget(m_activity);
    addWidget(m_progress);
    addWidget(m_cancel);
    addPermanentWidget(m_tokens);
    makeRow(m_details);
    for (QLabel* label : {m_model, m_time}) {
        m_separators.push_back(makeSeparator());
        m_details->layout()->addWidget(label);
    }
    m_details->hide();
    addPermanentWidget(m_details);
    m_more->setObjectName(QStringLiteral("runDetails"));
    m_more->setText(tr("Details"));
    m_more->setToolTip(
        tr("The model, how long the last run took, and whether its numbers agree with those of a "
           "reference implementation"));
    m_more->setCheckable(true);
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::TabFocus);
    connect(m_more, &QToolButton::toggled, m_details, &QWidget::setVisible);
    connect(m_more, &QToolButton::clicked, this, [this] { m_opened = false; });
    addPermanentWidget(m_more);
    onceAfter(m_patience, kPatience, this, &StatusLine::showBusy);
    connect(m_cancel, &QToolButton::clicked, &runs, &RunController::cancel);
    connect(&runs, &RunController::progressed, this, &StatusLine::showProgress);
    connect(&runs.opener(), &Opener::openingChanged, this, [this] { noteWork(m_runs.opener().isOpening()); });
    connect(&workspace, &Workspace::sourceChanged, this, &StatusLine::showSource);
    connect(&workspace, &Workspace::snapshotChanged, this, &StatusLine::showSnapshot);
    const auto follow = [this] { noteWork(isBusy()); };
    connect(&workspace, &Workspace::runningChanged, this, follow);
    connect(&workspace.passes(), &PassBoard::changed, this, follow);
    showBusy();
    showSource();
}

QFrame* StatusLine::makeSeparator()
{
    auto* const line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setForegroundRole(QPalette::PlaceholderText);
    line->setFixedHeight(fontMetrics().ascent());
    line->hide();
    m_details->layout()->addWidget(line);
    return line;
}

// A separator belongs between two parts that have something to say.
void StatusLine::showSeparators()
{
    const bool model = !m_model->text().isEmpty();
    m_more->setVisible(model);
    m_separators.front()->setVisible(model && !m_tokens->text().isEmpty());
    m_separators.at(1)->setVisible(model && !m_time->text().isEmpty());
    if (m_badge != nullptr)
        m_separators.back()->setVisible(!m_badge->isHidden() && model);
}

void StatusLine::setBadge(QWidget* badge)
{
    m_separators.push_back(makeSeparator());
    m_badge = badge;
    onEvent(*badge, {QEvent::ShowToParent, QEvent::HideToParent}, *this, [this] { showSeparators(); });
    m_details->layout()->addWidget(badge);
    showSeparators();
}

void StatusLine::showSource()
{
    const ModelFacts facts = openFacts(m_workspace);
    // A folder name can have 255 characters.
    constexpr int kLongestName = 60;
    const QString whole = titleOf(facts), shown = shortName(whole, kLongestName);
    const QString name = facts.info.trained ? shown : tr("%1, untrained").arg(shown);
    const QString text = facts.roundsInputs ? tr("%1, fast: activations in 8 bits").arg(name)
        : facts.halfPrecision               ? tr("%1, half precision").arg(name)
                                            : name;
    QString toolTip = m_workspace.model() == nullptr ? QString() : shapeInWords(facts);
    if (facts.info.trained && std::exchange(m_opened, false))
        m_more->setChecked(false);
    if (!facts.info.trained) {
        m_opened = m_opened || !m_more->isChecked();
        m_more->setChecked(true); // nobody should have to look for it
        toolTip += QLatin1Char('\n') + untrainedWords();
    }
    m_model->setText(text);
    m_model->setToolTip(plainTip(shown == whole ? toolTip : whole + QLatin1Char('\n') + toolTip));
    showSeparators();
}

void StatusLine::noteWork(bool begun)
{
    if (!begun)
        showBusy();
    else if (!m_patience.isActive() && m_activity->isHidden())
        m_patience.start();
}

bool StatusLine::isBusy() const
{
    return m_runs.opener().isOpening() || m_workspace.isRunning() || m_workspace.passes().isRunning();
}

void StatusLine::showBusy()
{
    const bool opening = m_runs.opener().isOpening();
    const bool busy = isBusy();
    if (!busy)
        m_patience.stop();
    m_activity->setText(!busy ? QString() : opening ? tr("Opening the model…") : tr("Running…"));
    m_progress->setRange(0, 0);
    m_activity->setVisible(busy);
    m_progress->setVisible(busy);
    m_cancel->setVisible(busy);
}

void StatusLine::showProgress(const QString& what, qint64 done, qint64 total)
{
    if (!m_progress->isVisible())
        return;
    // QProgressBar counts in int, which is too small for the bytes of the weights.
    m_progress->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_progress->setValue(
            static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
    m_activity->setText(m_runs.opener().isOpening() ? tr("Opening the model: %1").arg(what)
                                                    : tr("Running: %1").arg(what));
}

void StatusLine::showSnapshot()
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    if (snapshot.trace.isNull()) {
        m_tokens->clear();
        m_time->clear();
        showSeparators();
        return;
    }
    QStringList parts;
    const TraceInfo& info = snapshot.trace.info();
    if (snapshot.lanes > 1)
        parts << tr("line %1 of %2").arg(snapshot.lane + 1).arg(snapshot.lanes);
    if (info.encoder)
        parts << tr("tokens in: %1").arg(realTokens(snapshot.trace.tokens(StackKind::kEncoder)));
    if (info.decoder)
        parts << (info.encoder ? tr("out: %1") : tr("tokens: %1"))
                     .arg(realTokens(snapshot.trace.tokens(StackKind::kDecoder)));
    m_tokens->setText(parts.join(QStringLiteral(", ")));
    const int digits = snapshot.milliseconds < 100 ? 1 : 0;
    m_time->setText(snapshot.milliseconds > 0
                        ? tr("%1 ms").arg(QLocale().toString(snapshot.milliseconds, 'f', digits))
                        : QString()); // a trace was read, not run
    m_time->setToolTip(tr("How long the last run took, decoding included"));
    showSeparators();
}

} // namespace headlight
