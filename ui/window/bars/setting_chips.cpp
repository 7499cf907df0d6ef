#include "ui/window/bars/setting_chips.h"

#include "ui/state/shown_decoding.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/words/edit_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>
#include <QStringList>

#include <utility>
#include <variant>

namespace headlight {

namespace {

constexpr int kChipSide = 9; ///< pixels to the left and right of the text

/// Builds chips that change the document when they are clicked.
class ChipList
{
public:
    explicit ChipList(Workspace& workspace)
        : m_workspace(workspace)
    { }

    /// change: edits the document, as an undo step named `undo`.
    void add(const QString& text, const QString& toolTip, const QString& undo,
             const std::function<void(Document&)>& change)
    {
        m_chips.push_back({text, toolTip, [&workspace = m_workspace, undo, change] {
                               Document next = workspace.document();
                               change(next);
                               workspace.apply(next, undo);
                           }});
    }
    void add(SettingChip chip) { m_chips.push_back(std::move(chip)); }
    std::vector<SettingChip> take() { return std::move(m_chips); }

private:
    Workspace& m_workspace;
    std::vector<SettingChip> m_chips;
};

void addStrategyChips(ChipList& chips, const DecodeOptions& options)
{
    const auto greedy = [](Document& document) { document.decoding.strategy = Strategy::kGreedy; };
    if (options.strategy == Strategy::kBeam)
        chips.add(tr("Beams × %1").arg(options.beams),
                  tr("Beam search decodes every sentence until you switch it off. Click to decode greedily."),
                  tr("Decode greedily"), greedy);
    else if (options.strategy == Strategy::kSample)
        chips.add(tr("Sampling"),
                  tr("Tokens are picked at random, in every sentence. Click to decode greedily."),
                  tr("Decode greedily"), greedy);
    const DecodeOptions usual;
    if (options.repetitionPenalty != usual.repetitionPenalty)
        chips.add(tr("Repetition penalty %1").arg(QLocale().toString(options.repetitionPenalty, 'g', 4)),
                  tr("Tokens that are in the text already become less likely. Click to switch it off."),
                  tr("No repetition penalty"),
                  [](Document& document) { document.decoding.repetitionPenalty = 1.0; });
    if (options.maxNewTokens != usual.maxNewTokens)
        chips.add(
            options.maxNewTokens == 0 ? tr("Prompt only") : tr("Max %1").arg(options.maxNewTokens),
            tr("How many tokens the model may write. Click for the default, %1.").arg(usual.maxNewTokens),
            tr("Default number of new tokens"),
            [most = usual.maxNewTokens](Document& document) { document.decoding.maxNewTokens = most; });
}

void addMaskChips(ChipList& chips, const MaskSettings& masks)
{
    const QString click = tr("Click to set the mask back to the model’s own.");
    const auto causal = [&](Toggle toggle, const QString& on, const QString& off,
                            Toggle MaskSettings::*which) {
        if (toggle != Toggle::kAuto)
            chips.add(toggle == Toggle::kOn ? on : off, click, tr("Reset the mask"),
                      [which](Document& document) { document.interventions.masks.*which = Toggle::kAuto; });
    };
    causal(masks.decoderCausal, tr("Causal mask on"), tr("Causal mask off"), &MaskSettings::decoderCausal);
    causal(masks.encoderCausal, tr("Encoder causal mask on"), tr("Encoder causal mask off"),
           &MaskSettings::encoderCausal);
    if (!masks.padding)
        chips.add(tr("Padding mask off"), click, tr("Reset the mask"),
                  [](Document& document) { document.interventions.masks.padding = true; });
}

void addEditChips(ChipList& chips, const Workspace& workspace)
{
    QStringList words;
    QString positions;
    for (const Intervention& each : workspace.document().interventions.list) {
        if (!isEnabled(each))
            continue;
        if (const auto* const edit = std::get_if<PositionEdit>(&each))
            positions = edit->table == PositionTable::kNone ? tr("Positions off") : tr("Positions changed");
        else
            words << editWords(each, workspace.snapshot()->trace);
    }
    const auto remove = [&chips](const QString& text, const QString& toolTip, bool ofPositions) {
        chips.add(text, toolTip, tr("Disable edits"), [ofPositions](Document& document) {
            for (Intervention& each : document.interventions.list)
                if (std::holds_alternative<PositionEdit>(each) == ofPositions)
                    setEnabled(each, false);
        });
    };
    const int count = static_cast<int>(words.size());
    words << tr("Click to disable them.");
    if (count > 0)
        remove(QCoreApplication::translate("headlight", "%n edit(s)", nullptr, count),
               words.join(QLatin1Char('\n')), false);
    if (!positions.isEmpty())
        remove(positions, tr("Edits of the positions. Click to disable them."), true);
}

} // namespace

std::vector<SettingChip> settingChips(Workspace& workspace)
{
    ChipList chips(workspace);
    const Document& document = workspace.document();
    const Snapshot& snapshot = *workspace.snapshot();
    if (workspace.model() == nullptr)
        return {};
    const bool decodes = !snapshot.trace.isNull() && snapshot.trace.info().decoder.has_value();
    if (otherBeam(workspace))
        chips.add({tr("A beam that was not chosen"),
                   tr("All views show this beam. Click to go back to the chosen one."),
                   [&workspace] { workspace.setBeamNode(-1); }});
    if (const auto steps = static_cast<int>(workspace.shownRun()->steps.size());
        workspace.step() >= 0 && workspace.step() + 1 < steps)
        chips.add({tr("Step %1 of %2").arg(workspace.step() + 1).arg(steps),
                   tr("All views show the output up to this step. Click to see all of it."),
                   [&workspace] { workspace.setStep(-1); }});
    if (workspace.showsUnedited())
        chips.add({tr("Without edits"),
                   tr("The views show the run without edits. Click to see it with them."),
                   [&workspace] { workspace.setVersion(RunVersion::kAfter); }});
    if (decodes && document.target.trimmed().isEmpty())
        addStrategyChips(chips, document.decoding);
    if (decodes && !document.forced.empty() && document.target.trimmed().isEmpty())
        chips.add(tr("Chosen tokens"),
                  tr("The output begins with tokens that you chose. Click to let the model choose."),
                  tr("Back to the model’s choice"), [](Document& next) { next.forced.clear(); });
    if (!workspace.areEditsAsked()) {
        addMaskChips(chips, document.interventions.masks);
        addEditChips(chips, workspace);
    }
    return chips.take();
}

SettingChip idsChip(const std::function<void()>& reset)
{
    return {tr("Token ids"), tr("The lines are read as token ids. Click to type text again."), reset};
}

ChipButton::ChipButton(const SettingChip& chip, QWidget* parent)
    : QToolButton(parent)
{
    setText(chip.text + QStringLiteral(" ✕"));
    setToolTip(chip.toolTip);
    setAccessibleName(chip.text);
    setAccessibleDescription(chip.toolTip);
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QToolButton::clicked, this, chip.reset, Qt::QueuedConnection); // deletes this
}

QSize ChipButton::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(text()) + 2 * kChipSide, heightIn(fontMetrics())};
}

void ChipButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shape = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QColor ground = palette().color(QPalette::Highlight);
    const QColor line = ground;
    ground.setAlpha(underMouse() || isDown() ? 90 : 45);
    painter.setBrush(ground);
    painter.setPen(QPen(line, hasFocus() ? 2 : 1));
    painter.drawRoundedRect(shape, shape.height() / 2, shape.height() / 2);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextSingleLine, text());
}

} // namespace headlight
