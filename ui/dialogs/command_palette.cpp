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
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace headlight {

namespace {

constexpr std::size_t kMostShown = 200; ///< nobody reads a longer list
constexpr std::size_t kAtOnce = 2000; ///< entries that are searched while the window waits
constexpr int kPaletteWidth = 620;
constexpr int kRows = 13;
enum Role { kEntry = Qt::UserRole + 1, kDetail, kKeys, kPlaces };

/// The text with the matching letters in bold; on the right, where it belongs and its shortcut.
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
        for (const Role role : {kKeys, kDetail}) {
            const QString text = index.data(role).toString();
            if (text.isEmpty())
                continue;
            const int width = option.fontMetrics.horizontalAdvance(text);
            painter->setPen(role == kKeys ? ink : faint);
            painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, text);
            room.setRight(room.right() - width - 16);
        }
        paintText(*painter, room, index, option.font, ink);
        painter->restore();
    }

private:
    static void paintText(QPainter& painter, const QRect& room, const QModelIndex& index, const QFont& font,
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
    }
};

/// Letters that are spread over the place of an entry and its text count half.
std::optional<FuzzyMatch> matchOf(const QString& typed, const PaletteEntry& entry)
{
    if (auto match = fuzzyMatch(typed, entry.text))
        return match;
    auto wide = fuzzyMatch(typed, QString(entry.detail + QLatin1Char(' ') + entry.text));
    if (!wide)
        return std::nullopt;
    const auto before = static_cast<int>(entry.detail.size()) + 1;
    FuzzyMatch match{wide->score / 2, {}};
    for (const int place : wide->places)
        if (place >= before)
            match.places << place - before;
    return match;
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
    m_line->setPlaceholderText(tr("An action, a head such as decoder.1.cross.2, or a token"));
    m_line->setAccessibleName(tr("Search"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_list->setAccessibleName(tr("Results"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(m_list));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
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
    for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
        const PaletteEntry entry = entryAt(i);
        if (const auto match = matchOf(typed, entry))
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
    showHits(typed, hits);
    if (!atOnce)
        m_task.start([this, typed, few, all, hits](const std::stop_token& stop,
                                                   const LatestTask::Deliver& deliver) mutable {
            find(typed, few, all, hits, stop);
            deliver([this, typed, hits] {
                showHits(typed, hits);
                if (m_chooseSoon)
                    choose();
            });
        });
}

void CommandPalette::showHits(const QString& typed, const std::vector<Hit>& hits)
{
    m_model->clear();
    for (const Hit& hit : hits) {
        const PaletteEntry entry = entryAt(hit.entry);
        const auto match = matchOf(typed, entry);
        auto* item = new QStandardItem(entry.text);
        item->setData(static_cast<qulonglong>(hit.entry), kEntry);
        item->setData(entry.detail, kDetail);
        item->setData(entry.keys, kKeys);
        item->setData(QVariant::fromValue(match ? match->places : QVector<int>()), kPlaces);
        item->setData(QStringList{entry.text, entry.detail, entry.keys}.join(QStringLiteral(", ")),
                      Qt::AccessibleTextRole);
        item->setEnabled(entry.enabled);
        m_model->appendRow(item);
    }
    m_list->setCurrentIndex(m_model->index(0, 0));
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

namespace {

constexpr int kLetter = 10;
constexpr int kWordStart = 14; ///< bonus for the first letter of a word
constexpr int kNeighbour = 12; ///< bonus for a letter right after the previous match
constexpr int kGapCost = 1; ///< penalty for each skipped letter
constexpr int kNever = std::numeric_limits<int>::min() / 2;
constexpr qsizetype kLongest = 200; ///< letters of an entry that are compared

bool possible(int score)
{
    return score > kNever / 2;
}

/// A letter for comparison: without case and accents ("tete" finds "Tête").
QChar folded(QChar letter)
{
    if (letter.decompositionTag() == QChar::Canonical)
        letter = letter.decomposition().front();
    return letter.toCaseFolded();
}

bool startsWord(QStringView entry, qsizetype at)
{
    if (at == 0 || !entry[at - 1].isLetterOrNumber())
        return true;
    return entry[at].isUpper() && entry[at - 1].isLower();
}

/// Whether the entry has all letters, in order. Much faster than the search for their best placement.
bool hasLetters(QStringView letters, QStringView entry)
{
    qsizetype found = 0;
    for (const QChar letter : entry)
        if (folded(letter) == letters[found] && ++found == letters.size())
            return true;
    return false;
}

/// Finds the best placement of the letters in an entry, in order, by dynamic programming over letters (rows)
/// and places in the entry (columns).
class Alignment
{
public:
    Alignment(const QString& letters, QStringView entry)
        : m_rows(static_cast<std::size_t>(letters.size()))
        , m_columns(static_cast<std::size_t>(entry.size()))
        , m_best(m_rows * m_columns, kNever)
        , m_from(m_rows * m_columns, -1)
    {
        for (std::size_t row = 0; row < m_rows; ++row)
            fill(row, letters[static_cast<qsizetype>(row)], entry);
    }

    std::optional<FuzzyMatch> match() const
    {
        const auto last = m_best.end() - static_cast<std::ptrdiff_t>(m_columns);
        const auto end = std::max_element(last, m_best.end());
        if (end == m_best.end() || !possible(*end))
            return std::nullopt;
        FuzzyMatch match{*end - static_cast<int>(m_columns) / 8, {}};
        int at = static_cast<int>(end - last);
        for (std::size_t row = m_rows; row-- > 0 && at >= 0;) {
            match.places.prepend(at);
            at = m_from[row * m_columns + static_cast<std::size_t>(at)];
        }
        return match;
    }

private:
    void fill(std::size_t row, QChar letter, QStringView entry)
    {
        int reach = kNever, reachAt = -1; // best of the previous row left of `column`, minus the gap
        for (std::size_t column = 0; column < m_columns; ++column) {
            const auto place = static_cast<qsizetype>(column);
            const int before = row == 0 || column == 0 ? kNever : m_best[(row - 1) * m_columns + column - 1];
            reach -= kGapCost;
            if (before > reach) {
                reach = before;
                reachAt = static_cast<int>(column) - 1;
            }
            if (folded(entry[place]) != letter)
                continue;
            const int own = kLetter + (startsWord(entry, place) ? kWordStart : 0);
            const int far = row == 0 ? -std::min(static_cast<int>(column), kLetter) * kGapCost : reach;
            const int near = possible(before) ? before + kNeighbour : kNever;
            if (row > 0 && !possible(far) && !possible(near))
                continue;
            const int neighbour = near >= far ? static_cast<int>(column) - 1 : reachAt;
            m_best[row * m_columns + column] = own + std::max(far, near);
            m_from[row * m_columns + column] = row == 0 ? -1 : neighbour;
        }
    }

    std::size_t m_rows, m_columns;
    std::vector<int> m_best; ///< [rows × columns] best score with this letter in this place
    std::vector<int> m_from; ///< [rows × columns] place of the previous letter in that case; -1 = none
};

} // namespace

std::optional<FuzzyMatch> fuzzyMatch(QStringView typed, QStringView entry)
{
    QString letters;
    for (const QChar c : typed)
        if (!c.isSpace())
            letters += folded(c);
    if (letters.isEmpty())
        return FuzzyMatch{};
    entry = entry.left(kLongest);
    return hasLetters(letters, entry) ? Alignment(letters, entry).match() : std::nullopt;
}

} // namespace headlight
