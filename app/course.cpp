// headlight course check: whether what the lessons say still holds. headlight course results: what students
// handed in, as one table. headlight course hand-out: scenes and a work sheet on paper.

#include "app/commands.h"
#include "app/figure_options.h"
#include "app/output.h"
#include "app/run_options.h"
#include "core/base/text_list.h"
#include "core/io/excerpt.h"
#include "core/io/mapped_file.h"
#include "core/lesson/exercise.h"
#include "core/lesson/lesson_check.h"
#include "core/lesson/matrix_sheet.h"
#include "core/model/builtin_model.h"
#include "core/session/fields.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/session.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/look/languages.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/scene_export.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/sessions/session_restorer.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace headlight {

namespace {

struct CourseOptions
{
    /// "check" and files, "results" and a folder, or "hand-out" and a session.
    std::vector<std::string> words;
    bool all = false;
    std::optional<std::string> lesson, language;
    std::optional<std::string> output;
};

ResultFormat tableFormat()
{
    return {{".csv"}, "the table of results"};
}

/// A text of a student in a table: a spreadsheet must not take it for a formula.
std::string textField(const std::string& text)
{
    const bool formula
        = !text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos;
    const bool number = text.find_first_not_of("+-−0123456789.,eE ") == std::string::npos;
    return csvField(formula && !number ? '\'' + text : text);
}

/// What one student handed in of one lesson.
struct Handed
{
    int right = 0, answers = 0;
    std::vector<std::string> files;
};
using HandedBy = std::map<std::pair<std::string, std::string>, Handed>; ///< by student and lesson

/// A line for each student; the table has all answers.
void sayCounts(const HandedBy& all)
{
    for (const auto& [of, handed] : all) {
        std::cerr << excerpt(concat("headlight: ", of.first, ", ", of.second, ": ", handed.right, " of ",
                                    handed.answers, " right"),
                             400);
        if (handed.files.size() > 1)
            std::cerr << "; in " << handed.files.size() << " files: " << excerpt(joined(handed.files), 400);
        std::cerr << '\n';
    }
}

Result<void> addResults(const std::filesystem::path& file, const std::string& name,
                        const std::optional<Lesson>& lesson, Output& output, HandedBy& all,
                        std::vector<std::string>& faults)
{
    ASSIGN_OR_RETURN(const auto mapped, MappedFile::open(file));
    const auto read = resultsFromText(mapped.text(), file.string());
    if (!read && isLessonFile(QString::fromStdString(file.string())))
        return {}; // it lies beside the answers to it
    ASSIGN_OR_RETURN(const LessonResults results, read);
    if (lesson && results.lesson != lesson->title)
        return badFile(file.string(), "lesson", "found \"", results.lesson, "\", expected \"", lesson->title,
                       '"');
    Handed& handed = all[{results.student, results.lesson}];
    handed.files.push_back(name);
    for (const GivenAnswer& each : results.answers) {
        const std::optional<bool> right = lesson ? isRight(*lesson, each) : each.right;
        ++handed.answers;
        handed.right += right.value_or(false) ? 1 : 0;
        if (!right)
            faults.push_back(concat(file.string(), ": found \"", each.question,
                                    "\", expected a question of the lesson: not judged"));
        RETURN_IF_ERROR(output.line(
            concat(textField(name), ',', textField(results.student), ',', textField(results.lesson), ',',
                   textField(results.begun), ',', textField(each.step), ',', textField(each.question), ',',
                   textField(each.answer),
                   !right       ? ",,"
                       : *right ? ",yes,"
                                : ",no,",
                   each.tries, ',', formatted("%.1f", each.seconds), ',', each.hints)));
    }
    return {};
}

/// A file that cannot be read does not keep the others from the table.
Result<void> collect(const CourseOptions& options)
{
    if (options.language)
        return usageError("--language", "belongs to \"course hand-out SESSION\"");
    if (options.words.size() != 2 || options.all)
        return usageError({}, "give one folder: \"course results FOLDER\"");
    RETURN_IF_ERROR(checkEnding(options.output, {{tableFormat()}}));
    std::optional<Lesson> lesson;
    if (options.lesson) {
        ASSIGN_OR_RETURN(lesson, readLesson(*options.lesson));
    }
    std::error_code error;
    std::vector<std::filesystem::path> files;
    // Systems that collect what students hand in often give each of them a folder.
    for (std::filesystem::recursive_directory_iterator entry(options.words[1], error), end;
         !error && entry != end; entry.increment(error))
        if (entry->path().extension() == ".json" && entry->is_regular_file(error))
            files.push_back(entry->path());
    if (error)
        return Error{ErrorCode::kFileNotFound, "cannot be read: " + error.message(), options.words[1]};
    std::ranges::sort(files);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    RETURN_IF_ERROR(output.line("file,student,lesson,begun,step,question,answer,right,tries,seconds,hints"));
    std::vector<std::string> faults;
    HandedBy all;
    for (const auto& file : files)
        if (const auto added = addResults(file, file.lexically_relative(options.words[1]).string(), lesson,
                                          output, all, faults);
            !added) {
            if (added.error().code == ErrorCode::kFileUnwritable)
                return added.error();
            faults.push_back(added.error().describe());
        }
    RETURN_IF_ERROR(output.finish());
    sayCounts(all);
    if (faults.empty())
        return {};
    Error left
        = badFile(options.words[1], {}, "found ", faults.size(), faults.size() == 1 ? " fault" : " faults",
                  " in ", files.size(), " files, expected answers", lesson ? " to this lesson" : "");
    left.details = faults;
    return left;
}

/// A window that nobody sees, with settings of its own.
class HiddenWindow
{
public:
    explicit HiddenWindow(const QString& session)
    {
        m_runs.askAbove(std::numeric_limits<double>::max());
        m_window.resize(1440, 900);
        QObject::connect(&m_window.scenes(), &Scenes::modelWanted, &m_window, [this](const QString& name) {
            if (const QString folder = m_window.findChild<ModelOpener*>()->folderOf(name);
                QFileInfo::exists(folder)) {
                m_workspace.setNotice(std::nullopt); // which asks whether to open it
                m_window.openModel(folder);
            }
        });
        QObject::connect(m_window.findChild<SessionRestorer*>(), &SessionRestorer::applied, &m_window,
                         [this] { m_applied = true; });
        m_window.show();
        m_window.start(session);
    }

