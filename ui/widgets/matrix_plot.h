#pragma once

#include "core/math/matrix.h"

#include <QList>
#include <QRgb>
#include <QWidget>

#include <optional>

class QCPColorMap;
class QCPColorScale;
class QCPItemStraightLine;
class QCustomPlot;

namespace headlight {

/// Any matrix as a heatmap with numbered axes and a colour scale; rows down, columns across. The wheel
/// zooms, dragging pans, a double click shows all. For attention maps there is HeatmapPlot. UI thread.
class MatrixPlot : public QWidget
{
    Q_OBJECT
public:
    struct Place
    {
        int row = 0;
        int column = 0;
        bool operator==(const Place&) const = default;
    };
    /// How numbers become colours.
    struct Scale
    {
        double low = 0, high = 1;
        QList<QRgb> colours; ///< from low to high, equally spaced
    };
    explicit MatrixPlot(QWidget* parent = nullptr);

    /// More rows or columns than kLargestSide are shown as means of equal tiles, since signed numbers
    /// have no "strongest" that could stand for the others.
    void setMatrix(const Matrix& matrix, const Scale& scale);
    const Matrix& matrix() const { return m_matrix; }
    void setNames(const QString& rows, const QString& columns, const QString& values);
    void setMarker(std::optional<Place> place);
    bool isReduced() const { return m_tileRows > 1 || m_tileColumns > 1; }

    QSize sizeHint() const override { return {420, 180}; }
    QSize minimumSizeHint() const override { return {180, 84}; }

    static constexpr Index kLargestSide = 1024;

signals:
    void hovered(std::optional<headlight::MatrixPlot::Place> place);
    void clicked(const headlight::MatrixPlot::Place& place);

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    void fillCells();
    void showAll();
    std::optional<Place> placeAt(const QPointF& point) const;

    QCustomPlot* m_plot;
    QCPColorMap* m_map;
    QCPColorScale* m_scale;
    QCPItemStraightLine* m_rowMarker;
    QCPItemStraightLine* m_columnMarker;
    QString m_rows, m_columns, m_values; ///< names
    Matrix m_matrix;
    Index m_tileRows = 1, m_tileColumns = 1;
    std::optional<QPoint> m_press;
};

} // namespace headlight
