#include "ui/views/heatmap/heatmap_header.h"

#include "core/analysis/head_statistics.h"
#include "core/edit/recorded_edits.h"
#include "ui/background/latest_task.h"
#include "ui/views/heatmap/heatmap_content.h"
#include "ui/views/heatmap/map_options_menu.h"
#include "ui/widgets/head_chooser.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <stop_token>

namespace headlight {

namespace {

constexpr QChar kNoBreakHyphen(0x2011);
constexpr qsizetype kLongestLine = 40; ///< letters
constexpr int kBesideLetters = 30; ///< "alignment 0.98 · switched off"
/// In a narrower view a large title would take the map's room.
constexpr int kLargeTitleLetters = 84;

} // namespace

HeatmapHeader::HeatmapHeader(Focus& focus)
    : m_beside(makePlainLabel())
    , m_changes(makeWrappedLabel())
    , m_options(new MapOptionsMenu(focus, this))
    , m_chooser(new HeadChooser)
{
    auto* column = new QVBoxLayout(this);
    // The letters begin where those of all other rows do.
    column->setContentsMargins(kMapSide - HeadChooser::inset(), 8, kMapSide, 2);
    column->setSpacing(4);
    auto* title = new WrapLayout(4);
    title->addWidget(m_chooser);
    title->addWidget(m_beside);
    for (QLabel* label : {m_beside, m_changes}) {
        label->setIndent(HeadChooser::inset());
    }
    m_changes->setMinimumWidth(1);
    m_changes->setForegroundRole(QPalette::PlaceholderText);
    m_changes->hide();
    column->addLayout(title);
    column->addWidget(m_changes);
    scaleTitle();
    onEvent(*this, {QEvent::FontChange, QEvent::Resize}, *this, [this] { scaleTitle(); });
}

void HeatmapHeader::scaleTitle()
{
    // A large title may need a second row, and with it the dock a scroll bar, whose width must not make the
    // title small again: the two would change each other for ever.
    const QWidget* whole = this;
    for (const QWidget* each = this; each != nullptr; each = each->parentWidget())
        if (qobject_cast<const QScrollArea*>(each) != nullptr)
            whole = each;
    QFont of = font();
    if (whole->width() >= kLargeTitleLetters * fontMetrics().averageCharWidth())
        of.setPointSizeF(of.pointSizeF() * 1.3);
    of.setWeight(QFont::DemiBold);
    if (of != m_chooser->font())
        m_chooser->setFont(of);
    // Its room is kept for a head without a name, so that the map stands still from head to head.
    m_beside->setMinimumSize(kBesideLetters * fontMetrics().averageCharWidth(), fontMetrics().height());
}

void HeatmapHeader::setTitle(const QString& title, const QString& beside, const QString& tip)
{
    m_whole = title;
    // Broken between its parts only: "head" and its number stay together, and so does "cross-attention".
    QString words = beside;
    words.replace(QLatin1Char(' '), QChar(QChar::Nbsp))
        .replace(QLatin1Char('-'), kNoBreakHyphen)
        .replace(QStringLiteral("\u00a0·\u00a0"), QStringLiteral("\u00a0· "));
    m_beside->setText(words);
    // In a narrow window nothing of it must be cut off; Qt breaks a short text where it need not.
    m_beside->setWordWrap(words.size() > kLongestLine);
    m_beside->setToolTip(tip);
    setAccessibleDescription(title);
}

void HeatmapHeader::setChanges(const QString& changes)
{
    m_changes->setText(changes);
    m_changes->setVisible(!changes.isEmpty());
}

QString HeatmapHeader::beside() const
{
    return m_beside->text()
        .replace(QChar(QChar::Nbsp), QLatin1Char(' '))
        .replace(kNoBreakHyphen, QLatin1Char('-'));
}

namespace {

constexpr Index kNamedCells = Index{1} << 32; ///< naming a head may take seconds, but no longer
constexpr Index kStatisticCellsAtOnce = Index{1} << 16; ///< cells read while the window waits

} // namespace

HeatmapTitle::HeatmapTitle(HeatmapHeader& header, const HeatmapContent& content, QObject* parent)
    : QObject(parent)
    , m_header(header)
    , m_content(content)
    , m_task(new LatestTask(this))
{ }

void HeatmapTitle::update()
{
    m_task->cancel();
    m_behaviour.reset();
    if (m_content.trace.isNull())
        return;
    readBehaviour();
    show();
}

void HeatmapTitle::readBehaviour()
{
    const AttentionMap map = m_content.plain;
    if (!map.has(MapKind::kWeights) || m_content.manyRuns)
        return;
    if (map.queries() * map.keys() * map.effort(MapKind::kWeights) <= kStatisticCellsAtOnce) {
        m_behaviour = headBehaviour(headStatistics(map));
        return;
    }
    if (map.queries() > kNamedCells / map.effort(MapKind::kWeights) / map.keys())
        return; // would take minutes: the Heads view computes the numbers on request
    m_task->start([this, map](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        deliver([this, found = headBehaviour(headStatistics(map, stop))] {
            m_behaviour = found;
            show();
        });
    });
}

void HeatmapTitle::show() const
{
    const QString heads = headsTitle(m_content.shown.heads, m_content.options.heads);
    const bool single = m_content.shown.heads.size() == 1;
    QStringList about; // the heads
    QString toolTip = tr("On the command line: %1").arg(QString::fromStdString(toString(m_content.head)));
    if (m_behaviour && single) {
        about << behaviourText(*m_behaviour);
        toolTip = behaviourTip(*m_behaviour) + QLatin1Char('\n') + toolTip;
    }
    if (const QString mask = maskName(m_content.plain); !mask.isEmpty()) {
        // A sliding window is easily mistaken for something that the head has learned.
        if (maskPatternOf(m_content.plain).kind == MaskPattern::Kind::kWindow)
            about << mask;
        toolTip += QLatin1Char('\n') + mask;
    }
    if (isSwitchedOff(recordedEdits(m_content.trace.info()), m_content.head)) {
        about << offWords();
        toolTip += QLatin1Char('\n')
            + tr("This head is switched off: its weights are computed, but its output is not used.");
    }
    QString title = (QStringList(heads) + about).join(QStringLiteral(" · "));
    if (m_content.differenceOf)
        title = tr("Difference, after − before: %1").arg(title);
    if (m_content.manyRuns)
        title = (m_content.manyRuns->spread ? tr("Spread over %1 runs: %2") : tr("Mean of %1 runs: %2"))
                    .arg(QString::number(m_content.manyRuns->runs), title);
    // What several runs or heads became is no title of the one that is chosen: all of it is said beside it.
    const bool whole = !single || m_content.differenceOf || m_content.manyRuns;
    m_header.setTitle(title, whole ? title : about.join(QStringLiteral(" · ")), toolTip);
    m_header.setChanges(changesText(m_content.options.transform));
}

} // namespace headlight
