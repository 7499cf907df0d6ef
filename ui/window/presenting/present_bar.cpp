#include "ui/window/presenting/present_bar.h"

#include "ui/state/focus.h"
#include "ui/state/shown_decoding.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/mask_switch.h"
#include "ui/window/presenting/scenes.h"
#include "ui/words/head_name.h"

#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr std::array kStages{CommandId::kMapProducts,
                             CommandId::kMapScores,
                             CommandId::kMapContentToPosition,
                             CommandId::kMapPositionToContent,
                             CommandId::kMapBias,
                             CommandId::kMapMask,
                             CommandId::kMapMasked,
                             CommandId::kMapWeights,
                             CommandId::kMapNorm};
constexpr int kWideInCharacters = 150; ///< width from which there is room for the names of the masks
constexpr int kNameBegins = 14; ///< letters of a scene's name that always have room
constexpr double kSentenceSize = 1.2; ///< relative to the text of a presentation

} // namespace

PresentBar::PresentBar(const ViewContext& context, const CommandActions& commands, Scenes& scenes,
                       QWidget* parent)
    : QFrame(parent)
    , m_context(context)
    , m_scenes(scenes)
    , m_stage(new QToolButton)
    , m_step(makePlainLabel())
    , m_head(makePlainLabel())
    , m_scene(new ElidedLabel)
    , m_commands(commands)
{
    setObjectName(QStringLiteral("presentBar"));
    auto* const row = makeRow(this, {12, 2, 6, 2}, 4);
    const auto addMask = [&](CommandId mask, MaskSign sign, const QString& words) {
        m_masks.push_back(new MaskSwitch(commands[mask], sign, words, this));
        m_masks.back()->setFocusPolicy(Qt::NoFocus);
        m_masks.back()->setWordsShown(false);
        row->addWidget(m_masks.back());
    };
    addMask(CommandId::kCausalDecoder, MaskSign::kCausal, tr("Causal"));
    addMask(CommandId::kPadding, MaskSign::kPadding, tr("Padding"));
    addMask(CommandId::kCausalEncoder, MaskSign::kCausal, tr("Encoder causal"));
    QMenu* const stages = addMenu(*m_stage);
    for (const CommandId stage : kStages)
        stages->addAction(&commands[stage]);
    m_stage->setFocusPolicy(Qt::NoFocus);
    m_stage->setAccessibleName(tr("Stage of the map"));
    m_stage->setMinimumWidth(1);
    row->addWidget(m_stage);
    row->addStretch(1);
    addStepper(*m_step, tr("Previous step"), tr("Next step"), *row, [this](int by) {
        Workspace& workspace = m_context.workspace;
        const int count = static_cast<int>(workspace.snapshot()->steps.size());
        const int now = workspace.step() < 0 ? count - 1 : workspace.step();
        workspace.setStep(std::clamp(now + by, 0, std::max(0, count - 1)));
    });
    row->addSpacing(12);
    addStepper(*m_head, tr("Previous head"), tr("Next head"), *row, [this](int by) {
        m_commands[by < 0 ? CommandId::kHeadBack : CommandId::kHeadNext].trigger();
    });
    m_head->setMinimumWidth(1); // on a small screen the head's name is cut, but never the way out
    row->addSpacing(12);
    m_scenePart = new QWidget;
    auto* const sceneRow = makeRow(m_scenePart);
    m_scene->setMostLines(1);
    addStepper(*m_scene, tr("Previous scene"), tr("Next scene"), *sceneRow,
               [this](int by) { m_scenes.step(by); });
    row->addWidget(m_scenePart, 8);
    row->addStretch(1);
    connect(addButton(tr("Blank (B)"), tr("Blank the screen; B brings it back"), *row), &QToolButton::clicked,
            this, &PresentBar::blankClicked);
    QToolButton* const leave = addButton(QStringLiteral("✕"), tr("End the presentation (Esc)"), *row);
    leave->setObjectName(QStringLiteral("present.leave"));
    connect(leave, &QToolButton::clicked, this, &PresentBar::leaveClicked);
    connect(&context.focus, &Focus::changed, this, &PresentBar::refresh);
    connect(&context.workspace, &Workspace::stepChanged, this, &PresentBar::refresh);
    connect(&context.workspace, &Workspace::snapshotChanged, this, &PresentBar::refresh);
    connect(&scenes, &Scenes::changed, this, &PresentBar::refresh);
    refresh();
    onEvent(*this, {QEvent::Resize}, *this, [this] {
        for (MaskSwitch* mask : m_masks)
            mask->setWordsShown(width() >= fontMetrics().averageCharWidth() * kWideInCharacters);
    });
}

