#include "ui/window/look/theme.h"

#include "ui/window/look/contrast_style.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

const auto kService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kNamespace = QStringLiteral("org.freedesktop.appearance");
const auto kScheme = QStringLiteral("color-scheme");
const auto kContrast = QStringLiteral("contrast");

/// A role and its colours: light, dark, and both with high contrast.
struct RoleColours
{
    QPalette::ColorGroup group;
    QPalette::ColorRole role;
    std::array<QRgb, 4> colours;
};

constexpr std::array<QRgb, 4> kWindowColours{0xf3f4f6, 0x202226, 0xffffff, 0x000000};
constexpr std::array<QRgb, 4> kButtonColours{0xeceef1, 0x2c2f35, 0xe6e6e6, 0x1e1e1e};
constexpr std::array<QRgb, 4> kTextColours{0x1b1e23, 0xe4e6ea, 0x000000, 0xffffff};
constexpr std::array<QRgb, 4> kDisabledColours{0x9aa0a9, 0x6b717b, 0x5e5e5e, 0xa6a6a6};
constexpr std::array<QRgb, 4> kLinkColours{0x1d5bbf, 0x7fb0ff, 0x002f87, 0x8ad4ff};

constexpr std::array kRoles{
    RoleColours{QPalette::All, QPalette::WindowText, kTextColours},
    RoleColours{QPalette::All, QPalette::Base, {0xffffff, 0x17191c, 0xffffff, 0x000000}},
    RoleColours{QPalette::All, QPalette::AlternateBase, {0xf7f8fa, 0x1c1e22, 0xf2f2f2, 0x141414}},
    RoleColours{QPalette::All, QPalette::Text, kTextColours},
    RoleColours{QPalette::All, QPalette::PlaceholderText, {0x6a717c, 0x939aa5, 0x333333, 0xd8d8d8}},
    RoleColours{QPalette::All, QPalette::ButtonText, kTextColours},
    RoleColours{QPalette::All, QPalette::BrightText, {0xffffff, 0xffffff, 0xffffff, 0xffffff}},
    RoleColours{QPalette::All, QPalette::Highlight, {0x2a6cd6, 0x3d7ce0, 0x002f87, 0xffd81f}},
    RoleColours{QPalette::All, QPalette::HighlightedText, {0xffffff, 0xffffff, 0xffffff, 0x000000}},
    RoleColours{QPalette::All, QPalette::Link, kLinkColours},
    RoleColours{QPalette::All, QPalette::LinkVisited, kLinkColours},
    RoleColours{QPalette::All, QPalette::ToolTipBase, {0xffffff, 0x2c2f35, 0xffffff, 0x000000}},
    RoleColours{QPalette::All, QPalette::ToolTipText, kTextColours},
    RoleColours{QPalette::Disabled, QPalette::WindowText, kDisabledColours},
    RoleColours{QPalette::Disabled, QPalette::Text, kDisabledColours},
    RoleColours{QPalette::Disabled, QPalette::ButtonText, kDisabledColours},
    RoleColours{QPalette::Disabled, QPalette::Highlight, kButtonColours},
    RoleColours{QPalette::Disabled, QPalette::HighlightedText, kDisabledColours},
};

/// Asking for a session bus that does not exist can take a second: Qt would try to start one.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

} // namespace

Theme::Theme()
    : m_desktopIsDark(QApplication::palette().color(QPalette::Window).lightness() < 128)
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

QPalette Theme::palette(bool dark, bool highContrast)
{
    const std::size_t theme = (highContrast ? 2 : 0) + (dark ? 1 : 0);
    QPalette palette(QColor(kButtonColours.at(theme)), QColor(kWindowColours.at(theme)));
    for (const RoleColours& each : kRoles)
        palette.setColor(each.group, each.role, QColor(each.colours.at(theme)));
    return palette;
}

void Theme::apply() const
{
    const QPalette palette = Theme::palette(isDark(), isHighContrast());
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
