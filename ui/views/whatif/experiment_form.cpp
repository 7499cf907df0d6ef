#include "ui/views/whatif/experiment_form.h"

#include "core/edit/edit_kinds.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace headlight {

namespace {

// What is replaced.
const QString kHeads = QStringLiteral("heads");
const QString kSelectedHeads = QStringLiteral("selected");
const QString kGroup = QStringLiteral("group");
const QString kPatch = QStringLiteral("patch");
const QString kHideEncoder = QStringLiteral("hide encoder");
const QString kHideDecoder = QStringLiteral("hide decoder");
// Rows, besides words of the command line.
const QString kCurrent = QStringLiteral("current");
const QString kList = QStringLiteral("list");
/// The command line’s words for kPatchSites.
constexpr std::array kSiteWords{
    "q", "k", "v", "head_output", "residual", "pattern", "attention", "residual-middle", "feed_forward"};
static_assert(kSiteWords.size() == kPatchSites.size());

void fill(QComboBox& choice, const ExperimentForm::Entries& entries)
{
    const QVariant before = choice.currentData();
    const QSignalBlocker quiet(choice);
    choice.clear();
    for (const auto& [text, value] : entries)
        choice.addItem(text, value);
    choice.setCurrentIndex(std::max(0, choice.findData(before)));
}

} // namespace

ExperimentForm::ExperimentForm(Workspace& workspace, Focus& focus)
    : m_workspace(workspace)
    , m_focus(focus)
    , m_what(makeChoice(tr("What is replaced"), {}))
    , m_where(makeChoice(tr("Heads or layers"), {}))
    , m_site(makeChoice(tr("Activation to patch"), {}))
    , m_by(makeChoice(tr("What replaces it"), {}))
    , m_reference(new FileChoice(tr("Sentences that the replacement comes from"), {tr("the inputs")},
                                 FileChoice::Takes::kSentences))
    , m_other(makeField(tr("Other sentence"), tr("another sentence"), 18))
    , m_align(makeChoice(tr("Which positions of the two sentences belong together"),
                         {{tr("position by position"), QStringLiteral("position")},
                          {tr("token by token"), QStringLiteral("token")}}))
    , m_trial(makeChoice(
          tr("How edits are tried"),
          {{tr("by runs"), QString()}, {tr("by runs and by the gradient"), QStringLiteral("check")}}))
    , m_metric(makeChoice(tr("What is measured"), {}))
    , m_token(makeField(tr("Token that is measured"), tr("the token there"), 12))
    , m_minusSign(new QLabel(QStringLiteral("−")))
    , m_minus(makeField(tr("Token whose logit is subtracted"), tr("another token"), 10))
    , m_rows(makeChoice(tr("Positions that are measured"), {}))
    , m_positions(makeField(tr("Positions"), tr("such as 0-3,5"), 8))
    , m_inputs(new FileChoice(tr("Inputs of the experiment"), {tr("the shown line"), tr("the current text")},
                              FileChoice::Takes::kSentencesOrPairs))
    , m_over(new QLabel(tr("over", "reference")))
    , m_tried(new QLabel(tr("tried")))
{
    setProperty("advice", true); // paper does without it
    auto* const line = new WrapLayout(4);
    setLayout(line);
    line->addTogether({new QLabel(tr("Replace")), m_what});
    line->addWidget(m_where);
    line->addWidget(m_site);
    line->addTogether({new QLabel(tr("by")), m_by});
    line->addTogether({m_over, m_reference});
    line->addWidget(m_other);
    line->addWidget(m_align);
    line->addTogether({new QLabel(tr("measure")), m_metric});
    line->addWidget(m_token);
    line->addTogether({m_minusSign, m_minus});
    line->addTogether({new QLabel(tr("on")), m_rows});
    line->addWidget(m_positions);
    line->addTogether({new QLabel(tr("over", "inputs")), m_inputs});
    line->addTogether({m_tried, m_trial});
    m_minusSign->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    const std::array<QWidget*, 12> inOrder{m_what,  m_by,    m_reference, m_other,     m_align,  m_metric,
                                           m_token, m_minus, m_rows,      m_positions, m_inputs, m_trial};
    for (std::size_t i = 1; i < inOrder.size(); ++i)
        setTabOrder(inOrder[i - 1], inOrder[i]);
    m_token->setToolTip(tr("Leave empty for the token that follows at each position"));
    m_align->setToolTip(tr("Token by token: equal tokens belong together, also where the sentences differ in "
                           "length"));
    const QStringList sites = fieldWords(ActivationPatch{}, "site").choices;
    for (const char* const word : kSiteWords)
        m_site->addItem(sites.value(m_site->count()), QLatin1String(word));
    m_site->setCurrentIndex(m_site->findData(QStringLiteral("residual")));
    m_inputs->setItemData(0, tr("With its output, as the window shows it"), Qt::ToolTipRole);
    m_other->setToolTip(tr("The unedited model runs on it; its numbers take the place of the replaced ones"));
    m_trial->setToolTip(tr("Estimates each edit by one gradient, too, and compares the estimates with the "
                           "runs"));
    for (FileChoice* const choice : {m_reference, m_inputs})
        connect(choice, &FileChoice::changed, this, &ExperimentForm::adapt);
    m_positions->setToolTip(tr("Type positions, or drag over tokens in the view Tokens"));
    adapt();
    const ExperimentBoard& board = ExperimentBoard::of(workspace);
    connect(&board, &ExperimentBoard::rowsChosen, this, &ExperimentForm::takeChosenRows);
    if (!board.rows().isEmpty())
        takeChosenRows();
}