QToolButton* PresentBar::addButton(const QString& text, const QString& tip, QHBoxLayout& row)
{
    QToolButton* const button = makeFlatButton(text, tip, tip);
    button->setFocusPolicy(Qt::NoFocus); // the view gets the keys
    row.addWidget(button);
    return button;
}

void PresentBar::addStepper(QWidget& label, const QString& back, const QString& on, QHBoxLayout& row,
                            const std::function<void(int by)>& step)
{
    connect(addButton(QStringLiteral("◀"), back, row), &QToolButton::clicked, this, [step] { step(-1); });
    row.addWidget(&label);
    connect(addButton(QStringLiteral("▶"), on, row), &QToolButton::clicked, this, [step] { step(1); });
}

void PresentBar::refresh()
{
    for (const CommandId stage : kStages)
        if (m_commands[stage].isChecked())
            m_stage->setText(m_commands[stage].text());
    const int steps = static_cast<int>(m_context.workspace.snapshot()->steps.size());
    const int now = m_context.workspace.step() < 0 ? steps : m_context.workspace.step() + 1;
    m_step->setText(steps == 0 ? tr("no steps") : tr("step %1 of %2").arg(now).arg(steps));
    m_head->setText(headName(m_context.focus.head()));
    m_scenePart->setVisible(!m_scenes.all().empty());
    const QString which = tr("%1/%2: %3").arg(m_scenes.current() + 1).arg(m_scenes.all().size());
    const QString name = m_scenes.current() < 0
        ? QString()
        : m_scenes.all()[static_cast<std::size_t>(m_scenes.current())].name;
    m_scene->setText(m_scenes.current() < 0
                         ? tr("%n scene(s)", nullptr, static_cast<int>(m_scenes.all().size()))
                         : which.arg(name));
    // On a small screen its name is cut, but not which of how many it is, nor how the name begins.
    m_scene->setMinimumWidth(m_scene->fontMetrics().horizontalAdvance(which.arg(name.left(kNameBegins))));
}

PresentHead::PresentHead(Workspace& workspace, QWidget* parent)
    : QFrame(parent)
    , m_workspace(workspace)
    , m_sentence(makeWrappedLabel())
    , m_output(makeWrappedLabel())
{
    setObjectName(QStringLiteral("presentHead"));
    auto* const column = makeColumn(this, {16, 8, 16, 4}, 0);
    for (QLabel* label : {m_sentence, m_output})
        column->addWidget(label);
    m_output->setForegroundRole(QPalette::PlaceholderText);
    connect(&workspace, &Workspace::documentChanged, this, &PresentHead::refresh);
    connect(&workspace, &Workspace::snapshotChanged, this, &PresentHead::refresh);
    connect(&workspace, &Workspace::stepChanged, this, &PresentHead::refresh);
    refresh();
}

void PresentHead::refresh()
{
    QFont large = QApplication::font(); // a hidden widget does not follow it until it is shown
    large.setPointSizeF(large.pointSizeF() * kSentenceSize);
    for (QLabel* label : {m_sentence, m_output})
        label->setFont(large);
    const Document& document = m_workspace.document();
    m_sentence->setText(document.text.section(QLatin1Char('\n'), document.line, document.line));
    m_output->setText(outputSoFar(m_workspace));
    m_output->setVisible(!m_workspace.snapshot()->output.isEmpty());
}

} // namespace headlight
