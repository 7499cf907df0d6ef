#include "ui/window/actions/mask_actions.h"

#include "ui/picture/edit_words.h"
#include "ui/picture/what_if_edit.h"

#include <QAction>
#include <QActionGroup>

namespace headlight {

namespace {

bool isOn(Toggle toggle, std::optional<bool> architecture)
{
    return toggle == Toggle::kAuto ? architecture.value_or(false) : toggle == Toggle::kOn;
}

/// kAuto where the wish is what the architecture does anyway: then no edit is active.
Toggle toggleFor(bool on, std::optional<bool> architecture)
{
    if (on == architecture.value_or(false))
        return Toggle::kAuto;
    return on ? Toggle::kOn : Toggle::kOff;
}

} // namespace

MaskActions::MaskActions(Workspace& workspace, Focus& focus, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
{
    auto* group = new QActionGroup(this);
    // By the number of the kind: Alt+1 … Alt+7.
    m_maps
        = {addMap(MapKind::kWeights, "weights", tr("Weights"),
                  tr("The attention weights: each row sums to 1."), group),
           addMap(MapKind::kScores, "scores", tr("Scores"),
                  tr("The scaled dot products of queries and keys, before the mask and the softmax."), group),
           addMap(MapKind::kMask, "mask", tr("Mask"), tr("Which keys a query may attend to."), group),
           addMap(MapKind::kProducts, "products", tr("Dot products"),
                  tr("The dot products of queries and keys, before they are scaled."), group),
           addMap(MapKind::kMasked, "masked", tr("Masked scores"),
                  tr("What the softmax reads: the scores with the bias and the mask."), group),
           addMap(MapKind::kBias, "bias", tr("Bias"),
                  tr("What is added to the scores besides the mask, for example for the distance."), group),
           addMap(MapKind::kNormWeighted, "norm", tr("Norm-weighted weights"),
                  tr("Each weight times the length of its key's value vector."), group)};
    for (std::size_t i = 0; i < m_maps.size(); ++i)
        m_maps.at(i)->setShortcut(
            QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i))));
    m_causalDecoder = addMask("causalDecoder", tr("Causal mask: decoder"),
                              tr("A token of the decoder sees only itself and the tokens before it."),
                              Qt::CTRL | Qt::Key_M);
    m_causalEncoder
        = addMask("causalEncoder", tr("Causal mask: encoder"),
                  tr("A token of the encoder sees only itself and the tokens before it. Encoders are trained "
                     "without this."),
                  Qt::CTRL | Qt::SHIFT | Qt::Key_M);
    m_padding = addMask("padding", tr("Padding mask"),
                        tr("Tokens that only fill a shorter line of a batch may not be attended to."),
                        Qt::CTRL | Qt::ALT | Qt::Key_M);
    connect(m_causalDecoder, &QAction::triggered, this,
            [this](bool on) { setCausal(StackKind::kDecoder, on); });
    connect(m_causalEncoder, &QAction::triggered, this,
            [this](bool on) { setCausal(StackKind::kEncoder, on); });
    connect(m_padding, &QAction::triggered, this, [this](bool on) {
        Document next = m_workspace.document();
        next.interventions.masks.padding = on;
        m_workspace.apply(next, tr("Padding mask"));
    });
    connect(&workspace, &Workspace::documentChanged, this, &MaskActions::showDocument);
    connect(&focus, &Focus::changed, this, &MaskActions::showFocus);
    showFocus();
    showDocument();
}

QAction* MaskActions::addMap(MapKind kind, const char* name, const QString& text, const QString& tip,
                             QActionGroup* group)
{
    auto* action = new QAction(text, group);
    action->setObjectName(QLatin1String("map.") + QLatin1String(name));
    action->setCheckable(true);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, [this, kind] { m_focus.setMap(kind); });
    return action;
}

QAction* MaskActions::addMask(const char* name, const QString& text, const QString& tip,
                              const QKeySequence& key)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String("mask.") + QLatin1String(name));
    action->setCheckable(true);
    action->setToolTip(tip);
    action->setShortcut(key);
    return action;
}

void MaskActions::adaptTo(const TraceInfo& info)
{
    m_encoderDefault = info.encoder ? std::optional(info.encoder->causal) : std::nullopt;
    m_decoderDefault = info.decoder ? std::optional(info.decoder->causal) : std::nullopt;
    m_causalEncoder->setVisible(m_encoderDefault.has_value());
    m_causalDecoder->setVisible(m_decoderDefault.has_value());
    showDocument();
}

void MaskActions::showFocus()
{
    const auto shown = static_cast<std::size_t>(m_focus.map());
    if (shown < m_maps.size())
        m_maps.at(shown)->setChecked(true);
}

void MaskActions::showDocument()
{
    const MaskSettings& masks = m_workspace.document().interventions.masks;
    m_causalEncoder->setChecked(isOn(masks.encoderCausal, m_encoderDefault));
    m_causalDecoder->setChecked(isOn(masks.decoderCausal, m_decoderDefault));
    m_padding->setChecked(masks.padding);
}

void MaskActions::setCausal(StackKind stack, bool on)
{
    Document next = m_workspace.document();
    MaskSettings& masks = next.interventions.masks;
    if (stack == StackKind::kEncoder)
        masks.encoderCausal = toggleFor(on, m_encoderDefault);
    else
        masks.decoderCausal = toggleFor(on, m_decoderDefault);
    m_workspace.apply(next, stack == StackKind::kEncoder ? m_causalEncoder->text() : m_causalDecoder->text());
}

void MaskActions::setRunnable(bool runnable)
{
    for (QAction* action : {m_causalDecoder, m_causalEncoder, m_padding})
        action->setEnabled(runnable);
}

void MaskActions::reset()
{
    Document next = m_workspace.document();
    next.interventions = {};
    m_workspace.apply(next, tr("Back to the plain model"));
}

QStringList MaskActions::activeInWords() const
{
    const Interventions& active = m_workspace.document().interventions;
    QStringList words;
    if (active.masks.encoderCausal != Toggle::kAuto)
        words << (active.masks.encoderCausal == Toggle::kOn ? tr("the causal mask of the encoder is on")
                                                            : tr("the causal mask of the encoder is off"));
    if (active.masks.decoderCausal != Toggle::kAuto)
        words << (active.masks.decoderCausal == Toggle::kOn ? tr("the causal mask of the decoder is on")
                                                            : tr("the causal mask of the decoder is off"));
    if (!active.masks.padding)
        words << tr("the padding mask is off");
    const Trace trace = m_workspace.snapshot()->trace;
    for (const Intervention& each : active.list)
        if (isEnabled(each))
            words << editWords(each, trace);
    return words;
}

} // namespace headlight
