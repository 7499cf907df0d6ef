#pragma once

#include "core/analysis/head_behaviour.h"
#include "core/trace/trace.h"
#include "ui/state/focus.h"

#include <QLabel>
#include <QObject>
#include <QWidget>

#include <optional>

namespace headlight {

class HeadChooser;
struct HeatmapContent;
class LatestTask;
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

/// Names what the heatmap shows in its header: the heads, what a single one does on the text, its mask,
/// whether it is switched off. Statistics of a large map are read off the UI thread, the name follows. The
/// header must outlive it. UI thread only.
class HeatmapTitle : public QObject
{
    Q_OBJECT
public:
    HeatmapTitle(HeatmapHeader& header, const HeatmapContent& content, QObject* parent);

    /// The content has changed.
    void update();

private:
    /// Determines what the main head does on the text.
    void readBehaviour();
    void show() const;

    HeatmapHeader& m_header;
    const HeatmapContent& m_content;
    LatestTask* m_task;
    std::optional<HeadBehaviour> m_behaviour; ///< of the main head; unset = it has no name
};

} // namespace headlight
