#include "ui/window/languages.h"

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

/// The first of the system's languages that is spoken here; English where none is.
QString systemLanguage()
{
    for (const QString& name : QLocale::system().uiLanguages()) {
        if (const QString code = name.section(QLatin1Char('-'), 0, 0).section(QLatin1Char('_'), 0, 0);
            isSpoken(code))
            return code;
    }
    return QStringLiteral("en");
}

/// Texts of functions outside of classes stand under the name of the namespace in Qt's tables, those of
/// classes with the namespace before their name; the sources may name the context shorter.
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

/// Loads one file of texts in place of the one of that name; they live as long as the application.
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
    // English has a file too: it has the plurals.
    install("ownTexts", QStringLiteral("headlight_%1.qm").arg(spoken), QStringLiteral(":/translations"));
    // The last one that is installed is asked first: Qt's own translation, where the system has it.
    install("our texts of Qt", QStringLiteral("qt_%1").arg(spoken), QStringLiteral(":/translations"));
    install("texts of Qt", QStringLiteral("qtbase_%1").arg(spoken),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    QCoreApplication::instance()->setProperty(kSpoken, spoken);
    // Numbers are those of the language too, not of the desktop: one sentence speaks one language.
    QLocale::setDefault(QLocale(spoken));
    return spoken;
}

QString spokenLanguage()
{
    const QString spoken = QCoreApplication::instance()->property(kSpoken).toString();
    return spoken.isEmpty() ? QStringLiteral("en") : spoken;
}

} // namespace headlight
