#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QCPItemStraightLine;
class QCustomPlot;

namespace headlight {

/// Curves over whole numbers start, start + 1, … The wheel zooms horizontally, dragging pans, a double click
/// shows everything. UI thread.
class CurvesPlot : public QWidget
{
    Q_OBJECT
public:
    struct Curve
    {
        QString name;
        std::vector<float> values;
        QColor colour;
        bool quiet = false; ///< thin and without dots: one of many behind the others
    };
    explicit CurvesPlot(QWidget* parent = nullptr);

    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const { return m_curves; }
    /// The names of the curves with their colours and strokes, as rich text.
    QString legend() const;
    void setAxisName(const QString& across);
    /// Number of the first value; initially 0. hovered() and the marker use the same numbers.
    void setStart(int place);
    int start() const { return m_start; }
    /// A thin line at this number; unset = no line.
    void setMarker(std::optional<int> place);

    QSize sizeHint() const override { return {360, 130}; }
    QSize minimumSizeHint() const override { return {160, 64}; }

signals:
    void hovered(std::optional<int> place);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void rebuild();
    void showAll();

    QCustomPlot* m_plot;
    QCPItemStraightLine* m_marker;
    std::vector<Curve> m_curves;
    QString m_across;
    int m_start = 0;
};

} // namespace headlight
