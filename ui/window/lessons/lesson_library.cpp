#include "ui/window/lessons/lesson_library.h"

#include "core/base/text_list.h"
#include "core/lesson/state_run.h"
#include "core/model/model.h"
#include "core/session/stored_types.h"
#include "core/text/tokenizer.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/view_registry.h"
#include "ui/window/rooms/room_table.h"
#include "ui/words/head_name.h"
#include "ui/words/local_number.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace headlight {

namespace {

constexpr QChar kDone = u'x', kOpen = u'.'; ///< a step in the settings

/// A file that was compiled into the program. The tests read them all, so a fault is one of the program's.
template <typename T>
T readOwn(const QString& path, Result<T> (*read)(std::string_view text, const std::string& file))
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw std::logic_error(path.toStdString() + " is missing in the program");
    auto value = read(file.readAll().toStdString(), path.toStdString());
    if (!value)
        throw std::logic_error(value.error().describe());
    return std::move(*value);
}

/// A number by itself, a shape as "10 × 48", anything else in parentheses: "(0.67, 0.24)".
QString cellsText(const FormulaValue& value, const LessonCheck& check)
{
    constexpr qsizetype kMostTogether = 20; ///< letters between which no line ends, even in a table
    const int digits = check.digits;
    const bool shape = check.formula && check.formula->starts_with("shape(");
    const bool decimalComma = QLocale().decimalPoint() == QLatin1String(",");
    const QString between = shape ? QStringLiteral(" × ")
        : decimalComma            ? QChar::Nbsp + QStringLiteral("; ")
                                  : QStringLiteral(", ");
    QStringList rows;
    for (Eigen::Index r = 0; r < value.rows(); ++r) {
        QStringList cells;
        for (Eigen::Index c = 0; c < value.cols(); ++c) {
            const bool zero = std::abs(value(r, c)) < 0.5 * std::pow(10.0, -digits);
            cells << withMinus(localNumber(zero ? 0.0 : value(r, c), digits));
        }
        QString row = cells.join(between);
        if (row.size() <= kMostTogether)
            row.replace(QLatin1Char(' '), QChar::Nbsp);
        rows << row;
    }
    const QString text = rows.join(value.cols() == 1  ? between
                                       : decimalComma ? QStringLiteral(" | ")
                                                      : QStringLiteral("; "));
    return shape || value.size() <= 1 ? text : QStringLiteral("(%1)").arg(text);
}

/// The number that a text names; nothing if the step has no check of this name.
std::optional<QString> numberNamed(const std::string& name, const LessonStep* step,
                                   const std::vector<CheckedValue>* values)
{
    if (step == nullptr)
        return std::nullopt;
    for (std::size_t i = 0; i < step->check.size(); ++i) {
        const LessonCheck& check = step->check[i];
        if (check.name != name || check.output)
            continue;
        if (values != nullptr)
            return i < values->size() ? cellsText((*values)[i].value, check) : QStringLiteral("…");
        const auto expected = check.formula
            ? evaluate(check.value, {})
            : FormulaValue(FormulaValue::Constant(1, 1, check.weight ? *check.weight : *check.effect));
        return expected ? cellsText(*expected, check) : QString::fromStdString(check.value);
    }
    return std::nullopt;
}

const LessonStep* firstOn(const Lesson& lesson, const std::string& model)
{
    const auto found = std::ranges::find_if(lesson.steps, [&](const LessonStep& each) {
        return each.state && modelOf(lesson, *each.state) == model;
    });
    return found == lesson.steps.end() ? nullptr : &*found;
}

} // namespace

const std::vector<Lesson>& allLessons()
{
    static const std::vector<Lesson> kAll = [] {
        std::vector<Lesson> all;
        const QDir folder(QStringLiteral(":/lessons"));
        for (const QString& name : folder.entryList({QStringLiteral("*-*.json")}, QDir::Files, QDir::Name))
            all.push_back(readOwn<Lesson>(folder.filePath(name), &lessonFromText));
        return all;
    }();
    return kAll;
}

