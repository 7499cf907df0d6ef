#include "tests/support/catch.h"
#include "tests/support/environment.h"
#include "tests/support/paths.h"
#include "tests/support/window_bench.h"
#include "ui/run/reporting_job.h"
#include "ui/views/view_registry.h"
#include "ui/widgets/command_actions.h"
#include "ui/widgets/term.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/look/languages.h"

#include <QAction>
#include <QFile>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::test;

namespace {

const QString kMark = QStringLiteral("译");

/// The user's folder of data, new and empty.
class DataFolder
{
public:
    DataFolder() { QStandardPaths::setTestModeEnabled(false); } // it does not look at the environment
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;
    DataFolder(DataFolder&&) = delete;
    DataFolder& operator=(DataFolder&&) = delete;
    ~DataFolder()
    {
        useLanguage(QStringLiteral("en"));
        QStandardPaths::setTestModeEnabled(true);
    }

private:
    QTemporaryDir m_home;
    Environment m_data{"XDG_DATA_HOME", m_home.path().toStdString()};
};

/// Runs resources/translations/update for a language; nothing if Qt's tools for translators are missing.
std::optional<QString> updated(const QString& language)
{
    QProcess script;
    script.setProcessChannelMode(QProcess::MergedChannels);
    script.start(QString::fromUtf8(kSourceRoot) + QStringLiteral("/resources/translations/update"),
                 {language});
    REQUIRE(script.waitForFinished(120'000));
    const QString said = QString::fromUtf8(script.readAll());
    if (script.exitCode() == 2 && said.contains(QStringLiteral("qt6-l10n-tools")))
        return std::nullopt;
    INFO(said.toStdString());
    REQUIRE(script.exitCode() == 0);
    return said;
}

/// Translates every text of a .ts file into itself, with a mark in front.
void mark(const QString& path)
{
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadWrite));
    QString text = QString::fromUtf8(file.readAll());
    static const QRegularExpression kText(QStringLiteral(
        "<source>([^<]*)</source>((?:\\s*<(?:comment|extracomment)>[^<]*</\\w+>)*\\s*)"
        "<translation type=\"unfinished\">(\\s*<numerusform></numerusform>\\s*)?</translation>"));
    QString marked;
    qsizetype done = 0;
    for (auto each = kText.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        const QString own = kMark + match.captured(1);
        const bool plural = !match.captured(3).isEmpty();
        marked += text.mid(done, match.capturedStart() - done) + QStringLiteral("<source>")
            + match.captured(1) + QStringLiteral("</source>") + match.captured(2)
            + QStringLiteral("<translation>")
            + (plural ? QStringLiteral("<numerusform>%1</numerusform>").arg(own) : own)
            + QStringLiteral("</translation>");
        done = match.capturedEnd();
    }
    file.resize(0);
    file.seek(0);
    file.write((marked + text.mid(done)).toUtf8());
}

} // namespace

TEST_CASE("languages: what a run reports is said in the window's language, with its numbers", "[window]")
{
    const auto endsAsItBegan = qScopeGuard([] { useLanguage(QStringLiteral("en")); });
    QObject receiver;
    const auto said = [&receiver](const std::string& what) {
        QString words;
        reportingJob(&receiver, {}, [&words](const QString& told, qint64, qint64) {
            words = told;
        }).report({what, 6, 12});
        REQUIRE(QTest::qWaitFor([&words] { return !words.isEmpty(); }));
        return words;
    };
    CHECK(said("layer 6 of 12, about 40 s left") == QStringLiteral("layer 6 of 12, about 40 s left"));
    useLanguage(QStringLiteral("fr"));
    CHECK(said("layer 6 of 12") == QStringLiteral("couche 6 sur 12"));
    CHECK(said("input 3 of 10, about 40 s left") == QStringLiteral("entrée 3 sur 10, encore 40 s environ"));
    CHECK(said("reading weights") == QStringLiteral("lecture des poids"));
    CHECK(said("checking a1b2.safetensors") == QStringLiteral("checking a1b2.safetensors"));
}

TEST_CASE("look: a third language needs one command and no build, and leaves no text behind",
          "[window][look]")
{
    const DataFolder data;
    CHECK(languages().size() == 2);
    const auto first = updated(QStringLiteral("zh_CN"));
    if (!first) {
        WARN("Qt's tools for translators are not installed: not checked");
        return;
    }
    CHECK(first->contains(QStringLiteral("texts have no translation")));
    REQUIRE(languages().size() == 3);
    CHECK(languages().back().code == QStringLiteral("zh_CN"));
    CHECK_FALSE(languages().back().name.isEmpty());
    // What is not translated is in English, with its plurals.
    CHECK(useLanguage(QStringLiteral("zh_CN")) == QStringLiteral("zh_CN"));
    CHECK(QCoreApplication::translate("headlight::FindBar", "%n found", nullptr, 1)
          == QStringLiteral("1 found"));

    mark(languageFolder() + QStringLiteral("/headlight_zh_CN.ts"));
    const auto second = updated(QStringLiteral("zh_CN"));
    CHECK_FALSE(second->contains(QStringLiteral("headlight_zh_CN.ts: ")));
    useLanguage(QStringLiteral("zh_CN"));
    const auto isMarked = [](const QString& text) {
        INFO(text.toStdString());
        CHECK(text.contains(kMark));
    };
    for (const Command& command : commandTable())
        isMarked(commandWords(command));
    for (const Term term : allTerms())
        isMarked(termWords(term).text);
    for (const Lesson& lesson : allLessons()) {
        isMarked(lessonText(lesson.title));
        for (const LessonStep& step : lesson.steps)
            isMarked(lessonText(step.title));
    }
    for (const ViewDescriptor& view : viewRegistry())
        isMarked(viewTitle(view));
    CHECK(QCoreApplication::translate("headlight::FindBar", "%n found", nullptr, 3)
          == kMark + QStringLiteral("3 found"));
    WindowBench bench;
    WindowStart start(bench.settings);
    for (const QAction* title : start.window.menuBar()->actions())
        isMarked(title->text());
    CHECK(start.action("look.language.zh_CN") != nullptr);
}

TEST_CASE("look: a language that is written from right to left turns the window round", "[window][look]")
{
    const DataFolder data;
    if (!updated(QStringLiteral("ar")))
        return;
    useLanguage(QStringLiteral("ar"));
    CHECK(QGuiApplication::layoutDirection() == Qt::RightToLeft);
    useLanguage(QStringLiteral("en"));
    CHECK(QGuiApplication::layoutDirection() == Qt::LeftToRight);
    // A file that is none, or of no language, changes nothing.
    for (const char* name : {"/headlight_xx_nothing.qm", "/headlight_de.qm"}) {
        QFile file(languageFolder() + QLatin1String(name));
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write("no translation");
    }
    for (const Language& each : languages())
        CHECK(each.code != QStringLiteral("xx_nothing"));
    useLanguage(QStringLiteral("de"));
    CHECK(QCoreApplication::translate("headlight::FindBar", "%n found", nullptr, 1)
          == QStringLiteral("1 found"));
}
