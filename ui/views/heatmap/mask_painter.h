#pragma once

#include "ui/picture/what_if_edit.h"
#include "ui/state/focus.h"
#include "ui/widgets/trace_view.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QToolButton;

namespace headlight {

class ElidedLabel;
class HeatmapPlot;

/// A rectangle of cells; a side that is not set is all of that axis (what a label selects).
struct CellSelection
{
    Cell anchor, end; ///< both inclusive; both have the same parts set
    bool operator==(const CellSelection&) const = default;

    /// The mask edit that forbids or allows these cells for some heads.
    MaskEdit edit(const HeadPattern& where, bool allow) const;
};

/// Painting the mask on a heatmap: while it is on, dragging over cells selects a rectangle, over labels
/// rows or columns, and the release forbids or allows them for this head, its layer or more. From the
/// keyboard: Shift and the arrows extend the cells from where the cursor stands, R and C widen them to
/// whole rows and columns, X forbids, A allows, Esc lets go. A part of the row of tools. UI thread only.
class MaskPainter : public QWidget
{
    Q_OBJECT
public:
    /// keys: the widget that has the keyboard while the map is looked at.
    MaskPainter(const ViewContext& context, HeatmapPlot& plot, QWidget& keys, QWidget* parent = nullptr);

    bool isOn() const;
    void setOn(bool on);
    QToolButton& button() const { return *m_button; }
    /// What its tools need now: the button, and while it is on what it paints and where.
    int leastWidth() const;
    /// With all its tools, whether they are seen or not.
    int fullHeight() const;
    const std::optional<CellSelection>& selection() const { return m_selection; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Overlay;
    void buildBar();
    void toggled(bool on);
    bool mouse(QEvent* event);
    bool key(QEvent* event);
    void extend(int down, int across);
    void select(const std::optional<CellSelection>& selection);
    void paintSelection(bool allow);
    HeadPattern where() const;

    ViewContext m_context;
    HeatmapPlot& m_plot;
    QWidget& m_keys;
    QToolButton* m_button;
    QWidget* m_options;
    QComboBox* m_rule;
    QComboBox* m_scope;
    ElidedLabel* m_hint;
    Overlay* m_overlay;
    std::optional<CellSelection> m_selection;
    bool m_dragging = false;
};

} // namespace headlight
