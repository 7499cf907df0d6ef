#include "ui/window/look/languages.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

#include <algorithm>

namespace headlight {

namespace {

const QString kBuiltIn = QStringLiteral(":/translations");

bool isSpoken(const QString& code)
{
    const auto all = languages();
    return std::ranges::any_of(all, [&](const Language& each) { return code == each.code; });
}

/// The first of the system's languages that the program supports; otherwise English.
QString systemLanguage()
{
    for (QString name : QLocale::system().uiLanguages()) {
        name.replace(QLatin1Char('-'), QLatin1Char('_'));
        for (const QString& code : {name, name.section(QLatin1Char('_'), 0, 0)})
            if (isSpoken(code))
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

QString languageFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/headlight/translations");
}

QList<Language> languages()
{
    QList<Language> all{{QStringLiteral("en"), QStringLiteral("English")},
                        {QStringLiteral("fr"), QStringLiteral("Français")}};
    const QString begin = QStringLiteral("headlight_"), end = QStringLiteral(".qm");
    for (const QString& file :
         QDir(languageFolder()).entryList({begin + QLatin1Char('*') + end}, QDir::Files)) {
        const QString code = file.mid(begin.size()).chopped(end.size());
        const QLocale locale(code);
        const bool known = std::ranges::any_of(all, [&](const Language& each) { return each.code == code; });
        if (!known && locale.language() != QLocale::C)
            all.append({code, locale.nativeLanguageName()});
    }
    return all;
}

QString useLanguage(const QString& code)
{
    const QString spoken = isSpoken(code) ? code : systemLanguage();
    // The last one installed is asked first: Qt's own, if there is. English needs a file for its plurals.
    const bool builtIn = QFile::exists(kBuiltIn + QStringLiteral("/headlight_%1.qm").arg(spoken));
    const QString folder = builtIn ? kBuiltIn : languageFolder();
    install("English plurals", QStringLiteral("headlight_en.qm"), kBuiltIn);
    install("ownTexts", QStringLiteral("headlight_%1.qm").arg(spoken), folder);
    install("our texts of Qt", QStringLiteral("qt_%1").arg(spoken), folder);
    install("texts of Qt", QStringLiteral("qtbase_%1").arg(spoken),
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    QCoreApplication::instance()->setProperty(kSpokenLanguage, spoken);
    // Numbers follow the language, not the desktop, so that a sentence does not mix two languages.
    QLocale::setDefault(QLocale(spoken));
    if (auto* const application = qobject_cast<QGuiApplication*>(QCoreApplication::instance()))
        application->setLayoutDirection(QLocale(spoken).textDirection());
    return spoken;
}

} // namespace headlight
