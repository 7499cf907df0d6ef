#pragma once

#include "core/trace/site.h"
#include "ui/views/lines/lines_layout.h"
#include "ui/widgets/canvas.h"

#include <QComboBox>

#include <optional>
#include <vector>

namespace headlight {

/// One square per head, coloured if the head is shown. A click shows or hides a head, a double click shows
/// only that head. Wraps if there are many. Does not know the focus. UI thread.
class HeadSquares : public Canvas
{
    Q_OBJECT
public:
    struct Square
    {
        HeadRef head;
        std::optional<int> colour; ///< index for headColour(); unset = the head is hidden
        bool main = false; ///< the head that views of one head show
        bool operator==(const Square&) const = default;
    };

    HeadSquares();

    void setSquares(std::vector<Square> squares);
    const std::vector<Square>& squares() const { return m_squares; }
    QRect squareRect(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void toggled(const headlight::HeadRef& head); ///< click or Space
    void onlyWanted(const headlight::HeadRef& head); ///< double click or Enter

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    Tip tipAt(const QPoint& point) const override;
    bool isOwnKey(const QKeyEvent& event) const override;
    int side() const { return fontMetrics().height() + 4; }
    int perRow(int width) const;
    int squareAt(const QPoint& point) const;
    QString describe(const Square& square) const;
    void moveTo(int index);

    std::vector<Square> m_squares;
    int m_current = 0; ///< keyboard cursor
};

/// For a sentence pair: chooses the segment of the queries and that of the keys. Hidden for other inputs. UI
/// thread only.
class SegmentChoice : public QComboBox
{
    Q_OBJECT
public:
    SegmentChoice();

    /// Offers every pair of these segments; none: hides.
    void offer(const std::vector<int>& segments);
    SegmentFilter filter() const;
};

} // namespace headlight
