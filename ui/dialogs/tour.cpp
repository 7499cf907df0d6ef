#include "ui/dialogs/tour.h"

#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <array>

namespace headlight {

namespace {
constexpr int kBubbleWidth = 340; ///< at least
constexpr int kBubbleGap = 14; ///< between the widget and its bubble
constexpr int kMargin = 8; ///< to the window's edge
constexpr int kRound = 6;

bool isTourKey(int key)
{
    return key == Qt::Key_Escape || key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_PageUp
        || key == Qt::Key_PageDown;
}
} // namespace

Tour::Tour(std::vector<TourStep> steps, QWidget* window)
    : QWidget(window)
    , m_steps(std::move(steps))
    , m_bubble(new QFrame(this))
    , m_title(new QLabel(m_bubble))
    , m_text(new QLabel(m_bubble))
    , m_counter(new QLabel(m_bubble))
    , m_leave(new QPushButton(tr("End the tour"), m_bubble))
    , m_back(new QPushButton(tr("Back"), m_bubble))
    , m_next(new QPushButton(m_bubble))
{
    setObjectName(QStringLiteral("tour"));
    setAccessibleName(tr("Short tour"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFocusPolicy(Qt::StrongFocus);
    // Skip steps whose widget this model or layout lacks.
    std::erase_if(m_steps, [](const TourStep& each) { return each.target == nullptr && !each.find; });
    buildBubble();
    window->installEventFilter(this);
    setGeometry(window->rect());
    show();
    raise();
    goTo(0);
}

void Tour::buildBubble()
{
    m_bubble->setAutoFillBackground(true);
    m_bubble->setBackgroundRole(QPalette::Base);
    m_bubble->setFrameShape(QFrame::StyledPanel);
    QFont bold = m_title->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.15);
    m_title->setFont(bold);
    m_title->setWordWrap(true);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_counter->setForegroundRole(QPalette::PlaceholderText);
    m_leave->setFlat(true);
    m_next->setDefault(true);
    // Otherwise the buttons would take the arrow keys, and the window's shortcuts Esc.
    for (QPushButton* button : buttons())
        button->installEventFilter(this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_counter);
    row->addWidget(m_leave);
    row->addStretch(1);
    row->addWidget(m_back);
    row->addWidget(m_next);
    auto* layout = makeColumn(m_bubble, {16, 12, 16, 12}, 8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(row);
    connect(m_leave, &QPushButton::clicked, this, &Tour::finish);
    connect(m_back, &QPushButton::clicked, this, &Tour::back);
    connect(m_next, &QPushButton::clicked, this, &Tour::next);
}

void Tour::goTo(int step)
{
    if (step >= count()) {
        finish();
        return;
    }
    m_step = std::max(step, 0);
    const TourStep& now = m_steps[static_cast<std::size_t>(m_step)];
    if (now.prepare)
        now.prepare();
    m_target = now.find ? now.find() : now.target.data();
    m_title->setText(now.title);
    m_text->setText(now.text);
    m_counter->setText(tr("%1 of %2").arg(m_step + 1).arg(count()));
    m_back->setEnabled(m_step > 0);
    m_next->setText(m_step + 1 < count() ? tr("Next") : tr("Done"));
    m_bubble->setAccessibleName(now.title + QStringLiteral(". ") + now.text);
    m_next->setFocus();
    place();
    // A dock that was just raised gets its geometry in the next turn of the event loop.
    QTimer::singleShot(0, this, &Tour::place);
}

void Tour::next()
{
    goTo(m_step + 1);
}

void Tour::back()
{
    goTo(m_step - 1);
}

void Tour::finish()
{
    emit finished();
    close();
}

QRect Tour::hole() const
{
    if (m_target == nullptr || !m_target->isVisible())
        return {};
    const QRect whole(m_target->mapTo(parentWidget(), QPoint(0, 0)), m_target->size());
    return whole.adjusted(-4, -4, 4, 4) & rect();
}

void Tour::place()
{
    m_bubble->layout()->activate();
    // Some languages, and large text, need more room for the buttons.
    const QLayout& column = *m_bubble->layout();
    const QMargins around = column.contentsMargins();
    const int row = column.itemAt(column.count() - 1)->sizeHint().width();
    const int width = std::max(kBubbleWidth, row + around.left() + around.right());
    const int wanted = m_bubble->layout()->hasHeightForWidth() ? m_bubble->layout()->heightForWidth(width)
                                                               : m_bubble->sizeHint().height();
    m_bubble->resize(width, wanted);
    const QRect about = hole();
    const QSize size = m_bubble->size();
    const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    // Place it beside the widget if there is room: below, right, left, above; otherwise over its middle.
    const QPoint middle = about.isNull() ? room.center() : about.center();
    const QPoint centred = middle - QPoint(size.width() / 2, size.height() / 2);
    const std::array<QPoint, 4> places{{
        {centred.x(), about.bottom() + kBubbleGap},
        {about.right() + kBubbleGap, centred.y()},
        {about.left() - kBubbleGap - size.width(), centred.y()},
        {centred.x(), about.top() - kBubbleGap - size.height()},
    }};
    QPoint at = centred;
    const auto fits = [&](const QPoint& place) {
        const QRect bubble(place, size);
        return place.y() >= room.top() && bubble.bottom() <= room.bottom()
            && (bubble.top() > about.bottom() || bubble.bottom() < about.top()
                || (place.x() >= room.left() && bubble.right() <= room.right()));
    };
    if (!about.isNull()) {
        const auto* const found = std::find_if(std::begin(places), std::end(places), fits);
        at = found == std::end(places) ? centred : *found;
    }
    at.setX(std::clamp(at.x(), room.left(), std::max(room.left(), room.right() - size.width())));
    at.setY(std::clamp(at.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    m_bubble->move(at);
    update();
}

void Tour::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath dim;
    dim.addRect(rect());
    const QRect clear = hole();
    if (!clear.isNull())
        dim.addRoundedRect(clear, kRound, kRound);
    dim.setFillRule(Qt::OddEvenFill);
    painter.fillPath(dim, QColor(0, 0, 0, 120));
    if (clear.isNull())
        return;
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawRoundedRect(clear, kRound, kRound);
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        finish();
        break;
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        back();
        break;
    case Qt::Key_Right:
    case Qt::Key_PageDown:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        next();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

// The tour handles its keys before the window's shortcuts.
bool Tour::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride
        && isTourKey(static_cast<QKeyEvent*>(event)->key())) { // NOLINT(*-static-cast-downcast)
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
        place();
    }
    const bool press = event->type() == QEvent::KeyPress;
    if (watched != parentWidget() && (press || event->type() == QEvent::ShortcutOverride)) {
        auto* key = static_cast<QKeyEvent*>(event); // NOLINT(*-static-cast-downcast): its type was checked
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isTourKey(key->key()) || enter) {
            event->accept();
            if (press && enter)
                qobject_cast<QPushButton*>(watched)->click();
            else if (press)
                keyPressEvent(key);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

bool Tour::focusNextPrevChild(bool next)
{
    const std::vector<QPushButton*> all = buttons();
    const auto count = static_cast<int>(all.size());
    int at = 0;
    while (at < count && !all[static_cast<std::size_t>(at)]->hasFocus())
        ++at;
    for (int i = 0; i < count; ++i) {
        at = (at + (next ? 1 : count - 1)) % count;
        QPushButton* const button = all[static_cast<std::size_t>(at)];
        if (button->isEnabled()) {
            button->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    return false;
}

} // namespace headlight
