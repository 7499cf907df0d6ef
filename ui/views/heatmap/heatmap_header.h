#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QLabel>
#include <QWidget>

namespace headlight {

class HeadChooser;
class MapOptionsMenu;

/// Margin at the left and right of the rows above and below the map, so that their texts share one edge.
constexpr int kMapSide = 12;

/// The title over the heatmap, which is at the same time the choice of the head, and a line for what was done
/// to the numbers. Knows no trace. UI thread only.
class HeatmapHeader : public QWidget
{
    Q_OBJECT
public:
    explicit HeatmapHeader(Focus& focus);

    HeadChooser& chooser() const { return *m_chooser; }
    MapOptionsMenu& options() const { return *m_options; }
    /// `title`: all that is shown, in words; `beside`: what of it the choice of the head does not say.
    void setTitle(const QString& title, const QString& beside, const QString& tip);
    /// What was done to the numbers, in words; empty: nothing.
    void setChanges(const QString& changes);
    const QString& title() const { return m_whole; }
    /// What is seen beside the choice of the head.
    QString beside() const;
    /// The second line: what was done to the numbers.
    QString changes() const { return m_changes->text(); }

private:
    /// Makes the title larger than the text, at any text size, if there is room.
    void scaleTitle();

    QString m_whole; ///< the title
    QLabel* m_beside;
    QLabel* m_changes;
    MapOptionsMenu* m_options;
    HeadChooser* m_chooser;
};

} // namespace headlight
