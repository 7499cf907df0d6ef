#pragma once

#include "core/base/result.h"
#include "core/edit/interventions.h"
#include "core/lesson/exercise.h"
#include "core/sampling/options.h"
#include "core/trace/attention_map.h"
#include "core/trace/site.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// A place in a map: a row, a column, or both.
struct LessonPin
{
    std::optional<int> query, key;
    bool operator==(const LessonPin&) const = default;
};

/// A state of the window: what the model reads, how it runs, and where the views look.
struct LessonState
{
    std::string model; ///< folder name of a built-in model; empty = the lesson's
    std::string text; ///< what the model reads; empty = the lesson's
    int line = 0; ///< shown line of a text with several lines
    std::string forced; ///< beginning of the output, in place of the model's own; empty = none
    DecodeOptions decoding;
    Interventions edits;
    std::optional<HeadRef> head; ///< nothing = the one that is shown
    MapKind map = MapKind::kWeights;
    LessonPin pin;
    int step = 0; ///< shown step of the decoding, from 1; 0 = all steps
    std::string room; ///< a workspace; empty = the one that the view is made for
    std::string view; ///< the view in front
    bool compare = false; ///< the view compares the run before the edits and after them
    RunVersion version = RunVersion::kAfter; ///< which run is shown, if there are edits
    int example = 0; ///< number of one of the view's own examples, from 1; 0 = none
    std::string sweep; ///< heads that are switched off one after the other; empty = none
    std::string sheet; ///< text of the view Matrices; empty = the one that is there
    bool operator==(const LessonState&) const = default;
};

struct LessonAnswer
{
    std::string say;
    bool right = false;
    std::string why = {}; ///< said when it is chosen: why it is wrong; empty = nothing
    bool operator==(const LessonAnswer&) const = default;
};

/// A question that the reader answers by choosing, by typing, or by pointing at a place in the views.
struct LessonQuestion
{
    std::string ask;
    std::vector<LessonAnswer> answers; ///< 2 to 6, of which at least one is right; none = otherwise
    std::optional<HeadRef> head; ///< the head to select
    LessonPin pin; ///< the cell, row or column to pin
    std::optional<AnswerKey> key = {}; ///< the answer is typed
    std::string hint = {}; ///< shown to those who ask for it
    bool operator==(const LessonQuestion&) const = default;
    bool pointsAt() const { return answers.empty() && !key && (head || pin != LessonPin{}); }
};

/// Something that holds in the step's state: exactly one of output, weight, effect and formula.
struct LessonCheck
{
    std::string name; ///< the step's texts have "{name}" where the number stands; empty = nowhere
    std::optional<std::string> output; ///< what the model writes
    std::optional<double> weight; ///< of the head in the cell of the pin, to two decimals
    std::optional<double> effect; ///< change of the output's log-probability without the head, nats, likewise
    std::optional<HeadRef> head;
    LessonPin pin;
    std::optional<std::string> formula; ///< core/lesson/formula.h, with the functions of the state's run
    std::string value; ///< what the formula gives, itself a formula without a model
    int digits = 2; ///< decimals that are compared and shown, from 0 to 9
    std::optional<LessonState> state; ///< about which the check is; nothing = the step's
    bool operator==(const LessonCheck&) const = default;
};

/// A line of a table: something of a text, and what stands for it here.
struct LessonRow
{
    std::string what; ///< in words
    std::string code; ///< as it is, in the text's own code or formula; exactly one of the two
    std::string here;
    std::string lesson; ///< a lesson of the program to which `here` is a link; empty = none
    int step = 0; ///< of that lesson, from 1; 0 = its first page
    std::string view = {}; ///< a view to which `here` is a link; empty = none
    MapKind map = MapKind::kWeights; ///< which that view shows, if it is a heatmap
    bool operator==(const LessonRow&) const = default;
};

struct LessonStep
{
    std::string title;
    std::string say; ///< said when the step begins
    std::string task; ///< what the reader does to reach the state; empty = the lesson does it
    std::optional<LessonQuestion> predict; ///< answered before the state is shown
    std::optional<LessonState> state; ///< nothing = the window stays as it is
    std::vector<LessonRow> rows; ///< a table under what is said
    std::optional<LessonQuestion> question; ///< asked once the state is there
    std::optional<LessonState> then; ///< shown once the question is answered
    std::vector<LessonCheck> check;
    std::string reveal; ///< said once the state is there and the question answered
    std::string at; ///< the view or the part of the window that the step is about; empty = the state's view
    bool operator==(const LessonStep&) const = default;
};

enum class LessonKind : unsigned char {
    kTour, ///< shows the window itself, whatever is in it, and leaves it as it was
    kExperiment, ///< steps that follow from each other
    kExamples, ///< states worth seeing, in any order
    kCourse, ///< a lesson of the course; the window is as before when it is left
    kIntroduction, ///< the page of one introduction to the paper, in any order
};

/// Something that guides the reader through states of the window.
struct Lesson
{
    std::string name; ///< of the file, without its number: "alignment"; the whole path of a user's file
    std::string folder; ///< of a user's file; empty = the lesson comes with the program
    LessonKind kind = LessonKind::kExperiment;
    std::string title;
    std::string say; ///< what it is about
    std::string others; ///< other words by which people look for it, between commas
    std::string summary; ///< said after the last step
    std::string source; ///< where the reader finds more: a section of the paper, a text
    std::string picture; ///< name of a picture of the window
    std::string model; ///< folder name of a built-in model, or of one beside the file; empty = each state's
    std::string text; ///< what the model reads, unless a state has its own
    std::string room; ///< the workspace in which the model is first shown; empty = Explore
    bool markdown = false; ///< the texts of the steps are Markdown, without HTML; else they are plain
    std::vector<LessonStep> steps; ///< at least one
    bool operator==(const Lesson&) const = default;
    /// Whether some answer is typed.
    bool hasExercises() const;
};

/// Reads a lesson file. kBadFile names the file, the field, what was found and what was expected; a member
/// that is not known is an error, since it is a misspelt one.
Result<Lesson> lessonFromText(std::string_view text, const std::string& file);
/// Reads a user's file. Its lesson may name models in the file's folder, and nothing else outside the file.
Result<Lesson> readLesson(const std::filesystem::path& file);
/// The text of a lesson file, without members that have their defaults.
std::string toText(const Lesson& lesson);
/// The folder of the model `name`: one beside the user's file, otherwise a built-in one.
Result<std::filesystem::path> modelFolderOf(const Lesson& lesson, const std::string& name);
/// Whether each model that the lesson names is there. kBadFile with the lesson's file and the field.
Result<void> findModels(const Lesson& lesson);

/// An entry of the page Learn: it opens exactly one of command, lesson, model and copied.
struct LearnEntry
{
    std::string command; ///< name of a command of the window
    std::string lesson; ///< name of a lesson
    std::string model; ///< folder name of a built-in model
    std::string copied; ///< a command line for the clipboard
    std::string picture;
    std::string title, say; ///< empty = those of what it opens
    bool operator==(const LearnEntry&) const = default;
};

struct LearnShelf
{
    std::string title;
    std::vector<LearnEntry> entries;
    bool operator==(const LearnShelf&) const = default;
};

/// Reads the contents of the page Learn. Errors as above.
Result<std::vector<LearnShelf>> learnFromText(std::string_view text, const std::string& file);

} // namespace headlight
