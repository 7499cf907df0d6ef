#pragma once

#include <QObject>

#include <vector>

class QWidget;

namespace headlight {

/// Keeps bars over the lower right corner of an area, the latest visible one on top, so that their messages
/// do not move anything. UI thread only.
class Overlay : public QObject
{
    Q_OBJECT
public:
    /// Both must be children of the same widget, or `area` a grandchild of it.
    explicit Overlay(QWidget& area);

    void add(QWidget* bar);
    /// Adds a bar at the upper right corner, in its own size.
    void addAbove(QWidget* bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeAll();

    QWidget& m_area;
    std::vector<QWidget*> m_bars;
    std::vector<QWidget*> m_above;
    bool m_placing = false;
};

} // namespace headlight
