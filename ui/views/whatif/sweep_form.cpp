#include "ui/views/whatif/sweep_form.h"

#include "core/edit/edit_kinds.h"
#include "ui/state/decoding_edit.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVariant>

#include <algorithm>
#include <utility>
#include <vector>

namespace headlight {

namespace {

// What to try: data of the combo box.
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
    , m_measure(narrowBox(tr("Coloured by"), tr("What the colours mean.")))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_source->setPlaceholderText(tr("another sentence of the same structure"));
    m_source->setAccessibleName(tr("Sentence to patch from"));
    m_source->setToolTip(tr("The unedited model runs on it; its activations replace this sentence’s, one "
                            "layer and position at a time."));
    m_measure->addItems({tr("Change of the log-probability"), tr("Divergence (KL)")});
    m_site->addItems(fieldWords(ActivationPatch{}, "site").choices);
    const auto* const stream = std::find(kPatchSites.begin(), kPatchSites.end(), Site::kResidual);
    m_site->setCurrentIndex(static_cast<int>(stream - kPatchSites.begin()));
    m_form->addRow(tr("&Try"), m_kind);
    m_form->addRow(tr("Where"), m_where);
    m_form->addRow(tr("Patch"), m_site);
    m_form->addRow(tr("From"), m_source);
    m_form->addRow(tr("Measure on"), m_row);
    m_form->addRow(tr("Colour by"), m_measure);
    connect(m_kind, &QComboBox::activated, this, &SweepForm::changed);
    connect(m_measure, &QComboBox::activated, this, &SweepForm::changed);
    connect(m_source, &QLineEdit::returnPressed, this, &SweepForm::orderWanted);
    adapt();
}

SweepMeasure SweepForm::measure() const
{
    return static_cast<SweepMeasure>(m_measure->currentIndex());
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
           false},
          {decoder ? tr("The current step") : tr("The current token"), true}});
    const auto setRow = [this](QWidget* field, bool visible) {
        field->setVisible(visible);
        m_form->labelForField(field)->setVisible(visible);
    };
    setRow(m_where, kind == kHeads || kind == kPatch);
    setRow(m_site, kind == kPatch);
    setRow(m_source, kind == kPatch);
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
    if (kind == kPatch && wanted.from.own()) {
        m_source->setFocus();
        return std::nullopt;
    }
    if (m_row->currentData().toBool()) {
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
