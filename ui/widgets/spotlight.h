#pragma once

#include <QPointer>
#include <QWidget>

namespace headlight {

/// A ring around one widget of the window; the mouse does not see it. Follows the widget.
class Spotlight : public QWidget
{
    Q_OBJECT
public:
    explicit Spotlight(QWidget* window);

    /// nullptr = no widget.
    void setTarget(QWidget* target);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QPointer<QWidget> m_target;
};

} // namespace headlight
