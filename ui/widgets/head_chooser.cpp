#include "ui/widgets/head_chooser.h"

#include "ui/widgets/term.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionComboBox>

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

HeadChooser::HeadChooser()
    : m_kind(new TitleBox)
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

namespace {
constexpr int kArrow = 14; ///< room for the arrow
constexpr int kAbove = 3; ///< above and below the text
} // namespace

TitleBox::TitleBox()
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    // As wide as the current text.
    connect(this, &QComboBox::currentIndexChanged, this, [this] { updateGeometry(); });
}

QSize TitleBox::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(currentText()) + 2 * kInset + (isEnabled() ? kArrow : 0),
            fontMetrics().height() + 2 * kAbove};
}

// The list uses the font of lists and is as wide as its longest line.
void TitleBox::showPopup()
{
    view()->setFont(QApplication::font());
    view()->setMinimumWidth(view()->sizeHintForColumn(0) + 4 * kInset + kArrow);
    QComboBox::showPopup();
}

void TitleBox::changeEvent(QEvent* event)
{
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::EnabledChange || event->type() == QEvent::FontChange)
        updateGeometry();
}

void TitleBox::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QColor accent = palette().color(QPalette::Highlight);
    if (isEnabled() && underMouse()) {
        QColor ground = palette().color(QPalette::WindowText);
        ground.setAlphaF(0.08F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(box, 4, 4);
    }
    if (hasFocus()) {
        painter.setPen(QPen(accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box, 4, 4);
    }
    // Not greyed: the title is still true when it cannot be changed.
    painter.setPen(palette().color(QPalette::Active, QPalette::WindowText));
    const QRect words = rect().adjusted(kInset, 0, -kInset - (isEnabled() ? kArrow : 0) + 2, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, currentText());
    if (!isEnabled())
        return;
    QStyleOption arrow;
    arrow.initFrom(this);
    arrow.rect = QRect(width() - kInset - kArrow + 4, 0, kArrow - 4, height());
    style()->drawPrimitive(QStyle::PE_IndicatorArrowDown, &arrow, &painter, this);
}

} // namespace headlight