const std::vector<LearnShelf>& learnShelves()
{
    static const auto kShelves
        = readOwn<std::vector<LearnShelf>>(QStringLiteral(":/lessons/learn.json"), &learnFromText);
    return kShelves;
}

const Lesson* lessonNamed(const QString& name)
{
    const auto& all = allLessons();
    const auto found = std::ranges::find(all, name.toStdString(), &Lesson::name);
    return found == all.end() ? nullptr : &*found;
}

const Lesson* builtIn(Lesson file)
{
    file.folder.clear();
    const auto& all = allLessons();
    const auto found = std::ranges::find_if(all, [&file](const Lesson& each) {
        file.name = each.name;
        return each == file;
    });
    return found == all.end() ? nullptr : &*found;
}

const Lesson* examplesOf(const QString& model)
{
    for (const LessonKind kind : {LessonKind::kExamples, LessonKind::kIntroduction})
        for (const Lesson& each : allLessons())
            if (each.kind == kind && firstOn(each, model.toStdString()) != nullptr)
                return &each;
    return nullptr;
}

const Lesson* lessonAfter(const Lesson& lesson)
{
    const auto& all = allLessons();
    auto next = std::ranges::find(all, lesson.name, &Lesson::name);
    if (lesson.kind != LessonKind::kCourse || next == all.end() || ++next == all.end())
        return nullptr;
    return next->kind == LessonKind::kCourse ? &*next : nullptr;
}

bool hasLastPage(const Lesson& lesson)
{
    return !lesson.summary.empty() || lesson.hasExercises();
}

int stepsOf(const Lesson& lesson)
{
    return static_cast<int>(lesson.steps.size()) + (hasLastPage(lesson) ? 1 : 0);
}

std::vector<bool> stepsDone(const Settings& settings, const Lesson& lesson)
{
    std::vector<bool> done(static_cast<std::size_t>(stepsOf(lesson)));
    const QString name = QString::fromStdString(lesson.name) + QLatin1Char('=');
    for (const QString& each : kLessonProgress.of(settings))
        if (each.startsWith(name))
            for (std::size_t i = 0; i < done.size(); ++i)
                done[i] = each.mid(name.size() + static_cast<qsizetype>(i), 1) == kDone;
    return done;
}

void keepStepsDone(Settings& settings, const Lesson& lesson, const std::vector<bool>& done)
{
    QStringList all = kLessonProgress.of(settings);
    QString kept = QString::fromStdString(lesson.name) + QLatin1Char('=');
    all.removeIf([&](const QString& each) { return each.startsWith(kept); });
    for (const bool each : done)
        kept += each ? kDone : kOpen;
    kLessonProgress.set(settings, all << kept);
}

std::vector<std::string> unknownViews(const Lesson& lesson)
{
    std::vector<std::string> faults;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        std::vector<std::string> views;
        for (const auto& state : {step.state, step.then})
            views.push_back(state ? state->view : std::string());
        for (const LessonRow& row : step.rows)
            views.push_back(row.view);
        for (const std::string& view : views)
            if (!view.empty() && std::ranges::none_of(viewRegistry(), [&](const ViewDescriptor& each) {
                    return each.id == ViewId(view.c_str());
                }))
                faults.push_back(concat("steps[", i, "]: found the view \"", view,
                                        R"(", expected one of the window, such as "heatmap")"));
    }
    return faults;
}

QString lessonFolder(const Settings& settings)
{
    return settings.dataFolder() + QStringLiteral("/lessons");
}

QStringList lessonFiles(const Settings& settings)
{
    const QDir folder(lessonFolder(settings));
    QStringList files;
    for (const QString& name : folder.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        files << folder.filePath(name);
    return files;
}

bool isLessonFile(const QString& path)
{
    constexpr qint64 kBeginning = 4096;
    QFile file(path);
    return path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) && QFileInfo(path).isFile()
        && file.open(QIODevice::ReadOnly) && file.read(kBeginning).contains("headlight-lesson");
}

