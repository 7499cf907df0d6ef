#include "ui/window/look/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>
#include <array>

namespace headlight {

namespace {

constexpr const char* kSpoken = "spokenLanguage"; ///< property of the application

bool isSpoken(const QString& code)
{
    const auto all = languages();
    return std::any_of(all.begin(), all.end(),
                       [&](const Language& each) { return code == QLatin1String(each.code); });
}

/// The first of the system's languages that the program supports; otherwise English.
QString systemLanguage()
{
    for (const QString& name : QLocale::system().uiLanguages()) {
        if (const QString code = name.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
            isSpoken(code))
            return code;
    }
    return QStringLiteral("en");
}

/// In Qt's tables, texts of functions outside classes are under the name of the namespace, and those of
/// classes under the class name with the namespace in front; the sources may use shorter contexts.
class TableTexts : public QTranslator
{
public:
    using QTranslator::QTranslator;
    QString translate(const char* context, const char* source, const char* comment, int count) const override
    {
        QString text = QTranslator::translate(context, source, comment, count);
        if (text.isEmpty())
            text = QTranslator::translate("headlight", source, comment, count);
        if (text.isEmpty())
            text = QTranslator::translate((QByteArrayLiteral("headlight::") + context).constData(), source,
                                          comment, count);
        return text;
    }
};

/// Loads a file of texts, replacing an earlier one with the same name; it lives as long as the application.
void install(const char* name, const QString& file, const QString& folder)
{
    QCoreApplication* const application = QCoreApplication::instance();
    delete application->findChild<QTranslator*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    auto* translator = new TableTexts(application);
    translator->setObjectName(QLatin1String(name));
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
}

} // namespace

std::span<const Language> languages()
{
    static constexpr std::array kAll{Language{"en", "English"}, Language{"fr", "Français"}};
    return kAll;
}

QString useLanguage(const QString& code)
{
    const QString spoken = isSpoken(code) ? code : systemLanguage();
    // English needs a file for its plurals.
    install("ownTexts", QStringLiteral("headlight_%1.qm").arg(spoken), QStringLiteral(":/translations"));
    // The last one installed is asked first: Qt's own translation, if the system has it.
    install("our texts of Qt", QStringLiteral("qt_%1").arg(spoken), QStringLiteral(":/translations"));
    install("texts of Qt", QStringLiteral("qtbase_%1").arg(spoken),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    QCoreApplication::instance()->setProperty(kSpoken, spoken);
    // Numbers follow the language, not the desktop, so that a sentence does not mix two languages.
    QLocale::setDefault(QLocale(spoken));
    return spoken;
}

QString spokenLanguage()
{
    const QString spoken = QCoreApplication::instance()->property(kSpoken).toString();
    return spoken.isEmpty() ? QStringLiteral("en") : spoken;
}

} // namespace headlight
