#include "ui/widgets/term_guide.h"

#include "ui/widgets/term.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QScreen>
#include <QTimer>
#include <QToolTip>
#include <QVariant>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kPopoverWidth = 340, kDistance = 4;
constexpr int kGivenBack = 300; ///< milliseconds in which an activation comes back

/// The term of a section of a table's header.
std::optional<TermPlace> sectionPlace(const QHeaderView& header, const QPoint& point)
{
    const int section = header.logicalIndexAt(point);
    const QAbstractItemModel* const model = header.model();
    if (section < 0 || model == nullptr)
        return std::nullopt;
    const QVariant term = model->headerData(section, header.orientation(), kTermRole);
    if (!term.isValid())
        return std::nullopt;
    const int start = header.sectionViewportPosition(section), size = header.sectionSize(section);
    const QRect rect = header.orientation() == Qt::Horizontal
        ? QRect(start, 0, size, header.viewport()->height())
        : QRect(0, start, header.viewport()->width(), size);
    return TermPlace{static_cast<Term>(term.toInt()),
                     model->headerData(section, header.orientation(), Qt::ToolTipRole).toString(), rect};
}

/// What is explained at a point of the widget, or at its keyboard cursor.
std::optional<TermPlace> placeIn(const QWidget& widget, const std::optional<QPoint>& point)
{
    if (const auto* const header = qobject_cast<const QHeaderView*>(widget.parentWidget()); header && point)
        return sectionPlace(*header, *point);
    if (auto place = termPlace(widget, point))
        return place;
    if (const auto term = termOf(&widget))
        return TermPlace{*term, widget.toolTip(), {}};
    return std::nullopt;
}

bool isHelpKey(const QEvent& event)
{
    const auto& press = static_cast<const QKeyEvent&>(event);
    return press.key() == Qt::Key_F1 && press.modifiers() == Qt::NoModifier;
}

} // namespace

TermGuide::TermGuide(QObject* parent)
    : QObject(parent)
    , m_popover(new QLabel(nullptr, Qt::ToolTip | Qt::BypassGraphicsProxyWidget))
{
    m_popover->setObjectName(QStringLiteral("termPopover"));
    m_popover->setTextFormat(Qt::RichText);
    m_popover->setWordWrap(true);
    m_popover->setMargin(10);
    m_popover->setFrameShape(QFrame::StyledPanel);
    m_popover->setForegroundRole(QPalette::ToolTipText);
    m_popover->setBackgroundRole(QPalette::ToolTipBase);
    m_popover->setAutoFillBackground(true);
    connect(m_popover, &QLabel::linkActivated, this, &TermGuide::openLink);
    qApp->installEventFilter(this);
}

TermGuide::~TermGuide()
{
    delete m_popover;
}

void TermGuide::show(QWidget& widget, const TermPlace& place, bool linked)
{
    QToolTip::hideText();
    m_explained = &widget;
    m_asked = false;
    m_part = place.rect;
    m_link = linked && m_findLink ? m_findLink(place.term) : std::nullopt;
    const TermWords words = termWords(place.term);
    m_popover->setPalette(QToolTip::palette());
    m_popover->setFont(widget.window()->font());
    QString html = termHtml(words, place.tip);
    if (m_link)
        html += QStringLiteral("<p><a href='view'>%1</a></p>")
                    .arg(tr("Show it: %1 (Enter)").arg(m_link->title).toHtmlEscaped());
    m_popover->setText(html);
    m_popover->setAccessibleName(words.name);
    m_popover->setFixedWidth(kPopoverWidth);
    m_popover->setFixedHeight(m_popover->heightForWidth(kPopoverWidth));
    // Place it below the word, inside the screen; above if there is no room.
    const QRect word = m_part.isNull() ? widget.rect() : m_part.intersected(widget.rect());
    const QRect screen = widget.screen()->availableGeometry();
    QPoint at = widget.mapToGlobal(word.bottomLeft() + QPoint(0, 1 + kDistance));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - m_popover->width())));
    if (at.y() + m_popover->height() > screen.bottom())
        at.setY(
            std::max(screen.top(), widget.mapToGlobal(word.topLeft()).y() - m_popover->height() - kDistance));
    m_popover->move(at);
    m_popover->show();
}

void TermGuide::explain(Term term, QWidget& window)
{
    const QRect place((window.width() - kPopoverWidth) / 2, window.height() / 8, kPopoverWidth, 1);
    // Later: the key that chose the term would close the popover.
    QTimer::singleShot(0, &window, [this, term, &window, place] {
        show(window, {term, {}, place}, true);
        m_asked = true;
    });
}

void TermGuide::hide()
{
    m_explained = nullptr;
    m_asked = false;
    m_link.reset();
    m_popover->hide();
}

void TermGuide::openLink()
{
    const auto open = m_link->open; // hide() forgets the link
    hide();
    open();
}

/// Activations come and go while a window closes: the popover closes if no window gets one.
void TermGuide::closeUnlessGivenBack()
{
    QTimer::singleShot(kGivenBack, this, [this] {
        if (m_asked && QApplication::activeWindow() == nullptr)
            hide();
    });
}

bool TermGuide::key(QWidget& widget, QEvent& event)
{
    if (event.type() == QEvent::KeyPress && m_popover->isVisible() && !isHelpKey(event)) {
        const int key = static_cast<QKeyEvent&>(event).key();
        if (m_link && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
            openLink();
            return true;
        }
        hide();
        return key == Qt::Key_Escape; // Esc closes only the innermost thing
    }
    if (!isHelpKey(event) || !widget.hasFocus())
        return false;
    const auto place = placeIn(widget, std::nullopt);
    if (!place)
        return false;
    if (event.type() == QEvent::ShortcutOverride) {
        event.accept(); // takes precedence over the window's shortcut for the tour
        return true;
    }
    show(widget, *place, true);
    return true;
}

// For a widget with several words, the popover closes when the pointer leaves its word.
bool TermGuide::leaves(const QWidget& widget, const QEvent& event) const
{
    return !m_asked && &widget == m_explained && !m_part.isNull()
        && !m_part.contains(static_cast<const QMouseEvent&>(event).position().toPoint());
}

bool TermGuide::eventFilter(QObject* watched, QEvent* event)
{
    auto* const widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr)
        return false;
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto place = placeIn(*widget, static_cast<QHelpEvent*>(event)->pos());
        if (place)
            show(*widget, *place);
        else if (widget == m_explained)
            hide(); // another word of the same widget, with only a tooltip
        return place.has_value();
    }
    case QEvent::MouseMove:
        if (m_popover->isVisible() && leaves(*widget, *event))
            hide();
        return false;
    case QEvent::ShortcutOverride:
        if (m_popover->isVisible() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
        return key(*widget, *event);
    case QEvent::KeyPress:
        return key(*widget, *event);
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
        if (widget != m_popover)
            hide();
        return false;
    case QEvent::Leave:
        if (widget == m_explained && !m_asked)
            hide();
        return false;
    case QEvent::WindowDeactivate:
        if (m_asked) {
            closeUnlessGivenBack();
            return false;
        }
        [[fallthrough]];
    case QEvent::Hide:
        // Another window may close meanwhile: that in which the term was chosen.
        if (widget == m_explained || (m_explained != nullptr && widget->isAncestorOf(m_explained)))
            hide();
        return false;
    default:
        return false;
    }
}

} // namespace headlight
