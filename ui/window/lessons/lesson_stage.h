#pragma once

#include "core/lesson/lesson.h"
#include "ui/state/document.h"
#include "ui/state/scene.h"
#include "ui/widgets/trace_view.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <utility>

namespace headlight {

struct LessonMoment;
class ModelOpener;
class Rooms;
class Scenes;

/// Whether a cell is the one that is asked for.
inline bool leadsTo(const LessonPin& wanted, const Cell& pin)
{
    return (!wanted.query || wanted.query == pin.query) && (!wanted.key || wanted.key == pin.key);
}

/// Shows states of lessons, each as one undo step, and gives the reader the window of before back.
class LessonStage : public QObject
{
    Q_OBJECT

    /// Where a task begins.
    struct Begun
    {
        HeadRef head;
        MapKind map = MapKind::kWeights;
        Cell pin;
        Document document;
    };
    /// The window before the first lesson of the course.
    struct Before
    {
        QString folder;
        Scene scene;
        QString sheet; ///< of Matrices, in sight or not
    };

public:
    /// What the stage of a rebuilt window goes on with.
    struct Kept
    {
        bool keeps = false;
        std::optional<Before> before;
        std::optional<Before> restoring; ///< waits for its model
        QString folder; ///< of the wanted state's model
        Begun begun; ///< when it was wanted
        bool opening = false; ///< waits for the state's model
        bool isComing
            = false; ///< a model that a state asked for, this one or an earlier one, is not open yet
        bool placing = false; ///< waits for the result of the state's document
        Document document; ///< the state's
        HeadRef head; ///< shown when it arrived
        std::optional<decltype(Document::decoding)> decoding; ///< the reader's, before the first state
    };

    /// The objects must outlive this. The keyboard stays in `panel` while a state is shown.
    LessonStage(const ViewContext& context, ModelOpener& opener, Rooms& rooms, Scenes& scenes,
                QWidget* panel);

    /// Whether to keep the reader's window before the first state; otherwise it need not come back.
    void setKeeping(bool keeps);
    /// Shows the window that was kept.
    void giveBack();
    /// Its folder and document, while one is kept.
    std::optional<std::pair<QString, Document>> readersOwn() const;

    /// The lesson is to show() the state that it wants now, if any. `now` must stay until the next call.
    void want(const LessonMoment& now);
    const Kept& kept() const { return m_kept; }
    /// Goes on as the stage of the window before, with a copy of its moment.
    void goOn(const Kept& kept, const LessonMoment& now);
    /// Shows it, once its model is open. There must be one.
    void show();
    /// Nothing is on its way any more, and no view is enlarged.
    void stop();
    /// Whether a state is on its way.
    bool isBusy() const { return m_kept.opening || m_kept.placing; }
    /// Whether the window still shows the state; with `anyHead`, of whatever head.
    bool holds(bool anyHead) const;
    /// The head that the reader has chosen belongs to the state from now on.
    void takeHead() { m_kept.head = m_context.focus.head(); }
    /// Whether the reader has brought the window to the wanted state by hand. Whoever has just `written` what
    /// is asked for need not look where the state does.
    bool isMadeByHand(bool written) const;
    /// What the reader has done in place of what leads to the wanted state, in words; empty = nothing of the
    /// kind. While the reader is `typing`, a sentence that only lacks its end is none.
    QString slip(bool typing) const;
    /// The pinned cell, row or column in words.
    QString placeWords(const Cell& cell) const;

signals:
    /// The state is completely shown.
    void arrived();
    /// The model in the window has changed; a state that waited for it is being placed.
    void modelSettled();

private:
    QString openFolder() const;
    bool isOpen() const { return openFolder() == m_kept.folder; }
    Scene scene() const;
    /// Whether the reader looks where the wanted state does.
    bool looksThere() const;
    QStringList settingLines(const Document& document) const;
    void place();
    void finish();
    void restore(const Before& before);
    void giveBackDecoding();

    ViewContext m_context;
    ModelOpener& m_opener;
    Rooms& m_rooms;
    Scenes& m_scenes;
    QWidget* m_panel;
    Kept m_kept;
    std::shared_ptr<const Lesson> m_lesson;
    const LessonStep* m_step = nullptr;
    const LessonState* m_state = nullptr; ///< the wanted one
};

} // namespace headlight
