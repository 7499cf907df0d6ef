#include "ui/views/decoding/sampling_controls.h"

#include "core/options/decode_options.h"
#include "ui/state/translation.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/option_editor.h"
#include "ui/widgets/term.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr double kUsualDiversity = 1; ///< when groups are switched on
constexpr int kColumnInEms = 34; ///< width of a label and its field

constexpr std::array kTerms{std::pair{"temperature", Term::kTemperature},
                            std::pair{"topK", Term::kTopK},
                            std::pair{"topP", Term::kTopP},
                            std::pair{"minP", Term::kMinP},
                            std::pair{"typicalP", Term::kTypicalP},
                            std::pair{"beams", Term::kBeamSearch}};

/// Groups have the same size; no more hypotheses are listed than found. way: 1 = more groups, -1 = fewer.
void makeFit(DecodeOptions& options, int way)
{
    options.beamGroups = std::min(options.beamGroups, options.beams);
    while (options.beams % options.beamGroups != 0)
        options.beamGroups += way;
    options.nBest = std::min(options.nBest, options.beams);
}

} // namespace

SamplingControls::SamplingControls()
    : m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(3);
    for (const OptionEntry& entry : formEntries(m_options))
        add(entry);
    for (const auto& [name, term] : kTerms)
        explainTerm(*editor(name), term);
    // The number takes effect when it is complete, but Tab should already reach what it switches on.
    auto* const groups = findChild<QSpinBox*>(QStringLiteral("beamGroups"));
    connect(groups->findChild<QLineEdit*>(), &QLineEdit::textChanged, this, [=, this](const QString& text) {
        editor("diversityPenalty")->setEnabled(groups->locale().toInt(text) > 1);
    });
    setOptions({});
    onEvent(*this, {QEvent::Resize}, *this, [this] {
        if (std::max(1, width() / (kColumnInEms * fontMetrics().averageCharWidth())) != m_columns)
            arrange();
    });
}

void SamplingControls::add(const OptionEntry& entry)
{
    const std::size_t index = m_fields.size();
    const QString label = headlight::tr(entry.form.label), tip = headlight::tr(entry.form.tip);
    Field field{new QLabel(label, this), makeOptionEditor(entry, [this, index] { take(index); })};
    field.editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    field.place
        = std::holds_alternative<std::uint64_t*>(entry.value) ? seedRow(field.editor, index) : field.editor;
    field.place->setParent(this);
    field.place->setToolTip(tip);
    field.label->setBuddy(field.editor);
    field.label->setToolTip(tip);
    m_fields.push_back(field);
}

QWidget* SamplingControls::seedRow(QWidget* editor, std::size_t field)
{
    auto* row = new QWidget;
    auto* other = new QToolButton;
    other->setText(tr("↻"));
    other->setToolTip(tr("Another seed"));
    other->setAccessibleName(tr("Another seed"));
    connect(other, &QToolButton::clicked, this, [this, editor, field] {
        qobject_cast<QLineEdit*>(editor)->setText(
            QString::number(QRandomGenerator::global()->bounded(1000000)));
        take(field);
    });
    auto* layout = makeRow(row, {}, 2);
    layout->addWidget(editor, 1);
    layout->addWidget(other);
    return row;
}

void SamplingControls::take(std::size_t field)
{
    if (m_showing)
        return;
    DecodeOptions next = m_options;
    takeOption(*m_fields[field].editor, formEntries(next)[field]);
    makeFit(next, next.beamGroups > m_options.beamGroups ? 1 : -1);
    // Without a penalty, all groups would find the same.
    if (next.beamGroups > 1 && m_options.beamGroups == 1 && next.diversityPenalty == 0)
        next.diversityPenalty = kUsualDiversity;
    show(next);
    if (std::exchange(m_options, next) != next)
        emit edited(m_options);
}

void SamplingControls::setOptions(const DecodeOptions& options)
{
    m_options = options;
    show(options);
}

void SamplingControls::show(const DecodeOptions& options)
{
    DecodeOptions shown = options;
    const std::vector<OptionEntry> entries = formEntries(shown);
    bool otherFields = m_columns == 0;
    m_showing = true;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        showOption(*m_fields[i].editor, entries[i]);
        otherFields |= std::exchange(m_fields[i].used, entries[i].needs.met) != entries[i].needs.met;
    }
    m_showing = false;
    // A single group has no other to differ from.
    editor("diversityPenalty")->setEnabled(options.beamGroups > 1);
    if (otherFields)
        arrange();
}

void SamplingControls::arrange()
{
    const int columns = std::max(1, width() / (kColumnInEms * fontMetrics().averageCharWidth()));
    m_columns = columns;
    int place = 0;
    for (const Field& field : m_fields) {
        field.label->setVisible(field.used);
        field.place->setVisible(field.used);
        if (!field.used) {
            m_grid->removeWidget(field.label);
            m_grid->removeWidget(field.place);
            continue;
        }
        m_grid->addWidget(field.label, place / columns, 2 * (place % columns));
        m_grid->addWidget(field.place, place / columns, 2 * (place % columns) + 1);
        ++place;
    }
    for (int column = 0; column < m_grid->columnCount(); ++column)
        m_grid->setColumnStretch(column, column % 2 == 1 && column < 2 * columns ? 1 : 0);
}

QSize SamplingControls::minimumSizeHint() const
{
    int label = 0, editor = 0;
    for (const Field& field : m_fields) {
        label = std::max(label, field.used ? field.label->minimumSizeHint().width() : 0);
        editor = std::max(editor, field.used ? field.place->minimumSizeHint().width() : 0);
    }
    return {label + m_grid->horizontalSpacing() + editor, m_grid->minimumSize().height()};
}

} // namespace headlight