    Result<void> write(const QString& path, bool workSheet)
    {
        RETURN_IF_ERROR(
            wait([this] { return m_applied && m_runs.isSettled() && m_workspace.snapshot()->finished; }));
        auto& pdf = *m_window.findChild<SceneExport*>();
        pdf.write(path, workSheet);
        return wait([&pdf] { return !pdf.isWriting(); });
    }

private:
    /// Until something is so. An error is what the window says of one, or what it asks.
    Result<void> wait(const std::function<bool()>& done)
    {
        for (;; QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents)) {
            if (const auto* const question = m_window.findChild<QMessageBox*>())
                return failed(question->text(), question->informativeText());
            if (const auto& notice = m_workspace.notice(); notice && notice->error)
                return failed(notice->text, notice->advice);
            if (done())
                return {};
        }
    }
    static Error failed(const QString& what, const QString& remedy)
    {
        QString message = (what + QLatin1Char(' ') + remedy).trimmed();
        if (message.endsWith(QLatin1Char('.')))
            message.chop(1);
        return {ErrorCode::kBadFile, message.toStdString()};
    }

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("hand-out.ini"))};
    Workspace m_workspace;
    Focus m_focus;
    Theme m_theme;
    RunController m_runs{m_workspace};
    MainWindow m_window{{m_workspace, m_focus, m_settings}, m_runs, m_theme};
    bool m_applied = false; ///< the window has taken up the session
};

/// Writes the scenes of a session file and its sheet of Matrices, if it has one, to a PDF, as "Export scenes
/// as PDF" of the window does, without a display.
Result<void> handOut(const CourseOptions& options)
{
    if (options.words.size() != 2 || !options.output || options.all || options.lesson)
        return usageError({}, "give a session and a file: \"course hand-out SESSION -o FILE.pdf\"");
    RETURN_IF_ERROR(checkEnding(options.output, ResultFormats::only(".pdf")));
    const std::string& session = options.words[1];
    ASSIGN_OR_RETURN(const auto tree, SessionTree::read(session));
    ASSIGN_OR_RETURN(const auto read, sessionFromTree(tree, session));
    if (read.session.scenes.empty())
        return badFile(
            session, "scenes",
            "found none, expected at least one: open the session, add the state of the window with "
            "Ctrl+D, and save");
    const std::string sheet = read.session.sheet.toStdString();
    if (!sheet.empty())
        RETURN_IF_ERROR(MatrixSheet::parse(sheet, session));
    if (const auto builtin = builtinModelFolder(); !builtin) // the window's remedy is for people who see one
        return builtin.error();
    FigureOptions drawing;
    drawing.language = options.language.value_or("en");
    const auto application = drawing.startDrawing();
    return HiddenWindow(QFileInfo(QString::fromStdString(session)).absoluteFilePath())
        .write(QFileInfo(QString::fromStdString(*options.output)).absoluteFilePath(), !sheet.empty());
}

