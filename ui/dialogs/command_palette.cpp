#include "ui/dialogs/command_palette.h"

#include "ui/widgets/layouts.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>
#include <tuple>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t kMostShown = 200; ///< nobody reads a longer list
constexpr std::size_t kAtOnce = 2000; ///< entries that are searched while the window waits
constexpr int kPaletteWidth = 720;
constexpr int kRows = 13;
enum Role { kEntry = Qt::UserRole + 1, kDetail, kKeys, kPlaces, kShared };

/// The text with the matching letters in bold; on the right, where it belongs and its shortcut. A name that
/// is not the only one of its kind has its place right behind it.
class EntryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {100, option.fontMetrics.height() + 10};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool chosen = option.state.testFlag(QStyle::State_Selected);
        const bool enabled = index.flags().testFlag(Qt::ItemIsEnabled);
        const auto group = enabled ? QPalette::Active : QPalette::Disabled;
        painter->save();
        if (chosen)
            painter->fillRect(option.rect, option.palette.color(group, QPalette::Highlight));
        const QColor ink = option.palette.color(group, chosen ? QPalette::HighlightedText : QPalette::Text);
        const QColor faint = chosen ? ink : option.palette.color(group, QPalette::PlaceholderText);
        QRect room = option.rect.adjusted(10, 0, -10, 0);
        painter->setFont(option.font);
        const bool shared = index.data(kShared).toBool();
        for (const Role role : {kKeys, kDetail}) {
            if (role == kDetail && shared)
                break;
            const QString text = option.fontMetrics.elidedText(index.data(role).toString(), Qt::ElideRight,
                                                               option.rect.width() / 2);
            if (text.isEmpty())
                continue;
            const int width = option.fontMetrics.horizontalAdvance(text);
            painter->setPen(role == kKeys ? ink : faint);
            painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
            room.setRight(room.right() - width - 16);
        }
        room.setLeft(paintText(*painter, room, index, option.font, ink));
        if (shared) {
            painter->setFont(option.font);
            painter->setPen(faint);
            painter->drawText(
                room, Qt::AlignLeft | Qt::AlignVCenter,
                option.fontMetrics.elidedText(QStringLiteral(" — ") + index.data(kDetail).toString(),
                                              Qt::ElideRight, room.width()));
        }
        painter->restore();
    }

private:
    /// Returns the end of the text.
    static int paintText(QPainter& painter, const QRect& room, const QModelIndex& index, const QFont& font,
                         const QColor& ink)
    {
        QFont bold = font;
        bold.setBold(true);
        bold.setUnderline(true); // for fonts whose bold is hard to see
        const QFontMetrics metrics(font), boldMetrics(bold);
        const QString text = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        const auto places = index.data(kPlaces).value<QVector<int>>();
        painter.setPen(ink);
        int x = room.left();
        const int y = room.top() + (room.height() + metrics.ascent() - metrics.descent()) / 2;
        for (int begin = 0; begin < text.size();) {
            const bool fits = places.contains(begin);
            int end = begin + 1;
            while (end < text.size() && places.contains(end) == fits)
                ++end;
            const QString part = text.mid(begin, end - begin);
            painter.setFont(fits ? bold : font);
            painter.drawText(x, y, part);
            x += (fits ? boldMetrics : metrics).horizontalAdvance(part);
            begin = end;
        }
        return x;
    }
};

/// "Manual · Explore".
QString placeOf(const PaletteEntry& entry)
{
    return entry.detail.isEmpty() || entry.kind.isEmpty() ? entry.kind + entry.detail
                                                          : entry.kind + QStringLiteral(" · ") + entry.detail;
}

} // namespace

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, PaletteSource more, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint)
    , m_entries(std::move(entries))
    , m_more(std::move(more))
    , m_line(new QLineEdit(this))
    , m_list(new QListView(this))
    , m_model(new QStandardItemModel(this))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Search everything"));
    setAccessibleName(windowTitle());
    m_line->setPlaceholderText(
        tr("A word of the field, an action, a model, a head such as decoder.1.cross.2, a token"));
    m_line->setAccessibleName(tr("Search"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_list->setAccessibleName(tr("Results"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    QSet<QString> names;
    for (PaletteEntry& entry : m_entries) {
        if (!entry.prose.isEmpty())
            entry.prose = wordsOf(entry.prose);
        (names.contains(entry.text) ? m_shared : names).insert(entry.text);
    }
    auto* layout = makeColumn(this, {8, 8, 8, 8});
    layout->addWidget(m_line);
    layout->addWidget(m_list);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        if (m_task.isRunning())
            m_chooseSoon = true;
        else
            choose();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
    search();
    const int row = m_list->fontMetrics().height() + 10;
    resize(std::min(kPaletteWidth, parent->width() - 40),
           std::min(m_line->sizeHint().height() + row * kRows + 30, parent->height() - 80));
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, 60)));
    m_line->setFocus();
}

