#include "ui/views/decoding/time_line.h"

#include "ui/picture/chip_colours.h"
#include "ui/picture/colour_map.h"
#include "ui/picture/marks.h"
#include "ui/picture/token_flow.h"
#include "ui/state/decoding_edit.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/term.h"
#include "ui/words/local_number.h"
#include "ui/words/token_details.h"

#include <QAction>
#include <QEvent>
#include <QLocale>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headlight {

namespace {

constexpr int kGap = 3; ///< around an item
constexpr int kBarHeight = 28;
constexpr int kChipPadding = 6;
constexpr int kLongestChipInEms = 12;
constexpr double kLeastScale = 4; ///< bits: steps with little surprisal should not fill the scale

QFont smallFont(const QFont& font)
{
    return scaledFont(font, 0.85);
}

int chipHeight(const QFont& font)
{
    return QFontMetrics(font).height() + 6;
}

/// Surprisal and entropy as two thin bars on one scale.
void paintBits(QPainter& painter, const QRectF& area, const QModelIndex& index, const ChipColours& colours)
{
    const double most = std::max(1.0, index.data(StepsModel::kMostBits).toDouble());
    const auto bar = [&](double left, double bits, const QColor& colour) {
        if (std::isnan(bits))
            return;
        const double height = std::max(1.5, area.height() * std::clamp(bits / most, 0.0, 1.0));
        painter.fillRect(QRectF(area.left() + left, area.bottom() - height, 5, height), colour);
    };
    bar(0, index.data(StepsModel::kSurprise).toDouble(), colours.key);
    bar(6, index.data(StepsModel::kEntropy).toDouble(), colours.muted);
}

bool looksTheSame(const DecodeStep& a, const DecodeStep& b)
{
    return a.token == b.token && a.logProbability == b.logProbability && a.rank == b.rank
        && a.forced == b.forced && a.entropy == b.entropy;
}

} // namespace

/// Draws one decoding step: a bar for the token's probability with its number, two thin bars next to it for
/// surprisal and entropy on a scale shared by all steps, and the token below.
class StepDelegate : public QStyledItemDelegate
{
public:
    explicit StepDelegate(const StepsModel& steps, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_steps(steps)
    { }

    int extra = 0; ///< what each item gets besides what it needs

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QFontMetrics metrics(option.font);
        const QFontMetrics small(smallFont(option.font));
        const QString number = probabilityText(static_cast<double>(m_steps.step(index.row()).probability()));
        const int chip = std::min(metrics.horizontalAdvance(index.data().toString()),
                                  kLongestChipInEms * metrics.averageCharWidth() * 2)
            + 2 * kChipPadding;
        return {std::max({chip, small.horizontalAdvance(number) + 2, 34}) + 2 * kGap + extra,
                TimeLine::stepHeight(option.font)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const ChipColours colours = chipColours(option.palette);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const DecodeStep& step = m_steps.step(index.row());
        const bool own = isOwnChoice(step), special = step.token.special;
        const auto probability = static_cast<double>(step.probability());
        const QColor accent = own ? colours.forced : colours.rampEnd;

        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF item = QRectF(option.rect).adjusted(kGap, kGap, -kGap, -kGap);
        if (selected) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(mixed(colours.background, accent, 0.16));
            painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        }

        // The numbers are in one line above the bars, the bars above the tokens.
        const qreal numberHeight = QFontMetricsF(smallFont(option.font)).height();
        const qreal chip = chipHeight(option.font);
        const QRectF chipRect(item.left() + extra / 2.0, item.bottom() - chip, item.width() - extra, chip);
        const qreal barHeight = std::max(2.0, kBarHeight * std::clamp(probability, 0.0, 1.0));
        const QRectF barRect(item.center().x() - 15, chipRect.top() - kGap - barHeight, 16, barHeight);
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected || own ? accent : mixed(colours.surface, accent, 0.62));
        painter->drawRoundedRect(barRect, 2, 2);
        paintBits(*painter, {barRect.right() + 3, chipRect.top() - kGap - kBarHeight, 12, kBarHeight}, index,
                  colours);
        painter->setFont(smallFont(option.font));
        painter->setPen(colours.muted);
        painter->drawText(QRectF(option.rect.left(), chipRect.top() - kGap - kBarHeight - numberHeight - 1,
                                 option.rect.width(), numberHeight),
                          Qt::AlignCenter, probabilityText(probability));

        painter->setFont(option.font);
        painter->setBrush(selected ? accent : special ? colours.background : colours.surface);
        painter->setPen(own                        ? QPen(colours.forced, 2)
                            : step.forced          ? QPen(colours.outline, 1, Qt::DotLine)
                            : special && !selected ? QPen(colours.outline, 1)
                                                   : QPen(Qt::NoPen));
        const qreal radius = special ? chip / 2 : 5;
        painter->drawRoundedRect(chipRect.adjusted(1, 1, -1, -1), radius, radius);
        painter->setPen(selected ? readableOn(accent) : special ? colours.muted : colours.text);
        const QString text = QFontMetrics(option.font)
                                 .elidedText(index.data().toString(), Qt::ElideMiddle,
                                             static_cast<int>(chipRect.width()) - kChipPadding);
        painter->drawText(chipRect, Qt::AlignCenter | Qt::TextSingleLine, text);
        if (option.state.testFlag(QStyle::State_HasFocus)
            && option.state.testFlag(QStyle::State_KeyboardFocusChange))
            paintFocusRing(*painter, option.rect, colours.text, 6);
        painter->restore();
    }

private:
    const StepsModel& m_steps;
};

int TimeLine::stepHeight(const QFont& font)
{
    return QFontMetrics(smallFont(font)).height() + kBarHeight + chipHeight(font) + 4 * kGap;
}

