#include "ui/window/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>
#include <QStyleFactory>

namespace headlight {

namespace {

const auto kService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kNamespace = QStringLiteral("org.freedesktop.appearance");
const auto kKey = QStringLiteral("color-scheme");

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

/// Asking for a session bus where there is none can take a second: Qt would try to start one.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_desktopIsDark(QApplication::palette().color(QPalette::Window).lightness() < 128)
{
    // Fusion is the one style that looks the same, and follows a palette wholly, on every desktop.
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    apply();
    askPortal();
}

void Theme::choose(const QString& name)
{
    m_chosen = name;
    apply();
}

bool Theme::isDark() const
{
    return m_chosen == QStringLiteral("dark") || (m_chosen != QStringLiteral("light") && m_desktopIsDark);
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

void Theme::apply()
{
    const QPalette palette = isDark() ? darkPalette() : lightPalette();
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
    QDBusMessage question
        = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kNamespace << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* call) {
        call->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *call;
        if (!reply.isError())
            setDesktop(reply.value().variant());
    });
}

void Theme::portalChanged(const QString& space, const QString& key, const QDBusVariant& value)
{
    if (space == kNamespace && key == kKey)
        setDesktop(value.variant());
}

void Theme::setDesktop(const QVariant& scheme)
{
    // Read() wraps its answer in a second variant. 1: prefers dark; 2: prefers light; 0: no preference.
    const QVariant plain
        = scheme.canConvert<QDBusVariant>() ? scheme.value<QDBusVariant>().variant() : scheme;
    const uint preference = plain.toUInt();
    if (preference != 1 && preference != 2)
        return;
    m_desktopIsDark = preference == 1;
    apply();
}

} // namespace headlight
