#pragma once

#include "core/io/atomic_file.h"
#include "ui/window/presenting/hidden_controls.h"
#include "ui/window/presenting/scenes.h"

#include <QBuffer>
#include <QObject>
#include <QPointer>
#include <QString>

#include <memory>
#include <optional>

class QPainter;
class QRect;
class QRectF;
class QPdfWriter;

namespace headlight {

class DockArea;

/// Paints a view into a place of a page. The view takes the shape of the place, at least its present width
/// and height if its letters can be read then, and the size that hides the least of its content behind scroll
/// bars; afterwards it is as it was.
void paintWhole(QPainter& painter, const QRectF& place, QWidget& view);

/// Writes the scenes to a PDF, one page each: the sentence, the output, and the view in the centre without
/// its controls. A hand-out ends with the sheet of Matrices, whose computed cells are empty. Goes from one
/// scene to the next and finally back to what was shown. UI thread only.
class SceneExport : public QObject
{
    Q_OBJECT
public:
    SceneExport(const ViewContext& context, Scenes& scenes, DockArea& views, const CommandActions& commands,
                QWidget* window);
    ~SceneExport() override;

    /// Publishes a notice at the end.
    void write(const QString& path, bool handOut = false);
    bool isWriting() const { return m_pdf != nullptr; }

signals:
    /// Begins and ends: views need large letters, which a page makes smaller.
    void writing(bool on);

private:
    void ask();
    /// The first scene from this one on that has a page.
    int pageFrom(int scene) const;
    void drawPage();
    int drawSubject(const QRect& room); ///< returns its height
    Result<void> drawWorkSheet();
    void finish();

    ViewContext m_context;
    Scenes& m_scenes;
    DockArea& m_views;
    QWidget* m_window;
    QString m_path;
    bool m_handOut = false;
    QString m_sheet; ///< of Matrices before the scenes
    int m_page = 0;
    HiddenControls m_hidden;
    QPointer<QWidget> m_focused; ///< before controls were hidden
    std::optional<AtomicFile> m_file; ///< what was there before stays until all pages are written
    QBuffer m_bytes;
    std::unique_ptr<QPdfWriter> m_pdf;
    std::unique_ptr<QPainter> m_painter;
};

} // namespace headlight