TimeLine::TimeLine()
    : m_steps(new StepsModel(this))
    , m_delegate(new StepDelegate(*m_steps, this))
{
    setObjectName(QStringLiteral("timeLine"));
    setModel(m_steps);
    setItemDelegate(m_delegate);
    setFlow(QListView::LeftToRight);
    setWrapping(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setAccessibleName(tr("Steps of the decoding"));
    fitHeight();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
        if (!m_following && current.isValid())
            emit stepChosen(current.row());
    });
    QAction* const edit = makeCommandAction(CommandId::kPutToken, this);
    edit->setShortcutContext(Qt::WidgetShortcut);
    addAction(edit);
    connect(edit, &QAction::triggered, this, &TimeLine::editWanted);
    connect(this, &QListView::doubleClicked, this, &TimeLine::editWanted);
    // A step has its numbers as a tooltip; F1 also says what the bars mean.
    explainTermsIn(*this, [this](const std::optional<QPoint>& point) -> std::optional<TermPlace> {
        const QModelIndex step = currentIndex();
        if (point || !step.isValid())
            return std::nullopt;
        return TermPlace{Term::kSurprisal, step.data(Qt::ToolTipRole).toString(), visualRect(step)};
    });
    onEvent(*this, {QEvent::FontChange}, *this, [this] { fitHeight(); });
}

void TimeLine::setSnapshot(std::shared_ptr<const Snapshot> snapshot)
{
    m_following = true;
    m_steps->setSnapshot(std::move(snapshot));
    m_following = false;
    fitWidth();
}

void TimeLine::showStep(int step)
{
    m_following = true;
    if (const QModelIndex index = m_steps->index(step); index.isValid() && currentIndex() != index) {
        setCurrentIndex(index);
        scrollTo(index);
    }
    m_following = false;
}

void TimeLine::fitHeight()
{
    setFixedHeight(stepHeight(font()) + horizontalScrollBar()->sizeHint().height() + 2);
}

void TimeLine::fitWidth()
{
    constexpr int kMostExtra = 56, kManySteps = 64;
    const int count = m_steps->rowCount();
    int needed = 0;
    for (int step = 0; step < count && count <= kManySteps; ++step)
        needed += sizeHintForIndex(m_steps->index(step)).width() - m_delegate->extra;
    const int extra = count == 0 || count > kManySteps
        ? 0
        : std::clamp((viewport()->width() - needed - 1) / count, 0, kMostExtra);
    if (extra == m_delegate->extra)
        return;
    m_delegate->extra = extra;
    doItemsLayout();
}

void TimeLine::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    fitWidth();
    scrollTo(currentIndex());
}

StepsModel::StepsModel(QObject* parent)
    : QAbstractListModel(parent)
    , m_snapshot(std::make_shared<const Snapshot>())
{ }

void StepsModel::setSnapshot(std::shared_ptr<const Snapshot> snapshot)
{
    double most = kLeastScale;
    for (const DecodeStep& each : snapshot->steps)
        most = std::max({most, surpriseBits(each), each.entropy});
    const bool otherScale = most != m_mostBits;
    m_mostBits = most;
    const auto before = static_cast<int>(m_snapshot->steps.size());
    const auto after = static_cast<int>(snapshot->steps.size());
    const int common = std::min(before, after);
    int firstChanged = 0;
    while (firstChanged < common
           && looksTheSame(step(firstChanged), snapshot->steps[static_cast<std::size_t>(firstChanged)]))
        ++firstChanged;

    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_snapshot = std::move(snapshot);
        endRemoveRows();
    } else if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_snapshot = std::move(snapshot);
        endInsertRows();
    } else {
        m_snapshot = std::move(snapshot);
    }
    if (otherScale)
        firstChanged = 0;
    if (firstChanged < common)
        emit dataChanged(index(firstChanged), index(common - 1));
}

int StepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_snapshot->steps.size());
}

QString StepsModel::description(int row) const
{
    const DecodeStep& s = step(row);
    if (s.rank < 0) // nothing more is known of a beam that was not chosen
        return tr("Step %1: %2, probability %3, of a beam that was not chosen")
            .arg(row + 1)
            .arg(tokenInSentence(s.token), probabilityText(static_cast<double>(s.probability())));
    if (!s.hasToken())
        return tr("Step %1: no token, since the logits are not numbers (NaN)").arg(row + 1);
    QString text = tr("Step %1: %2, probability %3, rank %4")
                       .arg(row + 1)
                       .arg(tokenInSentence(s.token), probabilityText(static_cast<double>(s.probability())))
                       .arg(s.rank + 1);
    text += QLatin1Char('\n')
        + tr("Surprisal %1 bits, entropy %2 bits")
              .arg(QLocale().toString(surpriseBits(s), 'f', 2), QLocale().toString(s.entropy, 'f', 2));
    const bool last = row + 1 == rowCount() || !step(row + 1).forced;
    if (isOwnChoice(s))
        text += QLatin1Char('\n')
            + (last ? tr("Chosen by you") : tr("Given, and not the model’s own first choice"));
    else if (s.forced)
        text += QLatin1Char('\n') + tr("Given, and the model’s own first choice");
    return text;
}

QVariant StepsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const DecodeStep& s = step(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return s.hasToken() ? chipText(s.token, false).text : tr("NaN");
    case Qt::ToolTipRole:
        return plainTip(description(index.row()));
    case Qt::AccessibleTextRole:
        return description(index.row());
    case kSurprise:
        return surpriseBits(s);
    case kEntropy:
        return s.entropy;
    case kMostBits:
        return m_mostBits;
    default:
        return {};
    }
}

} // namespace headlight
