#include "ui/widgets/head_chooser.h"

#include "ui/picture/head_name.h"
#include "ui/widgets/wrap_layout.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace headlight {

namespace {

bool sameKind(const LayerRef& layer, const HeadRef& head)
{
    return layer.stack == head.stack && layer.kind == head.kind;
}

/// A sub-layer's stack and kind as one number, for the combo box.
int kindCode(StackKind stack, AttentionKind kind)
{
    return static_cast<int>(stack) * 2 + static_cast<int>(kind);
}

void fillNumbers(QComboBox* box, int count)
{
    if (box->count() == count)
        return;
    box->clear();
    for (int i = 0; i < count; ++i)
        box->addItem(QString::number(i));
}

QToolButton* mapButton(const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    return button;
}

} // namespace

HeadChooser::HeadChooser(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QComboBox)
    , m_layer(new QComboBox)
    , m_head(new QComboBox)
    , m_maps(new QButtonGroup(this))
{
    auto* row = new WrapLayout(4, this);
    m_kind->setAccessibleName(tr("Kind of attention"));
    m_kind->setToolTip(
        tr("Encoder self-attention, decoder self-attention, or cross-attention from decoder to encoder"));
    row->addWidget(m_kind);
    const auto labelled = [row](const QString& text, QComboBox* box) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        row->addTogether({label, box});
    };
    labelled(tr("Layer"), m_layer);
    m_layer->setToolTip(tr("Page Up and Page Down change the layer"));
    labelled(tr("Head"), m_head);
    m_head->setToolTip(tr("[ and ] change the head"));
    for (QComboBox* box : {m_kind, m_layer, m_head}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        // Typing in the map must go on reaching the map.
        box->setFocusPolicy(Qt::TabFocus);
        connect(box, &QComboBox::activated, this, &HeadChooser::choose);
    }
    row->addWidget(makeMapButtons());
}

QWidget* HeadChooser::makeMapButtons()
{
    auto* buttons = new QWidget;
    auto* row = new WrapLayout(2, buttons); // in one row where there is room
    const auto addMap = [this, row](const QString& text, const QString& tip, MapKind kind) {
        QToolButton* button = mapButton(text, tip);
        m_maps->addButton(button, static_cast<int>(kind));
        row->addWidget(button);
    };
    // In the order in which attention is computed, then what takes part in it.
    addMap(tr("q·k"), tr("Dot products of queries and keys, before they are scaled"), MapKind::kProducts);
    addMap(tr("Scores"), tr("Scaled dot products of queries and keys, before the mask and softmax"),
           MapKind::kScores);
    addMap(tr("Masked"), tr("What softmax reads: scores with the bias and the mask"), MapKind::kMasked);
    addMap(tr("Weights"), tr("After softmax: how much each query takes from each key; a row sums to 1"),
           MapKind::kWeights);
    addMap(tr("Mask"), tr("Which keys each query may attend to"), MapKind::kMask);
    addMap(tr("Bias"), tr("What is added to the scores besides the mask, for example for the distance"),
           MapKind::kBias);
    addMap(tr("Norm"),
           tr("Weight × norm of the key’s value vector: how much the key really contributes (Kobayashi et "
              "al. 2020)"),
           MapKind::kNormWeighted);
    m_maps->setExclusive(true);
    connect(m_maps, &QButtonGroup::idClicked, this,
            [this](int id) { emit mapChosen(static_cast<MapKind>(id)); });
    return buttons;
}

void HeadChooser::offer(const TraceInfo& info)
{
    m_layers = info.layers();
    m_encoderHeads = info.encoder ? info.heads(StackKind::kEncoder) : 0;
    m_decoderHeads = info.decoder ? info.heads(StackKind::kDecoder) : 0;
    const QSignalBlocker blocker(m_kind);
    m_kind->clear();
    for (const LayerRef& layer : m_layers) {
        const int code = kindCode(layer.stack, layer.kind);
        if (m_kind->findData(code) < 0)
            m_kind->addItem(attentionName(layer.stack, layer.kind), code);
    }
    m_kind->setEnabled(m_kind->count() > 1);
}

void HeadChooser::show(const HeadRef& head, MapKind map, const AttentionMap& available)
{
    m_shown = head;
    const QSignalBlocker one(m_kind), two(m_layer), three(m_head);
    m_kind->setCurrentIndex(m_kind->findData(kindCode(head.stack, head.kind)));
    const auto layers = std::count_if(m_layers.begin(), m_layers.end(),
                                      [&head](const LayerRef& layer) { return sameKind(layer, head); });
    fillNumbers(m_layer, static_cast<int>(layers));
    m_layer->setCurrentIndex(head.layer);
    fillNumbers(m_head, head.stack == StackKind::kEncoder ? m_encoderHeads : m_decoderHeads);
    m_head->setCurrentIndex(head.head);
    for (QAbstractButton* button : m_maps->buttons()) {
        const auto kind = static_cast<MapKind>(m_maps->id(button));
        const bool has = available.isNull() || available.has(kind);
        button->setEnabled(has);
        button->setVisible(has || kind != MapKind::kBias); // most models have none
        button->setChecked(kind == map);
    }
}

void HeadChooser::choose()
{
    HeadRef head = m_shown;
    const int code = m_kind->currentData().toInt();
    head.stack = static_cast<StackKind>(code / 2);
    head.kind = static_cast<AttentionKind>(code % 2);
    head.layer = std::max(0, m_layer->currentIndex());
    head.head = std::max(0, m_head->currentIndex());
    emit headChosen(head);
}

} // namespace headlight
