#include "ui/views/whatif/sweep_panel.h"

#include "core/edit/edit_kinds.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/sweep_board.h"
#include "ui/state/workspace.h"
#include "ui/views/whatif/sweep_canvas.h"
#include "ui/widgets/copy_menu.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"
#include "ui/words/token_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QVariant>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace headlight {

SweepPanel::SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_form(new SweepForm(workspace, focus))
    , m_start(new QPushButton)
    , m_progress(new QProgressBar)
    , m_summary(makePlainLabel())
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
    auto* row = new WrapLayout(4);
    row->addWidget(m_start);
    row->addWidget(m_progress);
    auto* const many = makeFlatButton(tr("Many sentences…"), tr("Replace heads over many sentences"));
    connect(many, &QToolButton::clicked, this, &SweepPanel::manyWanted);
    row->addWidget(many);
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
        m_summary->setText(m_form->fault());
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
        .arg(what, withMinus(localNumber(point.change, 3)), numberText(point.divergence),
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
                       .arg(withMinus(localNumber(result.logProbability, 2)),
                            editWords(strongest->edit, m_workspace.sweeps().trace()),
                            withMinus(localNumber(strongest->value(measure), 2)));
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

namespace {

// What to try: data of the combo box.
constexpr int kHeads = 0;
constexpr int kHideEncoder = 1;
constexpr int kHideDecoder = 2;
constexpr int kPatch = 3;

// Where to measure, likewise.
constexpr int kWhole = 0;
constexpr int kCurrent = 1;
constexpr int kPositions = 2;

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

SweepForm::SweepForm(Workspace& workspace, Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_form(new QFormLayout(this))
    , m_kind(narrowBox(tr("What to try"), tr("Edits to try one at a time, on top of the active ones.")))
    , m_where(narrowBox(tr("Heads"), tr("Heads or layers to try.")))
    , m_site(narrowBox(tr("Activation to patch"), tr("Activations taken from the other sentence.")))
    , m_source(new QLineEdit)
    , m_row(narrowBox(tr("Measured on"), tr("Output tokens the effect is measured on.")))
    , m_rows(new QLineEdit)
    , m_measure(narrowBox(tr("Coloured by"), tr("What the colours mean.")))
    , m_minus(new QLineEdit)
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_source->setPlaceholderText(tr("another sentence of the same structure"));
    m_source->setAccessibleName(tr("Sentence to patch from"));
    m_source->setToolTip(tr("The unedited model runs on it; its activations replace this sentence’s, one "
                            "layer and position at a time."));
    m_rows->setPlaceholderText(tr("positions such as 0-3,5"));
    m_rows->setAccessibleName(tr("Positions to measure on"));
    m_minus->setPlaceholderText(tr("another token"));
    m_minus->setAccessibleName(tr("Token whose logit is subtracted"));
    for (const auto& [text, metric] :
         {std::pair{tr("Change of the log-probability"), Metric::kLogProbability},
          {tr("Divergence (KL)"), Metric::kDivergence},
          {tr("Change of the logit difference"), Metric::kLogitDifference},
          {tr("Change of the probability"), Metric::kProbability},
          {tr("Change of the rank"), Metric::kRank},
          {tr("Change of the loss per token"), Metric::kLoss}})
        m_measure->addItem(text, static_cast<int>(metric));
    m_site->addItems(fieldWords(ActivationPatch{}, "site").choices);
    const auto* const stream = std::find(kPatchSites.begin(), kPatchSites.end(), Site::kResidual);
    m_site->setCurrentIndex(static_cast<int>(stream - kPatchSites.begin()));
    m_form->addRow(tr("&Try"), m_kind);
    m_form->addRow(tr("Where"), m_where);
    m_form->addRow(tr("Patch"), m_site);
    m_form->addRow(tr("From"), m_source);
    m_form->addRow(tr("Measure on"), m_row);
    m_form->addRow(tr("Positions"), m_rows);
    m_form->addRow(tr("Colour by"), m_measure);
    m_form->addRow(tr("Rather than"), m_minus);
    connect(m_kind, &QComboBox::activated, this, &SweepForm::changed);
    connect(m_measure, &QComboBox::activated, this, &SweepForm::changed);
    connect(m_row, &QComboBox::activated, this, &SweepForm::changed);
    for (const QLineEdit* const field : {m_source, m_rows, m_minus})
        connect(field, &QLineEdit::returnPressed, this, &SweepForm::orderWanted);
    adapt();
}

Metric SweepForm::measure() const
{
    return static_cast<Metric>(m_measure->currentData().toInt());
}

void SweepForm::adapt()
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
    std::vector<std::pair<QString, QVariant>> kinds{{tr("Each head switched off"), kHeads}};
    if (encoder)
        kinds.emplace_back(tr("Each encoder token hidden"), kHideEncoder);
    if (decoder)
        kinds.emplace_back(tr("Each decoder token hidden"), kHideDecoder);
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
    // Models without an encoder treat the prompt and their output alike.
    fill(m_row,
         {{encoder && decoder                           ? tr("The whole output")
               : m_workspace.snapshot()->masked.empty() ? tr("The whole text")
                                                        : tr("The masked words"),
           kWhole},
          {decoder ? tr("The current step") : tr("The current token"), kCurrent},
          {tr("Some positions"), kPositions}});
    showFields();
}

void SweepForm::showFields()
{
    const int kind = m_kind->currentData().toInt();
    const auto setRow = [this](QWidget* field, bool visible) {
        field->setVisible(visible);
        m_form->labelForField(field)->setVisible(visible);
    };
    setRow(m_where, kind == kHeads || kind == kPatch);
    setRow(m_site, kind == kPatch);
    setRow(m_source, kind == kPatch);
    setRow(m_rows, m_row->currentData().toInt() == kPositions);
    setRow(m_minus, measure() == Metric::kLogitDifference);
}

bool SweepForm::lacks(QLineEdit* field, const QString& fault)
{
    m_fault = fault;
    field->setFocus();
    return false;
}

bool SweepForm::readFields(SweepOrder& wanted)
{
    if (wanted.kind == SweepOrder::Kind::kPatch && wanted.from.own())
        return lacks(m_source, tr("Type the sentence to patch from."));
    if (m_row->currentData().toInt() == kPositions) {
        const auto rows = parseRowChoice(m_rows->text().remove(QLatin1Char(' ')).toStdString());
        if (!rows)
            return lacks(m_rows, tr("Type positions such as 0-3,5."));
        wanted.rows = *rows;
    }
    if (measure() != Metric::kLogitDifference)
        return true;
    const Tokenizer* const vocabulary = m_workspace.snapshot()->vocabulary.get();
    const auto tokens = vocabulary != nullptr
        ? vocabulary->encode(m_minus->text().toStdString(), std::nullopt, {.addSpecial = false})
        : Result<std::vector<Token>>(std::vector<Token>());
    if (!tokens || tokens->size() != 1)
        return lacks(m_minus, tr("Type another token of the model’s vocabulary: its logit is subtracted."));
    wanted.minus = tokens->front().id;
    return true;
}

std::optional<SweepOrder> SweepForm::order()
{
    SweepOrder wanted;
    const int kind = m_kind->currentData().toInt();
    wanted.kind = kind == kHeads ? SweepOrder::Kind::kHeads
        : kind == kPatch         ? SweepOrder::Kind::kPatch
                                 : SweepOrder::Kind::kHide;
    wanted.stack = kind == kHideEncoder ? StackKind::kEncoder : StackKind::kDecoder;
    if (const auto where = parseHeadPattern(m_where->currentData().toString().toStdString()))
        wanted.where = *where;
    wanted.site = kPatchSites.at(static_cast<std::size_t>(m_site->currentIndex()));
    wanted.from.text = m_source->text().trimmed().toStdString();
    if (!readFields(wanted))
        return std::nullopt;
    if (m_row->currentData().toInt() == kCurrent) {
        const int step = shownStep(m_workspace);
        if (step >= 0) {
            const DecodeStep& shown = m_workspace.snapshot()->steps[static_cast<std::size_t>(step)];
            wanted.row = static_cast<Index>(shown.trace.tokens(StackKind::kDecoder).size()) - 1;
            wanted.token = static_cast<TokenId>(shown.token.id);
        } else {
            wanted.row = m_focus.cell().query.value_or(0);
        }
    }
    return wanted;
}

QString SweepForm::purpose() const
{
    const int kind = m_kind->currentData().toInt();
    return kind == kHeads ? tr("Switches off each head in turn to show which ones the output depends on.")
        : kind == kPatch  ? tr("Patches each layer and position in turn from another sentence, to show where "
                                "the model holds what differs between the two.")
                          : tr("Hides each token in turn to show which ones the output depends on.");
}

} // namespace headlight