void ExperimentForm::takeChosenRows()
{
    m_rows->setCurrentIndex(m_rows->findData(kList));
    m_positions->setText(ExperimentBoard::of(m_workspace).rows());
    showFields();
}

QComboBox* ExperimentForm::makeChoice(const QString& name, const Entries& entries)
{
    auto* const choice = new QComboBox(this);
    choice->setAccessibleName(name);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setMinimumWidth(8 * fontMetrics().averageCharWidth()); // where a dock is narrower than its words
    fill(*choice, entries);
    connect(choice, &QComboBox::activated, this, &ExperimentForm::adapt);
    return choice;
}

QLineEdit* ExperimentForm::makeField(const QString& name, const QString& placeholder, int letters)
{
    auto* const field = new QLineEdit(this);
    field->setAccessibleName(name);
    field->setPlaceholderText(placeholder);
    field->setMinimumWidth(letters * fontMetrics().averageCharWidth());
    field->setMaximumWidth(2 * letters * fontMetrics().averageCharWidth());
    connect(field, &QLineEdit::returnPressed, this, &ExperimentForm::wanted);
    return field;
}

void ExperimentForm::adapt()
{
    const Trace trace = m_workspace.snapshot()->trace;
    const bool encoder = trace.isNull() || trace.info().encoder.has_value();
    const bool decoder = trace.isNull() || trace.info().decoder.has_value();
    Entries what{{tr("each head"), kHeads},
                 {tr("each selected head"), kSelectedHeads},
                 {tr("the selected heads together"), kGroup},
                 {tr("each layer and position"), kPatch}};
    if (encoder)
        what.emplace_back(tr("each token of the encoder"), kHideEncoder);
    if (decoder)
        what.emplace_back(tr("each token of the decoder"), kHideDecoder);
    fill(*m_what, what);
    const QString chosen = m_what->currentData().toString();
    Entries where;
    if (chosen == kHeads)
        where.emplace_back(tr("all heads"), QStringLiteral("*.*.*.*"));
    const auto kind = [&where](bool there, StackKind stack, AttentionKind attention, const char* pattern) {
        if (there)
            where.emplace_back(attentionName(stack, attention), QLatin1String(pattern));
    };
    kind(encoder, StackKind::kEncoder, AttentionKind::kSelf, "encoder.*.self.*");
    kind(decoder, StackKind::kDecoder, AttentionKind::kSelf, "decoder.*.self.*");
    kind(encoder && decoder, StackKind::kDecoder, AttentionKind::kCross, "decoder.*.cross.*");
    fill(*m_where, where);
    Entries by{
        {tr("nothing"), QStringLiteral("zero")},
        {tr("its mean"), QStringLiteral("mean")},
        {tr("its mean per position"), QStringLiteral("mean-position")},
        {tr("another input’s"), QStringLiteral("resample")},
        {m_inputs->holdsPairs() ? tr("the pair’s other") : tr("another sentence’s"), QStringLiteral("pair")}};
    if (chosen == kPatch) // numbers come from a pair, tokens are hidden
        by = {by.back()};
    else if (hides())
        by = {by.front()};
    fill(*m_by, by);
    const bool pair = m_by->currentData() == QLatin1String("pair");
    Entries metrics{{tr("log-probability"), QStringLiteral("logprob")},
                    {tr("logit A − B"), QStringLiteral("logit-difference")},
                    {tr("probability"), QStringLiteral("probability")},
                    {tr("rank"), QStringLiteral("rank")},
                    {tr("KL"), QStringLiteral("kl")},
                    {tr("loss"), QStringLiteral("loss")}};
    if (pair)
        metrics.emplace_back(tr("recovery"), QStringLiteral("recovery"));
    fill(*m_metric, metrics);
    adaptRows(encoder, decoder);
    showFields();
    emit changed();
}

