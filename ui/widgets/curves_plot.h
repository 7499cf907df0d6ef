#pragma once

#include <QColor>
#include <QList>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QCPItemStraightLine;
class QCustomPlot;

namespace headlight {

/// Curves over whole numbers start, start + 1, …, or over places of their own. The wheel zooms horizontally,
/// dragging pans, a double click shows everything. UI thread.
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
        std::vector<double> places = {}; ///< of the values; empty = whole numbers
        double dots = 0; ///< diameter of dots that replace the line; 0 = a line
    };
    CurvesPlot();

    void setCurves(std::vector<Curve> curves);
    const std::vector<Curve>& curves() const { return m_curves; }
    /// The names of the curves that have one, with their colours and strokes, as rich text.
    QString legend() const;
    /// Of the vertical axis; about 0 … 1 if there are no numbers.
    std::pair<double, double> valueRange() const;
    void setAxisName(const QString& across);
    /// Number of the first value; initially 0. hovered() and the marker use the same numbers.
    void setStart(int place);
    int start() const { return m_start; }
    /// A thin line at this number; unset = no line.
    void setMarker(std::optional<double> place);
    /// Always shows this part (left, right, lowest and highest value), with these ticks across.
    void setView(const QRectF& part, const QList<std::pair<double, QString>>& ticks);

    /// Where a value is in this widget.
    QPointF placeOf(double place, double value) const;

    QSize sizeHint() const override { return {360, 130}; }
    QSize minimumSizeHint() const override { return {160, 64}; }

signals:
    void hovered(std::optional<int> place);

protected:
    void leaveEvent(QEvent* /*event*/) override { emit hovered(std::nullopt); }

private:
    std::optional<int> placeAt(const QPointF& pixel) const;
    void fit();
    void rebuild();
    void showAll();

    QCustomPlot* m_plot;
    QCPItemStraightLine* m_marker;
    std::vector<Curve> m_curves;
    QString m_across;
    std::optional<QRectF> m_view; ///< unset = everything
    int m_start = 0;
};

} // namespace headlight
