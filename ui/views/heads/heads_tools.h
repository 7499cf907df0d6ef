#pragma once

#include "ui/state/experiment_board.h"
#include "ui/views/heads/head_measure.h"

#include <QComboBox>
#include <QWidget>

#include <optional>

class QGridLayout;
class QLineEdit;
class QToolButton;

namespace headlight {

/// What the grid of heads shows: thumbnails, a statistic, or what an experiment has found. UI thread only.
class MeasureChoice : public QComboBox
{
    Q_OBJECT
public:
    MeasureChoice();

    std::optional<HeadMeasure> statistic() const;
    /// The place of an experiment among the results.
    std::optional<std::size_t> experiment() const;
    enum class Wanted : unsigned char {
        kShown, ///< what is shown, as far as it is still there
        kLatest,
        kOrdered, ///< the latest one that was ordered for this view
    };
    /// Offers the experiments of the current model on single heads, and shows what is wanted.
    void offer(const ExperimentBoard& board, Wanted wanted);
};

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
    QToolButton* m_table = nullptr;
    QToolButton* m_squares = nullptr;
    bool m_filterBelow = false;
};

} // namespace headlight
