#pragma once

#include "ui/state/scene.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;

namespace headlight {

class Scenes;

/// The scenes as a list, to name, to order and to take notes for; during a presentation, on another screen,
/// it shows the notes of the scene, the next one and the time. Each change can be undone. UI thread only.
class SceneList : public QDialog
{
    Q_OBJECT
public:
    /// The scenes must outlive this.
    SceneList(Scenes& scenes, QWidget* window);

    void done(int result) override;

private:
    QWidget* buildButtons();
    void showAll();
    void showScene();
    void showTime();
    /// Takes over what was typed for the shown scene.
    void keep();
    void move(int by);

    Scenes& m_scenes;
    std::vector<Scene> m_known; ///< as listed
    int m_current = -1; ///< scene that is shown in the window
    int m_shown = -1; ///< whose name and notes are in the fields
    bool m_showing = false; ///< the fields change, but nobody types
    QElapsedTimer m_since;
    QTimer m_tick;
    QTimer m_soon; ///< until what was typed is kept
    QLabel* m_time;
    QLabel* m_next;
    QListWidget* m_list;
    QLineEdit* m_name;
    QPlainTextEdit* m_notes;
};

} // namespace headlight
