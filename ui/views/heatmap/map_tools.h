#pragma once

#include "ui/state/map_options.h"

#include <QWidget>

class QAction;
class QMenu;
class QToolButton;

namespace headlight {

class FormulaStrip;
class MaskPainter;
class VersionSwitch;

/// The one row of tools over the map: the formula, the painting of the mask, the run that is shown, the map
/// options. In a narrow view the formula draws together and then becomes a list of its stages, and what is
/// used least goes into the menu of the options; the row never becomes higher, so that the map stays where it
/// is. UI thread only.
class MapTools : public QWidget
{
    Q_OBJECT
public:
    /// Takes the painter and the switch over. `options`: the menu of the map options.
    MapTools(MaskPainter* painter, VersionSwitch* versions, QMenu& options, QWidget* parent = nullptr);

    FormulaStrip& formula() const { return *m_formula; }
    /// Marks the stage that is shown; after FormulaStrip::show().
    void setStage(MapKind shown);
    QToolButton& stages() const { return *m_stages; }
    QToolButton& options() const { return *m_options; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stageChosen(headlight::MapKind kind);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Plan;
    /// The first plan that fits, of those from roomy to tight.
    Plan planFor(int room) const;
    int widthOf(const Plan& plan) const;
    int optionsWidth(bool words) const;
    void arrange();
    void fillStages();

    FormulaStrip* m_formula;
    QToolButton* m_stages; ///< in place of the formula
    MaskPainter* m_painter;
    VersionSwitch* m_versions;
    QToolButton* m_options;
    QAction* m_paint; ///< in the menu, while the button has no place in the row
    MapKind m_shown = MapKind::kWeights;
    bool m_arranging = false;
};

} // namespace headlight