PaletteEntry CommandPalette::entryAt(std::size_t entry) const
{
    return entry < m_entries.size() ? m_entries[entry] : m_more.entry(entry - m_entries.size());
}

void CommandPalette::find(const QString& typed, std::size_t begin, std::size_t end, std::vector<Hit>& hits,
                          const std::stop_token& stop) const
{
    const PaletteQuery query(typed);
    for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
        const PaletteEntry entry = entryAt(i);
        if (const auto match = query.match(entry))
            hits.push_back({i, match->score, entry.enabled});
    }
    // Disabled entries come last; equal matches keep the order of the menus.
    const auto last = hits.begin() + static_cast<std::ptrdiff_t>(std::min(hits.size(), kMostShown));
    std::partial_sort(hits.begin(), last, hits.end(), [](const Hit& a, const Hit& b) {
        return std::tuple(b.enabled, b.score, a.entry) < std::tuple(a.enabled, a.score, b.entry);
    });
    hits.erase(last, hits.end());
}

void CommandPalette::search()
{
    m_chooseSoon = false;
    m_task.cancel();
    const QString typed = m_line->text();
    const std::size_t few = m_entries.size(), all = few + m_more.count;
    const bool atOnce = m_more.count <= kAtOnce;
    std::vector<Hit> hits;
    find(typed, 0, atOnce ? all : few, hits);
    showHits(typed, hits, atOnce);
    if (!atOnce)
        m_task.start([this, typed, few, all, hits](const std::stop_token& stop,
                                                   const LatestTask::Deliver& deliver) mutable {
            find(typed, few, all, hits, stop);
            deliver([this, typed, hits] {
                showHits(typed, hits, true);
                if (m_chooseSoon)
                    choose();
            });
        });
}

void CommandPalette::showHits(const QString& typed, const std::vector<Hit>& hits, bool last)
{
    m_model->clear();
    const PaletteQuery query(typed);
    for (const Hit& hit : hits) {
        const PaletteEntry entry = entryAt(hit.entry);
        const auto match = query.match(entry);
        addRow(entry, hit.entry, match ? match->places : QVector<int>());
    }
    if (!hits.empty()) {
        m_list->setCurrentIndex(m_model->index(0, 0));
    } else if (!last) {
        addMessage(tr("Searching…"));
    } else if (const auto nearest = nearestEntry(typed, m_entries)) {
        addMessage(tr("Nothing found for “%1”. The nearest name:").arg(typed.trimmed()));
        addRow(m_entries[*nearest], *nearest, {});
    } else {
        addMessage(tr("Nothing found for “%1”").arg(typed.trimmed()));
    }
}

void CommandPalette::addRow(const PaletteEntry& entry, std::size_t number, const QVector<int>& places)
{
    const QString place = placeOf(entry);
    auto* item = new QStandardItem(entry.text);
    item->setData(static_cast<qulonglong>(number), kEntry);
    item->setData(place, kDetail);
    item->setData(entry.keys, kKeys);
    item->setData(m_shared.contains(entry.text), kShared);
    item->setData(QVariant::fromValue(places), kPlaces);
    item->setData(QStringList{entry.text, place, entry.keys}.join(QStringLiteral(", ")),
                  Qt::AccessibleTextRole);
    item->setEnabled(entry.enabled);
    m_model->appendRow(item);
}

void CommandPalette::addMessage(const QString& text)
{
    auto* item = new QStandardItem(text);
    item->setEnabled(false);
    m_model->appendRow(item);
}

void CommandPalette::choose()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEnabled))
        return;
    const std::function<void()> run = entryAt(index.data(kEntry).toULongLong()).run;
    close();
    if (run)
        run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        // Up and Down move through the list while the user types.
        const int key = static_cast<QKeyEvent*>(event)->key(); // NOLINT(*-static-cast-downcast)
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace headlight
