#include "ui/views/heatmap/heatmap_header.h"

#include "ui/views/heatmap/map_options_menu.h"
#include "ui/widgets/head_chooser.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/wrap_layout.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

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

} // namespace headlight
