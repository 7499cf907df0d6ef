#include "ui/views/decoding/time_line.h"

#include "ui/views/decoding/step_delegate.h"
#include "ui/views/decoding/steps_model.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/term.h"

#include <QAction>
#include <QEvent>
#include <QScrollBar>

#include <algorithm>
#include <optional>
#include <utility>

namespace headlight {

TimeLine::TimeLine(QWidget* parent)
    : QListView(parent)
    , m_steps(new StepsModel(this))
    , m_delegate(new StepDelegate(this))
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
    setFixedHeight(StepDelegate::itemHeight(font()) + horizontalScrollBar()->sizeHint().height() + 2);
}

void TimeLine::fitWidth()
{
    constexpr int kMostExtra = 56, kManySteps = 64;
    const int count = m_steps->rowCount();
    int needed = 0;
    for (int step = 0; step < count && count <= kManySteps; ++step)
        needed += sizeHintForIndex(m_steps->index(step)).width() - m_delegate->extra();
    const int extra = count == 0 || count > kManySteps
        ? 0
        : std::clamp((viewport()->width() - needed - 1) / count, 0, kMostExtra);
    if (extra == m_delegate->extra())
        return;
    m_delegate->setExtra(extra);
    doItemsLayout();
}

void TimeLine::resizeEvent(QResizeEvent* event)
{
    QListView::resizeEvent(event);
    fitWidth();
}

void TimeLine::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitHeight();
}

} // namespace headlight
