#include "ui/views/heatmap/mask_painter.h"

#include "core/trace/trace.h"
#include "ui/state/workspace.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

constexpr int kHintLetters = 12; ///< of the hint, at the least

/// Half-open range of one axis; an axis that is not set is all of it.
std::pair<Index, Index> rangeOf(const std::optional<int>& a, const std::optional<int>& b)
{
    if (!a || !b)
        return {0, -1};
    return {std::min(*a, *b), std::max(*a, *b) + 1};
}

} // namespace

MaskEdit CellSelection::edit(const HeadPattern& where, bool allow) const
{
    MaskEdit made{.where = where};
    std::tie(made.queryBegin, made.queryEnd) = rangeOf(anchor.query, end.query);
    std::tie(made.keyBegin, made.keyEnd) = rangeOf(anchor.key, end.key);
    made.allow = allow;
    return made;
}

/// Outlines the selection over the plot; lets the mouse through.
class MaskPainter::Overlay : public QWidget
{
public:
    Overlay(MaskPainter& owner, HeatmapPlot& plot)
        : QWidget(&plot)
        , m_owner(owner)
        , m_plot(plot)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (!m_owner.m_selection)
            return;
        const MaskEdit edit = m_owner.m_selection->edit({}, false);
        const CellFrame& frame = m_plot.shownLayout().cells;
        const auto place = [](double position, const AxisSpan& span, double from, double length) {
            return from + std::clamp((position - span.lower) / span.size(), 0.0, 1.0) * length;
        };
        const auto last = [](Index end, Index count) { return static_cast<double>(end < 0 ? count : end); };
        const QRectF area = frame.area;
        const double top
            = place(static_cast<double>(edit.queryBegin), frame.queries, area.top(), area.height());
        const double bottom
            = place(last(edit.queryEnd, m_plot.map().queries()), frame.queries, area.top(), area.height());
        const double left = place(static_cast<double>(edit.keyBegin), frame.keys, area.left(), area.width());
        const double right
            = place(last(edit.keyEnd, m_plot.map().keys()), frame.keys, area.left(), area.width());
        QPainter painter(this);
        QColor fill = palette().color(QPalette::Highlight);
        painter.setPen(QPen(fill, 2));
        fill.setAlphaF(0.25F);
        painter.setBrush(fill);
        painter.drawRect(QRectF(QPointF(left, top), QPointF(right, bottom)).adjusted(1, 1, -1, -1));
    }

private:
    MaskPainter& m_owner;
    HeatmapPlot& m_plot;
};

MaskPainter::MaskPainter(const ViewContext& context, HeatmapPlot& plot, QWidget& keys)
    : m_context(context)
    , m_plot(plot)
    , m_keys(keys)
    , m_button(new QToolButton)
    , m_options(new QWidget)
    , m_rule(makeChoice(tr("Brush"), {tr("mask cells"), tr("allow cells")}))
    , m_scope(
          new ChoiceBox<EditScope>(tr("Heads to paint"), tr("Paint the current head only, or more heads.")))
    , m_hint(new ElidedLabel)
    , m_overlay(new Overlay(*this, plot))
{
    setObjectName(QStringLiteral("maskPainter"));
    buildBar();
    plot.installEventFilter(this);
    keys.installEventFilter(this);
    connect(&plot, &HeatmapPlot::viewChanged, m_overlay, qOverload<>(&QWidget::update));
    const auto adapt = [this] { m_button->setEnabled(m_context.workspace.model() != nullptr); };
    connect(&context.workspace, &Workspace::modelChanged, this, adapt);
    connect(&context.workspace, &Workspace::snapshotChanged, this, adapt);
    connect(&context.focus, &Focus::changed, this, [this](ViewChanges what) {
        if (what.testFlag(ViewChange::kHead))
            select(std::nullopt);
    });
    onEvent(*this, {QEvent::Resize}, *this, [this] {
        m_button->setVisible(!isOn() || width() >= leastWidth());
        m_hint->setVisible(width() >= leastWidth() + kHintLetters * fontMetrics().averageCharWidth());
    });
}

void MaskPainter::buildBar()
{
    auto* row = makeRow(this, {}, 4);
    layout()->setSizeConstraint(QLayout::SetNoConstraint);
    m_button->setText(tr("Paint the mask"));
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setToolTip(
        tr("Drag over cells or labels to mask or allow them; the model runs with the painted mask (%1).")
            .arg(QKeySequence(Qt::CTRL | Qt::Key_B).toString(QKeySequence::NativeText)));
    m_button->setAccessibleName(tr("Paint the mask"));
    m_button->setEnabled(m_context.workspace.model() != nullptr);
    m_button->setFocusPolicy(Qt::TabFocus);
    m_rule->setToolTip(tr("Mask or allow the painted cells."));
    for (const EditScope scope : {EditScope::kHead, EditScope::kLayer, EditScope::kKind})
        m_scope->add(scopeName(scope), scope);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setText(tr("Drag over cells or labels · Shift+arrows, R, C: select · X: mask · A: allow"));
    auto* options = makeRow(m_options, {}, 4);
    options->addWidget(m_rule);
    options->addWidget(m_scope);
    options->addWidget(m_hint, 1);
    row->addWidget(m_button);
    row->addWidget(m_options, 1);
    row->addStretch(0);
    m_options->hide();
    connect(m_button, &QToolButton::toggled, this, &MaskPainter::toggled);
}

