#include "ui/window/rooms/room_rail.h"

#include "ui/picture/marks.h"
#include "ui/widgets/layouts.h"
#include "ui/window/rooms/room_pictures.h"

#include <QButtonGroup>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kPicture = 22; ///< logical pixels
constexpr int kMargin = 4;
constexpr double kWordSize = 0.82; ///< relative to the window's text
constexpr int kMarkWidth = 3;

} // namespace

RailButton::RailButton(QString name, const QString& word)
    : m_name(std::move(name))
{
    setText(word);
    setAccessibleName(word);
    setAttribute(Qt::WA_Hover);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RailButton::setWordShown(bool shown)
{
    m_wordShown = shown;
    updateGeometry();
    update();
}

QFont RailButton::wordFont() const
{
    QFont font = this->font();
    font.setPointSizeF(font.pointSizeF() * kWordSize);
    return font;
}

QSize RailButton::sizeHint() const
{
    const QFontMetrics metrics(wordFont());
    const int needed = m_wordShown ? metrics.horizontalAdvance(text()) : 0;
    return {std::max(kPicture, needed) + 4 * kMargin,
            kPicture + (m_wordShown ? metrics.height() + 3 * kMargin : 4 * kMargin)};
}

void RailButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor accent = palette().color(QPalette::Highlight);
    QColor ground = isChecked() ? accent : ink;
    ground.setAlpha(isChecked() ? 46 : isDown() ? 40 : underMouse() ? 22 : 0);
    painter.fillRect(rect(), ground);
    if (isChecked())
        painter.fillRect(QRect(0, 0, kMarkWidth, height()), accent);
    QColor muted = ink;
    if (!isChecked() && !underMouse())
        muted.setAlpha(190);
    const double top = m_wordShown ? kMargin + 2 : (height() - kPicture) / 2.0;
    paintPicture(painter, QRectF((width() - kPicture) / 2.0, top, kPicture, kPicture), m_name, muted, accent);
    if (m_wordShown) {
        painter.setFont(wordFont());
        painter.setPen(muted);
        const QRect below(2, kPicture + kMargin + 2, width() - 4, height() - kPicture - kMargin - 4);
        painter.drawText(below, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(text(), Qt::ElideRight, below.width()));
    }
    if (hasFocus())
        paintFocusRing(painter, rect(), accent);
}

RoomRail::RoomRail(QWidget* parent)
    : QScrollArea(parent)
    , m_inside(new QWidget)
    , m_column(new QVBoxLayout(m_inside))
    , m_group(new QButtonGroup(this))
    , m_more(new RailButton(QStringLiteral("views"), tr("Views")))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Workspaces"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // wheel and keys reach what is below
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    m_column->setContentsMargins(0, kMargin, 0, kMargin);
    m_column->setSpacing(2);
    m_column->addStretch(1);
    m_more->setObjectName(QStringLiteral("rail.views"));
    m_more->setCheckable(false);
    m_more->setToolTip(tr("List all views"));
    m_column->addWidget(m_more);
    setWidget(m_inside);
    connect(m_more, &QAbstractButton::clicked, this, &RoomRail::moreClicked);
    setWidth();
    onEvent(*this, {QEvent::FontChange}, *this, [this] { setWidth(); });
}

void RoomRail::setEntries(const std::vector<Entry>& entries)
{
    for (const auto& [id, button] : std::exchange(m_buttons, {}))
        delete button;
    int place = 0;
    for (const Entry& entry : entries) {
        auto* const button = new RailButton(entry.id, entry.word);
        button->setToolTip(entry.tip);
        button->setWordShown(m_wordsShown);
        button->setContextMenuPolicy(Qt::CustomContextMenu);
        m_group->addButton(button);
        m_column->insertWidget(place++, button);
        m_buttons[entry.id] = button;
        connect(button, &QAbstractButton::clicked, this, [this, id = entry.id] { emit chosen(id); });
        connect(button, &QWidget::customContextMenuRequested, this,
                [this, button, id = entry.id](const QPoint& at) {
                    emit menuRequested(id, button->mapToGlobal(at));
                });
    }
    setWidth();
}

RailButton* RoomRail::button(const QString& id) const
{
    const auto found = m_buttons.find(id);
    return found == m_buttons.end() ? nullptr : found->second;
}

void RoomRail::setCurrent(const QString& id)
{
    if (RailButton* const shown = button(id)) {
        const QAbstractButton* const last = m_group->checkedButton();
        shown->setChecked(true);
        setFocusProxy(shown);
        if (last != nullptr && last->hasFocus())
            shown->setFocus(); // the key for what is selected should not stay on another
        ensureWidgetVisible(shown, 0, 0);
    }
}

void RoomRail::setWordsShown(bool shown)
{
    if (shown == m_wordsShown)
        return;
    m_wordsShown = shown;
    for (const auto& [id, button] : m_buttons)
        button->setWordShown(shown);
    m_more->setWordShown(shown);
    setWidth();
}

void RoomRail::setWidth()
{
    int widest = m_more->sizeHint().width();
    for (const auto& [id, button] : m_buttons)
        widest = std::max(widest, std::min(button->sizeHint().width(), 12 * fontMetrics().height() / 2));
    setFixedWidth(widest + 1);
}

void RoomRail::paintEvent(QPaintEvent* event)
{
    QScrollArea::paintEvent(event);
    QPainter painter(viewport());
    QColor line = palette().color(QPalette::WindowText);
    line.setAlpha(40);
    painter.fillRect(QRect(viewport()->width() - 1, 0, 1, viewport()->height()), line);
}

} // namespace headlight
