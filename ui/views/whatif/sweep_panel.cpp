#include "ui/views/whatif/sweep_panel.h"

#include "ui/picture/edit_words.h"
#include "ui/picture/head_name.h"
#include "ui/picture/probability_text.h"
#include "ui/picture/token_text.h"
#include "ui/picture/vocabulary_token.h"
#include "ui/picture/what_if_edit.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/views/whatif/sweep_canvas.h"
#include "ui/widgets/copy_menu.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

// What is tried, as the choice holds it.
constexpr int kHeads = 0;
constexpr int kHideEncoder = 1;
constexpr int kHideDecoder = 2;
constexpr int kPatch = 3;

QComboBox* narrowBox(const QString& name, const QString& tip)
{
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(14);
    box->setAccessibleName(name);
    box->setToolTip(tip);
    return box;
}

} // namespace

SweepPanel::SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_kind(narrowBox(tr("What to try"), tr("What is tried, one at a time, on top of the active edits.")))
    , m_where(narrowBox(tr("Heads"), tr("Which heads or layers are tried.")))
    , m_site(narrowBox(tr("What is patched"), tr("Which numbers come from the other sentence.")))
    , m_source(new QLineEdit)
    , m_row(narrowBox(tr("Looked at"), tr("Which tokens of the output the effect is measured on.")))
    , m_measure(narrowBox(tr("Coloured by"), tr("What the colours mean.")))
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
    adapt();
}

void SweepPanel::buildControls()
{
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_source->setPlaceholderText(tr("another sentence, of the same form"));
    m_source->setAccessibleName(tr("Sentence that the numbers come from"));
    m_source->setToolTip(tr("The plain model is run on it; its numbers are put into this sentence, one layer "
                            "and position at a time."));
    m_measure->addItems({tr("Change of the log-probability"), tr("Divergence (KL)")});
    m_site->addItems(fieldWords(ActivationPatch{}, "site").choices);
    const auto* const stream = std::find(kPatchSites.begin(), kPatchSites.end(), Site::kResidual);
    m_site->setCurrentIndex(static_cast<int>(stream - kPatchSites.begin()));
    form->addRow(tr("&Try"), m_kind);
    form->addRow(tr("In"), m_where);
    form->addRow(tr("Patch"), m_site);
    form->addRow(tr("From"), m_source);
    form->addRow(tr("Look at"), m_row);
    form->addRow(tr("Colours"), m_measure);
    auto* row = new QHBoxLayout;
    row->addWidget(m_start);
    row->addWidget(m_progress, 1);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addLayout(form);
    column->addLayout(row);
    m_start->setText(tr("Run"));
    m_start->setToolTip(tr("Runs the model once for every case, in the background."));
    m_progress->setTextVisible(true);
    m_progress->setAccessibleName(tr("Progress of the sweep"));
    connect(m_kind, &QComboBox::activated, this, &SweepPanel::refresh);
    connect(m_measure, &QComboBox::activated, this, &SweepPanel::refresh);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_workspace.sweeps().isRunning())
            m_workspace.sweeps().cancel();
        else
            start();
    });
    connect(m_source, &QLineEdit::returnPressed, this, &SweepPanel::start);
}

void SweepPanel::buildResult()
{
    m_summary->setWordWrap(true);
    m_summary->setTextFormat(Qt::PlainText);
    auto* scroll = new QScrollArea;
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the keys
    scroll->setWidget(m_canvas);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addWidget(m_summary);
    column->addWidget(scroll, 1);
    m_canvas->setTip([this](const SweepPoint& point) { return tipOf(point); });
    connect(m_canvas, &SweepCanvas::chosen, this, &SweepPanel::choose);
}

void SweepPanel::adapt()
{
    const Trace trace = m_workspace.snapshot()->trace;
    const bool encoder = !trace.isNull() && trace.info().encoder.has_value();
    const bool decoder = !trace.isNull() && trace.info().decoder.has_value();
    const bool cross = decoder && trace.info().decoder->cross;
    const auto fill = [](QComboBox* box, const std::vector<std::pair<QString, QVariant>>& items) {
        const QVariant before = box->currentData();
        const QSignalBlocker quiet(box);
        box->clear();
        for (const auto& [text, value] : items)
            box->addItem(text, value);
        box->setCurrentIndex(std::max(0, box->findData(before)));
    };
    std::vector<std::pair<QString, QVariant>> kinds{{tr("Each head off"), kHeads}};
    if (encoder)
        kinds.emplace_back(tr("Each token of the encoder hidden"), kHideEncoder);
    if (decoder)
        kinds.emplace_back(tr("Each token of the decoder hidden"), kHideDecoder);
    kinds.emplace_back(tr("Each layer and position patched"), kPatch);
    fill(m_kind, kinds);
    const int kind = m_kind->currentData().toInt();
    std::vector<std::pair<QString, QVariant>> where;
    if (kind == kHeads)
        where.emplace_back(tr("All heads"), QStringLiteral("*.*.*.*"));
    if (encoder)
        where.emplace_back(attentionName(StackKind::kEncoder, AttentionKind::kSelf),
                           QStringLiteral("encoder.*.self.*"));
    if (decoder)
        where.emplace_back(attentionName(StackKind::kDecoder, AttentionKind::kSelf),
                           QStringLiteral("decoder.*.self.*"));
    if (cross)
        where.emplace_back(attentionName(StackKind::kDecoder, AttentionKind::kCross),
                           QStringLiteral("decoder.*.cross.*"));
    fill(m_where, where);
    // Models without an encoder go through their prompt and what they wrote alike.
    fill(m_row,
         {{encoder && decoder                           ? tr("The whole output")
               : m_workspace.snapshot()->masked.empty() ? tr("The whole text")
                                                        : tr("The masked words"),
           false},
          {decoder ? tr("The step that is looked at") : tr("The token that is looked at"), true}});
    auto* form = static_cast<QFormLayout*>(layout()->itemAt(0)->layout());
    const auto setRow = [form](QWidget* field, bool visible) {
        field->setVisible(visible);
        form->labelForField(field)->setVisible(visible);
    };
    setRow(m_where, kind == kHeads || kind == kPatch);
    setRow(m_site, kind == kPatch);
    setRow(m_source, kind == kPatch);
}

