#include "ui/widgets/head_chooser.h"

#include "ui/widgets/term.h"
#include "ui/widgets/title_box.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"

#include <QSignalBlocker>

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

/// `name`: "Layer %1".
void fillNumbers(QComboBox* box, const QString& name, int count)
{
    if (box->count() == count)
        return;
    box->clear();
    for (int i = 0; i < count; ++i)
        box->addItem(name.arg(i));
}

} // namespace

HeadChooser::HeadChooser(QWidget* parent)
    : QWidget(parent)
    , m_kind(new TitleBox)
    , m_layer(new TitleBox)
    , m_head(new TitleBox)
{
    auto* row = new WrapLayout(0, this); // a narrow view is no wider than its longest word
    QSizePolicy own(QSizePolicy::Maximum, QSizePolicy::Preferred);
    own.setHeightForWidth(true);
    setSizePolicy(own);
    m_kind->setAccessibleName(tr("Kind of attention"));
    m_kind->setToolTip(
        tr("Encoder self-attention, decoder self-attention, or cross-attention from decoder to encoder"));
    m_layer->setAccessibleName(tr("Layer"));
    m_layer->setToolTip(tr("Page Up and Page Down change the layer"));
    m_head->setAccessibleName(tr("Head"));
    explainTerm(*m_kind, Term::kCrossAttention);
    explainTerm(*m_head, Term::kHead);
    m_head->setToolTip(tr("[ and ] change the head"));
    for (QComboBox* box : {m_kind, m_layer, m_head}) {
        row->addWidget(box);
        // Typing in the map must go on reaching the map.
        box->setFocusPolicy(Qt::TabFocus);
        connect(box, &QComboBox::activated, this, &HeadChooser::choose);
    }
}

int HeadChooser::inset()
{
    return TitleBox::kInset;
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

void HeadChooser::show(const HeadRef& head)
{
    m_shown = head;
    const QSignalBlocker one(m_kind), two(m_layer), three(m_head);
    m_kind->setCurrentIndex(m_kind->findData(kindCode(head.stack, head.kind)));
    const auto layers = std::count_if(m_layers.begin(), m_layers.end(),
                                      [&head](const LayerRef& layer) { return sameKind(layer, head); });
    fillNumbers(m_layer, tr("Layer %1"), static_cast<int>(layers));
    m_layer->setCurrentIndex(head.layer);
    fillNumbers(m_head, tr("Head %1"), head.stack == StackKind::kEncoder ? m_encoderHeads : m_decoderHeads);
    m_head->setCurrentIndex(head.head);
    for (QComboBox* box : {m_kind, m_layer, m_head}) {
        box->updateGeometry(); // its signals were blocked
        box->update();
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
