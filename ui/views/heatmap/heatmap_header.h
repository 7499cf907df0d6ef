#pragma once

#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QWidget>

class QLabel;

namespace headlight {

class HeadChooser;
class MapOptionsMenu;

/// The lines above the heatmap: what is shown, what was done to it, and the controls for both. Knows no
/// trace. UI thread only.
class HeatmapHeader : public QWidget
{
    Q_OBJECT
public:
    explicit HeatmapHeader(Focus& focus, QWidget* parent = nullptr);

    HeadChooser& chooser() const { return *m_chooser; }
    MapOptionsMenu& options() const { return *m_options; }
    /// `changes`: what was done to the numbers, in words; empty = nothing.
    void setTitle(const QString& title, const QString& tip, const QString& changes);
    QString title() const;
    /// The second line: what was done to the numbers.
    QString changes() const;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Makes the title larger than the text, at any text size, if there is room.
    void scaleTitle();

    QLabel* m_title;
    QLabel* m_changes;
    MapOptionsMenu* m_options;
    HeadChooser* m_chooser;
};

} // namespace headlight