int MaskPainter::leastWidth() const
{
    if (!isOn())
        return m_button->sizeHint().width();
    return m_button->sizeHint().width() + m_rule->sizeHint().width() + m_scope->sizeHint().width() + 8;
}

int MaskPainter::fullHeight() const
{
    return std::max(
        {m_button->sizeHint().height(), m_rule->sizeHint().height(), m_scope->sizeHint().height()});
}

void MaskPainter::toggled(bool on)
{
    m_options->setVisible(on);
    m_button->setVisible(!on || width() >= leastWidth());
    m_dragging = false;
    select(std::nullopt);
    if (on)
        m_keys.setFocus(Qt::OtherFocusReason);
}

void MaskPainter::select(const std::optional<CellSelection>& selection)
{
    m_selection = selection;
    m_overlay->setGeometry(m_plot.rect());
    m_overlay->setVisible(selection.has_value());
    m_overlay->raise();
    m_overlay->update();
}

void MaskPainter::paintSelection(bool allow)
{
    if (!m_selection || m_context.workspace.model() == nullptr)
        return;
    const AttentionMap own = m_context.workspace.shownTrace().attention(m_context.focus.head());
    if (own.queries() != m_plot.map().queries() || own.keys() != m_plot.map().keys())
        return m_hint->setText(
            tr("Merged words cannot be painted. Turn off “Merge tokens into words” first."));
    const MaskEdit edit = m_selection->edit(where(), allow);
    m_context.workspace.apply(withEdit(m_context.workspace.document(), edit),
                              allow ? tr("Paint: allow") : tr("Paint: mask"));
}

bool MaskPainter::mouse(QEvent* event)
{
    const auto* at = dynamic_cast<QMouseEvent*>(event);
    if (at == nullptr)
        return false;
    const Cell cell = m_plot.cellAt(at->position());
    if (event->type() == QEvent::MouseButtonPress && at->button() == Qt::LeftButton) {
        m_dragging = !cell.empty();
        select(m_dragging ? std::optional(CellSelection{cell, cell}) : std::nullopt);
        m_keys.setFocus(Qt::MouseFocusReason);
        return true;
    }
    if (event->type() == QEvent::MouseButtonDblClick)
        return true;
    if (event->type() == QEvent::MouseMove && m_dragging && m_selection) {
        m_plot.pointAt(at->position());
        // A drag that began on a label keeps selecting whole rows or columns.
        CellSelection next = *m_selection;
        if (next.anchor.query && cell.query)
            next.end.query = cell.query;
        if (next.anchor.key && cell.key)
            next.end.key = cell.key;
        select(next);
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && m_dragging) {
        m_dragging = false;
        paintSelection(m_rule->currentIndex() == 1);
        m_plot.pointAt(at->position());
        return true;
    }
    return false;
}

void MaskPainter::extend(int down, int across)
{
    const AttentionMap& map = m_plot.map();
    if (map.isNull() || map.queries() == 0 || map.keys() == 0)
        return;
    CellSelection next;
    if (m_selection) {
        next = *m_selection;
    } else {
        const Cell at = m_context.focus.hover().empty() ? m_context.focus.pin() : m_context.focus.hover();
        next.anchor = next.end = {at.query.value_or(0), at.key.value_or(0)};
    }
    const auto moved = [](std::optional<int>& place, int by, Index count) {
        if (place)
            place = static_cast<int>(std::clamp<Index>(*place + by, 0, count - 1));
    };
    moved(next.end.query, down, map.queries());
    moved(next.end.key, across, map.keys());
    select(next);
}

bool MaskPainter::key(QEvent* event)
{
    const auto* press = static_cast<QKeyEvent*>(event);
    const bool shift = press->modifiers().testFlag(Qt::ShiftModifier);
    if (press->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (press->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const auto towards = [press](Qt::Key back, Qt::Key on) {
            return press->key() == back ? -1 : press->key() == on ? 1 : 0;
        };
        if (shift)
            extend(towards(Qt::Key_Up, Qt::Key_Down), towards(Qt::Key_Left, Qt::Key_Right));
        return shift;
    }
    case Qt::Key_R:
    case Qt::Key_C: {
        extend(0, 0); // selects the cursor's cell if nothing is selected
        if (!m_selection)
            return true;
        CellSelection next = *m_selection;
        if (press->key() == Qt::Key_R && next.anchor.query)
            next.anchor.key = next.end.key = std::nullopt;
        if (press->key() == Qt::Key_C && next.anchor.key)
            next.anchor.query = next.end.query = std::nullopt;
        select(next);
        return true;
    }
    case Qt::Key_X:
    case Qt::Key_A:
        extend(0, 0);
        paintSelection(press->key() == Qt::Key_A);
        return true;
    case Qt::Key_Escape:
        if (!m_selection) {
            setOn(false);
            return true;
        }
        select(std::nullopt);
        return true;
    default:
        return false;
    }
}

bool MaskPainter::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_plot && event->type() == QEvent::Resize)
        m_overlay->setGeometry(m_plot.rect());
    if (!isOn())
        return QWidget::eventFilter(watched, event);
    if (watched == &m_keys && event->type() == QEvent::KeyPress && key(event))
        return true;
    // Esc, a shortcut of the window for unpinning, ends painting first.
    if (watched == &m_keys && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (watched == &m_plot && mouse(event))
        return true;
    return QWidget::eventFilter(watched, event);
}

} // namespace headlight
