#include "ui/widgets/matrix_panel.h"

#include "ui/picture/picture_palette.h"
#include "ui/picture/shown_maps.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/widgets/layouts.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>

#include <utility>

namespace headlight {

/// Covers the plot, lets the mouse through and draws the frame.
class MatrixPanel::Frame : public QWidget
{
public:
    explicit Frame(HeatmapPlot& plot)
        : QWidget(&plot)
        , m_plot(plot)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        onEvent(plot, {QEvent::Resize}, *this, [this] { resize(m_plot.size()); });
        resize(plot.size());
    }

    void set(std::optional<AxisSpan> rows, std::optional<AxisSpan> columns)
    {
        m_rows = rows;
        m_columns = columns;
        setVisible(rows || columns);
        update();
    }

    QRectF place() const
    {
        const CellFrame& cells = m_plot.shownLayout().cells;
        if ((!m_rows && !m_columns) || m_plot.map().isNull())
            return {};
        const AxisSpan rows = m_rows.value_or(cells.queries);
        const AxisSpan columns = m_columns.value_or(cells.keys);
        return QRectF(QPointF(cells.x(columns.lower), cells.y(rows.lower)),
                      QPointF(cells.x(columns.upper), cells.y(rows.upper)))
            .intersected(cells.area);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const QRectF rect = place();
        if (rect.isEmpty())
            return;
        QPainter painter(this);
        const PicturePalette colours = PicturePalette::of(palette());
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.background, 4));
        painter.drawRect(rect);
        painter.setPen(QPen(colours.pin, 2));
        painter.drawRect(rect);
    }

private:
    HeatmapPlot& m_plot;
    std::optional<AxisSpan> m_rows, m_columns;
};

MatrixPanel::MatrixPanel()
    : m_title(makePlainLabel())
    , m_line(new ElidedLabel)
    , m_plot(new HeatmapPlot)
    , m_frame(new Frame(*m_plot))
{
    auto* const column = makeColumn(this, {}, 2);
    m_title->setFont(boldFont(font()));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_line->setMostLines(2);
    column->addWidget(m_title);
    column->addWidget(m_line);
    column->addWidget(m_plot, 1);
    m_frame->hide();
    connect(m_plot, &HeatmapPlot::hovered, this, &MatrixPanel::hovered);
    connect(m_plot, &HeatmapPlot::doubleClicked, m_plot, &HeatmapPlot::showAll);
    connect(m_plot, &HeatmapPlot::viewChanged, m_frame, qOverload<>(&QWidget::update));
}

void MatrixPanel::show(Content content, const QString& colourMap)
{
    m_content = std::move(content);
    m_title->setText(m_content.title);
    m_title->setToolTip(plainTip(m_content.title));
    setLine(m_content.line);
    HeatmapOptions look;
    look.colourMap = colourMap;
    look.table = TableNames{m_content.title, m_content.rowName, m_content.columnName};
    m_plot->setAccessibleName(m_content.title);
    m_plot->showMap(m_content.values.size() > 0 ? tableMap(m_content.values, m_content.rows) : AttentionMap(),
                    MapKind::kScores, look);
    m_frame->raise();
}

void MatrixPanel::setLine(const QString& line)
{
    m_content.line = line;
    setOrHide(*m_line, line);
}

void MatrixPanel::setFrame(std::optional<AxisSpan> rows, std::optional<AxisSpan> columns)
{
    m_frame->set(rows, columns);
}

QRectF MatrixPanel::frameRect() const
{
    return m_frame->place();
}

void MatrixPanel::mark(const Cell& cell)
{
    HeatmapMarks marks = m_plot->marks();
    marks.hover = cell;
    m_plot->setMarks(marks);
}

} // namespace headlight
