#pragma once

#include "ui/figure/figure_export.h"

#include <QImage>
#include <QWidget>

namespace headlight {

class LatestTask;

/// A figure as it will be, scaled so that all of it can be seen. Painted off the UI thread by the same
/// function that writes files; UI thread only.
class FigurePreview : public QWidget
{
    Q_OBJECT
public:
    explicit FigurePreview(QWidget* parent = nullptr);
    ~FigurePreview() override;

    void showFigure(const FigureRequest& request, const FigureSize& size);
    /// A sentence in the place of a figure.
    void say(const QString& text);
    /// What is shown now; null: nothing, or it is being painted for the first time.
    const QImage& image() const { return m_image; }
    bool isPainting() const;

    QSize sizeHint() const override { return {560, 480}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

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