/// No line ends inside a short "[n × d_k]", "(1 − w)" or "|q|", an address or a quotation mark.
static QString keptTogether(const QString& text)
{
    static const QRegularExpression kTogether(
        QStringLiteral("\\[[^\\[\\]\\n]{1,20}\\]|\\((?![^()]*\\p{L}{3})[^()\\n]{1,20}\\)|\\|\\w+\\||« | »|"
                       "(?<!\\d)\\.(?=\\w)|\\.(?=\\p{L})"),
        QRegularExpression::UseUnicodePropertiesOption);
    constexpr QChar kJoiner(0x2060);
    QString made;
    qsizetype done = 0;
    for (auto groups = kTogether.globalMatch(text); groups.hasNext();) {
        const QRegularExpressionMatch group = groups.next();
        QString whole = group.captured();
        whole.replace(QLatin1Char(' '), QChar::Nbsp);
        if (whole.startsWith(u'.') || whole.startsWith(u'|'))
            whole.insert(1, kJoiner);
        whole.replace(QLatin1Char('/'), QStringLiteral("/\u2060"));
        made += text.mid(done, group.capturedStart() - done) + whole;
        done = group.capturedEnd();
    }
    return made + text.mid(done);
}

/// A text with the numbers and heads that it names.
static QString filled(const QString& from, const LessonStep* step, const std::vector<CheckedValue>* values)
{
    static const QRegularExpression kPlace(QStringLiteral("\\{([^{}]*)\\}"));
    QString made;
    qsizetype done = 0;
    for (auto places = kPlace.globalMatch(from); places.hasNext();) {
        const QRegularExpressionMatch place = places.next();
        made += from.mid(done, place.capturedStart() - done);
        done = place.capturedEnd();
        const std::string name = place.captured(1).toStdString();
        HeadRef head;
        if (!StoredAs<HeadRef>::restore(name, head))
            made += headName(head);
        else
            made += numberNamed(name, step, values).value_or(place.captured());
    }
    made += from.mid(done);
    return made.replace(QStringLiteral("</"), QStringLiteral("</\u2060")); // no line ends in "</s>"
}

QString lessonText(const std::string& text, const LessonStep* step, const std::vector<CheckedValue>* values)
{
    return keptTogether(filled(
        text.empty() ? QString() : QCoreApplication::translate("lessons", text.c_str()), step, values));
}

QString lessonText(const Lesson& lesson, const std::string& text, const LessonStep* step,
                   const std::vector<CheckedValue>* values)
{
    return lesson.folder.empty() ? lessonText(text, step, values)
                                 : filled(QString::fromStdString(text), step, values);
}

Scene sceneOf(const Lesson& lesson, const LessonState& state, const Scene& now, const Model* model)
{
    Scene scene = now;
    scene.model.clear(); // the caller has opened it
    scene.room = QString::fromStdString(state.room);
    scene.view = QString::fromStdString(state.view);
    const std::string& text = state.text.empty() ? lesson.text : state.text;
    if (!text.empty() && model != nullptr) {
        Document& document = scene.document = {};
        document.text = QString::fromStdString(text);
        document.line = state.line;
        document.interventions = state.edits;
        document.forced = writtenIds(*model, state.forced);
        document.decoding = state.decoding;
        scene.focus.step = -1; // of the run before
        if (document.text != now.document.text)
            scene.focus.pin = {};
    }
    scene.sheet = QString::fromStdString(state.sheet);
    if (state.head)
        scene.focus = {*state.head, {}, state.map, {state.pin.query, state.pin.key}, -1, now.focus.options};
    if (state.step > 0)
        scene.focus.step = state.step - 1;
    return scene;
}

/// The name by which a lesson finds this model: a built-in one, or one beside its file; empty = neither.
static std::string nameFor(const Lesson& lesson, const Model& model)
{
    const std::string name = model.folder().filename().string();
    const auto found = modelFolderOf(lesson, name);
    std::error_code error;
    return found && std::filesystem::equivalent(*found, model.folder(), error) ? name : std::string();
}

