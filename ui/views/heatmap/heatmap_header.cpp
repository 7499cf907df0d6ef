#include "ui/views/heatmap/heatmap_header.h"

#include "ui/views/heatmap/map_options_menu.h"
#include "ui/widgets/head_chooser.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

namespace {

constexpr QChar kNoBreakHyphen(0x2011);
/// In a narrower view a large title would take room from the map.
constexpr int kLargeTitleLetters = 64;

} // namespace

HeatmapHeader::HeatmapHeader(Focus& focus, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_changes(new QLabel)
    , m_options(new MapOptionsMenu(focus, this))
    , m_chooser(new HeadChooser)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 8, 14, 0);
    column->setSpacing(6);
    scaleTitle();
    for (QLabel* label : {m_title, m_changes}) {
        label->setTextFormat(Qt::PlainText);
        label->setMinimumWidth(1);
        label->setWordWrap(true); // in a narrow window the head's number must not be cut off
    }
    m_changes->setForegroundRole(QPalette::PlaceholderText);
    m_changes->hide();

    auto* button = new QPushButton(tr("Map options"));
    button->setToolTip(tr("Several heads, colour scale, tokens left out or merged into words, sums"));
    button->setAccessibleName(tr("Map options in use"));
    button->setFocusPolicy(Qt::TabFocus);
    button->setMenu(&m_options->menu());
    auto* top = new QHBoxLayout;
    top->setSpacing(10);
    top->addWidget(m_title, 1);
    top->addWidget(button, 0, Qt::AlignTop);
    column->addLayout(top);
    column->addWidget(m_changes);
    column->addWidget(m_chooser);
}

void HeatmapHeader::scaleTitle()
{
    QFont of = font();
    if (width() >= kLargeTitleLetters * fontMetrics().averageCharWidth())
        of.setPointSizeF(of.pointSizeF() * 1.3);
    of.setWeight(QFont::DemiBold);
    if (of != m_title->font())
        m_title->setFont(of);
}

void HeatmapHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scaleTitle();
}

void HeatmapHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    scaleTitle();
}

void HeatmapHeader::setTitle(const QString& title, const QString& tip, const QString& changes)
{
    // Break only between its parts: "head" and its number stay together, and so does "cross-attention".
    QString whole = title;
    whole.replace(QLatin1Char(' '), QChar(QChar::Nbsp))
        .replace(QLatin1Char('-'), kNoBreakHyphen)
        .replace(QStringLiteral("\u00a0·\u00a0"), QStringLiteral("\u00a0· "));
    m_title->setText(whole);
    m_title->setToolTip(tip);
    m_changes->setText(changes);
    m_changes->setVisible(!changes.isEmpty());
}

QString HeatmapHeader::title() const
{
    return m_title->text()
        .replace(QChar(QChar::Nbsp), QLatin1Char(' '))
        .replace(kNoBreakHyphen, QLatin1Char('-'));
}

QString HeatmapHeader::changes() const
{
    return m_changes->text();
}

} // namespace headlight
