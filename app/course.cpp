// headlight course check: whether what the lessons say still holds.

#include "app/commands.h"
#include "app/output.h"
#include "app/run_options.h"
#include "core/lesson/lesson_check.h"
#include "ui/window/lessons/lesson_library.h"

#include <string>
#include <vector>

namespace headlight {

namespace {

struct CourseOptions
{
    std::vector<std::string> words; ///< "check" and files
    bool all = false;
    std::optional<std::string> output;
};

Result<void> check(const CourseOptions& options)
{
    if (options.words.empty() || options.words.front() != "check")
        return usageError({}, "found no action, expected \"course check FILE…\" or \"course check --all\"");
    if ((options.words.size() > 1) == options.all)
        return usageError("--all", "give lesson files or --all, one of the two");
    std::vector<std::pair<std::string, Lesson>> lessons;
    for (std::size_t i = 1; i < options.words.size(); ++i) {
        const std::string& file = options.words[i];
        ASSIGN_OR_RETURN(Lesson lesson, readLesson(file));
        lessons.emplace_back(file, std::move(lesson));
    }
    if (options.all)
        for (const Lesson& lesson : allLessons())
            lessons.emplace_back(lesson.name, lesson);
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    OpenModels models;
    int faults = 0;
    for (const auto& [name, lesson] : lessons) {
        ASSIGN_OR_RETURN(const auto found, faultsOf(lesson, modelsOf(lesson, models, {}), {}));
        for (const std::string& fault : found)
            RETURN_IF_ERROR(output.line(name + ": " + fault));
        if (found.empty())
            RETURN_IF_ERROR(output.line(name + ": " + std::to_string(lesson.steps.size()) + " steps hold"));
        faults += static_cast<int>(found.size());
    }
    RETURN_IF_ERROR(output.finish());
    if (faults > 0)
        return badArgument("check",
                           "found " + std::to_string(faults) + (faults == 1 ? " statement" : " statements")
                               + " that no longer hold, expected none");
    return {};
}

} // namespace

int runCourse(int argc, char** argv)
{
    CourseOptions options;
    CommandLine line(
        "course",
        "course check FILE... or course check --all: runs every step of lessons, and compares what "
        "they say with it.");
    line.flag("--all", options.all, "check the lessons that come with the program");
    line.text("-o", options.output, "file for the result (default: standard output)", "FILE");
    // The words before the first option: what to do, and the files.
    std::vector<char*> others{argv[0]};
    for (int i = 1; i < argc; ++i) {
        if (others.size() == 1 && argv[i][0] != '-')
            options.words.emplace_back(argv[i]);
        else
            others.push_back(argv[i]);
    }
    return line.run(static_cast<int>(others.size()), others.data(), [&] { return check(options); });
}

} // namespace headlight
