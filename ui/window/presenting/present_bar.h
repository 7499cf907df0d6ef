#pragma once

#include "ui/widgets/trace_view.h"

#include <QFrame>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace headlight {

class CommandActions;
class ElidedLabel;
class MaskSwitch;
class Scenes;

/// The slim bar of a presentation: masks, the stage of the map, step, head, scene, a blank screen, and a
/// button to leave. The sentence and the output are above, in large letters.
class PresentBar : public QFrame
{
    Q_OBJECT
public:
    PresentBar(const ViewContext& context, const CommandActions& commands, Scenes& scenes, QWidget* parent);

signals:
    void blankClicked();
    void leaveClicked();

private:
    QToolButton* addButton(const QString& text, const QString& tip, QHBoxLayout& row);
    void addStepper(QWidget& label, const QString& back, const QString& on, QHBoxLayout& row,
                    const std::function<void(int by)>& step);
    void refresh();

    ViewContext m_context;
    Scenes& m_scenes;
    std::vector<MaskSwitch*> m_masks;
    QToolButton* m_stage;
    QLabel* m_step;
    QLabel* m_head;
    ElidedLabel* m_scene; ///< its number and name
    QWidget* m_scenePart; ///< visible once there are scenes
    const CommandActions& m_commands;
};

/// The input and the output up to the selected step, in large letters.
class PresentHead : public QFrame
{
    Q_OBJECT
public:
    explicit PresentHead(Workspace& workspace, QWidget* parent);

    /// Uses the window's text size, which a presentation enlarges.
    void refresh();

private:
    Workspace& m_workspace;
    QLabel* m_sentence;
    QLabel* m_output;
};

} // namespace headlight
