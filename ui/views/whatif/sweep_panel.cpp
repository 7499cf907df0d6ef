#include "ui/views/whatif/sweep_panel.h"

#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/views/whatif/sweep_canvas.h"
#include "ui/views/whatif/sweep_form.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/words/edit_words.h"
#include "ui/words/probability_text.h"
#include "ui/words/token_text.h"
#include "ui/words/vocabulary_token.h"
#include "ui/words/what_if_edit.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {

SweepPanel::SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_form(new SweepForm(workspace, focus))
    , m_start(new QPushButton)
    , m_progress(new QProgressBar)
    , m_summary(new QLabel)
    , m_canvas(new SweepCanvas)
{
    auto* column = new QVBoxLayout(this);
    buildControls();
    buildResult();
    column->setSpacing(4);
    connect(&workspace.sweeps(), &SweepBoard::changed, this, &SweepPanel::refresh);
}

void SweepPanel::buildControls()
{
    auto* row = new QHBoxLayout;
    row->addWidget(m_start);
    row->addWidget(m_progress, 1);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(m_form);
    column->addLayout(row);
    m_start->setText(tr("Run"));
    m_start->setToolTip(tr("Run the model once for each case, in the background"));
    m_progress->setTextVisible(true);
    m_progress->setAccessibleName(tr("Progress of the sweep"));
    connect(m_form, &SweepForm::changed, this, &SweepPanel::refresh);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_workspace.sweeps().isRunning())
            m_workspace.sweeps().cancel();
        else
            start();
    });
    connect(m_form, &SweepForm::orderWanted, this, &SweepPanel::start);
}

void SweepPanel::buildResult()
{
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(m_summary);
    column->addWidget(makeScrolling(m_canvas), 1);
    m_canvas->setTip([this](const SweepPoint& point) { return tipOf(point); });
    connect(m_canvas, &SweepCanvas::chosen, this, &SweepPanel::choose);
}

void SweepPanel::start()
{
    if (const auto order = m_form->order())
        m_workspace.sweeps().order(*order);
    else
        m_summary->setText(tr("Type the sentence to patch from."));
}

QString SweepPanel::tokenName(TokenId id) const
{
    if (id < 0) // the edit's logits are not finite
        return tr("none");
    return quotedToken(vocabularyToken(m_workspace.snapshot()->vocabulary.get(), id));
}

QString SweepPanel::tipOf(const SweepPoint& point) const
{
    const QString what = editWords(point.edit, m_workspace.sweeps().trace());
    if (!point.known)
        return what;
    return tr("%1\nlog-probability %2 nats, KL %3 nats; most likely token: %4\nClick to add this edit, click "
              "again to remove it.")
        .arg(what, QLocale().toString(point.change, 'f', 3), numberText(point.divergence),
             tokenName(point.best));
}

QString SweepPanel::summary(const SweepResult& result) const
{
    if (result.done == 0)
        return {};
    const SweepPoint* strongest = nullptr;
    const auto measure = m_form->measure();
    for (const SweepPoint& point : result.points)
        if (point.known
            && (strongest == nullptr || std::abs(point.value(measure)) > std::abs(strongest->value(measure))))
            strongest = &point;
    QString text = tr("Log-probability of the measured tokens: %1 nats. Strongest effect: %2 (%3).")
                       .arg(QLocale().toString(result.logProbability, 'f', 2),
                            editWords(strongest->edit, m_workspace.sweeps().trace()),
                            QLocale().toString(strongest->value(measure), 'f', 2));
    if (result.finished())
        text += QLatin1Char(' ')
            + tr("%n run(s) in %1 ms.", nullptr, static_cast<int>(result.points.size()))
                  .arg(QLocale().toString(result.seconds * 1e3, 'f', 0));
    if (m_workspace.sweeps().isEdited())
        text += QLatin1Char(' ')
            + tr("These results do not include the edits you have added from them since.");
    return text;
}

QString SweepPanel::table() const
{
    const auto result = m_workspace.sweeps().result();
    if (!result || result->done == 0)
        return {};
    QString text
        = QStringList{tr("Edit"), tr("Log-probability"), tr("KL"), tr("Most likely")}.join(QLatin1Char('\t'))
        + QLatin1Char('\n');
    for (const SweepPoint& point : result->points)
        if (point.known)
            text += QStringList{editWords(point.edit, m_workspace.sweeps().trace()),
                                tableNumber(static_cast<float>(point.change)),
                                tableNumber(static_cast<float>(point.divergence)), tokenName(point.best)}
                        .join(QLatin1Char('\t'))
                + QLatin1Char('\n');
    return text;
}

void SweepPanel::refresh()
{
    const SweepBoard& board = m_workspace.sweeps();
    const auto result = board.result();
    const Trace trace = m_workspace.snapshot()->trace;
    if (!board.isRunning())
        m_form->adapt();
    m_start->setText(board.isRunning() ? tr("Stop") : tr("Run"));
    m_start->setEnabled(m_workspace.model() != nullptr && !trace.isNull());
    m_progress->setVisible(board.isRunning());
    m_progress->setRange(0, result ? static_cast<int>(result->points.size()) : 0);
    m_progress->setValue(result ? static_cast<int>(result->done) : 0);
    m_canvas->showResult(result, board.trace(), m_form->measure());
    if (!board.failure().isEmpty())
        m_summary->setText(board.failure());
    else if (result)
        m_summary->setText(summary(*result));
    else
        m_summary->setText(board.isRunning() ? QString() : m_form->purpose());
}

void SweepPanel::choose(int point)
{
    const auto result = m_workspace.sweeps().result();
    if (!result || point < 0 || static_cast<std::size_t>(point) >= result->points.size())
        return;
    const SweepPoint& chosen = result->points[static_cast<std::size_t>(point)];
    if (const auto head = headOf(chosen))
        m_focus.setHead(*head);
    const auto& list = m_workspace.document().interventions.list;
    const auto there = std::find(list.begin(), list.end(), chosen.edit);
    if (there == list.end())
        m_workspace.apply(withEdit(m_workspace.document(), chosen.edit), tr("Add an edit"));
    else
        m_workspace.apply(withoutEdit(m_workspace.document(), static_cast<std::size_t>(there - list.begin())),
                          tr("Remove an edit"));
}

} // namespace headlight
