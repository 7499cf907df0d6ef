#pragma once

#include <QWidget>

class QGridLayout;
class QLineEdit;
class QToolButton;

namespace headlight {

class MeasureChoice;

/// The controls above the heads: whether they are a grid or a table, what the grid shows, the filter. In a
/// narrow dock the filter moves below; a strip, too narrow for a table, offers the grid alone. UI thread
/// only.
class HeadsTools : public QWidget
{
    Q_OBJECT
public:
    explicit HeadsTools(QWidget* parent = nullptr);

    MeasureChoice& measure() const { return *m_measure; }
    QLineEdit& filter() const { return *m_filter; }
    /// The two forms of which one is checked.
    QToolButton& table() const { return *m_table; }
    QToolButton& squares() const { return *m_squares; }

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows as much of the filter's hint as fits.
    void fitHint();
    int fieldWidthFor(const QString& text) const;

    QGridLayout* m_grid;
    MeasureChoice* m_measure;
    QLineEdit* m_filter;
    QToolButton* m_table;
    QToolButton* m_squares;
    bool m_filterBelow = false;
};

} // namespace headlight
