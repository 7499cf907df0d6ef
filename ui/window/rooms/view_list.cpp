#include "ui/window/rooms/view_list.h"

#include "ui/widgets/layouts.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_pictures.h"
#include "ui/window/rooms/room_table.h"

#include <QAction>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kRowPicture = 24;
constexpr int kRowMargin = 6;
constexpr int kRowGap = 10;

} // namespace

ViewRow::ViewRow(QString picture, const QString& title, QString line, QString key)
    : m_picture(std::move(picture))
    , m_line(std::move(line))
    , m_key(std::move(key))
{
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(m_line);
    setAttribute(Qt::WA_Hover);
    setToolTip(m_line); // it may be cut
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ViewRow::sizeHint() const
{
    const int words = std::max(QFontMetrics(boldFont(font())).horizontalAdvance(text()) + 2 * kRowGap
                                   + fontMetrics().horizontalAdvance(m_key),
                               fontMetrics().horizontalAdvance(m_line));
    return {kRowPicture + 3 * kRowGap + words, 2 * fontMetrics().lineSpacing() + 2 * kRowMargin};
}

void ViewRow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor ink = palette().color(QPalette::WindowText);
    const QColor accent = palette().color(QPalette::Highlight);
    if (underMouse() || hasFocus() || isDown()) {
        QColor ground = accent;
        ground.setAlpha(isDown() ? 70 : 40);
        painter.fillRect(rect(), ground);
    }
    paintPicture(painter, QRectF(kRowGap, (height() - kRowPicture) / 2.0, kRowPicture, kRowPicture),
                 m_picture, ink, accent);
    const int left = kRowPicture + 2 * kRowGap;
    const int lineHeight = fontMetrics().lineSpacing();
    const QRect upper(left, kRowMargin, width() - left - kRowGap, lineHeight);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(upper, Qt::AlignRight | Qt::AlignVCenter, m_key);
    painter.drawText(upper.translated(0, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_line, Qt::ElideRight, upper.width()));
    painter.setFont(boldFont(font()));
    painter.setPen(ink);
    painter.drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, text());
}

ViewList::ViewList(DockArea& views, QWidget* parent)
    : QFrame(parent, Qt::Popup)
{
    setObjectName(QStringLiteral("viewList"));
    setAccessibleName(tr("All views"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    auto* const inside = new QWidget;
    // The groups stand in two columns, so that all of them are in sight. Each has its own rows: a title in
    // one must not take the height of a view in the other.
    auto* const columns = makeRow(inside, {2, 2, 2, 2}, 0);
    const auto addColumn = [columns] {
        auto* const column = new QGridLayout;
        column->setSpacing(0);
        columns->addLayout(column, 1);
        return column;
    };
    QGridLayout* grid = addColumn();
    const std::size_t half = viewRegistry().size() / 2;
    std::size_t listed = 0;
    int row = 0;
    QString group;
    for (const ViewDescriptor& view : viewRegistry()) {
        if (const QString own = groupOf(view); own != std::exchange(group, own)) {
            if (columns->count() == 1 && listed >= half) {
                grid->setRowStretch(row, 1);
                grid = addColumn();
                row = 0;
            }
            auto* const title = new QLabel(own);
            title->setContentsMargins(kRowGap, kRowMargin, kRowGap, 0);
            title->setForegroundRole(QPalette::PlaceholderText);
            grid->addWidget(title, row++, 0);
        }
        ++listed;
        const QKeySequence key(QLatin1String(view.shortcut));
        auto* const entry = new ViewRow(view.id.name(), viewTitle(view), viewLine(view),
                                        key.toString(QKeySequence::NativeText));
        entry->setObjectName(QLatin1String("list.") + view.id.name());
        grid->addWidget(entry, row, 0);
        connect(entry, &ViewRow::clicked, this, [this, &views, id = view.id] {
            close();
            views.showView(id);
        });
        if (!views.knows(view.id)) {
            QToolButton* const here
                = makeFlatButton(tr("Add here"), tr("Open this view in the workspace that is shown"),
                                 tr("Add %1 here").arg(viewTitle(view)));
            here->setObjectName(QLatin1String("add.") + view.id.name());
            grid->addWidget(here, row, 1);
            connect(here, &QToolButton::clicked, this, [this, &views, id = view.id] {
                close();
                views.addView(id);
            });
        }
        ++row;
    }
    grid->setRowStretch(row, 1);
    auto* const scroll = makeScrolling(inside);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeColumn(this, {1, 1, 1, 1})->addWidget(scroll);
    const QSize wanted = inside->sizeHint();
    resize(wanted.width() + scroll->verticalScrollBar()->sizeHint().width() + 8, wanted.height() + 8);
}

void ViewList::popUp(const QPoint& corner)
{
    const QRect screen = parentWidget()->screen()->availableGeometry();
    const QSize size = this->size().boundedTo(screen.size());
    QRect place(QPoint(corner.x(), corner.y() - size.height()), size);
    place.moveTop(std::max(place.top(), screen.top()));
    place.moveLeft(std::clamp(place.left(), screen.left(), screen.right() - size.width()));
    setGeometry(place);
    show();
    if (auto* const first = findChild<ViewRow*>())
        first->setFocus();
}

void ViewList::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down)
        focusNextPrevChild(true);
    else if (event->key() == Qt::Key_Up)
        focusNextPrevChild(false);
    else
        QFrame::keyPressEvent(event);
}

} // namespace headlight