void ExperimentForm::adaptRows(bool encoder, bool decoder)
{
    const bool shownLine = m_inputs->currentIndex() == 0;
    const std::pair<QString, QString> all{tr("all positions"), QStringLiteral("all")};
    Entries rows;
    if (!decoder && !(shownLine && m_workspace.snapshot()->masked.empty()))
        rows.emplace_back(tr("the masked words"), QStringLiteral("masks"));
    if (!encoder)
        rows.emplace_back(tr("the prompt"), QStringLiteral("prompt"));
    if (encoder && !decoder)
        rows.push_back(all);
    else
        rows.emplace_back(tr("the output"), encoder ? QStringLiteral("all") : QStringLiteral("output"));
    rows.emplace_back(tr("the last position"), QStringLiteral("last"));
    if (!encoder)
        rows.push_back(all);
    if (shownLine)
        rows.emplace_back(decoder ? tr("the current step") : tr("the current token"), kCurrent);
    rows.emplace_back(tr("some positions"), kList);
    fill(*m_rows, rows);
}

bool ExperimentForm::hides() const
{
    return m_what->currentData() == kHideEncoder || m_what->currentData() == kHideDecoder;
}

QString ExperimentForm::purpose() const
{
    if (hides())
        return tr("Hides each token in turn to show which ones the output depends on.");
    if (m_what->currentData() == kPatch)
        return tr("Patches each layer and position in turn from another sentence, to show where the model "
                  "holds what differs between the two.");
    return m_what->currentData() == kHeads && m_by->currentIndex() == 0
        ? tr("Switches off each head in turn to show which ones the output depends on.")
        : tr("Makes one edit after the other, and shows what each changes on average and in each sentence.");
}

void ExperimentForm::showFields()
{
    const QString by = m_by->currentData().toString(), metric = m_metric->currentData().toString();
    const bool reference = by != QLatin1String("zero") && by != QLatin1String("pair");
    setShown({m_over, m_reference}, reference);
    m_where->setVisible(m_what->currentData() == kHeads || m_what->currentData() == kPatch);
    m_site->setVisible(m_what->currentData() == kPatch);
    m_other->setVisible(by == QLatin1String("pair") && !m_inputs->holdsPairs());
    m_align->setVisible(by == QLatin1String("pair"));
    const bool estimable = !hides() && metric != QLatin1String("kl") && metric != QLatin1String("rank");
    setShown({m_tried, m_trial}, estimable);
    const bool minus = metric == QLatin1String("logit-difference") || metric == QLatin1String("recovery");
    setShown({m_minusSign, m_minus}, minus);
    m_token->setVisible(metric != QLatin1String("kl"));
    const bool named = minus && m_inputs->holdsPairs(); // each line of the file names both
    m_token->setPlaceholderText(named ? tr("the pair’s") : tr("the token there"));
    m_minus->setPlaceholderText(named ? tr("the pair’s") : tr("another token"));
    m_positions->setVisible(m_rows->currentData() == kList);
}

/// The text of a field that is there.
QString ExperimentForm::typed(const QLineEdit& field) const
{
    return field.isVisibleTo(this) ? field.text() : QString();
}

bool ExperimentForm::lacks(QLineEdit* field, const QString& fault)
{
    m_fault = fault;
    field->setFocus();
    return false;
}

void ExperimentForm::takeEdits(ExperimentWords& words) const
{
    words.estimate = words.check = m_trial->isVisibleTo(this) && m_trial->currentIndex() == 1;
    const QString what = m_what->currentData().toString();
    const std::string where = m_where->currentData().toString().toStdString();
    if (what == kHeads)
        words.heads = {where};
    if (what == kPatch) {
        words.patch = m_site->currentData().toString().toStdString();
        words.where = where;
    }
    if (hides())
        words.hide = stackName(what == kHideEncoder ? StackKind::kEncoder : StackKind::kDecoder);
    words.group = what == kGroup;
    if (what != kSelectedHeads && what != kGroup)
        return;
    for (const SelectedHead& each : m_focus.heads()) {
        const std::string head = toString(each.head);
        if (words.group && !words.heads.empty())
            words.heads.front() += ',' + head;
        else
            words.heads.push_back(head);
    }
}

