#pragma once

#include "core/options/map_options.h"

#include <QWidget>

#include <utility>
#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace headlight {

class FormulaStrip;
class MaskPainter;
class VersionSwitch;

/// The row of tools above the map: the formula, the mask brush while it paints, the choice of run and the map
/// options, among which the brush is. In a narrow view the formula becomes compact and then a list of its
/// stages. The row's height never changes, so the map does not move. UI thread only.
class MapTools : public QWidget
{
    Q_OBJECT
public:
    /// Takes ownership of the painter and the switch. `options`: the menu of map options.
    MapTools(MaskPainter* painter, VersionSwitch* versions, QMenu& options);

    FormulaStrip& formula() const { return *m_formula; }
    /// Marks the stage that is shown. Call it after FormulaStrip::show().
    void setStage(MapKind shown);
    QToolButton& stages() const { return *m_stages; }
    QToolButton& options() const { return *m_options; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stageChosen(headlight::MapKind kind);

private:
    struct Plan;
    /// The roomiest plan that fits.
    Plan planFor(int room) const;
    int widthOf(const Plan& plan) const;
    int optionsWidth(bool words) const;
    void arrange();
    void fillStages();

    FormulaStrip* m_formula;
    QToolButton* m_stages; ///< shown instead of the formula if there is no room
    MaskPainter* m_painter;
    VersionSwitch* m_versions;
    QToolButton* m_options;
    QAction* m_paint; ///< switches the brush
    std::vector<std::pair<MapKind, QAction*>> m_effects; ///< in the menu
    MapKind m_shown = MapKind::kWeights;
    bool m_arranging = false;
};

} // namespace headlight
