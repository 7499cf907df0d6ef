#include "ui/window/bars/message_bar.h"

#include "ui/state/workspace.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

QColor accent(MessageBar::Kind kind, bool dark)
{
    switch (kind) {
    case MessageBar::Kind::kError:
        return dark ? QColor(0xf0, 0x6a, 0x5d) : QColor(0xc4, 0x31, 0x2b);
    case MessageBar::Kind::kWarning:
        return dark ? QColor(0xe8, 0xb0, 0x3c) : QColor(0xb3, 0x7a, 0x00);
    case MessageBar::Kind::kInfo:
        break;
    }
    return dark ? QColor(0x6f, 0xa8, 0xf5) : QColor(0x2a, 0x6c, 0xd6);
}

constexpr int kTextLetters = 36; ///< of room beside the buttons; below that they stand under the text
constexpr qsizetype kWorthCutting = 60; ///< letters of a text
constexpr int kFewLetters = 34; ///< of room
constexpr std::chrono::milliseconds kConfirmationStays{6000};
constexpr qsizetype kLongestMessage = 6000;
constexpr qsizetype kLongestWord = 60;

/// The text with break points in long words, which would make the window as wide as themselves.
QString breakable(const QString& text)
{
    QString broken;
    broken.reserve(text.size());
    qsizetype word = 0;
    for (const QChar c : text) {
        word = c.isSpace() ? 0 : word + 1;
        if (word > kLongestWord && !c.isLowSurrogate()) {
            broken += QChar(0x200b);
            word = 1;
        }
        broken += c;
    }
    return broken;
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_label(new QLabel(this))
    , m_discard(new QPushButton(this))
    , m_other(new QPushButton(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
    , m_grid(new QGridLayout(this))
{
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_label->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setShown({m_discard, m_other, m_action}, false);
    m_close->setAutoRaise(true);
    named(m_close, "", tr("Close this message"), tr("Close this message"));
    m_grid->setContentsMargins(12, 4, 4, 4);
    m_grid->setColumnStretch(0, 1);
    placeButtons();
    connect(m_discard, &QPushButton::clicked, this, &MessageBar::discardClicked);
    connect(m_other, &QPushButton::clicked, this, &MessageBar::otherClicked);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionClicked);
    connect(m_action, &QPushButton::clicked, this, [this] {
        if (const auto then = m_then) // which may lead to another offer
            then();
    });
    connect(m_close, &QToolButton::clicked, this, &MessageBar::closed);
    connect(&m_leave, &QTimer::timeout, this, [this] {
        if (underMouse())
            return;
        m_leave.stop();
        emit closed();
    });
    hide();
    onEvent(*this, {QEvent::Resize}, *this, [this] {
        fitLine();
        fitButtons();
    });
}

void MessageBar::say(Kind kind, const QString& text, const QString& advice)
{
    m_leave.stop();
    if (!text.isEmpty() && m_close->icon().isNull()) // the style reads it from files: only when it is seen
        m_close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    m_kind = kind;
    m_text = text.size() > kLongestMessage ? text.left(kLongestMessage) + QStringLiteral("…") : text;
    const QString whole = advice.isEmpty() ? m_text : m_text + QLatin1Char('\n') + advice;
    m_label->setText(breakable(whole));
    setAccessibleName(whole);
    m_whole = advice.isEmpty() ? m_text : m_text + QLatin1Char(' ') + advice;
    m_sentences = QStringList(m_whole);
    fitLine();
    setVisible(!text.isEmpty());
    update();
}

void MessageBar::say(const std::optional<Notice>& notice)
{
    setAction({});
    if (!notice)
        return say(Kind::kInfo, {});
    say(notice->error ? Kind::kError : Kind::kInfo, notice->text, notice->advice);
    if (notice->passing)
        closeAfter(kConfirmationStays);
}

void MessageBar::saySentences(Kind kind, const QStringList& sentences)
{
    say(kind, sentences.join(QLatin1Char(' ')));
    m_sentences = sentences;
    fitLine();
}

void MessageBar::setButton(QPushButton& button, const QString& name, const QString& toolTip)
{
    button.setText(name);
    button.setToolTip(toolTip);
    button.setVisible(!name.isEmpty());
    fitButtons();
}

void MessageBar::offer(const QString& name, const QString& toolTip, std::function<void()> then)
{
    setAction(name, toolTip);
    m_then = std::move(then);
}

void MessageBar::setOneLine()
{
    m_line = new ElidedLabel(this);
    m_line->setMostLines(1);
    m_label->hide();
    m_grid->setContentsMargins(12, 1, 4, 1);
    delete m_grid->replaceWidget(m_label, m_line);
}

void MessageBar::setShort(const QString& text)
{
    m_short = text;
    fitLine();
}

void MessageBar::fitLine()
{
    if (m_line == nullptr)
        return;
    const auto fits = [this](const QString& text) {
        return m_line->fontMetrics().horizontalAdvance(text) <= m_line->width();
    };
    QStringList shown = m_sentences;
    while (shown.size() > 1 && !fits(shown.join(QLatin1Char(' '))))
        shown.removeLast();
    const QString text = shown.join(QLatin1Char(' '));
    // A long text that is cut still says more than the short one, unless next to nothing of it is left.
    const bool worth = m_whole.size() > kWorthCutting
        && m_line->width() > kFewLetters * m_line->fontMetrics().averageCharWidth();
    m_line->setText(fits(text) || worth || m_short.isEmpty() || m_text.isEmpty() ? text : m_short);
    if (m_line->text() != m_whole)
        m_line->setToolTip(plainTip(m_whole));
}

void MessageBar::placeButtons()
{
    const bool narrow = m_place != Buttons::kBeside, stacked = m_place == Buttons::kStacked;
    for (QWidget* const each :
         std::initializer_list<QWidget*>{m_label, m_discard, m_other, m_action, m_close})
        m_grid->removeWidget(each);
    m_grid->addWidget(m_label, 0, 0, 1, narrow ? 4 : 1);
    int row = narrow ? 1 : 0, column = 1;
    for (QPushButton* const each : {m_discard, m_other, m_action}) {
        if (stacked)
            m_grid->addWidget(each, row++, 0, 1, 5, Qt::AlignRight);
        else
            m_grid->addWidget(each, row, column++);
    }
    m_grid->addWidget(m_close, 0, 4, Qt::AlignTop);
}

QSize MessageBar::buttonsSize(Buttons place) const
{
    const bool stacked = place == Buttons::kStacked;
    const int gap = stacked ? m_grid->verticalSpacing() : m_grid->horizontalSpacing();
    QSize size(0, 0);
    for (const QPushButton* const button : {m_discard, m_other, m_action}) {
        const QSize own = button->sizeHint();
        if (!button->isHidden())
            size = stacked ? QSize(std::max(size.width(), own.width()), size.height() + gap + own.height())
                           : QSize(size.width() + gap + own.width(), std::max(size.height(), own.height()));
    }
    return size;
}

QSize MessageBar::closeSize() const
{
    return m_close->isHidden() ? QSize(0, 0) : m_close->sizeHint() + QSize(m_grid->horizontalSpacing(), 0);
}

MessageBar::Buttons MessageBar::placeIn(int width) const
{
    const int buttons = buttonsSize(Buttons::kBeside).width();
    if (m_line != nullptr || buttons == 0
        || width >= kTextLetters * fontMetrics().averageCharWidth() + buttons)
        return Buttons::kBeside;
    const QMargins margins = m_grid->contentsMargins();
    return buttons + closeSize().width() + margins.left() + margins.right() <= width ? Buttons::kBelow
                                                                                     : Buttons::kStacked;
}

void MessageBar::fitButtons()
{
    const Buttons place = placeIn(width());
    if (std::exchange(m_place, place) != place)
        placeButtons();
}

// How the parts stand at that width, which need not be how they stand now.
int MessageBar::heightForWidth(int width) const
{
    const QMargins margins = m_grid->contentsMargins();
    const Buttons place = placeIn(width);
    const bool beside = place == Buttons::kBeside;
    const QSize buttons = buttonsSize(place);
    const QSize close = closeSize();
    const int room
        = width - margins.left() - margins.right() - close.width() - (beside ? buttons.width() : 0);
    const int text = m_line != nullptr ? m_line->sizeHint().height() : m_label->heightForWidth(room);
    const int first = std::max({text, close.height(), beside ? buttons.height() : 0});
    return margins.top() + first + (beside ? 0 : m_grid->verticalSpacing() + buttons.height())
        + margins.bottom();
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    const QColor colour = accent(m_kind, dark);
    painter.fillRect(rect(), palette().color(QPalette::Window)); // it may be above a view
    QColor ground = colour;
    ground.setAlpha(dark ? 46 : 30);
    painter.fillRect(rect(), ground);
    painter.fillRect(QRect(0, 0, 4, height()), colour);
    ground.setAlpha(120);
    painter.setPen(ground);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace headlight
