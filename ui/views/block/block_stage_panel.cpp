#include "ui/views/block/block_stage_panel.h"

#include "ui/views/block/block_words.h"
#include "ui/views/block/vector_strip.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace headlight {

BlockStagePanel::BlockStagePanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_formula(new ElidedLabel)
    , m_value(new QLabel)
    , m_note(new ElidedLabel)
    , m_bars(new QVBoxLayout)
{
    auto* const column = makeColumn(this, {}, 2);
    auto* const head = makeRow(nullptr, {}, 8);
    for (QLabel* label : {m_title, m_value})
        label->setTextFormat(Qt::PlainText);
    m_formula->setMostLines(1);
    m_formula->setForegroundRole(QPalette::PlaceholderText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(m_title);
    head->addWidget(m_formula, 1);
    head->addWidget(m_value);
    column->addLayout(head);
    m_bars->setSpacing(0);
    column->addLayout(m_bars);
    column->addWidget(m_note);
    setBold();
}

void BlockStagePanel::setBold()
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
}

void BlockStagePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        setBold();
}

void BlockStagePanel::showStage(const BlockStage& stage, const BlockStageWords& words)
{
    m_title->setText(words.title);
    m_formula->setText(words.formula);
    m_value->setText(words.value);
    m_note->setText(words.note);
    m_note->setVisible(!words.note.isEmpty());
    m_note->setForegroundRole(words.warns ? QPalette::WindowText : QPalette::PlaceholderText);
    setAccessibleName(words.title);
    setAccessibleDescription(words.formula + QLatin1Char(' ') + words.value + QLatin1Char(' ') + words.note);
    const bool normed = stage.norm.has_value();
    showStrip(0, normed ? tr("out") : QString(), stage.values, stage.parts > 0 ? stage.parts : 1);
    showStrip(1, tr("gain"), normed ? stage.norm->gain : RowVector(), 1);
    showStrip(2, tr("bias"), normed ? stage.norm->bias : RowVector(), 1);
    setVisible(true);
}

void BlockStagePanel::showStrip(std::size_t index, const QString& name, const RowVector& values, int parts)
{
    if (index >= m_strips.size()) {
        if (values.size() == 0)
            return;
        while (index >= m_strips.size()) {
            auto* const strip = new VectorStrip;
            strip->hide();
            m_strips.push_back(strip);
            m_bars->addWidget(strip);
            connect(strip, &VectorStrip::pointedAt, this, [this, strip](std::optional<qint64> dimension) {
                emit pointedAt(strip->values().size(), dimension);
            });
            connect(strip, &VectorStrip::partClicked, this, &BlockStagePanel::headClicked);
        }
    }
    m_strips[index]->setVector(name, values, parts);
    m_strips[index]->setVisible(values.size() > 0);
}

QString BlockStagePanel::title() const
{
    return m_title->text();
}

QString BlockStagePanel::note() const
{
    return m_note->text();
}

void BlockStagePanel::mark(Index length, std::optional<Index> dimension)
{
    for (VectorStrip* const strip : m_strips)
        strip->mark(strip->values().size() == length ? dimension : std::nullopt);
}

} // namespace headlight
