#pragma once

#include "ui/state/focus.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/trace_view.h"
#include "ui/words/edit_text.h"

#include <QToolButton>
#include <QWidget>

#include <optional>

class QComboBox;

namespace headlight {

class ElidedLabel;
class HeatmapPlot;

/// A rectangle of cells; an unset side covers the whole axis (selected by a label).
struct CellSelection
{
    Cell anchor, end; ///< both inclusive; both have the same parts set
    bool operator==(const CellSelection&) const = default;

    /// The mask edit that masks or allows these cells for some heads.
    MaskEdit edit(const HeadPattern& where, bool allow) const;
};

/// Painting the mask on a heatmap: while it is on, dragging over cells selects a rectangle, over labels
/// rows or columns, and releasing the button masks or allows them for this head, its layer or more. On the
/// keyboard, Shift and the arrows extend the selection from the cursor, R and C widen it to whole rows and
/// columns, X masks, A allows, Esc deselects. Part of the row of tools. UI thread only.
class MaskPainter : public QWidget
{
    Q_OBJECT
public:
    /// keys: the widget with the keyboard focus while the user works in the map.
    MaskPainter(const ViewContext& context, HeatmapPlot& plot, QWidget& keys);

    bool isOn() const { return m_button->isChecked(); }
    void setOn(bool on) { m_button->setChecked(on); }
    QToolButton& button() const { return *m_button; }
    /// What its tools need now: the button, and while it is on what it paints and where.
    int leastWidth() const;
    /// With all its tools, whether they are seen or not.
    int fullHeight() const;
    const std::optional<CellSelection>& selection() const { return m_selection; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Overlay;
    void buildBar();
    void toggled(bool on);
    bool mouse(QEvent* event);
    bool key(QEvent* event);
    void extend(int down, int across);
    void select(const std::optional<CellSelection>& selection);
    void paintSelection(bool allow);
    HeadPattern where() const { return scopeOf(m_context.focus.head(), m_scope->value()); }

    ViewContext m_context;
    HeatmapPlot& m_plot;
    QWidget& m_keys;
    QToolButton* m_button;
    QWidget* m_options;
    QComboBox* m_rule;
    ChoiceBox<EditScope>* m_scope;
    ElidedLabel* m_hint;
    Overlay* m_overlay;
    std::optional<CellSelection> m_selection;
    bool m_dragging = false;
};

} // namespace headlight