void SweepPanel::start()
{
    const Snapshot& snapshot = *m_workspace.snapshot();
    SweepOrder order;
    const int kind = m_kind->currentData().toInt();
    order.kind = kind == kHeads ? SweepOrder::Kind::kHeads
        : kind == kPatch        ? SweepOrder::Kind::kPatch
                                : SweepOrder::Kind::kHide;
    order.stack = kind == kHideEncoder ? StackKind::kEncoder : StackKind::kDecoder;
    if (const auto where = parseHeadPattern(m_where->currentData().toString().toStdString()))
        order.where = *where;
    order.site = kPatchSites.at(static_cast<std::size_t>(m_site->currentIndex()));
    order.from.text = m_source->text().trimmed().toStdString();
    if (kind == kPatch && order.from.own()) {
        m_summary->setText(tr("Type the sentence that the numbers shall come from."));
        m_source->setFocus();
        return;
    }
    if (m_row->currentData().toBool()) {
        const int step = shownStep(m_workspace);
        if (step >= 0) {
            const DecodeStep& shown = snapshot.steps[static_cast<std::size_t>(step)];
            order.row = static_cast<Index>(shown.trace.tokens(StackKind::kDecoder).size()) - 1;
            order.token = static_cast<TokenId>(shown.token.id);
        } else {
            order.row = m_focus.cell().query.value_or(0);
        }
    }
    m_workspace.sweeps().order(order);
}

QString SweepPanel::purpose() const
{
    const int kind = m_kind->currentData().toInt();
    return kind == kHeads ? tr("Each head off in turn shows which heads the output hangs on.")
        : kind == kPatch
        ? tr(
            "Each layer and position in turn gets the numbers of another sentence: that shows where what the "
            "two differ in is kept.")
        : tr("Each token hidden from everyone in turn shows which tokens the output hangs on.");
}

QString SweepPanel::tokenName(TokenId id) const
{
    return quotedToken(vocabularyToken(m_workspace.snapshot()->vocabulary.get(), id));
}

QString SweepPanel::tipOf(const SweepPoint& point) const
{
    const QString what = editWords(point.edit, m_workspace.sweeps().trace());
    if (!point.known)
        return what;
    return tr("%1\nlog-probability %2 nats, KL %3 nats; most likely then: %4\nA click makes it an edit; "
              "another one takes it back.")
        .arg(what, QLocale().toString(point.change, 'f', 3), numberText(point.divergence),
             tokenName(point.best));
}

QString SweepPanel::summary(const SweepResult& result) const
{
    if (result.done == 0)
        return {};
    const SweepPoint* strongest = nullptr;
    const auto measure = static_cast<SweepMeasure>(m_measure->currentIndex());
    for (const SweepPoint& point : result.points)
        if (point.known
            && (strongest == nullptr || std::abs(point.value(measure)) > std::abs(strongest->value(measure))))
            strongest = &point;
    QString text = tr("Log-probability of what is looked at: %1 nats. Strongest: %2 (%3).")
                       .arg(QLocale().toString(result.logProbability, 'f', 2),
                            editWords(strongest->edit, m_workspace.sweeps().trace()),
                            QLocale().toString(strongest->value(measure), 'f', 2));
    if (result.finished())
        text += QLatin1Char(' ')
            + tr("%n run(s) in %1 ms.", nullptr, static_cast<int>(result.points.size()))
                  .arg(QLocale().toString(result.seconds * 1e3, 'f', 0));
    if (m_workspace.sweeps().isEdited())
        text += QLatin1Char(' ') + tr("It is of the run without the edits that were made from it since.");
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
        adapt();
    m_start->setText(board.isRunning() ? tr("Stop") : tr("Run"));
    m_start->setEnabled(m_workspace.model() != nullptr && !trace.isNull());
    m_progress->setVisible(board.isRunning());
    m_progress->setRange(0, result ? static_cast<int>(result->points.size()) : 0);
    m_progress->setValue(result ? static_cast<int>(result->done) : 0);
    m_canvas->showResult(result, board.trace(), static_cast<SweepMeasure>(m_measure->currentIndex()));
    if (!board.failure().isEmpty())
        m_summary->setText(board.failure());
    else if (result)
        m_summary->setText(summary(*result));
    else
        m_summary->setText(board.isRunning() ? QString() : purpose());
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
