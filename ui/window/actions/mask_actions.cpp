#include "ui/window/actions/mask_actions.h"

#include "core/edit/recorded_edits.h"
#include "ui/run/model_facts.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"

#include <QAction>
#include <QActionGroup>

#include <tuple>
#include <variant>
#include <vector>

namespace headlight {

namespace {

bool isOn(Toggle toggle, std::optional<bool> architecture)
{
    return toggle == Toggle::kAuto ? architecture.value_or(false) : toggle == Toggle::kOn;
}

/// kAuto if the architecture does that anyway: then no edit is active.
Toggle toggleFor(bool on, std::optional<bool> architecture)
{
    if (on == architecture.value_or(false))
        return Toggle::kAuto;
    return on ? Toggle::kOn : Toggle::kOff;
}

} // namespace

MaskActions::MaskActions(Workspace& workspace, Focus& focus, const CommandActions& commands, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_focus(focus)
    , m_causalDecoder(&commands[CommandId::kCausalDecoder])
    , m_causalEncoder(&commands[CommandId::kCausalEncoder])
    , m_padding(&commands[CommandId::kPadding])
    , m_adapter(&commands[CommandId::kAdapter])
{
    connectMaps(commands);
    connect(m_causalDecoder, &QAction::triggered, this, [this](bool on) {
        setMasks(*m_causalDecoder,
                 [&](MaskSettings& masks) { masks.decoderCausal = toggleFor(on, m_decoderDefault); });
    });
    connect(m_causalEncoder, &QAction::triggered, this, [this](bool on) {
        setMasks(*m_causalEncoder,
                 [&](MaskSettings& masks) { masks.encoderCausal = toggleFor(on, m_encoderDefault); });
    });
    connect(m_padding, &QAction::triggered, this,
            [this](bool on) { setMasks(*m_padding, [on](MaskSettings& masks) { masks.padding = on; }); });
    connect(m_adapter, &QAction::triggered, this, &MaskActions::setAdapter);
    connect(&workspace, &Workspace::sourceChanged, this, &MaskActions::adapt);
    connect(&workspace, &Workspace::documentChanged, this, &MaskActions::showDocument);
    connect(&focus, &Focus::changed, this, &MaskActions::showFocus);
    connect(&workspace, &Workspace::snapshotChanged, this, &MaskActions::showFocus);
    showFocus();
    adapt();
}

void MaskActions::connectMaps(const CommandActions& commands)
{
    constexpr std::array kCommands{CommandId::kMapWeights,
                                   CommandId::kMapScores,
                                   CommandId::kMapMask,
                                   CommandId::kMapProducts,
                                   CommandId::kMapMasked,
                                   CommandId::kMapBias,
                                   CommandId::kMapNorm,
                                   CommandId::kMapContentToPosition,
                                   CommandId::kMapPositionToContent,
                                   CommandId::kMapEffect,
                                   CommandId::kMapIfMasked};
    static_assert(kCommands.size() == std::tuple_size_v<decltype(m_maps)>);
    auto* const group = new QActionGroup(this);
    for (std::size_t i = 0; i < kCommands.size(); ++i) {
        QAction& action = commands[kCommands[i]];
        group->addAction(&action);
        connect(&action, &QAction::triggered, this, [this, i] { m_focus.setMap(static_cast<MapKind>(i)); });
        m_maps.at(i) = &action;
    }
}

void MaskActions::adapt()
{
    const TraceInfo info = openFacts(m_workspace).info;
    m_encoderDefault = info.encoder ? std::optional(info.encoder->causal) : std::nullopt;
    m_decoderDefault = info.decoder ? std::optional(info.decoder->causal) : std::nullopt;
    m_causalEncoder->setVisible(m_encoderDefault.has_value());
    m_causalDecoder->setVisible(m_decoderDefault.has_value());
    m_adapter->setVisible(!info.adapter.empty());
    for (QAction* action : {m_causalDecoder, m_causalEncoder, m_padding, m_adapter})
        action->setEnabled(!m_workspace.showsOpenedTrace());
    showDocument();
}

void MaskActions::showFocus()
{
    const auto shown = static_cast<std::size_t>(m_focus.map());
    if (shown < m_maps.size())
        m_maps.at(shown)->setChecked(true);
    const Trace trace = m_workspace.shownTrace();
    const AttentionMap map = trace.isNull() ? AttentionMap() : trace.attention(m_focus.head());
    const bool known = map.has(MapKind::kWeights); // a layer that is still to come says nothing
    for (const MapKind kind : {MapKind::kBias, MapKind::kContentToPosition, MapKind::kPositionToContent}) {
        QAction& action = *m_maps.at(static_cast<std::size_t>(kind));
        const bool has = !known || map.has(kind);
        action.setEnabled(has);
        action.setToolTip(has ? action.text() : tr("This head adds no bias to its scores"));
    }
}

void MaskActions::showDocument()
{
    const Interventions shown = m_workspace.showsOpenedTrace()
        ? recordedEdits(m_workspace.snapshot()->trace.info())
        : m_workspace.document().interventions;
    const MaskSettings& masks = shown.masks;
    m_causalEncoder->setChecked(isOn(masks.encoderCausal, m_encoderDefault));
    m_causalDecoder->setChecked(isOn(masks.decoderCausal, m_decoderDefault));
    m_padding->setChecked(masks.padding);
    m_adapter->setChecked(!shown.adapterOff());
}

void MaskActions::setMasks(const QAction& by, const std::function<void(MaskSettings&)>& change)
{
    Document next = m_workspace.document();
    change(next.interventions.masks);
    m_workspace.apply(next, by.text());
}

void MaskActions::setAdapter(bool on)
{
    Document next = m_workspace.document();
    std::vector<Intervention>& list = next.interventions.list;
    std::erase_if(list, [](const Intervention& edit) { return std::holds_alternative<AdapterOff>(edit); });
    if (!on)
        list.emplace_back(AdapterOff{});
    m_workspace.apply(next, on ? tr("Adapter on") : tr("Adapter off"));
}

} // namespace headlight
