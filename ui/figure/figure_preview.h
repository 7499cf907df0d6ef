#pragma once

#include "ui/background/latest_task.h"
#include "ui/figure/figure_export.h"

#include <QImage>
#include <QWidget>

namespace headlight {

/// A preview of a figure, completely visible, painted off the UI thread by what writes files.
class FigurePreview : public QWidget
{
    Q_OBJECT
public:
    FigurePreview();

    void showFigure(const FigureRequest& request, const FigureSize& size);
    /// Shows a sentence instead of a figure.
    void say(const QString& text);
    /// The image shown; null if there is none, or while it is painted for the first time.
    const QImage& image() const { return m_image; }
    bool isPainting() const { return m_task->isRunning(); }

    QSize sizeHint() const override { return {560, 480}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void start();

    LatestTask* m_task;
    FigureRequest m_request;
    FigureSize m_size;
    QSizeF m_millimetres;
    QImage m_image;
    QString m_text;
};

} // namespace headlight
