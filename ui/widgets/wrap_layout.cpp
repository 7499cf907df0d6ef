#include "ui/widgets/wrap_layout.h"

#include "ui/widgets/layouts.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

bool grows(const QLayoutItem& item)
{
    return item.expandingDirections().testFlag(Qt::Horizontal);
}

/// A stretch takes no room and has no space next to it.
bool isStretch(QLayoutItem& item)
{
    return item.spacerItem() != nullptr;
}

/// Size of the item in a line of this width: if it is wider and can wrap, it gets higher instead.
QSize sizeIn(const QLayoutItem& item, int width)
{
    const QSize hint = item.sizeHint();
    return hint.width() > width && item.hasHeightForWidth() ? QSize(width, item.heightForWidth(width)) : hint;
}

} // namespace

WrapLayout::WrapLayout(int spacing, QWidget* parent)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

WrapLayout::~WrapLayout()
{
    // A nested layout looks itself up in this one while it is being destroyed, so remove it first.
    while (!m_items.empty()) {
        QLayoutItem* const item = m_items.back();
        m_items.pop_back();
        delete item;
    }
}

void WrapLayout::addTogether(std::initializer_list<QWidget*> widgets)
{
    auto* group = makeRow(nullptr, {}, spacing());
    addChildLayout(group);
    for (QWidget* widget : widgets)
        group->addWidget(widget);
    addItem(group);
}

void WrapLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* WrapLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index)
{
    QLayoutItem* const item = itemAt(index);
    if (item != nullptr)
        m_items.erase(m_items.begin() + index);
    return item;
}

std::vector<WrapLayout::Line> WrapLayout::lines(int width) const
{
    std::vector<Line> lines;
    for (QLayoutItem* item : m_items) {
        const bool stretch = isStretch(*item);
        if (item->isEmpty() && !stretch)
            continue; // hidden
        if (lines.empty())
            lines.emplace_back();
        const QSize size = sizeIn(*item, width);
        const int gap = stretch || lines.back().width == 0 ? 0 : spacing();
        if (!stretch && lines.back().width > 0 && lines.back().width + gap + size.width() > width)
            lines.emplace_back();
        Line& line = lines.back();
        line.width += stretch ? 0 : (line.width == 0 ? 0 : spacing()) + size.width();
        line.height = std::max(line.height, size.height());
        line.items.push_back(item);
    }
    std::erase_if(lines, [](const Line& line) { return line.height == 0; });
    return lines;
}

int WrapLayout::heightForWidth(int width) const
{
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom();
    const std::vector<Line> all = lines(width - margins.left() - margins.right());
    for (std::size_t i = 0; i < all.size(); ++i)
        height += all[i].height + (i == 0 ? 0 : spacing());
    return height;
}

QSize WrapLayout::sizeHint() const
{
    QSize size;
    for (const Line& line : lines(QLAYOUTSIZE_MAX))
        size = size.expandedTo({line.width, line.height});
    return size.grownBy(contentsMargins());
}

QSize WrapLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

void WrapLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    const QRect whole = rect.marginsRemoved(contentsMargins());
    int top = whole.top();
    for (const Line& line : lines(whole.width())) {
        place(line, {whole.left(), top, whole.width(), line.height}, whole);
        top += line.height + spacing();
    }
}

void WrapLayout::place(const Line& line, const QRect& room, const QRect& whole) const
{
    const Qt::LayoutDirection direction
        = parentWidget() == nullptr ? Qt::LeftToRight : parentWidget()->layoutDirection();
    auto growing = static_cast<int>(
        std::count_if(line.items.begin(), line.items.end(), [](const auto* item) { return grows(*item); }));
    int spare = std::max(0, room.width() - line.width);
    int left = room.left();
    bool first = true;
    for (QLayoutItem* item : line.items) {
        const QSize hint = sizeIn(*item, room.width());
        const bool stretch = isStretch(*item);
        int width = stretch ? 0 : std::min(hint.width(), room.width());
        if (grows(*item)) {
            const int share = std::min(spare / growing, item->maximumSize().width() - width);
            width += share;
            spare -= share;
            --growing;
        }
        if (!stretch && !std::exchange(first, false))
            left += spacing();
        const int height = std::min(hint.height(), room.height());
        const int above = item->alignment().testFlag(Qt::AlignTop) ? 0 : (room.height() - height) / 2;
        const QRect at(left, room.top() + above, width, height);
        item->setGeometry(QStyle::visualRect(direction, whole, at));
        left += width;
    }
}

QWidget* makeBar(std::initializer_list<std::initializer_list<QWidget*>> groups)
{
    auto* const bar = new QWidget;
    auto* const layout = new WrapLayout(4, bar);
    for (const auto& group : groups)
        group.size() == 1 ? layout->addWidget(*group.begin()) : layout->addTogether(group);
    layout->addStretch();
    return bar;
}

} // namespace headlight
