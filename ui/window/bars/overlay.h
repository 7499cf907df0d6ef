#pragma once

#include <QObject>

#include <vector>

class QWidget;

namespace headlight {

/// Keeps bars over the lower right corner of an area, the latest of those that are seen on top, so that what
/// they say moves nothing: beside the words of the views (ElidedLabel) where there is room, else above
/// them. UI thread only.
class Overlay : public QObject
{
    Q_OBJECT
public:
    /// Both must be children of the same widget, or `area` a grandchild of it.
    explicit Overlay(QWidget& area);

    void add(QWidget* bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeAll();
    QRect placeOf(QWidget& bar, int above);

    QWidget& m_area;
    std::vector<QWidget*> m_bars;
    bool m_placing = false;
};

} // namespace headlight
