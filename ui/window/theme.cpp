#include "ui/window/theme.h"

#include "ui/window/contrast_style.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>

#include <algorithm>

namespace headlight {

namespace {

const auto kService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kNamespace = QStringLiteral("org.freedesktop.appearance");
const auto kScheme = QStringLiteral("color-scheme");
const auto kContrast = QStringLiteral("contrast");

struct Colours
{
    QColor window, base, alternate, button, text, faint, disabled, highlight, highlightedText, link, tip;
};

QPalette paletteOf(const Colours& c)
{
    QPalette palette(c.button, c.window);
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.base);
    palette.setColor(QPalette::AlternateBase, c.alternate);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.faint);
    palette.setColor(QPalette::Button, c.button);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Highlight, c.highlight);
    palette.setColor(QPalette::HighlightedText, c.highlightedText);
    palette.setColor(QPalette::Link, c.link);
    palette.setColor(QPalette::LinkVisited, c.link);
    palette.setColor(QPalette::ToolTipBase, c.tip);
    palette.setColor(QPalette::ToolTipText, c.text);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, c.button);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, c.disabled);
    return palette;
}

/// Asking for a session bus that does not exist can take a second: Qt would try to start one.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_desktopIsDark(QApplication::palette().color(QPalette::Window).lightness() < 128)
    , m_desktopFont(QApplication::font())
{
    // Fusion is the only style that looks the same, and follows a palette completely, on every desktop.
    QApplication::setStyle(new ContrastStyle);
    apply();
    askPortal();
}

Theme::~Theme()
{
    setTextSize(100);
}

void Theme::choose(const QString& name)
{
    m_chosen = name;
    apply();
}

bool Theme::isDark() const
{
    if (m_chosen == QStringLiteral("system"))
        return m_desktopIsDark;
    return m_chosen.endsWith(QStringLiteral("dark"));
}

bool Theme::isHighContrast() const
{
    if (m_chosen == QStringLiteral("system"))
        return m_desktopHasContrast;
    return m_chosen.startsWith(QStringLiteral("contrast"));
}

void Theme::setTextSize(int percent)
{
    m_textSize = std::clamp(percent, kSmallestText, kLargestText);
    QFont font = m_desktopFont;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * m_textSize / 100);
    else
        font.setPixelSize(font.pixelSize() * m_textSize / 100);
    if (QApplication::font() != font)
        QApplication::setFont(font);
}

QPalette Theme::lightPalette()
{
    return paletteOf({.window = QColor(0xf3, 0xf4, 0xf6),
                      .base = QColor(0xff, 0xff, 0xff),
                      .alternate = QColor(0xf7, 0xf8, 0xfa),
                      .button = QColor(0xec, 0xee, 0xf1),
                      .text = QColor(0x1b, 0x1e, 0x23),
                      .faint = QColor(0x6a, 0x71, 0x7c),
                      .disabled = QColor(0x9a, 0xa0, 0xa9),
                      .highlight = QColor(0x2a, 0x6c, 0xd6),
                      .highlightedText = QColor(0xff, 0xff, 0xff),
                      .link = QColor(0x1d, 0x5b, 0xbf),
                      .tip = QColor(0xff, 0xff, 0xff)});
}

QPalette Theme::darkPalette()
{
    return paletteOf({.window = QColor(0x20, 0x22, 0x26),
                      .base = QColor(0x17, 0x19, 0x1c),
                      .alternate = QColor(0x1c, 0x1e, 0x22),
                      .button = QColor(0x2c, 0x2f, 0x35),
                      .text = QColor(0xe4, 0xe6, 0xea),
                      .faint = QColor(0x93, 0x9a, 0xa5),
                      .disabled = QColor(0x6b, 0x71, 0x7b),
                      .highlight = QColor(0x3d, 0x7c, 0xe0),
                      .highlightedText = QColor(0xff, 0xff, 0xff),
                      .link = QColor(0x7f, 0xb0, 0xff),
                      .tip = QColor(0x2c, 0x2f, 0x35)});
}

QPalette Theme::contrastPalette(bool dark)
{
    const QColor ground = dark ? Qt::black : Qt::white, ink = dark ? Qt::white : Qt::black;
    const QColor mark = dark ? QColor(0xff, 0xd8, 0x1f) : QColor(0x00, 0x2f, 0x87);
    return paletteOf({.window = ground,
                      .base = ground,
                      .alternate = dark ? QColor(0x14, 0x14, 0x14) : QColor(0xf2, 0xf2, 0xf2),
                      .button = dark ? QColor(0x1e, 0x1e, 0x1e) : QColor(0xe6, 0xe6, 0xe6),
                      .text = ink,
                      .faint = dark ? QColor(0xd8, 0xd8, 0xd8) : QColor(0x33, 0x33, 0x33),
                      .disabled = dark ? QColor(0xa6, 0xa6, 0xa6) : QColor(0x5e, 0x5e, 0x5e),
                      .highlight = mark,
                      .highlightedText = ground,
                      .link = dark ? QColor(0x8a, 0xd4, 0xff) : QColor(0x00, 0x2f, 0x87),
                      .tip = ground});
}

void Theme::apply() const
{
    const QPalette palette = isHighContrast() ? contrastPalette(isDark())
        : isDark()                            ? darkPalette()
                                              : lightPalette();
    if (QApplication::palette() != palette)
        QApplication::setPalette(palette);
}

void Theme::askPortal()
{
    if (!hasSessionBus())
        return;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(portalChanged(QString, QString, QDBusVariant)));
    ask(kScheme);
    ask(kContrast);
}

void Theme::ask(const QString& key)
{
    QDBusMessage question
        = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kNamespace << key;
    auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, key](QDBusPendingCallWatcher* call) {
        call->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *call;
        if (!reply.isError())
            take(key, reply.value().variant());
    });
}

void Theme::portalChanged(const QString& space, const QString& key, const QDBusVariant& value)
{
    if (space == kNamespace)
        take(key, value.variant());
}

void Theme::take(const QString& key, const QVariant& value)
{
    // Read() wraps its answer in a second variant.
    const QVariant plain = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    const uint number = plain.toUInt();
    if (key == kContrast)
        m_desktopHasContrast = number == 1;
    else if (key == kScheme && (number == 1 || number == 2)) // 1 = dark, 2 = light, 0 = no preference
        m_desktopIsDark = number == 1;
    apply();
}

} // namespace headlight