bool ExperimentForm::takeReference(ExperimentWords& words)
{
    const QString by = m_by->currentData().toString();
    if (!hides() && !words.patch)
        words.by = by.toStdString();
    if (by == QLatin1String("pair"))
        words.align = m_align->currentData().toString().toStdString();
    if (by == QLatin1String("pair") && !m_inputs->holdsPairs()) {
        if (m_other->text().trimmed().isEmpty())
            return lacks(m_other,
                         tr("Type the other sentence: its numbers take the place of the replaced ones."));
        words.reference.emplace();
        words.reference->text = m_other->text().trimmed().toStdString();
    } else if (m_reference->isVisibleTo(this) && !m_reference->file().isEmpty()) {
        words.referenceFile = m_reference->file().toStdString();
    }
    return true;
}

bool ExperimentForm::takeRows(ExperimentWords& words)
{
    const QString metric = m_metric->currentData().toString(), rows = m_rows->currentData().toString();
    words.metric = metric.toStdString();
    if (!typed(*m_minus).isEmpty())
        words.minus = m_minus->text().toStdString();
    if (metric == QLatin1String("logit-difference") && !words.minus && !m_inputs->holdsPairs())
        return lacks(m_minus, tr("Type the other token: its logit is subtracted."));
    if (!typed(*m_token).isEmpty())
        words.token = m_token->text().toStdString();
    if (words.minus && words.minus == words.token)
        return lacks(m_minus, tr("Type another token than the one that is measured."));
    std::string chosen = (rows == kList ? m_positions->text().remove(QLatin1Char(' ')) : rows).toStdString();
    if (rows == kCurrent)
        chosen = std::to_string(currentRow(words));
    if (!parseRowChoice(chosen))
        return lacks(m_positions, tr("Type positions such as 0-3,5."));
    // What follows the last position is not in the input: there the most likely token is measured.
    (rows == QLatin1String("last") ? words.row : words.rows) = chosen;
    return true;
}

/// The row of the current step, whose token is measured if no other is chosen, or that of the pinned token.
Index ExperimentForm::currentRow(ExperimentWords& words) const
{
    const auto& steps = m_workspace.snapshot()->steps;
    const int step = shownStep(m_workspace);
    if (step < 0 || static_cast<std::size_t>(step) >= steps.size())
        return m_focus.cell().query.value_or(0);
    const DecodeStep& shown = steps[static_cast<std::size_t>(step)];
    if (!words.token)
        words.token = std::to_string(shown.token.id);
    return std::ssize(shown.trace.tokens(StackKind::kDecoder)) - 1;
}

QString ExperimentForm::sentence() const
{
    QStringList what;
    for (const QComboBox* const each : {m_what, m_where, m_site})
        if (each->isVisibleTo(this))
            what << each->currentText();
    QString metric = m_metric->currentText();
    if (!typed(*m_token).isEmpty())
        metric += QStringLiteral(" “%1”").arg(m_token->text());
    if (!typed(*m_minus).isEmpty())
        metric += QStringLiteral(" − “%1”").arg(m_minus->text());
    const bool file = m_reference->isVisibleTo(this) && !m_reference->file().isEmpty();
    const bool byToken = m_align->isVisibleTo(this) && m_align->currentIndex() > 0;
    const QString text
        = tr("%1 by %2; %3 on %4; %5")
              .arg(what.join(QLatin1String(", ")),
                   file          ? tr("%1 over %2").arg(m_by->currentText(), m_reference->currentText())
                       : byToken ? m_by->currentText() + QLatin1Char(' ') + m_align->currentText()
                                 : m_by->currentText(),
                   metric, m_rows->currentData() == kList ? m_positions->text() : m_rows->currentText(),
                   m_inputs->currentText());
    return (QStringList{text} + changeWords(m_workspace.document().interventions)).join(QLatin1String("; "));
}

std::optional<ExperimentOrder> ExperimentForm::order()
{
    m_fault.clear();
    ExperimentOrder wanted;
    wanted.file = m_inputs->file();
    wanted.shownLine = m_inputs->currentIndex() == 0;
    takeEdits(wanted.words);
    if (!takeReference(wanted.words) || !takeRows(wanted.words))
        return std::nullopt;
    wanted.name = sentence();
    return wanted;
}

} // namespace headlight