LessonState stateOf(const Lesson& lesson, const Scene& now, const Workspace& workspace, QStringList& leftOut)
{
    const Document& document = now.document;
    const Model& model = *workspace.model();
    LessonState state;
    state.model = nameFor(lesson, model);
    state.text = document.text.toStdString();
    state.line = document.line;
    const auto& tokenizer = model.isEncoderDecoder() ? model.tokenizers().target : model.tokenizers().source;
    if (!document.forced.empty() && tokenizer != nullptr)
        state.forced = tokenizer->decode(document.forced, true);
    state.edits = document.interventions;
    state.decoding = document.decoding;
    state.head = now.focus.head;
    state.map = now.focus.map;
    state.pin = {now.focus.pin.query, now.focus.pin.key};
    state.step = now.focus.step + 1;
    state.view = now.view.toStdString();
    const Room* const room = roomNamed(now.room); // other readers do not have the user's own
    if (room != nullptr && now.room != QLatin1String(kLearnPage))
        state.room = now.room.toStdString();
    if (state.view.empty())
        state.view = "heatmap";
    state.sheet = now.sheet.toStdString();
    state.compare = now.view == QLatin1String("compare")
        && workspace.comparison().kind == ComparisonChoice::Kind::kEdits;
    if (!state.edits.empty())
        state.version = workspace.version();
    for (const auto& [left, words] : {
             std::pair(state.model.empty(),
                       QCoreApplication::translate("LessonWriter", "which model is open")),
             {!document.pair.isEmpty(), QCoreApplication::translate("LessonWriter", "the second sentence")},
             {!document.target.isEmpty(), QCoreApplication::translate("LessonWriter", "your target")},
             {document.dialogue.has_value(), QCoreApplication::translate("LessonWriter", "the conversation")},
             {document.ids, QCoreApplication::translate("LessonWriter", "that the text is token ids")},
             {writtenIds(model, state.forced) != document.forced,
              QCoreApplication::translate("LessonWriter", "the tokens you chose")},
         })
        if (left)
            leftOut << words;
    return state;
}

OpenModels knownModels(const std::shared_ptr<const Model>& open)
{
    return open == nullptr ? OpenModels() : OpenModels{{{}, open}, {open->folder(), open}};
}

LatestTask::Work checksOf(std::shared_ptr<const Lesson> lesson, LessonStep step,
                          std::shared_ptr<const Model> open,
                          std::function<void(const Result<std::vector<CheckedValue>>& found)> take)
{
    return [lesson = std::move(lesson), step = std::move(step), open = std::move(open),
            take = std::move(take)](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        Job job;
        job.stop = stop;
        OpenModels known = knownModels(open);
        auto found = checkStep(*lesson, step, modelsOf(*lesson, known, job), job);
        if (!job.stopped())
            deliver([take, found = std::move(found)] { take(found); });
    };
}

QString firstSentence(const QString& model)
{
    const Lesson* const lesson = examplesOf(model);
    if (lesson == nullptr)
        return {};
    return QString::fromStdString(lesson->model == model.toStdString() && !lesson->text.empty()
                                      ? lesson->text
                                      : firstOn(*lesson, model.toStdString())->state->text);
}

std::optional<DecodeOptions> firstDecoding(const QString& model)
{
    for (const Lesson& each : allLessons())
        if (each.kind == LessonKind::kIntroduction && each.model == model.toStdString())
            if (const auto& state = each.steps.front().state; state && state->decoding != DecodeOptions{})
                return state->decoding;
    return std::nullopt;
}

QString firstRoom(const QString& model)
{
    const Lesson* const lesson = examplesOf(model);
    return lesson == nullptr || lesson->room.empty() ? QStringLiteral("explore")
                                                     : QString::fromStdString(lesson->room);
}

} // namespace headlight