Result<void> check(const CourseOptions& options)
{
    if (options.lesson)
        return usageError("--lesson", "belongs to \"course results FOLDER\"");
    if (options.language)
        return usageError("--language", "belongs to \"course hand-out SESSION\"");
    if ((options.words.size() > 1) == options.all)
        return usageError("--all", "give lesson files or --all, one of the two");
    RETURN_IF_ERROR(checkEnding(options.output, {}));
    std::vector<std::pair<std::string, Lesson>> lessons;
    for (std::size_t i = 1; i < options.words.size(); ++i) {
        const std::string& file = options.words[i];
        ASSIGN_OR_RETURN(Lesson lesson, readLesson(file));
        RETURN_IF_ERROR(findModels(lesson));
        lessons.emplace_back(file, std::move(lesson));
    }
    if (options.all)
        for (const Lesson& lesson : allLessons())
            lessons.emplace_back(lesson.name, lesson);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    OpenModels models;
    int faults = 0;
    for (const auto& [name, lesson] : lessons) {
        ASSIGN_OR_RETURN(auto found, faultsOf(lesson, modelsOf(lesson, models, {}), {}));
        const auto unknown = unknownViews(lesson);
        found.insert(found.end(), unknown.begin(), unknown.end());
        for (const std::string& fault : found)
            RETURN_IF_ERROR(output.line(concat(name, ": ", fault)));
        if (found.empty())
            RETURN_IF_ERROR(output.line(concat(name, ": ", lesson.steps.size(),
                                               lesson.steps.size() == 1 ? " step holds" : " steps hold")));
        faults += static_cast<int>(found.size());
    }
    RETURN_IF_ERROR(output.finish());
    if (faults > 0)
        return badArgument("check", "found ", faults,
                           faults == 1 ? " statement that does not hold" : " statements that do not hold",
                           ", expected none");
    return {};
}

Result<void> act(const CourseOptions& options)
{
    const std::string action = options.words.empty() ? std::string() : options.words.front();
    if (action == "check")
        return check(options);
    if (action == "results")
        return collect(options);
    if (action == "hand-out")
        return handOut(options);
    return usageError({},
                      "found no action, expected \"course check FILE…\", \"course check --all\", "
                      "\"course results FOLDER\" or \"course hand-out SESSION -o FILE.pdf\"");
}

} // namespace

int runCourse(int argc, char** argv)
{
    CourseOptions options;
    CommandLine line(
        "course",
        "course check FILE... or course check --all: runs every step of lessons, and compares what "
        "they say with it. course results FOLDER: lists the answers that students handed in as CSV, one line "
        "for each answer. course hand-out SESSION -o FILE.pdf: writes the session's scenes, one on each "
        "page, and its sheet of Matrices with the computed cells left empty.");
    line.flag("--all", options.all, "check the lessons that come with the program");
    line.text("--lesson", options.lesson,
              "for results: judges the answers by this lesson, not by the students' files", "FILE");
    const auto spoken = listFrom(languages(), [](const Language& each) { return each.code.toStdString(); });
    line.choice("--language", options.language, spoken, "language of a hand-out (default en)");
    line.result(options.output, {{tableFormat(), {{".pdf"}, "a hand-out"}}});
    // The words before the first option: what to do, and the files.
    std::vector<char*> others{argv[0]};
    for (int i = 1; i < argc; ++i) {
        if (others.size() == 1 && argv[i][0] != '-')
            options.words.emplace_back(argv[i]);
        else
            others.push_back(argv[i]);
    }
    return line.run(static_cast<int>(others.size()), others.data(), [&] { return act(options); });
}

} // namespace headlight
