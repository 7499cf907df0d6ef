#include "ui/window/lessons/lesson_stage.h"

#include "core/model/model.h"
#include "core/options/decode_options.h"
#include "ui/run/notices.h"
#include "ui/state/experiment_board.h"
#include "ui/state/focus.h"
#include "ui/state/snapshot.h"
#include "ui/state/translation.h"
#include "ui/state/workspace.h"
#include "ui/window/lessons/lesson_library.h"
#include "ui/window/lessons/lesson_words.h"
#include "ui/window/models/model_opener.h"
#include "ui/window/presenting/scenes.h"
#include "ui/window/rooms/dock_area.h"
#include "ui/window/rooms/room_entry.h"
#include "ui/window/rooms/rooms.h"
#include "ui/words/edit_text.h"
#include "ui/words/edit_words.h"
#include "ui/words/head_name.h"
#include "ui/words/map_words.h"
#include "ui/words/next_token.h"
#include "ui/words/token_text.h"

#include <QApplication>
#include <QFileInfo>

#include <algorithm>

namespace headlight {

namespace {

// What only lacks some letters is still being typed.
bool lacksLetters(const QString& text, const QString& whole)
{
    qsizetype from = 0;
    return std::all_of(text.begin(), text.end(),
                       [&](QChar each) { return (from = whole.indexOf(each, from) + 1) > 0; });
}

// Nor what only lacks a space or the full stop, unless the reader has stopped.
bool lacksNoLetter(QString text, QString whole)
{
    const bool same = text == whole;
    for (QString* each : {&text, &whole})
        each->removeIf([](QChar letter) { return !letter.isLetterOrNumber(); });
    return !same && text == whole;
}

QStringList optionLines(DecodeOptions options)
{
    QStringList lines;
    for (const OptionEntry& entry : formEntries(options)) {
        const QString label = headlight::tr(entry.form.label).remove(QLatin1Char('&'));
        const auto* const choice = std::get_if<Choice>(&entry.value);
        lines << (choice != nullptr ? headlight::tr(entry.form.choices.at(choice->place()))
                                    : label + QLatin1Char(' ') + QString::fromStdString(entry.text()));
    }
    return lines;
}

} // namespace

LessonStage::LessonStage(const ViewContext& context, ModelOpener& opener, Rooms& rooms, Scenes& scenes,
                         QWidget* panel)
    : QObject(panel)
    , m_context(context)
    , m_opener(opener)
    , m_rooms(rooms)
    , m_scenes(scenes)
    , m_panel(panel)
{
    // Queued, so that the window and the runs have already adopted the model.
    connect(
        &context.workspace, &Workspace::modelChanged, this,
        [this] {
            if (m_opener.isOpening()) // the next model would undo what is placed in this one
                return;
            if (m_kept.restoring && openFolder() == m_kept.restoring->folder)
                restore(*std::exchange(m_kept.restoring, std::nullopt));
            if (m_context.workspace.model() != nullptr) {
                m_kept.isComing = false;
                if (std::exchange(m_kept.opening, false) && isOpen()) // the user may have opened another one
                    place();
            }
            giveBackDecoding();
            emit modelSettled();
        },
        Qt::QueuedConnection);
    connect(&scenes, &Scenes::arrived, this, [this] {
        if (m_kept.placing)
            finish();
    });
}

void LessonStage::setKeeping(bool keeps)
{
    m_kept.keeps = keeps;
    if (!keeps)
        m_kept.before.reset();
}

void LessonStage::giveBack()
{
    const auto before = std::exchange(m_kept.before, std::nullopt);
    if (!before || before->folder.isEmpty()) // it began before there was a model to return to
        return;
    if (before->folder == openFolder() && !m_kept.isComing) {
        const Document shown = m_context.workspace.document();
        restore(*before);
        if (m_context.workspace.document() != shown && !m_context.workspace.notice())
            m_context.workspace.setNotice(
                confirmation(tr("What was open before the lesson is back."),
                             tr("Undo brings back the sentence and settings that were just there.")));
    } else {
        m_kept.restoring = before;
        m_opener.openModel(before->folder);
    }
}

void LessonStage::restore(const Before& before)
{
    m_kept.decoding.reset();
    m_context.workspace.setSheet(before.sheet);
    m_scenes.go(before.scene, tr("Back from the lesson"));
}

// How a lesson decodes belongs to its model, not to the next one that the reader opens.
void LessonStage::giveBackDecoding()
{
    if (m_kept.isComing || m_context.workspace.model() == nullptr || isOpen())
        return;
    const auto own = std::exchange(m_kept.decoding, std::nullopt);
    Document next = m_context.workspace.document();
    if (!own || next.decoding != m_kept.document.decoding || next.decoding == *own)
        return;
    next.decoding = *own;
    m_context.workspace.apply(next, tr("Back from the lesson"));
}

std::optional<std::pair<QString, Document>> LessonStage::readersOwn() const
{
    if (!m_kept.before || m_kept.before->folder.isEmpty())
        return std::nullopt;
    return std::pair(m_kept.before->folder, m_kept.before->scene.document);
}

QString LessonStage::openFolder() const
{
    const auto& model = m_context.workspace.model();
    return model == nullptr ? QString() : QString::fromStdString(model->folder().string());
}

void LessonStage::want(const LessonMoment& now)
{
    m_kept.opening = m_kept.placing = false;
    m_lesson = now.lesson;
    m_step = now.current();
    m_state = m_step != nullptr && m_step->state ? &now.wantedState() : nullptr;
    const Focus& focus = m_context.focus;
    m_kept.begun = {focus.head(), focus.map(), focus.pin(), shownPart(m_context.workspace.document())};
    m_kept.folder.clear();
    if (m_state == nullptr)
        return;
    m_kept.folder = openFolder();
    const std::string& model = modelOf(*m_lesson, *m_state);
    if (model.empty())
        return;
    if (const auto folder = modelFolderOf(*m_lesson, model))
        m_kept.folder = QString::fromStdString(folder->string());
    else
        m_context.workspace.setNotice(noticeFor(folder.error(), Attempt::kOpenLesson));
}

void LessonStage::goOn(const Kept& kept, const LessonMoment& now)
{
    if (now.lesson != nullptr)
        want(now);
    m_kept = kept;
    if (kept.placing) // nobody waits for the result any more
        place();
}

void LessonStage::show()
{
    if (m_kept.keeps && !m_kept.before)
        m_kept.before = Before{openFolder(), m_scenes.now(), m_context.workspace.sheet()};
    if (isOpen() && !m_kept.isComing)
        return place();
    m_kept.opening = m_kept.isComing = true;
    m_opener.openModel(m_kept.folder);
}

void LessonStage::stop()
{
    if (std::exchange(m_lesson, nullptr) != nullptr && m_kept.before)
        m_rooms.views().putInCentre({});
    m_state = nullptr;
    m_kept.opening = m_kept.placing = false;
    m_kept.restoring.reset();
}

Scene LessonStage::scene() const
{
    return sceneOf(*m_lesson, *m_state, m_scenes.now(), m_context.workspace.model().get());
}

void LessonStage::place()
{
    m_kept.placing = true;
    QWidget* const focus = QApplication::focusWidget();
    const DockArea::Change change(m_rooms.views());
    m_rooms.views().putInCentre({}); // what the step before has enlarged is as it was
    const auto& decoding = m_context.workspace.document().decoding;
    if (!m_kept.decoding
        && firstDecoding(QFileInfo(m_kept.folder).fileName()) != decoding) // else it is the model's
        m_kept.decoding = decoding;
    m_scenes.go(scene(), undoNameOf(m_lesson->kind, lessonText(*m_lesson, m_step->title)));
    m_kept.document = shownPart(m_context.workspace.document());
    if (m_panel->isAncestorOf(focus)) // the views have taken the keyboard
        focus->setFocus();
}

void LessonStage::finish()
{
    const LessonState& state = *m_state;
    if (m_lesson->kind == LessonKind::kTour)
        giveCell(m_rooms.current(), m_context); // its view would have nothing to show
    takeHead();
    // The run has brought back a tab in front of it, if it came in the place of another.
    if (const ViewId view(state.view.c_str()); m_rooms.offers(view) && !m_rooms.views().isSeen(view))
        m_rooms.views().showView(view);
    if (!state.edits.empty())
        m_context.workspace.setVersion(state.version);
    if (TraceView* const view = m_rooms.views().view(ViewId(state.view.c_str())); view && state.example > 0)
        view->showExample(state.example - 1);
    if (state.compare)
        m_context.workspace.compare({ComparisonChoice::Kind::kEdits, -1, -1});
    if (!state.sweep.empty()) {
        ExperimentOrder order{tr("each head"), {}, {}, true, true};
        order.words.heads = {state.sweep};
        order.words.rows = "all";
        ExperimentBoard::of(m_context.workspace).order(order);
    }
    m_kept.placing = false;
    emit arrived();
}

bool LessonStage::holds(bool anyHead) const
{
    return isOpen() && (anyHead || m_context.focus.head() == m_kept.head)
        && shownPart(m_context.workspace.document()) == m_kept.document;
}

bool LessonStage::isMadeByHand(bool written) const
{
    if (m_state == nullptr || !isOpen())
        return false;
    Document have = shownPart(m_context.workspace.document());
    const Document want = shownPart(scene().document);
    if (have.text.simplified() == want.text.simplified()) // one space more is right, too
        have.text = want.text;
    return (written || looksThere()) && have == want;
}

bool LessonStage::looksThere() const
{
    const Focus& focus = m_context.focus;
    return (!m_state->head || (focus.head() == *m_state->head && focus.map() == m_state->map))
        && leadsTo(m_state->pin, focus.pin())
        && (m_state->step == 0 || m_context.workspace.step() == m_state->step - 1);
}

QStringList LessonStage::settingLines(const Document& document) const
{
    QStringList lines = optionLines(document.decoding) + maskLines(document.interventions.masks);
    if (const auto& vocabulary = m_context.workspace.snapshot()->vocabulary;
        vocabulary && !document.forced.empty())
        lines << tr("output begins with “%1”")
                     .arg(QString::fromStdString(vocabulary->decode(document.forced, true)));
    for (const Intervention& each : document.interventions.list)
        if (isEnabled(each))
            lines << editWords(each, m_context.workspace.snapshot()->trace);
    return lines;
}

QString LessonStage::placeWords(const Cell& cell) const
{
    const Trace& trace = m_context.workspace.snapshot()->trace;
    const AttentionMap map = trace.isNull() ? AttentionMap() : trace.attention(m_context.focus.head());
    const auto token = [](const std::vector<TokenLabel>& tokens, const std::optional<int>& place) {
        return quotedToken(tokens, place.value_or(0));
    };
    const auto written = writtenToken(m_context.workspace);
    const Index place = cell.query.value_or(0);
    const TokenLabel* const next = nextToken(map, place, written);
    const QString row = next == nullptr
        ? token(map.queryTokens(), cell.query)
        : rowName(tokenText(map.queryTokens()[static_cast<std::size_t>(place)]), next); // as the map has it
    const QString column = token(map.keyTokens(), cell.key);
    return cell.query && cell.key ? tr("row %1, column %2").arg(row, column)
        : cell.query              ? tr("row %1").arg(row)
                                  : tr("column %1").arg(column);
}

QString LessonStage::slip(bool typing) const
{
    if (m_state == nullptr || !isOpen())
        return {};
    const auto words = [](const QString& done, const QString& asked) {
        return tr("You chose: %1. The step asks for: %2.").arg(done, asked);
    };
    const Document& have = m_context.workspace.document();
    const Document want = shownPart(scene().document);
    const QString text = have.text.simplified(), whole = want.text.simplified(),
                  first = m_kept.begun.document.text.simplified();
    if ((!lacksLetters(text, whole) && !lacksLetters(text, first))
        || (!typing && text != first && lacksNoLetter(text, whole)))
        return tr("The step asks for the sentence: %1").arg(whole);
    const QStringList now = settingLines(have), before = settingLines(m_kept.begun.document);
    QStringList done = now, asked = settingLines(want);
    done.removeIf([&](const QString& line) { return before.contains(line) || asked.contains(line); });
    asked.removeIf([&](const QString& line) { return before.contains(line); });
    const QString tooMuch = done.join(QStringLiteral(", "));
    const QString but = tr("The step is done but for this, which it does not ask for: %1").arg(tooMuch);
    if (want != m_kept.begun.document) { // where the reader looks does not matter
        if (done.isEmpty() || asked.isEmpty())
            return {};
        return std::ranges::all_of(asked, [&](const QString& line) { return now.contains(line); })
            ? but
            : words(tooMuch, asked.join(QStringLiteral(", ")));
    }
    const Focus& focus = m_context.focus;
    if (!m_state->head)
        return {};
    const auto strays = [](const auto& chosen, const auto& begun, const auto& wanted) {
        return wanted != begun && chosen != begun && chosen != wanted;
    };
    if (strays(focus.head(), m_kept.begun.head, *m_state->head))
        return words(headName(focus.head()), headName(*m_state->head));
    if (strays(focus.map(), m_kept.begun.map, m_state->map))
        return words(stageName(focus.map()), stageName(m_state->map));
    if (!focus.pin().empty() && focus.pin() != m_kept.begun.pin && !leadsTo(m_state->pin, focus.pin()))
        return words(placeWords(focus.pin()), placeWords({m_state->pin.query, m_state->pin.key}));
    return looksThere() && !done.isEmpty() ? but : QString();
}

} // namespace headlight
